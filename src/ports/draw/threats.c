/* The side to move completes something with a move that game->made knows. What the other side
   threatens is seen by trying every move and counting where it could complete something afterwards:
   a place where it could after at least half of them is a threat. A place that only becomes open
   through a move of ours (the cell above a disc) is none. */
#include "ports/draw/threats.h"

#include "base/memory.h"
#include <stdlib.h>

enum { POSITIONS_MAX = 20000 }; /* of the answers looked at; beyond it there is no marking */

struct tries {
    const struct scene *scene;
    void *after;
    int *threats; /* per place: after how many moves */
    int *seen;    /* the last move that the place was counted for */
    int looked;
};

/* The place where the move completes something, or -1. */
static int completes(const struct scene *scene, const void *position, uint32_t move)
{
    uint16_t made[GAME_MADE_MAX];
    struct game_step steps[GAME_STEPS_MAX];
    int from, to;
    if (scene->game->made(scene->setup, position, move, made) == 0)
        return -1;
    int count = scene->game->move_steps(scene->setup, position, move, steps);
    scene_move_ends(steps, count, &from, &to);
    return to;
}

static void count_answers(struct tries *tries, int number)
{
    const struct scene *scene = tries->scene;
    uint32_t moves[GAME_MOVES_MAX];
    int count = scene->game->legal_moves(scene->setup, tries->after, moves);
    tries->looked += count;
    for (int i = 0; i < count; i++) {
        int place = completes(scene, tries->after, moves[i]);
        if (place >= 0 && tries->seen[place] != number) {
            tries->seen[place] = number;
            tries->threats[place]++;
        }
    }
}

static void look(struct tries *tries, struct scene *scene)
{
    uint32_t moves[GAME_MOVES_MAX];
    const struct game *game = scene->game;
    int side = game->side_to_move(scene->setup, scene->position);
    int count = game->legal_moves(scene->setup, scene->position, moves);
    for (int i = 0; i < count && tries->looked < POSITIONS_MAX; i++) {
        int place = completes(scene, scene->position, moves[i]);
        if (place >= 0)
            scene->flags[place] |= SCENE_CHANCE;
        memory_copy(tries->after, scene->position, game->position_size(scene->setup));
        game->play(scene->setup, tries->after, moves[i]);
        if (game->side_to_move(scene->setup, tries->after) != side)
            count_answers(tries, i + 1);
    }
    for (int i = 0; i < scene->count && tries->looked < POSITIONS_MAX; i++)
        if (tries->threats[i] && 2 * tries->threats[i] >= count)
            scene->flags[i] |= SCENE_THREAT;
}

void threats_flag(struct scene *scene)
{
    size_t count = (size_t)scene->count + 1;
    if (!scene->game->made || scene->game->players != 2)
        return;
    struct tries tries = {
        .scene = scene,
        .after = malloc(scene->game->position_size(scene->setup) + 64),
        .threats = calloc(count, sizeof *tries.threats),
        .seen = calloc(count, sizeof *tries.seen),
    };
    if (tries.after && tries.threats && tries.seen)
        look(&tries, scene);
    free(tries.after);
    free(tries.threats);
    free(tries.seen);
}
