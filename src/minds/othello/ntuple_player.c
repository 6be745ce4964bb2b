/* The player `ntuple`: a network that looks one ply ahead. The one that ships is in the program;
   ntuple:FILE takes another. */
#include "minds/othello/ntuple.h"
#include "minds/othello/players.h"

/* Made from ntuple.bin by the build. */
extern const uint8_t othello_ntuple_data[];
extern const uint32_t othello_ntuple_bytes;

static void think(const struct player *player, const struct mind_task *task,
                  struct mind_answer *answer)
{
    const struct othello_position *position = task->position;
    const struct othello_ntuple_net *net = player->data;
    mind_answer_clear(answer);
    if (othello_over(position->board))
        return;
    if (!net) {
        /* Preparing it anew takes no longer than a short search. The page carries no network: there
           the player counts discs. */
        if (!othello_ntuple_read(othello_ntuple_data, othello_ntuple_bytes, task->memory, NULL)) {
            othello_swh.think(&(struct player){.kind = &othello_swh, .number = 1}, task, answer);
            return;
        }
        net = task->memory;
    }
    int32_t value = 0;
    answer->move = (uint32_t)othello_ntuple_choose(net, position->board, &value, &answer->nodes);
    answer->line[0] = answer->move;
    answer->line_length = 1;
    answer->depth = 1;
    /* Hundredths of the unit whose hyperbolic tangent is the expected result. */
    int64_t hundredths = (int64_t)value * 100 / OTHELLO_NTUPLE_ONE;
    answer->score = answer->move == OTHELLO_PASS ? 0 : (int32_t)hundredths;
}

static bool take_file(struct player *player, const char *argument, struct error *error)
{
    return player && (argument[0] || error_set(error, "player ntuple: expected a file's path"));
}

static bool read_file(const void *bytes, size_t length, void *data, struct error *error)
{
    return othello_ntuple_read(bytes, length, data, error);
}

const struct player_kind othello_ntuple = {
    .name = "ntuple",
    .summary = "A trained network of tuples of squares that looks one ply ahead; ntuple:FILE takes "
               "another one.",
    .memory = sizeof(struct othello_ntuple_net),
    .think = think,
    .take = take_file,
    .ships = true,
    .data_size = sizeof(struct othello_ntuple_net),
    .data_read = read_file,
};
