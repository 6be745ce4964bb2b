/* WebSocket messages: a few of them, one per line, from two clients in turn, who sit in the same
   room when the first line makes one. Whatever comes, answers are JSON objects with an event.
   "$ROOM", "$INVITE" and "$TOKEN" stand for what the first answer said. */
#include "input.h"
#include "serving.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGES = 16 };

static char room[STORE_NAME + 1], invite[TOKEN_LENGTH + 1], token[TOKEN_LENGTH + 1];

static void remember(const json_t *message, const char *name, char *text, size_t size)
{
    const char *found = json_string_value(json_object_get(message, name));
    if (found && strlen(found) < size)
        memcpy(text, found, strlen(found) + 1);
}

void serving_heard(const char *text, size_t length)
{
    json_t *message = json_loadb(text, length, 0, NULL);
    PROMISE(json_is_object(message));
    PROMISE(json_is_string(json_object_get(message, "event")));
    remember(message, "room", room, sizeof room);
    remember(message, "invite", invite, sizeof invite);
    remember(message, "token", token, sizeof token);
    json_decref(message);
}

/* Puts what is known in the place of the names. */
static size_t fill_in(const char *from, size_t length, char *to, size_t room_left)
{
    static const struct {
        const char *name, *value;
    } names[] = {{"$ROOM", room}, {"$INVITE", invite}, {"$TOKEN", token}};
    size_t at = 0;
    for (size_t i = 0; i < length && at + 64 < room_left;) {
        const char *value = NULL;
        for (size_t n = 0; n < 3 && !value; n++)
            if (length - i >= strlen(names[n].name) &&
                memcmp(from + i, names[n].name, strlen(names[n].name)) == 0) {
                value = names[n].value;
                i += strlen(names[n].name);
            }
        if (value)
            at += (size_t)snprintf(to + at, room_left - at, "%s", value);
        else
            to[at++] = from[i++];
    }
    return at;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[8192];
    struct service *service = serving();
    struct service_socket sockets[2];
    for (int i = 0; i < 2; i++)
        service_socket_open(service, &sockets[i], NULL);
    size_t at = 0;
    for (int number = 0; at < size && number < MESSAGES; number++) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t length = end ? (size_t)(end - data) - at : size - at;
        size_t filled = fill_in((const char *)data + at, length, text, sizeof text);
        char *exact = malloc(filled ? filled : 1);
        memcpy(exact, text, filled);
        service_message(&sockets[number % 2], exact, filled);
        free(exact);
        serving_settle(service);
        at += length + 1;
    }
    for (int i = 0; i < 2; i++)
        service_socket_close(&sockets[i]);
    return 0;
}
