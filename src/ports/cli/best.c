/* The commands "best" and "analyse": what a player thinks of a position. */
#include "base/clock.h"
#include "ports/cli/chooser.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include "ports/cli/progress.h"
#include "ports/cli/review.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE = 64 << 20, NODES = 2000000, EXPLANATION = 1024 };

static const char *outcome_word(int outcome)
{
    return outcome > 0 ? "win" : outcome < 0 ? "loss" : "draw";
}

/* "-1.25", or "+9 (win in 5)" when it is proved. */
static void print_score(const struct position *position, const struct mind_answer *answer)
{
    int32_t score = answer->score;
    printf("%c%d", score < 0 ? '-' : '+', abs(score) / 100);
    if (score % 100 || !answer->exact)
        printf(".%02d", abs(score % 100));
    if (!answer->exact)
        return;
    if (position->game->players == 1 || answer->outcome == MIND_OUTCOME_OPEN)
        printf(" proved");
    else
        printf(" %s", outcome_word(answer->outcome));
    if (answer->plies >= 0)
        printf(" in %d", answer->plies);
}

/* Calls `each` with the text of every move of a line, as far as the moves are legal. */
static void line_texts(const struct position *position, const struct mind_answer *answer,
                       void (*each)(void *listener, const char *text), void *listener)
{
    char text[GAME_MOVE_TEXT];
    void *at = command_memory(position->size);
    memcpy(at, position->now, position->size);
    for (int i = 0; i < answer->line_length && i < MIND_LINE_MAX; i++) {
        if (!game_is_legal(position->game, &position->setup, at, answer->line[i]))
            break;
        each(listener, position_move_text(position, at, answer->line[i], text));
        position->game->play(&position->setup, at, answer->line[i]);
    }
    free(at);
}

static void line_json(void *listener, const char *text)
{
    json_out_text(listener, NULL, text);
}

static void line_print(void *listener, const char *text)
{
    (void)listener;
    printf(" %s", text);
}

/* The line in words, where the game's mind has them; else nothing. */
static const char *explained(const struct position *position, const struct mind_answer *answer,
                             char *buffer, size_t size)
{
    const struct mind *mind = mind_of(position->game);
    struct text text;
    text_init(&text, buffer, size);
    struct mind_task task = {
        .game = position->game, .setup = &position->setup, .position = position->now};
    if (mind && mind->explain)
        mind->explain(&task, answer, &text);
    return buffer;
}

static void write_best(const struct arguments *arguments, const struct position *position,
                       const struct mind_answer *answer, double seconds)
{
    char text[GAME_MOVE_TEXT], words[EXPLANATION];
    position_move_text(position, position->now, answer->move, text);
    explained(position, answer, words, sizeof words);
    if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_text(&json, "move", text);
        json_out_hundredths(&json, "score", answer->score);
        json_out_integer(&json, "depth", answer->depth);
        json_out_unsigned(&json, "nodes", answer->nodes);
        json_out_number(&json, "seconds", seconds, 6);
        json_out_open(&json, "pv", '[');
        line_texts(position, answer, line_json, &json);
        json_out_close(&json);
        json_out_boolean(&json, "exact", answer->exact);
        if (words[0])
            json_out_text(&json, "explanation", words);
        json_line_end(&json);
        return;
    }
    puts(text);
    if (arguments->quiet)
        return;
    fputs("score ", stdout);
    print_score(position, answer);
    printf("  depth %d  nodes %" PRIu64 "\nline", answer->depth, answer->nodes);
    line_texts(position, answer, line_print, NULL);
    putchar('\n');
    if (words[0])
        puts(words);
}

static void show_iteration(void *listener, const struct mind_answer *answer)
{
    char note[64];
    snprintf(note, sizeof note, "depth %d, score %.2f", answer->depth, answer->score / 100.0);
    progress_show(listener, answer->nodes, note);
}

static enum status over_refused(const struct arguments *arguments)
{
    return command_refuse(arguments,
                          "the game is over in this position: there is no move to choose");
}

