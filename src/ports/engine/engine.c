#include "ports/engine/engine.h"

#include "base/clock.h"
#include "lab/outside.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES = 4096, MEMORY = 64 << 20, NODES = 2000000 };

void engine_say(struct engine *engine, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    pthread_mutex_lock(&engine->writing);
    vfprintf(engine->out, format, list);
    fputc('\n', engine->out);
    fflush(engine->out);
    pthread_mutex_unlock(&engine->writing);
    va_end(list);
}

/* ---- thinking ---- */

static void *thread_main(void *argument)
{
    struct engine *engine = argument;
    engine->work(engine);
    return NULL;
}

void engine_think(struct engine *engine, const struct mind_limits *limits,
                  void (*work)(struct engine *engine))
{
    engine_stop(engine);
    atomic_store(&engine->stop, false);
    engine->limits = *limits;
    if (engine->nodes_most && (!engine->limits.nodes || engine->limits.nodes > engine->nodes_most))
        engine->limits.nodes = engine->nodes_most;
    engine->work = work;
    engine->started = clock_microseconds();
    if (engine->together) {
        atomic_store(&engine->stop, engine->infinite);
        work(engine);
        return;
    }
    engine->thinking = pthread_create(&engine->thread, NULL, thread_main, engine) == 0;
    if (!engine->thinking)
        work(engine); /* no thread: the answer comes all the same */
}

void engine_wait(struct engine *engine)
{
    if (engine->thinking)
        pthread_join(engine->thread, NULL);
    engine->thinking = false;
}

void engine_stop(struct engine *engine)
{
    atomic_store(&engine->stop, true);
    engine_wait(engine);
}

struct mind_task engine_task(struct engine *engine)
{
    struct session *session = &engine->session;
    struct mind_task task = {
        .game = engine->game,
        .setup = &session->setup,
        .position = session_position(session),
        .start = session->positions,
        .moves = session->moves,
        .move_count = session->at,
        .limits = engine->limits,
        .random = &engine->random,
        .stop = &engine->stop,
        .no_book = engine->no_book,
        .listener = engine,
    };
    task.earlier = session_earlier(session, &task.earlier_count);
    return task;
}

bool engine_ask(struct engine *engine, const struct mind_task *task, struct mind_answer *answer)
{
    struct error error;
    if (!engine->thinker_open) {
        engine->thinker_open = think_open(&engine->thinker, engine->together ? 1 : engine->threads,
                                          engine->table_bytes, &error);
        if (!engine->thinker_open)
            return false;
    }
    return engine->mind && think_ask(&engine->thinker, &engine->player, task, answer, &error);
}

static int choice_order(const void *a, const void *b)
{
    const struct engine_choice *x = a, *y = b;
    return x->score != y->score ? (x->score > y->score ? -1 : 1) : (int)x->move - (int)y->move;
}

/* What the move leads to, seen by the side that makes it. */
static bool weigh(struct engine *engine, void *child, int depth, struct engine_choice *choice)
{
    const struct game *game = engine->game;
    const struct game_setup *setup = &engine->session.setup;
    struct game_result result;
    int side = session_side(&engine->session);
    memcpy(child, session_position(&engine->session), engine->session.position_size);
    game->play(setup, child, choice->move);
    choice->line[0] = choice->move;
    choice->line_length = 1;
    if (game->result(setup, child, &result)) {
        choice->score = 100 * (side == 0 ? result.score : -result.score);
        choice->exact = true;
        return true;
    }
    struct mind_task task = engine_task(engine);
    struct mind_answer answer;
    task.position = child;
    task.earlier_count = 0;
    task.start = NULL;
    task.limits.depth = depth > 1 ? depth - 1 : 1;
    task.no_book = true; /* asked for depth after depth: the book would say the same each time */
    if (!engine_ask(engine, &task, &answer))
        return false;
    bool turned = game->side_to_move(setup, child) != side;
    choice->score = turned ? -answer.score : answer.score;
    choice->exact = answer.exact;
    choice->nodes = answer.nodes;
    for (int i = 0; i < answer.line_length && choice->line_length < MIND_LINE_MAX; i++)
        choice->line[choice->line_length++] = answer.line[i];
    return true;
}

