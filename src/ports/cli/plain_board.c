#include "ports/cli/plain_board.h"

#include "ports/cli/command.h"
#include <stdlib.h>
#include <string.h>

enum { CELL = GAME_STACK_MAX + 8 };

static int cell_text(const struct game_content *content, char text[CELL])
{
    int length = 0;
    if (content->marks & GAME_MARK_PLAYER)
        text[length++] = '@';
    if (content->numbered)
        length += snprintf(text + length, (size_t)(CELL - length), "%d", (int)content->number);
    for (int i = 0; i < content->height && i < GAME_STACK_MAX; i++)
        if (!content->numbered)
            text[length++] = content->piece[i] ? 'o' : 'x';
    if (content->marks & GAME_MARK_TELEPORTER)
        text[length++] = '>';
    if (content->marks & GAME_MARK_INCREASER)
        text[length++] = '!';
    if (length == 0)
        text[length++] = '.';
    text[length] = 0;
    return length;
}

/* The corners of the board and the widest cell. */
struct extent {
    int left, right, bottom, top, width;
};

static struct extent measure(const struct game *game, const struct game_setup *setup,
                             const void *position)
{
    struct extent extent = {INT16_MAX, INT16_MIN, INT16_MAX, INT16_MIN, 1};
    for (int i = 0; i < game->place_count(setup); i++) {
        struct game_place place;
        struct game_content content;
        char text[CELL];
        game->place(setup, i, &place);
        game->content(setup, position, i, &content);
        int width = cell_text(&content, text);
        extent.left = place.x < extent.left ? place.x : extent.left;
        extent.right = place.x > extent.right ? place.x : extent.right;
        extent.bottom = place.y < extent.bottom ? place.y : extent.bottom;
        extent.top = place.y > extent.top ? place.y : extent.top;
        extent.width = width > extent.width ? width : extent.width;
    }
    return extent;
}

static void print_counts(FILE *file, const struct game *game, const struct game_setup *setup,
                         const void *position)
{
    struct game_count counts[GAME_COUNTS_MAX];
    int count = game->counts ? game->counts(setup, position, counts) : 0;
    for (int i = 0; i < count; i++)
        fprintf(file, "%s%s%s %d", i ? ", " : "",
                counts[i].side < 0 ? "" : game->side[counts[i].side],
                counts[i].side < 0 ? counts[i].name : "", (int)counts[i].value);
    if (count)
        fputc('\n', file);
}

void plain_board_print(FILE *file, const struct game *game, const struct game_setup *setup,
                       const void *position)
{
    struct extent extent = measure(game, setup, position);
    int columns = extent.right - extent.left + 1, rows = extent.top - extent.bottom + 1;
    int step = extent.width + 1;
    size_t line = (size_t)(columns * step);
    char *grid = command_memory(line * (size_t)rows);
    memset(grid, ' ', line * (size_t)rows);
    for (int i = 0; i < game->place_count(setup); i++) {
        struct game_place place;
        struct game_content content;
        char text[CELL];
        game->place(setup, i, &place);
        game->content(setup, position, i, &content);
        int length = cell_text(&content, text);
        memcpy(grid + (size_t)(extent.top - place.y) * line +
                   (size_t)((place.x - extent.left) * step),
               text, (size_t)length);
    }
    for (int row = 0; row < rows; row++) {
        int end = (int)line;
        while (end > 0 && grid[(size_t)row * line + (size_t)end - 1] == ' ')
            end--;
        fprintf(file, "  %.*s\n", end, grid + (size_t)row * line);
    }
    free(grid);
    print_counts(file, game, setup, position);
}
