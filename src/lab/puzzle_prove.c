/* Two kinds of proof. Where the aim is to win, to hold or to score, the mind's solver is asked
   about the position after every legal move; its values are exact, so the best moves are the
   solutions and its best reply refutes a wrong one. Where something is to be forced within a few
   plies, the search is exhaustive (lab/puzzle_force.h).

   All values are turned to the view of the side that has the puzzle, and plies count from the
   puzzle's position, so that a file can be read without knowing how it was proved. */
#include "lab/puzzle_prove.h"

#include <stdlib.h>
#include <string.h>

enum {
    TABLE = 8 << 20,
    LOOK_TABLE = 1 << 20,
    SOLVE_NODES = 4000000, /* for one move; what takes more does not make a puzzle */
    FORCE_NODES = 100000,
};

/* What is known of the position after a move. */
struct worth {
    uint32_t move;
    int outcome; /* 1, 0, -1 for the side with the puzzle */
    int plies;   /* to the end from the puzzle's position, -1 where not known */
    int score;   /* in the game's unit */
    uint32_t reply;
    struct mind_answer answer; /* of the solver, about the position after the move */
};

bool puzzle_prover_open(struct puzzle_prover *prover, const struct game *game, struct error *error)
{
    memset(prover, 0, sizeof *prover);
    prover->game = game;
    prover->set = lab_game_of(game)->puzzles;
    prover->mind = mind_of(game);
    if (!prover->set || !prover->mind || !prover->mind->solve)
        return error_set(error, "%s has no puzzles; potez puzzle list says which games have some",
                         game->name);
    player_solver(prover->mind, &prover->solver_kind, &prover->solver);
    prover->force = calloc(1, sizeof *prover->force);
    if (!prover->force)
        return error_machine(error, "not enough memory for proving puzzles");
    prover->force->most = FORCE_NODES;
    if (!think_open(&prover->thinker, 1, TABLE, error)) {
        free(prover->force);
        return false;
    }
    if (think_open(&prover->looker, 1, LOOK_TABLE, error))
        return true;
    think_close(&prover->thinker);
    free(prover->force);
    return false;
}

void puzzle_prover_close(struct puzzle_prover *prover)
{
    think_close(&prover->looker);
    think_close(&prover->thinker);
    free(prover->force);
}

static bool solve(struct puzzle_prover *prover, const struct puzzle *puzzle, const void *position,
                  struct mind_answer *answer)
{
    struct mind_task task = {
        .game = puzzle->game,
        .setup = &puzzle->setup,
        .position = position,
        .limits = {.nodes = SOLVE_NODES},
        .stop = prover->stop,
        .no_book = true,
        .no_databases = true,
    };
    struct error error = {.machine = false};
    bool told = think_ask(&prover->thinker, &prover->solver, &task, answer, &error);
    prover->starved |= !told && error.machine;
    return told && answer->exact && answer->outcome != MIND_OUTCOME_OPEN;
}

/* What a position is worth to `side`; `plies` are those already made. */
static bool weigh(struct puzzle_prover *prover, const struct puzzle *puzzle, const void *position,
                  int plies, struct worth *worth)
{
    const struct game *game = puzzle->game;
    int side = puzzle_side(puzzle);
    struct game_result result;
    worth->reply = GAME_NO_MOVE;
    mind_answer_clear(&worth->answer);
    if (game->result(&puzzle->setup, position, &result)) {
        worth->outcome = side == 0 ? result.half_points - 1 : 1 - result.half_points;
        worth->score = side == 0 ? result.score : -result.score;
        worth->plies = plies;
        return true;
    }
    if (!solve(prover, puzzle, position, &worth->answer))
        return false;
    int sign = game->side_to_move(&puzzle->setup, position) == side ? 1 : -1;
    worth->outcome = sign * worth->answer.outcome;
    worth->score = sign * worth->answer.score / 100;
    worth->plies = worth->answer.plies < 0 ? -1 : worth->answer.plies + plies;
    worth->reply = worth->answer.move;
    return true;
}

static void play_after(const struct puzzle *puzzle, const void *position, uint32_t move,
                       void *child)
{
    memcpy(child, position, puzzle->game->position_size(&puzzle->setup));
    puzzle->game->play(&puzzle->setup, child, move);
}

static struct puzzle_value value_of(const struct puzzle_prover *prover, const struct worth *worth)
{
    if (prover->mind->margin)
        return (struct puzzle_value){PUZZLE_SCORE, worth->score};
    if (worth->outcome == 0)
        return (struct puzzle_value){PUZZLE_DRAW, 0};
    return (struct puzzle_value){worth->outcome > 0 ? PUZZLE_WIN : PUZZLE_LOSS, worth->plies};
}

