/* Writes one JSON object a line.

   json_begin, then members in order, then json_end; arrays and objects nest with json_open and
   json_close. `name` is NULL inside an array. Text is escaped; bytes that are not UTF-8 become
   U+FFFD. Numbers that are not finite become null. It does not read JSON. */
#ifndef PORTS_CLI_JSON_H
#define PORTS_CLI_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define JSON_DEPTH 8

/* The library with which the server reads JSON has functions of these names, too, and both are in
   one program. */
#define json_integer json_write_integer
#define json_null json_write_null

struct json {
    FILE *file;
    int depth;
    bool empty[JSON_DEPTH]; /* nothing written yet at this depth */
    char end[JSON_DEPTH];
};

void json_begin(struct json *json, FILE *file);
void json_end(struct json *json); /* the closing brace and the end of the line */

void json_open(struct json *json, const char *name, char bracket); /* '[' or '{' */
void json_close(struct json *json);

void json_text(struct json *json, const char *name, const char *text); /* NULL becomes null */
void json_integer(struct json *json, const char *name, int64_t number);
void json_unsigned(struct json *json, const char *name, uint64_t number);
void json_number(struct json *json, const char *name, double number, int decimals);
void json_hundredths(struct json *json, const char *name, int64_t hundredths); /* 150 as 1.5 */
void json_boolean(struct json *json, const char *name, bool value);
void json_null(struct json *json, const char *name);

#endif
