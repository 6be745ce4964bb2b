/* Plays the Arduino sketch on this computer.

       sketch play SEED SCRIPT     its lights must be those of the firmware with the same script
       sketch serial SCRIPT        writes what it says on the serial port
       sketch network PORT         plays against the server on this port of this computer

   The firmware is played with the script first and its frames are kept: time and 42 lights as they
   are sent. Then the sketch is played with the same touches, and every frame must be the same. */
#include "board.h"

#include "ports/automaton/arduino/machine.h"
#include "ports/automaton/book.h"
#include "ports/automaton/script.h"
#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { FRAMES = 20000, BYTES = 3 * AUTOMATON_LEDS };

struct frames {
    int count;
    struct {
        uint32_t time;
        uint8_t lights[BYTES];
    } frame[FRAMES];
};

static struct frames firmware, sketch;
static struct script outside; /* touches the sketch */
static bool real_time, says;
static int connection = -1, port, connections;

static void fail(const char *what)
{
    fprintf(stderr, "FAILED: %s\n", what);
    exit(1);
}

/* ---- the board ---- */

/* Real time, but for pauses: a busy computer may stop this program for longer than a disc falls or
   a touch lasts, which would happen unseen. The board's clock stands still meanwhile. */
static uint32_t steady_milliseconds(void)
{
    enum { LONGEST = 2 };
    static uint32_t before;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    uint32_t real = (uint32_t)(now.tv_sec * 1000 + now.tv_nsec / 1000000), passed = real - before;
    before = real;
    return outside.time += passed < LONGEST ? passed : LONGEST;
}

uint32_t board_milliseconds(void)
{
    return real_time ? steady_milliseconds() : script_milliseconds(&outside);
}

uint32_t board_entropy(void)
{
    return script_entropy(&outside);
}

int board_sensor(void)
{
    return !(outside.pads & AUTOMATON_NO_SENSOR);
}

uint16_t board_electrodes(void)
{
    static const uint8_t electrode[AUTOMATON_PADS] = {9, 1, 2, 3, 4, 5, 6, 7};
    uint32_t pads = script_touched(&outside), set = 0;
    for (int pad = 0; pad < AUTOMATON_PADS; pad++)
        set |= (pads >> pad & 1) << electrode[pad];
    return (uint16_t)set;
}

void board_lights(unsigned count, int pin, unsigned type)
{
    if (count != AUTOMATON_LEDS || pin != 0 || type != 0x52)
        fail("the chain is not 42 lights on D3");
}

static void keep(struct frames *frames, uint32_t time, const uint8_t *lights)
{
    if (frames->count == FRAMES)
        fail("too many frames");
    frames->frame[frames->count].time = time;
    memcpy(frames->frame[frames->count++].lights, lights, BYTES);
}

void board_show(const uint8_t *colours, size_t bytes)
{
    if (bytes != BYTES)
        fail("the chain has another length");
    if (!real_time)
        keep(&sketch, outside.time, colours);
}

void board_serial_begin(unsigned long baud)
{
    if (baud != 115200)
        fail("the serial port is not at 115200 baud");
}

void board_serial(const char *line)
{
    if (says)
        puts(line);
}

int board_heard(int take)
{
    if (take)
        return script_hear(&outside);
    return outside.serial ? 0 : -1;
}

/* ---- its network ---- */

void board_timeout(unsigned long milliseconds)
{
    (void)milliseconds;
}

int board_connect(const char *host, unsigned asked)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    (void)host, (void)asked;
    board_disconnect();
    connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(connection, (struct sockaddr *)&address, sizeof address) != 0) {
        board_disconnect();
        return 0;
    }
    connections++;
    return 1;
}

size_t board_send(const char *text, size_t length)
{
    return send(connection, text, length, MSG_NOSIGNAL) < 0 ? 0 : length;
}

