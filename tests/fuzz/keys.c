/* Keys and clicks of the full screen: a whole sitting of two persons. The first byte picks the
   game; then each byte is a character, or above 127 a special key; a click takes two bytes more.
   Whatever comes, the screen ends when it is told to, and the game is one that the rules know.
   The terminal is the test's own, and nothing is saved or loaded. */
#include "input.h"

#include "lab/inquire.h"
#include "ports/screen/screen.h"
#include "ports/screen/tty.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 24, COLUMNS = 80, SPECIAL = TTY_RESIZED - TTY_UP + 1 };

static const uint8_t *keys, *keys_end;
static atomic_bool over;

const char *tty_unfit(void)
{
    return NULL;
}

bool tty_begin(struct error *error)
{
    (void)error;
    return true;
}

void tty_end(void)
{
}

int tty_rows(void)
{
    return ROWS;
}

int tty_columns(void)
{
    return COLUMNS;
}

bool tty_ascii(void)
{
    return false;
}

void tty_clear(void)
{
}

void tty_show(void)
{
}

int tty_width(const char *text)
{
    return (int)strlen(text);
}

int tty_put(int row, int column, int width, const char *text, enum tty_style style)
{
    (void)row, (void)column, (void)style;
    int length = tty_width(text);
    return length < width ? length : width > 0 ? width : 0;
}

void tty_fill(int row, int column, int width, enum tty_style style)
{
    (void)row, (void)column, (void)width, (void)style;
}

void tty_cell(int row, int column, const struct canvas_cell *cell, int marks)
{
    (void)row, (void)column, (void)marks;
    PROMISE(memchr(cell->glyph, 0, sizeof cell->glyph));
}

void tty_caret(int row, int column)
{
    (void)row, (void)column;
}

struct tty_event tty_next(int milliseconds)
{
    (void)milliseconds;
    struct tty_event event = {0};
    if (keys == keys_end) {
        atomic_store(&over, true);
        return event;
    }
    event.key = *keys < 128 ? *keys : TTY_UP + *keys % SPECIAL;
    keys++;
    if (event.key == TTY_MOUSE && keys_end - keys >= 2) {
        event.row = *keys++ % ROWS;
        event.column = *keys++ % COLUMNS;
    }
    return event;
}

/* In the place of opened_save: a key must not write files here. */
bool __wrap_opened_save(const struct session *session, const char *path, struct error *error);
bool __wrap_opened_save(const struct session *session, const char *path, struct error *error)
{
    (void)session, (void)path;
    return error_set(error, "not here");
}

static char *read_nothing(const char *path, size_t limit, size_t *length, struct error *error)
{
    (void)path, (void)limit, (void)length;
    error_set(error, "not here");
    return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t header[2] = {size ? data[0] : 0, '0'};
    struct screen_seats seats = {.human = {true, true}};
    struct player adviser;
    struct opened opened;
    struct input input;
    struct error error;
    if (size < 1 || size > 200)
        return 0;
    setlocale(LC_CTYPE, "C.UTF-8");
    input_take(header, 2, &input);
    opened_begin(&opened, input.game);
    if (input.game->level_read)
        PROMISE(opened_level(&opened, input_level, strlen(input_level), &error));
    PROMISE(opened_start(&opened, NULL, 0, 64, &error));
    bool advised = mind_of(input.game) && inquire_player(input.game, NULL, 0, &adviser, &error);
    PROMISE(advised || !mind_of(input.game));
    struct screen_start start = {
        .opened = &opened,
        .seats = &seats,
        .adviser = advised ? &adviser : NULL,
        .terms = {.limits = {.nodes = 20}},
        .no_book = true,
        .table_bytes = 1 << 16,
        .threads = 1,
        .seed = 1,
        .interrupted = &over,
        .read = read_nothing,
    };
    atomic_store(&over, false);
    keys = data + 1;
    keys_end = data + size;
    PROMISE(screen_play(&start, &error));
    const struct session *session = opened.session;
    PROMISE(session_ply(session) <= session_length(session));
    opened_close(&opened);
    return 0;
}
