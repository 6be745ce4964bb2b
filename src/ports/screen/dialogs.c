/* What is asked before a game: against whom, which side, how much time, which level; and the help.
 */
#include "ports/screen/inside.h"

#include "lab/game.h"
#include "ports/screen/says.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 10, LINES_MOST = 128, LINE_WIDTH = 96 };

struct lines {
    char text[LINES_MOST][LINE_WIDTH];
    const char *pointers[LINES_MOST];
    int count;
};

static struct lines shown; /* one dialog at a time */

static struct text *add_line(struct lines *lines, struct text *text)
{
    int at = lines->count < LINES_MOST - 1 ? lines->count++ : LINES_MOST - 1;
    lines->pointers[at] = lines->text[at];
    text_init(text, lines->text[at], LINE_WIDTH);
    return text;
}

/* ---- a new game ---- */

/* Who can be played against: levels, named players, a person. */
static bool usual(const struct player_kind *kind)
{
    return strcmp(kind->name, "level") != 0 && (!kind->take || kind->ships);
}

static void list_opponents(const struct mind *mind, struct lines *lines)
{
    struct text text;
    char number[16];
    lines->count = 0;
    for (int level = 1; mind && level <= LEVELS; level++) {
        snprintf(number, sizeof number, "%d", level);
        texts_add(add_line(lines, &text), "player.level", "level", number, NULL);
    }
    for (int i = 0; mind && i < mind->player_count; i++)
        if (usual(mind->players[i]))
            texts_add(add_line(lines, &text), "player.named", "name",
                      texts_word("player", mind->game->name, mind->players[i]->name), NULL);
    texts_add(add_line(lines, &text), "new.people", NULL);
}

/* The player behind a line of that list; false for a person. */
static bool opponent_at(struct screen *screen, int at, struct player *player)
{
    const struct mind *mind = screen->mind;
    struct error error;
    if (!mind)
        return false;
    if (at < LEVELS)
        return inquire_player(mind->game, NULL, at + 1, player, &error);
    at -= LEVELS;
    for (int i = 0; i < mind->player_count; i++)
        if (usual(mind->players[i]) && at-- == 0)
            return inquire_player(mind->game, mind->players[i]->name, 0, player, &error);
    return false;
}

static bool ask_side(struct screen *screen, int *person)
{
    struct text text;
    const struct game *game = screen->opened->game;
    shown.count = 0;
    texts_add(add_line(&shown, &text), "new.first", "side", says_side(game, 0), NULL);
    text_add(add_line(&shown, &text), says_side(game, 1));
    *person = menu_choose(screen, texts_find("new.side"), shown.pointers, shown.count, 0);
    return *person >= 0;
}

static bool ask_clock(struct screen *screen)
{
    static const int clocks[][2] = {{0, 0}, {1, 0}, {3, 2}, {5, 5}, {10, 5}, {15, 10}, {30, 20}};
    struct text text;
    char minutes[16], seconds[16];
    int count = (int)(sizeof clocks / sizeof clocks[0]);
    shown.count = 0;
    texts_add(add_line(&shown, &text), "clock.none", NULL);
    for (int i = 1; i < count; i++) {
        snprintf(minutes, sizeof minutes, "%d", clocks[i][0]);
        snprintf(seconds, sizeof seconds, "%d", clocks[i][1]);
        texts_add(add_line(&shown, &text), "clock.is", "minutes", minutes, "seconds", seconds,
                  NULL);
    }
    int chosen = menu_choose(screen, texts_find("new.clock"), shown.pointers, count, 0);
    if (chosen < 0)
        return false;
    turn_restart(screen);
    turn_new_clock(screen, clocks[chosen][0] * INT64_C(60000000),
                   clocks[chosen][1] * INT64_C(1000000));
    return true;
}

