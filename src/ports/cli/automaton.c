/* The command "automaton": the Connect Four machine in the terminal. The lights and pads are drawn
   with colours; keys touch the pads; the firmware is the same as in the chip. */
#include "ports/automaton/automaton.h"

#include "base/clock.h"
#include "ports/automaton/book.h"
#include "ports/automaton/script.h"
#include "ports/cli/arguments.h"
#include "ports/cli/automaton_serial.h"
#include "ports/cli/automaton_server.h"
#include "ports/cli/command.h"
#include "ports/cli/interrupt.h"
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { TOUCH = 80, HOLD = 3200, REST = 30, STEP = 2 }; /* milliseconds */

struct simulated_machine {
    struct automaton automaton;
    struct automaton_hardware hardware;
    struct automaton_server server;
    struct automaton_serial serial;
    struct random random;
    uint64_t started;
    int pad;            /* touched now, -1 for none */
    uint32_t until;     /* then it is left */
    uint32_t free_from; /* and another may be touched */
    char waiting[16];   /* keys typed ahead */
    int waiting_count;
};

static uint32_t milliseconds(void *context)
{
    const struct simulated_machine *machine = context;
    return (uint32_t)((clock_microseconds() - machine->started) / 1000);
}

static uint32_t touched(void *context)
{
    const struct simulated_machine *machine = context;
    return machine->pad >= 0 ? UINT32_C(1) << machine->pad : 0;
}

static uint32_t entropy(void *context)
{
    return (uint32_t)random_next(&((struct simulated_machine *)context)->random);
}

static bool ask(void *context, const char *moves)
{
    return automaton_server_ask(&((struct simulated_machine *)context)->server, moves);
}

static int reply(void *context)
{
    return automaton_server_reply(&((struct simulated_machine *)context)->server);
}

static void forget(void *context)
{
    automaton_server_forget(&((struct simulated_machine *)context)->server);
}

static void say(void *context, const char *line)
{
    automaton_serial_say(&((struct simulated_machine *)context)->serial, line);
}

static int hear(void *context)
{
    return automaton_serial_hear(&((struct simulated_machine *)context)->serial);
}

/* A screen is brighter than the machine needs to be: the brightness only shades the colours. */
static int shade(int part, int brightness)
{
    return part * (150 + brightness / 2) / 155;
}

static void show(void *context, const struct automaton_frame *frame)
{
    (void)context;
    fputs("\x1b[H\r\n", stdout);
    for (int row = AUTOMATON_HEIGHT - 1; row >= 0; row--) {
        fputs("   ", stdout);
        for (int column = 0; column < AUTOMATON_WIDTH; column++) {
            struct automaton_colour led = frame->led[automaton_led(column, row)];
            if (led.red | led.green | led.blue)
                printf("\x1b[38;2;%d;%d;%dm \xe2\x97\x8f ", shade(led.red, frame->brightness),
                       shade(led.green, frame->brightness), shade(led.blue, frame->brightness));
            else
                fputs("\x1b[38;5;238m \xe2\x97\x8b ", stdout);
        }
        fputs("\x1b[0m\r\n", stdout);
    }
    fputs("\r\n    1  2  3  4  5  6  7    m menu   t self-test   q quit\r\n", stdout);
    fflush(stdout);
}

/* Keys become touches, one after the other, each held long enough to count. */
static void touch_by_keys(struct simulated_machine *machine, uint32_t now)
{
    if (machine->pad >= 0 && (int32_t)(now - machine->until) >= 0) {
        machine->pad = -1;
        machine->free_from = now + REST;
    }
    if (machine->pad < 0 && machine->waiting_count && (int32_t)(now - machine->free_from) >= 0) {
        char key = machine->waiting[0];
        machine->waiting_count--;
        memmove(machine->waiting, machine->waiting + 1, (size_t)machine->waiting_count);
        machine->pad = key >= '1' && key <= '7' ? key - '1' : AUTOMATON_MENU;
        machine->until = now + (key == 't' ? HOLD : TOUCH);
    }
}

/* False when the person wants to leave. */
static bool read_keys(struct simulated_machine *machine)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    char keys[16];
    if (poll(&input, 1, STEP) <= 0)
        return true;
    ssize_t count = read(STDIN_FILENO, keys, sizeof keys);
    for (ssize_t i = 0; i < count; i++) {
        if (keys[i] == 'q' || keys[i] == 3 || keys[i] == 4)
            return false;
        if (((keys[i] >= '1' && keys[i] <= '7') || keys[i] == 'm' || keys[i] == 't') &&
            machine->waiting_count < (int)sizeof machine->waiting)
            machine->waiting[machine->waiting_count++] = keys[i];
    }
    return count > 0;
}

