/* What a person may set for a piece of work, with its range: the terms in which front ends offer
   training runs, matches and tournaments without knowing what they mean. The name is that of the
   command line's option. A list ends with a setting without a name. */
#ifndef LAB_SETTING_H
#define LAB_SETTING_H

#include <stdbool.h>

enum setting_kind {
    SETTING_WHOLE,   /* a whole number from `least` to `most` */
    SETTING_DECIMAL, /* a number in that range */
    SETTING_TWO,     /* two of them */
    SETTING_SWITCH,  /* there or not */
    SETTING_CHOICE,  /* one of `words` */
    SETTING_PLAYER,  /* the name of a player of the game */
};

struct setting {
    const char *name;
    enum setting_kind kind;
    double least, most;
    const char *const *words; /* NULL after the last */
};

/* Something that can be trained. */
struct training_offer {
    const char *game, *model;
    const char *summary; /* half a sentence */
    const struct setting *settings;
    /* Whether a folder holds a training of this kind that can be resumed by the folder's name
       alone. Without it a training is resumed by giving the same settings again. */
    bool (*holds)(const char *folder);
};

#endif
