/* The picture: a title, the board and the pane beside it, both sides with their clocks, a line that
   says something, the keys. The board is as large as fits; one that does not fit at all is shown
   around the cursor. */
#include "ports/screen/inside.h"

#include "base/clock.h"
#include "ports/screen/says.h"
#include <stdio.h>
#include <string.h>

enum { PANE_WANTED = 34, PANE_LEAST = 18, BELOW = 4 };

void view_free(struct screen *screen)
{
    canvas_free(&screen->canvas);
    scene_free(&screen->scene);
}

/* ---- the board ---- */

static bool read_scene(struct screen *screen)
{
    const struct session *session = screen_session(screen);
    struct game_step steps[GAME_STEPS_MAX];
    int ply = session_ply(session);
    bool person = turn_is_persons(screen) && !screen->ended;
    struct scene_options options = {.legal = person, .threats = person, .last = steps};
    if (ply > 0)
        options.last_count = session_game(session)->move_steps(
            session_setup(session), session_position_at(session, ply - 1),
            session_move_at(session, ply - 1), steps);
    scene_free(&screen->scene);
    return scene_read(&screen->scene, session_game(session), session_setup(session),
                      session_position(session), &options, NULL);
}

/* The largest board beside which there is room for the pane. */
static bool lay_out(struct screen *screen, int rows, int columns)
{
    for (int scale = CANVAS_SCALE_MAX; scale >= 1; scale--) {
        canvas_free(&screen->canvas);
        if (!canvas_draw(&screen->canvas, &screen->scene, tty_ascii(), scale))
            return false;
        if (screen->canvas.rows <= rows && screen->canvas.columns + PANE_WANTED <= columns)
            break;
    }
    int board = screen->canvas.columns < columns ? screen->canvas.columns : columns;
    screen->board_row = 1;
    screen->board_column = 0;
    screen->board_rows = screen->canvas.rows < rows ? screen->canvas.rows : rows;
    screen->board_columns = board;
    screen->pane_column = board + 1;
    screen->pane_columns = columns - board - 1;
    if (screen->pane_columns < PANE_LEAST && columns >= 3 * PANE_LEAST) {
        screen->board_columns =
            columns - PANE_LEAST - 1; /* a large board moves behind its window */
        screen->pane_column = screen->board_columns + 1;
        screen->pane_columns = PANE_LEAST;
    }
    return true;
}

/* Where a move begins: a piece is picked up, if there is one to pick up. */
static int beginning(const struct scene *scene)
{
    for (int i = 0; i < scene->count; i++)
        if (scene->flags[i] & SCENE_SOURCE)
            return SCENE_SOURCE;
    return SCENE_LEGAL;
}

/* A place for the cursor where there is none yet: that of the one who walks, or one near the middle
   where a move begins. */
static void find_cursor(struct screen *screen)
{
    const struct scene *scene = &screen->scene;
    const int touchable = beginning(scene);
    if (screen->cursor >= 0 && screen->cursor < scene->count)
        return;
    screen->cursor = scene->count / 2;
    for (int far = 0; far < scene->count && !(scene->flags[screen->cursor] & touchable); far++)
        screen->cursor = scene->count / 2 + (far & 1 ? -far / 2 : far / 2);
    for (int i = 0; i < scene->count; i++)
        if (scene->contents[i].marks & GAME_MARK_PLAYER)
            screen->cursor = i;
}

static int window(int first, int shown, int whole, int from, int to)
{
    if (from < first)
        first = from;
    if (to >= first + shown)
        first = to - shown + 1;
    if (first > whole - shown)
        first = whole - shown;
    return first < 0 ? 0 : first;
}

static void follow_cursor(struct screen *screen)
{
    struct canvas_field field = canvas_field(&screen->canvas, &screen->scene, screen->cursor);
    screen->first_row = window(screen->first_row, screen->board_rows, screen->canvas.rows,
                               field.row - 1, field.row + field.rows);
    screen->first_column =
        window(screen->first_column, screen->board_columns, screen->canvas.columns,
               field.column - 1, field.column + field.columns);
}

