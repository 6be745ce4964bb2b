/* What keys and clicks do. Where somebody walks the board, small w a s d step (q and e from layer
   to layer), and the commands of these letters are typed as capitals. */
#include "ports/screen/inside.h"

#include "ports/screen/says.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the board ---- */

/* How far a place is that lies x and y away, for an arrow: straight ahead before askew. But on a
   board of squares up and down go to the next row, even where only every other square of it is
   played on: else half of those could not be reached. Up leans to the left and down to the right,
   so that one takes back the other. */
static int way_to(const struct scene *scene, int x, int y, int dx, int dy)
{
    int ahead = x * dx + y * dy, aside = abs(x * dy) + abs(y * dx);
    if (dx || scene->game->link)
        return ahead + 4 * aside;
    return (ahead * 4096 + aside) * 2 + (x * dy > 0);
}

/* The nearest place in a direction; -1 for none. */
static int neighbour(const struct scene *scene, int from, int dx, int dy)
{
    int best = -1, least = INT32_MAX;
    for (int i = 0; i < scene->count; i++) {
        int x = scene->places[i].x - scene->places[from].x;
        int y = scene->places[i].y - scene->places[from].y;
        int way = way_to(scene, x, y, dx, dy);
        if (x * dx + y * dy > 0 && way < least) {
            least = way;
            best = i;
        }
    }
    return best;
}

static void move_cursor(struct screen *screen, int dx, int dy)
{
    int to = neighbour(&screen->scene, screen->cursor, dx, dy);
    if (to >= 0)
        screen->cursor = to;
}

static bool may_touch(struct screen *screen)
{
    if (turn_over(screen, NULL, NULL)) {
        screen_say_text(screen, "terminal.over");
        return false;
    }
    if (!turn_is_persons(screen) && !screen->stepping) {
        screen_say_text(screen, "thinking");
        return false;
    }
    return true;
}

/* Which part of a stack? */
static int ask_level(struct screen *screen, int place)
{
    int levels[GAME_STACK_MAX], count = choice_levels(&screen->choice, place, levels);
    char lines[GAME_STACK_MAX][128], level[16], pieces[16];
    const char *pointers[GAME_STACK_MAX];
    for (int i = 0; i < count; i++) {
        struct text text;
        snprintf(level, sizeof level, "%d", levels[i] + 1);
        snprintf(pieces, sizeof pieces, "%d", screen->scene.contents[place].height - levels[i]);
        text_init(&text, lines[i], sizeof lines[i]);
        texts_add(&text, "picker.take", "n", pieces, "level", level, NULL);
        pointers[i] = lines[i];
    }
    int chosen = menu_choose(screen, texts_find("picker.label"), pointers, count, 0);
    return chosen < 0 ? -1 : levels[chosen];
}

static void touch(struct screen *screen, int place)
{
    uint32_t move;
    if (place < 0 || !may_touch(screen))
        return;
    place = view_touched(screen, place);
    enum choice_outcome outcome = choice_touch(&screen->choice, place, -1, &move);
    if (outcome == CHOICE_LEVEL) {
        int level = ask_level(screen, place);
        outcome = level < 0 ? CHOICE_NONE : choice_touch(&screen->choice, place, level, &move);
    }
    if (outcome == CHOICE_DONE)
        turn_play(screen, move);
    else if (outcome == CHOICE_NONE && screen->choice.taken_count > 0)
        choice_back(&screen->choice);
    else if (outcome == CHOICE_NONE)
        screen_say_text(screen, "terminal.illegal");
}

/* Where the one who walks stands, or -1. */
static int walker_of(const struct scene *scene)
{
    for (int i = 0; i < scene->count; i++)
        if (scene->contents[i].marks & GAME_MARK_PLAYER)
            return i;
    return -1;
}

/* Steps along an axis of the drawing; `layer` for a step that leads to another layer: the same way,
   but not to the next cell. */
static bool step(struct screen *screen, int dx, int dy, bool layer)
{
    const struct scene *scene = &screen->scene;
    int from = walker_of(scene), best = -1, least = INT32_MAX, levels[GAME_STACK_MAX];
    uint32_t move;
    for (int i = 0; i < scene->count && from >= 0; i++) {
        int x = scene->places[i].x - scene->places[from].x;
        int y = scene->places[i].y - scene->places[from].y, far = abs(x) + abs(y);
        bool ahead = layer ? far > 1 && (dx ? x * dx : 0) + (dy ? y * dy : 0) > 0 && (!x || !y)
                           : x == dx && y == dy;
        if (ahead && far < least && choice_levels(&screen->choice, i, levels)) {
            least = far;
            best = i;
        }
    }
    if (best < 0 || choice_touch(&screen->choice, best, -1, &move) != CHOICE_DONE)
        return false;
    turn_play(screen, move);
    screen->cursor = -1; /* goes along */
    return true;
}