/* The higher the better for an aim; equal for moves that solve it equally well. */
static int rank(const struct puzzle_kind *kind, const struct worth *worth)
{
    if (kind->aim == PUZZLE_AIM_BEST)
        return worth->score;
    if (kind->aim == PUZZLE_AIM_HOLD)
        return worth->outcome;
    return worth->outcome > 0 ? 10000 - worth->plies : worth->outcome;
}

/* Whether the best that there is makes a puzzle of this kind. */
static bool asks(const struct puzzle_kind *kind, const struct worth *best)
{
    if (kind->aim == PUZZLE_AIM_HOLD)
        return best->outcome >= kind->least && best->outcome <= kind->most;
    if (kind->aim == PUZZLE_AIM_WIN)
        return best->outcome > 0 && best->plies >= kind->least && best->plies <= kind->most;
    return true;
}

static void put_wrong(struct puzzle *puzzle, uint32_t move, uint32_t reply,
                      struct puzzle_value value)
{
    puzzle->wrong[puzzle->wrong_count++] =
        (struct puzzle_wrong){.move = move, .reply = reply, .value = value};
}

static void put_line(struct puzzle *puzzle, const struct worth *worth)
{
    puzzle->line[0] = worth->move;
    puzzle->line_length = 1;
    for (int i = 0; i < worth->answer.line_length && puzzle->line_length < PUZZLE_LINE_MAX; i++)
        puzzle->line[puzzle->line_length++] = worth->answer.line[i];
}

/* Of several solutions the one with the highest score shows the line. */
static void sort_out(const struct puzzle_prover *prover, const struct puzzle_kind *kind,
                     const struct worth *worths, int count, const struct worth *best,
                     struct puzzle *puzzle)
{
    const struct worth *shown = best;
    for (int i = 0; i < count; i++) {
        const struct worth *worth = &worths[i];
        if (rank(kind, worth) < rank(kind, best)) {
            put_wrong(puzzle, worth->move, worth->reply, value_of(prover, worth));
            continue;
        }
        puzzle->solutions[puzzle->solution_count++] = worth->move;
        if (worth->score > shown->score)
            shown = worth;
    }
    puzzle->value = value_of(prover, shown);
    put_line(puzzle, shown);
}

static bool prove_by_solver(struct puzzle_prover *prover, const struct puzzle_kind *kind,
                            const uint32_t *moves, int count, struct puzzle *puzzle)
{
    struct worth *worths = calloc((size_t)count, sizeof *worths);
    const struct worth *best = NULL;
    bool good = worths != NULL;
    prover->starved |= !good;
    for (int i = 0; good && i < count; i++) {
        _Alignas(8) unsigned char child[GAME_POSITION_SMALL];
        play_after(puzzle, puzzle->position, moves[i], child);
        worths[i].move = moves[i];
        good = weigh(prover, puzzle, child, 1, &worths[i]);
        if (good && (!best || rank(kind, &worths[i]) > rank(kind, best)))
            best = &worths[i];
    }
    good = good && asks(kind, best);
    if (good)
        sort_out(prover, kind, worths, count, best, puzzle);
    free(worths);
    return good && puzzle->wrong_count > 0;
}

/* The move that decides `position` within that many plies: for the side that forces one that works,
   with the fewest plies left; for the other one that escapes, else the one that holds out
   longest. */
static uint32_t decisive(struct puzzle_force *force, const struct puzzle *puzzle,
                         const void *position, int plies)
{
    uint32_t moves[GAME_MOVES_MAX], chosen = GAME_NO_MOVE;
    int count = puzzle->game->legal_moves(&puzzle->setup, position, moves);
    bool ours = puzzle->game->side_to_move(&puzzle->setup, position) == force->side;
    int best = 0;
    for (int i = 0; i < count; i++) {
        _Alignas(8) unsigned char child[GAME_POSITION_SMALL];
        play_after(puzzle, position, moves[i], child);
        int left = puzzle_force_plies(force, child, plies - 1);
        int rate = left < 0 ? PUZZLE_FORCE_PLIES : left;
        if (chosen == GAME_NO_MOVE || (ours ? rate < best : rate > best)) {
            chosen = moves[i];
            best = rate;
        }
    }
    return chosen;
}

