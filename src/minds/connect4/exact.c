/* Exact values for the rest of the program: the rules if the game is over, else the book, else
   the solver. A move is judged by one question only, "does it keep the score?", because a child
   can never be worth more to the mover than its parent; following the best line therefore costs
   a null window per move. Scores are converted here: the solver counts discs that the winner has
   left, the answer also wants the number of plies to the end, which follows from the score and
   from whose discs have which parity. */
#include "minds/connect4/exact.h"

#include "base/clock.h"
#include "base/text.h"
#include "minds/book.h"
#include "minds/connect4/threats.h"
#include "minds/table.h"

enum { SCORE_MOST = 31, BOOK_PLIES_MOST = 12 };

void connect4_exact_init(struct connect4_exact *exact, const struct mind_task *task)
{
    int width = task->setup->option[CONNECT4_OPTION_WIDTH];
    int height = task->setup->option[CONNECT4_OPTION_HEIGHT];
    struct table *table = task->table;
    size_t bytes = table && table->entries
                       ? (size_t)(table->mask + 1) * TABLE_BUCKET * sizeof *table->entries
                       : 0;
    bool team = task->workers > 1 && task->shared;
    connect4_solver_init(&exact->solver, width, height, bytes ? (void *)table->entries : NULL,
                         bytes, team ? task->shared : NULL);
    exact->solver.leader = task->worker == 0;
    exact->solver.stop = task->stop;
    exact->solver.call = task->call;
    exact->solver.caller = task->caller;
    exact->total = width * height;
    exact->book_only = false;
    bool usual = width == CONNECT4_WIDTH && height == CONNECT4_HEIGHT;
    exact->book = usual && !task->no_book ? task->book : NULL;
}

void connect4_exact_limit(struct connect4_exact *exact, const struct mind_limits *limits,
                          uint64_t started)
{
    exact->solver.node_limit = limits->nodes;
    exact->solver.deadline = limits->microseconds ? started + limits->microseconds : 0;
}

static uint64_t mirrored(uint64_t set, int width, int height)
{
    uint64_t image = 0, column = (UINT64_C(1) << (height + 1)) - 1;
    for (int i = 0; i < width; i++)
        image |= (set >> i * (height + 1) & column) << (width - 1 - i) * (height + 1);
    return image;
}

static uint64_t key_of(struct connect4 board, int width, int height)
{
    uint64_t code = board.mine + board.filled, image = mirrored(code, width, height);
    return image < code ? image : code;
}

uint64_t connect4_book_key(const struct game_setup *setup, const void *position)
{
    return key_of(*(const struct connect4 *)position, setup->option[CONNECT4_OPTION_WIDTH],
                  setup->option[CONNECT4_OPTION_HEIGHT]);
}

/* Whether some order of moves leads to these discs, by taking back the top discs of the side that
   moved last. `last` and `other` are the discs of the two sides. */
static bool arises(uint64_t last, uint64_t other)
{
    uint64_t filled = last | other, tops = filled & ~(filled >> 1);
    if (!filled)
        return true;
    for (uint64_t set = tops & last; set;) {
        uint64_t top = UINT64_C(1) << bits_pop(&set);
        if (arises(other, last & ~top))
            return true;
    }
    return false;
}

static int ply_of(struct connect4 board, int width, int height)
{
    int discs = bits_count(board.filled);
    struct connect4 turned = {board.filled & ~board.mine, board.filled};
    bool over =
        connect4_lost(&board, height) || connect4_lost(&turned, height) || discs == width * height;
    if (discs > BOOK_PLIES_MOST || over)
        return -1;
    return arises(turned.mine, board.mine) ? discs : -1;
}

int connect4_book_ply(const struct game_setup *setup, const void *position)
{
    return ply_of(*(const struct connect4 *)position, setup->option[CONNECT4_OPTION_WIDTH],
                  setup->option[CONNECT4_OPTION_HEIGHT]);
}

static bool book_score(const struct connect4_exact *exact, struct connect4 board, int *score)
{
    int width = exact->solver.width, height = exact->solver.height;
    return exact->book && bits_count(board.filled) <= BOOK_PLIES_MOST &&
           book_find(exact->book, key_of(board, width, height), ply_of(board, width, height),
                     score);
}

bool connect4_exact_booked(const struct connect4_exact *exact, struct connect4 board)
{
    int score;
    return book_score(exact, board, &score);
}

bool connect4_exact_value(struct connect4_exact *exact, struct connect4 board, int lower, int upper,
                          int *score)
{
    const struct connect4_solver *solver = &exact->solver;
    int discs = bits_count(board.filled);
    if (connect4_lost(&board, solver->height))
        *score = -connect4_score(exact->total, discs);
    else if (discs == exact->total)
        *score = 0;
    else if (!book_score(exact, board, score))
        return !exact->book_only &&
               connect4_solve_within(&exact->solver, board, lower, upper, score);
    *score = *score < lower ? lower : *score > upper ? upper : *score;
    return true;
}

