/* JSON that is written into memory, as much of it as it takes (base/json_out.h).

       struct json_text text;
       struct json_out *json = json_text_begin(&text);
       json_out_integer(json, "answer", 42);
       char *object = json_text_end(&text);      the caller frees it; NULL when memory ran out */
#ifndef LAB_JSON_TEXT_H
#define LAB_JSON_TEXT_H

#include "base/json_out.h"

struct json_text {
    struct json_out json;
    char *start; /* NULL once memory has run out */
    size_t length, room;
};

/* Begins an object; `text` must not move until it ends. */
struct json_out *json_text_begin(struct json_text *text);
char *json_text_end(struct json_text *text);

#endif
