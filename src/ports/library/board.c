/* The board for those who draw it or learn from it: places, what stands on them, moves as numbers.
 */
#include "minds/tell.h"
#include "ports/library/inside.h"

enum { LAYERS_BLOCKS = 4 }; /* value, marks, target, player */

static const char a_game[] = "a game";

int potez_legal(const potez *game, uint32_t *actions, int room)
{
    uint32_t moves[GAME_MOVES_MAX];
    if (!library_given(game, a_game) || (room > 0 && !library_given(actions, "room for moves")))
        return -1;
    int count = session_moves(game->opened.session, moves);
    for (int i = 0; i < count && i < room; i++)
        actions[i] = moves[i];
    return count;
}

int potez_actions(const potez *game)
{
    return library_given(game, a_game) ? (int)game->opened.game->move_limit(&game->opened.setup)
                                       : -1;
}

bool potez_act(potez *game, uint32_t action)
{
    return library_given(game, a_game) &&
           session_play(game->opened.session, action, library_errors());
}

const char *potez_action_text(potez *game, uint32_t action)
{
    if (!library_given(game, a_game))
        return NULL;
    const struct session *session = game->opened.session;
    const void *position = session_position(session);
    char buffer[GAME_MOVE_TEXT];
    struct text text;
    if (!game_is_legal(game->opened.game, &game->opened.setup, position, action)) {
        error_set(library_errors(), "move number %u is not legal here", (unsigned)action);
        return NULL;
    }
    text_init(&text, buffer, sizeof buffer);
    game->opened.game->move_write(&game->opened.setup, position, action, &text);
    game->text.length = 0;
    game->text.failed = false;
    library_put(&game->text, buffer, text.length);
    return game->text.failed ? NULL : game->text.start;
}

int potez_places(const potez *game)
{
    return library_given(game, a_game) ? game->opened.game->place_count(&game->opened.setup) : -1;
}

int potez_layers(const potez *game)
{
    if (!library_given(game, a_game))
        return -1;
    enum game_board board = game->opened.game->board;
    return board == GAME_BOARD_BLOCKS      ? LAYERS_BLOCKS
           : board == GAME_BOARD_CHEQUERED ? GAME_STACK_MAX
                                           : 1;
}

static void observe(const struct game_content *content, int side, int layers, int32_t *values)
{
    if (layers == LAYERS_BLOCKS) {
        bool leads = content->marks & GAME_MARK_TELEPORTER;
        values[0] = content->number;
        values[1] = content->marks & ~GAME_MARK_PLAYER;
        values[2] = leads ? content->target : -1;
        values[3] = content->marks & GAME_MARK_PLAYER;
        return;
    }
    for (int i = 0; i < layers; i++)
        values[i] = i >= content->height ? 0 : content->piece[i] == side ? 1 : -1;
}

int potez_observe(const potez *game, int32_t *values, int room)
{
    if (!library_given(game, a_game) || (room > 0 && !library_given(values, "room for numbers")))
        return -1;
    const struct opened *opened = &game->opened;
    const void *position = session_position(opened->session);
    int places = potez_places(game), layers = potez_layers(game);
    int side = session_side(opened->session);
    for (int i = 0; i < places && (i + 1) * layers <= room; i++) {
        struct game_content content;
        opened->game->content(&opened->setup, position, i, &content);
        observe(&content, side, layers, values + i * layers);
    }
    return places * layers;
}

/* -------- as JSON -------- */

static void tell_place(struct json_out *json, const struct session *session, int index)
{
    const struct game *game = session_game(session);
    struct game_place place;
    struct game_content content;
    game->place(session_setup(session), index, &place);
    game->content(session_setup(session), session_position(session), index, &content);
    json_out_open(json, NULL, '{');
    json_out_text(json, "name", place.name);
    json_out_integer(json, "x", place.x);
    json_out_integer(json, "y", place.y);
    json_out_open(json, "pieces", '[');
    for (int i = 0; i < content.height; i++)
        json_out_integer(json, NULL, content.piece[i]);
    json_out_close(json);
    if (content.numbered)
        json_out_integer(json, "number", content.number);
    if (content.colour)
        json_out_integer(json, "colour", content.colour);
    if (content.marks & GAME_MARK_PLAYER)
        json_out_boolean(json, "player", true);
    if (content.marks & GAME_MARK_TELEPORTER)
        json_out_integer(json, "teleporter", content.target);
    if (content.marks & GAME_MARK_INCREASER)
        json_out_boolean(json, "increaser", true);
    json_out_close(json);
}

static void tell_links(struct json_out *json, const struct session *session)
{
    const struct game *game = session_game(session);
    int ends[2];
    json_out_open(json, "links", '[');
    for (int i = 0; game->link && game->link(session_setup(session), i, ends); i++) {
        json_out_open(json, NULL, '[');
        json_out_integer(json, NULL, ends[0]);
        json_out_integer(json, NULL, ends[1]);
        json_out_close(json);
    }
    json_out_close(json);
}

static void tell_counts(struct json_out *json, const struct session *session)
{
    const struct game *game = session_game(session);
    struct game_count counts[GAME_COUNTS_MAX];
    int count =
        game->counts ? game->counts(session_setup(session), session_position(session), counts) : 0;
    json_out_open(json, "counts", '[');
    for (int i = 0; i < count; i++) {
        json_out_open(json, NULL, '{');
        json_out_text(json, "name", counts[i].name);
        json_out_integer(json, "side", counts[i].side);
        json_out_integer(json, "value", counts[i].value);
        json_out_close(json);
    }
    json_out_close(json);
}

/* Where the last move went. */
static void tell_last(struct json_out *json, const struct session *session)
{
    struct game_step steps[GAME_STEPS_MAX];
    int ply = session_ply(session), count = 0;
    if (ply)
        count = session_game(session)->move_steps(session_setup(session),
                                                  session_position_at(session, ply - 1),
                                                  session_move_at(session, ply - 1), steps);
    json_out_open(json, "last", '[');
    for (int i = 0; i < count; i++)
        json_out_integer(json, NULL, steps[i].place);
    json_out_close(json);
}

const char *potez_board(potez *game)
{
    struct json_out json;
    if (!library_given(game, a_game))
        return NULL;
    const struct session *session = game->opened.session;
    game->text.length = 0;
    game->text.failed = false;
    json_out_begin(&json, library_put, &game->text);
    json_out_text(&json, "board", tell_board(game->opened.game));
    json_out_open(&json, "places", '[');
    for (int i = 0; i < potez_places(game); i++)
        tell_place(&json, session, i);
    json_out_close(&json);
    tell_links(&json, session);
    tell_counts(&json, session);
    tell_last(&json, session);
    tell_moves(&json, session);
    json_out_end(&json);
    return game->text.failed ? NULL : game->text.start;
}
