/* Labels as samples: one number for each, a mixture of search and result. */
#include "lab/othello/labels.h"
#include "lab/othello/samples.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The end of a game says more about a position the nearer it is: its share is `blend` where exact
   search begins and falls evenly to nothing at the start of the game. */
static double end_share(double blend, int exact, int empties)
{
    return empties <= exact ? blend : blend * (60 - empties) / (60 - exact);
}

int othello_label_score(const struct othello_label *label, double blend, int exact)
{
    if (label->kind & OTHELLO_LABEL_EXACT)
        return label->value;
    double search = (label->value + label->before) / 2.0;
    if (label->end == OTHELLO_LABEL_NO_END)
        return (int)lround(search);
    int empties = 64 - bits_count(label->mine | label->theirs);
    double share = end_share(blend, exact, empties);
    return (int)lround((1 - share) * search + share * label->end);
}

static bool block_add(struct othello_samples *samples, const char *path, double blend,
                      struct error *error)
{
    struct othello_labels labels = {0};
    struct othello_labels_head head;
    bool good = othello_labels_read(&labels, &head, path, error) &&
                othello_samples_reserve(samples, labels.count, error);
    for (size_t i = 0; good && i < labels.count; i++) {
        const struct othello_label *label = &labels.list[i];
        samples->list[samples->count++] = (struct othello_sample){
            .mine = label->mine,
            .theirs = label->theirs,
            .score = (int16_t)othello_label_score(label, blend, head.exact),
            .source = OTHELLO_SOURCE_LABEL,
            .exact = (label->kind & OTHELLO_LABEL_EXACT) != 0,
            .game = (uint32_t)(head.block * (uint64_t)head.games + label->game),
        };
    }
    othello_labels_free(&labels);
    return good;
}

static int is_block(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 7 && strcmp(entry->d_name + length - 7, ".labels") == 0;
}

bool othello_samples_labels(struct othello_samples *samples, const char *folder, double blend,
                            struct error *error)
{
    struct dirent **blocks;
    int count = scandir(folder, &blocks, is_block, alphasort);
    if (count < 0)
        return error_set(error, "%s: %s", folder, strerror(errno));
    bool good = count > 0 || error_set(error, "%s: there are no .labels files", folder);
    for (int i = 0; i < count; i++) {
        char path[OTHELLO_LABELS_PATH];
        int length = snprintf(path, sizeof path, "%s/%s", folder, blocks[i]->d_name);
        good = good && (length < (int)sizeof path ||
                        error_set(error, "%s: the folder's name is too long", folder));
        good = good && block_add(samples, path, blend, error);
        free(blocks[i]);
    }
    free(blocks);
    return good;
}
