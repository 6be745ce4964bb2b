#include "minds/tell.h"

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
    size_t length = text_length(mind->unit);
    text_print(text, "%d", tenths / 10);
    if (tenths % 10)
        text_print(text, ".%d", tenths % 10);
    text_add_char(text, ' ');
    if (mind->one)
        text_add(text, tenths == 10 ? mind->one : mind->unit);
    else
        text_add_part(text, mind->unit, length);
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
    text_add(text, " (proved)");
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
    if (answer->depth)
        text_print(text, " (depth %d", answer->depth);
    if (answer->depth && answer->probability && answer->probability < 100)
        text_print(text, ", %d %%", answer->probability);
    if (answer->depth)
        text_add_char(text, ')');
}

/* ---- moves and positions ---- */

static void move_member(struct json_out *json, const char *name, const struct session *session,
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
        move_member(json, NULL, session, view.position, moves[i]);
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

static void line_member(struct json_out *json, const char *name, const struct inquiry *inquiry,
                        int ply, const struct mind_answer *answer)
{
    const struct session *session = inquiry->question.session;
    json_out_open(json, name, '[');
    inquiry_line(session, session_position_at(session, ply), answer, inquiry->walker, add_to_line,
                 json);
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

static void plies_member(struct json_out *json, const struct mind_answer *answer)
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
    plies_member(json, answer);
    json_out_boolean(json, "exact", answer->exact);
    json_out_integer(json, "depth", answer->depth);
    if (answer->probability && !answer->exact)
        json_out_integer(json, "probability", answer->probability);
    line_member(json, "pv", inquiry, ply, answer);
    text_init(&text, words, sizeof words);
    tell_words(inquiry->mind, side, answer, &text);
    json_out_text(json, "words", words);
    explanation_member(json, inquiry, ply, answer);
}

static void work_members(struct json_out *json, const struct inquiry *inquiry)
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
    move_member(json, "move", session, session_position(session), inquiry->answer.move);
    answer_members(json, inquiry, ply, session_side(session), &inquiry->answer);
    work_members(json, inquiry);
    if (inquiry->question.kind == INQUIRY_HINT)
        json_out_boolean(json, "done", inquiry->done);
}

void tell_finding(struct json_out *json, const struct inquiry *inquiry, int index)
{
    const struct inquiry_finding *finding = &inquiry->findings[index];
    const struct session *session = inquiry->question.session;
    int ply = session_ply(session);
    move_member(json, "move", session, session_position(session), finding->move);
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
    work_members(json, inquiry);
}

/* Moves that keep the value; without `every` only one of them is known. */
static void best_member(struct json_out *json, const struct inquiry *inquiry)
{
    const struct session *session = inquiry->question.session;
    const void *position = session_position(session);
    json_out_open(json, "best", '[');
    for (int i = 0; i < inquiry->finding_count; i++) {
        const struct inquiry_finding *finding = &inquiry->findings[i];
        if (finding->answer.exact && finding->answer.score == inquiry->answer.score)
            move_member(json, NULL, session, position, finding->move);
    }
    if (inquiry->finding_count == 0 && inquiry->answer.move != GAME_NO_MOVE)
        move_member(json, NULL, session, position, inquiry->answer.move);
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
    plies_member(json, answer);
    best_member(json, inquiry);
    if (answer->line_length)
        line_member(json, "pv", inquiry, session_ply(session), answer);
    if (inquiry->question.every)
        every_member(json, inquiry);
    text_init(&text, words, sizeof words);
    tell_words(inquiry->mind, session_side(session), answer, &text);
    json_out_text(json, "words", words);
    work_members(json, inquiry);
}

/* ---- reviews ---- */

/* A move that gives nothing away is worth 100; the loss of a tenth of the chances about 60, of
   three tenths about 20: a curve of the usual form. */
static double accuracy(const struct inquiry_moment *moment)
{
    double x = moment->drop / 1000.0;
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
    move_member(json, "move", session, position, moment->move);
    move_member(json, "best", session, position, moment->before.move);
    json_out_hundredths(json, "score", moment->before.score);
    json_out_text(json, "outcome", tell_outcome(&moment->before));
    plies_member(json, &moment->before);
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
    line_member(json, "pv", inquiry, ply, &moment->before);
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
    work_members(json, inquiry);
}

static void tell_review(struct json_out *json, const struct inquiry *inquiry)
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

/* ---- games ---- */

static void option_member(struct json_out *json, const struct game_option *option)
{
    json_out_open(json, NULL, '{');
    json_out_text(json, "name", option->name);
    json_out_text(json, "summary", option->summary);
    json_out_integer(json, "least", option->least);
    json_out_integer(json, "most", option->most);
    if (option->words) {
        json_out_open(json, "values", '[');
        for (int value = option->least; value <= option->most; value++)
            json_out_text(json, NULL, option->words[value - option->least]);
        json_out_close(json);
        json_out_text(json, "standard", option->words[option->standard - option->least]);
    } else {
        json_out_integer(json, "standard", option->standard);
    }
    json_out_close(json);
}

static void player_member(struct json_out *json, const struct player_kind *kind)
{
    json_out_open(json, NULL, '{');
    json_out_text(json, "name", kind->name);
    json_out_text(json, "summary", kind->summary);
    json_out_text(json, "argument", kind->argument);
    if (kind->argument) {
        json_out_integer(json, "least", kind->least);
        json_out_integer(json, "most", kind->most);
        json_out_integer(json, "standard", kind->standard);
    }
    json_out_boolean(json, "limits", kind->limits);
    json_out_boolean(json, "file", kind->data_read && !kind->ships);
    json_out_boolean(json, "ships", kind->ships);
    json_out_close(json);
}

static void mind_members(struct json_out *json, const struct mind *mind)
{
    json_out_open(json, "players", '[');
    for (int i = 0; mind && i < mind->player_count; i++)
        player_member(json, mind->players[i]);
    json_out_close(json);
    json_out_text(json, "best", mind ? mind->best : NULL);
    if (!mind)
        return;
    json_out_text(json, "unit", mind->unit);
    json_out_hundredths(json, "scale", mind->scale);
    json_out_boolean(json, "margin", mind->margin);
    json_out_boolean(json, "solves", mind->solve != NULL);
    json_out_boolean(json, "model", mind->model_use != NULL);
    json_out_boolean(json, "book", mind->book_key != NULL);
    json_out_boolean(json, "solved", mind->solved_use != NULL);
}

static void names_member(struct json_out *json, const char *name, const char *const *names,
                         int count)
{
    json_out_open(json, name, '[');
    for (int i = 0; i < count; i++)
        json_out_text(json, NULL, names[i]);
    json_out_close(json);
}

void tell_game(struct json_out *json, const struct game *game)
{
    static const char *const boards[] = {"squares", "rack", "lines", "chequered", "blocks"};
    json_out_text(json, "name", game->name);
    json_out_text(json, "title", game->title);
    json_out_text(json, "summary", game->summary);
    json_out_text(json, "rules", game->rules);
    json_out_text(json, "notation", game->notation);
    json_out_text(json, "board", boards[game->board]);
    json_out_boolean(json, "levels", game->level_read != NULL);
    json_out_integer(json, "seats", game->players);
    names_member(json, "sides", game->side, game->players);
    names_member(json, "colours", game->colour, game->players);
    json_out_open(json, "options", '[');
    for (int i = 0; i < game->option_count; i++)
        option_member(json, &game->options[i]);
    json_out_close(json);
    mind_members(json, mind_of(game));
}
