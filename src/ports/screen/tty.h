/* The terminal as a grid of characters: begun and left in order, also when the program crashes, is
   stopped with Ctrl-Z or interrupted. The only file that knows curses is tty.c.

   Texts are UTF-8; on a terminal without Unicode they lose their marks, on one without colours
   styles differ in brightness and reversed video. */
#ifndef PORTS_SCREEN_TTY_H
#define PORTS_SCREEN_TTY_H

#include "base/error.h"
#include "ports/draw/canvas.h"
#include <stdint.h>

enum tty_style {
    TTY_PLAIN,
    TTY_BOLD,
    TTY_DIM,
    TTY_BAR, /* reversed */
    TTY_GOOD,
    TTY_BAD,
    TTY_CHOSEN, /* the line of a list that the cursor is on */
};

/* Marks on cells of a board. */
enum tty_mark { TTY_CURSOR = 1, TTY_HINT = 2, TTY_HELD = 4 };

/* What a key is, beyond the characters themselves. */
enum tty_key {
    TTY_NOTHING = 0, /* the time ran out */
    TTY_UP = 0x110000,
    TTY_DOWN,
    TTY_LEFT,
    TTY_RIGHT,
    TTY_HOME,
    TTY_END,
    TTY_PAGE_UP,
    TTY_PAGE_DOWN,
    TTY_ENTER,
    TTY_ESCAPE,
    TTY_TAB,
    TTY_BACKSPACE,
    TTY_DELETE,
    TTY_MOUSE, /* a click; tty_mouse_row and _column tell where */
    TTY_WHEEL_UP,
    TTY_WHEEL_DOWN,
    TTY_RESIZED,
};

struct tty_event {
    int key; /* a character of Unicode or an enum tty_key */
    int row, column;
};

/* Why the terminal cannot show a full screen, NULL when it can. */
const char *tty_unfit(void);

bool tty_begin(struct error *error);
void tty_end(void);

int tty_rows(void);
int tty_columns(void);
bool tty_ascii(void);

/* Begins a new picture, and shows what was drawn since. */
void tty_clear(void);
void tty_show(void);

/* At most `width` columns of the text; gives how many were used. */
int tty_put(int row, int column, int width, const char *text, enum tty_style style);
/* Blanks in a style. */
void tty_fill(int row, int column, int width, enum tty_style style);
/* A cell of a board; `marks` are enum tty_mark, ored. */
void tty_cell(int row, int column, const struct canvas_cell *cell, int marks);
/* Where the cursor blinks; below 0 it is hidden. */
void tty_caret(int row, int column);

/* Columns that a text takes. */
int tty_width(const char *text);

/* The next event, at the latest after so many milliseconds. */
struct tty_event tty_next(int milliseconds);

#endif
