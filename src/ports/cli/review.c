/* A whole game, move by move: what was best, what was played and what that lost. The middle looks
   at it from its end to its beginning (minds/inquiry_review.c). */
#include "ports/cli/review.h"

#include "lab/game_file.h"
#include "minds/tell.h"
#include "ports/cli/chooser.h"
#include "ports/cli/file.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include "ports/cli/progress.h"
#include "ports/draw/plot.h"
#include <stdio.h>
#include <stdlib.h>

enum { TABLE = 64 << 20, NODES = 400000 };
#define FILE_MOST ((size_t)16 << 20)

static const char *move_text(const struct inquiry *inquiry, int ply, uint32_t move,
                             char buffer[GAME_MOVE_TEXT])
{
    const struct session *session = inquiry->question.session;
    struct text text;
    text_init(&text, buffer, GAME_MOVE_TEXT);
    session_game(session)->move_write(session_setup(session), session_position_at(session, ply),
                                      move, &text);
    return buffer;
}

/* ---- lines ---- */

static void print_moment(const struct inquiry *inquiry, int ply)
{
    const struct game *game = session_game(inquiry->question.session);
    const struct inquiry_moment *moment = &inquiry->moments[ply];
    char made[GAME_MOVE_TEXT], best[GAME_MOVE_TEXT];
    printf("%3d %-7s %-6s %+7.2f", ply + 1, game->side[moment->side],
           move_text(inquiry, ply, moment->move, made), moment->before.score / 100.0);
    if (moment->class != INQUIRY_BEST)
        printf("  %s", tell_class(moment->class));
    if (moment->loss > 0)
        printf(", loses %.2f, best %s", moment->loss / 100.0,
               move_text(inquiry, ply, moment->before.move, best));
    putchar('\n');
}

static void write_moves(const struct inquiry *inquiry, bool as_json)
{
    for (int ply = 0; ply + 1 < inquiry->moment_count; ply++) {
        struct json_out json;
        if (!as_json) {
            print_moment(inquiry, ply);
            continue;
        }
        json_line_begin(&json, stdout);
        tell_moment(&json, inquiry, ply);
        json_line_end(&json);
    }
}

static void write_sums(const struct inquiry *inquiry, bool as_json)
{
    const struct game *game = session_game(inquiry->question.session);
    if (as_json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        tell_sums(&json, inquiry);
        json_line_end(&json);
        return;
    }
    for (int side = 0; side < game->players; side++) {
        struct tell_side sums;
        tell_side_of(inquiry, side, &sums);
        int blunders = sums.classes[INQUIRY_BLUNDER];
        printf("%s lost %.2f %s in all, %d blunder%s, accuracy %.1f %%\n", game->side[side],
               sums.loss / 100.0, inquiry->mind->unit, blunders, blunders == 1 ? "" : "s",
               sums.accuracy);
    }
    if (inquiry->decided >= 0)
        printf("move %d decided the game\n", inquiry->decided + 1);
}

/* ---- pictures ---- */

struct curve {
    double *values, *numbers;
    struct plot_mark *marks;
    char (*names)[GAME_MOVE_TEXT];
    int count, mark_count;
};

/* The score before each move, for the first player; mistakes are marked. */
static struct curve curve_of(const struct inquiry *inquiry)
{
    size_t count = (size_t)inquiry->moment_count;
    struct curve curve = {.values = command_memory(count * sizeof(double)),
                          .numbers = command_memory(count * sizeof(double)),
                          .marks = command_memory(count * sizeof *curve.marks),
                          .names = command_memory(count * sizeof *curve.names),
                          .count = inquiry->moment_count};
    for (int i = 0; i < curve.count; i++) {
        const struct inquiry_moment *moment = &inquiry->moments[i];
        int sign = moment->side == 0 ? 1 : -1;
        bool blunder = moment->class == INQUIRY_BLUNDER;
        curve.values[i] = sign * moment->before.score / 100.0;
        curve.numbers[i] = i;
        if (moment->move != GAME_NO_MOVE && (blunder || moment->class == INQUIRY_MISTAKE))
            curve.marks[curve.mark_count++] = (struct plot_mark){
                i + 1, blunder, move_text(inquiry, i, moment->move, curve.names[i])};
    }
    return curve;
}