static int marks_of(const struct screen *screen, int place)
{
    const struct session *session = screen_session(screen);
    struct game_step steps[GAME_STEPS_MAX];
    int marks = place == screen->cursor ? TTY_CURSOR : 0;
    for (int i = 0; i < screen->choice.taken_count; i++)
        if (screen->choice.taken[i].place == place)
            marks |= TTY_HELD;
    if (screen->hint == GAME_NO_MOVE)
        return marks;
    int count = session_game(session)->move_steps(session_setup(session), session_position(session),
                                                  screen->hint, steps);
    for (int i = 0; i < count; i++)
        if (steps[i].place == place)
            marks |= TTY_HINT;
    return marks;
}

static void put_cell(const struct screen *screen, int row, int column, int marks)
{
    int on_row = row - screen->first_row, on_column = column - screen->first_column;
    if (on_row >= 0 && on_row < screen->board_rows && on_column >= 0 &&
        on_column < screen->board_columns)
        tty_cell(screen->board_row + on_row, screen->board_column + on_column,
                 canvas_at(&screen->canvas, column, row), marks);
}

static void draw_board(struct screen *screen)
{
    for (int row = 0; row < screen->canvas.rows; row++)
        for (int column = 0; column < screen->canvas.columns; column++)
            put_cell(screen, row, column, 0);
    for (int i = 0; i < screen->scene.count; i++) {
        int marks = marks_of(screen, i);
        struct canvas_field field = canvas_mark(&screen->canvas, &screen->scene, i);
        for (int row = field.row; marks && row < field.row + field.rows; row++)
            for (int column = field.column; column < field.column + field.columns; column++)
                put_cell(screen, row, column, marks);
    }
}

int view_place_at(const struct screen *screen, int row, int column)
{
    if (row < screen->board_row || row >= screen->board_row + screen->board_rows ||
        column >= screen->board_column + screen->board_columns)
        return -1;
    return canvas_place(&screen->canvas, &screen->scene,
                        column - screen->board_column + screen->first_column,
                        row - screen->board_row + screen->first_row);
}

int view_touched(const struct screen *screen, int place)
{
    int levels[GAME_STACK_MAX];
    const struct scene *scene = &screen->scene;
    if (scene->game->board != GAME_BOARD_RACK || place < 0)
        return place;
    for (int i = 0; i < scene->count; i++)
        if (scene->places[i].x == scene->places[place].x &&
            choice_levels(&screen->choice, i, levels))
            return i;
    return place;
}

/* ---- around it ---- */

static void add_clock(const struct session *session, int side, struct text *text)
{
    int64_t left = session_time_left(session, side, clock_microseconds());
    int64_t seconds = left > 0 ? left / 1000000 : 0;
    text_print(text, " %02d:%02d", (int)(seconds / 60), (int)(seconds % 60));
    if (seconds < 10)
        text_print(text, ".%d", (int)(left > 0 ? left / 100000 % 10 : 0));
}

static void add_counts(const struct screen *screen, int side, struct text *text)
{
    const struct session *session = screen_session(screen);
    const struct game *game = session_game(session);
    struct game_count counts[GAME_COUNTS_MAX];
    int count =
        game->counts ? game->counts(session_setup(session), session_position(session), counts) : 0;
    for (int i = 0; i < count; i++)
        if (counts[i].side == side)
            text_print(text, "  %s %d", texts_word("count", game->name, counts[i].name),
                       (int)counts[i].value);
}

static void add_player(const struct screen *screen, int side, struct text *text)
{
    const struct screen_seats *seats = screen->seats;
    if (!seats->human[side])
        says_player(&seats->players[side], text);
    else if (turn_person(screen) >= 0)
        texts_add(text, "player.you", NULL);
}