static enum status best_of(const struct arguments *arguments, const struct position *position)
{
    struct chooser chooser;
    struct player player;
    struct thinker thinker;
    struct error error;
    if (!chooser_read(&chooser, arguments, position->game, TABLE, NODES, &error) ||
        !chooser_databases(arguments, position, &error) ||
        !chooser_player(&chooser, arguments, NULL, &player, &error))
        return command_refuse(arguments, "%s", error.text);
    if (position_over(position, NULL))
        return over_refused(arguments);
    if (!think_open(&thinker, arguments->threads, chooser.table_bytes, &error))
        return command_fail(arguments, "%s", error.text);
    interrupt_watch();
    struct random random;
    random_seed(&random, arguments->seed);
    struct progress progress;
    progress_begin(&progress, "positions", 0, arguments->quiet);
    struct mind_task task = chooser_task(&chooser, position, &random);
    task.report = show_iteration;
    task.listener = &progress;
    struct mind_answer answer;
    uint64_t started = clock_microseconds();
    bool good = think_ask(&thinker, &player, &task, &answer, &error);
    double seconds = (double)(clock_microseconds() - started) / 1e6;
    progress_end(&progress);
    think_close(&thinker);
    if (!good)
        return command_fail(arguments, "%s", error.text);
    if (atomic_load(&interrupt_raised))
        fputs("stopped; this is the best found so far, the same command begins again\n", stderr);
    write_best(arguments, position, &answer, seconds);
    return STATUS_DONE;
}

static enum status run_best(const struct arguments *arguments)
{
    struct position position;
    struct error error;
    if (!position_read(&position, arguments, 0, 1, &error))
        return command_refuse(arguments, "%s", error.text);
    enum status status = best_of(arguments, &position);
    position_free(&position);
    return status;
}

/* One legal move and what was found about it, seen by the side that makes it. */
struct finding {
    uint32_t move;
    struct mind_answer answer;
};

/* Proved wins first, the quicker the better; then by score; then proved losses, the slower the
   better. */
static int finding_order(const void *a, const void *b)
{
    const struct finding *first = a, *second = b;
    const struct mind_answer *x = &first->answer, *y = &second->answer;
    int rank_x = x->exact && x->outcome != MIND_OUTCOME_OPEN ? x->outcome : 0;
    int rank_y = y->exact && y->outcome != MIND_OUTCOME_OPEN ? y->outcome : 0;
    if (rank_x != rank_y)
        return rank_y - rank_x;
    if (rank_x != 0 && x->plies >= 0 && y->plies >= 0 && x->plies != y->plies)
        return rank_x > 0 ? x->plies - y->plies : y->plies - x->plies;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return first->move < second->move ? -1 : first->move > second->move;
}

/* What a finished game is worth to `side`. */
static void judge_end(const struct game *game, int side, const struct game_result *result,
                      struct mind_answer *answer)
{
    int sign = side == 0 ? 1 : -1;
    answer->score = 100 * sign * result->score;
    answer->outcome =
        (int8_t)(game->players == 1 ? MIND_OUTCOME_OPEN : sign * (result->half_points - 1));
    answer->exact = true;
    answer->plies = 1;
    answer->depth = 1;
}

/* Turns the child's answer into the parent's. */
static void look_back(bool other_side, uint32_t move, struct mind_answer *answer)
{
    int length = answer->line_length < MIND_LINE_MAX ? answer->line_length : MIND_LINE_MAX - 1;
    memmove(answer->line + 1, answer->line, (size_t)length * sizeof answer->line[0]);
    answer->line[0] = move;
    answer->line_length = length + 1;
    if (other_side) {
        answer->score = -answer->score;
        if (answer->outcome != MIND_OUTCOME_OPEN)
            answer->outcome = (int8_t)-answer->outcome;
    }
    answer->depth++;
    if (answer->plies >= 0)
        answer->plies++;
}

