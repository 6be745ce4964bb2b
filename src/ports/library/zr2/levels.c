/* Levels: reading, solving, judging, rating and making them, each as one JSON object or as the
   level's text. */
#include "lab/json_text.h"
#include "minds/zr2/generate.h"
#include "minds/zr2/tell_level.h"
#include "ports/library/inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RATE_WALKS = 3, PART = 1000000 }; /* microseconds for a part of a judgement */

#define MEMORY ((size_t)64 << 20) /* proves nearly all levels; a game's table may ask for more */

static char *json_end(struct json_text *text)
{
    char *object = json_text_end(text);
    if (!object)
        error_machine(library_errors(), "out of memory for what was found");
    return object;
}

/* -------- reading -------- */

static void tell_level(struct json_out *json, const struct zr2_level *level)
{
    int teleporters = 0, increasers = 0;
    char warning[256] = "";
    struct text text;
    text_init(&text, warning, sizeof warning);
    zr2_level_warning(level, &text);
    for (int32_t i = 0; i < level->cells; i++) {
        const struct zr2_cell *cell = zr2_level_cell(level, i);
        teleporters += (cell->type & ZR2_TYPE_TELEPORTER) != 0;
        increasers += (cell->type & ZR2_TYPE_INCREASER) != 0;
    }
    json_out_text(json, "name", level->name);
    json_out_open(json, "size", '[');
    for (int32_t i = 0; i < level->dimensions; i++)
        json_out_integer(json, NULL, level->size[i]);
    json_out_close(json);
    json_out_integer(json, "cells", level->cells);
    json_out_integer(json, "sum", level->sum);
    json_out_integer(json, "target", level->target);
    json_out_integer(json, "start", level->start);
    json_out_integer(json, "teleporters", teleporters);
    json_out_integer(json, "increasers", increasers);
    json_out_text(json, "warning", warning[0] ? warning : NULL);
}

char *potez_level_read(const char *level)
{
    struct opened opened;
    struct json_text text;
    char *object = NULL;
    if (!library_given(level, "a level"))
        return NULL;
    opened_begin(&opened, &game_zr2);
    if (opened_level(&opened, level, strlen(level), library_errors())) {
        tell_level(json_text_begin(&text), opened.level);
        object = json_end(&text);
    }
    opened_close(&opened);
    return object;
}

/* -------- work on a level -------- */

struct library_level {
    struct potez_question question;
    struct zr2_solve_task task;
    struct library_watch *watch;
    potez *game;
};

static void heard(void *listener, const struct zr2_solution *solution)
{
    struct library_level *work = listener;
    (void)solution;
    if (work->question.progress && !work->question.progress(work->question.listener, NULL))
        potez_stop(work->game);
}

static void heard_judging(void *listener, const struct zr2_judgement *judgement)
{
    heard(listener, &judgement->solution);
}

static bool work_begin(struct library_level *work, potez *game, const struct potez_question *given)
{
    *work = (struct library_level){.game = game};
    if (!library_given(game, "a game") || !library_question(given, &work->question))
        return false;
    if (game->opened.game != &game_zr2)
        return error_set(library_errors(), "%s has no levels", game->opened.game->name);
    size_t least = zr2_solve_memory(game->opened.level);
    size_t bytes = game->settings.table > MEMORY ? game->settings.table : MEMORY;
    bytes = bytes > least ? bytes : least;
    work->task = (struct zr2_solve_task){
        .level = game->opened.level,
        .board = session_position(game->opened.session),
        .closed = ZR2_NO_CELL,
        .memory = heap_take(library_heap(game), bytes),
        .bytes = bytes,
        .microseconds = (uint64_t)ceil(work->question.seconds * 1e6),
        .nodes = work->question.nodes,
        .stop = &game->stop,
        .seed = 1,
        .report = heard,
        .listener = work,
    };
    if (!work->task.memory)
        return error_machine(library_errors(), "out of memory for a solver");
    work->watch = library_watch_begin(library_heap(game), work->question.stop,
                                      work->question.listener, &game->stop);
    return true;
}

static void work_end(struct library_level *work)
{
    library_watch_end(work->watch);
    potez_resume(work->game);
    heap_give(library_heap(work->game), work->task.memory);
}

