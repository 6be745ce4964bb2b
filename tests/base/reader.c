/* The reader: it knows where it stands, takes what is there, and never looks past the end. Texts
   are copied into memory of their exact size, so that a sanitizer would see a look too far. */
#include "base/reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *memory;

static struct reader reader_of(const char *text, size_t length)
{
    struct reader reader;
    free(memory);
    memory = malloc(length ? length : 1);
    assert_non_null(memory);
    memcpy(memory, text, length);
    reader_init(&reader, memory, length);
    return reader;
}

static struct reader reader_on(const char *text)
{
    return reader_of(text, strlen(text));
}

static int forget(void **state)
{
    (void)state;
    free(memory);
    memory = NULL;
    return 0;
}

static void assert_at(const struct reader *reader, size_t offset, int line, int column)
{
    assert_int_equal(reader->offset, offset);
    assert_int_equal(reader->line, line);
    assert_int_equal(reader->column, column);
}

static void knows_where_it_stands(void **state)
{
    (void)state;
    struct reader reader = reader_on("ab\n\tc");
    assert_at(&reader, 0, 1, 1);
    assert_true(reader_take(&reader, 'a'));
    assert_false(reader_take(&reader, 'a'));
    assert_at(&reader, 1, 1, 2);
    reader_skip(&reader);
    reader_skip_blanks(&reader);
    assert_at(&reader, 2, 1, 3);
    reader_skip_spaces(&reader);
    assert_at(&reader, 4, 2, 2);
    reader_skip(&reader);
    reader_skip(&reader);
    assert_true(reader_at_end(&reader));
    assert_at(&reader, 5, 2, 3);
}

static void nothing_is_behind_the_end(void **state)
{
    (void)state;
    struct reader reader = reader_of("", 0);
    struct error error;
    int64_t number;
    size_t length = 9;
    assert_int_equal(reader_peek(&reader), 0);
    assert_false(reader_take(&reader, 0));
    assert_false(reader_word(&reader, "x", "x", &error));
    assert_false(reader_number(&reader, "size", 0, 9, &number, &error));
    assert_string_equal(error.text,
                        "line 1, column 1: expected size (0 to 9), found the end of the text");
    assert_true(reader_line_end(&reader, "the end", &error));
    reader_line(&reader, &length);
    assert_int_equal(length, 0);
    reader = reader_of("a\0b", 3);
    reader_skip(&reader);
    assert_false(reader_at_end(&reader));
    assert_true(reader_take(&reader, 0));
    assert_true(reader_take(&reader, 'b'));
}

static void takes_words(void **state)
{
    (void)state;
    struct error error;
    struct reader reader = reader_on(" \tgame over");
    assert_true(reader_word(&reader, "game", "a game", &error));
    assert_at(&reader, 6, 1, 7);
    assert_false(reader_word(&reader, "overture", "an overture", &error));
    assert_string_equal(error.text, "line 1, column 8: expected an overture, found \"over\"");
    reader = reader_on("gam");
    assert_false(reader_word(&reader, "game", "a game", &error));
    reader = reader_on("\n;");
    assert_true(reader_expect(&reader, ';', &error));
    assert_false(reader_expect(&reader, ';', &error));
    assert_string_equal(error.text, "line 2, column 2: expected \";\", found the end of the text");
}

static void assert_number(const char *text, int64_t least, int64_t most, bool good, int64_t right,
                          size_t offset)
{
    struct reader reader = reader_on(text);
    struct error error;
    int64_t number = 77;
    assert_int_equal(reader_number(&reader, "n", least, most, &number, &error), good);
    assert_int_equal(number, good ? right : 77);
    assert_int_equal(reader.offset, offset);
}

static void takes_numbers(void **state)
{
    (void)state;
    assert_number(" 12,", 0, 12, true, 12, 3);
    assert_number("\n+7", 0, 12, true, 7, 3);
    assert_number("-7x", -7, 0, true, -7, 2);
    assert_number("13", 0, 12, false, 0, 0); /* stands before it again */
    assert_number("  -", -9, 9, false, 0, 2);
    assert_number("+", -9, 9, false, 0, 0);
    assert_number("+-1", -9, 9, false, 0, 0);
    assert_number("99999999999999999999", 0, INT64_MAX, false, 0, 0);
}

static void takes_lines(void **state)
{
    (void)state;
    struct error error;
    size_t length;
    struct reader reader = reader_on("one\r\n\ntwo \nthree");
    assert_memory_equal(reader_line(&reader, &length), "one", 3);
    assert_int_equal(length, 3);
    reader_line(&reader, &length);
    assert_int_equal(length, 0);
    assert_at(&reader, 6, 3, 1);
    assert_true(reader_word(&reader, "two", "two", &error));
    assert_true(reader_line_end(&reader, "the end of the line", &error));
    assert_at(&reader, 11, 4, 1);
    assert_false(reader_line_end(&reader, "the end of the line", &error));
    assert_memory_equal(reader_line(&reader, &length), "three", 5);
    assert_int_equal(length, 5);
    assert_true(reader_at_end(&reader));
    reader = reader_on("\rx");
    assert_false(reader_line_end(&reader, "the end of the line", &error));
    assert_at(&reader, 0, 1, 1);
}

static void assert_found(const char *text, size_t length, const char *found)
{
    struct reader reader = reader_of(text, length);
    struct error error;
    assert_false(reader_fail(&reader, "that", &error));
    assert_non_null(strstr(error.text, found));
    assert_memory_equal(error.text, "line 1, column 1: expected that, found ", 39);
}

static void says_what_it_found(void **state)
{
    (void)state;
    assert_found("", 0, "the end of the text");
    assert_found("\nx", 2, "the end of the line");
    assert_found("\xff", 1, "byte 0xff");
    assert_found("\0", 1, "byte 0x0");
    assert_found("0123456789abcdefgh", 18, "\"0123456789abcdef\"");
    assert_found("ab\x01", 3, "\"ab\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_where_it_stands), cmocka_unit_test(nothing_is_behind_the_end),
        cmocka_unit_test(takes_words),           cmocka_unit_test(takes_numbers),
        cmocka_unit_test(takes_lines),           cmocka_unit_test(says_what_it_found),
    };
    return cmocka_run_group_tests(tests, NULL, forget);
}
