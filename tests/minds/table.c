/* The transposition table: what is stored is found, nothing else is, and threads do no harm. */
#include "minds/table.h"
#include "base/random.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { BYTES = 1 << 16 };
static _Alignas(64) char memory[BYTES];

/* A fact that can be recognised as belonging to its key. */
static struct table_fact fact_of(uint64_t key)
{
    return (struct table_fact){(int16_t)(key >> 8), (uint8_t)(key >> 24), TABLE_EXACT,
                               (uint32_t)(key >> 40) & 0xffffffu};
}

static void assert_belongs(uint64_t key, const struct table_fact *fact)
{
    struct table_fact right = fact_of(key);
    assert_int_equal(fact->value, right.value);
    assert_int_equal(fact->depth, right.depth);
    assert_int_equal(fact->bound, right.bound);
    assert_int_equal(fact->move, right.move);
}

static void finds_what_it_stored(void **state)
{
    (void)state;
    struct table table;
    struct random random;
    struct table_fact fact;
    table_init(&table, memory, BYTES);
    random_seed(&random, 1);
    for (int i = 0; i < 100000; i++) {
        uint64_t key = random_next(&random), other = random_next(&random);
        fact = fact_of(key);
        table_store(&table, key, &fact);
        assert_true(table_find(&table, key, &fact));
        assert_belongs(key, &fact);
        if (table_find(&table, other, &fact))
            assert_belongs(other, &fact);
    }
    table_clear(&table);
    random_seed(&random, 1);
    for (int i = 0; i < 1000; i++)
        assert_false(table_find(&table, random_next(&random), &fact));
}

static void deep_facts_stay(void **state)
{
    (void)state;
    struct table table;
    table_init(&table, memory, 64); /* one bucket */
    struct table_fact deep = {1, 200, TABLE_LOWER, 5}, shallow = {2, 1, TABLE_UPPER, 6}, found;
    table_store(&table, 1, &deep);
    for (uint64_t key = 2; key < 100; key++)
        table_store(&table, key, &shallow);
    assert_true(table_find(&table, 1, &found));
    assert_int_equal(found.depth, 200);
}

static void works_without_memory(void **state)
{
    (void)state;
    struct table table;
    struct table_fact fact = {0};
    table_init(&table, NULL, 0);
    table_store(&table, 1, &fact);
    assert_false(table_find(&table, 1, &fact));
    table_clear(&table);
}

static struct table shared;
static atomic_int strangers;

static void *hammer(void *seed)
{
    struct random random;
    random_seed(&random, (uint64_t)(uintptr_t)seed);
    for (int i = 0; i < 200000; i++) {
        uint64_t key = hash_mix(random_below(&random, 20000));
        struct table_fact fact, right = fact_of(key);
        if (table_find(&shared, key, &fact) &&
            (fact.value != right.value || fact.move != right.move || fact.depth != right.depth))
            strangers++;
        table_store(&shared, key, &right);
    }
    return NULL;
}

static void threads_read_no_mixtures(void **state)
{
    (void)state;
    pthread_t threads[4];
    table_init(&shared, memory, BYTES);
    for (uintptr_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, hammer, (void *)i), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(strangers, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_it_stored),
        cmocka_unit_test(deep_facts_stay),
        cmocka_unit_test(works_without_memory),
        cmocka_unit_test(threads_read_no_mixtures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
