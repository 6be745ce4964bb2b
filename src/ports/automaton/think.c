/* The players of the automaton: which column the machine takes. */
#include "minds/connect4/players.h"
#include "ports/automaton/automaton.h"
#include "ports/automaton/book.h"
#include "ports/automaton/hard.h"

static int think_easy(struct automaton *automaton, struct connect4 board)
{
    static const struct game_setup setup = {
        .option = {
            [CONNECT4_OPTION_WIDTH] = CONNECT4_WIDTH, [CONNECT4_OPTION_HEIGHT] = CONNECT4_HEIGHT}};
    struct player player = {.kind = &connect4_easy};
    struct mind_task task = {.setup = &setup, .position = &board, .random = &automaton->random};
    struct mind_answer answer;
    connect4_easy.think(&player, &task, &answer);
    automaton->nodes = 1;
    return (int)answer.move;
}

static int think_perfect(struct automaton *automaton, struct connect4 board,
                         bool (*interrupt)(void *))
{
    struct perfect_answer answer = {0};
    int column = book_chip_choose(automaton->hardware->book, automaton->moves, automaton->count,
                                  random_below(&automaton->random, 2));
    if (column < 0) {
        perfect_think(&automaton->perfect, board, PERFECT_NODES, interrupt, automaton, &answer);
        column = answer.column;
    }
    automaton->nodes = answer.nodes;
    return column;
}

int automaton_think(struct automaton *automaton, bool (*interrupt)(void *))
{
    struct connect4 board = {.mine = automaton->discs[automaton_player(automaton)],
                             .filled = automaton->discs[0] | automaton->discs[1]};
    if (automaton->mode == AUTOMATON_EASY)
        return think_easy(automaton, board);
    if (automaton->mode == AUTOMATON_HARD)
        return hard_choose(board, HARD_DEPTH, HARD_ALL, interrupt, automaton, &automaton->nodes);
    return think_perfect(automaton, board, interrupt);
}
