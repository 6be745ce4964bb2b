/* The command "match": games between two players. */
#include "lab/match.h"
#include "base/text.h"
#include "ports/cli/chooser.h"
#include "ports/cli/file.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json.h"
#include "ports/cli/progress.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE = 4 << 20, NODES = 20000, GAMES = 100, OPENING_MAX = 1000 };

/* The openings of a file: a line of moves each; empty lines and lines that begin with # are passed
   over. */
struct openings {
    struct match_opening *list;
    int count, room;
};

struct line {
    uint32_t moves[OPENING_MAX];
    int count;
};

static void add_move(void *listener, uint32_t move)
{
    struct line *line = listener;
    if (line->count < OPENING_MAX)
        line->moves[line->count] = move;
    line->count++;
}

static void openings_free(struct openings *openings)
{
    for (int i = 0; i < openings->count; i++)
        free((void *)openings->list[i].moves);
    free(openings->list);
    *openings = (struct openings){0};
}

static void openings_add(struct openings *openings, const struct line *line)
{
    if (openings->count == openings->room) {
        int room = openings->room ? 2 * openings->room : 64;
        struct match_opening *list = command_memory((size_t)room * sizeof *list);
        if (openings->list)
            memcpy(list, openings->list, (size_t)openings->count * sizeof *list);
        free(openings->list);
        openings->list = list;
        openings->room = room;
    }
    uint32_t *moves = command_memory((size_t)line->count * sizeof *moves);
    memcpy(moves, line->moves, (size_t)line->count * sizeof *moves);
    openings->list[openings->count++] = (struct match_opening){moves, line->count};
}

static bool opening_read(struct openings *openings, const struct position *position, void *at,
                         const char *text, size_t length, struct error *error)
{
    static struct line line;
    struct game_result result;
    line.count = 0;
    memcpy(at, position->now, position->size);
    if (length > 6 && memcmp(text, "moves:", 6) == 0)
        text += 6, length -= 6;
    if (!game_play_text(position->game, &position->setup, at, text, length, add_move, &line, error))
        return false;
    if (line.count > OPENING_MAX)
        return error_set(error, "expected at most %d moves, found %d", OPENING_MAX, line.count);
    if (position->game->result(&position->setup, at, &result))
        return error_set(error, "the game is over after these moves");
    openings_add(openings, &line);
    return true;
}

static bool openings_read(struct openings *openings, const struct position *position,
                          const char *path, struct error *error)
{
    size_t length;
    char *text = file_read(path, (size_t)64 << 20, &length, error);
    if (!text)
        return false;
    void *at = command_memory(position->size);
    bool good = true;
    size_t offset = 0;
    for (int number = 1; good && offset < length; number++) {
        const char *line = text + offset, *end = memchr(line, '\n', length - offset);
        size_t part = end ? (size_t)(end - line) : length - offset;
        offset += part + 1;
        while (part && text_is_space(line[part - 1]))
            part--;
        if (part == 0 || line[0] == '#')
            continue;
        good = opening_read(openings, position, at, line, part, error) ||
               error_prefix(error, "%s: line %d: ", path, number);
    }
    if (good && openings->count == 0)
        good = error_set(error, "%s: expected a line of moves for each opening, found none", path);
    free(at);
    free(text);
    return good;
}

struct listener {
    struct progress progress;
    int played;
};

static bool finished(void *argument, const struct match_game *game, const struct match_score *score)
{
    struct listener *listener = argument;
    char note[64];
    listener->played = game->number + 1;
    snprintf(note, sizeof note, "+%d =%d -%d", score->wins, score->draws, score->losses);
    progress_show(&listener->progress, (uint64_t)listener->played, note);
    return true;
}

static void write_score(const struct arguments *arguments, const struct match_plan *plan,
                        const struct match_score *score)
{
    struct match_rating rating = match_rate(score);
    if (arguments->json) {
        struct json json;
        json_begin(&json, stdout);
        json_text(&json, "a", plan->a.name);
        json_text(&json, "b", plan->b.name);
        json_integer(&json, "games", score->wins + score->draws + score->losses);
        json_integer(&json, "wins", score->wins);
        json_integer(&json, "draws", score->draws);
        json_integer(&json, "losses", score->losses);
        json_number(&json, "score", rating.share, 4);
        json_number(&json, "elo", rating.elo, 1);
        json_number(&json, "elo_error", rating.elo_error, 1);
        json_open(&json, "pairs", '[');
        for (int i = 0; i <= 4; i++)
            json_integer(&json, NULL, score->pairs[i]);
        json_close(&json);
        json_end(&json);
        return;
    }
    printf("%s against %s: %d won, %d drawn, %d lost, score %.1f %%", plan->a.name, plan->b.name,
           score->wins, score->draws, score->losses, 100 * rating.share);
    if (isfinite(rating.elo))
        printf(", Elo %+.0f", rating.elo);
    if (isfinite(rating.elo_error))
        printf(" +- %.0f", rating.elo_error);
    putchar('\n');
}