static void draw_side(struct screen *screen, int row, int side)
{
    const struct session *session = screen_session(screen);
    const struct game *game = session_game(session);
    char line[SCREEN_LINE];
    struct text text;
    bool turn = !turn_over(screen, NULL, NULL) && session_side(session) == side;
    text_init(&text, line, sizeof line);
    text_print(&text, "%s %s %s", turn ? ">" : " ", canvas_piece(&screen->scene, side, tty_ascii()),
               says_side(game, side));
    if (screen->seats->human[0] != screen->seats->human[1] || !screen->seats->human[side])
        text_add(&text, " · ");
    add_player(screen, side, &text);
    add_counts(screen, side, &text);
    if (session_timed(session))
        add_clock(session, side, &text);
    if (turn) {
        text_add(&text, "  ");
        texts_add(&text, turn_is_persons(screen) || screen->stepping ? "to.move" : "thinking",
                  NULL);
    }
    tty_put(row, 0, tty_columns(), line, turn ? TTY_BOLD : TTY_PLAIN);
}

static void draw_sides(struct screen *screen, int row)
{
    char line[SCREEN_LINE];
    struct text text;
    if (session_game(screen_session(screen))->players == 2) {
        draw_side(screen, row, 0);
        draw_side(screen, row + 1, 1);
        return;
    }
    text_init(&text, line, sizeof line);
    add_counts(screen, -1, &text);
    add_counts(screen, 0, &text);
    tty_put(row + 1, 0, tty_columns(), line, TTY_BOLD);
}

static void draw_title(const struct screen *screen)
{
    char line[SCREEN_LINE];
    struct text text;
    static const char *const names[] = {"tab.play", "tab.analysis", "tab.review", "tab.rules"};
    tty_fill(0, 0, tty_columns(), TTY_BAR);
    text_init(&text, line, sizeof line);
    text_print(&text, " Potez · %s", says_game(screen->opened->game));
    int used = tty_put(0, 0, tty_columns(), line, TTY_BAR);
    int column = screen->pane_column > used + 1 ? screen->pane_column : used + 1;
    for (int i = 0; i < PANE_COUNT; i++) {
        enum tty_style style = screen->pane == (enum pane)i ? TTY_BOLD : TTY_BAR;
        column += tty_put(0, column, tty_columns() - column, texts_find(names[i]), style) + 1;
    }
}

static void draw_keys(int row)
{
    static const struct {
        const char *key, *label;
    } keys[] = {
        {"?", "terminal.help"}, {":", "terminal.entry.short"},
        {"u", "undo"},          {"y", "redo"},
        {"h", "hint"},          {"Tab", "terminal.pane"},
        {"n", "new.game"},      {"q", "terminal.quit"},
    };
    int column = 0;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        int room = tty_columns() - column;
        if (tty_width(keys[i].key) + tty_width(texts_find(keys[i].label)) + 2 > room)
            break;
        column += tty_put(row, column, room, keys[i].key, TTY_BAR) + 1;
        column += tty_put(row, column, room, texts_find(keys[i].label), TTY_DIM) + 1;
    }
}

static void draw_too_small(void)
{
    char line[SCREEN_LINE], columns[16], rows[16];
    struct text text;
    snprintf(columns, sizeof columns, "%d", SCREEN_COLUMNS_LEAST);
    snprintf(rows, sizeof rows, "%d", SCREEN_ROWS_LEAST);
    text_init(&text, line, sizeof line);
    texts_add(&text, "terminal.small", "columns", columns, "rows", rows, NULL);
    tty_put(0, 0, tty_columns(), line, TTY_PLAIN);
}

void view_draw(struct screen *screen)
{
    int rows = tty_rows(), columns = tty_columns();
    tty_clear();
    if (rows < SCREEN_ROWS_LEAST || columns < SCREEN_COLUMNS_LEAST) {
        draw_too_small();
        return;
    }
    if (!read_scene(screen) || !lay_out(screen, rows - 1 - BELOW, columns))
        return;
    find_cursor(screen);
    follow_cursor(screen);
    draw_title(screen);
    draw_board(screen);
    pane_draw(screen, 1, rows - 1 - BELOW);
    draw_sides(screen, rows - BELOW);
    tty_put(rows - 2, 0, columns, screen->message, screen->alarming ? TTY_BAD : TTY_PLAIN);
    draw_keys(rows - 1);
}
