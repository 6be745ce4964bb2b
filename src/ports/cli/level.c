/* The command "level": files of the games that are played on levels. */
#include "base/clock.h"
#include "base/hash.h"
#include "ports/cli/arguments.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json.h"
#include "ports/cli/position.h"
#include "ports/cli/progress.h"
#include "ports/draw/terminal.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 5000000, DEPTH = 1 << 20 };

/* A walk over every position that can be reached, depth first, remembering where it has been by
   the positions' hashes. It stops at a position with nothing left, at the limit or on Ctrl-C. */
struct walk {
    const struct position *level;
    uint64_t nodes, limit;
    uint64_t *seen; /* open addressing; 0 is free */
    size_t room, used;
    int32_t sum;  /* of the positive numbers at the start */
    int32_t most; /* points reached */
    uint32_t *path;
    int length;
    uint32_t *best; /* the path to the most points */
    int best_length;
    bool cut; /* not everything was seen */
};

static int32_t sum_of(const struct position *level, const void *at)
{
    int32_t sum = 0;
    struct game_content content;
    for (int i = 0; i < level->game->place_count(&level->setup); i++) {
        level->game->content(&level->setup, at, i, &content);
        if (content.numbered && content.number > 0)
            sum += content.number;
    }
    return sum;
}

static bool insert(uint64_t *table, size_t room, uint64_t hash)
{
    size_t at = hash & (room - 1);
    for (; table[at]; at = (at + 1) & (room - 1))
        if (table[at] == hash)
            return false;
    table[at] = hash;
    return true;
}

/* False when it was there already. */
static bool remember(struct walk *walk, uint64_t hash)
{
    hash = hash ? hash : 1;
    if (walk->used * 2 >= walk->room) {
        size_t room = walk->room * 2;
        uint64_t *seen = command_memory(room * sizeof *seen);
        for (size_t i = 0; i < walk->room; i++)
            if (walk->seen[i])
                insert(seen, room, walk->seen[i]);
        free(walk->seen);
        walk->seen = seen;
        walk->room = room;
    }
    bool fresh = insert(walk->seen, walk->room, hash);
    walk->used += fresh;
    return fresh;
}

/* One position on the way: its moves and which of them is next. */
struct frame {
    uint32_t *moves;
    int count, next;
};

static void note_points(struct walk *walk, const void *at)
{
    int32_t points = walk->sum - sum_of(walk->level, at);
    if (points <= walk->most)
        return;
    walk->most = points;
    walk->best_length = walk->length;
    memcpy(walk->best, walk->path, (size_t)walk->length * sizeof *walk->path);
}

static void enter(struct walk *walk, const void *at, struct frame *frame)
{
    uint32_t moves[GAME_MOVES_MAX];
    const struct position *level = walk->level;
    walk->nodes++;
    frame->next = 0;
    frame->count = level->game->legal_moves(&level->setup, at, moves);
    if (frame->count == 0 || level->game->result(&level->setup, at, &(struct game_result){0}))
        note_points(walk, at);
    frame->moves = command_memory((size_t)frame->count * sizeof *moves);
    memcpy(frame->moves, moves, (size_t)frame->count * sizeof *moves);
}

/* Steps are at most the sum of all values: each takes something away. */
static void walk_all(struct walk *walk, struct progress *progress)
{
    const struct position *level = walk->level;
    size_t steps = (size_t)walk->sum + 1;
    char *positions = command_memory((steps + 1) * level->size);
    struct frame *frames = command_memory((steps + 1) * sizeof *frames);
    int depth = 0;
    memcpy(positions, level->now, level->size);
    remember(walk, level->game->hash(&level->setup, positions));
    enter(walk, positions, &frames[0]);
    while (depth >= 0 && walk->most < walk->sum) {
        struct frame *frame = &frames[depth];
        if (walk->nodes >= walk->limit || atomic_load(&interrupt_raised)) {
            walk->cut = true;
            break;
        }
        if (frame->next == frame->count || (size_t)depth + 1 > steps) {
            free(frame->moves);
            depth--;
            continue;
        }
        char *at = positions + (size_t)depth * level->size, *next = at + level->size;
        memcpy(next, at, level->size);
        uint32_t move = frame->moves[frame->next++];
        level->game->play(&level->setup, next, move);
        if (!remember(walk, level->game->hash(&level->setup, next)))
            continue;
        walk->path[depth] = move;
        walk->length = ++depth;
        enter(walk, next, &frames[depth]);
        if ((walk->nodes & 0xffff) == 0)
            progress_show(progress, walk->nodes, "");
    }
    for (; depth >= 0; depth--)
        free(frames[depth].moves);
    free(frames);
    free(positions);
}

static void write_path(const struct walk *walk, struct json *json)
{
    const struct position *level = walk->level;
    char text[GAME_MOVE_TEXT];
    void *at = command_memory(level->size);
    memcpy(at, level->now, level->size);
    for (int i = 0; i < walk->best_length; i++) {
        position_move_text(level, at, walk->best[i], text);
        if (json)
            json_text(json, NULL, text);
        else
            printf("%s%s", i ? "," : "", text);
        level->game->play(&level->setup, at, walk->best[i]);
    }
    free(at);
}

static void json_check(const struct walk *walk, bool zero, double seconds)
{
    struct json json;
    json_begin(&json, stdout);
    json_text(&json, "level", walk->level->source);
    json_boolean(&json, "well_formed", true);
    if (zero || !walk->cut)
        json_boolean(&json, "zero", zero);
    else
        json_null(&json, "zero");
    json_integer(&json, "sum", walk->sum);
    json_integer(&json, "points", walk->most);
    json_integer(&json, "bound", zero || !walk->cut ? walk->most : walk->sum);
    json_boolean(&json, "proved", zero || !walk->cut);
    json_open(&json, "path", '[');
    write_path(walk, &json);
    json_close(&json);
    json_unsigned(&json, "nodes", walk->nodes);
    json_number(&json, "seconds", seconds, 6);
    json_end(&json);
}