void dialog_new_game(struct screen *screen)
{
    struct screen_seats seats = {.human = {true, true}};
    struct player player;
    int person = 0;
    if (screen->opened->game->players == 1) {
        dialog_levels(screen);
        return;
    }
    list_opponents(screen->mind, &shown);
    int chosen = menu_choose(screen, texts_find("new.against"), shown.pointers, shown.count,
                             screen->mind ? LEVELS / 2 - 1 : 0);
    if (chosen < 0)
        return;
    bool machine = opponent_at(screen, chosen, &player);
    if (machine && !ask_side(screen, &person))
        return;
    if (machine) {
        seats.human[1 - person] = false;
        seats.players[1 - person] = player;
    }
    if (!ask_clock(screen))
        return;
    *screen->seats = seats;
    turn_changed(screen, true);
}

/* ---- levels ---- */

bool dialog_open_level(struct screen *screen, const char *name)
{
    const struct lab_level *level = lab_level_find(screen->opened->game, name);
    struct opened fresh;
    struct error error;
    struct text text;
    text_init(&text, screen->message, sizeof screen->message);
    if (!level) {
        texts_add(&text, "zr2.level.none", "name", name, NULL);
        return false;
    }
    opened_begin(&fresh, screen->opened->game);
    if (!opened_level(&fresh, level->text, strlen(level->text), &error) ||
        !opened_start(&fresh, NULL, 0, OPENED_PLIES, &error)) {
        screen_complain(screen, error.text);
        opened_close(&fresh);
        return false;
    }
    if (screen->inquirer)
        inquirer_stop(screen->inquirer, true);
    opened_close(screen->opened);
    *screen->opened = fresh;
    screen->ended = screen->stepping = screen->playback.on = false;
    screen->told = screen->cursor = -1;
    turn_changed(screen, true);
    text_add(&text, level->name);
    return true;
}

void dialog_levels(struct screen *screen)
{
    const struct lab_level *levels = lab_game_of(screen->opened->game)->levels;
    struct text text;
    char key[64];
    if (!levels)
        return;
    shown.count = 0;
    for (int i = 0; levels[i].name; i++) {
        snprintf(key, sizeof key, "%s.group.%s", screen->opened->game->name, levels[i].group);
        const char *group = texts_find(key);
        text_print(add_line(&shown, &text), "%d  %s  (%s)", i + 1, levels[i].name,
                   group ? group : levels[i].group);
    }
    int chosen = menu_choose(screen, texts_find("terminal.levels"), shown.pointers, shown.count, 0);
    if (chosen >= 0)
        dialog_open_level(screen, levels[chosen].name);
}

/* ---- help ---- */

void dialog_help(struct screen *screen)
{
    static const struct {
        const char *keys, *text;
        int players; /* 0 for all games */
    } rows[] = {
        {"← ↑ → ↓", "keys.arrows", 0},
        {"Enter", "keys.enter", 0},
        {"W A S D", "terminal.walk", 1},
        {"q e", "zr2.keys.layer", 1},
        {":", "terminal.entry", 0},
        {"u y", "keys.undo", 0},
        {"[ ]", "keys.step", 0},
        {"h", "keys.hint", 0},
        {"p < >", "terminal.solution.keys", 1},
        {"l", "terminal.levels", 1},
        {"a", "keys.analysis", 2},
        {"A", "keys.analysis", 1}, /* a small one is a step, as w */
        {"v", "terminal.review", 0},
        {", .", "keys.mistakes", 0},
        {"Tab", "terminal.pane.about", 0},
        {"s", "keys.swap", 2},
        {"+ -", "terminal.strength", 2},
        {"n", "keys.new", 0},
        {"r", "keys.restart", 0},
        {"x", "terminal.resign", 2},
        {"w", "terminal.save", 2},
        {"W", "terminal.save", 1},
        {"o", "terminal.load", 0},
        {"Esc", "terminal.letgo", 0},
        {"q Q", "terminal.quit", 0},
    };
    struct text text;
    shown.count = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].players && rows[i].players != screen->opened->game->players)
            continue;
        text_add(add_line(&shown, &text), rows[i].keys);
        for (int width = tty_width(rows[i].keys); width < 9; width++)
            text_add_char(&text, ' ');
        texts_add(&text, rows[i].text, "words", "undo, save, load, level", NULL);
    }
    menu_show(screen, texts_find("rules.keys"), shown.pointers, shown.count);
}
