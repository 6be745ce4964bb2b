/* Where the user's own files live, as the XDG base directory rules have it: data in
   $XDG_DATA_HOME/potez (~/.local/share/potez), the state of interrupted work in
   $XDG_STATE_HOME/potez (~/.local/state/potez). The folders are created when they are asked for. */
#ifndef LAB_FOLDER_H
#define LAB_FOLDER_H

#include "base/error.h"
#include <stddef.h>

enum folder { FOLDER_DATA, FOLDER_STATE };

/* The path of `name` there. */
bool folder_path(enum folder folder, const char *name, char *path, size_t size,
                 struct error *error);
/* Whether it exists; creates nothing. */
bool folder_look(enum folder folder, const char *name, char *path, size_t size);

#endif
