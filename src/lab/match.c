/* A match as units of work for a cluster (lab/cluster.h): one unit is one game.

   Games finish in any order, on any thread or rank, but are delivered to the listener in the
   order of their numbers: a finished game waits in its record until all games before it are
   done. This makes the stopping rule of a sequential test see the same sequence on one thread
   and on a hundred. A game's random numbers follow from the seed and its number, and its tables
   start empty, so the result of a match depends on nothing else, time limits aside.

   Both games of a pair share their opening and the players change sides, which cancels most of
   the luck of the opening; statistics count pairs (lab/sprt.h, lab/rating.h). */
#include "lab/match.h"

#include "base/clock.h"
#include "lab/cluster.h"
#include "lab/inquire.h"
#include "lab/learned.h"
#include "lab/match_judge.h"
#include "lab/outside.h"
#include <stdlib.h>
#include <string.h>

enum { PLIES_MAX = 4000, OPENING_TRIES = 64 };

/* A game that was played but not yet handed out. */
struct match_game_record {
    bool done;
    struct match_game game;
};

struct match {
    const struct match_plan *plan;
    int plies_max;
    struct board *boards; /* by thread */
    int next;             /* game to be begun */
    int delivered;        /* games handed to the listener */
    bool failed, ended;
    struct match_game_record *records;
    struct match_score score;
    struct error error;
};

/* What a thread plays with. */
struct board {
    struct match *match;
    bool ready;
    const atomic_bool *stop; /* what thinking looks at */
    const atomic_bool *ended;
    struct thinker thinkers[2]; /* A's, B's */
    struct session *session;
    size_t session_room;
    struct inquiry inquiry;
    void *inquiry_memory;
    struct match_judge judge;
    int64_t left[2]; /* of the time of A, of B, where they have clocks */
};

static bool stopped(const struct board *board)
{
    return atomic_load_explicit(board->stop, memory_order_relaxed) ||
           atomic_load_explicit(board->ended, memory_order_relaxed);
}

static void restart(struct board *board)
{
    const struct match_plan *plan = board->match->plan;
    session_start(plan->game, plan->setup, plan->start, board->session, board->session_room);
}

/* Random plies that do not end the game; fewer when the game is always over before. */
static void open_randomly(struct board *board, struct random *random)
{
    for (int plies = board->match->plan->opening_plies; plies > 0; plies--)
        for (int try = 0; try < OPENING_TRIES; try++) {
            restart(board);
            uint32_t moves[GAME_MOVES_MAX];
            while (session_ply(board->session) < plies) {
                int count = session_moves(board->session, moves);
                if (count == 0)
                    break;
                session_play(board->session, moves[random_below(random, (uint32_t)count)], NULL);
            }
            if (!session_over(board->session, NULL, NULL))
                return;
        }
    restart(board);
}

static void open_game(struct board *board, int number)
{
    const struct match_plan *plan = board->match->plan;
    restart(board);
    if (plan->opening_count) {
        const struct match_opening *opening = &plan->openings[number / 2 % plan->opening_count];
        for (int i = 0; i < opening->count && i < board->match->plies_max; i++)
            session_play(board->session, opening->moves[i], NULL);
        return;
    }
    struct random random;
    random_split(&random, hash_mix(plan->seed), (uint64_t)(number / 2));
    open_randomly(board, &random);
}

static struct mind_limits limits_of(const struct match_plan *plan, bool a)
{
    const struct mind_limits *own = &plan->own_limits[a ? 0 : 1];
    return own->microseconds || own->nodes || own->depth ? *own : plan->limits;
}

/* A share of the time that is left, for a player that takes a limit of time. */
static struct mind_limits limits_now(const struct board *board, bool a)
{
    const struct match_plan *plan = board->match->plan;
    const struct match_clock *clock = &plan->clocks[a ? 0 : 1];
    struct inquiry_terms terms = {.clock_left = board->left[a ? 0 : 1],
                                  .clock_increment = clock->increment,
                                  .session = board->session};
    struct player player = a ? plan->a : plan->b;
    struct mind_limits limits;
    if (!clock->left)
        return limits_of(plan, a);
    if (player_is_fixed(&player) || !inquiry_limits(INQUIRY_MOVE, &player, &terms, &limits, NULL))
        return (struct mind_limits){0};
    return limits;
}

