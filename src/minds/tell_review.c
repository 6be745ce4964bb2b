/* Writes a review: each move with its values before and after, and the totals of each side.
   docs/answers.md has the thresholds and the formula for accuracy. */
#include "minds/tell_inside.h"

#include "base/memory.h"

enum { WORDS = 1024 };

/* A move that gives nothing away is worth 100; the loss of a tenth of the chances about 60, of
   three tenths about 20: a curve of the usual form. */
static double accuracy(const struct inquiry_moment *moment)
{
    double x = inquiry_counted_drop(moment) / 1000.0;
    double value = 1 / (1 + 5 * x + 20 * x * x);
    return 100 * value;
}

void tell_side_of(const struct inquiry *inquiry, int side, struct tell_side *found)
{
    double sum = 0;
    memory_clear(found, sizeof *found);
    for (int ply = 0; ply + 1 < inquiry->moment_count; ply++) {
        const struct inquiry_moment *moment = &inquiry->moments[ply];
        if (moment->side != side || !moment->looked)
            continue;
        found->classes[moment->class]++;
        found->loss += moment->loss;
        if (moment->class == INQUIRY_FORCED)
            continue;
        found->moves++;
        sum += accuracy(moment);
    }
    found->accuracy = found->moves ? sum / found->moves : 100;
}

void tell_moment(struct json_out *json, const struct inquiry *inquiry, int ply)
{
    const struct inquiry_moment *moment = &inquiry->moments[ply];
    const struct session *session = inquiry->question.session;
    const void *position = session_position_at(session, ply);
    char words[WORDS];
    struct text text;
    bool bad = moment->class >= INQUIRY_INACCURACY && moment->class <= INQUIRY_BLUNDER;
    json_out_integer(json, "ply", ply + 1);
    json_out_text(json, "side", session_game(session)->side[moment->side]);
    tell_move_member(json, "move", session, position, moment->move);
    tell_move_member(json, "best", session, position, moment->before.move);
    json_out_hundredths(json, "score", moment->before.score);
    json_out_text(json, "outcome", tell_outcome(&moment->before));
    tell_plies_member(json, &moment->before);
    json_out_boolean(json, "before_exact", moment->before.exact);
    if (moment->move != GAME_NO_MOVE) {
        json_out_hundredths(json, "after", moment->after.score);
        json_out_text(json, "after_outcome", tell_outcome(&moment->after));
        json_out_boolean(json, "after_exact", moment->after.exact);
        json_out_hundredths(json, "loss", moment->loss);
        json_out_number(json, "drop", moment->drop / 1000.0, 3);
        json_out_boolean(json, "exact", moment->proved);
        json_out_text(json, "class", tell_class(moment->class));
        json_out_text(json, "verdict", bad ? tell_class(moment->class) : NULL);
    }
    tell_line_member(json, "pv", inquiry, ply, &moment->before);
    text_init(&text, words, sizeof words);
    tell_words(inquiry->mind, moment->side, &moment->before, &text);
    json_out_text(json, "words", words);
}

static int worst_ply(const struct inquiry *inquiry)
{
    int worst = -1;
    for (int ply = 0; ply + 1 < inquiry->moment_count; ply++)
        if (inquiry->moments[ply].looked &&
            (worst < 0 || inquiry->moments[ply].drop > inquiry->moments[worst].drop ||
             (inquiry->moments[ply].drop == inquiry->moments[worst].drop &&
              inquiry->moments[ply].loss > inquiry->moments[worst].loss)))
            worst = ply;
    return worst;
}

static void count_members(struct json_out *json, const char *name, const struct game *game,
                          const struct tell_side *sides, enum inquiry_class class)
{
    json_out_open(json, name, '{');
    for (int side = 0; side < game->players; side++)
        json_out_integer(json, game->side[side], sides[side].classes[class]);
    json_out_close(json);
}

void tell_sums(struct json_out *json, const struct inquiry *inquiry)
{
    const struct game *game = session_game(inquiry->question.session);
    struct tell_side sides[2];
    for (int side = 0; side < game->players; side++)
        tell_side_of(inquiry, side, &sides[side]);
    json_out_integer(json, "moves", inquiry->moment_count - 1);
    json_out_open(json, "loss", '{');
    for (int side = 0; side < game->players; side++)
        json_out_hundredths(json, game->side[side], sides[side].loss);
    json_out_close(json);
    json_out_open(json, "accuracy", '{');
    for (int side = 0; side < game->players; side++)
        json_out_number(json, game->side[side], sides[side].accuracy, 1);
    json_out_close(json);
    count_members(json, "blunders", game, sides, INQUIRY_BLUNDER);
    count_members(json, "mistakes", game, sides, INQUIRY_MISTAKE);
    count_members(json, "inaccuracies", game, sides, INQUIRY_INACCURACY);
    json_out_integer(json, "worst", worst_ply(inquiry) + 1);
    if (inquiry->decided >= 0)
        json_out_integer(json, "decided", inquiry->decided + 1);
    else
        json_out_null(json, "decided");
    json_out_boolean(json, "done", inquiry->done);
    tell_work_members(json, inquiry);
}

void tell_review(struct json_out *json, const struct inquiry *inquiry)
{
    json_out_open(json, "review", '[');
    for (int ply = 0; ply < inquiry->moment_count; ply++) {
        if (!inquiry->moments[ply].looked)
            continue;
        json_out_open(json, NULL, '{');
        tell_moment(json, inquiry, ply);
        json_out_close(json);
    }
    json_out_close(json);
    tell_sums(json, inquiry);
}
