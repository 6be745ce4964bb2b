/* Questions from anybody: each member of the wrong kind or out of its range is refused by name, and
   what is right becomes the game, the player and the limits that were asked for. */
#include "ports/server/question.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Takes the place of the library's, for questions that there is no memory for. */
static bool no_memory;

char *strdup(const char *text)
{
    size_t bytes = strlen(text) + 1;
    char *copy = no_memory ? NULL : malloc(bytes);
    return copy ? memcpy(copy, text, bytes) : NULL;
}

static const struct question_limits limits = {.microseconds = 2000000, .standard = 500000};

/* A whole question; what is wrong with it, or NULL. */
static const char *ask(const char *text, enum inquiry_kind kind, struct question *question)
{
    static struct error error;
    error.text[0] = 0;
    json_t *object = question_parse(text, strlen(text), &error);
    if (!object)
        return error.text;
    bool read = question_read(question, object, &error);
    bool good = read && question_read_thinking(question, kind, object, &limits, &error);
    json_decref(object);
    if (read && !good)
        question_free(question);
    return good ? NULL : error.text;
}

#define C4 "{\"game\": \"connect4\", "

static void what_is_wrong_is_named(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"", "line 1, column "},
        {"[1]", "expected a JSON object"},
        {"{\"game\": }", "line 1, column "},
        {"[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]", ""},
        {"{}", "\"game\" is missing"},
        {"{\"game\": 4}", "\"game\" should be a text"},
        {"{\"game\": \"chess\"}", "no game \"chess\""},
        {C4 "\"set\": 4}", "\"set\" should be an object of options"},
        {C4 "\"set\": {\"width\": [7]}}", "the option \"width\" should be a number or a word"},
        {C4 "\"set\": {\"width\": 99}}", "option width: expected 3 to 16"},
        {C4 "\"set\": {\"colour\": \"red\"}}", "no option"},
        {C4 "\"set\": {\"width\": 16, \"height\": 15}}", "too large"},
        {C4 "\"position\": 3}", "\"position\" should be a text"},
        {C4 "\"position\": \"x\"}", "position: "},
        {C4 "\"moves\": 4}", "\"moves\" should be a text or an array of texts"},
        {C4 "\"moves\": [\"4\", 4]}", "\"moves\": number 2 is not a text"},
        {C4 "\"moves\": \"49\"}", "moves: "},
        {C4 "\"moves\": [\"4\", \"9\"]}", "moves: "},
        {C4 "\"level_text\": \"x\"}", ""},
        {"{\"game\": \"zr2\"}", "zr2 needs a level: \"level_text\" is missing"},
        {"{\"game\": \"zr2\", \"level_text\": []}", "\"level_text\" should be a text"},
        {"{\"game\": \"zr2\", \"level_text\": \"x\"}", ""},
        {"{\"saved\": 3}", "\"saved\" should be a text"},
        {"{\"saved\": \"potez 2\"}", "saved: line 1, column 7: expected version 1"},
        {C4 "\"player\": 3}", "\"player\" should be a text"},
        {C4 "\"player\": \"nobody\"}", "nobody"},
        {C4 "\"player\": \"model:/etc/passwd\"}", "over the network"},
        {C4 "\"player\": \"alphabeta:99\"}", ""},
        {C4 "\"level\": 11}", "\"level\" should be between 1 and 10"},
        {C4 "\"level\": \"0\"}", "\"level\" should be between 1 and 10"},
        {C4 "\"level\": []}", "\"level\" should be a number"},
        {C4 "\"level\": \"\"}", "\"level\" should be a number"},
        {C4 "\"level\": \"3x\"}", "\"level\" should be a number"},
        {C4 "\"seed\": 1.5}", "\"seed\" should be a whole number"},
        {C4 "\"seed\": \"x\"}", "\"seed\" should be a whole number"},
        {C4 "\"time\": -1}", "\"time\" should be between 0 and 1000000"},
        {C4 "\"time\": \"nan\"}", "\"time\" should be between 0 and 1000000"},
        {C4 "\"depth\": 201}", "\"depth\" should be between 0 and 200"},
        {C4 "\"nodes\": -1}", "\"nodes\" should be between 0"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct question question;
        const char *said = ask(bad[i][0], INQUIRY_MOVE, &question);
        if (!said)
            fail_msg("taken: %s", bad[i][0]);
        if (!said[0] || !strstr(said, bad[i][1]))
            fail_msg("%s: \"%s\" is not in \"%s\"", bad[i][0], bad[i][1], said);
    }
}

