/* potez database tables mill: the first placements, the openings of two plies, how narrow the way
   is further on, what is won by men in hand, and the longest win. */
#include "games/mill/notation.h"
#include "lab/mill/opening.h"
#include "lab/mill/shelf.h"
#include "ports/cli/json_line.h"
#include "ports/cli/mill/request.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES = 4, PLIES_MOST = 12, OPENING_PLIES = 2, HANDS = 2 * MILL_MEN_MAX + 1 };

struct tables {
    const struct mill_request *request;
    const struct mill_shelf *shelf;
    const struct mill_database *database;
    bool json;
};

static const char *word_of(int outcome)
{
    return outcome > 0 ? "win" : outcome < 0 ? "loss" : "draw";
}

/* -------- openings -------- */

/* "d7 a1": the men on the board, those of the first side and then the other's. */
static void points_write(const struct mill *board, int variant, char *buffer, size_t size)
{
    struct text text;
    text_init(&text, buffer, size);
    for (int side = 0; side < 2; side++)
        for (uint64_t left = board->men[side]; left;) {
            text_print(&text, "%s", text.length ? " " : "");
            mill_point_write(bits_pop(&left), variant, &text);
        }
}

/* How the side to move can answer: replies in all, and those that win, draw and lose for it. */
static void count_replies(const struct tables *tables, const struct mill *board, int replies[4])
{
    uint32_t moves[MILL_MOVES_MAX];
    int count = mill_legal_moves(board, tables->request->rules, moves);
    memset(replies, 0, 4 * sizeof *replies);
    replies[3] = count;
    for (int i = 0; i < count; i++) {
        struct mill next = *board;
        struct mill_fact fact;
        mill_play(&next, moves[i]);
        if (mill_database_probe(tables->database, &next, tables->request->rules, &fact))
            replies[fact.outcome < 0 ? 0 : fact.outcome == 0 ? 1 : 2]++;
    }
}

static void opening_row(const struct tables *tables, const struct mill_opening *opening, int ply)
{
    char points[64];
    int replies[4], variant = tables->request->rules.variant;
    int images = mill_opening_images(&opening->board, variant);
    /* from the view of who made the last move */
    int outcome = opening->known ? -opening->fact.outcome : 0;
    int plies = opening->known && outcome ? opening->fact.plies : -1;
    points_write(&opening->board, variant, points, sizeof points);
    count_replies(tables, &opening->board, replies);
    if (tables->json) {
        struct json_out line;
        json_line_begin(&line, stdout);
        json_out_text(&line, "table", ply == 1 ? "first" : "opening");
        json_out_text(&line, "points", points);
        json_out_integer(&line, "images", images);
        json_out_text(&line, "outcome", opening->known ? word_of(outcome) : NULL);
        if (plies >= 0)
            json_out_integer(&line, "plies", plies);
        json_out_integer(&line, "replies", replies[3]);
        json_out_integer(&line, "replies_win", replies[0]);
        json_out_integer(&line, "replies_draw", replies[1]);
        json_out_integer(&line, "replies_loss", replies[2]);
        json_line_end(&line);
        return;
    }
    printf("%-8s %6d  %-4s", points, images, opening->known ? word_of(outcome) : "?");
    if (plies >= 0)
        printf(" in %3d", plies);
    else
        printf("%7s", "");
    printf(" %8d %6d %6d %6d\n", replies[3], replies[0], replies[1], replies[2]);
}

static void openings_show(const struct tables *tables, const struct mill_layer *layer, int ply)
{
    if (!tables->json)
        printf("%s\n%-8s %6s  %-11s %8s %6s %6s %6s\n",
               ply == 1 ? "First placements, for who makes them"
                        : "\nOpenings of two plies, for the second side",
               "points", "images", "value", "replies", "win", "draw", "lose");
    for (size_t i = 0; i < layer->count; i++)
        opening_row(tables, &layer->position[i], ply);
}