/* Whether the board is drawn in layers: with a gap between places. */
static bool has_layers(const struct scene *scene)
{
    for (int x = scene->left; x <= scene->right; x++) {
        int at = 0;
        while (at < scene->count && scene->places[at].x != x)
            at++;
        if (at == scene->count)
            return true;
    }
    return false;
}

/* Whether the key is a step. */
static bool walk(struct screen *screen, int key)
{
    static const struct {
        int key, dx, dy;
        bool layer;
    } steps[] = {
        {'w', 0, 1, false}, {'a', -1, 0, false}, {'s', 0, -1, false},
        {'d', 1, 0, false}, {'q', -1, -1, true}, {'e', 1, 1, true},
    };
    if (walker_of(&screen->scene) < 0 || screen->opened->game->players != 1)
        return false;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        if (steps[i].key != key)
            continue;
        if (steps[i].layer && !has_layers(&screen->scene))
            return false; /* a board of one layer has another use for it */
        if (!may_touch(screen) || step(screen, steps[i].dx, steps[i].dy, steps[i].layer))
            return true;
        screen_say_text(screen, "terminal.illegal");
        return true;
    }
    return false;
}

/* A digit that is a move by itself (a column) plays it. */
static bool plays_digit(struct screen *screen, int key)
{
    const struct session *session = screen_session(screen);
    uint32_t moves[GAME_MOVES_MAX];
    char text[GAME_MOVE_TEXT];
    if (key < '0' || key > '9' || walker_of(&screen->scene) >= 0)
        return false;
    int count = session_moves(session, moves);
    for (int i = 0; i < count; i++) {
        turn_move_text(screen, session_ply(session), moves[i], text);
        if (text[0] == key && !text[1]) {
            if (may_touch(screen))
                turn_play(screen, moves[i]);
            return true;
        }
    }
    return false;
}

/* ---- commands ---- */

static void hint(struct screen *screen)
{
    if (!screen->inquirer)
        screen_say_text(screen, "analysis.none");
    else if (turn_over(screen, NULL, NULL))
        screen_say_text(screen, "terminal.over");
    else if (may_touch(screen))
        screen->hint_wanted = true;
}

static void show_pane(struct screen *screen, enum pane pane)
{
    screen->pane = pane;
    screen->scroll = 0;
}

static void analysis(struct screen *screen)
{
    show_pane(screen, screen->pane == PANE_ANALYSIS ? PANE_MOVES : PANE_ANALYSIS);
}

static void review(struct screen *screen)
{
    show_pane(screen, screen->pane == PANE_REVIEW ? PANE_MOVES : PANE_REVIEW);
}

static void next_pane(struct screen *screen)
{
    show_pane(screen, (enum pane)((screen->pane + 1) % PANE_COUNT));
}

static void back(struct screen *screen)
{
    turn_step(screen, session_ply(screen_session(screen)) - 1);
}

static void on(struct screen *screen)
{
    turn_step(screen, session_ply(screen_session(screen)) + 1);
}

static void first(struct screen *screen)
{
    turn_step(screen, 0);
}

static void last(struct screen *screen)
{
    turn_step(screen, session_length(screen_session(screen)));
}

/* To the mistake before or after, as the review knows them. */
static void mistake(struct screen *screen, int direction)
{
    const struct inquirer_found *found = turn_found(screen, INQUIRY_REVIEW);
    int to = -1, at = session_ply(screen_session(screen)) - 1;
    if (!found) {
        show_pane(screen, PANE_REVIEW);
        return;
    }
    for (int i = at + direction; i >= 0 && i + 1 < found->moment_count && to < 0; i += direction)
        if (found->moments[i].class >= INQUIRY_INACCURACY &&
            found->moments[i].class <= INQUIRY_BLUNDER)
            to = i;
    inquirer_looked(screen->inquirer);
    if (to >= 0)
        turn_step(screen, to + 1);
}

static void mistake_before(struct screen *screen)
{
    mistake(screen, -1);
}

static void mistake_after(struct screen *screen)
{
    mistake(screen, 1);
}

static void swap(struct screen *screen)
{
    struct screen_seats *seats = screen->seats;
    struct screen_seats before = *seats;
    if (screen->opened->game->players != 2)
        return;
    for (int side = 0; side < 2; side++) {
        seats->human[side] = before.human[1 - side];
        seats->players[side] = before.players[1 - side];
    }
    turn_changed(screen, false);
    screen_say_text(screen, "swapped");
}

