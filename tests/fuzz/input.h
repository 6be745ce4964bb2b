/* What the fuzz targets share: which game an input speaks of, and checks of what was accepted.

   An input begins with two characters: the first letter of a game's name (any other byte picks a
   game by its value), then '0' for the default options (any other byte picks them at random); the
   rest is the text for the parser. A game that needs a level gets a small one of its own.
   A broken promise ends the program, which is what a fuzzer looks for. */
#ifndef TESTS_FUZZ_INPUT_H
#define TESTS_FUZZ_INPUT_H

#include "games/session.h"

struct input {
    const struct game *game;
    struct game_setup setup;
    const char *text;
    size_t length;
};

/* False for an input too short to say anything. The level in the setup belongs to this module. */
bool input_take(const uint8_t *data, size_t size, struct input *input);

/* The level that every game with levels is given. */
extern const char input_level[];

/* Reads a level into memory of its own, NULL when it is refused. */
void *input_read_level(const struct game *game, const char *text, size_t length);

/* Writes and reads back the position and every move, then plays up to `plies` random moves,
   looking again after each. */
void input_try_position(const struct game *game, const struct game_setup *setup,
                        const void *position, int plies);

/* A folder of this process, gone when it ends, and a file in it with these bytes: its path. */
const char *input_folder(void);
const char *input_file(const char *name, const uint8_t *data, size_t size);

void input_broken(const char *promise, const char *file, int line);

#define PROMISE(condition) ((condition) ? (void)0 : input_broken(#condition, __FILE__, __LINE__))

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
