/* The page's threads, with those of the operating system in place of a browser's workers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ports/browser/crew.h"
#include "ports/browser/host.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { HELPERS = 3, QUESTIONS = 500 };

void browser_help(void);
void browser_threads(uint32_t most);

static atomic_int calls[CREW_MOST], under_way;
static atomic_bool stop, astray;
static int members;

void *host_memory(size_t bytes)
{
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

void host_report(uint32_t length)
{
    (void)length;
}

void host_wait(_Atomic uint32_t *word, uint32_t value)
{
    if (atomic_load(word) == value)
        sched_yield();
}

void host_wake(_Atomic uint32_t *word)
{
    (void)word;
}

/* Helpers go on until the leader has ended, as in a search. */
static void work(int member)
{
    atomic_fetch_add(&under_way, 1);
    atomic_fetch_add(&calls[member], 1);
    if (member >= members)
        atomic_store(&astray, true);
    while (member > 0 && !atomic_load(&stop))
        sched_yield();
    for (int i = 0; member == 0 && i < 3; i++)
        sched_yield(); /* time for the others to come */
    if (member == 0)
        atomic_store(&stop, true);
    atomic_fetch_sub(&under_way, 1);
}

static void ask(int count)
{
    int before[CREW_MOST];
    for (int i = 0; i < CREW_MOST; i++)
        before[i] = atomic_load(&calls[i]);
    members = count;
    atomic_store(&stop, false);
    crew_work(count, work);
    assert_int_equal(atomic_load(&under_way), 0);
    assert_false(atomic_load(&astray));
    assert_int_equal(atomic_load(&calls[0]) - before[0], 1);
    for (int i = 1; i < CREW_MOST; i++)
        assert_in_range(atomic_load(&calls[i]) - before[i], 0, i < count);
}

static void *helper(void *argument)
{
    (void)argument;
    browser_help();
    return NULL;
}

static void alone_at_first(void **state)
{
    (void)state;
    assert_int_equal(crew_count(), 1);
    ask(1);
    for (int i = 1; i < CREW_MOST; i++)
        assert_int_equal(atomic_load(&calls[i]), 0);
}

static void helpers_come_while_questions_are_asked(void **state)
{
    (void)state;
    for (int i = 0; i < HELPERS; i++) {
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, helper, NULL), 0);
        pthread_detach(thread);
        for (int question = 0; question < QUESTIONS / 10; question++)
            ask(crew_count());
    }
    while (crew_count() < 1 + HELPERS)
        sched_yield();
}

static bool all_were_called(void)
{
    for (int i = 1; i <= HELPERS; i++)
        if (atomic_load(&calls[i]) == 0)
            return false;
    return true;
}

/* On a busy machine a short question may be over before a helper gets its turn, so questions are
   asked until each has had one; a crew that never calls one runs into the test's time limit. */
static void every_question_ends_with_all(void **state)
{
    (void)state;
    for (int question = 0; question < QUESTIONS || !all_were_called(); question++)
        ask(1 + question % crew_count());
}

static void no_more_than_wanted(void **state)
{
    (void)state;
    browser_threads(2);
    assert_int_equal(crew_count(), 2);
    browser_threads(0);
    assert_int_equal(crew_count(), 1);
    browser_threads(100);
    assert_int_equal(crew_count(), 1 + HELPERS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alone_at_first),
        cmocka_unit_test(helpers_come_while_questions_are_asked),
        cmocka_unit_test(every_question_ends_with_all),
        cmocka_unit_test(no_more_than_wanted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
