/* Lines with a position and what it is worth, as files of problems have them. */
#include "input.h"

#include "minds/mind.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static _Alignas(64) char position[GAME_POSITION_SMALL];
    struct input input;
    struct error error = {.text = ""};
    struct mind_problem problem = {.position = position};
    if (!input_take(data, size, &input))
        return 0;
    const struct mind *mind = mind_of(input.game);
    if (!mind || !mind->problem_read)
        return 0;
    if (!mind->problem_read(&input.setup, input.text, input.length, &problem, &error)) {
        PROMISE(error.text[0]);
        return 0;
    }
    PROMISE(problem.move_count >= 0 && problem.move_count <= MIND_PROBLEM_MOVES);
    input_try_position(input.game, &input.setup, position, 3);
    return 0;
}
