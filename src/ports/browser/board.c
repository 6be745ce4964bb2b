/* The session in each slot, and what the page may do with it. Exports begin with browser_.

   A slot is a game in progress; the page has one for the game that is played and others for what it
   shows beside it. Games come in as saved text and answers go out as JSON through one buffer
   (output.h), because text is the only thing that JavaScript and C agree about without sharing a
   layout. Memory is never given back in this engine (host.h), so a slot keeps what it had and takes
   more only for a larger game. */
#include "ports/browser/board.h"

#include "base/clock.h"
#include "ports/browser/host.h"
#include "ports/browser/output.h"

enum { PLACES_ARRANGED = 256 };
enum { PLIES_MORE = 1200 }; /* plies that a game may go on for after it was opened */

struct slot {
    struct session *session; /* NULL while there is none */
    void *memory, *level;
    size_t memory_bytes, level_bytes;
};

static struct slot slots[BOARD_SLOTS];

struct session *board_session(uint32_t slot)
{
    return slot < BOARD_SLOTS ? slots[slot].session : NULL;
}

static bool room(void **memory, size_t *have, size_t bytes, struct error *error)
{
    if (bytes <= *have)
        return true;
    void *more = bytes < SIZE_MAX / 2 ? host_memory(bytes) : NULL;
    if (!more)
        return error_set(error, "this game needs more memory than the page may have");
    *memory = more;
    *have = bytes;
    return true;
}

static bool read_level(struct slot *slot, struct session_needs *needs, struct error *error)
{
    if (!needs->level)
        return true;
    size_t bytes = needs->game->level_size(needs->level, needs->level_length, error);
    if (!bytes || !room(&slot->level, &slot->level_bytes, bytes, error) ||
        !needs->game->level_read(needs->level, needs->level_length, slot->level, slot->level_bytes,
                                 error))
        return false;
    needs->setup.level = slot->level;
    return true;
}

static bool open_slot(struct slot *slot, const char *text, size_t length, struct error *error)
{
    struct session_needs needs;
    slot->session = NULL;
    if (!session_inspect(text, length, &needs, error) || !read_level(slot, &needs, error))
        return false;
    if (!needs.game->setup_valid(&needs.setup, error))
        return false;
    size_t bytes = session_bytes(needs.game, &needs.setup, needs.plies + PLIES_MORE);
    if (!room(&slot->memory, &slot->memory_bytes, bytes, error))
        return false;
    slot->session = session_load(text, length, &needs, slot->memory, slot->memory_bytes, error);
    return slot->session;
}

static void write_nothing(struct text *text, const void *subject)
{
    (void)subject;
    text_add(text, "{}");
}

/* Opens the saved game of `length` characters in the input. */
BROWSER_EXPORT(browser_open) uint32_t browser_open(uint32_t slot, uint32_t length);
uint32_t browser_open(uint32_t slot, uint32_t length)
{
    struct error error = {.text = "there is no such slot"};
    if (slot >= BOARD_SLOTS || !open_slot(&slots[slot], output_input_text(), length, &error))
        return output_error(error.text);
    return output_write(write_nothing, NULL);
}

static void write_geometry(struct text *text, const void *subject)
{
    const struct session *session = subject;
    const struct game *game = session_game(session);
    int count = game->place_count(session_setup(session)), ends[2];
    text_add(text, "{\"places\":[");
    for (int i = 0; i < count; i++) {
        struct game_place place;
        game->place(session_setup(session), i, &place);
        text_print(text, "%s[%d,%d,", i ? "," : "", place.x, place.y);
        output_string(text, place.name);
        text_add_char(text, ']');
    }
    text_add(text, "],\"links\":[");
    for (int i = 0; game->link && game->link(session_setup(session), i, ends); i++)
        text_print(text, "%s[%d,%d]", i ? "," : "", ends[0], ends[1]);
    text_add(text, "]}");
}

static void write_contents(struct text *text, const struct session *session)
{
    const struct game *game = session_game(session);
    const void *position = session_position(session);
    int count = game->place_count(session_setup(session));
    bool any = false;
    struct game_content content;
    text_add(text, "\"content\":[");
    for (int i = 0; i < count; i++) {
        game->content(session_setup(session), position, i, &content);
        text_add(text, i ? ",\"" : "\"");
        for (int level = 0; level < content.height; level++)
            text_add_char(text, (char)('0' + content.piece[level]));
        text_add_char(text, '"');
    }
    text_add(text, "],\"cells\":[");
    for (int i = 0; i < count; i++) {
        game->content(session_setup(session), position, i, &content);
        if (!content.numbered && !content.marks && !content.colour)
            continue;
        text_print(text, "%s[%d,%d,%d,%d,%d]", any ? "," : "", i, (int)content.number,
                   content.marks, content.colour, (int)content.target);
        any = true;
    }
    text_add_char(text, ']');
}

