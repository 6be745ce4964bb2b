/* Reading a position into a scene: places, contents, flags for the last move and the legal ones,
   and scores on their ways. Where two moves go the same way the better one is kept, and where
   there would be more arrows than a board can show, only the best move to each place gets a
   label. */
#include "ports/draw/scene.h"

#include "base/memory.h"
#include "ports/draw/threats.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More arrows than this hide the board; then each place shows only its best move. */
#define ARROWS_MAX 32

static size_t letters_of(const char *name)
{
    size_t letters = 0;
    while (name[letters] >= 'a' && name[letters] <= 'z')
        letters++;
    return letters;
}

static bool is_column_and_row(const char *name)
{
    size_t letters = letters_of(name), digits = strspn(name + letters, "0123456789");
    return letters > 0 && digits > 0 && name[letters + digits] == 0;
}

void scene_move_ends(const struct game_step *steps, int count, int *from, int *to)
{
    *from = *to = -1;
    for (int i = 0; i < count; i++)
        if (steps[i].touch == GAME_TOUCH_FROM)
            *from = steps[i].place;
        else if (steps[i].touch != GAME_TOUCH_CAPTURE)
            *to = steps[i].place;
}

static void read_places(struct scene *scene)
{
    const struct game *game = scene->game;
    scene->lettered = true;
    int low_row = INT32_MAX, high_row = -1, low_y = 0, high_y = 0;
    for (int i = 0; i < scene->count; i++) {
        struct game_place *place = &scene->places[i];
        game->place(scene->setup, i, place);
        game->content(scene->setup, scene->position, i, &scene->contents[i]);
        if (i == 0 || place->x < scene->left)
            scene->left = place->x;
        if (i == 0 || place->x > scene->right)
            scene->right = place->x;
        if (i == 0 || place->y < scene->bottom)
            scene->bottom = place->y;
        if (i == 0 || place->y > scene->top)
            scene->top = place->y;
        const struct game_content *content = &scene->contents[i];
        int height = game->board == GAME_BOARD_BLOCKS ? content->number : content->height;
        if (height > scene->highest)
            scene->highest = height;
        if (!is_column_and_row(place->name)) {
            scene->lettered = false;
            continue;
        }
        int row = atoi(place->name + letters_of(place->name));
        if (row < low_row) {
            low_row = row;
            low_y = place->y;
        }
        if (row > high_row) {
            high_row = row;
            high_y = place->y;
        }
    }
    scene->rows_downwards = scene->lettered && low_y > high_y;
}

static void flag_last(struct scene *scene, const struct scene_options *options)
{
    for (int i = 0; i < options->last_count; i++) {
        const struct game_step *step = &options->last[i];
        uint8_t flag = step->touch == GAME_TOUCH_FROM      ? SCENE_LEFT
                       : step->touch == GAME_TOUCH_CAPTURE ? SCENE_TAKEN
                                                           : SCENE_LAST;
        if (step->place < scene->count)
            scene->flags[step->place] |= flag;
    }
}

static void flag_legal(struct scene *scene)
{
    uint32_t moves[GAME_MOVES_MAX];
    struct game_step steps[GAME_STEPS_MAX];
    int count = scene->game->legal_moves(scene->setup, scene->position, moves);
    for (int i = 0; i < count; i++) {
        int from, to, touches;
        touches = scene->game->move_steps(scene->setup, scene->position, moves[i], steps);
        scene_move_ends(steps, touches, &from, &to);
        if (from >= 0)
            scene->flags[from] |= SCENE_SOURCE;
        if (to >= 0)
            scene->flags[to] |= SCENE_LEGAL;
    }
}

static void write_label(const struct scene_value *value, char label[12])
{
    char text[24];
    if (value->label[0])
        snprintf(text, sizeof text, "%.11s", value->label);
    else if (value->value < 0)
        snprintf(text, sizeof text, "\u2212%d", abs(value->value % 100000000));
    else
        snprintf(text, sizeof text, value->value > 0 ? "+%d" : "%d", value->value % 1000000000);
    memory_copy(label, text, 12);
    label[11] = 0;
}

