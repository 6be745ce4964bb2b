/* Reading and writing GGF [ggf], the game format of the Generic Game Server and of NBoard. Tags
   that mean nothing to us are passed over, a pass may be missing in the text and is put in, and
   every move is checked by the rules while it is read, so that whoever gets a struct ggf_game
   can play it. */
#include "lab/othello/ggf.h"

#include "base/reader.h"
#include "games/othello/notation.h"
#include <string.h>

enum { VALUE_MAX = 4096 };

void ggf_init(struct ggf_game *game)
{
    *game = (struct ggf_game){.start.board = othello_start()};
}

/* The value of a tag, without its brackets and backslashes. False at the end of the text. */
static bool value_read(struct reader *reader, char *value, size_t size, struct error *error)
{
    size_t used = 0;
    if (!reader_expect(reader, '[', error))
        return false;
    while (!reader_at_end(reader)) {
        char c = reader_peek(reader);
        reader_skip(reader);
        if (c == ']') {
            value[used] = 0;
            return true;
        }
        if (c == '\\' && !reader_at_end(reader)) {
            c = reader_peek(reader);
            reader_skip(reader);
        }
        if (used + 1 < size && c != 0)
            value[used++] = c;
    }
    return reader_fail(reader, "\"]\" after a value", error);
}

static bool tag_read(struct reader *reader, char tag[3], struct error *error)
{
    int length = 0;
    reader_skip_spaces(reader);
    while (length < 3) {
        char c = reader_peek(reader);
        if (c < 'A' || c > 'Z')
            break;
        if (length == 2)
            return reader_fail(reader, "a tag of one or two capital letters", error);
        tag[length++] = c;
        reader_skip(reader);
    }
    tag[length] = 0;
    return length > 0 || reader_fail(reader, "a tag such as PB, or \";)\"", error);
}

static bool board_read(const char *value, struct ggf_game *game, struct error *error)
{
    if (value[0] != '8' || !text_is_space(value[1]))
        return error_set(error, "BO: expected a board of size 8");
    if (game->move_count)
        return error_set(error, "BO: the board comes before the moves");
    char squares[VALUE_MAX];
    size_t used = 0;
    for (const char *c = value + 1; *c && used + 2 < sizeof squares; c++)
        if (!text_is_space(*c)) {
            if (used == 64)
                squares[used++] = ' ';
            squares[used++] = *c;
        }
    return othello_position_read(NULL, squares, used, &game->start, error) ||
           error_prefix(error, "BO: ");
}

static bool add_move(struct ggf_game *game, struct othello_position *now, uint32_t move,
                     struct error *error)
{
    if (game->move_count == GGF_MOVES)
        return error_set(error, "more than %d moves", GGF_MOVES);
    game->moves[game->move_count++] = move;
    game_othello.play(NULL, now, move);
    return true;
}

static bool move_read(struct ggf_game *game, struct othello_position *now, int side,
                      const char *value, struct error *error)
{
    uint32_t move;
    size_t length = strcspn(value, "/");
    if ((int)now->side != side) { /* the other side's pass may have been left out */
        if (!game_is_legal(&game_othello, NULL, now, OTHELLO_PASS))
            return error_set(error, "move %d: it is the other side's turn", game->move_count + 1);
        if (!add_move(game, now, OTHELLO_PASS, error))
            return false;
    }
    size_t used = othello_move_read(NULL, now, value, length, &move, error);
    if (used == 0)
        return error_prefix(error, "move %d: ", game->move_count + 1);
    return add_move(game, now, move, error);
}

static char *field(struct ggf_game *game, const char *tag)
{
    static const char tags[][3] = {"PB", "PW", "PC", "DT", "TI", "RE", "RB", "RW"};
    char *const fields[] = {game->black, game->white,  game->place,        game->date,
                            game->time,  game->result, game->black_rating, game->white_rating};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (strcmp(tags[i], tag) == 0)
            return fields[i];
    return NULL;
}

