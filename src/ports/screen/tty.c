/* Curses does the work: it knows the terminals, and leaves and comes back around Ctrl-Z. What it
   does not do is clean up after a crash: for that the bytes that bring the terminal back are
   prepared at the start, and a handler writes them with the two calls that a handler may make. */
#define NCURSES_WIDECHAR 1
#include "ports/screen/tty.h"

#include "ports/screen/texts.h"
#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

enum { PAIRS = 250, PLAIN_TEXT = 1024, ESCAPE_MILLISECONDS = 25 };

static struct {
    bool open, ascii, colours;
    int palette;
    struct {
        short ink, ground;
    } pairs[PAIRS + 1];
    int pair_count;
    struct termios before;
    char restore[256]; /* brings the terminal back */
    size_t restore_length;
} tty;

/* ---- beginning and leaving ---- */

const char *tty_unfit(void)
{
    const char *term = getenv("TERM");
    int status;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return "";
    if (!term || !*term || strcmp(term, "dumb") == 0)
        return "this terminal is a simple one (TERM)";
    if (setupterm(NULL, STDOUT_FILENO, &status) != OK)
        return "nothing is known about this terminal (TERM)";
    const char *address = tigetstr("cup");
    if (!address || address == (const char *)-1)
        return "this terminal cannot place its cursor (TERM)";
    return NULL;
}

static void restore_add(const char *bytes)
{
    size_t length = bytes && bytes != (const char *)-1 ? strlen(bytes) : 0;
    if (tty.restore_length + length > sizeof tty.restore)
        return;
    memcpy(tty.restore + tty.restore_length, bytes ? bytes : "", length);
    tty.restore_length += length;
}

static void crashed(int number)
{
    if (tty.open) {
        ssize_t written = write(STDOUT_FILENO, tty.restore, tty.restore_length);
        (void)written;
        tcsetattr(STDIN_FILENO, TCSANOW, &tty.before);
    }
    signal(number, SIG_DFL);
    raise(number);
}

static void watch_crashes(void (*handler)(int))
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGQUIT};
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        sigaction(signals[i], &action, NULL);
}

static void prepare_restore(void)
{
    tty.restore_length = 0;
    restore_add("\033[?1000l\033[?1006l"); /* the mouse */
    restore_add(tigetstr("sgr0"));
    restore_add(tigetstr("op"));
    restore_add(tigetstr("cnorm"));
    restore_add(tigetstr("rmkx"));
    restore_add(tigetstr("rmcup"));
}

/* The locale's letters; UTF-8 also where the machine lacks the user's locale. */
static void choose_letters(void)
{
    const char *wish = NULL;
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof variables[0] && !(wish && *wish); i++)
        wish = getenv(variables[i]);
    bool utf8 = wish && (strstr(wish, "UTF-8") || strstr(wish, "utf8") || strstr(wish, "utf-8"));
    if (!setlocale(LC_CTYPE, "") && utf8)
        setlocale(LC_CTYPE, "C.UTF-8");
    tty.ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
}

static void choose_colours(void)
{
    const char *no = getenv("NO_COLOR");
    tty.colours = has_colors() && !(no && *no);
    if (!tty.colours)
        return;
    start_color();
    use_default_colors();
    tty.palette = COLORS >= 256 ? 256 : COLORS >= 16 ? 16 : 8;
    tty.pair_count = 0;
}

/* Keys as terminals send them that are not what TERM says (multiplexers, ssh from elsewhere). */
static void define_keys(void)
{
    static const struct {
        const char *sent;
        int key;
    } more[] = {
        {"\033[A", KEY_UP},    {"\033[B", KEY_DOWN}, {"\033[C", KEY_RIGHT}, {"\033[D", KEY_LEFT},
        {"\033OA", KEY_UP},    {"\033OB", KEY_DOWN}, {"\033OC", KEY_RIGHT}, {"\033OD", KEY_LEFT},
        {"\033[1~", KEY_HOME}, {"\033[4~", KEY_END}, {"\033[H", KEY_HOME},  {"\033[F", KEY_END},
        {"\033OH", KEY_HOME},  {"\033OF", KEY_END},
    };
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++)
        define_key(more[i].sent, more[i].key);
}

