/* The wire of a program that was built without MPI: there is nobody else. */
#include "lab/cluster_wire.h"

#include <stdlib.h>

const char *const wire_kind = "none";

bool wire_open(int *rank, int *size, int *local_ranks, struct error *error)
{
    *rank = 0;
    *size = *local_ranks = 1;
    return error_set(error, "this potez was built without MPI and cannot share its work with other "
                            "processes; meson setup -Dmpi=enabled makes one that can");
}

void wire_close(void)
{
}

void wire_abort(const char *reason)
{
    (void)reason;
    abort();
}

void wire_broadcast(void *data, size_t bytes)
{
    (void)data;
    (void)bytes;
}

void wire_await(void *data, size_t bytes)
{
    (void)data;
    (void)bytes;
}

bool wire_came(void)
{
    return true;
}

void wire_send(int rank, const void *data, size_t bytes)
{
    (void)rank;
    (void)data;
    (void)bytes;
}

bool wire_sent(void)
{
    return true;
}

const void *wire_receive(size_t *bytes, int *rank)
{
    (void)bytes;
    (void)rank;
    return NULL;
}