static enum status report(const struct arguments *arguments, const struct walk *walk,
                          double seconds)
{
    bool zero = walk->most == walk->sum;
    enum status status = zero ? STATUS_DONE : walk->cut ? STATUS_FAILED : STATUS_NO;
    if (arguments->json) {
        json_check(walk, zero, seconds);
        return status;
    }
    printf("%s: well formed; ", walk->level->source);
    if (zero)
        printf("zero can be reached in %d steps\n", walk->best_length);
    else if (!walk->cut)
        printf("zero cannot be reached: %d of %d points at most\n", (int)walk->most,
               (int)walk->sum);
    else
        printf("not decided after %" PRIu64 " positions: at least %d, at most %d points; --nodes "
               "allows more\n",
               walk->nodes, (int)walk->most, (int)walk->sum);
    if (!arguments->quiet && walk->best_length) {
        fputs("moves:", stdout);
        write_path(walk, NULL);
        putchar('\n');
    }
    return status;
}

static enum status check(const struct arguments *arguments, const struct position *level)
{
    int64_t limit = NODES;
    struct error error;
    if (!arguments_number(arguments, "nodes", 1, INT64_C(1000000000000), &limit, &error))
        return command_refuse(arguments, "%s", error.text);
    struct walk walk = {.level = level, .limit = (uint64_t)limit, .room = 1 << 12};
    walk.sum = sum_of(level, level->now);
    if (walk.sum > DEPTH)
        return command_fail(arguments, "%s: well formed; a sum of %d is too much to search",
                            level->source, (int)walk.sum);
    walk.seen = command_memory(walk.room * sizeof *walk.seen);
    walk.path = command_memory(((size_t)walk.sum + 2) * sizeof *walk.path);
    walk.best = command_memory(((size_t)walk.sum + 2) * sizeof *walk.best);
    interrupt_watch();
    struct progress progress;
    progress_begin(&progress, "positions", (uint64_t)limit, arguments->quiet);
    uint64_t started = clock_microseconds();
    walk_all(&walk, &progress);
    progress_end(&progress);
    if (atomic_load(&interrupt_raised))
        fputs("stopped; nothing was saved, the same command begins again\n", stderr);
    enum status status = report(arguments, &walk, (double)(clock_microseconds() - started) / 1e6);
    free(walk.seen);
    free(walk.path);
    free(walk.best);
    return status;
}

static enum status show(const struct arguments *arguments, const struct position *level)
{
    struct text text;
    text_init(&text, NULL, 0);
    level->game->level_write(level->level, &text);
    size_t size = text.length + 1;
    char *written = command_memory(size);
    text_init(&text, written, size);
    level->game->level_write(level->level, &text);
    if (arguments->json) {
        struct json json;
        json_begin(&json, stdout);
        json_text(&json, "level", level->source);
        json_integer(&json, "sum", sum_of(level, level->now));
        json_text(&json, "text", written);
        json_end(&json);
    } else {
        if (!arguments->quiet) {
            terminal_show(stdout, level->game, &level->setup, level->now, false);
            putchar('\n');
        }
        fputs(written, stdout);
    }
    free(written);
    return STATUS_DONE;
}

/* The game that is played on levels; the words carry no name of a game. */
static const struct game *level_game(void)
{
    for (int i = 0; i < game_count; i++)
        if (games[i]->level_read)
            return games[i];
    return NULL;
}

static enum status run(const struct arguments *arguments)
{
    static const struct {
        const char *name;
        enum status (*run)(const struct arguments *arguments, const struct position *level);
    } actions[] = {{"check", check}, {"show", show}};
    const char *const names[] = {"check", "show", NULL};
    const struct game *game = level_game();
    if (!game)
        return command_refuse(arguments, "there is no game with levels");
    const char *typed = arguments->word[0];
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        if (strcmp(typed, actions[i].name) != 0)
            continue;
        struct arguments named = *arguments; /* the first word stands for the game */
        named.word[0] = game->name;
        struct position level;
        struct error error;
        if (!position_read(&level, &named, 0, 1, &error))
            return command_refuse(arguments, "%s", error.text);
        enum status status = actions[i].run(arguments, &level);
        position_free(&level);
        return status;
    }
    const char *nearest = arguments_nearest(typed, names);
    return command_refuse(arguments, "no action \"%.*s\"; %s%s",
                          text_printable(typed, strlen(typed), 24), typed,
                          nearest ? "did you mean level " : "there are level check and level show",
                          nearest ? nearest : "");
}

static const struct command_option options[] = {
    {"nodes", "NUMBER", "positions that check looks at before it gives up (5000000)"},
    {0},
};

extern const struct command command_level;

const struct command command_level = {
    .name = "level",
    .usage = "check|show LEVEL",
    .summary = "checks and shows the levels of puzzles",
    .examples = "  potez level check my.lvl\n"
                "  potez level show my.lvl\n"
                "  potez level check - < my.lvl\n",
    .text = "check says whether the file is well formed (status 2 when it is not) and whether\n"
            "zero can be reached: status 0 when it can, 1 when it is proved that it cannot,\n"
            "3 when the limit was reached before that was known.\n",
    .options = options,
    .takes = COMMAND_TAKES_GAME,
    .least = 2,
    .most = 3,
    .run = run,
};
