/* The bounds of ZR 2's search against slow ones that are easy to see through: units sent one at a
   time, and groups gone through again for every cell. */
#include "../games/zr2_make.h"
#include "minds/zr2/search.h"
#include "sanitized.h"
#include "zr2_random.h"

enum { CELLS = 64, MEMORY = 4 << 20 };

struct slow {
    const struct zr2_level *level;
    bool visited[CELLS], stood[CELLS], lowered[CELLS];
    int leaving[CELLS], entering[CELLS], flow[CELLS][CELLS];
    bool tried[CELLS];
};

static int32_t place_of(const struct zr2_level *level, int32_t cell)
{
    int32_t to = zr2_level_cell(level, cell)->leads_to;
    return to == ZR2_NO_CELL ? cell : to;
}

/* What can be visited and stood on, until nothing is new. */
static void slow_reach(struct slow *slow, const struct zr2 *board)
{
    bool more = true;
    slow->stood[board->player] = true;
    while (more) {
        more = false;
        for (int32_t from = 0; from < slow->level->cells; from++) {
            int32_t count;
            const int32_t *neighbour = zr2_level_neighbours(slow->level, from, &count);
            for (int32_t i = 0; slow->stood[from] && i < count; i++) {
                int32_t cell = neighbour[i];
                if (board->value[cell] <= 0 || slow->visited[cell])
                    continue;
                slow->visited[cell] = slow->stood[place_of(slow->level, cell)] = more = true;
            }
        }
    }
    for (int32_t cell = 0; cell < slow->level->cells; cell++) {
        const struct zr2_cell *visited = zr2_level_cell(slow->level, cell);
        int32_t count = 0;
        const int32_t *member = NULL;
        if (slow->visited[cell] && visited->lowers != ZR2_NO_GROUP && visited->add < 0)
            member = zr2_level_group(slow->level, visited->lowers, &count);
        for (int32_t i = 0; i < count; i++)
            slow->lowered[member[i]] = true;
    }
}

/* One more unit from a place, by steps taken and steps taken back. */
static bool slow_send(struct slow *slow, int32_t from)
{
    int32_t count;
    const int32_t *neighbour = zr2_level_neighbours(slow->level, from, &count);
    for (int32_t i = 0; i < count; i++) {
        int32_t cell = neighbour[i];
        if (slow->tried[cell])
            continue;
        slow->tried[cell] = true;
        bool sent = slow->entering[cell] > 0;
        slow->entering[cell] -= sent;
        for (int32_t other = 0; !sent && other < slow->level->cells; other++)
            if (slow->flow[other][cell] > 0 && slow_send(slow, other)) {
                slow->flow[other][cell]--;
                sent = true;
            }
        slow->flow[from][cell] += sent;
        if (sent)
            return true;
    }
    return false;
}

static int32_t slow_bound(const struct zr2_level *level, const struct zr2 *board, int32_t *sum)
{
    struct slow slow = {.level = level};
    int32_t lowered = 0, flow = 0;
    *sum = 0;
    slow_reach(&slow, board);
    slow.leaving[board->player] = 1;
    for (int32_t cell = 0; cell < level->cells; cell++) {
        int32_t value = board->value[cell];
        *sum += slow.visited[cell] || slow.lowered[cell] ? value : 0;
        lowered += slow.lowered[cell] ? value : 0;
        slow.entering[cell] = slow.visited[cell] && !slow.lowered[cell] ? value : 0;
        slow.leaving[place_of(level, cell)] += slow.visited[cell] ? value : 0;
    }
    for (int32_t from = 0; from < level->cells; from++)
        for (; slow.leaving[from] > 0; slow.leaving[from]--) {
            memset(slow.tried, 0, sizeof slow.tried);
            if (!slow_send(&slow, from))
                break;
            flow++;
        }
    return flow + lowered < *sum ? flow + lowered : *sum;
}

/* Every position of random walks, with the same scratch for all of a level. */
static void test_bounds(void **state)
{
    (void)state;
    static char text[RANDOM_LEVEL_TEXT];
    void *memory = malloc(MEMORY);
    int lower = 0, levels = SANITIZED_SHARE(4000, 400);
    for (int i = 0; i < levels; i++) {
        struct random random;
        struct arena arena;
        struct search_bounds bounds;
        random_split(&random, 11, (uint64_t)i);
        random_level(&random, i % 4, text);
        struct zr2_level *level = level_make(text);
        assert_in_range(level->cells, 1, CELLS);
        struct zr2 *board = calloc(1, zr2_position_size(level));
        arena_init(&arena, memory, MEMORY);
        assert_true(search_bounds_init(&bounds, level, ZR2_NO_CELL, &arena));
        for (int walk = 0; walk < 3; walk++) {
            uint32_t steps[ZR2_STEPS_MAX];
            int count = 1;
            game_zr2.start(&(struct game_setup){.level = level}, board);
            while (count > 0) {
                int32_t sum, bound = slow_bound(level, board, &sum);
                assert_int_equal(search_bound_sum(&bounds, board), sum);
                if (search_bound(&bounds, board, 0) != bound)
                    fail_msg("level %d: bound %d, one unit at a time %d\n%s", i,
                             search_bound(&bounds, board, 0), bound, text);
                lower += bound < sum;
                count = zr2_steps(level, board, steps);
                if (count > 0)
                    zr2_visit(level, board, (int32_t)steps[random_below(&random, (uint32_t)count)]);
            }
        }
        free(board);
        free(level);
    }
    assert_true(lower > levels);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bounds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