static void write_move(struct text *text, const struct session *session, const void *position,
                       uint32_t move)
{
    const struct game *game = session_game(session);
    char name[GAME_MOVE_TEXT];
    struct text name_text;
    struct game_step steps[GAME_STEPS_MAX];
    text_init(&name_text, name, sizeof name);
    game->move_write(session_setup(session), position, move, &name_text);
    text_print(text, "[%u,", move);
    output_string(text, name);
    text_add(text, ",[");
    int count = game->move_steps(session_setup(session), position, move, steps);
    for (int i = 0; i < count; i++)
        text_print(text, "%s%d,%d,%d", i ? "," : "", steps[i].place, steps[i].level,
                   steps[i].touch);
    text_add(text, "]]");
}

static void write_counts(struct text *text, const struct session *session)
{
    struct game_count counts[GAME_COUNTS_MAX];
    const struct game *game = session_game(session);
    int count =
        game->counts ? game->counts(session_setup(session), session_position(session), counts) : 0;
    text_add(text, "\"counts\":[");
    for (int i = 0; i < count; i++) {
        text_add(text, i ? ",[" : "[");
        output_string(text, counts[i].name);
        text_print(text, ",%d,%d,%d]", counts[i].side, (int)counts[i].value, counts[i].unseen);
    }
    text_add_char(text, ']');
}

/* The places of what the last move completed. */
static void write_made(struct text *text, const struct session *session)
{
    const struct game *game = session_game(session);
    uint16_t places[GAME_MADE_MAX];
    int ply = session_ply(session), count = 0;
    if (game->made && ply > 0)
        count = game->made(session_setup(session), session_position_at(session, ply - 1),
                           session_move_at(session, ply - 1), places);
    text_add(text, ",\"made\":[");
    for (int i = 0; i < count; i++)
        text_print(text, "%s%d", i ? "," : "", places[i]);
    text_add_char(text, ']');
}

static void write_state(struct text *text, const void *subject)
{
    const struct session *session = subject;
    const struct game *game = session_game(session);
    const void *position = session_position(session);
    struct game_result result = {0};
    bool repeated = false, over = session_over(session, &result, &repeated);
    uint32_t moves[GAME_MOVES_MAX];
    int count = session_moves(session, moves);
    text_print(text, "{\"side\":%d,\"at\":%d,\"length\":%d,\"over\":%s,", session_side(session),
               session_ply(session), session_length(session), over ? "true" : "false");
    text_print(text, "\"half\":%d,\"score\":%d,\"repeated\":%s,", result.half_points,
               (int)result.score, repeated ? "true" : "false");
    text_add(text, "\"phase\":");
    if (game->phase && !over)
        output_string(text, game->phase(session_setup(session), position));
    else
        text_add(text, "null");
    text_add_char(text, ',');
    write_counts(text, session);
    text_add_char(text, ',');
    write_contents(text, session);
    write_made(text, session);
    text_add(text, ",\"moves\":[");
    for (int i = 0; i < count; i++) {
        if (i)
            text_add_char(text, ',');
        write_move(text, session, position, moves[i]);
    }
    text_add(text, "]}");
}

/* Every move of the game, those that can be redone included: whose it is, and the move. */
static void write_history(struct text *text, const void *subject)
{
    const struct session *session = subject;
    text_add_char(text, '[');
    for (int i = 0; i < session_length(session); i++) {
        const void *position = session_position_at(session, i);
        text_print(text, "%s[%d,", i ? "," : "",
                   session_game(session)->side_to_move(session_setup(session), position));
        write_move(text, session, position, session_move_at(session, i));
        text_add_char(text, ']');
    }
    text_add_char(text, ']');
}

static void write_saved(struct text *text, const void *subject)
{
    session_save(subject, text);
}

static void write_position(struct text *text, const void *subject)
{
    const struct session *session = subject;
    session_game(session)->position_write(session_setup(session), session_position(session), text);
}

static uint32_t write_about(uint32_t slot, void (*write)(struct text *, const void *))
{
    const struct session *session = board_session(slot);
    return session ? output_write(write, session) : output_error("there is no game in this slot");
}

BROWSER_EXPORT(browser_geometry) uint32_t browser_geometry(uint32_t slot);
uint32_t browser_geometry(uint32_t slot)
{
    return write_about(slot, write_geometry);
}

BROWSER_EXPORT(browser_state) uint32_t browser_state(uint32_t slot);
uint32_t browser_state(uint32_t slot)
{
    return write_about(slot, write_state);
}

BROWSER_EXPORT(browser_history) uint32_t browser_history(uint32_t slot);
uint32_t browser_history(uint32_t slot)
{
    return write_about(slot, write_history);
}