/* Charges a player for its move; false when its time has run out. */
static bool charge(struct board *board, bool a, uint64_t began)
{
    const struct match_clock *clock = &board->match->plan->clocks[a ? 0 : 1];
    int64_t *left = &board->left[a ? 0 : 1];
    if (!clock->left)
        return true;
    *left -= (int64_t)(clock_microseconds() - began);
    bool good = *left > 0;
    *left += clock->increment;
    return good;
}

/* False when the game was given up. */
static bool ask(struct board *board, bool a_moves, struct random *random, struct error *error)
{
    const struct match_plan *plan = board->match->plan;
    struct inquiry *inquiry = &board->inquiry;
    struct inquiry_question question = {
        .kind = INQUIRY_MOVE,
        .session = board->session,
        .player = a_moves ? plan->a : plan->b,
        .limits = limits_now(board, a_moves),
        .random = random,
        .stop = board->stop,
        .databases = plan->databases,
        .searcher = inquire_searcher(&board->thinkers[a_moves ? 0 : 1]),
    };
    if (!inquiry_begin(inquiry, &question, board->inquiry_memory, error) ||
        !inquiry_run(inquiry, error) || stopped(board))
        return false;
    return session_play(board->session, inquiry->answer.move, NULL) ||
           error_set(error, "player %s gave a move that is not legal",
                     a_moves ? plan->a.name : plan->b.name);
}

/* A program that failed has lost; anything else that fails ends the match. */
static bool is_fault(const struct board *board, bool a_moves, const struct error *error)
{
    const struct match_plan *plan = board->match->plan;
    return error->text[0] && !stopped(board) && outside_is(a_moves ? &plan->a : &plan->b);
}

/* One move. Says how the game ended with it, if it did not end by the rules; false when the game
   was given up. */
static bool play_move(struct board *board, struct match_game *game, struct random *random,
                      bool *ended, struct game_result *result, struct error *error)
{
    bool first_moves = session_side(board->session) == 0;
    bool a_moves = first_moves == game->a_first;
    uint64_t began = clock_microseconds();
    *ended = true;
    *result = (struct game_result){.half_points = first_moves ? 0 : 2}; /* for the one to move */
    if (!ask(board, a_moves, random, error)) {
        game->end = MATCH_END_FAULT;
        return is_fault(board, a_moves, error);
    }
    if (!charge(board, a_moves, began)) {
        game->end = MATCH_END_TIME;
        return true;
    }
    *ended = match_judge_move(&board->judge, board->session, first_moves ? 0 : 1,
                              &board->inquiry.answer, board->stop, result);
    if (*ended && session_over(board->session, NULL, NULL))
        *ended = false; /* the rules say it themselves */
    if (*ended)
        game->end = MATCH_END_JUDGED;
    return true;
}

static void begin_game(struct board *board, int number, struct match_game *game)
{
    const struct match_plan *plan = board->match->plan;
    think_forget(&board->thinkers[0]);
    think_forget(&board->thinkers[1]);
    match_judge_begin(&board->judge, plan);
    for (int i = 0; i < 2; i++)
        board->left[i] = plan->clocks[i].left;
    open_game(board, number);
    *game = (struct match_game){
        .number = number, .a_first = number % 2 == 0, .opening = session_ply(board->session)};
}

/* False when the game was given up. */
static bool play_game(struct board *board, int number, struct match_game *game, struct error *error)
{
    struct random random;
    struct game_result result = {.half_points = 1};
    bool drawn = false, ended = false;
    random_split(&random, board->match->plan->seed, (uint64_t)number);
    begin_game(board, number, game);
    while (!ended && !session_over(board->session, &result, &drawn)) {
        if (session_ply(board->session) >= board->match->plies_max) {
            game->end = MATCH_END_LENGTH;
            result = (struct game_result){.half_points = 1};
            break;
        }
        if (!play_move(board, game, &random, &ended, &result, error))
            return false;
    }
    if (drawn)
        game->end = MATCH_END_REPETITION;
    game->half_points = game->a_first ? result.half_points : (int8_t)(2 - result.half_points);
    game->plies = session_ply(board->session);
    return true;
}