int engine_rank(struct engine *engine, int depth, struct engine_choice *choices)
{
    uint32_t moves[GAME_MOVES_MAX];
    int count = session_moves(&engine->session, moves), done = 0;
    void *child = malloc(engine->session.position_size);
    while (child && done < count) {
        memset(&choices[done], 0, sizeof choices[done]);
        choices[done].move = moves[done];
        if (!weigh(engine, child, depth, &choices[done]) || atomic_load(&engine->stop))
            break;
        done++;
    }
    free(child);
    qsort(choices, (size_t)done, sizeof *choices, choice_order);
    return done;
}

/* ---- texts ---- */

const char *engine_move_text(const struct engine *engine, const void *position, uint32_t move,
                             char buffer[GAME_MOVE_TEXT])
{
    struct text text;
    text_init(&text, buffer, GAME_MOVE_TEXT);
    if (move == GAME_NO_MOVE)
        text_add(&text, "none");
    else
        engine->game->move_write(&engine->session.setup, position, move, &text);
    return buffer;
}

void engine_line_text(const struct engine *engine, const struct mind_answer *answer,
                      const char *between, struct text *text)
{
    const struct session *session = &engine->session;
    void *at = malloc(session->position_size);
    if (!at)
        return;
    memcpy(at, session_position(session), session->position_size);
    for (int i = 0; i < answer->line_length && i < MIND_LINE_MAX; i++) {
        char move[GAME_MOVE_TEXT];
        if (!game_is_legal(engine->game, &session->setup, at, answer->line[i]))
            break;
        if (i)
            text_add(text, between);
        text_add(text, engine_move_text(engine, at, answer->line[i], move));
        engine->game->play(&session->setup, at, answer->line[i]);
    }
    free(at);
}

/* ---- the game ---- */

bool engine_restart(struct engine *engine, const void *position, struct error *error)
{
    int plies = PLIES;
    while (plies > 256 && session_bytes(engine->game, &engine->setup, plies) > MEMORY)
        plies /= 2;
    size_t bytes = session_bytes(engine->game, &engine->setup, plies);
    void *memory = calloc(1, bytes);
    if (!memory)
        return error_machine(error, "out of memory");
    session_start(&engine->session, engine->game, &engine->setup, position, memory, bytes);
    free(engine->memory);
    engine->memory = memory;
    return true;
}

bool engine_set_game(struct engine *engine, const struct game *game, const struct game_setup *setup,
                     void *level, struct error *error)
{
    bool other = game != engine->game;
    free(engine->level);
    engine->game = game;
    engine->setup = *setup;
    engine->level = level;
    engine->mind = mind_of(game);
    if (other && engine->mind &&
        !player_read(engine->mind, engine->mind->best, &engine->player, error))
        return false;
    if (engine->thinker_open)
        think_forget(&engine->thinker);
    return engine_restart(engine, NULL, error);
}

bool engine_open(struct engine *engine, const struct engine_protocol *protocol,
                 const struct game *game, FILE *out, int threads, size_t table_bytes,
                 struct error *error)
{
    struct game_setup setup;
    *engine = (struct engine){
        .protocol = protocol,
        .out = out,
        .threads = threads,
        .table_bytes = table_bytes,
        .standard = {.nodes = NODES},
    };
    pthread_mutex_init(&engine->writing, NULL);
    random_seed(&engine->random, 1);
    game_setup_default(game, &setup);
    if (!engine_set_game(engine, game, &setup, NULL, error))
        return false;
    if (protocol->begin)
        protocol->begin(engine);
    return true;
}

void engine_close(struct engine *engine)
{
    engine_stop(engine);
    if (engine->thinker_open)
        think_close(&engine->thinker);
    free(engine->memory);
    free(engine->level);
    pthread_mutex_destroy(&engine->writing);
}

void engine_line(struct engine *engine, const char *line, size_t length)
{
    while (length && text_is_space(line[length - 1]))
        length--;
    while (length && text_is_space(*line)) {
        line++;
        length--;
    }
    engine->protocol->line(engine, line, length);
}
