/* Memory doubles when it is full. When there is no more, the text is dropped and its writer writes
   into the void. */
#include "lab/json_text.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1024 };

static void grow(void *sink, const char *bytes, size_t length)
{
    struct json_text *text = sink;
    if (!text->start)
        return;
    if (text->length + length + 1 > text->room) {
        size_t room = 2 * (text->length + length + 1);
        char *more = realloc(text->start, room);
        if (!more)
            free(text->start);
        text->start = more;
        text->room = room;
        if (!more)
            return;
    }
    memcpy(text->start + text->length, bytes, length);
    text->length += length;
    text->start[text->length] = 0;
}

struct json_out *json_text_begin(struct json_text *text)
{
    text->start = malloc(FIRST_ROOM);
    text->length = 0;
    text->room = FIRST_ROOM;
    json_out_begin(&text->json, grow, text);
    return &text->json;
}

char *json_text_end(struct json_text *text)
{
    json_out_end(&text->json);
    return text->start;
}
