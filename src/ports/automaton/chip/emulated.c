/* The firmware in an emulator: it reads scripts from standard input, each on a line behind its seed
   ("1 3w4w"), and writes the frames of the lights to standard output. A line "=6 4453" asks the
   hard player at that depth for its column after these moves instead. On standard error it reports
   for every move of the machine how many positions it looked at and how many instructions it took,
   and at the end how deep the stack was. */
#include "base/memory.h"
#include "ports/automaton/book.h"
#include "ports/automaton/chip/host.h"
#include "ports/automaton/hard.h"
#include "ports/automaton/script.h"

void chip_main(void);
int __wrap_automaton_think(struct automaton *automaton, bool (*interrupt)(void *));
int __real_automaton_think(struct automaton *automaton, bool (*interrupt)(void *));

extern uint32_t stack_begin[], stack_end[];

enum { LINE = 2048, PAINT = (int)0xa5a5a5a5 };

static struct script script;
static char text[LINE];

static void say(const char *words)
{
    uint32_t length = 0;
    while (words[length])
        length++;
    host_write(2, words, length);
}

static void say_number(uint32_t number)
{
    char digits[12];
    int at = sizeof digits;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    host_write(2, digits + at, (uint32_t)((int)sizeof digits - at));
}

/* In place of automaton_think, by the linker. */
int __wrap_automaton_think(struct automaton *automaton, bool (*interrupt)(void *))
{
    static const char *const modes[] = {"two", "hard", "easy", "perfect", "server"};
    uint32_t from = host_ticks();
    int column = __real_automaton_think(automaton, interrupt);
    uint32_t count = host_instructions(from, host_ticks());
    say("move ");
    say(modes[automaton->mode]);
    say(" discs ");
    say_number(automaton->count);
    say(" nodes ");
    say_number(automaton->nodes);
    say(" instructions ");
    say_number(count);
    say("\n");
    return column;
}

static void write_line(void *writer, const char *line, uint32_t length)
{
    (void)writer;
    host_write(1, line, length);
}

/* A line without its end; false at the end of the input. */
static bool read_line(void)
{
    uint32_t length = 0;
    char letter;
    while (host_read(&letter, 1) == 1) {
        if (letter == '\n') {
            text[length] = 0;
            return true;
        }
        if (length + 1 < LINE)
            text[length++] = letter;
    }
    return false;
}

static uint32_t read_number(const char **at)
{
    uint32_t number = 0;
    for (; **at >= '0' && **at <= '9'; (*at)++)
        number = number * 10 + (uint32_t)(**at - '0');
    return number;
}

/* "6 4453": one move of the hard player, with its work. */
static void measure(const char *at)
{
    struct connect4 board = {0};
    int depth = (int)read_number(&at), count = 0;
    uint32_t nodes = 0;
    for (; *at; at++)
        if (*at >= '1' && *at <= '7') {
            uint64_t landing =
                connect4_landings(board.filled, connect4_bottom(7, 6), connect4_cells(7, 6)) &
                connect4_column(*at - '1', 6);
            board.mine ^= board.filled; /* of the side that did not move, which is next */
            board.filled |= landing;
            count++;
        }
    uint32_t from = host_ticks();
    int column = hard_choose(board, depth, HARD_ALL, NULL, NULL, &nodes);
    uint32_t work = host_instructions(from, host_ticks());
    say("measured depth ");
    say_number((uint32_t)depth);
    say(" discs ");
    say_number((uint32_t)count);
    say(" column ");
    say_number((uint32_t)column + 1);
    say(" nodes ");
    say_number(nodes);
    say(" instructions ");
    say_number(work);
    say("\n");
}

void chip_main(void)
{
    int status = 0;
    host_ticks(); /* starts the counter */
    while (read_line()) {
        const char *at = text;
        if (*at == '=') {
            measure(at + 1);
            continue;
        }
        uint32_t seed = read_number(&at);
        script_init(&script, book_chip_own(), seed, write_line, NULL);
        if (!script_run(&script, at))
            status = 1;
    }
    const uint32_t *deepest = stack_begin;
    while (deepest < stack_end && *deepest == (uint32_t)PAINT)
        deepest++;
    say("stack ");
    say_number((uint32_t)(4 * (stack_end - deepest)));
    say(" of ");
    say_number((uint32_t)(4 * (stack_end - stack_begin)));
    say("\n");
    host_exit(status);
}

uint64_t clock_microseconds(void);
uint64_t clock_microseconds(void)
{
    return 0;
}
