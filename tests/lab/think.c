/* Thinking with several workers, seen through players made for the purpose. */
#include "lab/think.h"

#include "base/clock.h"
#include "games/connect4/connect4.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static atomic_int asked, stopped_helpers;

/* Worker 0 answers once all are there; the others wait to be stopped. */
static void think_witness(const struct player *player, const struct mind_task *task,
                          struct mind_answer *answer)
{
    mind_answer_clear(answer);
    assert_non_null(task->memory);
    assert_int_equal((uintptr_t)task->memory % 64, 0);
    memset(task->memory, task->worker, player->kind->memory);
    atomic_fetch_add(&asked, 1);
    uint64_t limit = clock_microseconds() + 20000000;
    if (task->worker == 0) {
        while (atomic_load(&asked) < player->number && clock_microseconds() < limit)
            ;
    } else {
        while (!atomic_load(task->stop) && clock_microseconds() < limit)
            ;
        atomic_fetch_add(&stopped_helpers, atomic_load(task->stop));
    }
    answer->move = (uint32_t)task->worker;
    answer->nodes = task->limits.nodes;
}

static const struct player_kind witness = {
    .name = "witness",
    .limits = true,
    .parallel = true,
    .memory = 1000,
    .think = think_witness,
};

static struct mind_task task_of(struct random *random)
{
    static struct game_setup setup;
    static struct connect4 start;
    game_setup_default(&game_connect4, &setup);
    game_connect4.start(&setup, &start);
    random_seed(random, 1);
    return (struct mind_task){.game = &game_connect4,
                              .setup = &setup,
                              .position = &start,
                              .random = random,
                              .limits = {.nodes = 4000}};
}

static void worker_zero_counts(void **state)
{
    (void)state;
    struct thinker thinker;
    struct random random;
    struct mind_answer answer;
    struct error error;
    struct player player = {.kind = &witness, .number = 4};
    struct mind_task task = task_of(&random);
    assert_true(think_open(&thinker, 4, 1 << 16, &error));
    for (int i = 0; i < 20; i++) {
        atomic_store(&asked, 0);
        atomic_store(&stopped_helpers, 0);
        assert_true(think_ask(&thinker, &player, &task, &answer, &error));
        assert_int_equal(answer.move, 0);
        assert_int_equal(answer.nodes, 4000); /* the limit was divided, the sum is whole */
        assert_int_equal(atomic_load(&stopped_helpers), 3);
    }
    think_close(&thinker);
}

/* Worker 0 is alone until it calls, which it does for every second question. */
static void think_calling(const struct player *player, const struct mind_task *task,
                          struct mind_answer *answer)
{
    if (task->worker == 0 && player->number > 1)
        task->call(task->caller);
    think_witness(player, task, answer);
}

static const struct player_kind calling = {
    .name = "calling",
    .limits = true,
    .parallel = true,
    .calls = true,
    .memory = 1000,
    .think = think_calling,
};

static void helpers_come_when_called(void **state)
{
    (void)state;
    struct thinker thinker;
    struct random random;
    struct mind_answer answer;
    struct error error;
    struct mind_task task = task_of(&random);
    assert_true(think_open(&thinker, 3, 1 << 16, &error));
    for (int i = 0; i < 20; i++) {
        struct player player = {.kind = &calling, .number = i % 2 ? 3 : 1};
        atomic_store(&asked, 0);
        atomic_store(&stopped_helpers, 0);
        assert_true(think_ask(&thinker, &player, &task, &answer, &error));
        assert_int_equal(atomic_load(&asked), player.number);
        assert_int_equal(atomic_load(&stopped_helpers), player.number - 1);
    }
    think_close(&thinker);
}

/* A search that has been stopped before it began still gives a legal move. */
static void stopped_at_once(void **state)
{
    (void)state;
    struct thinker thinker;
    struct random random;
    struct mind_answer answer;
    struct error error;
    struct player player;
    atomic_bool stop = true;
    struct mind_task task = task_of(&random);
    task.limits = (struct mind_limits){.microseconds = 20000000};
    task.stop = &stop;
    const struct mind *mind = mind_of(&game_connect4);
    assert_true(player_read(mind, mind->best, &player, &error));
    assert_true(think_open(&thinker, 2, 1 << 20, &error));
    uint64_t started = clock_microseconds();
    assert_true(think_ask(&thinker, &player, &task, &answer, &error));
    assert_true(clock_microseconds() - started < 5000000);
    assert_true(game_is_legal(task.game, task.setup, task.position, answer.move));
    think_close(&thinker);
}

/* After think_forget the same question takes the same work as the first time. */
static void forgetting_is_complete(void **state)
{
    (void)state;
    struct thinker thinker;
    struct random random;
    struct mind_answer first, again, fresh;
    struct error error;
    struct player player;
    struct mind_task task = task_of(&random);
    task.limits = (struct mind_limits){.depth = 8};
    const struct mind *mind = mind_of(&game_connect4);
    assert_true(player_read(mind, mind->best, &player, &error));
    assert_true(think_open(&thinker, 1, 1 << 22, &error));
    assert_true(think_ask(&thinker, &player, &task, &first, &error));
    assert_true(think_ask(&thinker, &player, &task, &again, &error));
    think_forget(&thinker);
    assert_true(think_ask(&thinker, &player, &task, &fresh, &error));
    assert_true(again.nodes < first.nodes);
    assert_int_equal(fresh.nodes, first.nodes);
    assert_int_equal(fresh.move, first.move);
    think_close(&thinker);
}

static void no_such_memory(void **state)
{
    (void)state;
    struct thinker thinker;
    struct error error = {.text = ""};
    assert_false(think_open(&thinker, 1, (size_t)1 << 60, &error));
    assert_non_null(strstr(error.text, "memory"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worker_zero_counts), cmocka_unit_test(helpers_come_when_called),
        cmocka_unit_test(stopped_at_once),    cmocka_unit_test(forgetting_is_complete),
        cmocka_unit_test(no_such_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