static enum status play_match(const struct arguments *arguments, struct match_plan *plan)
{
    struct listener listener = {.played = 0};
    struct match_score score;
    struct error error;
    progress_begin(&listener.progress, "games", (uint64_t)plan->games, arguments->quiet);
    plan->finished = finished;
    plan->listener = &listener;
    plan->stop = &interrupt_raised;
    interrupt_watch();
    bool good = match_play(plan, &score, &error);
    progress_end(&listener.progress);
    if (!good)
        return command_fail(arguments, "%s", error.text);
    write_score(arguments, plan, &score);
    if (atomic_load(&interrupt_raised))
        fprintf(stderr,
                "stopped after %d of %d games; nothing was saved, the same command with --seed "
                "%llu plays the same games from the beginning\n",
                listener.played, plan->games, (unsigned long long)plan->seed);
    return STATUS_DONE;
}

static bool make_plan(const struct arguments *arguments, const struct position *position,
                      struct openings *openings, struct match_plan *plan, struct error *error)
{
    struct chooser chooser;
    int64_t count = GAMES, plies = -1;
    const char *path = arguments_value(arguments, "openings");
    if (position->game->players != 2)
        return error_set(error, "%s is for one player; a match needs a game for two",
                         position->game->name);
    if (!chooser_read(&chooser, arguments, position->game, TABLE, NODES, error) ||
        !chooser_player(&chooser, arguments, arguments->word[1], &plan->a, error) ||
        !chooser_player(&chooser, arguments, arguments->word[2], &plan->b, error) ||
        !arguments_number(arguments, "games", 1, 100000000, &count, error) ||
        !arguments_number(arguments, "opening-plies", 0, 200, &plies, error) ||
        (path && !openings_read(openings, position, path, error)))
        return false;
    if (plies < 0)
        plies = match_opening_plies(position->game, &position->setup, position->now);
    plan->game = position->game;
    plan->setup = &position->setup;
    plan->start = position->now;
    plan->limits = chooser.limits;
    plan->table_bytes = chooser.table_bytes;
    plan->games = (int)count;
    plan->threads = arguments->threads;
    plan->seed = arguments->seed;
    plan->opening_plies = (int)plies;
    plan->openings = openings->list;
    plan->opening_count = openings->count;
    return true;
}

static enum status run(const struct arguments *arguments)
{
    struct position position;
    struct error error;
    if (!position_read(&position, arguments, 0, 3, &error))
        return command_refuse(arguments, "%s", error.text);
    struct openings openings = {0};
    struct match_plan plan = {0};
    enum status status = make_plan(arguments, &position, &openings, &plan, &error)
                             ? play_match(arguments, &plan)
                             : command_refuse(arguments, "%s", error.text);
    openings_free(&openings);
    position_free(&position);
    return status;
}

static const struct command_option options[] = {
    {"games", "NUMBER", "how many; an even number gives both the same colours (100)"},
    {"opening-plies", "NUMBER", "random plies before the players begin (by game)"},
    {"openings", "FILE", "openings to play instead, a line of moves each"},
    {0},
};

extern const struct command command_match;

const struct command command_match = {
    .name = "match",
    .usage = "GAME A B [POSITION]",
    .summary = "games between two players, with score and Elo",
    .examples = "  potez match connect4 alphabeta:4 random --games 200\n"
                "  potez match connect4 best:time=0.1 alphabeta:6 --json\n"
                "  potez match connect4 alphabeta:6 alphabeta:4 --openings lines.txt\n",
    .text = "Every opening is played twice, with the sides exchanged. The score is seen from A;\n"
            "the error of Elo is that of a 95 % interval. The same seed gives the same games on\n"
            "any number of threads, unless a player is limited by time.\n",
    .options = options,
    .takes = COMMAND_TAKES_GAME | COMMAND_TAKES_THINK,
    .least = 3,
    .most = 4,
    .run = run,
};
