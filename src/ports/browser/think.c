/* Asking the minds from the page's worker: one move, or what one given move is worth.

   One search at a time. The worker that calls is busy until the answer is there; progress goes to
   host_report, and the byte at potez_stop_address ends a search early: where memory is shared the
   page sets it, and the worker does so from inside the clock, which every search asks. Where there
   are helpers (crew.h), minds that can think in parallel do, with one table, as in lab/think.h. */
#include "ports/browser/think.h"
#include "base/hash.h"
#include "base/memory.h"
#include "minds/mind.h"
#include "minds/table.h"
#include "ports/browser/board.h"
#include "ports/browser/crew.h"
#include "ports/browser/host.h"
#include "ports/browser/output.h"

static struct table table;
static void *table_memory, *shared, *scratch[CREW_MOST];
static size_t table_bytes, shared_bytes, scratch_bytes[CREW_MOST];
static uint64_t table_about; /* which game and board the table knows; 0 for none */
static struct random randomness;
atomic_bool think_stop;
static atomic_bool helpers_stop;

/* What each of those who think together is at; number 0 is the one whose answer counts. */
static struct hand {
    struct player player;
    struct mind_task task;
    struct mind_answer answer;
    struct random random;
} hands[CREW_MOST];

/* What was found, and where, for the writers. */
struct finding {
    const struct session *session;
    const struct mind_answer *answer;
    uint32_t first; /* a move made before the search, GAME_NO_MOVE for none */
};

