/* Answers in words, and the members of their JSON that every kind of answer shares. tell_review.c
   writes reviews, tell_game.c games.

   The words are made from the same answer as the numbers, and they say how certain they are:
   "(proved)" or "(depth 12)". Plies become moves of the side that wins, rounded up, because people
   count their own moves; a win in 5 plies is "wins in 3". */
#include "minds/tell_inside.h"

#include "base/clock.h"
#include "base/memory.h"

enum { WORDS = 1024 };

static bool is_proved(const struct mind_answer *answer)
{
    return answer->exact && answer->outcome != MIND_OUTCOME_OPEN;
}

const char *tell_outcome(const struct mind_answer *answer)
{
    static const char *const words[] = {"loss", "draw", "win"};
    return is_proved(answer) ? words[answer->outcome + 1] : NULL;
}

const char *tell_class(enum inquiry_class class)
{
    static const char *const words[] = {
        [INQUIRY_BEST] = "best",       [INQUIRY_ONLY] = "only",
        [INQUIRY_GOOD] = "good",       [INQUIRY_INACCURACY] = "inaccuracy",
        [INQUIRY_MISTAKE] = "mistake", [INQUIRY_BLUNDER] = "blunder",
        [INQUIRY_FORCED] = "forced",
    };
    return words[class];
}

/* ---- words ---- */

static int size_of(int32_t score)
{
    return score < 0 ? -score : score;
}

void tell_score(const struct mind_answer *answer, struct text *text)
{
    int size = size_of(answer->score);
    text_print(text, "%c%d", answer->score < 0 ? '-' : '+', size / 100);
    if (size % 100 || !answer->exact)
        text_print(text, ".%d%d", size % 100 / 10, size % 10);
}

/* "3 discs", "1.5 men", "1 disc". */
static void amount(const struct mind *mind, int hundredths, struct text *text)
{
    int tenths = (hundredths + 5) / 10;
    text_print(text, "%d", tenths / 10);
    if (tenths % 10)
        text_print(text, ".%d", tenths % 10);
    text_print(text, " %s", tenths == 10 ? mind->one : mind->unit);
}

static void proved_words(const struct mind *mind, int side, const struct mind_answer *answer,
                         struct text *text)
{
    int winner = answer->outcome > 0 ? side : 1 - side;
    if (answer->outcome == 0) {
        text_add(text, "A draw");
    } else {
        text_print(text, "%s wins", mind->game->colour[winner]);
        if (mind->margin) {
            text_add(text, " by ");
            amount(mind, size_of(answer->score), text);
        } else if (answer->plies >= 0) {
            text_print(text, " in %d", (answer->plies + 1) / 2);
        }
    }
    text_add(text, answer->book ? " (proved, book)" : " (proved)");
}

static void puzzle_words(const struct mind *mind, const struct mind_answer *answer,
                         struct text *text)
{
    text_add(text, answer->exact ? "At most " : "At least ");
    amount(mind, size_of(answer->score), text);
    text_add(text, answer->exact ? " (proved)" : " so far");
}

void tell_words(const struct mind *mind, int side, const struct mind_answer *answer,
                struct text *text)
{
    if (mind->game->players == 1) {
        puzzle_words(mind, answer, text);
        return;
    }
    if (is_proved(answer)) {
        proved_words(mind, side, answer, text);
        return;
    }
    int size = size_of(answer->score);
    if (size < 10) {
        text_add(text, "About even");
    } else {
        text_print(text, "%s ahead by about ",
                   mind->game->colour[answer->score > 0 ? side : 1 - side]);
        amount(mind, size >= 1000 ? (size + 50) / 100 * 100 : size, text);
    }
    if (answer->book)
        text_add(text, " (book)");
    bool deep = answer->depth || answer->evaluated;
    if (deep)
        text_print(text, " (depth %d", answer->depth);
    if (deep && answer->probability && answer->probability < 100)
        text_print(text, ", %d %%", answer->probability);
    if (deep)
        text_add_char(text, ')');
}

/* ---- moves and positions ---- */

void tell_move_member(struct json_out *json, const char *name, const struct session *session,
                      const void *position, uint32_t move)
{
    char buffer[GAME_MOVE_TEXT];
    struct text text;
    if (move == GAME_NO_MOVE) {
        json_out_null(json, name);
        return;
    }
    text_init(&text, buffer, sizeof buffer);
    session_game(session)->move_write(session_setup(session), position, move, &text);
    json_out_text(json, name, buffer);
}

void tell_result(struct json_out *json, const char *name, const struct game *game,
                 const struct game_result *result)
{
    if (game->players == 1)
        json_out_integer(json, name, result->score);
    else
        json_out_hundredths(json, name, 50 * result->half_points);
}