static void layer_row(const struct tables *tables, int ply, const struct mill_layer_counts *counts)
{
    if (tables->json) {
        struct json_out line;
        json_line_begin(&line, stdout);
        json_out_text(&line, "table", "layer");
        json_out_integer(&line, "ply", ply);
        json_out_unsigned(&line, "positions", counts->positions);
        json_out_unsigned(&line, "win", counts->win);
        json_out_unsigned(&line, "draw", counts->draw);
        json_out_unsigned(&line, "loss", counts->loss);
        json_out_unsigned(&line, "unknown", counts->unknown);
        json_out_unsigned(&line, "sound", counts->sound);
        json_out_unsigned(&line, "moves", counts->moves);
        json_out_unsigned(&line, "keeping", counts->keeping);
        json_out_unsigned(&line, "only", counts->only);
        json_line_end(&line);
        return;
    }
    printf("%3d %11" PRIu64 " %11" PRIu64 " %11" PRIu64 " %11" PRIu64 " %11" PRIu64 " %11" PRIu64
           " %11" PRIu64 " %9" PRIu64 "\n",
           ply, counts->positions, counts->win, counts->draw, counts->loss, counts->sound,
           counts->moves, counts->keeping, counts->only);
}

/* Goes through the layers; with `rows` it prints their counts, else the first openings. */
static bool layers_show(const struct tables *tables, int plies, bool rows, struct error *error)
{
    struct mill_rules rules = tables->request->rules;
    struct mill_layer layer, next;
    struct mill_layer_counts counts;
    bool good = mill_layer_start(&layer, tables->database, rules, error);
    for (int ply = 0; good && ply <= plies; ply++) {
        if (!rows && ply > 0)
            openings_show(tables, &layer, ply);
        good = mill_layer_next(&layer, tables->database, rules, &next, &counts, error);
        mill_layer_close(&layer);
        layer = next;
        if (good && rows)
            layer_row(tables, ply, &counts);
    }
    if (good)
        mill_layer_close(&layer);
    return good;
}

/* -------- the whole game -------- */

static void add_counts(struct mill_store_counts *sum, const struct mill_store_counts *counts)
{
    sum->reduced += counts->reduced;
    sum->win += counts->win;
    sum->draw += counts->draw;
    sum->loss += counts->loss;
    if (counts->longest_win > sum->longest_win)
        sum->longest_win = counts->longest_win;
    if (counts->longest_loss > sum->longest_loss)
        sum->longest_loss = counts->longest_loss;
}

static void hands_row(const struct tables *tables, int hands, const struct mill_store_counts *sum)
{
    if (tables->json) {
        struct json_out line;
        json_line_begin(&line, stdout);
        json_out_text(&line, "table", "hands");
        if (hands >= 0)
            json_out_integer(&line, "hands", hands);
        else
            json_out_null(&line, "hands");
        json_out_unsigned(&line, "positions", sum->reduced);
        json_out_unsigned(&line, "win", sum->win);
        json_out_unsigned(&line, "draw", sum->draw);
        json_out_unsigned(&line, "loss", sum->loss);
        json_out_unsigned(&line, "longest_win", sum->longest_win);
        json_out_unsigned(&line, "longest_loss", sum->longest_loss);
        json_line_end(&line);
        return;
    }
    char name[16];
    snprintf(name, sizeof name, hands < 0 ? "all" : "%d", hands);
    printf("%5s %14" PRIu64 " %14" PRIu64 " %14" PRIu64 " %14" PRIu64 " %6u %6u\n", name,
           sum->reduced, sum->win, sum->draw, sum->loss, sum->longest_win, sum->longest_loss);
}

static void hands_show(const struct tables *tables)
{
    struct mill_store_counts sums[HANDS] = {0}, all = {0};
    const struct mill_store *store;
    for (int i = 0; (store = mill_shelf_store(tables->shelf, i)); i++) {
        int hands = store->subspace.mover_hand + store->subspace.other_hand;
        add_counts(&sums[hands], &store->counts);
        add_counts(&all, &store->counts);
    }
    if (!tables->json)
        printf(
            "\nPositions by men in hand, for the side to move\n%5s %14s %14s %14s %14s %6s %6s\n",
            "hands", "positions", "win", "draw", "loss", "longest", "loss");
    for (int hands = 0; hands < HANDS; hands++)
        if (sums[hands].reduced)
            hands_row(tables, hands, &sums[hands]);
    hands_row(tables, -1, &all);
}

