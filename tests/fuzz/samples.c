/* Files of positions to learn from: the first character picks the game. What is taken is a board
   that an evaluation can index with. */
#include "input.h"

#include "lab/mill/train.h"
#include "lab/othello/labels.h"
#include "lab/othello/samples.h"

static void try_mill(const char *path)
{
    struct mill_samples samples = {0};
    struct error error = {.text = ""};
    if (!mill_samples_read(path, &samples, &error))
        PROMISE(error.text[0] && samples.count == 0);
    for (size_t i = 0; i < samples.count; i++) {
        const struct mill *board = &samples.sample[i].board;
        PROMISE((board->men[0] & board->men[1]) == 0 && board->side <= 1);
        PROMISE((board->men[0] | board->men[1]) <= 0xffffff);
    }
    mill_samples_free(&samples);
}

static void try_othello(const char *path)
{
    struct othello_samples samples = {0};
    struct error error = {.text = ""};
    if (!othello_samples_load(&samples, path, &error))
        PROMISE(error.text[0] && samples.count == 0);
    for (size_t i = 0; i < samples.count; i++)
        PROMISE((samples.list[i].mine & samples.list[i].theirs) == 0);
    othello_samples_free(&samples);
}

static void try_labels(const char *path)
{
    struct othello_labels labels = {0};
    struct error error = {.text = ""};
    if (!othello_labels_read(&labels, NULL, path, &error))
        PROMISE(error.text[0] && labels.count == 0);
    for (size_t i = 0; i < labels.count; i++)
        PROMISE((labels.list[i].mine & labels.list[i].theirs) == 0);
    othello_labels_free(&labels);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    const char *path = input_file("samples", data + 1, size - 1);
    (data[0] == 'm' ? try_mill : data[0] == 'l' ? try_labels : try_othello)(path);
    return 0;
}
