/* Books too large to be part of the program, as files: GAME.book in the folder that the variable
   POTEZ_BOOKS names, made by `potez book build`. A file is mapped when it is first asked for and
   stays mapped until the program ends. */
#ifndef LAB_BOOK_FILE_H
#define LAB_BOOK_FILE_H

#include "minds/mind.h"

/* False when there is no such file or it is not a book. May be called from several threads. */
bool book_file_of(const struct game *game, struct mind_book *book);

#endif
