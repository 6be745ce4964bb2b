/* What programs outside say: the first character picks the protocol, the second the game of
   Potez's own; the rest is the program's output. Whatever it says, a move that is taken is legal,
   and a failure has a sentence. The program itself is left out: its output is a file in memory. */
#define _GNU_SOURCE
#include "input.h"

#include "lab/outside.h"
#include "lab/pipe.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { QUESTIONS = 6 };

static int said = -1, nowhere = -1;

bool __wrap_pipe_open(struct pipe *pipe, const char *command, struct error *error);
bool __wrap_pipe_open(struct pipe *pipe, const char *command, struct error *error)
{
    (void)command;
    (void)error;
    pipe->used = pipe->taken = 0;
    pipe->process = -1;
    pipe->to = nowhere;
    pipe->from = said;
    return true;
}

static void hold(const uint8_t *data, size_t size)
{
    if (said < 0) {
        said = memfd_create("said", MFD_CLOEXEC);
        nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    }
    PROMISE(said >= 0 && nowhere >= 0 && ftruncate(said, 0) == 0);
    PROMISE(pwrite(said, data, size, 0) == (ssize_t)size && lseek(said, 0, SEEK_SET) == 0);
}

/* Asks for one move after the other, as a match does. */
static void ask(struct outside *outside, const struct player *player, struct mind_task *task,
                void *position)
{
    static uint32_t moves[QUESTIONS]; /* the task points to them */
    task->moves = moves;
    for (int i = 0; i < QUESTIONS; i++) {
        struct mind_answer answer;
        struct game_result result;
        struct error error = {.text = ""};
        uint32_t legal[GAME_MOVES_MAX];
        if (!outside_ask(outside, player, task, &answer, &error)) {
            PROMISE(error.text[0]);
            return;
        }
        int count = task->game->legal_moves(task->setup, position, legal), at = 0;
        while (at < count && legal[at] != answer.move)
            at++;
        PROMISE(at < count && answer.line_length == 1);
        task->game->play(task->setup, position, answer.move);
        moves[task->move_count++] = answer.move;
        if (task->game->result(task->setup, position, &result))
            return;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"engine:x\noption", "nboard:x", "gtp:x"};
    _Alignas(16) char start[GAME_POSITION_SMALL], position[GAME_POSITION_SMALL];
    struct player player;
    struct input input;
    struct error error = {.text = ""};
    const uint8_t header[2] = {size > 1 ? data[1] : 0, '0'};
    if (size < 2)
        return 0;
    int protocol = data[0] == 'n' ? 1 : data[0] == 'g' ? 2 : 0;
    input_take(header, 2, &input);
    if (protocol || input.game->position_size(&input.setup) > sizeof start ||
        input.game->players != 2) {
        const uint8_t othello[2] = {'o', '0'};
        input_take(othello, 2, &input);
    }
    memset(start, 0, sizeof start);
    input.game->start(&input.setup, start);
    memcpy(position, start, sizeof start);
    struct mind_task task = {
        .game = input.game, .setup = &input.setup, .position = position, .start = start};
    hold(data + 2, size - 2);
    PROMISE(outside_player_read(input.game, NULL, names[protocol], &player, &error));
    struct outside *outside = outside_open(&player, &task, &error);
    PROMISE(outside || error.text[0]);
    if (outside)
        ask(outside, &player, &task, position);
    outside_close(outside);
    return 0;
}