static void what_is_right_is_taken(void **state)
{
    (void)state;
    struct question question;
    assert_null(ask(C4 "\"set\": {\"width\": 8, \"height\": \"5\"}, \"moves\": [\"4\", \"5\"], "
                       "\"level\": null, \"seed\": \"77\", \"depth\": 3, \"nodes\": \"1000\"}",
                    INQUIRY_MOVE, &question));
    assert_int_equal(session_ply(question.opened.session), 2);
    assert_int_equal(question.opened.setup.option[0], 8);
    assert_int_equal(question.opened.setup.option[1], 5);
    assert_int_equal(question.seed, 77);
    assert_int_equal(question.asked.limits.depth, 3);
    assert_int_equal(question.asked.limits.nodes, 1000);
    question_free(&question);
    assert_null(ask(C4 "\"set\": null, \"position\": null, \"moves\": null, \"seed\": null, "
                       "\"every\": true}",
                    INQUIRY_VALUE, &question));
    assert_true(question.asked.every);
    assert_int_equal(session_ply(question.opened.session), 0);
    question_free(&question);
    assert_null(ask("{\"saved\": \"potez 1\\ngame connect4\\nat 1\\nmoves 4 4\\n\"}", INQUIRY_MOVE,
                    &question));
    assert_int_equal(session_ply(question.opened.session), 1);
    assert_false(question.asked.every);
    question_free(&question);
}

/* Nobody gets more time than the server gives, whatever is asked for, and no time at all is the
 * server's own. */
static void time_is_bounded(void **state)
{
    (void)state;
    static const char *const long_ones[] = {
        "{\"game\": \"othello\", \"player\": \"best\", \"time\": 1000}",
        "{\"game\": \"othello\", \"player\": \"best:time=1000\"}",
        "{\"game\": \"othello\", \"player\": \"best\"}",
    };
    for (size_t i = 0; i < sizeof long_ones / sizeof long_ones[0]; i++) {
        struct question question;
        const char *said = ask(long_ones[i], INQUIRY_MOVE, &question);
        if (said)
            fail_msg("%s: %s", long_ones[i], said);
        uint64_t own = question.asked.player.limits.microseconds;
        uint64_t given = question.asked.limits.microseconds;
        assert_true(own <= limits.microseconds + 1);
        assert_true(given <= limits.microseconds + 1);
        assert_true(own > 0 || given > 0);
        question_free(&question);
    }
}

static void whole_numbers(void **state)
{
    (void)state;
    struct error error;
    int64_t number = 7;
    json_t *real = json_real(2), *whole = json_integer(-3), *text = json_string("12");
    assert_false(question_integer(NULL, "x", &number, &error));
    assert_string_equal(error.text, "\"x\" should be a whole number");
    assert_false(question_integer(real, "x", &number, &error));
    assert_int_equal(number, 7);
    assert_true(question_integer(whole, "x", &number, &error) && number == -3);
    assert_true(question_integer(text, "x", &number, &error) && number == 12);
    json_decref(real);
    json_decref(whole);
    json_decref(text);
    struct question question;
    json_t *list = json_array();
    assert_false(question_read(&question, list, &error));
    assert_string_equal(error.text, "expected a JSON object");
    json_decref(list);
}

static void who_failed_is_told(void **state)
{
    (void)state;
    struct question question;
    struct error error = {.machine = false};
    const char *code, *text = C4 "\"moves\": \"44\"}";
    json_t *object = question_parse(text, strlen(text), &error);
    no_memory = true;
    bool read = question_read(&question, object, &error);
    no_memory = false;
    json_decref(object);
    assert_false(read);
    assert_string_equal(error.text, "out of memory");
    assert_int_equal(question_refused(&error, &code), 503);
    assert_string_equal(code, "failed");
    error_set(&error, "wrong");
    assert_int_equal(question_refused(&error, &code), 400);
    assert_string_equal(code, "bad_request");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_wrong_is_named), cmocka_unit_test(what_is_right_is_taken),
        cmocka_unit_test(time_is_bounded),        cmocka_unit_test(whole_numbers),
        cmocka_unit_test(who_failed_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
