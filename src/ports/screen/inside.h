/* The full screen's own state, for the files of this folder alone.

   screen.c is the loop; turn.c the course of the game and the questions; keys.c what keys, clicks
   and typed words do; view.c draws, pane.c the column beside the board; menu.c and entry.c ask the
   user. */
#ifndef PORTS_SCREEN_INSIDE_H
#define PORTS_SCREEN_INSIDE_H

#include "ports/screen/choice.h"
#include "ports/screen/inquirer.h"
#include "ports/screen/screen.h"
#include "ports/screen/texts.h"
#include "ports/screen/tty.h"

enum {
    SCREEN_MESSAGE = 512,
    SCREEN_ENTRY = 512,
    SCREEN_ROWS_LEAST = 10,
    SCREEN_COLUMNS_LEAST = 30,
    SCREEN_LINE = 1024,
};

enum pane { PANE_MOVES, PANE_ANALYSIS, PANE_REVIEW, PANE_RULES, PANE_COUNT };

/* A solution that is being walked. */
struct screen_playback {
    bool on;
    uint32_t line[MIND_LINE_MAX];
    int at, count;
    uint64_t next; /* when the next step is due */
    uint64_t pause;
};

struct screen {
    const struct screen_start *start;
    struct opened *opened;
    struct screen_seats *seats;
    const struct mind *mind;   /* NULL for a game without players */
    struct inquirer *inquirer; /* NULL as well */

    /* the course of the game */
    struct choice choice;
    unsigned position_serial; /* changes with the position shown, and with the moves */
    unsigned game_serial;     /* changes with the moves alone */
    bool stepping;            /* looking at earlier moves: the program waits */
    bool ended;               /* by resignation or time */
    int told;                 /* the ply whose end was announced, -1 for none */
    bool hint_wanted;
    uint32_t hint;   /* GAME_NO_MOVE for none */
    unsigned ticket; /* of the question asked last, 0 for none */
    enum inquiry_kind about;
    unsigned about_serial;
    bool taken; /* its end was seen */
    struct screen_playback playback;

    /* what is shown */
    enum pane pane;
    int scroll; /* of the pane */
    int cursor; /* a place */
    char message[SCREEN_MESSAGE];
    bool alarming; /* the message is about a mistake */
    struct scene scene;
    struct canvas canvas;
    int board_row, board_column, board_rows, board_columns; /* where on the screen */
    int first_row, first_column;                            /* of the canvas that is shown */
    int pane_column, pane_columns;
    bool leaving;
};

static inline struct session *screen_session(const struct screen *screen)
{
    return screen->opened->session;
}

/* ---- screen.c ---- */
/* Everything that goes on by itself, and the picture, without waiting. */
void screen_tick(struct screen *screen);
/* Waits for the next event as long as nothing else is due. */
struct tty_event screen_next(const struct screen *screen);
bool screen_stopped(const struct screen *screen);
/* Says something in the line below the board. */
void screen_say(struct screen *screen, const char *text);
void screen_complain(struct screen *screen, const char *text);
void screen_say_text(struct screen *screen, const char *key);

/* ---- turn.c ---- */
void turn_changed(struct screen *screen, bool moves);
void turn_go_on(struct screen *screen);
bool turn_is_persons(const struct screen *screen);
bool turn_over(const struct screen *screen, struct game_result *result, bool *repeated);
void turn_play(struct screen *screen, uint32_t move);
void turn_undo(struct screen *screen);
void turn_redo(struct screen *screen);
void turn_step(struct screen *screen, int ply);
void turn_resign(struct screen *screen);
void turn_restart(struct screen *screen);
void turn_solution(struct screen *screen);
void turn_new_clock(struct screen *screen, int64_t left, int64_t increment);
/* The only side with a person, or -1. */
int turn_person(const struct screen *screen);
/* A move's text in the position at a ply. */
const char *turn_move_text(const struct screen *screen, int ply, uint32_t move,
                           char buffer[GAME_MOVE_TEXT]);
/* What is known of the question of this kind, if it is about what is shown; to be followed by
   inquirer_looked when it is not NULL. */
const struct inquirer_found *turn_found(const struct screen *screen, enum inquiry_kind kind);

/* ---- keys.c, words.c, dialogs.c ---- */
void keys_obey(struct screen *screen, struct tty_event event);
void words_read(struct screen *screen, const char *before);
void words_obey(struct screen *screen, char *line);
void dialog_new_game(struct screen *screen);
void dialog_levels(struct screen *screen);
void dialog_help(struct screen *screen);
/* Opens another level; false with a message. */
bool dialog_open_level(struct screen *screen, const char *name);

/* ---- view.c, pane.c ---- */
void view_draw(struct screen *screen);
int view_place_at(const struct screen *screen, int row, int column);
void view_free(struct screen *screen);
void pane_draw(struct screen *screen, int row, int rows);
/* The place's column on a board where pieces fall; else the place itself. */
int view_touched(const struct screen *screen, int place);

/* ---- menu.c, entry.c ---- */
/* The number of the line that was chosen, or -1. */
int menu_choose(struct screen *screen, const char *title, const char *const *lines, int count,
                int current);
/* Shows lines until a key comes. */
void menu_show(struct screen *screen, const char *title, const char *const *lines, int count);
/* A line typed by the user, beginning with what is in it; false when it was given up. */
bool entry_read(struct screen *screen, const char *prompt, char text[SCREEN_ENTRY]);

#endif
