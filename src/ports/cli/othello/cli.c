/* What the command line offers for Othello alone: training and growing its book. */
#include "ports/cli/othello/parts.h"

static const struct trainer *const trainers[] = {
    &trainer_othello_patterns, &trainer_othello_network, &trainer_othello_ntuple, NULL};

extern const struct cli_game cli_othello;
const struct cli_game cli_othello = {
    .name = "othello",
    .trainers = trainers,
    .book_build = othello_book_grow,
};
