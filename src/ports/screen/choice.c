/* The touches so far are a prefix; a move is possible while its own steps begin with it. Nothing is
   indexed: a position has at most a few hundred moves of a few steps each, and a person touches
   slowly. */
#include "ports/screen/choice.h"

void choice_begin(struct choice *choice, const struct session *session)
{
    const struct game *game = session_game(session);
    uint32_t moves[GAME_MOVES_MAX];
    int count = session_moves(session, moves);
    choice->count = choice->taken_count = 0;
    for (int i = 0; i < count; i++) {
        int at = choice->count;
        int steps = game->move_steps(session_setup(session), session_position(session), moves[i],
                                     choice->steps[at]);
        choice->moves[at] = moves[i];
        choice->step_counts[at] = (int8_t)steps;
        choice->count += steps > 0;
    }
}

/* Whether the move begins as the touches did and has one more. */
static bool goes_on(const struct choice *choice, int move)
{
    if (choice->step_counts[move] <= choice->taken_count)
        return false;
    for (int i = 0; i < choice->taken_count; i++) {
        const struct game_step *step = &choice->steps[move][i], *taken = &choice->taken[i];
        if (step->place != taken->place || step->level != taken->level)
            return false;
    }
    return true;
}

int choice_levels(const struct choice *choice, int place, int levels[GAME_STACK_MAX])
{
    int count = 0;
    for (int i = 0; i < choice->count; i++) {
        const struct game_step *step = &choice->steps[i][choice->taken_count];
        if (!goes_on(choice, i) || step->place != place)
            continue;
        int at = 0;
        while (at < count && levels[at] != step->level)
            at++;
        if (at == count && count < GAME_STACK_MAX)
            levels[count++] = step->level;
    }
    return count;
}

enum choice_outcome choice_touch(struct choice *choice, int place, int level, uint32_t *move)
{
    int levels[GAME_STACK_MAX], at = choice->taken_count, first = -1;
    int count = choice_levels(choice, place, levels);
    if (count == 0)
        return CHOICE_NONE;
    if (level < 0 && count > 1)
        return CHOICE_LEVEL;
    level = level < 0 ? levels[0] : level;
    for (int i = 0; i < choice->count; i++) {
        const struct game_step *step = &choice->steps[i][at];
        if (!goes_on(choice, i) || step->place != place || step->level != level)
            continue;
        if (first < 0)
            first = i;
        if (choice->step_counts[i] == at + 1) {
            *move = choice->moves[i];
            return CHOICE_DONE;
        }
    }
    if (first < 0)
        return CHOICE_NONE;
    choice->taken[choice->taken_count++] = choice->steps[first][at];
    return CHOICE_MORE;
}

void choice_back(struct choice *choice)
{
    if (choice->taken_count > 0)
        choice->taken_count--;
}