void tell_moves(struct json_out *json, const struct session *session)
{
    const struct game *game = session_game(session);
    uint32_t moves[GAME_MOVES_MAX];
    struct session_view view;
    session_view_at(session, session_ply(session), &view);
    int count = session_moves(session, moves);
    json_out_text(json, "side", game->side[view.side]);
    json_out_open(json, "moves", '[');
    for (int i = 0; i < count; i++)
        tell_move_member(json, NULL, session, view.position, moves[i]);
    json_out_close(json);
    json_out_boolean(json, "over", view.over);
    if (view.over)
        tell_result(json, "result", game, &view.result);
    else
        json_out_null(json, "result");
    json_out_boolean(json, "repeated", view.repeated);
    json_out_integer(json, "ply", session_ply(session));
}

/* ---- answers ---- */

static void add_to_line(void *json, const char *move)
{
    json_out_text(json, NULL, move);
}

void tell_line_member(struct json_out *json, const char *name, const struct inquiry *inquiry,
                      int ply, const struct mind_answer *answer)
{
    json_out_open(json, name, '[');
    inquiry_line(inquiry, ply, answer, add_to_line, json);
    json_out_close(json);
}

void tell_explanation(const struct inquiry *inquiry, int ply, const struct mind_answer *answer,
                      struct text *text)
{
    const struct session *session = inquiry->question.session;
    struct mind_task task = {.game = session_game(session),
                             .setup = session_setup(session),
                             .position = session_position_at(session, ply)};
    if (inquiry->mind->explain)
        inquiry->mind->explain(&task, answer, text);
}

static void explanation_member(struct json_out *json, const struct inquiry *inquiry, int ply,
                               const struct mind_answer *answer)
{
    char buffer[WORDS] = "";
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    tell_explanation(inquiry, ply, answer, &text);
    if (buffer[0])
        json_out_text(json, "explanation", buffer);
}

void tell_plies_member(struct json_out *json, const struct mind_answer *answer)
{
    if (answer->plies >= 0)
        json_out_integer(json, "plies", answer->plies);
    else
        json_out_null(json, "plies");
}

/* What every answer says: its value, how sure that is, and best play. */
static void answer_members(struct json_out *json, const struct inquiry *inquiry, int ply, int side,
                           const struct mind_answer *answer)
{
    char words[WORDS];
    struct text text;
    json_out_hundredths(json, "score", answer->score);
    json_out_text(json, "outcome", tell_outcome(answer));
    tell_plies_member(json, answer);
    json_out_boolean(json, "exact", answer->exact);
    json_out_integer(json, "depth", answer->depth);
    if (answer->probability && !answer->exact)
        json_out_integer(json, "probability", answer->probability);
    if (answer->book)
        json_out_boolean(json, "book", true);
    tell_line_member(json, "pv", inquiry, ply, answer);
    text_init(&text, words, sizeof words);
    tell_words(inquiry->mind, side, answer, &text);
    json_out_text(json, "words", words);
    explanation_member(json, inquiry, ply, answer);
}

void tell_work_members(struct json_out *json, const struct inquiry *inquiry)
{
    json_out_unsigned(json, "nodes", inquiry->nodes);
    json_out_number(json, "seconds", tell_seconds(inquiry), 6);
}

double tell_seconds(const struct inquiry *inquiry)
{
    return (double)(clock_microseconds() - inquiry->started) / 1e6;
}

static void tell_choice(struct json_out *json, const struct inquiry *inquiry)
{
    const struct session *session = inquiry->question.session;
    int ply = session_ply(session);
    tell_move_member(json, "move", session, session_position(session), inquiry->answer.move);
    answer_members(json, inquiry, ply, session_side(session), &inquiry->answer);
    tell_work_members(json, inquiry);
    if (inquiry->question.kind == INQUIRY_HINT)
        json_out_boolean(json, "done", inquiry->done);
}

void tell_finding(struct json_out *json, const struct inquiry *inquiry, int index)
{
    const struct inquiry_finding *finding = &inquiry->findings[index];
    const struct session *session = inquiry->question.session;
    int ply = session_ply(session);
    tell_move_member(json, "move", session, session_position(session), finding->move);
    answer_members(json, inquiry, ply, session_side(session), &finding->answer);
}

static bool all_exact(const struct inquiry *inquiry)
{
    for (int i = 0; i < inquiry->finding_count; i++)
        if (!inquiry->findings[i].answer.exact)
            return false;
    return inquiry->finding_count > 0;
}

