/* Typed lines: a move or several, or one of the words that the line mode knows too. */
#include "ports/screen/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MOST = 4 << 20, PLIES = 4096 };

static void say_file(struct screen *screen, const char *key, const char *file)
{
    struct text text;
    text_init(&text, screen->message, sizeof screen->message);
    texts_add(&text, key, "file", file, NULL);
    screen->alarming = false;
}

static void save(struct screen *screen, const char *path)
{
    struct error error;
    if (!path[0])
        screen_say_text(screen, "terminal.file");
    else if (!opened_save(screen_session(screen), path, &error))
        screen_complain(screen, error.text);
    else
        say_file(screen, "terminal.saved", path);
}

static void load(struct screen *screen, const char *path)
{
    struct error error;
    size_t length;
    if (!path[0]) {
        screen_say_text(screen, "terminal.file");
        return;
    }
    char *text = screen->start->read(path, FILE_MOST, &length, &error);
    if (screen->inquirer)
        inquirer_stop(screen->inquirer, true);
    if (!text || !opened_load(screen->opened, text, length, PLIES, &error)) {
        screen_complain(screen, error.text);
    } else {
        screen->ended = screen->stepping = false;
        screen->told = screen->cursor = -1;
        turn_changed(screen, true);
        say_file(screen, "terminal.loaded", path);
    }
    free(text);
}

static void undo(struct screen *screen, const char *rest)
{
    (void)rest;
    turn_undo(screen);
}

static void redo(struct screen *screen, const char *rest)
{
    (void)rest;
    turn_redo(screen);
}

static void hint(struct screen *screen, const char *rest)
{
    (void)rest;
    keys_obey(screen, (struct tty_event){.key = 'h'});
}

static void help(struct screen *screen, const char *rest)
{
    (void)rest;
    dialog_help(screen);
}

static void resign(struct screen *screen, const char *rest)
{
    (void)rest;
    turn_resign(screen);
}

static void quit(struct screen *screen, const char *rest)
{
    (void)rest;
    screen->leaving = true;
}

static void seat(struct screen *screen, int side, const char *name)
{
    struct error error;
    static char names[2][96]; /* a player's name must stay */
    struct player player = {0};
    bool human = strcmp(name, "human") == 0;
    snprintf(names[side], sizeof names[side], "%s", name);
    if (side >= screen->opened->game->players)
        return;
    if (!human && !inquire_player(screen->opened->game, names[side], 0, &player, &error)) {
        screen_complain(screen, error.text);
        return;
    }
    screen->seats->human[side] = human;
    screen->seats->players[side] = player;
    turn_changed(screen, false);
}

static void first(struct screen *screen, const char *name)
{
    seat(screen, 0, name);
}

static void second(struct screen *screen, const char *name)
{
    seat(screen, 1, name);
}

static void level(struct screen *screen, const char *name)
{
    if (screen->opened->game->level_read) {
        dialog_open_level(screen, name);
        return;
    }
    char player[32];
    int side = screen->seats->human[1] ? 0 : 1;
    snprintf(player, sizeof player, "level:%.8s", name);
    seat(screen, side, player);
}

static const struct {
    const char *word;
    void (*say)(struct screen *screen, const char *rest);
} words[] = {
    {"undo", undo},     {"redo", redo},   {"hint", hint},     {"save", save},
    {"load", load},     {"help", help},   {"quit", quit},     {"level", level},
    {"resign", resign}, {"first", first}, {"second", second},
};

void words_obey(struct screen *screen, char *line)
{
    struct error error;
    while (text_is_space(*line))
        line++;
    size_t length = strlen(line), word = strcspn(line, " \t");
    while (length && text_is_space(line[length - 1]))
        line[--length] = 0;
    if (length == 0)
        return;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (text_part_equal(line, word, words[i].word)) {
            words[i].say(screen, line + word + strspn(line + word, " \t"));
            return;
        }
    if (turn_over(screen, NULL, NULL) || (!turn_is_persons(screen) && !screen->stepping)) {
        screen_say_text(screen, turn_over(screen, NULL, NULL) ? "terminal.over" : "thinking");
    } else if (!session_play_text(screen_session(screen), line, length, &error)) {
        screen_complain(screen, error.text);
    } else {
        screen->stepping = false;
        screen->message[0] = 0;
        turn_changed(screen, true);
    }
}

void words_read(struct screen *screen, const char *before)
{
    char line[SCREEN_ENTRY];
    snprintf(line, sizeof line, "%s", before);
    if (entry_read(screen, ":", line))
        words_obey(screen, line);
}
