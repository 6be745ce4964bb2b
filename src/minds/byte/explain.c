/* A best line in words. The move itself is described by what it does to stacks, then by what it
   stops and threatens, which is found by trying all merges of each side before and after it.
   Then the line is followed to the stacks that are finished in it. It describes only what happens
   on the board and adds no judgement beyond the search's own. */
#include "minds/byte/explain.h"

#include "base/memory.h"
#include "games/byte/byte.h"
#include "games/byte/notation.h"

struct story {
    struct byte_rules rules;
    const struct game_setup *setup;
    struct byte board;
    struct text *text;
};

static const char *name(int side)
{
    return game_byte.side[side];
}

/* The same at the beginning of a sentence. */
static const char *name_first(int side)
{
    return side == BYTE_WHITE ? "White" : "Black";
}

static void add_square(struct story *story, int index)
{
    byte_square_write(story->rules.size, index, story->text);
}

/* How many stacks could be finished at once: by `side` for itself, as the board stands. */
static int finishes(const struct story *story, int side, int *at)
{
    struct byte board = story->board;
    uint32_t moves[BYTE_MOVES_MAX];
    board.side = (uint8_t)side;
    int count = byte_merges(story->rules, &board, moves), found = 0;
    for (int i = 0; i < count; i++) {
        struct byte_undo undo = {.winner = -1};
        byte_play(story->rules, &board, moves[i], &undo);
        if (undo.winner == side) {
            *at = undo.to;
            found++;
        }
        byte_undo(story->rules, &board, &undo);
    }
    return found;
}

/* What the move itself does; the board is played on. */
static void tell_move(struct story *story, uint32_t move)
{
    struct text *text = story->text;
    int side = story->board.side, other_could, own_can, at = 0, own_at = 0;
    struct byte_undo undo;
    if (move == BYTE_PASS) {
        text_print(text, "%s has no move and passes.", name_first(side));
        byte_play(story->rules, &story->board, move, &undo);
        return;
    }
    other_could = finishes(story, !side, &at);
    byte_play(story->rules, &story->board, move, &undo);
    own_can = finishes(story, side, &own_at);
    if (undo.winner >= 0) {
        text_print(text, "%s finishes the stack on ", name_first(side));
        add_square(story, undo.to);
        text_print(text, undo.winner == side ? " and wins it." : ", which goes to %s.",
                   name(!side));
    } else if (undo.stack_to == BYTE_EMPTY) {
        text_print(text, "%s slides a stack of %d from ", name_first(side),
                   byte_height(undo.stack_from));
        add_square(story, undo.from);
        text_add(text, " to ");
        add_square(story, undo.to);
        text_add_char(text, '.');
    } else {
        unsigned stack = story->board.stack[undo.to];
        int height = byte_height(stack);
        text_print(text, "%s makes a stack of %d on ", name_first(side), height);
        add_square(story, undo.to);
        text_print(text, " with %s on top.", name(byte_colour(stack, height - 1)));
    }
    int still_at = 0, still = finishes(story, !side, &still_at);
    if (other_could > 0 && still == 0 && undo.winner < 0) {
        text_print(text, " That stops %s from finishing the stack on ", name(!side));
        add_square(story, at);
        text_add_char(text, '.');
    }
    if (own_can > 0 && !byte_over(story->rules, &story->board)) {
        text_print(text, " It threatens to finish the stack on ");
        add_square(story, own_at);
        text_add(text, own_can > 1 ? ", and there is another way as well." : ".");
    }
}

/* The rest of the line: where stacks are finished, in order. Returns their number. */
static int tell_finishes(struct story *story, const struct mind_answer *answer)
{
    int told = 0;
    for (int i = 1; i < answer->line_length; i++) {
        struct byte_undo undo = {.winner = -1};
        int side = story->board.side;
        if (byte_over(story->rules, &story->board) ||
            !game_is_legal(&game_byte, story->setup, &story->board, answer->line[i]))
            break;
        byte_play(story->rules, &story->board, answer->line[i], &undo);
        if (undo.passed || undo.winner < 0)
            continue;
        text_add(story->text, told ? ", then " : " The race is for the stack on ");
        add_square(story, undo.to);
        if (told)
            text_print(story->text, " falls to %s in %d plies", name(undo.winner), i + 1);
        else
            text_print(story->text, ": %s %s it in %d plies", name(side),
                       undo.winner == side ? "wins" : "must give up", i + 1);
        told++;
    }
    if (told)
        text_add_char(story->text, '.');
    return told;
}

/* Nothing is finished within the line: the tallest stack at its end is what is played for. */
static void tell_tallest(struct story *story)
{
    int tallest = -1, height = 0;
    for (int i = 0; i < byte_indices(story->rules.size); i++)
        if (byte_height(story->board.stack[i]) > height) {
            tallest = i;
            height = byte_height(story->board.stack[i]);
        }
    if (tallest < 0 || height < 2)
        return;
    text_add(story->text, " The race is for the stack on ");
    add_square(story, tallest);
    text_print(story->text, ", in this line %d high with %s on top.", height,
               name(byte_colour(story->board.stack[tallest], height - 1)));
}

void byte_explain(const struct mind_task *task, const struct mind_answer *answer, struct text *text)
{
    struct story story = {.rules = byte_rules_of(task->setup), .setup = task->setup, .text = text};
    memory_copy(&story.board, task->position, byte_position_size(story.rules.size));
    int side = story.board.side;
    if (answer->line_length == 0 ||
        !game_is_legal(&game_byte, task->setup, &story.board, answer->line[0]))
        return;
    tell_move(&story, answer->line[0]);
    if (tell_finishes(&story, answer) == 0 && !byte_over(story.rules, &story.board))
        tell_tallest(&story);
    if (answer->exact && answer->outcome == 0)
        text_add(text, " With best play the game is drawn.");
    else if (answer->exact && answer->outcome != MIND_OUTCOME_OPEN) {
        text_print(text, " %s wins whatever the opponent does",
                   name_first(answer->outcome > 0 ? side : !side));
        if (answer->plies > 0)
            text_print(text, ", in %d %s", answer->plies, answer->plies == 1 ? "ply" : "plies");
        text_add_char(text, '.');
    }
}
