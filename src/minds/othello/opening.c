/* Choosing a move from the opening book. A move is only taken if the book knows every child of
   the position: a single unknown reply might be the best one. Symmetric positions share an
   entry, the smallest hash of the eight images. With random numbers at hand, any move within
   BOOK_NEARLY discs of the best may be chosen. */
#include "minds/othello/opening.h"

#include "games/othello/symmetry.h"
#include "minds/book.h"

/* 48 bits of the hash: the book has a few thousand positions, so the chance that any two of them
   share a key is about one in fifty million. */
uint64_t othello_opening_key(struct othello board)
{
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < OTHELLO_SYMMETRIES; i++) {
        struct othello image = {othello_symmetry(board.mine, i), othello_symmetry(board.theirs, i)};
        uint64_t key = othello_hash(image);
        least = key < least ? key : least;
    }
    return least >> 16;
}

uint64_t othello_book_key(const struct game_setup *setup, const void *position)
{
    (void)setup;
    return othello_opening_key(((const struct othello_position *)position)->board);
}

bool othello_opening_choose(const struct mind_task *task, struct othello board,
                            struct mind_answer *answer)
{
    int scores[64], best = -64, good = 0;
    uint64_t moves = othello_moves(board);
    if (!task->book || task->no_book || !moves || bits_count(othello_empty(board)) < 30)
        return false;
    for (uint64_t set = moves; set;) {
        int square = bits_pop(&set), score;
        if (!book_find(task->book, othello_opening_key(othello_played(board, square)), -1, &score))
            return false;
        scores[square] = -score;
        best = -score > best ? -score : best;
    }
    for (uint64_t set = moves; set;)
        good += scores[bits_pop(&set)] >= best - (task->random ? BOOK_NEARLY : 0);
    int skip = task->random ? (int)random_below(task->random, (uint32_t)good) : 0;
    for (uint64_t set = moves; set;) {
        int square = bits_pop(&set);
        if (scores[square] < best - (task->random ? BOOK_NEARLY : 0) || skip--)
            continue;
        mind_answer_clear(answer);
        answer->move = answer->line[0] = (uint32_t)square;
        answer->line_length = 1;
        answer->score = 100 * scores[square];
        answer->book = true;
        return true;
    }
    return false;
}
