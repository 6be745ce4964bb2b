/* In place of model_network.c where there are no networks. */
#include "minds/othello/network.h"

size_t othello_network_room(void)
{
    return 0;
}

bool othello_network_read(const void *bytes, size_t length, struct othello_network *network,
                          struct error *error)
{
    (void)bytes, (void)length, (void)network;
    return error_set(error, "this model has a network beside its patterns, which only the program "
                            "on a computer can use, not the page");
}

size_t othello_network_write(const struct othello_network *network, void *bytes, size_t room)
{
    (void)network, (void)bytes;
    return room + 1;
}