bool tty_begin(struct error *error)
{
    choose_letters();
    tcgetattr(STDIN_FILENO, &tty.before);
    if (!initscr())
        return error_machine(error, "the terminal cannot be used");
    tty.open = true;
    prepare_restore();
    watch_crashes(crashed);
    choose_colours();
    set_escdelay(ESCAPE_MILLISECONDS);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, true);
    define_keys();
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
    curs_set(0);
    return true;
}

void tty_end(void)
{
    if (!tty.open)
        return;
    curs_set(1);
    endwin();
    tty.open = false;
    watch_crashes(SIG_DFL);
}

int tty_rows(void)
{
    return LINES;
}

int tty_columns(void)
{
    return COLS;
}

bool tty_ascii(void)
{
    return tty.ascii;
}

void tty_clear(void)
{
    curs_set(0);
    erase();
}

void tty_show(void)
{
    refresh();
}

/* ---- drawing ---- */

static short pair_of(int ink, int ground)
{
    for (int i = 1; i <= tty.pair_count; i++)
        if (tty.pairs[i].ink == ink && tty.pairs[i].ground == ground)
            return (short)i;
    if (!tty.colours || tty.pair_count >= PAIRS || tty.pair_count + 1 >= COLOR_PAIRS)
        return 0;
    int number = ++tty.pair_count;
    tty.pairs[number].ink = (short)ink;
    tty.pairs[number].ground = (short)ground;
    init_pair((short)number, (short)ink, (short)ground);
    return (short)number;
}

/* Curses' attributes and pair of two colours; terminals of eight colours are bright by being bold.
 */
static attr_t colours_of(uint32_t ink, uint32_t ground, short *pair)
{
    attr_t bright = 0;
    int front = -1, back = -1;
    *pair = 0;
    if (!tty.colours)
        return 0;
    if (ink != CANVAS_NO_COLOUR)
        front = canvas_palette(ink, tty.palette > 16 ? tty.palette : 16);
    if (ground != CANVAS_NO_COLOUR)
        back = canvas_palette(ground, tty.palette > 16 ? tty.palette : 8);
    if (tty.palette == 8 && front >= 8) {
        front -= 8;
        bright = A_BOLD;
    }
    *pair = pair_of(front, back);
    return bright;
}

static attr_t style_of(enum tty_style style, short *pair)
{
    *pair = 0;
    switch (style) {
    case TTY_BOLD:
        return A_BOLD;
    case TTY_DIM:
        return A_DIM;
    case TTY_BAR:
    case TTY_CHOSEN:
        return A_REVERSE;
    case TTY_GOOD:
        *pair = pair_of(COLOR_GREEN, -1);
        return A_BOLD;
    case TTY_BAD:
        *pair = pair_of(COLOR_RED, -1);
        return A_BOLD;
    default:
        return 0;
    }
}

/* The next character, and how many bytes it takes; 0 at the end. */
static int next_character(const char *text, wchar_t *character)
{
    mbstate_t state = {0};
    size_t bytes = mbrtowc(character, text, MB_CUR_MAX, &state);
    if (bytes == 0)
        return 0;
    if (bytes > MB_CUR_MAX) {
        *character = L'?';
        return 1;
    }
    return (int)bytes;
}

static const char *shown(const char *text, char plain[PLAIN_TEXT])
{
    if (!tty.ascii)
        return text;
    texts_plain(text, plain, PLAIN_TEXT);
    return plain;
}

int tty_width(const char *text)
{
    char plain[PLAIN_TEXT];
    wchar_t character;
    int width = 0;
    text = shown(text, plain);
    for (int bytes; (bytes = next_character(text, &character)); text += bytes)
        width++;
    return width;
}

