/* Text: what is printed is what printf would print, what does not fit is counted, and numbers are
   read up to their limits and not beyond. */
#include "base/text.h"
#include "base/error.h"
#include "base/random.h"

#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { ROOM = 200 };

/* Both printers get the same arguments. */
static void assert_as_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void assert_as_printf(const char *format, ...)
{
    char ours[ROOM], right[ROOM];
    struct text text;
    va_list list;
    text_init(&text, ours, sizeof ours);
    va_start(list, format);
    text_print_list(&text, format, list);
    va_end(list);
    va_start(list, format);
    vsnprintf(right, sizeof right, format, list);
    va_end(list);
    assert_string_equal(ours, right);
    assert_int_equal(text.length, strlen(right));
}

static void prints_numbers(void **state)
{
    (void)state;
    assert_as_printf("%d %d %d %d", 0, -1, INT_MIN, INT_MAX);
    assert_as_printf("%ld %ld", LONG_MIN, LONG_MAX);
    assert_as_printf("%lld %lld", LLONG_MIN, LLONG_MAX);
    assert_as_printf("%u %lu %llu", UINT_MAX, ULONG_MAX, ULLONG_MAX);
    assert_as_printf("%zu %zu %zx", (size_t)0, (size_t)SIZE_MAX, (size_t)SIZE_MAX);
    assert_as_printf("%x %lx %llx", 0u, 0xdeadbeeful, ULLONG_MAX);
    assert_as_printf("%03d %03d %03d %03d", 0, 7, 1234, -5);
    assert_as_printf("%02u %016llx %020lld", 3u, 0xabcull, LLONG_MIN);
}

static void prints_words(void **state)
{
    (void)state;
    const char open[3] = {'a', 'b', 'c'}; /* no zero byte behind it */
    assert_as_printf("%s|%s|%c|%%", "", "word", 'x');
    assert_as_printf("%.*s|%.*s|%.*s", 3, open, 0, "abc", 9, "abc");
    assert_as_printf("%.2s|%.3s|%.9s|%.0s|", "abc", open, "abc", "abc");
    assert_as_printf("100%% of %s, then %d", "these", 5);
}

/* After any conversion the next argument is the right one. */
static void arguments_stay_in_step(void **state)
{
    (void)state;
    assert_as_printf("%d.%03d to %d.%03d, found \"%.*s\"", 0, 0, 1, 5, 2, "2!");
    assert_as_printf("%s %.23s %zu %c %lld %x %s", "a", "b", (size_t)3, 'd', 5ll, 6u, "g");
}

/* Nothing is read for a conversion that is not known; with asserts the program stops there. */
static void unknown_conversions_read_nothing(void **state)
{
    (void)state;
#ifdef NDEBUG
    const char *const formats[] = {"%5d %s", "%-3s %s", "%f %s", "%i %s", "%zd %s", "%lf", "%"};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        char buffer[ROOM], right[ROOM];
        struct text text;
        text_init(&text, buffer, sizeof buffer);
        char *volatile format = right; /* the compiler is not to look into it */
        snprintf(right, sizeof right, "%s", formats[i]);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
        text_print(&text, format);
#pragma GCC diagnostic pop
        assert_string_equal(buffer, formats[i]);
    }
#else
    skip();
#endif
}

static void what_does_not_fit_is_counted(void **state)
{
    (void)state;
    for (size_t size = 0; size <= 12; size++) {
        char buffer[16];
        struct text text;
        memset(buffer, '!', sizeof buffer);
        text_init(&text, buffer, size);
        text_print(&text, "%s-%d", "abc", 12345);
        text_add_char(&text, '.');
        assert_int_equal(text.length, 10);
        assert_int_equal(text_fits(&text), size > 10);
        size_t there = size == 0 ? 0 : size > 10 ? 10 : size - 1;
        assert_memory_equal(buffer, "abc-12345.", there);
        if (size)
            assert_int_equal(buffer[there], 0);
        for (size_t i = size; i < sizeof buffer; i++)
            assert_int_equal(buffer[i], '!');
    }
}

static void assert_number(const char *string, int64_t least, int64_t most, bool good, int64_t right)
{
    int64_t number = 77;
    assert_int_equal(text_to_number(string, strlen(string), least, most, &number), good);
    assert_int_equal(number, good ? right : 77);
}

