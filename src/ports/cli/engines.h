/* A file of engines, so that players with long commands, options and times have short names.

       # a remark
       [edax]
       command = edax -nboard
       protocol = nboard
       limits = time=0.1

       [Other]
       command = ./other --threads 1
       protocol = engine              the standard; options are sent with setoption
       option Hash = 64
       clock = 60+0.5

       [Weak]
       player = alphabeta:3           a player of the program itself

   --engines FILE reads it; wherever the command names a player, names from the file are tried
   first. */
#ifndef PORTS_CLI_ENGINES_H
#define PORTS_CLI_ENGINES_H

#include "lab/match.h"
#include "minds/inquiry.h"

enum { ENGINES_MAX = 64 };

struct engines_entry {
    char name[64];
    char *player; /* its whole name, as a player is named; lines below it are options */
    struct mind_limits limits;
    struct match_clock clock;
};

struct engines {
    struct engines_entry list[ENGINES_MAX];
    int count;
};

/* Messages name the file and the line. */
bool engines_read(struct engines *engines, const char *path, struct error *error);
void engines_free(struct engines *engines);

/* NULL when there is none of this name. */
const struct engines_entry *engines_find(const struct engines *engines, const char *name);

#endif
