/* Asking the minds from the page's worker: one move, or what one given move is worth.

   One search at a time. The worker that calls is busy until the answer is there; progress goes to
   host_report, and the byte at potez_stop_address ends a search early (the worker sets it from
   inside the clock, which every search asks). */
#include "ports/browser/think.h"
#include "base/memory.h"
#include "minds/mind.h"
#include "minds/table.h"
#include "ports/browser/board.h"
#include "ports/browser/host.h"
#include "ports/browser/output.h"

static struct table table;
static void *table_memory, *scratch;
static size_t table_bytes, scratch_bytes;
static struct random randomness;
atomic_bool think_stop;

/* What was found, and where, for the writers. */
struct finding {
    const struct session *session;
    const struct mind_answer *answer;
    uint32_t first; /* a move made before the search, GAME_NO_MOVE for none */
};

static void write_line(struct text *text, const struct session *session,
                       const struct mind_answer *answer)
{
    const struct game *game = session->game;
    uint64_t walker[GAME_POSITION_SMALL / 8];
    size_t size = game->position_size(&session->setup);
    char name[GAME_MOVE_TEXT];
    struct text name_text;
    if (size > sizeof walker)
        return;
    memory_copy(walker, session_position(session), size);
    for (int i = 0; i < answer->line_length && i < MIND_LINE_MAX; i++) {
        if (!game_is_legal(game, &session->setup, walker, answer->line[i]))
            break;
        text_init(&name_text, name, sizeof name);
        game->move_write(&session->setup, walker, answer->line[i], &name_text);
        if (i)
            text_add_char(text, ',');
        output_string(text, name);
        game->play(&session->setup, walker, answer->line[i]);
    }
}

static void write_finding(struct text *text, const void *subject)
{
    const struct finding *finding = subject;
    const struct mind_answer *answer = finding->answer;
    if (answer->move == GAME_NO_MOVE)
        text_add(text, "{\"move\":null,");
    else
        text_print(text, "{\"move\":%u,", answer->move);
    text_print(text, "\"score\":%d,\"outcome\":%d,\"exact\":%s,\"plies\":%d,\"depth\":%d,",
               (int)answer->score, answer->outcome, answer->exact ? "true" : "false", answer->plies,
               answer->depth);
    text_print(text, "\"probability\":%d,\"nodes\":%llu,\"line\":[", answer->probability,
               (unsigned long long)answer->nodes);
    write_line(text, finding->session, answer);
    text_add(text, "]}");
}

static bool room(void **memory, size_t *have, size_t bytes)
{
    if (bytes <= *have)
        return true;
    void *more = host_memory(bytes);
    if (!more)
        return false;
    *memory = more;
    *have = bytes;
    return true;
}

void *think_memory(size_t bytes)
{
    return room(&scratch, &scratch_bytes, bytes) ? scratch : NULL;
}

/* Gives the searches a table of so many bytes; asked again, it forgets what is in it. */
BROWSER_EXPORT(potez_table) uint32_t potez_table(uint32_t bytes);
uint32_t potez_table(uint32_t bytes)
{
    if (bytes <= table_bytes) {
        table_clear(&table);
        return 1;
    }
    if (!room(&table_memory, &table_bytes, bytes))
        return 0;
    table_init_zeroed(&table, table_memory, bytes);
    return 1;
}

BROWSER_EXPORT(potez_seed) void potez_seed(uint32_t high, uint32_t low);
void potez_seed(uint32_t high, uint32_t low)
{
    random_seed(&randomness, (uint64_t)high << 32 | low);
}

BROWSER_EXPORT(potez_stop_address) uint32_t potez_stop_address(void);
uint32_t potez_stop_address(void)
{
    return (uint32_t)(uintptr_t)&think_stop;
}

static void report(void *listener, const struct mind_answer *answer)
{
    struct finding finding = *(const struct finding *)listener;
    finding.answer = answer;
    host_report(output_write(write_finding, &finding));
}