int tty_put(int row, int column, int width, const char *text, enum tty_style style)
{
    char plain[PLAIN_TEXT];
    wchar_t characters[PLAIN_TEXT + 1];
    short pair;
    int count = 0;
    if (row < 0 || row >= LINES || column < 0 || column >= COLS)
        return 0;
    attr_t attributes = style_of(style, &pair);
    width = width < COLS - column ? width : COLS - column;
    text = shown(text, plain);
    for (int bytes; count < width && count < PLAIN_TEXT; text += bytes, count++) {
        bytes = next_character(text, &characters[count]);
        if (!bytes)
            break;
        if (characters[count] < L' ')
            characters[count] = L' ';
    }
    attr_set(attributes, pair, NULL);
    mvaddnwstr(row, column, characters, count);
    attr_set(0, 0, NULL);
    return count;
}

void tty_fill(int row, int column, int width, enum tty_style style)
{
    for (int i = 0; i < width; i++)
        tty_put(row, column + i, 1, " ", style);
}

void tty_cell(int row, int column, const struct canvas_cell *cell, int marks)
{
    short pair;
    cchar_t whole;
    wchar_t glyph[2] = {L' ', 0};
    if (row < 0 || row >= LINES || column < 0 || column >= COLS)
        return;
    uint32_t ground = marks & TTY_HELD ? 0xffe08a : marks & TTY_HINT ? 0x8fe0da : cell->ground;
    attr_t attributes = colours_of(cell->ink, ground, &pair);
    if (cell->bold)
        attributes |= A_BOLD;
    if (marks & TTY_CURSOR)
        attributes |= A_REVERSE;
    if (!tty.colours && marks & (TTY_HINT | TTY_HELD))
        attributes |= A_UNDERLINE;
    if (cell->glyph[0])
        next_character(cell->glyph, glyph);
    setcchar(&whole, glyph, attributes, pair, NULL);
    mvadd_wch(row, column, &whole);
}

void tty_caret(int row, int column)
{
    curs_set(row >= 0);
    if (row >= 0)
        move(row, column);
}

/* ---- what the user does ---- */

static const struct {
    int curses, key;
} keys[] = {
    {KEY_UP, TTY_UP},         {KEY_DOWN, TTY_DOWN},           {KEY_LEFT, TTY_LEFT},
    {KEY_RIGHT, TTY_RIGHT},   {KEY_HOME, TTY_HOME},           {KEY_END, TTY_END},
    {KEY_PPAGE, TTY_PAGE_UP}, {KEY_NPAGE, TTY_PAGE_DOWN},     {KEY_ENTER, TTY_ENTER},
    {KEY_DC, TTY_DELETE},     {KEY_BACKSPACE, TTY_BACKSPACE}, {KEY_RESIZE, TTY_RESIZED},
};

static struct tty_event mouse_event(void)
{
    MEVENT event;
    if (getmouse(&event) != OK)
        return (struct tty_event){0};
    int key = event.bstate & BUTTON4_PRESSED   ? TTY_WHEEL_UP
              : event.bstate & BUTTON5_PRESSED ? TTY_WHEEL_DOWN
              : event.bstate & BUTTON1_PRESSED ? TTY_MOUSE
                                               : TTY_NOTHING;
    return (struct tty_event){key, event.y, event.x};
}

static int character_key(wint_t character)
{
    switch (character) {
    case L'\r':
    case L'\n':
        return TTY_ENTER;
    case 27:
        return TTY_ESCAPE;
    case L'\t':
        return TTY_TAB;
    case 8:
    case 127:
        return TTY_BACKSPACE;
    default:
        return (int)character;
    }
}

struct tty_event tty_next(int milliseconds)
{
    wint_t found;
    timeout(milliseconds);
    int kind = get_wch(&found);
    if (kind == OK)
        return (struct tty_event){.key = character_key(found)};
    if (kind != KEY_CODE_YES)
        return (struct tty_event){0};
    if (found == KEY_MOUSE)
        return mouse_event();
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if ((int)found == keys[i].curses)
            return (struct tty_event){.key = keys[i].key};
    return (struct tty_event){0};
}
