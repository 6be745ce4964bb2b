#include "ports/cli/json.h"

#include "base/assert.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Length of the UTF-8 character at `s`, 0 when it is none. */
static int utf8_length(const unsigned char *s)
{
    if (s[0] < 0x80)
        return 1;
    int length = s[0] >= 0xc2 && s[0] < 0xe0   ? 2
                 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3
                 : s[0] >= 0xf0 && s[0] < 0xf5 ? 4
                                               : 0;
    for (int i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    bool outside = (s[0] == 0xed && s[1] >= 0xa0) || (s[0] == 0xf4 && s[1] >= 0x90);
    return overlong || outside ? 0 : length;
}

static void write_text(FILE *file, const char *text)
{
    fputc('"', file);
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        int length = utf8_length(s);
        if (*s == '"' || *s == '\\')
            fprintf(file, "\\%c", *s);
        else if (*s == '\n')
            fputs("\\n", file);
        else if (*s < 0x20 || *s == 0x7f)
            fprintf(file, "\\u%04x", *s);
        else if (length == 0)
            fputs("\xef\xbf\xbd", file);
        else
            fwrite(s, 1, (size_t)length, file);
        s += length ? length : 1;
    }
    fputc('"', file);
}

static void push(struct json *json, char bracket)
{
    ASSERT(json->depth < JSON_DEPTH);
    fputc(bracket, json->file);
    json->empty[json->depth] = true;
    json->end[json->depth++] = bracket == '[' ? ']' : '}';
}

/* The comma and the name before a value. */
static void begin_value(struct json *json, const char *name)
{
    if (!json->empty[json->depth - 1])
        fputc(',', json->file);
    json->empty[json->depth - 1] = false;
    if (name) {
        write_text(json->file, name);
        fputc(':', json->file);
    }
}

void json_begin(struct json *json, FILE *file)
{
    *json = (struct json){.file = file};
    push(json, '{');
}

void json_end(struct json *json)
{
    while (json->depth > 0)
        json_close(json);
    fputc('\n', json->file);
}

void json_open(struct json *json, const char *name, char bracket)
{
    begin_value(json, name);
    push(json, bracket);
}

void json_close(struct json *json)
{
    fputc(json->end[--json->depth], json->file);
}

void json_text(struct json *json, const char *name, const char *text)
{
    begin_value(json, name);
    if (text)
        write_text(json->file, text);
    else
        fputs("null", json->file);
}

void json_integer(struct json *json, const char *name, int64_t number)
{
    begin_value(json, name);
    fprintf(json->file, "%" PRId64, number);
}

void json_unsigned(struct json *json, const char *name, uint64_t number)
{
    begin_value(json, name);
    fprintf(json->file, "%" PRIu64, number);
}

void json_number(struct json *json, const char *name, double number, int decimals)
{
    begin_value(json, name);
    if (isfinite(number))
        fprintf(json->file, "%.*f", decimals, number);
    else
        fputs("null", json->file);
}

void json_hundredths(struct json *json, const char *name, int64_t hundredths)
{
    int decimals = hundredths % 100 == 0 ? 0 : hundredths % 10 == 0 ? 1 : 2;
    json_number(json, name, (double)hundredths / 100, decimals);
}

void json_boolean(struct json *json, const char *name, bool value)
{
    begin_value(json, name);
    fputs(value ? "true" : "false", json->file);
}

void json_null(struct json *json, const char *name)
{
    begin_value(json, name);
    fputs("null", json->file);
}