/* Asks a player, or the mind's solver for the name "solve". */
static bool ask(const struct session *session, const char *name, struct mind_limits limits,
                struct mind_answer *answer, struct error *error)
{
    const struct mind *mind = mind_of(session->game);
    if (!mind)
        return error_set(error, "%s has no players yet", session->game->title);
    struct player player;
    bool solve = mind->solve && text_equal(name, "solve");
    if (!solve && !player_read(mind, name, &player, error))
        return false;
    if (!room(&scratch, &scratch_bytes, solve ? mind->solve_memory : player.kind->memory))
        return error_set(error, "the search needs more memory than the page may have");
    struct finding finding = {.session = session};
    struct mind_task task = {
        .game = session->game,
        .setup = &session->setup,
        .position = session_position(session),
        .limits = limits,
        .random = &randomness,
        .table = &table,
        .memory = scratch,
        .stop = &think_stop,
        .report = report,
        .listener = &finding,
    };
    task.earlier = session_earlier(session, &task.earlier_count);
    atomic_store(&think_stop, false);
    table_age(&table);
    mind_answer_clear(answer);
    if (solve)
        mind->solve(&task, answer);
    else if (!player_strays(&player, &task, answer))
        player.kind->think(&player, &task, answer);
    return true;
}

static struct mind_limits limits_of(double milliseconds, uint32_t depth, double nodes)
{
    return (struct mind_limits){
        .microseconds = milliseconds > 0 ? (uint64_t)(milliseconds * 1000) + 1 : 0,
        .nodes = nodes > 0 ? (uint64_t)nodes : 0,
        .depth = (int)depth,
    };
}

/* The move that the player named in the input chooses; limits of 0 are none. */
BROWSER_EXPORT(potez_think)
uint32_t potez_think(uint32_t slot, double milliseconds, uint32_t depth, double nodes);
uint32_t potez_think(uint32_t slot, double milliseconds, uint32_t depth, double nodes)
{
    struct error error = {"there is no game in this slot"};
    struct mind_answer answer;
    const struct session *session = board_session(slot);
    if (!session ||
        !ask(session, output_input_text(), limits_of(milliseconds, depth, nodes), &answer, &error))
        return output_error(error.text);
    return output_write(write_finding, &(struct finding){.session = session, .answer = &answer});
}

/* The child's answer as the one who moved sees it. */
static void look_back(bool other_side, struct mind_answer *answer)
{
    if (other_side) {
        answer->score = -answer->score;
        if (answer->outcome != MIND_OUTCOME_OPEN)
            answer->outcome = (int8_t)-answer->outcome;
    }
    answer->depth++;
    if (answer->plies >= 0)
        answer->plies++;
}

static void judge_end(const struct game *game, int side, const struct game_result *result,
                      struct mind_answer *answer)
{
    int sign = side == 0 ? 1 : -1;
    mind_answer_clear(answer);
    answer->score = 100 * sign * result->score;
    if (game->players == 2)
        answer->outcome = (int8_t)(sign * (result->half_points - 1));
    answer->exact = true;
    answer->plies = 1;
    answer->depth = 1;
}

/* What `move` is worth to the side that makes it; the line is the answer to it. */
BROWSER_EXPORT(potez_score)
uint32_t potez_score(uint32_t slot, uint32_t move, double milliseconds, uint32_t depth,
                     double nodes);
uint32_t potez_score(uint32_t slot, uint32_t move, double milliseconds, uint32_t depth,
                     double nodes)
{
    struct error error = {"there is no game in this slot"};
    struct mind_answer answer;
    struct game_result result;
    bool repeated = false;
    struct session *session = board_session(slot);
    if (!session)
        return output_error(error.text);
    int side = session_side(session);
    if (!session_play(session, move, &error))
        return output_error(error.text);
    bool over = session_over(session, &result, &repeated);
    bool answered =
        ask(session, output_input_text(), limits_of(milliseconds, depth, nodes), &answer, &error);
    if (answered && !repeated)
        look_back(session->game->players == 2 && session_side(session) != side, &answer);
    if (answered && over) {
        /* the mind knows what a win so early is worth; the rules know that it is one */
        int32_t worth = answer.score;
        bool known = answer.exact && !repeated;
        judge_end(session->game, side, &result, &answer);
        answer.score = known ? worth : answer.score;
    }
    uint32_t length =
        answered
            ? output_write(write_finding, &(struct finding){.session = session, .answer = &answer})
            : output_error(error.text);
    session_undo(session);
    return length;
}