/* Puts a value where its move goes; the better of two on the same way stays. */
static void add_score(struct scene *scene, const struct scene_value *value, int from, int origin,
                      int to)
{
    struct scene_score *score = scene->scores;
    struct scene_score *end = score + scene->score_count;
    while (score < end && (score->from != from || score->to != to))
        score++;
    if (score == end)
        scene->score_count++;
    else if (score->value >= value->value)
        return;
    *score = (struct scene_score){.from = from, .origin = origin, .to = to, .value = value->value};
    write_label(value, score->label);
}

static void read_values(struct scene *scene, const struct scene_options *options, bool origins)
{
    struct game_step steps[GAME_STEPS_MAX];
    scene->score_count = 0;
    for (int i = 0; i < options->value_count; i++) {
        const struct scene_value *value = &options->values[i];
        int from, to, touches;
        touches = scene->game->move_steps(scene->setup, scene->position, value->move, steps);
        scene_move_ends(steps, touches, &from, &to);
        if (to >= 0)
            add_score(scene, value, origins ? from : -1, from, to);
    }
    if (origins && scene->score_count > ARROWS_MAX) {
        read_values(scene, options, false);
        return;
    }
    for (int i = 0; i < scene->score_count; i++) {
        scene->scores[i].best = true;
        for (int j = 0; j < scene->score_count; j++)
            if (scene->scores[j].value > scene->scores[i].value)
                scene->scores[i].best = false;
        if (scene->scores[i].best)
            scene->scores[i].from = scene->scores[i].origin;
    }
}

bool scene_read(struct scene *scene, const struct game *game, const struct game_setup *setup,
                const void *position, const struct scene_options *options, struct error *error)
{
    static const struct scene_options nothing;
    if (!options)
        options = &nothing;
    *scene = (struct scene){.game = game, .setup = setup, .position = position};
    scene->count = game->place_count(setup);
    size_t count = (size_t)scene->count;
    scene->places = calloc(count + 1, sizeof *scene->places);
    scene->contents = calloc(count + 1, sizeof *scene->contents);
    scene->flags = calloc(count + 1, 1);
    scene->scores = calloc((size_t)options->value_count + 1, sizeof *scene->scores);
    if (!scene->places || !scene->contents || !scene->flags || !scene->scores) {
        scene_free(scene);
        return error_machine(error, "out of memory while drawing a board of %d places", (int)count);
    }
    read_places(scene);
    flag_last(scene, options);
    if (options->legal)
        flag_legal(scene);
    if (options->threats)
        threats_flag(scene);
    read_values(scene, options, true);
    return true;
}

void scene_free(struct scene *scene)
{
    free(scene->places);
    free(scene->contents);
    free(scene->flags);
    free(scene->scores);
    *scene = (struct scene){0};
}

int scene_find(const struct scene *scene, int x, int y)
{
    for (int i = 0; i < scene->count; i++)
        if (scene->places[i].x == x && scene->places[i].y == y)
            return i;
    return -1;
}

/* Pieces that fall are named by their column alone, and columns are counted from 1. */
bool scene_column_name(const struct scene *scene, int x, char name[12])
{
    if (scene->game->board == GAME_BOARD_RACK) {
        snprintf(name, 12, "%d", x - scene->left + 1);
        return true;
    }
    for (int i = 0; scene->lettered && i < scene->count; i++)
        if (scene->places[i].x == x) {
            size_t letters = letters_of(scene->places[i].name);
            memory_copy(name, scene->places[i].name, letters);
            name[letters] = 0;
            return true;
        }
    return false;
}

bool scene_row_name(const struct scene *scene, int y, char name[12])
{
    if (scene->game->board == GAME_BOARD_RACK)
        return false;
    for (int i = 0; scene->lettered && i < scene->count; i++)
        if (scene->places[i].y == y) {
            const char *row = scene->places[i].name + letters_of(scene->places[i].name);
            memory_copy(name, row, strlen(row) + 1);
            return true;
        }
    return false;
}