/* Plain text, not JSON: the saved game, and the position. */
BROWSER_EXPORT(browser_save) uint32_t browser_save(uint32_t slot);
uint32_t browser_save(uint32_t slot)
{
    return write_about(slot, write_saved);
}

BROWSER_EXPORT(browser_position) uint32_t browser_position(uint32_t slot);
uint32_t browser_position(uint32_t slot)
{
    return write_about(slot, write_position);
}

BROWSER_EXPORT(browser_play) uint32_t browser_play(uint32_t slot, uint32_t move);
uint32_t browser_play(uint32_t slot, uint32_t move)
{
    struct session *session = board_session(slot);
    return session && session_play(session, move, NULL);
}

/* Plays the list of moves in the input, all of it or nothing. */
BROWSER_EXPORT(browser_play_text) uint32_t browser_play_text(uint32_t slot, uint32_t length);
uint32_t browser_play_text(uint32_t slot, uint32_t length)
{
    struct error error = {.text = "there is no game in this slot"};
    struct session *session = board_session(slot);
    if (!session || !session_play_text(session, output_input_text(), length, &error))
        return output_error(error.text);
    return output_write(write_nothing, NULL);
}

/* One place of an arrangement: its pieces from the bottom, "0" and "1". */
static const char *read_content(const char *at, struct game_content *content)
{
    for (; *at == '0' || *at == '1'; at++)
        if (content->height < GAME_STACK_MAX)
            content->piece[content->height++] = (uint8_t)(*at - '0');
    return at;
}

static int32_t read_count(const char **at)
{
    int32_t value = 0;
    for (; **at >= '0' && **at <= '9' && value < 1000; (*at)++)
        value = 10 * value + **at - '0';
    return value;
}

struct arranged {
    const struct session *session;
    struct game_arrangement arrangement;
};

static void write_arranged(struct text *text, const void *subject)
{
    const struct arranged *own = subject;
    session_game(own->session)->arranged(session_setup(own->session), &own->arrangement, text);
}

/* The input is a position as a person put it together: the contents of every place, the side to
   move, the counts, each followed by a comma. Gives the position's text, which the game need not
   accept. */
BROWSER_EXPORT(browser_arrange) uint32_t browser_arrange(uint32_t slot);
uint32_t browser_arrange(uint32_t slot)
{
    static struct game_content contents[PLACES_ARRANGED];
    struct arranged own = {board_session(slot), {contents, 0, {0}}};
    const char *at = output_input_text();
    if (!own.session || !session_game(own.session)->arranged)
        return output_error("this game's positions cannot be put together by hand");
    int count = session_game(own.session)->place_count(session_setup(own.session));
    if (count > PLACES_ARRANGED)
        return output_error("this board is too large to be put together by hand");
    for (int i = 0; i < count; i++) {
        contents[i] = (struct game_content){0};
        at = read_content(at, &contents[i]);
        at += *at == ',';
    }
    own.arrangement.side = *at == '1';
    at += *at != 0;
    for (int i = 0; i < GAME_COUNTS_MAX && *at == ','; i++) {
        at++;
        own.arrangement.counts[i] = read_count(&at);
    }
    return output_write(write_arranged, &own);
}

/* Goes to a ply of the game: undo and redo. */
BROWSER_EXPORT(browser_go) void browser_go(uint32_t slot, int32_t ply);
void browser_go(uint32_t slot, int32_t ply)
{
    struct session *session = board_session(slot);
    if (session)
        session_go(session, ply);
}

/* Clocks count milliseconds here, as the page does. */
BROWSER_EXPORT(browser_clock_set)
void browser_clock_set(uint32_t slot, double first, double second, double increment);
void browser_clock_set(uint32_t slot, double first, double second, double increment)
{
    struct session *session = board_session(slot);
    if (session)
        session_clock_set(session, (int64_t)(first * 1000), (int64_t)(second * 1000),
                          (int64_t)(increment * 1000));
}

BROWSER_EXPORT(browser_clock_run) void browser_clock_run(uint32_t slot);
void browser_clock_run(uint32_t slot)
{
    struct session *session = board_session(slot);
    if (session && session_timed(session))
        session_clock_run(session, clock_microseconds());
}

BROWSER_EXPORT(browser_clock_stop) void browser_clock_stop(uint32_t slot);
void browser_clock_stop(uint32_t slot)
{
    struct session *session = board_session(slot);
    if (session && session_timed(session))
        session_clock_stop(session, clock_microseconds());
}

/* What a side has left now; below 0 when its time has run out. Infinite without clocks. */
BROWSER_EXPORT(browser_clock_left) double browser_clock_left(uint32_t slot, uint32_t side);
double browser_clock_left(uint32_t slot, uint32_t side)
{
    const struct session *session = board_session(slot);
    if (!session || !session_timed(session) || side > 1)
        return __builtin_inf();
    return (double)session_time_left(session, (int)side, clock_microseconds()) / 1000;
}