static bool tag_take(struct ggf_game *game, struct othello_position *now, const char *tag,
                     const char *value, struct error *error)
{
    char *text = field(game, tag);
    if (text) {
        size_t length = strnlen(value, GGF_NAME - 1);
        memcpy(text, value, length);
        text[length] = 0;
        return true;
    }
    if (strcmp(tag, "GM") == 0 && strcmp(value, "Othello") != 0)
        return error_set(error, "GM: expected Othello, found \"%.*s\"",
                         text_printable(value, strlen(value), 24), value);
    if (strcmp(tag, "BO") == 0) {
        if (!board_read(value, game, error))
            return false;
        *now = game->start;
        return true;
    }
    if (strcmp(tag, "B") == 0 || strcmp(tag, "W") == 0)
        return move_read(game, now, tag[0] == 'W', value, error);
    return true;
}

size_t ggf_read(const char *text, size_t length, struct ggf_game *game, struct error *error)
{
    struct reader reader;
    reader_init(&reader, text, length);
    ggf_init(game);
    struct othello_position now = game->start;
    if (!reader_expect(&reader, '(', error) || !reader_expect(&reader, ';', error))
        return 0;
    for (;;) {
        char tag[3], value[VALUE_MAX];
        reader_skip_spaces(&reader);
        if (reader_take(&reader, ';'))
            break;
        struct reader at = reader;
        if (!tag_read(&reader, tag, error) || !value_read(&reader, value, sizeof value, error))
            return 0;
        if (!tag_take(game, &now, tag, value, error)) {
            error_prefix(error, "line %d, column %d: ", at.line, at.column);
            return 0;
        }
    }
    return reader_expect(&reader, ')', error) ? reader.offset : 0;
}

static void write_tag(struct text *text, const char *tag, const char *value)
{
    text_print(text, "%s[", tag);
    for (; *value; value++) {
        if (*value == ']' || *value == '\\')
            text_add_char(text, '\\');
        text_add_char(text, *value);
    }
    text_add_char(text, ']');
}

static void write_board(struct text *text, const struct othello_position *start)
{
    char squares[80];
    struct text board;
    text_init(&board, squares, sizeof squares);
    othello_position_write(NULL, start, &board);
    text_add(text, "BO[8");
    for (int i = 0; i < 64; i++) {
        if (i % 8 == 0)
            text_add_char(text, ' ');
        text_add_char(text, squares[i] == 'X' ? '*' : squares[i]);
    }
    text_print(text, " %c]", start->side == OTHELLO_BLACK ? '*' : 'O');
}

void ggf_write(const struct ggf_game *game, struct text *text)
{
    text_add(text, "(;GM[Othello]");
    write_tag(text, "PC", game->place);
    write_tag(text, "DT", game->date);
    write_tag(text, "PB", game->black);
    write_tag(text, "PW", game->white);
    if (game->black_rating[0])
        write_tag(text, "RB", game->black_rating);
    if (game->white_rating[0])
        write_tag(text, "RW", game->white_rating);
    write_tag(text, "RE", game->result[0] ? game->result : "?");
    if (game->time[0])
        write_tag(text, "TI", game->time);
    text_add(text, "TY[8]");
    write_board(text, &game->start);
    struct othello_position now = game->start;
    for (int i = 0; i < game->move_count; i++) {
        uint32_t move = game->moves[i];
        text_add(text, now.side == OTHELLO_BLACK ? "B[" : "W[");
        if (move == OTHELLO_PASS)
            text_add(text, "PA]");
        else
            text_print(text, "%c%c]", 'A' + (int)(move % 8), '1' + (int)(move / 8));
        game_othello.play(NULL, &now, move);
    }
    text_add(text, ";)");
}

bool ggf_result(const struct ggf_game *game, int *hundredths, char *how)
{
    const char *at = game->result;
    bool minus = *at == '-';
    int whole = 0, part = 0, digits = 0;
    *how = 0;
    at += *at == '-' || *at == '+';
    if (!text_is_digit(*at))
        return false;
    for (; text_is_digit(*at) && whole < 1000; at++)
        whole = 10 * whole + (*at - '0');
    if (*at == '.')
        for (at++; text_is_digit(*at); at++)
            if (digits++ < 2)
                part = 10 * part + (*at - '0');
    if (digits == 1)
        part *= 10;
    if (*at == ':')
        *how = at[1];
    else if (*at)
        return false;
    *hundredths = (minus ? -1 : 1) * (100 * whole + part);
    return true;
}
