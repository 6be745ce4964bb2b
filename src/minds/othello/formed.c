/* The players whose evaluation is a vector of weights (form.h). A number after the name is the
   depth of their alpha-beta search. Without data of the caller's (struct othello_vector) they use
   the weights that ship for that depth. */
#include "base/memory.h"
#include "minds/othello/form.h"
#include "minds/othello/players.h"
#include "minds/othello/weights.h"
#include "minds/vector.h"

static int said(int number, int usual)
{
    return number == VECTOR_USUAL ? usual : number;
}

/* Files written before there was another nn1 call the network over lines so. */
static bool is_for(enum othello_form form, const struct vector_file *file)
{
    bool old = text_equal(file->model, "nn1") && file->count == othello_form_weights(OTHELLO_LINES);
    return old ? form == OTHELLO_LINES : text_equal(file->model, othello_form_names[form]);
}

static bool vector_use(enum othello_form form, const struct vector_file *file, void *data)
{
    struct othello_vector *vector = data;
    const struct vector_variant *variant = &file->variant;
    int sizes[3], count = 0;
    vector->traits = (struct othello_traits){
        .filters = said(variant->filters, othello_usual_traits.filters),
        .first = (enum othello_first)said(variant->first, (int)othello_usual_traits.first),
        .terminal =
            (enum othello_terminal)said(variant->terminal, (int)othello_usual_traits.terminal),
    };
    if (!is_for(form, file) || vector->traits.filters < 1 ||
        vector->traits.filters > OTHELLO_FILTERS_MAX)
        return false;
    for (int i = othello_form_layers(form, &vector->traits, sizes); i-- > 0;)
        count += sizes[i];
    if (count != file->count)
        return false;
    memory_copy(vector->weights, file->weights, (size_t)count * sizeof *file->weights);
    return true;
}

static void think(enum othello_form form, const struct player *player, const struct mind_task *task,
                  struct mind_answer *answer)
{
    const struct othello_position *position = task->position;
    const struct othello_vector *own = player->data;
    const float *weights = own ? own->weights : othello_shipped_weights(form, player->number);
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
    static bool vector_use_##word(const struct vector_file *file, void *data)                      \
    {                                                                                              \
        return vector_use(form, file, data);                                                       \
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
        .data_size = sizeof(struct othello_vector),                                                \
        .vector_use = vector_use_##word,                                                           \
    }

DEFINE_PLAYER(swh, OTHELLO_SWH, "Counts discs by the usual weights of squares.");
DEFINE_PLAYER(linear, OTHELLO_LINEAR, "Twelve evolved weights: squares, freedom, stable edges.");
DEFINE_PLAYER(lines, OTHELLO_LINES, "An evolved network over lines, diagonals and corners.");
DEFINE_PLAYER(nn1, OTHELLO_NN1, "An evolved network of several filters over the triangles.");
DEFINE_PLAYER(nn2, OTHELLO_NN2, "An evolved network over the eight triangles of the board.");
