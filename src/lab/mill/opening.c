/* The layers of the opening (opening.h). Each is made from the one before: successors in
   canonical form, sorted, repeated ones dropped. Sorted positions have their values next to each
   other in the databases, so that looking them all up unpacks each block about once. */
#include "lab/mill/opening.h"

#include <stdlib.h>

int mill_opening_compare(const struct mill *a, const struct mill *b)
{
    for (int side = 0; side < 2; side++)
        if (a->men[side] != b->men[side])
            return a->men[side] < b->men[side] ? -1 : 1;
    return 0;
}

static struct mill image_of(const struct mill *board, int symmetry, int variant)
{
    struct mill image = *board;
    for (int side = 0; side < 2; side++)
        image.men[side] = mill_transform(board->men[side], symmetry, variant);
    return image;
}

struct mill mill_opening_image(const struct mill *board, int variant)
{
    struct mill lowest = *board;
    for (int symmetry = 1; symmetry < MILL_SYMMETRIES; symmetry++) {
        struct mill image = image_of(board, symmetry, variant);
        if (mill_opening_compare(&image, &lowest) < 0)
            lowest = image;
    }
    return lowest;
}

int mill_opening_images(const struct mill *board, int variant)
{
    int same = 0;
    for (int symmetry = 0; symmetry < MILL_SYMMETRIES; symmetry++) {
        struct mill image = image_of(board, symmetry, variant);
        same += mill_opening_compare(&image, board) == 0;
    }
    return MILL_SYMMETRIES / same;
}

bool mill_layer_add(struct mill_layer *layer, const struct mill *board, bool sound,
                    struct error *error)
{
    if (layer->count == layer->room) {
        size_t room = layer->room ? 2 * layer->room : 1024;
        struct mill_opening *grown = realloc(layer->position, room * sizeof *grown);
        if (!grown)
            return error_machine(error, "no memory for %zu positions of the opening", room);
        layer->position = grown;
        layer->room = room;
    }
    layer->position[layer->count++] = (struct mill_opening){.board = *board, .sound = sound};
    return true;
}

static int compare(const void *a, const void *b)
{
    return mill_opening_compare(&((const struct mill_opening *)a)->board,
                                &((const struct mill_opening *)b)->board);
}

void mill_layer_join(struct mill_layer *layer)
{
    size_t kept = 0;
    if (!layer->count)
        return;
    qsort(layer->position, layer->count, sizeof *layer->position, compare);
    for (size_t i = 1; i < layer->count; i++) {
        struct mill_opening *last = &layer->position[kept], *here = &layer->position[i];
        if (mill_opening_compare(&last->board, &here->board) == 0)
            last->sound |= here->sound;
        else
            layer->position[++kept] = *here;
    }
    layer->count = kept + 1;
}

/* Sorted, neighbours share blocks of the databases. */
void mill_layer_settle(struct mill_layer *layer, const struct mill_database *database,
                       struct mill_rules rules)
{
    mill_layer_join(layer);
    for (size_t i = 0; i < layer->count; i++) {
        struct mill_opening *position = &layer->position[i];
        position->known = mill_database_probe(database, &position->board, rules, &position->fact);
    }
}

bool mill_layer_start(struct mill_layer *layer, const struct mill_database *database,
                      struct mill_rules rules, struct error *error)
{
    uint8_t men = (uint8_t)mill_men(rules.variant);
    struct mill board = {.hand = {men, men}};
    *layer = (struct mill_layer){0};
    if (!mill_layer_add(layer, &board, true, error))
        return false;
    mill_layer_settle(layer, database, rules);
    return true;
}

void mill_layer_close(struct mill_layer *layer)
{
    free(layer->position);
    *layer = (struct mill_layer){0};
}

static void count_position(const struct mill_opening *position, struct mill_layer_counts *counts)
{
    counts->positions++;
    counts->sound += position->sound;
    counts->unknown += !position->known;
    counts->win += position->known && position->fact.outcome > 0;
    counts->draw += position->known && position->fact.outcome == 0;
    counts->loss += position->known && position->fact.outcome < 0;
}

/* Adds what one position's moves lead to. */
static bool spread(const struct mill_opening *from, const struct mill_database *database,
                   struct mill_rules rules, struct mill_layer *to, struct mill_layer_counts *counts,
                   struct error *error)
{
    uint32_t moves[MILL_MOVES_MAX];
    int count = mill_legal_moves(&from->board, rules, moves), keeping = 0;
    for (int i = 0; i < count; i++) {
        struct mill next = from->board;
        struct mill_fact reply;
        mill_play(&next, moves[i]);
        bool keeps = from->sound && from->known &&
                     mill_database_probe(database, &next, rules, &reply) &&
                     reply.outcome == -from->fact.outcome;
        keeping += keeps;
        struct mill image = mill_opening_image(&next, rules.variant);
        if (!mill_layer_add(to, &image, keeps, error))
            return false;
    }
    if (from->sound) {
        counts->moves += (uint64_t)count;
        counts->keeping += (uint64_t)keeping;
        counts->only += keeping == 1 && count > 1;
    }
    return true;
}

bool mill_layer_next(const struct mill_layer *from, const struct mill_database *database,
                     struct mill_rules rules, struct mill_layer *to,
                     struct mill_layer_counts *counts, struct error *error)
{
    *to = (struct mill_layer){0};
    *counts = (struct mill_layer_counts){0};
    for (size_t i = 0; i < from->count; i++) {
        count_position(&from->position[i], counts);
        if (!spread(&from->position[i], database, rules, to, counts, error)) {
            mill_layer_close(to);
            return false;
        }
    }
    mill_layer_settle(to, database, rules);
    return true;
}
