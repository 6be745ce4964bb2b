/* Collecting the book of placements: a walk for each side, ply by ply, that plays the databases'
   move at its own turns and every legal move at the opponent's. So the book answers whatever the
   opponent does and holds nothing that good play by its owner would never reach. Positions are
   kept in canonical form, so that symmetric ones are walked once. The walk grows by the number
   of replies every other ply, which limits its length. */
#include "lab/mill/placements_make.h"

#include "lab/pool.h"
#include "minds/mill/placements.h"
#include "minds/mill/players.h"
#include <stdlib.h>
#include <string.h>

/* One position of the book. */
struct placement {
    uint8_t subspace[4];
    uint32_t slot, move; /* number of the move */
    bool won;
};

struct collector {
    const struct mill_placements_plan *plan;
    struct mill_rules rules;
    const struct mill_index *index;
    struct placement *placements;
    size_t count, room;
    /* what the pool works on */
    const struct mill_layer *layer;
    bool drawn;               /* what is won is left out, so any move will do there */
    struct placement *chosen; /* one for each position of the layer */
    struct mill *after;
    atomic_bool failed;
};

/* -------- choosing -------- */

/* Layers of more positions than this are too many for the players' choice, which looks up thousands
   of positions for each of its drawn moves. */
enum { PONDERED = 64 };

struct placement_choice {
    uint32_t move;
    int looks; /* how good it looks to us */
};

static int by_looks(const void *left, const void *right)
{
    const struct placement_choice *a = left, *b = right;
    return a->looks != b->looks ? (a->looks < b->looks ? 1 : -1)
                                : (a->move > b->move) - (a->move < b->move);
}

static int list_choices(const struct mill *board, struct mill_rules rules,
                        struct placement_choice *choices)
{
    uint32_t moves[MILL_MOVES_MAX];
    int count = mill_legal_moves(board, rules, moves);
    for (int i = 0; i < count; i++) {
        struct mill next = *board;
        mill_play(&next, moves[i]);
        choices[i] = (struct placement_choice){moves[i], -mill_looks(&next, rules)};
    }
    qsort(choices, (size_t)count, sizeof choices[0], by_looks);
    return count;
}

/* The move that looks best of those that draw, or that win as quickly as can be: what is known of
   the position tells when it is found. */
static bool choose_quickly(const struct collector *collector, const struct mill *board,
                           struct mind_answer *answer)
{
    const struct mill_database *database = collector->plan->database;
    struct placement_choice choices[MILL_MOVES_MAX];
    struct mill_fact fact, reply;
    if (!mill_database_probe(database, board, collector->rules, &fact) || fact.outcome < 0)
        return false;
    int count = list_choices(board, collector->rules, choices);
    for (int i = 0; i < count; i++) {
        struct mill next = *board;
        mill_play(&next, choices[i].move);
        if (!mill_database_probe(database, &next, collector->rules, &reply))
            return false;
        bool any = collector->drawn && fact.outcome;
        if (!any &&
            (reply.outcome != -fact.outcome || (fact.outcome && reply.plies != fact.plies - 1)))
            continue;
        answer->move = choices[i].move;
        answer->outcome = (int8_t)fact.outcome;
        answer->exact = true;
        return true;
    }
    return false;
}

/* The databases' choice for a position as its slot shows it. */
static bool choose(const struct collector *collector, const struct mill *board, uint32_t *number,
                   int *outcome, struct mill *after)
{
    _Alignas(64) uint8_t memory[MILL_SOLVE_MEMORY];
    struct mind_task task = {
        .game = &game_mill,
        .setup = collector->plan->setup,
        .position = board,
        .memory = memory,
        .limits = {.nodes = 1},
        .no_book = true,
    };
    struct mind_answer answer;
    uint32_t moves[MILL_MOVES_MAX];
    int count = mill_legal_moves(board, collector->rules, moves);
    mind_answer_clear(&answer);
    if (collector->layer->count <= PONDERED)
        mill_solve(&task, &answer);
    else if (!choose_quickly(collector, board, &answer))
        return false;
    *outcome = answer.outcome;
    for (*number = 0; (int)*number < count; ++*number)
        if (moves[*number] == answer.move) {
            *after = *board;
            mill_play(after, answer.move);
            return answer.exact && answer.outcome >= 0;
        }
    return false;
}

static void choose_range(void *context, uint64_t first, uint64_t last)
{
    struct collector *collector = context;
    for (uint64_t i = first; i < last; i++) {
        struct mill board = collector->layer->position[i].board;
        int side = board.side, outcome = 0;
        struct placement *placement = &collector->chosen[i];
        uint8_t subspace[4] = {(uint8_t)bits_count(board.men[side]),
                               (uint8_t)bits_count(board.men[!side]), board.hand[side],
                               board.hand[!side]};
        memcpy(placement->subspace, subspace, sizeof subspace);
        placement->slot = (uint32_t)mill_slot(collector->index, board.men[side], board.men[!side]);
        mill_unslot(collector->index, subspace[0], subspace[1], placement->slot, &board.men[side],
                    &board.men[!side]);
        bool stopped = collector->plan->stop && atomic_load(collector->plan->stop);
        if (stopped || !choose(collector, &board, &placement->move, &outcome, &collector->after[i]))
            atomic_store(&collector->failed, true);
        placement->won = outcome > 0;
    }
}