/* Goes on from the first move to where it is reached. */
static void show_force(struct puzzle_force *force, struct puzzle *puzzle, int plies)
{
    _Alignas(8) unsigned char at[GAME_POSITION_SMALL];
    play_after(puzzle, puzzle->position, puzzle->solutions[0], at);
    puzzle->line[0] = puzzle->solutions[0];
    puzzle->line_length = 1;
    for (int left = plies - 1; left > 0 && puzzle_force_plies(force, at, 0) != 0; left--) {
        uint32_t move = decisive(force, puzzle, at, left);
        if (move == GAME_NO_MOVE)
            return;
        puzzle->line[puzzle->line_length++] = move;
        puzzle->game->play(&puzzle->setup, at, move);
    }
}

static bool prove_force(struct puzzle_prover *prover, const struct puzzle_kind *kind,
                        const uint32_t *moves, int count, struct puzzle *puzzle)
{
    struct puzzle_force *force = prover->force;
    puzzle_force_begin(force, puzzle->game, &puzzle->setup, kind, puzzle->position,
                       puzzle_side(puzzle));
    int plies = puzzle_force_plies(force, puzzle->position, kind->most);
    if (plies < kind->least)
        return false;
    for (int i = 0; i < count; i++) {
        _Alignas(8) unsigned char child[GAME_POSITION_SMALL];
        play_after(puzzle, puzzle->position, moves[i], child);
        if (puzzle_forced(force, child, plies - 1))
            puzzle->solutions[puzzle->solution_count++] = moves[i];
        else
            put_wrong(puzzle, moves[i],
                      plies > 1 ? decisive(force, puzzle, child, plies - 1) : GAME_NO_MOVE,
                      (struct puzzle_value){PUZZLE_MISSED, plies});
    }
    puzzle->value = (struct puzzle_value){kind->reached ? PUZZLE_GOAL : PUZZLE_WIN, plies};
    show_force(force, puzzle, plies);
    return !force->given_up && puzzle->solution_count > 0 && puzzle->wrong_count > 0;
}

static bool prove_stop(struct puzzle_prover *prover, const struct puzzle_kind *kind,
                       const uint32_t *moves, int count, struct puzzle *puzzle)
{
    struct puzzle_force *force = prover->force;
    puzzle_force_begin(force, puzzle->game, &puzzle->setup, kind, puzzle->position,
                       !puzzle_side(puzzle));
    for (int i = 0; i < count; i++) {
        _Alignas(8) unsigned char child[GAME_POSITION_SMALL];
        play_after(puzzle, puzzle->position, moves[i], child);
        int plies = puzzle_force_plies(force, child, kind->most - 1);
        if (plies < 0)
            puzzle->solutions[puzzle->solution_count++] = moves[i];
        else
            put_wrong(
                puzzle, moves[i], plies > 0 ? decisive(force, puzzle, child, plies) : GAME_NO_MOVE,
                (struct puzzle_value){kind->reached ? PUZZLE_BROKEN : PUZZLE_LOSS, plies + 1});
    }
    puzzle->value = (struct puzzle_value){PUZZLE_HELD, kind->most};
    puzzle->line[0] = puzzle->solutions[0];
    puzzle->line_length = 1;
    return !force->given_up && puzzle->solution_count > 0 && puzzle->wrong_count > 0;
}

bool puzzle_prove(struct puzzle_prover *prover, const struct puzzle_kind *kind,
                  struct puzzle *puzzle)
{
    uint32_t moves[GAME_MOVES_MAX];
    int count = puzzle->game->legal_moves(&puzzle->setup, puzzle->position, moves);
    puzzle->solution_count = puzzle->wrong_count = puzzle->line_length = 0;
    if (count < 2 || count > PUZZLE_MOVES_MAX ||
        (kind->suits && !kind->suits(&puzzle->setup, puzzle->position)))
        return false;
    if (kind->aim == PUZZLE_AIM_FORCE)
        return prove_force(prover, kind, moves, count, puzzle);
    if (kind->aim == PUZZLE_AIM_STOP)
        return prove_stop(prover, kind, moves, count, puzzle);
    return prove_by_solver(prover, kind, moves, count, puzzle);
}

static void name_move(const struct puzzle *puzzle, uint32_t move, char *name, size_t size)
{
    struct text text;
    text_init(&text, name, size);
    puzzle->game->move_write(&puzzle->setup, puzzle->position, move, &text);
}

static bool same_value(struct puzzle_value a, struct puzzle_value b)
{
    return a.word == b.word && a.number == b.number;
}

static bool refuse_value(const char *what, struct puzzle_value told, struct puzzle_value proved,
                         struct error *error)
{
    char a[32], b[32];
    struct text text;
    text_init(&text, a, sizeof a);
    puzzle_value_write(told, &text);
    text_init(&text, b, sizeof b);
    puzzle_value_write(proved, &text);
    return error_set(error, "%s is said to be worth \"%s\", but it is \"%s\"", what, a, b);
}