/* The program's level up or down. */
static void strengthen(struct screen *screen, int by)
{
    for (int side = 0; side < 2; side++) {
        struct player *player = &screen->seats->players[side];
        int level = 0;
        struct error error;
        if (screen->seats->human[side] || sscanf(player->name, "level:%d", &level) != 1 ||
            level + by < 1 || level + by > 10)
            continue;
        if (!inquire_player(screen->opened->game, NULL, level + by, player, &error))
            screen_complain(screen, error.text);
        turn_changed(screen, false);
    }
}

static void stronger(struct screen *screen)
{
    strengthen(screen, 1);
}

static void weaker(struct screen *screen)
{
    strengthen(screen, -1);
}

/* Slower and faster, while a solution is walked. */
static void slower(struct screen *screen)
{
    screen->playback.pause = screen->playback.pause * 3 / 2;
}

static void faster(struct screen *screen)
{
    screen->playback.pause = screen->playback.pause * 2 / 3;
}

static void type_move(struct screen *screen)
{
    words_read(screen, "");
}

static void save(struct screen *screen)
{
    words_read(screen, "save ");
}

static void load(struct screen *screen)
{
    words_read(screen, "load ");
}

static void quit(struct screen *screen)
{
    screen->leaving = true;
}

static void let_go(struct screen *screen)
{
    screen->playback.on = false;
    screen->message[0] = 0;
    choice_back(&screen->choice);
}

static void touch_cursor(struct screen *screen)
{
    touch(screen, screen->cursor);
}

static void up(struct screen *screen)
{
    move_cursor(screen, 0, 1);
}

static void down(struct screen *screen)
{
    move_cursor(screen, 0, -1);
}

static void left(struct screen *screen)
{
    move_cursor(screen, -1, 0);
}

static void right(struct screen *screen)
{
    move_cursor(screen, 1, 0);
}

static void scroll_up(struct screen *screen)
{
    screen->scroll -= screen->scroll > 0 ? tty_rows() / 2 : 0;
    if (screen->scroll < 0)
        screen->scroll = 0;
}

static void scroll_down(struct screen *screen)
{
    screen->scroll += tty_rows() / 2;
}

static const struct {
    int key;
    void (*obey)(struct screen *screen);
} keys[] = {
    {TTY_UP, up},
    {TTY_DOWN, down},
    {TTY_LEFT, left},
    {TTY_RIGHT, right},
    {TTY_ENTER, touch_cursor},
    {' ', touch_cursor},
    {TTY_ESCAPE, let_go},
    {TTY_TAB, next_pane},
    {TTY_PAGE_UP, scroll_up},
    {TTY_PAGE_DOWN, scroll_down},
    {TTY_HOME, first},
    {TTY_END, last},
    {TTY_WHEEL_UP, back},
    {TTY_WHEEL_DOWN, on},
    {TTY_BACKSPACE, turn_undo},
    {'?', dialog_help},
    {':', type_move},
    {'u', turn_undo},
    {'y', turn_redo},
    {'[', back},
    {']', on},
    {'h', hint},
    {'a', analysis},
    {'v', review},
    {',', mistake_before},
    {'.', mistake_after},
    {'s', swap},
    {'r', turn_restart},
    {'n', dialog_new_game},
    {'l', dialog_levels},
    {'p', turn_solution},
    {'<', slower},
    {'>', faster},
    {'+', stronger},
    {'-', weaker},
    {'w', save},
    {'o', load},
    {'x', turn_resign},
    {'q', quit},
};

static void click(struct screen *screen, struct tty_event event)
{
    int place = view_place_at(screen, event.row, event.column);
    if (place >= 0) {
        screen->cursor = place;
        touch(screen, place);
    } else if (event.row == 0 && event.column >= screen->pane_column) {
        next_pane(screen);
    }
}

void keys_obey(struct screen *screen, struct tty_event event)
{
    int key = event.key;
    if (key == TTY_MOUSE) {
        click(screen, event);
        return;
    }
    if (screen->playback.on && key != '<' && key != '>' && key != TTY_RESIZED && key != 'p')
        screen->playback.on = false; /* any other key ends it */
    if (walk(screen, key) || plays_digit(screen, key))
        return;
    if (key >= 'A' && key <= 'Z')
        key = tolower(key);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i].key == key) {
            keys[i].obey(screen);
            return;
        }
    if (key > ' ' && key < TTY_UP) /* a character that means nothing, such as a move's first */
        screen_say_text(screen, "terminal.begin");
}
