/* The loop of the full screen: what goes on by itself, the picture, the next event. */
#include "ports/screen/inside.h"

#include "base/clock.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAIT_THINKING = 60, WAIT_CLOCK = 200, WAIT_IDLE = 1000 };

const char *screen_unfit(void)
{
    return tty_unfit();
}

bool screen_stopped(const struct screen *screen)
{
    return atomic_load(screen->start->interrupted);
}

void screen_say(struct screen *screen, const char *text)
{
    snprintf(screen->message, sizeof screen->message, "%s", text);
    screen->alarming = false;
}

void screen_complain(struct screen *screen, const char *text)
{
    screen_say(screen, text);
    screen->alarming = true;
}

void screen_say_text(struct screen *screen, const char *key)
{
    struct text text;
    text_init(&text, screen->message, sizeof screen->message);
    texts_add(&text, key, NULL);
    screen->alarming = false;
}

void screen_tick(struct screen *screen)
{
    turn_go_on(screen);
    view_draw(screen);
}

struct tty_event screen_next(const struct screen *screen)
{
    int wait = screen->ticket && !screen->taken        ? WAIT_THINKING
               : screen->playback.on                   ? WAIT_THINKING
               : session_timed(screen_session(screen)) ? WAIT_CLOCK
                                                       : WAIT_IDLE;
    return tty_next(wait);
}

static void run(struct screen *screen)
{
    if (screen->start->choose_level)
        dialog_levels(screen);
    while (!screen->leaving && !screen_stopped(screen)) {
        screen_tick(screen);
        tty_show();
        struct tty_event event = screen_next(screen);
        if (event.key != TTY_NOTHING)
            keys_obey(screen, event);
    }
}

bool screen_play(const struct screen_start *start, struct error *error)
{
    struct screen *screen = calloc(1, sizeof *screen);
    if (!screen)
        return error_machine(error, "out of memory");
    screen->start = start;
    screen->opened = start->opened;
    screen->seats = start->seats;
    screen->mind = mind_of(start->opened->game);
    screen->hint = GAME_NO_MOVE;
    screen->told = -1;
    screen->cursor = -1;
    if (screen->mind)
        screen->inquirer = inquirer_open(start->threads, start->table_bytes, start->seed, error);
    bool good = (screen->inquirer || !screen->mind) && tty_begin(error);
    if (good) {
        texts_choose(tty_ascii());
        screen_say_text(screen, "terminal.begin");
        turn_changed(screen, true);
        run(screen);
        session_clock_stop(screen_session(screen), clock_microseconds());
        tty_end();
    }
    view_free(screen);
    inquirer_close(screen->inquirer);
    free(screen);
    return good;
}
