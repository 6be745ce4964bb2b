/* The state of a training of an n-tuple network between two generations, as a file: text lines with
   the parameters, an empty line, then the rows and weights as the machine keeps them, and a
   checksum over everything. */
#ifndef LAB_OTHELLO_NTUPLE_CHECKPOINT_H
#define LAB_OTHELLO_NTUPLE_CHECKPOINT_H

#include "lab/othello/ntuple_train.h"

struct ntuple_checkpoint {
    char *bytes;
    size_t length, at; /* the numbers begin at `at` */
};

/* Whether a folder holds one. */
bool ntuple_checkpoint_is(const char *folder);

bool ntuple_checkpoint_write(const struct ntuple_training *training, struct error *error);

/* The parameters and the number of rows; the rest waits until there is room for it. */
bool ntuple_checkpoint_read(struct ntuple_training *training, struct ntuple_checkpoint *checkpoint,
                            struct error *error);
/* The same of a file's bytes, which are in the checkpoint already. */
bool ntuple_checkpoint_parse(struct ntuple_training *training,
                             struct ntuple_checkpoint *checkpoint);
/* The numbers, into a training that was prepared with these parameters. */
bool ntuple_checkpoint_take(struct ntuple_training *training,
                            const struct ntuple_checkpoint *checkpoint, struct error *error);
void ntuple_checkpoint_free(struct ntuple_checkpoint *checkpoint);

#endif
