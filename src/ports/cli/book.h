/* Games whose opening books are made in a way of their own: a file of this folder exports a struct
   book_maker, and book.c lists it. */
#ifndef PORTS_CLI_BOOK_H
#define PORTS_CLI_BOOK_H

#include "games/game.h"
#include "ports/cli/arguments.h"

struct book_maker {
    const char *game;
    enum status (*build)(const struct arguments *arguments, const struct game *game);
};

#endif
