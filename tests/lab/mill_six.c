/* Six Men's Morris, solved whole: against brute force, as the source of a book of sound placements
   that is followed against every reply, and as something that levels know nothing of. */
#include "base/random.h"
#include "lab/mill/build.h"
#include "lab/mill/placements_make.h"
#include "lab/mill/retrograde.h"
#include "lab/mill/shelf.h"
#include "minds/level.h"
#include "minds/mill/placements.h"
#include "minds/mill/players.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { SETS = 1 << 16, PLIES = 8, OPEN = 0xffff };

static const struct mill_rules six = {MILL_SIX, false, false, false};
static char directory[64];
static struct game_setup setup;
static struct mill_shelf *shelf;
static const struct mill_database *database;

static int make_all(void **state)
{
    (void)state;
    strcpy(directory, "/tmp/potez-six-XXXXXX");
    assert_non_null(mkdtemp(directory));
    struct mill_index *index = malloc(sizeof *index + mill_index_bytes(MILL_SIX, 6));
    assert_non_null(index);
    mill_index_init(index, MILL_SIX, 6, index + 1);
    struct mill_build build = {.directory = directory,
                               .index = index,
                               .rules = six,
                               .men = 6,
                               .placing = true,
                               .threads = 2};
    struct error error = {.text = ""};
    if (!mill_build_all(&build, &error))
        fail_msg("%s", error.text);
    free(index);
    game_setup_default(&game_mill, &setup);
    setup.option[MILL_OPTION_VARIANT] = MILL_SIX;
    shelf = mill_shelf_open(directory, six, &error);
    assert_non_null(shelf);
    database = mill_shelf_database(shelf);
    mill_database_use(database);
    return 0;
}

static int remove_all(void **state)
{
    (void)state;
    char command[128];
    mill_database_use(NULL);
    mill_shelf_close(shelf);
    snprintf(command, sizeof command, "rm -rf %s", directory);
    return system(command);
}

/* Brute force: every position with so many men, no symmetry, no order of moves: what follows from
   the values so far is entered again and again until nothing changes. */
enum { MEN = 4, MOST = 1820 }; /* 16 over 4 sets */

static uint16_t number_of[SETS]; /* among the sets with as many points */
static uint16_t set_list[MEN + 1][MOST];
static int set_count[MEN + 1];

struct plain {
    int mover, other;
    uint16_t *values; /* [number of the mover's set][number of the other's] */
};

static void number_sets(void)
{
    for (uint32_t set = 0; set < SETS; set++) {
        int men = bits_count(set);
        if (men > MEN)
            continue;
        number_of[set] = (uint16_t)set_count[men];
        set_list[men][set_count[men]++] = (uint16_t)set;
    }
}

static uint16_t *place_of(const struct plain *plain, uint32_t mover, uint32_t other)
{
    return &plain->values[(size_t)number_of[mover] * MOST + number_of[other]];
}

static uint16_t plain_value(const struct plain *all, const struct mill *board)
{
    uint32_t mover = board->men[board->side], other = board->men[!board->side];
    if (mill_lost(board, six))
        return 0;
    for (const struct plain *plain = all; plain->values; plain++)
        if (plain->mover == bits_count(mover) && plain->other == bits_count(other))
            return *place_of(plain, mover, other);
    fail_msg("not among the positions looked at");
    return 0;
}

/* The value at this distance, OPEN when it is none yet. */
static uint16_t step_value(const struct plain *all, const struct mill *board, int distance)
{
    uint32_t moves[MILL_MOVES_MAX];
    int count = mill_legal_moves(board, six, moves);
    bool lost = true;
    for (int i = 0; i < count; i++) {
        struct mill next = *board;
        mill_play(&next, moves[i]);
        uint16_t reply = plain_value(all, &next);
        if (reply == distance - 1 && !(reply & 1))
            return (uint16_t)distance;
        lost &= reply != OPEN && reply & 1 && reply < distance;
    }
    return lost ? (uint16_t)distance : OPEN;
}

static bool sweep_position(const struct plain *all, const struct plain *plain,
                           const struct mill *board, int distance)
{
    uint16_t *value = place_of(plain, board->men[0], board->men[1]);
    if (*value != OPEN)
        return false;
    uint16_t found = mill_lost(board, six) ? 0 : step_value(all, board, distance);
    if (found == distance)
        *value = found;
    return found == distance;
}

static bool compare_position(const struct plain *all, const struct plain *plain,
                             const struct mill *board, int distance)
{
    (void)all, (void)distance;
    struct mill_fact fact;
    uint16_t value = *place_of(plain, board->men[0], board->men[1]);
    assert_true(mill_database_probe(database, board, six, &fact));
    assert_int_equal(fact.outcome, value == OPEN ? 0 : value & 1 ? 1 : -1);
    assert_true(value == OPEN || fact.plies == value);
    return true;
}

/* Calls `look` for every position; gives how often it was true. */
static int each_position(const struct plain *all, int distance,
                         bool (*look)(const struct plain *, const struct plain *,
                                      const struct mill *, int))
{
    int count = 0;
    for (const struct plain *plain = all; plain->values; plain++)
        for (int i = 0; i < set_count[plain->mover]; i++)
            for (int k = 0; k < set_count[plain->other]; k++) {
                struct mill board = {.men = {set_list[plain->mover][i], set_list[plain->other][k]}};
                if (!(board.men[0] & board.men[1]))
                    count += look(all, plain, &board, distance);
            }
    return count;
}