/* -------- walking -------- */

static bool collect(struct collector *collector, const struct placement *placements, size_t count,
                    struct error *error)
{
    if (collector->count + count > collector->room) {
        size_t room = 2 * (collector->count + count);
        struct placement *grown = realloc(collector->placements, room * sizeof *grown);
        if (!grown)
            return error_machine(error, "no memory for a book of %zu positions", room);
        collector->placements = grown;
        collector->room = room;
    }
    memcpy(collector->placements + collector->count, placements, count * sizeof *placements);
    collector->count += count;
    return true;
}

/* Puts what is not won first and returns how many there are. */
static size_t leave_drawn(struct collector *collector, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!collector->chosen[i].won) {
            collector->chosen[kept] = collector->chosen[i];
            collector->after[kept++] = collector->after[i];
        }
    return kept;
}

/* Our moves from all positions of a layer, or from those that are drawn. */
static bool own_moves(struct collector *collector, const struct mill_layer *layer, bool drawn,
                      struct mill_layer *next, struct error *error)
{
    size_t count = layer->count;
    struct mill_rules rules = collector->rules;
    collector->layer = layer;
    collector->drawn = drawn;
    collector->chosen = malloc(layer->count * sizeof *collector->chosen);
    collector->after = malloc(layer->count * sizeof *collector->after);
    bool good = collector->chosen && collector->after;
    if (!good)
        error_machine(error, "no memory for %zu positions", layer->count);
    if (good) {
        pool_run_ranges(collector->plan->threads, layer->count, 64, choose_range, collector);
        good = !atomic_load(&collector->failed) ||
               error_set(error, "stopped, or a position is not in the databases: the complete set "
                                "is needed");
    }
    if (good && drawn)
        count = leave_drawn(collector, count);
    good = good && collect(collector, collector->chosen, count, error);
    for (size_t i = 0; good && i < count; i++) {
        struct mill image = mill_opening_image(&collector->after[i], rules.variant);
        good = mill_layer_add(next, &image, true, error);
    }
    free(collector->chosen);
    free(collector->after);
    return good;
}

/* Every move of the other side. */
static bool other_moves(const struct collector *collector, const struct mill_layer *layer,
                        struct mill_layer *next, struct error *error)
{
    for (size_t i = 0; i < layer->count; i++) {
        uint32_t moves[MILL_MOVES_MAX];
        int count = mill_legal_moves(&layer->position[i].board, collector->rules, moves);
        for (int k = 0; k < count; k++) {
            struct mill board = layer->position[i].board;
            mill_play(&board, moves[k]);
            struct mill image = mill_opening_image(&board, collector->rules.variant);
            if (!mill_layer_add(next, &image, true, error))
                return false;
        }
    }
    return true;
}

/* One owner of the book. Layers alternate: at the owner's turn one move per position, at the
   opponent's all of them, and equal positions are joined after each ply. Beyond `plies` only what
   is drawn is followed, since most replies lose and what is then won makes up nearly all of the
   book. */
static bool walk(struct collector *collector, int side, struct error *error)
{
    const struct mill_placements_plan *plan = collector->plan;
    struct mill_layer layer, next;
    bool good = mill_layer_start(&layer, plan->database, collector->rules, error);
    int plies = plan->drawn > plan->plies ? plan->drawn : plan->plies;
    for (int ply = 0; good && ply < plies && layer.count; ply++) {
        bool own = ply % 2 == side;
        if (own && plan->progress)
            plan->progress(plan->listener, side, ply, layer.count);
        next = (struct mill_layer){0};
        good = own ? own_moves(collector, &layer, ply >= plan->plies, &next, error)
                   : other_moves(collector, &layer, &next, error);
        mill_layer_close(&layer);
        mill_layer_join(&next);
        layer = next;
    }
    mill_layer_close(&layer);
    return good;
}

/* -------- writing -------- */

static int compare_placements(const void *left, const void *right)
{
    const struct placement *a = left, *b = right;
    int order = memcmp(a->subspace, b->subspace, sizeof a->subspace);
    return order ? order : a->slot < b->slot ? -1 : a->slot > b->slot;
}

struct bits_writer {
    uint8_t *bytes; /* room for all, zeroed */
    size_t at;      /* in bits */
};

static void write_bits(struct bits_writer *writer, uint32_t number, int count)
{
    for (int i = 0; i < count; i++, writer->at++)
        writer->bytes[writer->at / 8] |= (uint8_t)((number >> i & 1) << writer->at % 8);
}

