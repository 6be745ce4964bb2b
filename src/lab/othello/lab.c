/* What Othello has besides its rules and its mind. */
#include "games/othello/othello.h"
#include "lab/evolve/problems.h"
#include "lab/othello/archive_ggf.h"
#include "lab/othello/archive_wthor.h"

/* Made by the build from models/ and from src/lab/othello.book, which potez book build othello
   --expansions 400 --search-depth 10 --seed 1 --out src/lab/othello.book made. */
extern const uint8_t othello_model_data[], othello_book_data[];
extern const uint32_t othello_model_bytes, othello_book_bytes;
extern const struct evolve_set othello_evolution;
extern const struct puzzle_set othello_puzzles;

static const struct archive_format *const formats[] = {&othello_archive_ggf, &othello_archive_wthor,
                                                       NULL};

extern const struct lab_game lab_othello;
const struct lab_game lab_othello = {
    .game = &game_othello,
    .model = {othello_model_data, &othello_model_bytes},
    .book = {othello_book_data, &othello_book_bytes},
    .ggf_open = othello_ggf_open,
    .ggf_write = othello_ggf_write,
    .formats = formats,
    .evolution = &othello_evolution,
    .puzzles = &othello_puzzles,
};
