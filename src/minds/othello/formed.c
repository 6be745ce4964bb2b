/* The players whose evaluation is a vector of weights (form.h). A number after the name is the
   depth of their alpha-beta search. Without data of the
   caller's (struct othello_vector) they use the weights that ship. */
#include "minds/othello/form.h"
#include "minds/othello/players.h"
#include "minds/othello/weights.h"

static void think(enum othello_form form, const struct player *player, const struct mind_task *task,
                  struct mind_answer *answer)
{
    const struct othello_position *position = task->position;
    const struct othello_vector *own = player->data;
    const float *weights = own ? own->weights : othello_shipped_weights[form];
    mind_answer_clear(answer);
    if (othello_over(position->board))
        return;
    othello_form_prepare(form, own ? &own->traits : &othello_usual_traits, weights, task->memory);
    float value = 0;
    int square = othello_form_choose(form, task->memory, position->board, player->number, &value,
                                     &answer->nodes);
    answer->move = answer->line[0] = (uint32_t)square;
    answer->line_length = 1;
    answer->depth = player->number;
    /* Not discs: each form has its own scale, and finished games lie far beyond it. */
    answer->score = square == OTHELLO_PASS ? 0 : (int32_t)(100 * value);
}

#define DEFINE_PLAYER(word, form, text)                                                            \
    static void think_##word(const struct player *player, const struct mind_task *task,            \
                             struct mind_answer *answer)                                           \
    {                                                                                              \
        think(form, player, task, answer);                                                         \
    }                                                                                              \
    const struct player_kind othello_##word = {                                                    \
        .name = #word,                                                                             \
        .summary = text,                                                                           \
        .argument = "depth",                                                                       \
        .least = 1,                                                                                \
        .most = 6,                                                                                 \
        .standard = 1,                                                                             \
        .memory = OTHELLO_FORM_BYTES_MAX,                                                          \
        .think = think_##word,                                                                     \
    }

DEFINE_PLAYER(swh, OTHELLO_SWH, "Counts discs by the usual weights of squares.");
DEFINE_PLAYER(linear, OTHELLO_LINEAR, "Twelve evolved weights: squares, freedom, stable edges.");
DEFINE_PLAYER(lines, OTHELLO_LINES, "An evolved network over lines, diagonals and corners.");
DEFINE_PLAYER(nn1, OTHELLO_NN1, "An evolved network of several filters over the triangles.");
DEFINE_PLAYER(nn2, OTHELLO_NN2, "An evolved network over the eight triangles of the board.");