static void reads_numbers_within_limits(void **state)
{
    (void)state;
    assert_number("0", 0, 0, true, 0);
    assert_number("-5", -5, 5, true, -5);
    assert_number("-6", -5, 5, false, 0);
    assert_number("6", -5, 5, false, 0);
    assert_number("007", 0, 9, true, 7);
    assert_number("999999999999999999", 0, INT64_MAX, true, 999999999999999999);
    assert_number("9999999999999999999", 0, INT64_MAX, false, 0);
    assert_number("99999999999999999999999999", 0, INT64_MAX, false, 0);
    assert_number("9999999999999999999", INT64_MIN, INT64_MAX, false, 0); /* more than 64 bits */
    const char *const wrong[] = {"", "-", "--1", "+1", " 1", "1 ", "1a", "0x1", "1-"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_number(wrong[i], INT64_MIN, INT64_MAX, false, 0);
}

static void assert_real(const char *string, bool good, double right)
{
    double number = -7;
    assert_int_equal(text_to_real(string, strlen(string), &number), good);
    if (good)
        assert_true(fabs(number - right) <= 1e-14 * fabs(right));
}

/* Nine digits bring a float back whatever its size. */
static void reads_real_numbers(void **state)
{
    (void)state;
    static const char *const bad[] = {"",      "-",   ".",  "e5",     "1e",   "1e+",
                                      "1.5x",  "--1", "+1", "0x10",   "nan",  "inf",
                                      "1e401", "1 ",  " 1", "1e-401", "1e309"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_real(bad[i], false, 0);
    assert_real("-0.25", true, -0.25);
    assert_real("5.", true, 5);
    assert_real(".5", true, 0.5);
    assert_real("1.5E-07", true, 1.5e-7);
    assert_real("123456789012345678901234567890", true, 123456789012345678901234567890.0);
    assert_real("0.000000000000000000000000000000001", true, 1e-33);
    assert_real("0e400", true, 0);
    struct random random;
    random_seed(&random, 1);
    for (int i = 0; i < 200000; i++) {
        uint32_t bits = (uint32_t)random_next(&random);
        float value;
        char text[40];
        double number;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            continue;
        int length = snprintf(text, sizeof text, "%.9g", (double)value);
        assert_true(text_to_real(text, (size_t)length, &number));
        assert_true((float)number == value);
    }
}

static void compares(void **state)
{
    (void)state;
    assert_true(text_equal("", "") && text_equal("ab", "ab"));
    assert_false(text_equal("ab", "abc") || text_equal("abc", "ab") || text_equal("a", "b"));
    assert_true(text_part_equal("abc", 2, "ab"));
    assert_false(text_part_equal("abc", 2, "abc") || text_part_equal("abc", 3, "ab"));
    assert_int_equal(text_printable("ab\ncd", 5, 10), 2);
    assert_int_equal(text_printable("abcd", 4, 3), 3);
    assert_int_equal(text_printable("\x7f", 1, 3) + text_printable("\xc3\xa4", 2, 3), 0);
    assert_true(text_lower('Z') == 'z' && text_lower('[') == '[' && text_lower('@') == '@');
}

static void errors_are_cut_and_prefixed(void **state)
{
    (void)state;
    struct error error;
    char longer[600];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = 0;
    assert_false(error_set(&error, "%s", longer));
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
    assert_false(error_prefix(&error, "%s: ", "file"));
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
    assert_memory_equal(error.text, "file: xxx", 9);
    assert_false(error_set(&error, "line %d", 3));
    error_prefix(&error, "%s: ", "file");
    assert_string_equal(error.text, "file: line 3");
    assert_false(error_set(NULL, "%s", "nobody asks"));
    assert_false(error_prefix(NULL, "%s", "nobody asks"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prints_numbers),
        cmocka_unit_test(prints_words),
        cmocka_unit_test(arguments_stay_in_step),
        cmocka_unit_test(unknown_conversions_read_nothing),
        cmocka_unit_test(what_does_not_fit_is_counted),
        cmocka_unit_test(reads_numbers_within_limits),
        cmocka_unit_test(reads_real_numbers),
        cmocka_unit_test(compares),
        cmocka_unit_test(errors_are_cut_and_prefixed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
