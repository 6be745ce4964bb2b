/* Problems as OBF files have them: the position, then the score of every move from the mover's
   view: "64 squares X; A2:+38; C7:+36; ...". What is stated is the best of them. */
#include "games/othello/notation.h"
#include "games/othello/othello.h"
#include "minds/othello/players.h"

bool othello_problem_read(const struct game_setup *setup, const char *line, size_t length,
                          struct mind_problem *problem, struct error *error)
{
    size_t at = 0;
    while (at < length && line[at] != ';')
        at++;
    if (!othello_position_read(setup, line, at < length ? at + 1 : at, problem->position, error))
        return false;
    for (at++; at < length;) {
        size_t end = at;
        while (end < length && line[end] != ';')
            end++;
        while (at < end && text_is_space(line[at]))
            at++;
        if (at == end || line[at] == '%')
            break; /* nothing more, or a comment */
        size_t colon = at;
        while (colon < end && line[colon] != ':')
            colon++;
        size_t digits = colon + 1, stop = end;
        while (stop > digits && text_is_space(line[stop - 1]))
            stop--;
        digits += digits < stop && line[digits] == '+';
        int64_t score;
        if (colon == end || digits > stop ||
            !text_to_number(line + digits, stop - digits, -64, 64, &score))
            return error_set(error, "column %zu: expected MOVE:SCORE, found \"%.*s\"", at + 1,
                             text_printable(line + at, end - at, 16), line + at);
        uint32_t move;
        if (!othello_move_read(setup, problem->position, line + at, colon - at, &move, error))
            return error_prefix(error, "column %zu: ", at + 1);
        if (problem->move_count < MIND_PROBLEM_MOVES) {
            problem->moves[problem->move_count].move = move;
            problem->moves[problem->move_count++].score = (int32_t)(100 * score);
        }
        if (!problem->stated || 100 * score > problem->score)
            problem->score = (int32_t)(100 * score);
        problem->stated = true;
        at = end + 1;
    }
    return true;
}
