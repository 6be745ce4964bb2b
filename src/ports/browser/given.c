/* Memory here only grows (ports/browser/host.h), so a file that is given again takes a new place.
 */
#include "ports/browser/given.h"

#include "base/json_out.h"
#include "base/memory.h"
#include "minds/book.h"
#include "minds/model.h"
#include "ports/browser/board.h"
#include "ports/browser/host.h"
#include "ports/browser/output.h"

enum { GAMES_MOST = 16, WEIGHTS_MOST = 16 };
enum what { MODEL, BOOK, SOLVED, WEIGHTS };

static struct {
    const struct game *game;
    struct mind_book book;
} books[GAMES_MOST];

static struct given_weights {
    const struct mind *mind;
    char name[sizeof(((struct player *)0)->name)];
    const struct player_kind *plays;
    const void *data;
    int number; /* of `plays`, unless the player's name says another */
} weights[WEIGHTS_MOST];

/* A copy that stays. */
static const uint8_t *keep(const void *bytes, size_t length, struct error *error)
{
    void *memory = host_memory(length);
    if (memory)
        memory_copy(memory, bytes, length);
    else
        error_set(error, "this file needs more memory than the page may have");
    return memory;
}

static bool take_model(const struct mind *mind, const char *bytes, size_t length,
                       struct error *error)
{
    if (!mind->model_use)
        return error_set(error, "this game has no model");
    void *memory = host_memory(model_own_room(mind, bytes, length));
    if (!memory)
        return error_set(error, "the model needs more memory than the page may have");
    return mind->model_use(bytes, length, memory, error);
}

static bool take_book(const struct mind *mind, const char *bytes, size_t length,
                      struct error *error)
{
    struct mind_book book = {(const uint8_t *)bytes, length};
    int at = 0;
    if (mind->book_sizes ? !mind->book_sizes(&book, NULL, NULL)
                         : !mind->book_key || !book_valid(&book, NULL, NULL))
        return error_set(error, "not a book for this game");
    while (at < GAMES_MOST - 1 && books[at].game && books[at].game != mind->game)
        at++;
    book.data = keep(bytes, length, error);
    if (!book.data)
        return false;
    books[at].game = mind->game;
    books[at].book = book;
    return true;
}

static bool take_solved(const struct mind *mind, const char *bytes, size_t length,
                        struct error *error)
{
    if (!mind->solved_use)
        return error_set(error, "this game has no solved positions");
    const uint8_t *kept = keep(bytes, length, error);
    return kept && mind->solved_use(kept, length, error);
}

static struct given_weights *weights_of(const struct mind *mind, const char *name)
{
    for (int i = 0; i < WEIGHTS_MOST; i++)
        if (weights[i].mind == mind && text_equal(weights[i].name, name))
            return &weights[i];
    return NULL;
}

/* The player's name, a zero, then the bytes of the file. */
static bool take_weights(const struct mind *mind, const char *input, size_t length,
                         struct error *error)
{
    size_t name = text_length(input) + 1;
    struct given_weights *place = weights_of(mind, input);
    place = place ? place : weights_of(NULL, "");
    if (!place || name > length || name > sizeof place->name)
        return error_set(error, "there is no room for these weights");
    void *data = host_memory(model_room(mind, input + name, length - name));
    if (!data)
        return error_set(error, "the weights need more memory than the page may have");
    place->plays = model_read(mind, input + name, length - name, data, &place->number, error);
    if (!place->plays)
        return false;
    place->mind = mind;
    place->data = data;
    memory_copy(place->name, input, name);
    return true;
}

const struct mind_book *given_book(const struct game *game)
{
    for (int i = 0; i < GAMES_MOST; i++)
        if (books[i].game == game)
            return &books[i].book;
    return NULL;
}

bool given_player(const struct mind *mind, struct player *player, struct error *error)
{
    char name[sizeof player->name];
    const struct player_kind *kind = player->kind;
    size_t length = 0;
    if (!kind->data_read)
        return true;
    while (player->name[length] && player->name[length] != ',')
        length++;
    memory_copy(name, player->name, length);
    name[length] = 0;
    const struct given_weights *found = weights_of(mind, name);
    if (!found)
        return kind->ships || error_set(error, "player %s: its file is not there", kind->name);
    player->data = found->data;
    if (found->plays != kind) {
        player->kind = found->plays;
        player->number = player->limits.depth ? player->limits.depth : found->number;
    }
    return true;
}

static void write_book_moves(struct text *text, const void *subject)
{
    const struct session *session = subject;
    const struct game *game = session_game(session);
    const struct mind *mind = mind_of(game);
    uint32_t moves[GAME_MOVES_MAX];
    struct json_out json;
    int count = mind ? book_moves(mind, given_book(game), session_setup(session),
                                  session_position(session), moves)
                     : 0;
    json_out_begin(&json, json_out_put_text, text);
    json_out_open(&json, "moves", '[');
    for (int i = 0; i < count; i++) {
        char name[GAME_MOVE_TEXT];
        struct text move;
        text_init(&move, name, sizeof name);
        game->move_write(session_setup(session), session_position(session), moves[i], &move);
        json_out_text(&json, NULL, name);
    }
    json_out_end(&json);
}

/* The moves that the book would play in this slot's position. */
BROWSER_EXPORT(browser_book) uint32_t browser_book(uint32_t slot);
uint32_t browser_book(uint32_t slot)
{
    const struct session *session = board_session(slot);
    return session ? output_write(write_book_moves, session) : output_error("there is no game");
}

static void write_done(struct text *text, const void *subject)
{
    (void)subject;
    text_add(text, "{}");
}

/* The input is a file of `length` bytes for the game in `slot`. */
BROWSER_EXPORT(browser_give) uint32_t browser_give(uint32_t slot, uint32_t what, uint32_t length);
uint32_t browser_give(uint32_t slot, uint32_t what, uint32_t length)
{
    static bool (*const takes[])(const struct mind *, const char *, size_t, struct error *) = {
        [MODEL] = take_model, [BOOK] = take_book, [SOLVED] = take_solved, [WEIGHTS] = take_weights};
    const struct session *session = board_session(slot);
    const struct mind *mind = session ? mind_of(session_game(session)) : NULL;
    struct error error = {.text = "nobody can use this file"};
    if (!mind || what > WEIGHTS || !takes[what](mind, output_input_text(), length, &error))
        return output_error(error.text);
    return output_write(write_done, NULL);
}