static void test_brute_force(void **state)
{
    (void)state;
    struct plain all[] = {{3, 3, NULL}, {4, 3, NULL}, {3, 4, NULL}, {0, 0, NULL}};
    size_t bytes = (size_t)MOST * MOST * sizeof(uint16_t);
    number_sets();
    for (int i = 0; i < 3; i++) {
        all[i].values = malloc(bytes);
        assert_non_null(all[i].values);
        memset(all[i].values, 0xff, bytes);
    }
    for (int distance = 0, quiet = 0; quiet < 3; distance++)
        quiet = each_position(all, distance, sweep_position) ? 0 : quiet + 1;
    /* 16 over 3 by 13 over 3; 16 over 4 by 12 over 3, twice */
    assert_int_equal(each_position(all, 0, compare_position), 560 * 286 + 2 * 1820 * 220);
    for (int i = 0; i < 3; i++)
        free(all[i].values);
}

/* Follows the book with one side, every reply of the other, seen through a random symmetry. */
static void follow(const struct mind_book *book, const struct mill *board, int side, int ply,
                   struct random *random, int *asked)
{
    uint32_t moves[MILL_MOVES_MAX];
    if (ply == PLIES)
        return;
    if (ply % 2 != side) {
        int count = mill_legal_moves(board, six, moves);
        for (int i = 0; i < count; i++) {
            struct mill next = *board;
            mill_play(&next, moves[i]);
            if (ply < 3 || random_below(random, 8) == 0) /* all of the first, some of the rest */
                follow(book, &next, side, ply + 1, random, asked);
        }
        return;
    }
    struct mill turned = *board;
    int symmetry = (int)random_below(random, MILL_SYMMETRIES), outcome;
    for (int k = 0; k < 2; k++)
        turned.men[k] = mill_transform(board->men[k], symmetry, MILL_SIX);
    uint32_t move;
    struct mill_fact before, after;
    assert_true(mill_placements_find(book, &turned, six, &move, &outcome));
    assert_true(mill_database_probe(database, &turned, six, &before));
    assert_int_equal(outcome, before.outcome);
    mill_play(&turned, move);
    assert_true(mill_database_probe(database, &turned, six, &after));
    assert_int_equal(after.outcome, -before.outcome); /* nothing is given away */
    assert_true(before.outcome >= 0);
    ++*asked;
    follow(book, &turned, side, ply + 1, random, asked);
}

static void test_book(void **state)
{
    (void)state;
    struct error error = {.text = ""};
    struct mill_placements_plan plan = {
        .setup = &setup, .database = database, .plies = PLIES, .threads = 2};
    struct mill_placements_made made;
    if (!mill_placements_make(&plan, &made, &error))
        fail_msg("%s", error.text);
    struct mind_book book = {made.data, made.size};
    int plies, asked = 0;
    size_t positions;
    assert_true(mill_placements_sizes(&book, &plies, &positions));
    assert_int_equal(plies, PLIES);
    assert_int_equal(positions, made.positions);
    assert_true(made.size < 3 * made.positions);
    struct mill start = {.hand = {6, 6}};
    struct random random;
    random_seed(&random, 3);
    for (int side = 0; side < 2; side++)
        follow(&book, &start, side, 0, &random, &asked);
    assert_true(asked > 500);
    /* what is not in the book is not found, and damage does no harm */
    struct mill foreign = {.men = {0x0007, 0x0700}, .hand = {3, 3}};
    uint32_t move;
    int outcome;
    mill_placements_find(&book, &foreign, six, &move, &outcome);
    for (size_t cut = 0; cut < made.size; cut += 7) {
        struct mind_book torn = {made.data, cut};
        if (mill_placements_sizes(&torn, NULL, NULL))
            mill_placements_find(&torn, &start, six, &move, &outcome);
    }
    free(made.data);
}

/* What a level without faults answers, and where none of them looks: into opened databases. */
static struct mind_answer ask_level(const struct mill *board, void *memory)
{
    static const struct level faultless = {.nodes = 2000};
    struct player player = {.kind = &player_level, .number = 10, .data = &faultless};
    struct random random;
    struct mind_answer answer;
    struct mind_task task = {.game = &game_mill,
                             .setup = &setup,
                             .position = board,
                             .random = &random,
                             .memory = memory};
    random_seed(&random, 5);
    player_level.think(&player, &task, &answer);
    return answer;
}

static void test_levels_do_not_look(void **state)
{
    (void)state;
    void *memory = aligned_alloc(64, (LEVEL_MEMORY + 63) / 64 * 64);
    struct mill board = {.hand = {6, 6}};
    struct random random;
    assert_non_null(memory);
    random_seed(&random, 9);
    for (int ply = 0; ply < 30; ply++) {
        uint32_t moves[MILL_MOVES_MAX];
        int count = mill_legal_moves(&board, six, moves);
        if (!count || mill_lost(&board, six))
            break;
        struct mind_answer with = ask_level(&board, memory);
        mill_database_use(NULL);
        struct mind_answer without = ask_level(&board, memory);
        mill_database_use(database);
        assert_int_equal(with.move, without.move);
        assert_int_equal(with.score, without.score);
        assert_int_equal(with.nodes, without.nodes);
        mill_play(&board, moves[random_below(&random, (uint32_t)count)]);
    }
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brute_force),
        cmocka_unit_test(test_book),
        cmocka_unit_test(test_levels_do_not_look),
    };
    return cmocka_run_group_tests(tests, make_all, remove_all);
}
