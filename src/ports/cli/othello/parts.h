/* The parts of the command line that are Othello's, one per file; cli.c has them as a table. */
#ifndef PORTS_CLI_OTHELLO_PARTS_H
#define PORTS_CLI_OTHELLO_PARTS_H

#include "ports/cli/game.h"
#include "ports/cli/progress.h"
#include "ports/cli/train.h"

extern const struct trainer trainer_othello_network, trainer_othello_ntuple,
    trainer_othello_patterns;

/* The call as it was, for the head of a model. */
void train_command_text(const struct arguments *arguments, char *text, size_t room);

/* Who watches a training that does one thing after the other, each with a bar of its own. */
struct train_watcher {
    const struct arguments *arguments;
    struct progress progress;
    const char *doing; /* NULL: nothing yet */
};

/* A training's `progress`; `listener` is a struct train_watcher. */
void train_watch(void *listener, const char *what, size_t done, size_t count);

/* Labels for the patterns (lab/othello/labelling.h): --labels FOLDER --blocks N. */
enum status train_labels_run(const struct arguments *arguments);

/* A book around the best lines instead of a complete one. */
enum status othello_book_grow(const struct arguments *arguments, const struct game *game);

#endif
