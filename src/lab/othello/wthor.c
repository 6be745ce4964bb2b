/* The bytes of WTHOR files [wthor]. Sizes are checked against the number of games in the header
   before anything is read; passes, which the format leaves out, are put in while the moves are
   replayed. */
#include "lab/othello/wthor.h"

#include "games/othello/othello.h"
#include <string.h>

static uint16_t word_at(const uint8_t *bytes)
{
    return (uint16_t)(bytes[0] | bytes[1] << 8);
}

static void word_to(uint8_t *bytes, uint16_t word)
{
    bytes[0] = (uint8_t)word;
    bytes[1] = (uint8_t)(word >> 8);
}

bool wthor_read_header(const uint8_t *file, size_t length, struct wthor_header *header,
                       struct error *error)
{
    if (length < WTHOR_HEADER)
        return error_set(error, "expected at least %d bytes, found %zu", WTHOR_HEADER, length);
    memcpy(header->created, file, 4);
    header->games = (uint32_t)word_at(file + 4) | (uint32_t)word_at(file + 6) << 16;
    header->names = word_at(file + 8);
    header->year = word_at(file + 10);
    header->size = file[12];
    header->kind = file[13];
    header->depth = file[14];
    header->reserved = file[15];
    if (header->size != 0 && header->size != 8)
        return error_set(error, "expected a board of size 8, found %d", header->size);
    if ((length - WTHOR_HEADER) % WTHOR_GAME ||
        (length - WTHOR_HEADER) / WTHOR_GAME != header->games)
        return error_set(error, "expected %u games of %d bytes, found %zu bytes", header->games,
                         WTHOR_GAME, length - WTHOR_HEADER);
    return true;
}

void wthor_write_header(const struct wthor_header *header, uint8_t bytes[WTHOR_HEADER])
{
    memcpy(bytes, header->created, 4);
    word_to(bytes + 4, (uint16_t)header->games);
    word_to(bytes + 6, (uint16_t)(header->games >> 16));
    word_to(bytes + 8, header->names);
    word_to(bytes + 10, header->year);
    bytes[12] = header->size;
    bytes[13] = header->kind;
    bytes[14] = header->depth;
    bytes[15] = header->reserved;
}

void wthor_read_game(const uint8_t *file, uint32_t index, struct wthor_game *game)
{
    const uint8_t *at = file + WTHOR_HEADER + (size_t)index * WTHOR_GAME;
    game->tournament = word_at(at);
    game->black = word_at(at + 2);
    game->white = word_at(at + 4);
    game->score = at[6];
    game->possible = at[7];
    memcpy(game->moves, at + 8, WTHOR_MOVES);
}

void wthor_write_game(const struct wthor_game *game, uint8_t bytes[WTHOR_GAME])
{
    word_to(bytes, game->tournament);
    word_to(bytes + 2, game->black);
    word_to(bytes + 4, game->white);
    bytes[6] = game->score;
    bytes[7] = game->possible;
    memcpy(bytes + 8, game->moves, WTHOR_MOVES);
}

int wthor_name_count(const uint8_t *file, size_t length, int size, struct error *error)
{
    size_t count = length < WTHOR_HEADER ? 0 : (length - WTHOR_HEADER) / (size_t)size;
    if (length < WTHOR_HEADER || (length - WTHOR_HEADER) % (size_t)size || count == 0 ||
        count != word_at(file + 8)) {
        error_set(error, "expected a file of names of %d bytes each", size);
        return 0;
    }
    return (int)count;
}

void wthor_read_name(const uint8_t *file, int index, int size, char name[WTHOR_NAME])
{
    const uint8_t *at = file + WTHOR_HEADER + (size_t)index * (size_t)size;
    size_t used = 0;
    for (int i = 0; i < size && at[i]; i++)
        if (at[i] < 0x80) {
            name[used++] = (char)at[i];
        } else {
            name[used++] = (char)(0xc0 | at[i] >> 6);
            name[used++] = (char)(0x80 | (at[i] & 0x3f));
        }
    name[used] = 0;
}

void wthor_write_name(const char *name, int size, uint8_t *bytes)
{
    int used = 0;
    memset(bytes, 0, (size_t)size);
    for (const unsigned char *c = (const unsigned char *)name; *c && used < size - 1; c++)
        if (*c < 0x80) {
            bytes[used++] = *c;
        } else if ((*c == 0xc2 || *c == 0xc3) && (c[1] & 0xc0) == 0x80) {
            bytes[used++] = (uint8_t)((*c & 3) << 6 | (c[1] & 0x3f));
            c++;
        } else if ((*c & 0xc0) != 0x80) {
            bytes[used++] = '?';
        }
}

static bool add_move(struct othello_position *now, uint32_t *moves, int *count, uint32_t move)
{
    if (*count == WTHOR_PLIES)
        return false;
    moves[(*count)++] = move;
    game_othello.play(NULL, now, move);
    return true;
}

int wthor_moves(const struct wthor_game *game, uint32_t moves[WTHOR_PLIES], struct error *error)
{
    struct othello_position now = {.board = othello_start()};
    int count = 0;
    for (int i = 0; i < WTHOR_MOVES; i++) {
        int row = game->moves[i] / 10, column = game->moves[i] % 10;
        if (game->moves[i] == 0) {
            for (int j = i; j < WTHOR_MOVES; j++)
                if (game->moves[j]) {
                    error_set(error, "move %d is missing but move %d is there", i + 1, j + 1);
                    return -1;
                }
            break;
        }
        if (row < 1 || row > 8 || column < 1 || column > 8) {
            error_set(error, "move %d: %d is not a square", i + 1, game->moves[i]);
            return -1;
        }
        uint32_t square = (uint32_t)(8 * (row - 1) + column - 1);
        if (game_is_legal(&game_othello, NULL, &now, OTHELLO_PASS))
            add_move(&now, moves, &count, OTHELLO_PASS);
        if (!game_is_legal(&game_othello, NULL, &now, square)) {
            error_set(error, "move %d: %c%d is not legal%s", i + 1, 'a' + column - 1, row,
                      othello_over(now.board) ? ", the game is over" : "");
            return -1;
        }
        add_move(&now, moves, &count, square);
    }
    /* A pass at the end belongs to no move. */
    return count;
}

void wthor_set_moves(struct wthor_game *game, const uint32_t *moves, int count)
{
    int used = 0;
    memset(game->moves, 0, sizeof game->moves);
    for (int i = 0; i < count && used < WTHOR_MOVES; i++)
        if (moves[i] < OTHELLO_SQUARES)
            game->moves[used++] = (uint8_t)(10 * (moves[i] / 8 + 1) + moves[i] % 8 + 1);
}

bool wthor_finished(const uint32_t *moves, int count, int *discs)
{
    struct othello_position now = {.board = othello_start()};
    for (int i = 0; i < count; i++)
        game_othello.play(NULL, &now, moves[i]);
    int score = othello_final_score(now.board);
    *discs = 32 + (now.side == OTHELLO_BLACK ? score : -score) / 2;
    return othello_over(now.board);
}
