/* The wire over MPI. Only the thread that opened it calls MPI (MPI_THREAD_FUNNELED). Waiting is
   done by testing, a millisecond of spinning and then naps of up to half a millisecond: the
   blocking calls of common MPI implementations burn a whole core, which the worker threads of
   the same machine need. */
#include "lab/cluster_wire.h"

#include "base/clock.h"
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define TEXT_OF_(x) #x
#define TEXT_OF(x) TEXT_OF_(x)

#if defined OMPI_MAJOR_VERSION
const char *const wire_kind =
    "Open MPI " TEXT_OF(OMPI_MAJOR_VERSION) "." TEXT_OF(OMPI_MINOR_VERSION);
#elif defined MPICH_VERSION
const char *const wire_kind = "MPICH " MPICH_VERSION;
#else
const char *const wire_kind = "MPI";
#endif

enum {
    TAG = 1,
    SPIN = 1000,    /* microseconds of polling without a break */
    NAP_FIRST = 20, /* microseconds between polls after that, doubled up to */
    NAP_LAST = 500,
};

static MPI_Request awaited = MPI_REQUEST_NULL, sending = MPI_REQUEST_NULL;
static int own_rank;
static char *inbox; /* the message received last */
static size_t inbox_room;

static void wait_for(MPI_Request *request)
{
    uint64_t started = clock_microseconds();
    long nap = NAP_FIRST;
    for (int done = 0;;) {
        MPI_Test(request, &done, MPI_STATUS_IGNORE);
        if (done)
            return;
        if (clock_microseconds() - started < SPIN) {
            sched_yield();
            continue;
        }
        struct timespec pause = {0, nap * 1000};
        nanosleep(&pause, NULL);
        nap = nap * 2 < NAP_LAST ? nap * 2 : NAP_LAST;
    }
}

bool wire_open(int *rank, int *size, int *local_ranks, struct error *error)
{
    int level;
    MPI_Comm local;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS ||
        level < MPI_THREAD_FUNNELED)
        return error_set(error, "MPI does not work in a program with threads");
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    MPI_Comm_size(MPI_COMM_WORLD, size);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &local);
    MPI_Comm_size(local, local_ranks);
    MPI_Comm_free(&local);
    own_rank = *rank;
    return true;
}

/* A long message is not sent until somebody receives it, so all receive what comes until all are
   here.
 */
void wire_close(void)
{
    MPI_Request all = MPI_REQUEST_NULL;
    size_t bytes;
    int rank, done = 0;
    for (bool here = false; !done;) {
        if (!here && wire_sent()) {
            MPI_Ibarrier(MPI_COMM_WORLD, &all);
            here = true;
        }
        while (wire_receive(&bytes, &rank))
            continue;
        if (here)
            MPI_Test(&all, &done, MPI_STATUS_IGNORE);
        if (!done)
            nanosleep(&(struct timespec){0, NAP_FIRST * 1000}, NULL);
    }
    free(inbox);
    MPI_Finalize();
}

void wire_abort(const char *reason)
{
    char host[MPI_MAX_PROCESSOR_NAME];
    int length;
    MPI_Get_processor_name(host, &length);
    dprintf(2, "potez: rank %d on %.*s gave up: %s\n", own_rank, length, host, reason);
    MPI_Abort(MPI_COMM_WORLD, 3);
    abort();
}

void wire_broadcast(void *data, size_t bytes)
{
    enum { PART = 1 << 30 }; /* MPI counts in int */
    for (size_t done = 0; done < bytes;) {
        size_t part = bytes - done < PART ? bytes - done : PART;
        MPI_Request request;
        MPI_Ibcast((char *)data + done, (int)part, MPI_BYTE, 0, MPI_COMM_WORLD, &request);
        wait_for(&request);
        done += part;
    }
}

void wire_await(void *data, size_t bytes)
{
    MPI_Ibcast(data, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD, &awaited);
}

bool wire_came(void)
{
    int done;
    MPI_Test(&awaited, &done, MPI_STATUS_IGNORE);
    return done;
}

void wire_send(int rank, const void *data, size_t bytes)
{
    MPI_Isend(data, (int)bytes, MPI_BYTE, rank, TAG, MPI_COMM_WORLD, &sending);
}

bool wire_sent(void)
{
    int done;
    MPI_Test(&sending, &done, MPI_STATUS_IGNORE);
    return done;
}

const void *wire_receive(size_t *bytes, int *rank)
{
    MPI_Status status;
    int there, length;
    MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, &status);
    if (!there)
        return NULL;
    MPI_Get_count(&status, MPI_BYTE, &length);
    if (!inbox || inbox_room < (size_t)length) {
        free(inbox);
        inbox_room = (size_t)length * 2 + 64;
        inbox = malloc(inbox_room);
        if (!inbox)
            wire_abort("out of memory for a message");
    }
    MPI_Recv(inbox, length, MPI_BYTE, status.MPI_SOURCE, TAG, MPI_COMM_WORLD, &status);
    *bytes = (size_t)length;
    *rank = status.MPI_SOURCE;
    return inbox;
}