/* How many bytes are there: 1 for any, 0 for none yet, -1 at the end. */
static int there(void)
{
    struct pollfd wait = {.fd = connection, .events = POLLIN};
    char byte;
    if (connection < 0)
        return -1;
    if (poll(&wait, 1, 0) <= 0)
        return 0;
    return recv(connection, &byte, 1, MSG_PEEK) > 0 ? 1 : -1;
}

int board_available(void)
{
    return there() > 0;
}

int board_receive(void)
{
    unsigned char byte;
    return recv(connection, &byte, 1, 0) == 1 ? byte : -1;
}

int board_connected(void)
{
    return there() >= 0;
}

void board_disconnect(void)
{
    if (connection >= 0)
        close(connection);
    connection = -1;
}

/* ---- the plays ---- */

static void keep_firmware(void *context, const struct automaton_frame *frame)
{
    const struct script *script = context;
    uint8_t lights[BYTES];
    for (int led = 0; led < AUTOMATON_LEDS; led++) {
        struct automaton_colour light = automaton_light(frame, led);
        lights[3 * led] = light.red;
        lights[3 * led + 1] = light.green;
        lights[3 * led + 2] = light.blue;
    }
    keep(&firmware, script->time, lights);
}

static void begin_sketch(uint32_t seed)
{
    script_init(&outside, NULL, seed, NULL, NULL);
    outside.time = 0;
    outside.step = board_loop;
    outside.watched = machine_state();
    board_setup();
    sketch.count = 0; /* the dark frame of the setup */
}

static void play(uint32_t seed, const char *text)
{
    static struct script inside;
    script_init(&inside, book_chip_own(), seed, NULL, NULL);
    inside.hardware.show = keep_firmware;
    begin_sketch(seed);
    if (!script_run(&inside, text) || !script_run(&outside, text))
        fail("not a script");
    for (int i = 0; i < firmware.count && i < sketch.count; i++)
        if (memcmp(&firmware.frame[i], &sketch.frame[i], sizeof sketch.frame[i]) != 0) {
            fprintf(stderr, "frame %d: %u ms, the firmware's is at %u ms\n", i,
                    sketch.frame[i].time, firmware.frame[i].time);
            fail("the frames differ");
        }
    if (firmware.count != sketch.count || firmware.count == 0)
        fail("not as many frames");
    printf("%d frames\n", sketch.count);
}

static void loop_for(uint32_t duration)
{
    uint32_t from = board_milliseconds();
    while (board_milliseconds() - from < duration)
        board_loop();
}

static void touch_for_real(int pad, uint32_t duration)
{
    outside.pads = UINT32_C(1) << pad;
    loop_for(duration);
    outside.pads = 0;
    loop_for(duration);
}

/* Until so many discs lie, for a minute at most. */
static void wait_for_discs(int count)
{
    uint32_t from = board_milliseconds();
    while (outside.watched->count < count && board_milliseconds() - from < 60000)
        board_loop();
    if (outside.watched->count < count)
        fail("nobody moved");
}

static void network(void)
{
    real_time = true;
    begin_sketch(1);
    touch_for_real(6, 100); /* the white light: the server */
    wait_for_discs(1);
    loop_for(400); /* the disc has landed */
    touch_for_real(3, 100);
    wait_for_discs(3);
    printf("%d questions, moves", connections);
    for (int i = 0; i < outside.watched->count; i++)
        printf(" %d", outside.watched->moves[i] + 1);
    putchar('\n');
}

int main(int count, char **words)
{
    if (count == 4 && strcmp(words[1], "play") == 0) {
        play((uint32_t)strtoul(words[2], NULL, 10), words[3]);
    } else if (count == 3 && strcmp(words[1], "serial") == 0) {
        says = true;
        begin_sketch(1);
        script_run(&outside, words[2]);
    } else if (count == 3 && strcmp(words[1], "network") == 0) {
        port = atoi(words[2]);
        network();
    } else {
        return 2;
    }
    return 0;
}
