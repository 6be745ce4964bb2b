/* The session: positions, hashes and moves of a game in flat arrays, one entry per ply, in
   memory that the caller handed in.

   Going back is only a smaller index; what lies ahead stays for redo until another move is made
   there. Repetition is counted over hashes, and only as far back as the game says that positions
   can recur at all. A list of moves is played as a whole or not at all: the old continuation is
   saved and restored if a move fails.

   The clocks are arithmetic on times that the caller supplies, so nothing here reads a clock and
   tests can say what time it is. */
#include "games/session_inside.h"

#include "base/assert.h"
#include "base/memory.h"

static size_t rounded(size_t bytes)
{
    return (bytes + 7) & ~(size_t)7;
}

/* The session itself lies before its positions. */
enum { HEAD = (sizeof(struct session) + 63) / 64 * 64 };

/* What one ply takes: a position, its hash, the move and its spare copy. */
static size_t bytes_per_ply(size_t position_size)
{
    return position_size + sizeof(uint64_t) + 2 * sizeof(uint32_t);
}

size_t session_bytes(const struct game *game, const struct game_setup *setup, int plies)
{
    if (plies < 0 || !game->setup_valid(setup, NULL))
        return 0;
    size_t each = bytes_per_ply(rounded(game->position_size(setup)));
    /* The start takes one position more than the plies, the walker of session_play_text another. */
    if ((size_t)plies + 2 > (SIZE_MAX - HEAD) / each)
        return SIZE_MAX;
    return HEAD + ((size_t)plies + 2) * each;
}

static void *position_at(const struct session *session, int ply)
{
    return session->positions + (size_t)ply * session->position_size;
}

static void remember_hash(struct session *session, int ply)
{
    session->hashes[ply] = session->game->hash(&session->setup, position_at(session, ply));
}

struct session *session_start(const struct game *game, const struct game_setup *setup,
                              const void *position, void *memory, size_t bytes)
{
    size_t size = rounded(game->position_size(setup));
    ASSERT(bytes > HEAD);
    size_t fits = (bytes - HEAD) / bytes_per_ply(size);
    ASSERT(fits >= 2);
    if (fits > INT32_MAX)
        fits = INT32_MAX;
    char *start = (char *)memory + HEAD;
    struct session *session = memory;
    memory_clear(session, sizeof *session);
    session->game = game;
    session->setup = *setup;
    session->position_size = size;
    session->capacity = (int)fits - 2;
    session->hashes = (uint64_t *)(void *)start;
    session->positions = start + fits * sizeof(uint64_t);
    session->moves = (uint32_t *)(void *)(session->positions + fits * size);
    session->spare = session->moves + fits;
    memory_clear(session->positions, size);
    if (position)
        memory_copy(session->positions, position, game->position_size(setup));
    else
        game->start(setup, session->positions);
    remember_hash(session, 0);
    return session;
}

struct session *session_copy(const struct session *from, void *memory, size_t bytes)
{
    struct session *copy = session_start(from->game, &from->setup, from->positions, memory, bytes);
    size_t plies = (size_t)from->length;
    ASSERT(from->length <= copy->capacity);
    memory_copy(copy->positions, from->positions, (plies + 1) * from->position_size);
    memory_copy(copy->hashes, from->hashes, (plies + 1) * sizeof(uint64_t));
    memory_copy(copy->moves, from->moves, plies * sizeof(uint32_t));
    copy->length = from->length;
    copy->at = from->at;
    copy->timed = from->timed;
    copy->clock = from->clock;
    return copy;
}

const struct game *session_game(const struct session *session)
{
    return session->game;
}

const struct game_setup *session_setup(const struct session *session)
{
    return &session->setup;
}

int session_ply(const struct session *session)
{
    return session->at;
}

int session_length(const struct session *session)
{
    return session->length;
}

int session_capacity(const struct session *session)
{
    return session->capacity;
}

const void *session_position_at(const struct session *session, int ply)
{
    return position_at(session, ply);
}

uint32_t session_move_at(const struct session *session, int ply)
{
    return session->moves[ply];
}

const uint32_t *session_move_list(const struct session *session)
{
    return session->moves;
}

const void *session_position(const struct session *session)
{
    return position_at(session, session->at);
}

int session_side(const struct session *session)
{
    return session->game->side_to_move(&session->setup, session_position(session));
}

/* Fills in what is the same for a ply of the game and for a move away from it: `past` positions of
   the game lie before the one in the view. */
static void look(const struct session *session, int past, uint64_t hash, struct session_view *view)
{
    const struct game *game = session->game;
    const struct game_setup *setup = &session->setup;
    int limit = game->repetition_limit ? game->repetition_limit(setup) : 0, occurrences = 1;
    int count = limit ? past : 0;
    if (limit && game->reversible_plies) {
        int reversible = game->reversible_plies(setup, view->position);
        count = reversible < count ? reversible : count;
    }
    view->side = game->side_to_move(setup, view->position);
    view->earlier = session->hashes + (past - count);
    view->earlier_count = count;
    view->over = game->result(setup, view->position, &view->result);
    for (int i = 0; i < count; i++)
        occurrences += view->earlier[i] == hash;
    view->repeated = !view->over && count > 0 && occurrences >= limit;
    if (view->repeated)
        view->result = (struct game_result){.half_points = 1, .score = 0};
    view->over |= view->repeated;
}

void session_view_at(const struct session *session, int ply, struct session_view *view)
{
    view->position = position_at(session, ply);
    look(session, ply, session->hashes[ply], view);
}

void session_view_after(const struct session *session, int ply, uint32_t move, void *room,
                        struct session_view *view)
{
    memory_copy(room, position_at(session, ply), session->game->position_size(&session->setup));
    session->game->play(&session->setup, room, move);
    view->position = room;
    look(session, ply + 1, session->game->hash(&session->setup, room), view);
}

bool session_over(const struct session *session, struct game_result *result, bool *repeated)
{
    struct session_view view;
    session_view_at(session, session->at, &view);
    if (result && view.over)
        *result = view.result;
    if (repeated)
        *repeated = view.repeated;
    return view.over;
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
    if (!session->timed)
        return -1;
    for (int side = 0; side < session->game->players; side++) {
        if (session_time_left(session, side, now) <= 0)
            return side;
    }
    return -1;
}

bool session_timed(const struct session *session)
{
    return session->timed;
}

int session_clock_side(const struct session *session)
{
    return session->clock.running ? session->clock.side : -1;
}

int64_t session_time_left(const struct session *session, int side, uint64_t now)
{
    const struct session_clock *clock = &session->clock;
    return clock->running && clock->side == side ? left_now(clock, now) : clock->left[side];
}

int64_t session_increment(const struct session *session)
{
    return session->clock.increment;
}