struct analysis {
    const struct position *position;
    const struct chooser *chooser;
    struct thinker thinker;
    struct player player;
    struct random random;
    void *child;
};

static bool analyse_move(struct analysis *analysis, uint32_t move, struct mind_answer *answer,
                         struct error *error)
{
    const struct position *position = analysis->position;
    const struct game *game = position->game;
    const struct game_setup *setup = &position->setup;
    int side = game->side_to_move(setup, position->now);
    struct game_result result;
    mind_answer_clear(answer);
    memcpy(analysis->child, position->now, position->size);
    game->play(setup, analysis->child, move);
    bool ended = game->result(setup, analysis->child, &result);
    if (!ended && position_repeats(position, analysis->child)) {
        judge_end(game, side, &(struct game_result){.half_points = 1}, answer);
        return true;
    }
    struct mind_task task = chooser_task(analysis->chooser, position, &analysis->random);
    /* the hash of the present position follows the earlier ones */
    int back = position->move_count + 1;
    if (game->reversible_plies) {
        int plies = game->reversible_plies(setup, analysis->child);
        back = plies < back ? plies : back;
    }
    task.earlier = position->earlier + position->move_count + 1 - back;
    task.earlier_count = back;
    task.position = analysis->child;
    task.start = NULL;
    if (!analysis->chooser->keep_table)
        think_forget(&analysis->thinker);
    task.value_only = true;
    if (!think_ask(&analysis->thinker, &analysis->player, &task, answer, error))
        return false;
    look_back(game->side_to_move(setup, analysis->child) != side, move, answer);
    if (ended) {
        /* the mind knows what a win so early is worth; the rules know that it is one */
        int32_t worth = answer->score;
        bool known = answer->exact;
        judge_end(game, side, &result, answer);
        if (known)
            answer->score = worth;
    }
    return true;
}

static void split_limits(struct mind_limits *limits, int moves)
{
    if (limits->microseconds)
        limits->microseconds = limits->microseconds / (uint64_t)moves + 1;
    if (limits->nodes)
        limits->nodes = limits->nodes / (uint64_t)moves + 1;
    if (limits->depth > 1)
        limits->depth--; /* the move itself is the first ply */
}

static void write_finding(const struct arguments *arguments, const struct position *position,
                          const struct finding *finding)
{
    const struct mind_answer *answer = &finding->answer;
    char text[GAME_MOVE_TEXT], words[EXPLANATION];
    position_move_text(position, position->now, finding->move, text);
    explained(position, answer, words, sizeof words);
    bool proved = answer->exact && answer->outcome != MIND_OUTCOME_OPEN;
    if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_text(&json, "move", text);
        json_out_hundredths(&json, "score", answer->score);
        json_out_text(&json, "outcome", proved ? outcome_word(answer->outcome) : NULL);
        if (answer->plies >= 0)
            json_out_integer(&json, "plies", answer->plies);
        else
            json_out_null(&json, "plies");
        json_out_boolean(&json, "exact", answer->exact);
        if (words[0])
            json_out_text(&json, "explanation", words);
        json_line_end(&json);
    } else {
        printf("%-8s ", text);
        print_score(position, answer);
        printf("%s%s\n", words[0] ? "  " : "", arguments->quiet ? "" : words);
    }
}

/* Gives how many moves were looked at, fewer than all after Ctrl-C; -1 with an error. */
static int analyse_moves(struct analysis *analysis, struct finding *findings, const uint32_t *moves,
                         int count, bool quiet, struct error *error)
{
    struct progress progress;
    progress_begin(&progress, "moves", (uint64_t)count, quiet);
    int done = 0;
    while (done < count && !atomic_load(&interrupt_raised)) {
        findings[done].move = moves[done];
        if (!analyse_move(analysis, moves[done], &findings[done].answer, error))
            return -1;
        progress_show(&progress, (uint64_t)++done, "");
    }
    progress_end(&progress);
    return done;
}

