#include "games/session.h"

#include "base/assert.h"
#include "base/memory.h"

static size_t rounded(size_t bytes)
{
    return (bytes + 7) & ~(size_t)7;
}

/* What one ply takes: a position, its hash, the move and its spare copy. */
static size_t bytes_a_ply(size_t position_size)
{
    return position_size + sizeof(uint64_t) + 2 * sizeof(uint32_t);
}

size_t session_bytes(const struct game *game, const struct game_setup *setup, int plies)
{
    if (plies < 0 || !game->setup_valid(setup, NULL))
        return 0;
    size_t each = bytes_a_ply(rounded(game->position_size(setup)));
    /* The start is one position more than the plies, the walker of session_play_text another. */
    if ((size_t)plies + 2 > SIZE_MAX / each)
        return SIZE_MAX;
    return ((size_t)plies + 2) * each;
}

static void *position_at(const struct session *session, int ply)
{
    return session->positions + (size_t)ply * session->position_size;
}

static void remember_hash(struct session *session, int ply)
{
    session->hashes[ply] = session->game->hash(&session->setup, position_at(session, ply));
}

void session_start(struct session *session, const struct game *game, const struct game_setup *setup,
                   const void *position, void *memory, size_t bytes)
{
    size_t size = rounded(game->position_size(setup));
    size_t fits = bytes / bytes_a_ply(size);
    ASSERT(fits >= 2);
    if (fits > INT32_MAX)
        fits = INT32_MAX;
    char *start = memory;
    memory_clear(session, sizeof *session);
    session->game = game;
    session->setup = *setup;
    session->position_size = size;
    session->capacity = (int)fits - 2;
    session->hashes = memory;
    session->positions = start + fits * sizeof(uint64_t);
    session->moves = (uint32_t *)(void *)(session->positions + fits * size);
    session->spare = session->moves + fits;
    memory_clear(session->positions, size);
    if (position)
        memory_copy(session->positions, position, game->position_size(setup));
    else
        game->start(setup, session->positions);
    remember_hash(session, 0);
}

const void *session_position(const struct session *session)
{
    return position_at(session, session->at);
}

int session_side(const struct session *session)
{
    return session->game->side_to_move(&session->setup, session_position(session));
}

const uint64_t *session_earlier(const struct session *session, int *count)
{
    const struct game *game = session->game;
    int plies = session->at;
    if (!game->repetition_limit || game->repetition_limit(&session->setup) == 0)
        plies = 0;
    else if (game->reversible_plies) {
        int reversible = game->reversible_plies(&session->setup, session_position(session));
        if (reversible < plies)
            plies = reversible;
    }
    *count = plies;
    return session->hashes + (session->at - plies);
}

static bool drawn_by_repetition(const struct session *session)
{
    int earlier_count, occurrences = 1;
    const uint64_t *earlier = session_earlier(session, &earlier_count);
    if (earlier_count == 0)
        return false;
    for (int i = 0; i < earlier_count; i++)
        occurrences += earlier[i] == session->hashes[session->at];
    return occurrences >= session->game->repetition_limit(&session->setup);
}

bool session_over(const struct session *session, struct game_result *result, bool *repeated)
{
    struct game_result own;
    bool over = session->game->result(&session->setup, session_position(session), &own);
    bool drawn = !over && drawn_by_repetition(session);
    if (drawn)
        own = (struct game_result){.half_points = 1, .score = 0};
    if (result && (over || drawn))
        *result = own;
    if (repeated)
        *repeated = drawn;
    return over || drawn;
}

int session_moves(const struct session *session, uint32_t *moves)
{
    if (session_over(session, NULL, NULL))
        return 0;
    return session->game->legal_moves(&session->setup, session_position(session), moves);
}

/* Makes a move that is known to be legal and to fit. */
static void advance(struct session *session, uint32_t move)
{
    int at = session->at;
    if (at == session->length || session->moves[at] != move) {
        session->moves[at] = move;
        memory_copy(position_at(session, at + 1), position_at(session, at), session->position_size);
        session->game->play(&session->setup, position_at(session, at + 1), move);
        remember_hash(session, at + 1);
        session->length = at + 1;
    }
    session->at = at + 1;
}

