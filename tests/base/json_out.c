/* JSON as it is written: text of any bytes becomes valid, numbers have the digits that were asked
   for, and what is no number becomes null. */
#include "base/json_out.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

enum { ROOM = 400 };

static char written[ROOM];
static struct text text;

static struct json_out begun(void)
{
    struct json_out json;
    text_init(&text, written, sizeof written);
    json_out_begin(&json, json_out_put_text, &text);
    return json;
}

/* Ends the object and compares its only member. */
static void assert_member(struct json_out *json, const char *right)
{
    char whole[ROOM];
    json_out_end(json);
    snprintf(whole, sizeof whole, "{\"v\":%s}", right);
    assert_string_equal(written, whole);
}

static void assert_string_written(const char *bytes, size_t length, const char *right)
{
    struct json_out json = begun();
    json_out_part(&json, "v", bytes, length);
    assert_member(&json, right);
}

#define WRITTEN(bytes, right) assert_string_written(bytes, sizeof(bytes) - 1, "\"" right "\"")
#define UNKNOWN "\xef\xbf\xbd" /* U+FFFD in the place of a byte that is no character */

static void escapes_what_must_be(void **state)
{
    (void)state;
    WRITTEN("a\"b\\c", "a\\\"b\\\\c");
    WRITTEN("\n\r\t\x01\x1f\x7f", "\\n\\u000d\\u0009\\u0001\\u001f\\u007f");
    WRITTEN("a\0b", "a\\u0000b");
}

/* The borders of the table of well-formed byte sequences, Unicode 15, table 3-7. */
static void only_characters_come_through(void **state)
{
    (void)state;
    WRITTEN("\xc2\x80 \xdf\xbf", "\xc2\x80 \xdf\xbf");
    WRITTEN("\xe0\xa0\x80 \xed\x9f\xbf \xef\xbf\xbf", "\xe0\xa0\x80 \xed\x9f\xbf \xef\xbf\xbf");
    WRITTEN("\xf0\x90\x80\x80 \xf4\x8f\xbf\xbf", "\xf0\x90\x80\x80 \xf4\x8f\xbf\xbf");
    WRITTEN("\xc1\xbf", UNKNOWN UNKNOWN);             /* a longer way to write it */
    WRITTEN("\xe0\x9f\xbf", UNKNOWN UNKNOWN UNKNOWN); /* the same */
    WRITTEN("\xf0\x8f\xbf\xbf", UNKNOWN UNKNOWN UNKNOWN UNKNOWN);
    WRITTEN("\xed\xa0\x80", UNKNOWN UNKNOWN UNKNOWN);             /* half of a pair */
    WRITTEN("\xf4\x90\x80\x80", UNKNOWN UNKNOWN UNKNOWN UNKNOWN); /* beyond U+10FFFF */
    WRITTEN("\xf5\x80\x80\x80", UNKNOWN UNKNOWN UNKNOWN UNKNOWN);
    WRITTEN("\x80", UNKNOWN);
    WRITTEN("\xe2\x82", UNKNOWN UNKNOWN); /* cut off */
    WRITTEN("\xe2\x82z", UNKNOWN UNKNOWN "z");
    WRITTEN("\xc3", UNKNOWN);
}

static void assert_number_written(double number, int decimals, const char *right)
{
    struct json_out json = begun();
    json_out_number(&json, "v", number, decimals);
    assert_member(&json, right);
}

static void numbers_have_their_decimals(void **state)
{
    (void)state;
    assert_number_written(0, 0, "0");
    assert_number_written(2.5, 0, "3");
    assert_number_written(-1.005, 3, "-1.005");
    assert_number_written(-0.25, 1, "-0.3");
    assert_number_written(0.999, 2, "1.00");
    assert_number_written(-0.001, 2, "0.00"); /* no minus before a zero */
    assert_number_written(1e300, 2, "null");
    assert_number_written(9e9, 9, "null"); /* would not fit with its decimals */
    assert_number_written(8e9, 9, "8000000000.000000000");
    assert_number_written(NAN, 1, "null");
    assert_number_written(INFINITY, 0, "null");
    assert_number_written(-INFINITY, 0, "null");
}

static void assert_hundredths_written(int64_t hundredths, const char *right)
{
    struct json_out json = begun();
    json_out_hundredths(&json, "v", hundredths);
    assert_member(&json, right);
}

static void hundredths_have_no_empty_ends(void **state)
{
    (void)state;
    assert_hundredths_written(0, "0");
    assert_hundredths_written(-300, "-3");
    assert_hundredths_written(150, "1.5");
    assert_hundredths_written(-105, "-1.05");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes_what_must_be),
        cmocka_unit_test(only_characters_come_through),
        cmocka_unit_test(numbers_have_their_decimals),
        cmocka_unit_test(hundredths_have_no_empty_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
