/* Writes JSON, one value after another, without the C library.

   json_out_begin opens an object; members follow in order; json_out_end closes whatever is still
   open. Arrays and objects nest with json_out_open and json_out_close. `name` is NULL inside an
   array. Every byte goes to `put` as soon as it is known, so nothing is kept or limited here: a
   program prints, a server collects, the page fills its buffer. Text is escaped; bytes that are not
   UTF-8 become U+FFFD. Numbers that are not finite become null. It does not read JSON. */
#ifndef BASE_JSON_OUT_H
#define BASE_JSON_OUT_H

#include "base/text.h"

#define JSON_OUT_DEPTH 16

struct json_out {
    void (*put)(void *sink, const char *bytes, size_t length);
    void *sink;
    int depth;
    bool empty[JSON_OUT_DEPTH]; /* nothing written yet at this depth */
    char end[JSON_OUT_DEPTH];
};

void json_out_begin(struct json_out *json,
                    void (*put)(void *sink, const char *bytes, size_t length), void *sink);
void json_out_end(struct json_out *json);
/* A sink that fills a struct text. */
void json_out_put_text(void *text, const char *bytes, size_t length);

void json_out_open(struct json_out *json, const char *name, char bracket); /* '[' or '{' */
void json_out_close(struct json_out *json);

void json_out_text(struct json_out *json, const char *name, const char *text); /* NULL: null */
void json_out_part(struct json_out *json, const char *name, const char *text, size_t length);
void json_out_integer(struct json_out *json, const char *name, int64_t number);
void json_out_unsigned(struct json_out *json, const char *name, uint64_t number);
void json_out_number(struct json_out *json, const char *name, double number, int decimals);
/* 150 as 1.5 */
void json_out_hundredths(struct json_out *json, const char *name, int64_t hundredths);
void json_out_boolean(struct json_out *json, const char *name, bool value);
void json_out_null(struct json_out *json, const char *name);
void json_out_raw(struct json_out *json, const char *name, const char *value); /* JSON already */

#endif
