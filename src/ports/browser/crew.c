/* Threads in a browser, on shared memory and two atomic counters.

   `call` is odd while a question is open; helpers sleep on it with the browser's atomic wait. A
   helper that wakes first counts itself in (`inside`) and then checks that the question is still
   open, and the leader first closes the question and then waits until nobody is inside.
   Whichever order these four steps take, either the helper sees that it is too late or the
   leader sees the helper, so nobody works on a question that is gone. */
#include "ports/browser/crew.h"

#include "ports/browser/host.h"
#include <stdatomic.h>

enum { ALONE = 1, STACK_ALIGNMENT = 16 };

static _Atomic uint32_t helpers; /* that have come */
static _Atomic uint32_t call;    /* odd while a question is open, another one for every question */
static _Atomic uint32_t inside;  /* helpers that may be at it */
static int wanted = CREW_MOST;   /* see browser_threads */
static int invited;              /* members of the open question */
static void (*work_of_all)(int member);

int crew_count(void)
{
    int there = ALONE + (int)atomic_load(&helpers);
    return there < wanted ? there : wanted;
}

/* A helper first says that it is inside and then looks whether the question is still open; the
   leader first closes it and then looks whether anyone is inside. So one of them sees the other. */
void crew_work(int members, void (*work)(int member))
{
    if (members <= ALONE) {
        work(0);
        return;
    }
    work_of_all = work;
    invited = members;
    atomic_fetch_add(&call, 1);
    host_wake(&call);
    work(0);
    atomic_fetch_add(&call, 1);
    for (uint32_t left; (left = atomic_load(&inside)) != 0;)
        host_wait(&inside, left);
}

/* The life of a helper. */
BROWSER_EXPORT(browser_help) void browser_help(void);
void browser_help(void)
{
    int member = ALONE + (int)atomic_fetch_add(&helpers, 1);
    for (uint32_t done = 0;;) {
        uint32_t now = atomic_load(&call);
        if (now % 2 == 0 || now == done) {
            host_wait(&call, now);
            continue;
        }
        done = now;
        atomic_fetch_add(&inside, 1);
        if (atomic_load(&call) == now && member < invited)
            work_of_all(member);
        atomic_fetch_sub(&inside, 1);
        host_wake(&inside);
    }
}

/* A stack for one more helper: where it begins, which is its upper end, or 0 without memory. The
   leader asks, because a helper can call nothing before it has a stack. */
BROWSER_EXPORT(browser_stack) uint32_t browser_stack(uint32_t bytes);
uint32_t browser_stack(uint32_t bytes)
{
    bytes -= bytes % STACK_ALIGNMENT;
    char *stack = host_memory(bytes);
    return stack ? (uint32_t)(uintptr_t)(stack + bytes) : 0;
}

/* From now on no more than so many search together. */
BROWSER_EXPORT(browser_threads) void browser_threads(uint32_t most);
void browser_threads(uint32_t most)
{
    wanted = most < ALONE ? ALONE : most < CREW_MOST ? (int)most : CREW_MOST;
}
