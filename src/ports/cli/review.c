/* The game is searched from its end to its beginning, so that what is known about later positions
   stands in the table when the earlier ones are asked: the scores of neighbouring moves fit
   together. A move's loss is the best score before it less what it led to. */
#include "ports/cli/review.h"

#include "lab/ggf.h"
#include "ports/cli/chooser.h"
#include "ports/cli/file.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include "ports/cli/progress.h"
#include "ports/draw/plot.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE = 64 << 20, NODES = 400000, MOVES_MOST = 4096 };
#define FILE_MOST ((size_t)16 << 20)

/* One position of the game, and the move that was made there. */
struct moment {
    uint32_t move; /* GAME_NO_MOVE after the last */
    int side;
    struct mind_answer answer;
    int32_t loss; /* hundredths */
};

struct review {
    const struct arguments *arguments;
    struct position position; /* the game and its options */
    struct chooser chooser;
    struct player player;
    uint32_t moves[MOVES_MOST];
    int count;
    struct moment *moments; /* count + 1 */
};

static void add_move(void *listener, uint32_t move)
{
    struct review *review = listener;
    if (review->count < MOVES_MOST)
        review->moves[review->count++] = move;
}

/* Moves as in "moves:", or for Othello a GGF game. */
static bool game_read(struct review *review, const char *text, size_t length, struct error *error)
{
    struct position *position = &review->position;
    size_t at = strspn(text, " \t\r\n");
    if (position->game == &game_othello && strncmp(text + at, "(;", 2) == 0) {
        struct ggf_game ggf;
        if (!ggf_read(text, length, &ggf, error))
            return false;
        memcpy(position->start, &ggf.start, position->size);
        for (int i = 0; i < ggf.move_count; i++)
            add_move(review, ggf.moves[i]);
        return true;
    }
    if (strncmp(text + at, "moves:", 6) == 0)
        at += 6;
    void *now = command_memory(position->size);
    memcpy(now, position->start, position->size);
    bool good = game_play_text(position->game, &position->setup, now, text + at, length - at,
                               add_move, review, error);
    free(now);
    return good;
}

/* Bounds of losses in hundredths, from which a move is called so. */
static const char *verdict(const struct review *review, const struct moment *moment,
                           const struct moment *next)
{
    bool discs = strcmp(review->chooser.mind->unit, "discs") == 0;
    int outcome = next->answer.outcome;
    if (moment->move == GAME_NO_MOVE)
        return "";
    if (moment->answer.exact && next->answer.exact && outcome != MIND_OUTCOME_OPEN) {
        int reached = next->side == moment->side ? outcome : -outcome;
        if (reached < moment->answer.outcome)
            return reached < 0 && moment->answer.outcome > 0 ? "blunder" : "mistake";
    }
    if (moment->loss >= (discs ? 1000 : 300))
        return "blunder";
    if (moment->loss >= (discs ? 500 : 150))
        return "mistake";
    return moment->loss >= (discs ? 250 : 75) ? "inaccuracy" : "";
}