static void count_game(struct match *match, const struct match_game *game)
{
    int partner = game->number % 2 ? match->records[game->number - 1].game.half_points : 0;
    match_score_add(&match->score, game->number, game->half_points, partner);
}

static void release(struct match_game *game)
{
    if (!game->known) {
        free((void *)game->moves);
        free((void *)game->fault);
    }
    game->moves = NULL;
    game->fault = NULL;
}

/* Hands out what is next in the order of numbers. */
static void deliver(struct match *match)
{
    const struct match_plan *plan = match->plan;
    while (!match->ended && match->delivered < plan->games) {
        struct match_game_record *record = &match->records[match->delivered];
        if (!record->done)
            return;
        match->delivered++;
        count_game(match, &record->game);
        if (plan->finished && !plan->finished(plan->listener, &record->game, &match->score))
            match->ended = true;
        release(&record->game);
    }
}

/* -------- a game as a unit of work -------- */

/* What travels: this, the moves, and the sentence on a failure with its zero byte. */
struct outcome {
    int32_t opening, plies;
    int8_t half_points;
    uint8_t end;
    bool failed; /* not a game but a failure of the machine */
    uint8_t padding;
};

static size_t outcome_bytes(const struct match *match)
{
    return sizeof(struct outcome) + ((size_t)match->plies_max + 1) * sizeof(uint32_t) +
           sizeof(struct error);
}

static size_t outcome_write(const struct board *board, const struct match_game *game, bool played,
                            const struct error *error, char *bytes)
{
    struct outcome outcome = {.failed = !played};
    if (played)
        outcome = (struct outcome){game->opening,      game->plies, game->half_points,
                                   (uint8_t)game->end, false,       0};
    size_t length = sizeof outcome, moves = (size_t)outcome.plies * sizeof(uint32_t);
    size_t text = strlen(error->text) + 1;
    memcpy(bytes, &outcome, length);
    if (moves)
        memcpy(bytes + length, session_move_list(board->session), moves);
    memcpy(bytes + length + moves, error->text, text);
    return length + moves + text;
}

static bool board_open(struct board *board, struct error *error)
{
    const struct match_plan *plan = board->match->plan;
    board->session_room = session_bytes(plan->game, plan->setup, board->match->plies_max + 1);
    board->session = calloc(1, board->session_room);
    if (!board->session)
        return error_machine(error, "out of memory");
    restart(board);
    struct inquiry_question question = {.kind = INQUIRY_MOVE, .session = board->session};
    board->inquiry_memory = aligned_alloc(64, inquiry_bytes(&question));
    if (!board->inquiry_memory)
        return error_machine(error, "out of memory");
    if (!learned_prepare(mind_of(plan->game), error)) /* not on a player's time */
        return false;
    int workers = plan->workers > 1 ? plan->workers : 1;
    board->ready = think_open(&board->thinkers[0], workers, plan->table_bytes, error) &&
                   think_open(&board->thinkers[1], workers, plan->table_bytes, error);
    return board->ready;
}

static void board_close(struct board *board)
{
    think_close(&board->thinkers[0]);
    think_close(&board->thinkers[1]);
    match_judge_close(&board->judge);
    free(board->session);
    free(board->inquiry_memory);
}

static size_t run(void *context, int worker, int number, const atomic_bool *stop, void *result)
{
    struct match *match = context;
    struct board *board = &match->boards[worker];
    struct match_game game;
    struct error error = {.text = ""};
    board->match = match;
    board->stop = match->plan->stop && cluster_leads() ? match->plan->stop : stop;
    board->ended = stop;
    bool played =
        (board->ready || board_open(board, &error)) && play_game(board, number, &game, &error);
    return outcome_write(board, &game, played, &error, result);
}

static bool fail(struct match *match, const char *reason)
{
    match->failed = true;
    return error_set(&match->error, "%s", reason);
}