static void write_line(struct text *text, const struct session *session,
                       const struct mind_answer *answer)
{
    const struct game *game = session_game(session);
    uint64_t walker[GAME_POSITION_SMALL / 8];
    size_t size = game->position_size(session_setup(session));
    char name[GAME_MOVE_TEXT];
    struct text name_text;
    if (size > sizeof walker)
        return;
    memory_copy(walker, session_position(session), size);
    for (int i = 0; i < answer->line_length && i < MIND_LINE_MAX; i++) {
        if (!game_is_legal(game, session_setup(session), walker, answer->line[i]))
            break;
        text_init(&name_text, name, sizeof name);
        game->move_write(session_setup(session), walker, answer->line[i], &name_text);
        if (i)
            text_add_char(text, ',');
        output_string(text, name);
        game->play(session_setup(session), walker, answer->line[i]);
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
    return room(&scratch[0], &scratch_bytes[0], bytes) ? scratch[0] : NULL;
}

/* Gives the searches a table of so many bytes; asked again, it forgets what is in it. */
BROWSER_EXPORT(potez_table) uint32_t potez_table(uint32_t bytes);
uint32_t potez_table(uint32_t bytes)
{
    table_about = 0;
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

/* Positions of other games or boards may have the same keys. */
static void keep_to(const struct session *session)
{
    uint64_t about = hash_mix((uint64_t)(uintptr_t)session_game(session));
    for (int i = 0; i < session_game(session)->option_count; i++)
        about = hash_pair(about, (uint64_t)session_setup(session)->option[i]);
    about = hash_pair(about, (uint64_t)(uintptr_t)session_setup(session)->level);
    if (table_about && table_about != about)
        table_clear(&table);
    table_about = about;
}

static void solve_think(const struct player *player, const struct mind_task *task,
                        struct mind_answer *answer)
{
    const struct mind *mind = player->data;
    mind->solve(task, answer);
}

/* What one of them does; the leader's answer ends the work of all. */
static void toil(int member)
{
    struct hand *hand = &hands[member];
    mind_answer_clear(&hand->answer);
    hand->player.kind->think(&hand->player, &hand->task, &hand->answer);
    if (member == 0)
        atomic_store(&helpers_stop, true);
}

static bool provide(int members, const struct player_kind *kind)
{
    for (int i = 0; i < members; i++)
        if (!room(&scratch[i], &scratch_bytes[i], kind->memory))
            return false;
    if (members > 1 && kind->shared) {
        if (!room(&shared, &shared_bytes, kind->shared))
            return false;
        memory_clear(shared, kind->shared);
    }
    return true;
}

static uint64_t part_of(uint64_t nodes, int members)
{
    return (nodes + (uint64_t)members - 1) / (uint64_t)members;
}

/* The helpers look until they are stopped, but no deeper than was asked; see lab/think.c. */
static void prepare(int member, int members, const struct player *player,
                    const struct mind_task *task)
{
    struct hand *hand = &hands[member];
    hand->player = *player;
    hand->task = *task;
    hand->task.memory = scratch[member];
    hand->task.worker = member;
    hand->task.workers = members;
    hand->task.shared = members > 1 && player->kind->shared ? shared : NULL;
    hand->player.limits.nodes = part_of(hand->player.limits.nodes, members);
    hand->task.limits.nodes = part_of(hand->task.limits.nodes, members);
    if (member > 0) {
        random_split(&hand->random, random_next(task->random), (uint64_t)member);
        hand->task.random = &hand->random;
        hand->task.report = NULL;
        hand->task.stop = &helpers_stop;
    }
}

static void think_together(int members, const struct player *player, const struct mind_task *task,
                           struct mind_answer *answer)
{
    for (int i = 0; i < members; i++)
        prepare(i, members, player, task);
    for (int i = 1; i < members; i++)
        mind_answer_clear(&hands[i].answer); /* who comes too late has seen nothing */
    atomic_store(&helpers_stop, false);
    crew_work(members, toil);
    *answer = hands[0].answer;
    for (int i = 1; i < members; i++)
        answer->nodes += hands[i].answer.nodes;
}

/* Asks a player, or the mind's solver for the name "solve". */
static bool ask(const struct session *session, const char *name, struct mind_limits limits,
                struct mind_answer *answer, struct error *error)
{
    const struct mind *mind = mind_of(session_game(session));
    if (!mind)
        return error_set(error, "%s has no players yet", session_game(session)->title);
    const struct player_kind solver = {
        .name = "solve",
        .parallel = mind->solve_shared > 0,
        .memory = mind->solve_memory,
        .shared = mind->solve_shared,
        .think = solve_think,
    };
    struct player player = {.kind = &solver, .data = mind};
    bool solve = mind->solve && text_equal(name, "solve");
    if (!solve && !player_read(mind, name, &player, error))
        return false;
    int members = player.kind->parallel ? crew_count() : 1;
    if (!provide(members, player.kind))
        return error_set(error, "the search needs more memory than the page may have");
    struct finding finding = {.session = session};
    struct session_view view;
    struct mind_task task = {
        .game = session_game(session),
        .setup = session_setup(session),
        .position = session_position(session),
        .limits = limits,
        .random = &randomness,
        .table = &table,
        .memory = scratch[0],
        .stop = &think_stop,
        .report = report,
        .listener = &finding,
    };
    session_view_at(session, session_ply(session), &view);
    task.earlier = view.earlier;
    task.earlier_count = view.earlier_count;
    atomic_store(&think_stop, false);
    keep_to(session);
    table_age(&table);
    mind_answer_clear(answer);
    if (!player_strays(&player, &task, answer))
        think_together(members, &player, &task, answer);
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
    struct error error = {.text = "there is no game in this slot"};
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
    struct error error = {.text = "there is no game in this slot"};
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
        look_back(session_game(session)->players == 2 && session_side(session) != side, &answer);
    if (answered && over) {
        /* the mind knows what a win so early is worth; the rules know that it is one */
        int32_t worth = answer.score;
        bool known = answer.exact && !repeated;
        judge_end(session_game(session), side, &result, &answer);
        answer.score = known ? worth : answer.score;
    }
    uint32_t length =
        answered
            ? output_write(write_finding, &(struct finding){.session = session, .answer = &answer})
            : output_error(error.text);
    session_undo(session);
    return length;
}