static void curve_free(struct curve *curve)
{
    free(curve->values);
    free(curve->numbers);
    free(curve->marks);
    free(curve->names);
}

static bool write_pictures(const struct arguments *arguments, const struct inquiry *inquiry,
                           struct error *error)
{
    static const char *const kinds[] = {"svg", "png", "pdf"};
    const struct game *game = session_game(inquiry->question.session);
    char title[120], up[80];
    struct curve curve = curve_of(inquiry);
    snprintf(title, sizeof title, "%s: score after each move", game->title);
    snprintf(up, sizeof up, "%s for %s", inquiry->mind->unit, game->side[0]);
    struct plot_line line = {.x = curve.numbers, .y = curve.values, .count = curve.count};
    struct plot plot = {.title = title,
                        .x_name = "move",
                        .y_name = up,
                        .balance = true,
                        .lines = &line,
                        .line_count = 1,
                        .marks = curve.marks,
                        .mark_count = curve.mark_count};
    bool good = true;
    for (int i = 0; i < 3 && good; i++) {
        const char *path = arguments_value(arguments, kinds[i]);
        good = !path || plot_write_as(path, (enum picture_format)(PICTURE_SVG + i), &plot, error);
    }
    curve_free(&curve);
    return good;
}

/* ---- the review ---- */

static void show_progress(void *listener, const struct inquiry *inquiry)
{
    progress_show(listener, (uint64_t)(inquiry->moment_count - 1 - inquiry->rounds.ply), "");
}

static bool look(struct inquiry *inquiry, bool quiet, struct error *error)
{
    struct progress progress;
    progress_begin(&progress, "positions", (uint64_t)inquiry->moment_count, quiet);
    inquiry->question.report = show_progress;
    inquiry->question.listener = &progress;
    bool good = inquiry_run(inquiry, error);
    progress_end(&progress);
    return good;
}

static enum status review(const struct arguments *arguments, struct chooser *chooser,
                          const struct session *session)
{
    struct error error;
    if (!chooser_open(chooser, arguments->threads, &error))
        return command_fail(arguments, "%s", error.text);
    chooser->question.forget = !chooser->keep_table;
    struct inquiry *inquiry = chooser_ask(chooser, session, &error);
    enum status status = STATUS_DONE;
    if (!inquiry || !look(inquiry, arguments->quiet, &error)) {
        status = command_fail(arguments, "%s", error.text);
    } else if (atomic_load(&interrupt_raised)) {
        fputs("stopped; the same command begins again\n", stderr);
    } else {
        write_moves(inquiry, arguments->json);
        write_sums(inquiry, arguments->json);
        if (!write_pictures(arguments, inquiry, &error))
            status = command_fail(arguments, "%s", error.text);
    }
    inquire_close(inquiry);
    chooser_close(chooser);
    return status;
}

enum status review_run(const struct arguments *arguments, const char *path)
{
    static struct chooser chooser;
    struct opened opened;
    struct error error;
    size_t length;
    if (!position_read(&opened, arguments, 0, 1, &error))
        return command_error(arguments, &error);
    char *text = file_read(path, FILE_MOST, &length, &error);
    enum status status;
    if (text && !game_file_read(&opened, text, length, &error))
        status = command_refuse(arguments, "%s: %s", path, error.text);
    else if (!text || !chooser_read(&chooser, arguments, &opened, TABLE, NODES, &error) ||
             !chooser_player(&chooser, arguments, opened.game, INQUIRY_REVIEW, &error))
        status = command_error(arguments, &error);
    else
        status = review(arguments, &chooser, opened.session);
    free(text);
    opened_close(&opened);
    return status;
}
