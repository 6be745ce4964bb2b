/* One puzzle after the other; lab/puzzle_make.h says in which order.

   A candidate is reached by a game in which the set's player moves, and every third move or so is
   random: positions such as people get into, none of them twice. Proving is what costs time, so a
   candidate first gets the checks that cost nothing (symmetry, number of moves). A puzzle that was
   interrupted half way is begun again on resuming: `tried` only moves on with a puzzle that was
   made. */
#include "lab/puzzle_make.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOTS = 3,           /* one move in this many is random */
    PATIENCE = 250,     /* candidates that are tried for a hard one before an easier one will do */
    CANDIDATES = 20000, /* without any puzzle: there are none */
    SOLUTIONS = 1,
    RATE_NODES = 100000,
};

bool puzzle_maker_open(struct puzzle_maker *maker, const struct game *game, uint64_t seed,
                       const atomic_bool *stop, struct error *error)
{
    memset(maker, 0, sizeof *maker);
    if (!puzzle_prover_open(&maker->prover, game, error))
        return false;
    game_setup_default(game, &maker->setup);
    maker->seed = seed;
    maker->stop = maker->prover.stop = stop;
    maker->made = calloc(PUZZLE_COUNT_MAX, sizeof *maker->made);
    maker->keys = calloc(PUZZLE_COUNT_MAX, sizeof *maker->keys);
    maker->spare = calloc(1, sizeof *maker->spare);
    if (maker->made && maker->keys && maker->spare)
        return true;
    puzzle_maker_close(maker);
    return error_machine(error, "not enough memory for making puzzles");
}

void puzzle_maker_close(struct puzzle_maker *maker)
{
    puzzle_prover_close(&maker->prover);
    free(maker->made);
    free(maker->keys);
    free(maker->spare);
}

static bool stopped(const struct puzzle_maker *maker)
{
    return maker->stop && atomic_load_explicit(maker->stop, memory_order_relaxed);
}

bool puzzle_maker_resume(struct puzzle_maker *maker, const char *text, size_t length,
                         struct error *error)
{
    struct puzzle_file file;
    if (!puzzle_file_begin(&file, text, length, error))
        return false;
    if (file.game != maker->prover.game || file.seed != maker->seed)
        return error_set(error, "the file was made for %s with --seed %llu", file.game->name,
                         (unsigned long long)file.seed);
    while (maker->count < PUZZLE_COUNT_MAX &&
           puzzle_next(&file, &maker->made[maker->count], error)) {
        maker->keys[maker->count] = puzzle_key(&maker->made[maker->count]);
        maker->count++;
    }
    maker->tried = file.tried;
    return !file.failed;
}

static bool ask(struct puzzle_prover *prover, const struct puzzle *puzzle,
                const struct player *player, struct mind_answer *answer)
{
    struct mind_task task = {
        .game = puzzle->game,
        .setup = &puzzle->setup,
        .position = puzzle->position,
        .stop = prover->stop,
        .no_book = true,
        .no_databases = true,
    };
    struct error error = {.machine = false};
    bool told = think_ask(&prover->looker, player, &task, answer, &error);
    prover->starved |= !told && error.machine;
    return told && !(prover->stop && atomic_load_explicit(prover->stop, memory_order_relaxed));
}

static int bits_of(uint64_t number)
{
    int bits = 0;
    while (number >> bits)
        bits++;
    return bits;
}

bool puzzle_is_deep(const struct puzzle *puzzle)
{
    return puzzle->depth == 0 || puzzle->depth > PUZZLE_SHALLOW;
}

bool puzzle_rate(struct puzzle_prover *prover, struct puzzle *puzzle)
{
    struct player player;
    uint64_t seen = 0;
    bool shallow = false; /* found at that very depth */
    puzzle->depth = 0;
    puzzle->looked = 0;
    for (int depth = 1; depth <= prover->set->deepest && seen < RATE_NODES; depth++) {
        struct mind_answer answer;
        char name[40];
        struct text text;
        text_init(&text, name, sizeof name);
        text_print(&text, "%s:%d", prover->set->rater, depth);
        think_forget(&prover->looker);
        if (!player_read(prover->mind, name, &player, NULL) ||
            !ask(prover, puzzle, &player, &answer))
            return false;
        seen += answer.nodes;
        bool found = puzzle_solves(puzzle, answer.move);
        shallow |= found && depth == PUZZLE_SHALLOW;
        if (found && !puzzle->depth) {
            puzzle->depth = depth;
            puzzle->looked = seen;
        } else if (!found) {
            puzzle->depth = 0;
        }
    }
    if (!puzzle->depth)
        puzzle->looked = seen;
    int difficulty = bits_of(puzzle->looked) / 2 - 1 + (puzzle->depth ? 0 : 1);
    puzzle->difficulty = difficulty < 1                       ? 1
                         : difficulty > PUZZLE_DIFFICULTY_MAX ? PUZZLE_DIFFICULTY_MAX
                                                              : difficulty;
    return !shallow || !puzzle_is_deep(puzzle);
}