static bool look(struct review *review, struct thinker *thinker, struct error *error)
{
    const struct position *position = &review->position;
    const struct game *game = position->game;
    const struct game_setup *setup = &position->setup;
    char *all = command_memory((size_t)(review->count + 1) * position->size);
    struct random random;
    struct progress progress;
    bool good = true;
    memcpy(all, position->start, position->size);
    for (int i = 0; i < review->count; i++) {
        char *next = all + (size_t)(i + 1) * position->size;
        memcpy(next, next - position->size, position->size);
        game->play(setup, next, review->moves[i]);
    }
    random_seed(&random, review->arguments->seed);
    progress_begin(&progress, "positions", (uint64_t)review->count + 1, review->arguments->quiet);
    for (int i = review->count; good && i >= 0 && !atomic_load(&interrupt_raised); i--) {
        struct moment *moment = &review->moments[i];
        const void *now = all + (size_t)i * position->size;
        struct game_result result;
        moment->move = i < review->count ? review->moves[i] : GAME_NO_MOVE;
        moment->side = game->side_to_move(setup, now);
        mind_answer_clear(&moment->answer);
        if (game->result(setup, now, &result)) {
            moment->answer.score = 100 * (moment->side == 0 ? result.score : -result.score);
            moment->answer.outcome =
                (int8_t)((moment->side == 0 ? 1 : -1) * (result.half_points - 1));
            moment->answer.exact = true;
        } else {
            struct mind_task task = chooser_task(&review->chooser, position, &random);
            task.position = now;
            task.earlier_count = 0;
            good = think_ask(thinker, &review->player, &task, &moment->answer, error);
        }
        if (good && i < review->count) {
            const struct moment *next = moment + 1;
            int32_t led_to = next->side == moment->side ? next->answer.score : -next->answer.score;
            moment->loss = moment->answer.score > led_to && moment->move != game->pass
                               ? moment->answer.score - led_to
                               : 0;
        }
        progress_show(&progress, (uint64_t)(review->count + 1 - i), "");
    }
    progress_end(&progress);
    free(all);
    return good;
}

/* The score after so many moves, for the first player. */
static double first_score(const struct moment *moment)
{
    return (moment->side == 0 ? moment->answer.score : -moment->answer.score) / 100.0;
}

static void write_moves(const struct review *review, int *worst)
{
    const struct position *position = &review->position;
    void *now = command_memory(position->size);
    memcpy(now, position->start, position->size);
    for (int i = 0; i < review->count; i++) {
        const struct moment *moment = &review->moments[i];
        const char *word = verdict(review, moment, moment + 1);
        char text[GAME_MOVE_TEXT], best[GAME_MOVE_TEXT];
        position_move_text(position, now, moment->move, text);
        position_move_text(position, now, moment->answer.move, best);
        if (*worst < 0 || moment->loss > review->moments[*worst].loss)
            *worst = i;
        if (review->arguments->json) {
            struct json_out json;
            json_line_begin(&json, stdout);
            json_out_integer(&json, "ply", i + 1);
            json_out_text(&json, "side", position->game->side[moment->side]);
            json_out_text(&json, "move", text);
            json_out_text(&json, "best", best);
            json_out_hundredths(&json, "score", moment->answer.score);
            json_out_hundredths(&json, "loss", moment->loss);
            json_out_boolean(&json, "exact", moment->answer.exact && (moment + 1)->answer.exact);
            json_out_text(&json, "verdict", word[0] ? word : NULL);
            json_line_end(&json);
        } else {
            printf("%3d %-7s %-6s %+7.2f", i + 1, position->game->side[moment->side], text,
                   moment->answer.score / 100.0);
            if (moment->loss > 0)
                printf("  loses %.2f%s%s, best %s", moment->loss / 100.0, word[0] ? ", " : "", word,
                       best);
            putchar('\n');
        }
        position->game->play(&position->setup, now, moment->move);
    }
    free(now);
}

static bool write_pictures(const struct review *review, struct error *error)
{
    static const char *const kinds[] = {"svg", "png", "pdf"};
    int count = review->count + 1, mark_count = 0;
    double *values = command_memory((size_t)count * sizeof *values);
    double *numbers = command_memory((size_t)count * sizeof *numbers);
    struct plot_mark *marks = command_memory((size_t)count * sizeof *marks);
    char(*names)[GAME_MOVE_TEXT] = command_memory((size_t)count * sizeof *names);
    void *now = command_memory(review->position.size);
    char title[120], up[80];
    bool good = true;
    memcpy(now, review->position.start, review->position.size);
    for (int i = 0; i < count; i++) {
        const struct moment *moment = &review->moments[i];
        values[i] = first_score(moment);
        numbers[i] = i;
        if (i == review->count)
            break;
        const char *word = verdict(review, moment, moment + 1);
        if (strcmp(word, "blunder") == 0 || strcmp(word, "mistake") == 0)
            marks[mark_count++] = (struct plot_mark){
                i + 1, strcmp(word, "blunder") == 0,
                position_move_text(&review->position, now, moment->move, names[i])};
        review->position.game->play(&review->position.setup, now, moment->move);
    }
    snprintf(title, sizeof title, "%s: score after each move", review->position.game->title);
    snprintf(up, sizeof up, "%s for %s", review->chooser.mind->unit,
             review->position.game->side[0]);
    struct plot_line line = {.x = numbers, .y = values, .count = count};
    struct plot plot = {.title = title,
                        .x_name = "move",
                        .y_name = up,
                        .balance = true,
                        .lines = &line,
                        .line_count = 1,
                        .marks = marks,
                        .mark_count = mark_count};
    for (size_t i = 0; i < 3 && good; i++) {
        const char *path = arguments_value(review->arguments, kinds[i]);
        if (path)
            good = plot_write_as(path, (enum picture_format)(PICTURE_SVG + (int)i), &plot, error);
    }
    free(now);
    free(names);
    free(marks);
    free(numbers);
    free(values);
    return good;
}

