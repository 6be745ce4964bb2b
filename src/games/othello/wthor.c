#include "games/othello/wthor.h"

#include "base/memory.h"
#include "games/othello/othello.h"

enum {
    HEAD = 16,
    GAME = 68, /* two-byte numbers of tournament, black and white, two scores, sixty moves */
    GAME_MOVES = 8,
    PLAYER = 20, /* names end in a zero byte */
    TOURNAMENT = 26,
};

static int number16(const uint8_t *bytes)
{
    return bytes[0] | bytes[1] << 8;
}

static uint32_t number32(const uint8_t *bytes)
{
    return (uint32_t)number16(bytes) | (uint32_t)number16(bytes + 2) << 16;
}

bool wthor_open(struct wthor *wthor, const void *bytes, size_t length, struct error *error)
{
    const uint8_t *head = bytes;
    if (length < HEAD)
        return error_set(error, "expected a WTHOR head of 16 bytes, found only %zu", length);
    uint32_t count = number32(head + 4);
    if (head[12] != 0 && head[12] != 8)
        return error_set(error, "expected games on a board of 8 by 8, found size %d", head[12]);
    if (count > (length - HEAD) / GAME)
        return error_set(error, "the head says %u games, but the file has room for %zu", count,
                         (length - HEAD) / GAME);
    *wthor = (struct wthor){head + HEAD, GAME, (int)count, number16(head + 10)};
    return true;
}

bool wthor_game_read(const struct wthor *wthor, int index, struct wthor_game *game,
                     struct error *error)
{
    const uint8_t *record = wthor->bytes + (size_t)index * wthor->record;
    *game = (struct wthor_game){
        .tournament = number16(record),
        .black = number16(record + 2),
        .white = number16(record + 4),
        .score = record[6],
        .best_score = record[7],
    };
    struct othello board = othello_start();
    for (int i = 0; i < 60 && record[GAME_MOVES + i]; i++) {
        int move = record[GAME_MOVES + i], file = move % 10 - 1, row = move / 10 - 1;
        bool inside = file >= 0 && file < 8 && row >= 0 && row < 8;
        if (!othello_moves(board)) {
            board = othello_passed(board);
            game->moves[game->count++] = OTHELLO_PASS;
        }
        if (!inside || !(othello_moves(board) >> (8 * row + file) & 1))
            return error_set(error, "game %d: move %d, number %d, is not legal", index + 1, i + 1,
                             move);
        board = othello_played(board, 8 * row + file);
        game->moves[game->count++] = (uint8_t)(8 * row + file);
    }
    return true;
}

bool wthor_names_open(struct wthor *names, const void *bytes, size_t length, struct error *error)
{
    const uint8_t *head = bytes;
    if (length < HEAD)
        return error_set(error, "expected a WTHOR head of 16 bytes, found only %zu", length);
    size_t count = number32(head + 4) + (size_t)number16(head + 8), record = 0;
    if (count == 0 || (length - HEAD) % count == 0)
        record = count ? (length - HEAD) / count : PLAYER;
    if (record != PLAYER && record != TOURNAMENT)
        return error_set(error,
                         "expected %zu names of %d or %d bytes after the head, found %zu bytes",
                         count, PLAYER, TOURNAMENT, length - HEAD);
    *names = (struct wthor){head + HEAD, record, (int)count, number16(head + 10)};
    return true;
}

const char *wthor_name(const struct wthor *names, int index)
{
    if (index < 0 || index >= names->count)
        return "?";
    const uint8_t *name = names->bytes + (size_t)index * names->record;
    for (size_t i = 0; i < names->record; i++)
        if (!name[i])
            return (const char *)name;
    return "?"; /* not ended: not to be handed out */
}
