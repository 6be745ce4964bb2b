/* Numbers are written by hand, since there is no C library: a decimal is a whole number with a
   point put into it, so that the same value has the same digits everywhere. */
#include "base/json_out.h"

#include "base/assert.h"

enum { NUMBER_TEXT = 48, DECIMALS_MOST = 9 };

static void put(struct json_out *json, const char *string)
{
    json->put(json->sink, string, text_length(string));
}

void json_out_put_text(void *text, const char *bytes, size_t length)
{
    text_add_part(text, bytes, length);
}

/* Length of the UTF-8 character at `s`, where `left` bytes remain; 0 when it is not valid. */
static size_t utf8_length(const unsigned char *s, size_t left)
{
    if (s[0] < 0x80)
        return 1;
    size_t length = s[0] >= 0xc2 && s[0] < 0xe0   ? 2
                    : s[0] >= 0xe0 && s[0] < 0xf0 ? 3
                    : s[0] >= 0xf0 && s[0] < 0xf5 ? 4
                                                  : 0;
    if (length == 0 || length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    bool outside = (s[0] == 0xed && s[1] >= 0xa0) || (s[0] == 0xf4 && s[1] >= 0x90);
    return overlong || outside ? 0 : length;
}

static void put_escaped(struct json_out *json, unsigned char c)
{
    static const char digits[] = "0123456789abcdef";
    if (c == '"' || c == '\\')
        json->put(json->sink, (char[]){'\\', (char)c}, 2);
    else if (c == '\n')
        put(json, "\\n");
    else
        json->put(json->sink, (char[]){'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]}, 6);
}

static bool is_plain(unsigned char c)
{
    return c != '"' && c != '\\' && c >= 0x20 && c != 0x7f;
}

static void put_string(struct json_out *json, const char *text, size_t length)
{
    put(json, "\"");
    for (size_t at = 0; at < length;) {
        const unsigned char *s = (const unsigned char *)text + at;
        size_t character = utf8_length(s, length - at);
        if (character == 0)
            put(json, "\xef\xbf\xbd");
        else if (is_plain(*s))
            json->put(json->sink, text + at, character);
        else
            put_escaped(json, *s);
        at += character ? character : 1;
    }
    put(json, "\"");
}

static void push(struct json_out *json, char bracket)
{
    ASSERT(json->depth < JSON_OUT_DEPTH);
    json->put(json->sink, &bracket, 1);
    json->empty[json->depth] = true;
    json->end[json->depth++] = bracket == '[' ? ']' : '}';
}

/* The comma and the name before a value. */
static void begin_value(struct json_out *json, const char *name)
{
    if (!json->empty[json->depth - 1])
        put(json, ",");
    json->empty[json->depth - 1] = false;
    if (name) {
        put_string(json, name, text_length(name));
        put(json, ":");
    }
}

void json_out_begin(struct json_out *json, void (*sink_put)(void *, const char *, size_t),
                    void *sink)
{
    *json = (struct json_out){.put = sink_put, .sink = sink};
    push(json, '{');
}

void json_out_end(struct json_out *json)
{
    while (json->depth > 0)
        json_out_close(json);
}

void json_out_open(struct json_out *json, const char *name, char bracket)
{
    begin_value(json, name);
    push(json, bracket);
}

void json_out_close(struct json_out *json)
{
    json->put(json->sink, &json->end[--json->depth], 1);
}

void json_out_part(struct json_out *json, const char *name, const char *text, size_t length)
{
    begin_value(json, name);
    put_string(json, text, length);
}

void json_out_text(struct json_out *json, const char *name, const char *text)
{
    if (text)
        json_out_part(json, name, text, text_length(text));
    else
        json_out_null(json, name);
}

static void put_number(struct json_out *json, const char *name, const char *sign, uint64_t number)
{
    char buffer[NUMBER_TEXT];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    text_print(&text, "%s%llu", sign, (unsigned long long)number);
    begin_value(json, name);
    put(json, buffer);
}

void json_out_integer(struct json_out *json, const char *name, int64_t number)
{
    put_number(json, name, number < 0 ? "-" : "",
               number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

void json_out_unsigned(struct json_out *json, const char *name, uint64_t number)
{
    put_number(json, name, "", number);
}

void json_out_number(struct json_out *json, const char *name, double number, int decimals)
{
    double size = number < 0 ? -number : number, scale = 1;
    ASSERT(decimals >= 0 && decimals <= DECIMALS_MOST);
    for (int i = 0; i < decimals; i++)
        scale *= 10;
    if (!(size * scale < 9e18)) { /* infinite, not a number, or too large to be written here */
        json_out_null(json, name);
        return;
    }
    uint64_t whole = (uint64_t)(size * scale + 0.5), unit = (uint64_t)scale;
    put_number(json, name, number < 0 && whole ? "-" : "", whole / unit);
    if (decimals == 0)
        return;
    char digits[DECIMALS_MOST + 2] = ".";
    for (int i = decimals; i > 0; i--, whole /= 10)
        digits[i] = (char)('0' + whole % 10);
    put(json, digits);
}

void json_out_hundredths(struct json_out *json, const char *name, int64_t hundredths)
{
    int decimals = hundredths % 100 == 0 ? 0 : hundredths % 10 == 0 ? 1 : 2;
    json_out_number(json, name, (double)hundredths / 100, decimals);
}

void json_out_boolean(struct json_out *json, const char *name, bool value)
{
    begin_value(json, name);
    put(json, value ? "true" : "false");
}

void json_out_null(struct json_out *json, const char *name)
{
    begin_value(json, name);
    put(json, "null");
}

void json_out_raw(struct json_out *json, const char *name, const char *value)
{
    begin_value(json, name);
    put(json, value);
}
