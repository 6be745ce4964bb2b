/* Texts that grow in a heap. A heap has no way to make memory larger, so each size is twice the
   last. */
#include "ports/library/inside.h"

#include <string.h>

enum { FIRST_ROOM = 1024 };

static bool make_room(struct library_text *text, size_t bytes)
{
    size_t room = text->room ? text->room : FIRST_ROOM;
    if (text->failed || bytes <= text->room)
        return !text->failed;
    while (room < bytes)
        room *= 2;
    char *larger = heap_take(text->heap, room);
    if (!larger) {
        text->failed = true;
        return error_machine(library_errors(), "out of memory for a text of %zu bytes", bytes);
    }
    if (text->length)
        memcpy(larger, text->start, text->length);
    larger[text->length] = 0;
    heap_give(text->heap, text->start);
    text->start = larger;
    text->room = room;
    return true;
}

void library_put(void *sink, const char *bytes, size_t length)
{
    struct library_text *text = sink;
    if (!make_room(text, text->length + length + 1))
        return;
    memcpy(text->start + text->length, bytes, length);
    text->length += length;
    text->start[text->length] = 0;
}

void library_text_free(struct library_text *text)
{
    heap_give(text->heap, text->start);
    *text = (struct library_text){.heap = text->heap};
}

const char *library_given_out(potez *game,
                              void (*write)(const struct session *session, struct text *text))
{
    struct library_text *own = &game->text;
    own->length = 0;
    own->failed = false;
    size_t wanted = FIRST_ROOM;
    while (make_room(own, wanted)) {
        struct text text;
        text_init(&text, own->start, own->room);
        write(game->opened.session, &text);
        if (text_fits(&text))
            return own->start;
        wanted = text.length + 1;
    }
    return NULL;
}