char *potez_level_solve(potez *game, const struct potez_question *question)
{
    struct library_level work;
    struct zr2_solution solution;
    struct json_text text;
    if (!work_begin(&work, game, question))
        return NULL;
    zr2_solve(&work.task, &solution);
    tell_level_solution(json_text_begin(&text), &work.task, &solution);
    work_end(&work);
    return json_end(&text);
}

char *potez_level_check(potez *game, const struct potez_question *question)
{
    struct library_level work;
    struct zr2_judgement judgement;
    struct json_text text;
    if (!work_begin(&work, game, question))
        return NULL;
    zr2_judge(&work.task, PART, &judgement, heard_judging, &work);
    tell_level_judgement(json_text_begin(&text), &work.task, &judgement);
    work_end(&work);
    return json_end(&text);
}

char *potez_level_rate(potez *game, const struct potez_question *question)
{
    struct library_level work;
    struct zr2_solution solution;
    struct zr2_rating rating;
    struct json_text text;
    char *object = NULL;
    if (!work_begin(&work, game, question))
        return NULL;
    zr2_solve(&work.task, &solution);
    if (solution.proved) {
        work.task.nodes = 0; /* as many for each question as it takes by default */
        zr2_rate(&work.task, solution.points, RATE_WALKS, &rating);
        tell_level_rating(json_text_begin(&text), &rating);
        object = json_end(&text);
    } else {
        error_set(library_errors(), "not solved within the limits: %d to %d points",
                  (int)solution.points, (int)solution.bound);
    }
    work_end(&work);
    return object;
}

/* -------- making one -------- */

/* All that the caller's struct has of ours; what an older one lacks is 0. */
static bool take_wish(const struct potez_wish *given, struct potez_wish *own)
{
    *own = (struct potez_wish){.size = sizeof *own};
    if (given && !library_sized(given->size, sizeof given->size, "potez_wish"))
        return false;
    if (given)
        memcpy(own, given, given->size < sizeof *own ? given->size : sizeof *own);
    return true;
}

static bool read_wish(const struct potez_wish *own, struct zr2_wish *wish)
{
    const char *sizes = own->sizes ? own->sizes : "6x6";
    if (!(own->seconds >= 0 && own->seconds <= 1e9))
        return error_set(library_errors(), "a wish: expected seconds of 0 or more");
    *wish = (struct zr2_wish){0};
    if (!zr2_wish_sizes(sizes, strlen(sizes), wish, library_errors()))
        return false;
    wish->teleporters = own->teleporters;
    wish->increasers = own->increasers;
    wish->difficulty = own->difficulty;
    wish->symmetric = own->symmetric;
    wish->seed = own->seed ? own->seed : 1;
    wish->microseconds = (uint64_t)ceil(own->seconds * 1e6);
    wish->name = own->name ? own->name : "generated";
    return zr2_wish_check(wish, library_errors());
}

/* Whether a level was made, into room for its text. */
static bool make_level(const struct potez_wish *own, const struct zr2_wish *wish, void *memory,
                       size_t bytes, struct text *text)
{
    struct zr2_rating rating;
    atomic_bool stop = false;
    struct library_watch *watch = library_watch_begin(NULL, own->stop, own->listener, &stop);
    bool made = zr2_generate(wish, memory, bytes, &stop, text, &rating) && text_fits(text);
    library_watch_end(watch);
    if (!made)
        error_set(library_errors(), "%s",
                  atomic_load(&stop) ? "stopped before such a level was found"
                                     : "no such level was found; try another seed or more seconds");
    return made;
}

char *potez_level_generate(const struct potez_wish *given)
{
    struct potez_wish own;
    struct zr2_wish wish;
    struct text text;
    if (!take_wish(given, &own) || !read_wish(&own, &wish))
        return NULL;
    size_t bytes = zr2_generate_memory(&wish), room = zr2_generate_text(&wish);
    void *memory = malloc(bytes);
    char *level = malloc(room);
    bool there = memory && level;
    if (there)
        text_init(&text, level, room);
    else
        error_machine(library_errors(), "out of memory for making a level");
    bool made = there && make_level(&own, &wish, memory, bytes, &text);
    free(memory);
    if (made)
        return level;
    free(level);
    return NULL;
}