bool session_play(struct session *session, uint32_t move, struct error *error)
{
    bool repeated;
    if (session_over(session, NULL, &repeated))
        return error_set(error, repeated ? "the game is over: the position has been repeated"
                                         : "the game is over");
    if (!game_is_legal(session->game, &session->setup, session_position(session), move))
        return error_set(error, "that move is not legal here");
    if (session->at >= session->capacity)
        return error_set(error, "the game is too long: there is room for %d plies",
                         session->capacity);
    advance(session, move);
    return true;
}

struct list_player { /* what hears of every move while a list of them is played */
    struct session *session;
    struct error *error;
    bool failed;
    int played;
};

static void list_played(void *listener, uint32_t move)
{
    struct list_player *list = listener;
    list->played++;
    if (!list->failed && !session_play(list->session, move, list->error)) {
        list->failed = true;
        error_prefix(list->error, "move %d: ", list->played);
    }
}

bool session_play_text(struct session *session, const char *text, size_t length,
                       struct error *error)
{
    int at = session->at, old_length = session->length;
    size_t tail = (size_t)(old_length - at);
    memory_copy(session->spare, session->moves + at, tail * sizeof(uint32_t));

    /* The reader walks on a position of its own, the one past the capacity. */
    struct error unread;
    struct list_player list = {.session = session, .error = error};
    void *walker = position_at(session, session->capacity + 1);
    memory_copy(walker, session_position(session), session->position_size);
    bool read = game_play_text(session->game, &session->setup, walker, text, length, list_played,
                               &list, &unread);
    if (read && !list.failed)
        return true;
    if (!list.failed)
        error_set(error, "%s", unread.text);
    session->at = at;
    session->length = at;
    for (size_t i = 0; i < tail; i++)
        advance(session, session->spare[i]);
    session->at = at;
    return false;
}

bool session_undo(struct session *session)
{
    if (session->at == 0)
        return false;
    session->at--;
    return true;
}

bool session_redo(struct session *session)
{
    if (session->at == session->length)
        return false;
    session->at++;
    return true;
}

void session_go(struct session *session, int ply)
{
    session->at = ply < 0 ? 0 : ply > session->length ? session->length : ply;
}

void session_write_moves(const struct session *session, const char *between, struct text *text)
{
    for (int i = 0; i < session->at; i++) {
        if (i)
            text_add(text, between);
        session->game->move_write(&session->setup, position_at(session, i), session->moves[i],
                                  text);
    }
}

/* Clocks. */

static int64_t clamped(int64_t microseconds)
{
    return microseconds < -SESSION_CLOCK_MOST  ? -SESSION_CLOCK_MOST
           : microseconds > SESSION_CLOCK_MOST ? SESSION_CLOCK_MOST
                                               : microseconds;
}

void session_clock_set(struct session *session, int64_t left_first, int64_t left_second,
                       int64_t increment)
{
    session->timed = true;
    session->clock = (struct session_clock){
        .left = {clamped(left_first), clamped(left_second)},
        .increment = increment < 0 ? 0 : clamped(increment),
    };
}

/* What the running side has left; a clock that went backwards charges nothing. */
static int64_t left_now(const struct session_clock *clock, uint64_t now)
{
    uint64_t elapsed = now > clock->started ? now - clock->started : 0;
    if (elapsed > 2 * (uint64_t)SESSION_CLOCK_MOST)
        elapsed = 2 * (uint64_t)SESSION_CLOCK_MOST;
    return clamped(clock->left[clock->side] - (int64_t)elapsed);
}

void session_clock_stop(struct session *session, uint64_t now)
{
    struct session_clock *clock = &session->clock;
    if (!clock->running)
        return;
    clock->left[clock->side] = left_now(clock, now);
    clock->running = false;
}

void session_clock_run(struct session *session, uint64_t now)
{
    struct session_clock *clock = &session->clock;
    if (!session->timed)
        return;
    bool moved = clock->running && session->at > clock->at;
    session_clock_stop(session, now);
    if (moved && clock->left[clock->side] > 0)
        clock->left[clock->side] = clamped(clock->left[clock->side] + clock->increment);
    clock->side = (int8_t)session_side(session);
    clock->at = session->at;
    clock->started = now;
    clock->running = true;
}

int session_flag(const struct session *session, uint64_t now)
{
    const struct session_clock *clock = &session->clock;
    if (!session->timed)
        return -1;
    for (int side = 0; side < session->game->players; side++) {
        bool thinking = clock->running && clock->side == side;
        if ((thinking ? left_now(clock, now) : clock->left[side]) <= 0)
            return side;
    }
    return -1;
}