static void tell_analysis(struct json_out *json, const struct inquiry *inquiry)
{
    const struct session *session = inquiry->question.session;
    json_out_text(json, "side", session_game(session)->side[session_side(session)]);
    json_out_open(json, "moves", '[');
    for (int i = 0; i < inquiry->finding_count; i++) {
        json_out_open(json, NULL, '{');
        tell_finding(json, inquiry, i);
        json_out_close(json);
    }
    json_out_close(json);
    json_out_integer(json, "depth", inquiry->rounds.depth);
    json_out_boolean(json, "proving", inquiry->rounds.proving);
    json_out_boolean(json, "exact", all_exact(inquiry));
    json_out_boolean(json, "done", inquiry->done);
    tell_work_members(json, inquiry);
}

/* A game whose score counts the plies to the end gives a move another score than the position it is
   made in; the plies themselves agree. */
static bool keeps_value(const struct mind_answer *after, const struct mind_answer *before)
{
    return after->exact && after->outcome == before->outcome &&
           (after->score == before->score || (before->plies >= 0 && after->plies == before->plies));
}

/* Moves that keep the value; without `every` only one of them is known. */
static void best_member(struct json_out *json, const struct inquiry *inquiry)
{
    const struct session *session = inquiry->question.session;
    const void *position = session_position(session);
    json_out_open(json, "best", '[');
    for (int i = 0; i < inquiry->finding_count; i++) {
        const struct inquiry_finding *finding = &inquiry->findings[i];
        if (keeps_value(&finding->answer, &inquiry->answer))
            tell_move_member(json, NULL, session, position, finding->move);
    }
    if (inquiry->finding_count == 0 && inquiry->answer.move != GAME_NO_MOVE)
        tell_move_member(json, NULL, session, position, inquiry->answer.move);
    json_out_close(json);
}

static void every_member(struct json_out *json, const struct inquiry *inquiry)
{
    const struct session *session = inquiry->question.session;
    json_out_open(json, "moves", '{');
    for (int i = 0; i < inquiry->finding_count; i++) {
        const struct inquiry_finding *finding = &inquiry->findings[i];
        char name[GAME_MOVE_TEXT];
        struct text text;
        text_init(&text, name, sizeof name);
        session_game(session)->move_write(session_setup(session), session_position(session),
                                          finding->move, &text);
        if (finding->answer.exact)
            json_out_hundredths(json, name, finding->answer.score);
        else
            json_out_null(json, name);
    }
    json_out_close(json);
    json_out_open(json, "every", '[');
    for (int i = 0; i < inquiry->finding_count; i++) {
        const struct inquiry_finding *finding = &inquiry->findings[i];
        json_out_open(json, NULL, '{');
        tell_move_member(json, "move", session, session_position(session), finding->move);
        json_out_text(json, "outcome", tell_outcome(&finding->answer));
        tell_plies_member(json, &finding->answer);
        json_out_boolean(json, "exact", finding->answer.exact);
        json_out_close(json);
    }
    json_out_close(json);
}

static void tell_value(struct json_out *json, const struct inquiry *inquiry)
{
    const struct mind_answer *answer = &inquiry->answer;
    const struct session *session = inquiry->question.session;
    char words[WORDS];
    struct text text;
    json_out_boolean(json, "proved", answer->exact);
    json_out_text(json, "outcome", tell_outcome(answer));
    if (answer->exact)
        json_out_hundredths(json, "score", answer->score);
    else
        json_out_null(json, "score");
    tell_plies_member(json, answer);
    best_member(json, inquiry);
    if (answer->line_length)
        tell_line_member(json, "pv", inquiry, session_ply(session), answer);
    if (inquiry->question.every)
        every_member(json, inquiry);
    text_init(&text, words, sizeof words);
    tell_words(inquiry->mind, session_side(session), answer, &text);
    json_out_text(json, "words", words);
    tell_work_members(json, inquiry);
}

void tell_inquiry(struct json_out *json, const struct inquiry *inquiry)
{
    static void (*const tells[INQUIRY_KINDS])(struct json_out *, const struct inquiry *) = {
        [INQUIRY_MOVE] = tell_choice,   [INQUIRY_HINT] = tell_choice,
        [INQUIRY_VALUE] = tell_value,   [INQUIRY_MOVES] = tell_analysis,
        [INQUIRY_REVIEW] = tell_review,
    };
    tells[inquiry->question.kind](json, inquiry);
}

void tell_move(const struct inquiry *inquiry, struct text *text)
{
    const struct session *session = inquiry->question.session;
    if (inquiry->answer.move != GAME_NO_MOVE)
        session_game(session)->move_write(session_setup(session), session_position(session),
                                          inquiry->answer.move, text);
}