/* Takes a game over from its bytes; false ends the match. */
static bool take(void *context, int number, const void *result, size_t bytes)
{
    struct match *match = context;
    const struct match_plan *plan = match->plan;
    struct outcome outcome;
    const char *at = (const char *)result + sizeof outcome;
    memcpy(&outcome, result, sizeof outcome);
    (void)bytes;
    size_t length = (size_t)outcome.plies * sizeof(uint32_t);
    if (outcome.failed)
        return fail(match, at + length);
    uint32_t *moves = malloc(length + sizeof *moves);
    bool faulty = outcome.end == MATCH_END_FAULT;
    char *fault = faulty ? strdup(at + length) : NULL;
    if (moves)
        memcpy(moves, at, length);
    struct match_game_record *record = &match->records[number];
    record->game = (struct match_game){.number = number,
                                       .a_first = number % 2 == 0,
                                       .half_points = outcome.half_points,
                                       .end = (enum match_end)outcome.end,
                                       .opening = outcome.opening,
                                       .plies = outcome.plies,
                                       .moves = moves,
                                       .fault = fault};
    if (!moves || (faulty && !fault)) {
        match->failed = true;
        return error_machine(&match->error, "out of memory for the moves of a game");
    }
    if (plan->kept && !plan->kept(plan->listener, &record->game, &match->error)) {
        match->failed = true;
        return false;
    }
    record->done = true;
    deliver(match);
    return !match->ended;
}

static int next(void *context)
{
    struct match *match = context;
    while (match->next < match->plan->games && match->records[match->next].done)
        match->next++;
    return match->next < match->plan->games && !match->ended ? match->next++ : CLUSTER_NONE;
}

/* The games that need not be played. */
static void take_known(struct match *match)
{
    const struct match_plan *plan = match->plan;
    for (int i = 0; i < plan->known_count; i++) {
        int number = plan->known[i].number;
        if (number < 0 || number >= plan->games)
            continue;
        match->records[number] = (struct match_game_record){true, plan->known[i]};
        match->records[number].game.known = true;
    }
    deliver(match);
}

/* Rank 0's verdict is everyone's. */
static bool agree(struct match *match)
{
    struct {
        struct match_score score;
        bool failed;
    } verdict = {match->score, match->failed};
    if (!cluster_share(&verdict, sizeof verdict))
        return false;
    match->score = verdict.score;
    match->failed = verdict.failed;
    return true;
}

bool match_play(const struct match_plan *plan, struct match_score *score, struct error *error)
{
    struct match match = {
        .plan = plan,
        .plies_max = plan->plies_max ? plan->plies_max : PLIES_MAX,
    };
    *score = match.score;
    if (plan->games <= 0)
        return true;
    int threads = plan->threads < plan->games ? plan->threads : plan->games;
    match.records = calloc((size_t)plan->games, sizeof *match.records);
    match.boards = calloc((size_t)threads, sizeof *match.boards);
    bool good = match.records && match.boards && plan->opening_plies >= 0;
    if (!good)
        error_machine(error, "no memory for %d games", plan->games);
    if (good) {
        struct cluster_work work = {
            .units = plan->games,
            .threads = threads,
            .result_bytes = outcome_bytes(&match),
            .run = run,
            .take = take,
            .next = next,
            .context = &match,
            .stop = plan->stop,
        };
        take_known(&match);
        good = cluster_work(&work, &match.error) || !match.error.text[0] || match.failed;
        good = good && agree(&match) && !match.failed;
        if (!good && error)
            *error = match.error;
    }
    for (int i = 0; match.boards && i < threads; i++)
        board_close(&match.boards[i]);
    for (int i = 0; match.records && i < plan->games; i++)
        release(&match.records[i].game);
    free(match.records);
    free(match.boards);
    *score = match.score;
    return good;
}

int match_opening_plies(const struct game *game, const struct game_setup *setup, const void *start)
{
    enum { MOST = 8, ENOUGH = 1000 };
    void *memory = malloc(game->position_size(setup) * (MOST + 1));
    int plies = 2;
    if (!memory)
        return -1;
    while (plies < MOST && game_perft(game, setup, start, plies, memory) < ENOUGH)
        plies += 2;
    free(memory);
    return plies;
}