/* A position some plies into a game, rather late than early, as late ones are proved sooner; false
   when the game ended before. */
static bool lead_to(struct puzzle_maker *maker, const struct puzzle_kind *kind,
                    struct random *random, struct puzzle *puzzle)
{
    const struct game *game = puzzle->game;
    struct player player;
    uint32_t range = (uint32_t)(kind->to - kind->from + 1);
    uint32_t one = random_below(random, range), other = random_below(random, range);
    int plies = kind->from + (int)(one > other ? one : other);
    game->start(&puzzle->setup, puzzle->position);
    think_forget(&maker->prover.looker);
    if (!player_read(maker->prover.mind, maker->prover.set->player, &player, NULL))
        return false;
    for (int i = 0; i < plies; i++) {
        uint32_t moves[GAME_MOVES_MAX];
        struct mind_answer answer;
        int count = game->legal_moves(&puzzle->setup, puzzle->position, moves);
        if (count == 0)
            return false;
        bool lot = i < 2 || random_below(random, LOTS) == 0;
        if (!lot && !ask(&maker->prover, puzzle, &player, &answer))
            return false;
        game->play(&puzzle->setup, puzzle->position,
                   lot ? moves[random_below(random, (uint32_t)count)] : answer.move);
    }
    return true;
}

static bool is_new(const struct puzzle_maker *maker, uint64_t key)
{
    for (int i = 0; i < maker->count; i++)
        if (maker->keys[i] == key)
            return false;
    return true;
}

/* Candidate number `number`, proved and rated; false when it does not make a puzzle. */
static bool try_candidate(struct puzzle_maker *maker, const struct puzzle_kind *kind,
                          uint64_t number, struct puzzle *puzzle)
{
    struct random random;
    random_split(&random, maker->seed, number);
    memset(puzzle, 0, sizeof *puzzle);
    puzzle->game = maker->prover.game;
    puzzle->setup = maker->setup;
    struct text text;
    text_init(&text, puzzle->kind, sizeof puzzle->kind);
    text_add(&text, kind->name);
    bool there = kind->candidate ? kind->candidate(&puzzle->setup, &random, puzzle->position)
                                 : lead_to(maker, kind, &random, puzzle);
    if (!there || !is_new(maker, puzzle_key(puzzle)))
        return false;
    think_forget(&maker->prover.thinker);
    if (!puzzle_prove(&maker->prover, kind, puzzle) || puzzle->solution_count > SOLUTIONS)
        return false;
    text_init(&text, puzzle->id, sizeof puzzle->id);
    text_print(&text, "%s-%08x", puzzle->game->name,
               (unsigned)(hash_pair(puzzle_key(puzzle), 0) >> 32));
    return puzzle_rate(&maker->prover, puzzle);
}

static bool take(struct puzzle_maker *maker, const struct puzzle *puzzle, uint64_t tried)
{
    maker->made[maker->count] = *puzzle;
    maker->keys[maker->count] = puzzle_key(puzzle);
    maker->count++;
    maker->tried = tried;
    return true;
}

bool puzzle_make(struct puzzle_maker *maker)
{
    const struct puzzle_set *set = maker->prover.set;
    const struct puzzle_kind *kind = &set->kinds[maker->count % set->kind_count];
    bool deep = kind->patience || maker->count / set->kind_count % 2 == 1, spared = false;
    struct puzzle *puzzle = &maker->made[maker->count];
    uint64_t patience = kind->patience ? (uint64_t)kind->patience : PATIENCE;
    if (maker->count == PUZZLE_COUNT_MAX)
        return false;
    for (uint64_t i = 0; i < CANDIDATES && !stopped(maker) && !maker->prover.starved; i++) {
        if (spared && i >= patience)
            return take(maker, maker->spare, maker->tried + i);
        if (!try_candidate(maker, kind, maker->tried + i, puzzle))
            continue;
        if (puzzle_is_deep(puzzle) == deep)
            return take(maker, puzzle, maker->tried + i + 1);
        if (!spared)
            *maker->spare = *puzzle;
        spared = true;
    }
    return false;
}

static void write_all(const struct puzzle_maker *maker, struct text *text)
{
    struct puzzle_file file = {
        .game = maker->prover.game, .seed = maker->seed, .tried = maker->tried};
    puzzle_file_write(&file, text);
    for (int i = 0; i < maker->count; i++)
        puzzle_write(&maker->made[i], text);
}

char *puzzle_maker_text(const struct puzzle_maker *maker, size_t *length)
{
    struct text text;
    text_init(&text, NULL, 0);
    write_all(maker, &text);
    char *written = malloc(text.length + 1);
    if (!written)
        return NULL;
    text_init(&text, written, text.length + 1);
    write_all(maker, &text);
    *length = text.length;
    return written;
}
