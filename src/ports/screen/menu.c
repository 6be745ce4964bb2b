/* A list in a box over the screen, from which one line is chosen by keys or mouse; or that is only
   read. The game goes on behind it. */
#include "ports/screen/inside.h"

#include <string.h>

struct menu {
    const char *title;
    const char *const *lines;
    int count, current, first;
    bool choosing;
    int row, column, rows, columns; /* of the lines on the screen */
};

static void place_menu(struct menu *menu)
{
    int widest = tty_width(menu->title);
    for (int i = 0; i < menu->count; i++) {
        int width = tty_width(menu->lines[i]);
        widest = width > widest ? width : widest;
    }
    int most = tty_rows() - 4;
    menu->rows = menu->count < most ? menu->count : most > 1 ? most : 1;
    menu->columns = widest < tty_columns() - 4 ? widest : tty_columns() - 4;
    menu->row = (tty_rows() - menu->rows - 2) / 2 + 1;
    menu->column = (tty_columns() - menu->columns) / 2;
    if (menu->current < menu->first)
        menu->first = menu->current;
    if (menu->current >= menu->first + menu->rows)
        menu->first = menu->current - menu->rows + 1;
}

/* The last line: whether there is more, and what ends it, in every language alike. */
static void draw_keys(const struct menu *menu, int left, int width)
{
    const char *keys = menu->choosing ? "↑ ↓ Enter Esc" : "Esc";
    int row = menu->row + menu->rows, end = menu->column + menu->columns;
    bool more = menu->count > menu->rows;
    int dots = more ? tty_width("... ") : 0;
    tty_fill(row, left, width, TTY_BAR);
    if (more)
        tty_put(row, menu->column, menu->columns, "...", TTY_BAR);
    if (dots + tty_width(keys) <= menu->columns)
        tty_put(row, end - tty_width(keys), menu->columns, keys, TTY_BAR);
}

static void draw_menu(const struct menu *menu)
{
    int left = menu->column - 2, width = menu->columns + 4;
    for (int row = menu->row - 1; row <= menu->row + menu->rows; row++)
        tty_fill(row, left, width, row == menu->row - 1 ? TTY_BAR : TTY_PLAIN);
    tty_put(menu->row - 1, menu->column, menu->columns, menu->title, TTY_BAR);
    for (int i = 0; i < menu->rows; i++) {
        bool chosen = menu->choosing && menu->first + i == menu->current;
        if (chosen)
            tty_fill(menu->row + i, left, width, TTY_CHOSEN);
        tty_put(menu->row + i, menu->column, menu->columns, menu->lines[menu->first + i],
                chosen ? TTY_CHOSEN : TTY_PLAIN);
    }
    draw_keys(menu, left, width);
}

static void move_to(struct menu *menu, int line)
{
    menu->current = line < 0 ? 0 : line >= menu->count ? menu->count - 1 : line;
}

/* The line that was clicked; outside the box -2, inside but on no line -1. */
static int clicked(const struct menu *menu, struct tty_event event)
{
    if (event.column < menu->column - 2 || event.column >= menu->column + menu->columns + 2 ||
        event.row < menu->row - 1 || event.row > menu->row + menu->rows)
        return -2;
    int line = event.row - menu->row;
    return line >= 0 && line < menu->rows ? menu->first + line : -1;
}

/* Whether the event ends it; `chosen` is then the answer. */
static bool obey(struct menu *menu, struct tty_event event, int *chosen)
{
    int step = event.key == TTY_DOWN || event.key == 'j' || event.key == TTY_WHEEL_DOWN ? 1
               : event.key == TTY_UP || event.key == 'k' || event.key == TTY_WHEEL_UP   ? -1
               : event.key == TTY_PAGE_DOWN                                             ? menu->rows
               : event.key == TTY_PAGE_UP ? -menu->rows
               : event.key == TTY_HOME    ? -menu->count
               : event.key == TTY_END     ? menu->count
                                          : 0;
    *chosen = -1;
    if (step) {
        move_to(menu, menu->current + step);
        return false;
    }
    if (event.key == TTY_MOUSE) {
        *chosen = clicked(menu, event);
        if (*chosen == -2)
            *chosen = -1;
        return *chosen >= 0 || clicked(menu, event) == -2;
    }
    if (event.key == TTY_ENTER || event.key == ' ')
        *chosen = menu->current;
    return event.key != TTY_RESIZED && event.key != TTY_NOTHING &&
           (*chosen >= 0 || event.key == TTY_ESCAPE || event.key == 'q' || !menu->choosing);
}

static int run_menu(struct screen *screen, struct menu *menu)
{
    int chosen = -1;
    move_to(menu, menu->current);
    while (!screen_stopped(screen)) {
        screen_tick(screen);
        place_menu(menu);
        draw_menu(menu);
        tty_show();
        struct tty_event event = screen_next(screen);
        if (obey(menu, event, &chosen))
            return chosen;
    }
    return -1;
}

int menu_choose(struct screen *screen, const char *title, const char *const *lines, int count,
                int current)
{
    struct menu menu = {
        .title = title, .lines = lines, .count = count, .current = current, .choosing = true};
    return count > 0 ? run_menu(screen, &menu) : -1;
}

void menu_show(struct screen *screen, const char *title, const char *const *lines, int count)
{
    struct menu menu = {.title = title, .lines = lines, .count = count};
    run_menu(screen, &menu);
}