/* -------- the longest win -------- */

static const struct mill_store *longest_store(const struct mill_shelf *shelf)
{
    const struct mill_store *store, *longest = mill_shelf_store(shelf, 0);
    for (int i = 1; (store = mill_shelf_store(shelf, i)); i++)
        if (store->counts.longest_win > longest->counts.longest_win)
            longest = store;
    return longest;
}

/* The first slot of the store's longest win; its number of slots when there is none. */
static uint64_t longest_slot(const struct mill_store *store, struct error *error)
{
    uint8_t codes[STORE_BLOCK], halves[STORE_BLOCK];
    for (uint32_t block = 0; block < store->outcome.blocks; block++) {
        uint32_t slots = mill_store_block(store, block, codes, halves, error);
        if (!slots)
            break;
        for (uint32_t i = 0; i < slots; i++) {
            uint64_t slot = (uint64_t)block * STORE_BLOCK + i;
            if (codes[i] == MILL_CODE_WIN &&
                mill_store_plies(store, slot, MILL_CODE_WIN, halves[i]) ==
                    (int)store->counts.longest_win)
                return slot;
        }
    }
    return store->slots;
}

static bool longest_show(const struct tables *tables, struct error *error)
{
    const struct mill_store *store = longest_store(tables->shelf);
    const struct mill_subspace *subspace = &store->subspace;
    struct mill board = {.hand = {subspace->mover_hand, subspace->other_hand}};
    uint64_t slot = store->packed ? 0 : longest_slot(store, error);
    char position[128];
    struct text text;
    if (store->packed) /* it knows how far, not where */
        return true;
    if (slot == store->slots)
        return false;
    mill_unslot(mill_shelf_index(tables->shelf), subspace->mover, subspace->other, slot,
                &board.men[0], &board.men[1]);
    text_init(&text, position, sizeof position);
    mill_position_write(&tables->request->position.setup, &board, &text);
    if (tables->json) {
        struct json_out line;
        json_line_begin(&line, stdout);
        json_out_text(&line, "table", "longest");
        json_out_unsigned(&line, "plies", store->counts.longest_win);
        json_out_text(&line, "position", position);
        json_line_end(&line);
    } else {
        printf("\nThe longest win, %u plies: %s\n", store->counts.longest_win, position);
    }
    return true;
}

static bool show_all(const struct tables *tables, int plies, struct error *error)
{
    if (!layers_show(tables, OPENING_PLIES, false, error))
        return false;
    if (!tables->json)
        printf("\nBy plies: positions, their values for the side to move, those that sound play "
               "leads to,\ntheir moves, those of them that keep the value, and positions with one "
               "such move\n%3s %11s %11s %11s %11s %11s %11s %11s %9s\n",
               "ply", "positions", "win", "draw", "loss", "sound", "moves", "keeping", "only");
    if (!layers_show(tables, plies, true, error))
        return false;
    hands_show(tables);
    return longest_show(tables, error);
}

enum status mill_tables_run(struct mill_request *request)
{
    const struct arguments *arguments = request->arguments;
    struct error error = {.text = ""};
    int64_t plies = PLIES;
    if (!arguments_number(arguments, "plies", 0, PLIES_MOST, &plies, &error))
        return command_error(arguments, &error);
    struct mill_shelf *shelf = mill_shelf_open(request->directory, request->rules, &error);
    if (!shelf)
        return command_error(arguments, &error);
    struct tables tables = {request, shelf, mill_shelf_database(shelf), arguments->json};
    bool good = show_all(&tables, (int)plies, &error);
    if (good)
        mill_shelf_trouble(shelf, &error);
    mill_shelf_close(shelf);
    return good && !error.text[0] ? STATUS_DONE : command_error(arguments, &error);
}
