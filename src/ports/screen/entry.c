/* A line that the user types, with the keys that shells have for editing it, and what was typed
   before. */
#include "ports/screen/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { HISTORY = 32 };

struct line {
    wchar_t text[SCREEN_ENTRY];
    int length, at;
};

static wchar_t history[HISTORY][SCREEN_ENTRY];
static int history_count;

static void take_text(struct line *line, const wchar_t *text)
{
    wcsncpy(line->text, text, SCREEN_ENTRY - 1);
    line->text[SCREEN_ENTRY - 1] = 0;
    line->length = line->at = (int)wcslen(line->text);
}

static void insert(struct line *line, wchar_t character)
{
    if (line->length + 1 >= SCREEN_ENTRY)
        return;
    wmemmove(line->text + line->at + 1, line->text + line->at, (size_t)(line->length - line->at));
    line->text[line->at++] = character;
    line->text[++line->length] = 0;
}

static void erase_between(struct line *line, int from, int to)
{
    wmemmove(line->text + from, line->text + to, (size_t)(line->length - to));
    line->length -= to - from;
    line->text[line->length] = 0;
    line->at = from;
}

static int word_start(const struct line *line)
{
    int at = line->at;
    while (at > 0 && line->text[at - 1] == L' ')
        at--;
    while (at > 0 && line->text[at - 1] != L' ')
        at--;
    return at;
}

static void recall(struct line *line, int *from, int step)
{
    int to = *from + step;
    if (to < 0 || to > history_count)
        return;
    *from = to;
    take_text(line, to == history_count ? L"" : history[to]);
}

static void edit(struct line *line, int key, int *from)
{
    enum { CTRL = 31 };
    if (key == TTY_LEFT && line->at > 0)
        line->at--;
    else if (key == TTY_RIGHT && line->at < line->length)
        line->at++;
    else if (key == TTY_HOME || key == ('a' & CTRL))
        line->at = 0;
    else if (key == TTY_END || key == ('e' & CTRL))
        line->at = line->length;
    else if (key == TTY_BACKSPACE && line->at > 0)
        erase_between(line, line->at - 1, line->at);
    else if (key == TTY_DELETE && line->at < line->length)
        erase_between(line, line->at, line->at + 1);
    else if (key == ('k' & CTRL))
        erase_between(line, line->at, line->length);
    else if (key == ('u' & CTRL))
        erase_between(line, 0, line->at);
    else if (key == ('w' & CTRL))
        erase_between(line, word_start(line), line->at);
    else if (key == TTY_UP || key == TTY_DOWN)
        recall(line, from, key == TTY_UP ? -1 : 1);
    else if (key >= ' ' && key < TTY_UP)
        insert(line, (wchar_t)key);
}

static void draw(const struct screen *screen, const char *prompt, const struct line *line)
{
    char text[SCREEN_ENTRY * 4];
    wchar_t shown[SCREEN_ENTRY];
    int row = tty_rows() - 1, width = tty_columns(), used = tty_width(prompt) + 1;
    int room = width - used - 1, first = line->at > room ? line->at - room : 0;
    (void)screen;
    tty_fill(row, 0, width, TTY_PLAIN);
    tty_put(row, 0, width, prompt, TTY_BOLD);
    wcsncpy(shown, line->text + first, SCREEN_ENTRY - 1);
    shown[SCREEN_ENTRY - 1] = 0;
    if (wcstombs(text, shown, sizeof text) == (size_t)-1)
        text[0] = 0;
    tty_put(row, used, width - used, text, TTY_PLAIN);
    tty_caret(row, used + line->at - first);
}

static void keep(const struct line *line)
{
    if (history_count == HISTORY)
        memmove(history, history + 1, sizeof history - sizeof history[0]);
    else
        history_count++;
    memcpy(history[history_count - 1], line->text, sizeof line->text);
}

bool entry_read(struct screen *screen, const char *prompt, char text[SCREEN_ENTRY])
{
    struct line line = {0};
    wchar_t before[SCREEN_ENTRY];
    int from = history_count;
    if (mbstowcs(before, text, SCREEN_ENTRY) != (size_t)-1)
        take_text(&line, before);
    while (!screen_stopped(screen)) {
        screen_tick(screen);
        draw(screen, prompt, &line);
        tty_show();
        int key = screen_next(screen).key;
        if (key == TTY_ESCAPE || key == TTY_MOUSE)
            return false;
        if (key == TTY_ENTER) {
            keep(&line);
            return wcstombs(text, line.text, SCREEN_ENTRY) < SCREEN_ENTRY;
        }
        if (key != TTY_NOTHING && key != TTY_RESIZED)
            edit(&line, key, &from);
    }
    return false;
}