static enum status analyse(const struct arguments *arguments, const struct position *position)
{
    struct chooser chooser;
    struct analysis analysis = {.position = position, .chooser = &chooser};
    struct error error;
    if (!chooser_read(&chooser, arguments, position->game, TABLE, 4 * NODES, &error) ||
        !chooser_databases(arguments, position, &error) ||
        !chooser_player(&chooser, arguments, NULL, &analysis.player, &error))
        return command_refuse(arguments, "%s", error.text);
    uint32_t moves[GAME_MOVES_MAX];
    int count = position_moves(position, moves);
    if (count == 0)
        return over_refused(arguments);
    split_limits(&chooser.limits, count);
    if (!think_open(&analysis.thinker, arguments->threads, chooser.table_bytes, &error))
        return command_fail(arguments, "%s", error.text);
    interrupt_watch();
    random_seed(&analysis.random, arguments->seed);
    analysis.child = command_memory(position->size);
    struct finding *findings = command_memory((size_t)count * sizeof *findings);
    int done = analyse_moves(&analysis, findings, moves, count, arguments->quiet, &error);
    if (done > 0)
        qsort(findings, (size_t)done, sizeof *findings, finding_order);
    for (int i = 0; i < done; i++)
        write_finding(arguments, position, &findings[i]);
    if (atomic_load(&interrupt_raised))
        fprintf(stderr, "stopped after %d of %d moves; the same command begins again\n", done,
                count);
    free(findings);
    free(analysis.child);
    think_close(&analysis.thinker);
    return done < 0 ? command_fail(arguments, "%s", error.text) : STATUS_DONE;
}

static enum status run_analyse(const struct arguments *arguments)
{
    const char *whole = arguments_value(arguments, "game");
    if (whole)
        return review_run(arguments, whole);
    struct position position;
    struct error error;
    if (!position_read(&position, arguments, 0, 1, &error))
        return command_refuse(arguments, "%s", error.text);
    enum status status = analyse(arguments, &position);
    position_free(&position);
    return status;
}

static const struct command_option options[] = {
    {"player", "PLAYER", "who thinks, as potez games lists them (the strongest)"},
    {"level", "1..10", "a strength instead of a player"},
    {0},
};

static const struct command_option analyse_options[] = {
    {"player", "PLAYER", "who thinks, as potez games lists them (the strongest)"},
    {"level", "1..10", "a strength instead of a player"},
    {"game", "FILE", "a whole game, move by move; for Othello GGF too"},
    {"svg", "FILE", "with --game: the score as an SVG picture"},
    {"png", "FILE", "... as a PNG picture"},
    {"pdf", "FILE", "... as a PDF page"},
    {0},
};

extern const struct command command_best, command_analyse;

const struct command command_best = {
    .name = "best",
    .usage = "GAME [POSITION]",
    .summary = "the best move of a position",
    .examples = "  potez best connect4 moves:4453\n"
                "  potez best connect4 moves:4453 --time 2\n"
                "  potez best connect4 moves:4453 --player alphabeta:8 --threads 1 --json\n",
    .text = "Scores are seen by the side to move, in the game's own unit. Without a limit a\n"
            "fixed number of positions is looked at, so that the answer can be repeated.\n",
    .options = options,
    .takes = COMMAND_TAKES_GAME | COMMAND_TAKES_THINK,
    .least = 1,
    .most = 3,
    .run = run_best,
};

const struct command command_analyse = {
    .name = "analyse",
    .usage = "GAME [POSITION]",
    .summary = "every legal move with its score, best first",
    .examples = "  potez analyse connect4 moves:4453\n"
                "  potez analyse connect4 moves:4453 --depth 12 --json\n"
                "  potez analyse othello --game game.txt --depth 12 --svg score.svg\n",
    .text = "Limits of time and positions are shared out evenly among the moves. With --game they\n"
            "are for each position, and every move is told with what it lost.\n",
    .options = analyse_options,
    .takes = COMMAND_TAKES_GAME | COMMAND_TAKES_THINK,
    .least = 1,
    .most = 3,
    .run = run_analyse,
};