static void write_sums(const struct review *review, int worst)
{
    int losses[2] = {0, 0}, blunders[2] = {0, 0};
    for (int i = 0; i < review->count; i++) {
        const struct moment *moment = &review->moments[i];
        losses[moment->side & 1] += moment->loss;
        blunders[moment->side & 1] += strcmp(verdict(review, moment, moment + 1), "blunder") == 0;
    }
    const struct game *game = review->position.game;
    if (review->arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_integer(&json, "moves", review->count);
        json_out_open(&json, "loss", '{');
        for (int side = 0; side < game->players; side++)
            json_out_hundredths(&json, game->side[side], losses[side]);
        json_out_close(&json);
        json_out_open(&json, "blunders", '{');
        for (int side = 0; side < game->players; side++)
            json_out_integer(&json, game->side[side], blunders[side]);
        json_out_close(&json);
        json_out_integer(&json, "worst", worst + 1);
        json_line_end(&json);
        return;
    }
    for (int side = 0; side < game->players; side++)
        printf("%s lost %.2f %s in all, %d blunder%s\n", game->side[side], losses[side] / 100.0,
               review->chooser.mind->unit, blunders[side], blunders[side] == 1 ? "" : "s");
}

static enum status review_game(struct review *review)
{
    const struct arguments *arguments = review->arguments;
    struct thinker thinker;
    struct error error;
    if (!think_open(&thinker, arguments->threads, review->chooser.table_bytes, &error))
        return command_fail(arguments, "%s", error.text);
    interrupt_watch();
    review->moments = command_memory((size_t)(review->count + 1) * sizeof *review->moments);
    bool good = look(review, &thinker, &error);
    enum status status = STATUS_DONE;
    if (!good) {
        status = command_fail(arguments, "%s", error.text);
    } else if (atomic_load(&interrupt_raised)) {
        fputs("stopped; the same command begins again\n", stderr);
    } else {
        int worst = -1;
        write_moves(review, &worst);
        write_sums(review, worst);
        if (!write_pictures(review, &error))
            status = command_fail(arguments, "%s", error.text);
    }
    free(review->moments);
    think_close(&thinker);
    return status;
}

enum status review_run(const struct arguments *arguments, const char *path)
{
    struct review *review = command_memory(sizeof *review);
    struct error error;
    size_t length;
    review->arguments = arguments;
    if (!position_read(&review->position, arguments, 0, 1, &error)) {
        free(review);
        return command_refuse(arguments, "%s", error.text);
    }
    char *text = file_read(path, FILE_MOST, &length, &error);
    enum status status;
    if (!text ||
        !chooser_read(&review->chooser, arguments, review->position.game, TABLE, NODES, &error) ||
        !chooser_player(&review->chooser, arguments, NULL, &review->player, &error))
        status = command_refuse(arguments, "%s", error.text);
    else if (!game_read(review, text, length, &error))
        status = command_refuse(arguments, "%s: %s", path, error.text);
    else
        status = review_game(review);
    free(text);
    position_free(&review->position);
    free(review);
    return status;
}