static void put_word_at(uint8_t *at, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(word >> 8 * i);
}

static int bits_for(uint32_t most)
{
    int bits = 0;
    while (most >> bits)
        bits++;
    return bits;
}

/* Digits of a step: about the binary logarithm of its mean, which is what a Golomb-Rice code wants.
   Steps between random slots are distributed geometrically, and for those it is nearly the shortest
   code there is. */
static int digits_for(const struct placement *first, size_t count)
{
    uint32_t mean = count > 1 ? (first[count - 1].slot - first[0].slot) / (uint32_t)(count - 1) : 1;
    int digits = bits_for(mean) - 1;
    return digits < 0 ? 0 : digits > PLACEMENTS_DIGITS ? PLACEMENTS_DIGITS : digits;
}

static void write_entry(struct bits_writer *writer, const struct placement *placement,
                        uint32_t step, int digits, int move_bits)
{
    if (step) {
        for (uint32_t high = (step - 1) >> digits; high; high--)
            write_bits(writer, 1, 1);
        write_bits(writer, 0, 1);
        write_bits(writer, step - 1, digits);
    }
    write_bits(writer, placement->won, 1);
    write_bits(writer, placement->move, move_bits);
}

/* One subspace; returns the bytes used so far. */
static size_t write_section(uint8_t *data, size_t used, uint8_t *section,
                            const struct placement *first, size_t count)
{
    uint32_t most = 0;
    for (size_t i = 0; i < count; i++)
        most = first[i].move > most ? first[i].move : most;
    int digits = digits_for(first, count), move_bits = bits_for(most);
    size_t groups = (count + PLACEMENTS_GROUP - 1) / PLACEMENTS_GROUP, start = used + 8 * groups;
    memcpy(section, first->subspace, 4);
    put_word_at(section + 4, (uint32_t)count);
    put_word_at(section + 8, (uint32_t)used);
    put_word_at(section + 12, (uint32_t)start);
    section[16] = (uint8_t)digits;
    section[17] = (uint8_t)move_bits;
    struct bits_writer writer = {data + start, 0};
    for (size_t i = 0; i < count; i++) {
        bool begins = i % PLACEMENTS_GROUP == 0;
        if (begins) {
            writer.at = (writer.at + 7) / 8 * 8;
            put_word_at(data + used + 8 * (i / PLACEMENTS_GROUP), first[i].slot);
            put_word_at(data + used + 8 * (i / PLACEMENTS_GROUP) + 4, (uint32_t)(writer.at / 8));
        }
        write_entry(&writer, &first[i], begins ? 0 : first[i].slot - first[i - 1].slot, digits,
                    move_bits);
    }
    return start + (writer.at + 7) / 8;
}

static size_t section_end(const struct collector *collector, size_t first)
{
    const struct placement *placements = collector->placements;
    size_t end = first + 1;
    while (end < collector->count && memcmp(placements[end].subspace, placements[first].subspace,
                                            sizeof placements[first].subspace) == 0)
        end++;
    return end;
}

static bool write_book(struct collector *collector, struct mill_placements_made *made,
                       struct error *error)
{
    size_t sections = 0;
    qsort(collector->placements, collector->count, sizeof *collector->placements,
          compare_placements);
    for (size_t i = 0; i < collector->count; i = section_end(collector, i))
        sections++;
    size_t used = PLACEMENTS_HEAD + sections * PLACEMENTS_SECTION;
    uint8_t *data = calloc(1, used + 16 * collector->count); /* no entry is as long as this */
    if (!data)
        return error_machine(error, "no memory for a book");
    memcpy(data, "pmp1", 4);
    data[4] = collector->rules.variant;
    data[5] = collector->rules.skip;
    data[6] = collector->rules.flying;
    data[7] = (uint8_t)collector->plan->plies;
    data[8] = PLACEMENTS_MEN;
    put_word_at(data + 12, (uint32_t)sections);
    uint8_t *section = data + PLACEMENTS_HEAD;
    for (size_t i = 0, end; i < collector->count; i = end, section += PLACEMENTS_SECTION) {
        end = section_end(collector, i);
        used = write_section(data, used, section, collector->placements + i, end - i);
    }
    made->data = data;
    made->size = used;
    made->positions = collector->count;
    for (size_t i = 0; i < collector->count; i++)
        made->won += collector->placements[i].won;
    return true;
}

bool mill_placements_make(const struct mill_placements_plan *plan,
                          struct mill_placements_made *made, struct error *error)
{
    struct collector collector = {.plan = plan, .rules = mill_rules_of(plan->setup)};
    collector.rules.draws = false;
    collector.index = mill_placements_index(collector.rules);
    *made = (struct mill_placements_made){0};
    bool good = walk(&collector, 0, error) && walk(&collector, 1, error) &&
                write_book(&collector, made, error);
    free(collector.placements);
    return good;
}