static void run_terminal(struct simulated_machine *machine)
{
    struct termios before, raw;
    tcgetattr(STDIN_FILENO, &before);
    raw = before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    interrupt_watch();
    fputs("\x1b[?1049h\x1b[?25l\x1b[2J", stdout);
    automaton_init(&machine->automaton, &machine->hardware, machine);
    while (!atomic_load(&interrupt_raised) && read_keys(machine)) {
        touch_by_keys(machine, milliseconds(machine));
        automaton_step(&machine->automaton);
    }
    fputs("\x1b[?25h\x1b[?1049l", stdout);
    fflush(stdout);
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
}

/* Without a screen, for programs that talk to it over its serial port. */
static void show_nothing(void *context, const struct automaton_frame *frame)
{
    (void)context;
    (void)frame;
}

static enum status run_serial(const struct arguments *arguments, struct simulated_machine *machine)
{
    struct error error;
    if (!automaton_serial_open(&machine->serial, &error))
        return command_error(arguments, &error);
    machine->hardware.show = show_nothing;
    machine->hardware.say = say;
    machine->hardware.hear = hear;
    printf("%s\n", machine->serial.path);
    fflush(stdout);
    interrupt_watch();
    automaton_init(&machine->automaton, &machine->hardware, machine);
    struct pollfd port = {.fd = machine->serial.machine, .events = POLLIN};
    while (!atomic_load(&interrupt_raised)) {
        poll(&port, 1, STEP);
        automaton_step(&machine->automaton);
    }
    automaton_serial_close(&machine->serial);
    return STATUS_DONE;
}

static void write_line(void *writer, const char *line, uint32_t length)
{
    fwrite(line, 1, length, writer);
}

static enum status run_script(const struct arguments *arguments, const char *text)
{
    struct script *script = command_memory(sizeof *script);
    script_init(script, book_chip_own(), (uint32_t)arguments->seed, write_line, stdout);
    bool good = script_run(script, text);
    free(script);
    return good ? STATUS_DONE
                : command_refuse(arguments,
                                 "--script: expected 1..7, m, h, (..), ~, !, -, +, . : ; w or a "
                                 "line in quotes");
}

static enum status run_automaton(const struct arguments *arguments)
{
    const char *text = arguments_value(arguments, "script");
    const char *url = arguments_value(arguments, "server");
    struct error error;
    if (text)
        return run_script(arguments, text);
    bool serial = arguments_has(arguments, "serial");
    enum status status = STATUS_DONE;
    if (!serial && (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)))
        return command_refuse(arguments,
                              "it needs a terminal; --script and --serial work without one");
    struct simulated_machine *machine = command_memory(sizeof *machine);
    *machine = (struct simulated_machine){
        .hardware = {.show = show,
                     .touched = touched,
                     .milliseconds = milliseconds,
                     .entropy = entropy,
                     .book = book_chip_own()},
        .server = {.socket = -1},
        .serial = {.machine = -1, .other = -1},
        .started = clock_microseconds(),
        .pad = -1,
    };
    if (url) {
        if (!automaton_server_open(&machine->server, url, &error)) {
            free(machine);
            return command_error(arguments, &error);
        }
        machine->hardware.ask = ask;
        machine->hardware.reply = reply;
        machine->hardware.forget = forget;
    }
    random_seed(&machine->random, arguments->seed);
    if (serial)
        status = run_serial(arguments, machine);
    else
        run_terminal(machine);
    automaton_server_close(&machine->server);
    free(machine);
    return status;
}

static const struct command_option options[] = {
    {"server", "URL", "a Potez server to ask for its moves (http://host:port)"},
    {"serial", NULL, "no screen, but a serial port: a pseudo-terminal, whose name it prints"},
    {"script", "TEXT", "touches the pads by a script and writes every frame of the lights"},
    {0},
};

extern const struct command command_automaton;

const struct command command_automaton = {
    .name = "automaton",
    .usage = "",
    .summary = "the Connect Four machine with its lights and pads, in the terminal",
    .examples = "  potez automaton\n"
                "  potez automaton --server http://localhost:8080\n"
                "  potez automaton --serial\n"
                "  potez automaton --script '3w 4w4w'\n",
    .text =
        "Keys 1 to 7 and m touch the pads; t holds the menu pad, which starts a self-test. In the\n"
        "menu, the lights above the columns stand for: 3 blue, two people; 4 red, hard; 5 green,\n"
        "easy; 6 violet, perfect; 7 white, the server. Column 1 changes the brightness.\n"
        "docs/automaton.md says how to build the machine, what its serial port understands and\n"
        "what the letters of a script mean.\n",
    .options = options,
    .run = run_automaton,
};