int connect4_exact_children(const struct connect4_exact *exact, struct connect4 board,
                            struct connect4 *children, uint32_t *columns)
{
    const struct connect4_solver *solver = &exact->solver;
    if (connect4_lost(&board, solver->height))
        return 0;
    uint64_t landings = connect4_landings(board.filled, solver->bottom, solver->cells);
    int known = connect4_known_move(solver, board), count = 0;
    for (int place = -1; place < solver->width; place++) {
        /* the middle, then to its left and right in turn */
        int side = place & 1 ? -(place + 1) / 2 : place / 2;
        int column = place < 0 ? known : (solver->width - !(solver->width & 1)) / 2 + side;
        if (column < 0 || (place >= 0 && column == known))
            continue;
        uint64_t landing = landings & connect4_column(column, solver->height);
        if (!landing)
            continue;
        children[count] = board;
        connect4_drop(&children[count], landing);
        columns[count++] = (uint32_t)column;
    }
    return count;
}

/* No child is worth less to the opponent than -score, so one question is enough. */
bool connect4_exact_keeps(struct connect4_exact *exact, struct connect4 child, int score,
                          bool *keeps)
{
    int value;
    if (!connect4_exact_value(exact, child, -score, -score + 1, &value))
        return false;
    *keeps = value == -score;
    return true;
}

void connect4_exact_answer(const struct connect4_exact *exact, struct connect4 board, int score,
                           struct mind_answer *answer)
{
    int discs = bits_count(board.filled);
    int sign = (score > 0) - (score < 0);
    answer->score = 100 * score;
    answer->outcome = (int8_t)sign;
    answer->exact = true;
    answer->plies = exact->total - discs;
    if (sign) {
        /* the discs on the board at the end have the parity of whoever wins */
        int end = exact->total + 2 - 2 * sign * score;
        int winner = (discs + (sign < 0)) & 1; /* 0: the first player */
        if ((end & 1) == winner)
            end--;
        if (connect4_score(exact->total, end) != sign * score)
            end += 2;
        answer->plies = end - discs;
    }
    answer->depth = answer->plies;
    answer->nodes = exact->solver.nodes;
}

void connect4_exact_line(struct connect4_exact *exact, struct connect4 board, int score,
                         struct mind_answer *answer)
{
    while (answer->line_length < MIND_LINE_MAX) {
        struct connect4 children[CONNECT4_MOVES_MAX];
        uint32_t columns[CONNECT4_MOVES_MAX];
        int count = connect4_exact_children(exact, board, children, columns);
        int chosen = -1;
        for (int i = 0; i < count && chosen < 0; i++) {
            bool keeps;
            if (!connect4_exact_keeps(exact, children[i], score, &keeps))
                return;
            if (keeps)
                chosen = i;
        }
        if (chosen < 0)
            return;
        answer->line[answer->line_length++] = columns[chosen];
        board = children[chosen];
        score = -score;
    }
}

void connect4_exact_solve(const struct mind_task *task, struct mind_answer *answer)
{
    struct connect4_exact *exact = task->memory;
    struct connect4 board = *(const struct connect4 *)task->position;
    connect4_exact_init(exact, task);
    if (task->worker > 0) {
        connect4_help(&exact->solver);
        answer->nodes = exact->solver.nodes;
        return;
    }
    connect4_exact_limit(exact, &task->limits,
                         task->limits.microseconds ? clock_microseconds() : 0);
    int score;
    if (connect4_exact_value(exact, board, -SCORE_MOST, SCORE_MOST, &score)) {
        connect4_exact_answer(exact, board, score, answer);
        answer->book = !task->value_only && connect4_exact_booked(exact, board);
        if (!task->value_only)
            connect4_exact_line(exact, board, score, answer);
        answer->move = answer->line_length ? answer->line[0] : GAME_NO_MOVE;
    }
    answer->nodes = exact->solver.nodes;
}

/* "4453 -2": the columns played and perhaps the score. */
bool connect4_problem_read(const struct game_setup *setup, const char *line, size_t length,
                           struct mind_problem *problem, struct error *error)
{
    size_t at = 0;
    game_connect4.start(setup, problem->position);
    while (at < length && line[at] != ' ' && line[at] != '\t') {
        uint32_t move;
        if (!game_connect4.move_read(setup, problem->position, line + at, length - at, &move,
                                     error))
            return error_prefix(error, "column %zu: ", at + 1);
        game_connect4.play(setup, problem->position, move);
        at++;
    }
    while (at < length && (line[at] == ' ' || line[at] == '\t'))
        at++;
    problem->stated = at < length;
    int64_t score = 0;
    if (problem->stated && !text_to_number(line + at, length - at, -SCORE_MOST, SCORE_MOST, &score))
        return error_set(error, "column %zu: expected a score, found \"%.*s\"", at + 1,
                         text_printable(line + at, length - at, 20), line + at);
    problem->score = (int32_t)(100 * score);
    return true;
}