/* Whether the value of a wrong move still holds after the reply that is given. */
static bool reply_refutes(struct puzzle_prover *prover, const struct puzzle_kind *kind,
                          const struct puzzle *puzzle, const struct puzzle_wrong *wrong)
{
    _Alignas(8) unsigned char child[GAME_POSITION_SMALL], after[GAME_POSITION_SMALL];
    struct worth worth;
    if (wrong->reply == GAME_NO_MOVE)
        return true;
    play_after(puzzle, puzzle->position, wrong->move, child);
    play_after(puzzle, child, wrong->reply, after);
    if (kind->aim == PUZZLE_AIM_FORCE)
        return !puzzle_forced(prover->force, after, wrong->value.number - 2) &&
               !prover->force->given_up;
    if (kind->aim == PUZZLE_AIM_STOP)
        return puzzle_forced(prover->force, after, wrong->value.number - 2);
    return weigh(prover, puzzle, after, 2, &worth) &&
           same_value(value_of(prover, &worth), wrong->value);
}

static bool check_wrong(struct puzzle_prover *prover, const struct puzzle_kind *kind,
                        const struct puzzle *puzzle, const struct puzzle *proved,
                        struct error *error)
{
    for (int i = 0; i < puzzle->wrong_count; i++) {
        const struct puzzle_wrong *told = &puzzle->wrong[i];
        const struct puzzle_wrong *known = puzzle_refuted(proved, told->move);
        char name[GAME_MOVE_TEXT];
        name_move(puzzle, told->move, name, sizeof name);
        if (!known)
            return error_set(error, "%s is said to be wrong, but it solves the puzzle", name);
        if (!same_value(told->value, known->value))
            return refuse_value(name, told->value, known->value, error);
        if ((told->reply == GAME_NO_MOVE) != (known->reply == GAME_NO_MOVE) ||
            !reply_refutes(prover, kind, puzzle, told))
            return error_set(error, "the reply to %s does not refute it", name);
    }
    return true;
}

/* Whether the line ends where the value says: a win, what was to be forced, the score. A line that
   was cut short or holds a draw is not judged. */
static bool line_arrives(const struct puzzle_kind *kind, const struct puzzle *puzzle)
{
    _Alignas(8) unsigned char at[GAME_POSITION_SMALL];
    struct game_result result;
    int side = puzzle_side(puzzle);
    memcpy(at, puzzle->position, sizeof at);
    for (int i = 0; i < puzzle->line_length; i++)
        puzzle->game->play(&puzzle->setup, at, puzzle->line[i]);
    bool over = puzzle->game->result(&puzzle->setup, at, &result);
    if (puzzle->value.word == PUZZLE_GOAL)
        return puzzle->line_length == puzzle->value.number &&
               kind->reached(&puzzle->setup, puzzle->position, at, side);
    if (puzzle->value.word == PUZZLE_WIN && puzzle->value.number <= PUZZLE_LINE_MAX)
        return over && puzzle->line_length == puzzle->value.number &&
               result.half_points == (side == 0 ? 2 : 0);
    if (puzzle->value.word == PUZZLE_SCORE && over)
        return (side == 0 ? result.score : -result.score) == puzzle->value.number;
    return true;
}

bool puzzle_check(struct puzzle_prover *prover, const struct puzzle *puzzle, struct error *error)
{
    const struct puzzle_kind *kind = puzzle_kind_find(prover->set, puzzle->kind);
    struct puzzle proved = *puzzle;
    if (!kind)
        return error_set(error, "%s has no puzzles of the kind \"%s\"", puzzle->game->name,
                         puzzle->kind);
    if (!puzzle_prove(prover, kind, &proved))
        return prover->starved
                   ? error_machine(error, "not enough memory for proving puzzles")
                   : error_set(error, "no puzzle of the kind \"%s\", or no proof within the limits",
                               puzzle->kind);
    for (int i = 0; i < puzzle->solution_count; i++) {
        char name[GAME_MOVE_TEXT];
        name_move(puzzle, puzzle->solutions[i], name, sizeof name);
        if (!puzzle_solves(&proved, puzzle->solutions[i]))
            return error_set(error, "%s is said to solve it, but does not", name);
    }
    if (!same_value(puzzle->value, proved.value))
        return refuse_value("the solution", puzzle->value, proved.value, error);
    if (!line_arrives(kind, puzzle))
        return error_set(error, "the line does not end where the value says");
    return check_wrong(prover, kind, puzzle, &proved, error);
}
