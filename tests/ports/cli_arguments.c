/* The words and options of a call, and a file of engines: what is taken, what is refused and with
   which words. The commands here are the test's own. */
#include "ports/cli/arguments.h"
#include "ports/cli/engines.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { TEXTS = ARGUMENTS_MAX + 2 };

static const struct command_option options[] = {
    {"depth", "N", ""},    {"time", "SECONDS", ""},   {"nodes", "N", ""}, {"clock", "TIME", ""},
    {"table", "SIZE", ""}, {"sprt", "ELO0 ELO1", ""}, {"rate", "X", ""},  {"set", "NAME=VALUE", ""},
    {"json", NULL, ""},    {"quiet", NULL, ""},       {"help", NULL, ""}, {"threads", "N", ""},
    {"seed", "N", ""},     {NULL, NULL, NULL},
};
static const struct command command = {.name = "try", .usage = "GAME", .least = 1, .most = 2};

const struct command_option *command_option(const struct command *of, int index)
{
    return of == &command && options[index].name ? &options[index] : NULL;
}

void *command_memory(size_t bytes)
{
    void *memory = calloc(1, bytes ? bytes : 1);
    assert_non_null(memory);
    return memory;
}

static struct arguments arguments;
static struct error error;

/* The texts up to NULL. */
static bool read_texts(char *const *texts)
{
    int count = 0;
    while (texts[count])
        count++;
    error.text[0] = 0;
    return arguments_read(&arguments, &command, count, texts, &error);
}

#define READ(...) read_texts((char *[]){__VA_ARGS__, NULL})

static void assert_said(const char *part)
{
    if (!strstr(error.text, part))
        fail_msg("\"%s\" is not in \"%s\"", part, error.text);
}

#define REFUSED(part, ...)                                                                         \
    do {                                                                                           \
        assert_false(READ(__VA_ARGS__));                                                           \
        assert_said(part);                                                                         \
    } while (0)

static void words_and_options(void **state)
{
    (void)state;
    assert_true(READ("--depth", "3", "game", "--depth=4", "--json", "word"));
    assert_int_equal(arguments.word_count, 2);
    assert_string_equal(arguments.word[1], "word");
    assert_string_equal(arguments_value(&arguments, "depth"), "4");
    assert_true(arguments.json && !arguments.quiet && arguments.seed == 1);
    /* boards and numbers begin with dashes too */
    assert_true(READ("game", "--------"));
    assert_true(READ("game", "-3"));
    assert_true(READ("game", "-"));
    assert_true(READ("game", "-ab"));
    assert_true(READ("game", "--o.x--.."));
    assert_true(READ("game", "--abcdefghijklmnopqrstuvwxyz"));
    assert_true(READ("game", "--{"));
    assert_true(READ("--", "game", "--json"));
    assert_false(arguments.json);
    assert_true(READ("-h"));
    assert_true(arguments.help);
}

static void what_is_not_known_is_refused(void **state)
{
    (void)state;
    REFUSED("no option \"--dpeth\"; did you mean --depth?", "game", "--dpeth", "3");
    REFUSED("no option \"--DEPTHS=3\"; did you mean --depth?", "game", "--DEPTHS=3");
    REFUSED("no option \"--x_9-y\"; potez help try lists them", "game", "--x_9-y");
    REFUSED("no option \"-x\"", "game", "-x");
    REFUSED("--json takes no value", "game", "--json=yes");
    REFUSED("--depth needs a value: --depth N", "game", "--depth");
    REFUSED("--sprt needs two values: --sprt ELO0 ELO1", "game", "--sprt", "1");
    REFUSED("too few words; expected: potez try GAME", "--json");
    REFUSED("\"c\" is one word too many", "a", "b", "c");
    REFUSED("--threads: expected a number from 1 to 1024, found \"0\"", "a", "--threads", "0");
    REFUSED("--seed: expected a number of at least 0, found \"-1\"", "a", "--seed=-1");
    char *many[TEXTS + 1] = {NULL};
    for (int i = 0; i <= ARGUMENTS_MAX; i++)
        many[i] = "--json";
    assert_false(read_texts(many));
    assert_said("more than 256 arguments");
}

static void words_too_long_have_no_neighbour(void **state)
{
    (void)state;
    static const char *const candidates[] = {"best", "a-candidate-of-more-than-32-letters", NULL};
    assert_string_equal(arguments_nearest("bset", candidates), "best");
    assert_string_equal(arguments_nearest("bes", candidates), "best");
    assert_null(arguments_nearest("zzzz", candidates));
    assert_null(arguments_nearest("a-word-with-more-letters-than-any-other", candidates));
}

/* One value of --table as bytes, or -1. */
static int64_t size_of(char *text)
{
    size_t bytes = 7;
    assert_true(READ("game", "--table", text));
    if (!arguments_size(&arguments, "table", &bytes, &error)) {
        assert_said("--table: expected a size such as 64M or 2G");
        return -1;
    }
    return (int64_t)bytes;
}

static void sizes(void **state)
{
    (void)state;
    size_t bytes = 7;
    assert_true(READ("game"));
    assert_true(arguments_size(&arguments, "table", &bytes, &error) && bytes == 7);
    assert_int_equal(size_of("1000"), 1000);
    assert_int_equal(size_of("3k"), 3 << 10);
    assert_int_equal(size_of("64M"), 64 << 20);
    assert_int_equal(size_of("2G"), INT64_C(2) << 30);
    assert_int_equal(size_of("1048576G"), INT64_C(1) << 50);
    assert_int_equal(size_of("1048577G"), -1);
    assert_int_equal(size_of("M"), -1);
    assert_int_equal(size_of(""), -1);
    assert_int_equal(size_of("-1"), -1);
    assert_int_equal(size_of("1T"), -1);
}

static void decimals(void **state)
{
    (void)state;
    double one = 7, two = 8;
    assert_true(READ("game"));
    assert_true(arguments_decimal(&arguments, "rate", 0, 1, &one, &error) && one == 7);
    assert_false(arguments_two_numbers(&arguments, "sprt", &one, &two, &error));
    assert_string_equal(error.text, ""); /* it was not given, that is all */
    assert_true(READ("game", "--rate", "0.25", "--sprt", "-1.5", "10"));
    assert_true(arguments_decimal(&arguments, "rate", 0, 1, &one, &error) && one == 0.25);
    assert_true(arguments_two_numbers(&arguments, "sprt", &one, &two, &error));
    assert_true(one == -1.5 && two == 10);
    static char *const bad[] = {"", "x", "1x", "nan", "inf", "1e999"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_true(READ("game", "--rate", bad[i], "--sprt", "1", bad[i]));
        assert_false(arguments_decimal(&arguments, "rate", 0, 1, &one, &error));
        assert_said("--rate: expected a number, found");
        assert_false(arguments_two_numbers(&arguments, "sprt", &one, &two, &error));
        assert_said("--sprt: expected a number, found");
    }
    assert_true(READ("game", "--rate", "2", "--sprt", "a", "1"));
    assert_false(arguments_decimal(&arguments, "rate", 0.5, 1, &one, &error));
    assert_said("--rate: expected a number from 0.500 to 1.000, found \"2\"");
    assert_true(READ("game", "--rate", "0.1", "--sprt", "a", "1"));
    assert_false(arguments_decimal(&arguments, "rate", 0.5, 1, &one, &error));
    assert_false(arguments_two_numbers(&arguments, "sprt", &one, &two, &error));
}

static void clocks(void **state)
{
    (void)state;
    int64_t left, more;
    assert_true(arguments_clock("60", &left, &more, &error) && left == 60000000 && more == 0);
    assert_true(arguments_clock("1.5+0.25", &left, &more, &error));
    assert_true(left == 1500000 && more == 250000);
    static const char *const bad[] = {"",     "x",   "-1",   "+1",     "1+",  "1+x",   "1+-1",
                                      "1+1x", "1 1", "1e99", "1+1e99", "nan", "1+nan", "0.0001"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (arguments_clock(bad[i], &left, &more, &error))
            fail_msg("\"%s\" is taken", bad[i]);
        assert_said("expected seconds such as 60 or 60+1");
    }
}

static void limits(void **state)
{
    (void)state;
    struct inquiry_terms terms;
    struct mind_limits plain;
    assert_true(READ("game", "--depth", "5", "--time", "0.5", "--nodes", "9"));
    assert_true(arguments_limits(&arguments, &plain, &error));
    assert_true(plain.depth == 5 && plain.microseconds == 500000 && plain.nodes == 9);
    static char *const bad[][3] = {
        {"--time", "0", "seconds such as 2 or 0.5"},
        {"--time", "1,depth=3", "seconds such as 2 or 0.5"},
        {"--depth", "201", "a number of plies from 0 to 200"},
        {"--nodes", "0", "a number of positions of at least 1"},
        {"--nodes", "1111111111111111111111111111111111111111111111111111111111111111111111",
         "a number of positions"},
        {"--clock", "0", "--clock: expected seconds"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_true(READ("game", bad[i][0], bad[i][1]));
        assert_false(arguments_terms(&arguments, &terms, &error));
        assert_said(bad[i][2]);
        assert_false(arguments_limits(&arguments, &plain, &error));
    }
    assert_true(READ("game", "--clock", "60+1"));
    assert_true(arguments_terms(&arguments, &terms, &error) && terms.clock_left == 60000000);
    assert_false(arguments_limits(&arguments, &plain, &error));
    assert_said("--clock: this command has no clock");
    assert_true(READ("game", "--clock", "60+1", "--time", "1"));
    assert_false(arguments_terms(&arguments, &terms, &error));
    assert_said("--clock and --time exclude each other");
}

/* A shell that reads what was written gets the same words. */
static void assert_written(const char *without, const char *right)
{
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    assert_non_null(file);
    arguments_write(&arguments, without, file);
    fclose(file);
    assert_string_equal(text, right);
    free(text);
}

static void is_written_for_a_shell(void **state)
{
    (void)state;
    assert_true(READ("it's", "", "--set=a b", "--depth", "3", "--depth=4"));
    assert_written(NULL, "potez try 'it'\\''s' '' '--set=a b' --depth 3 --depth=4");
    assert_written("depth", "potez try 'it'\\''s' '' '--set=a b'");
    assert_written("dept", "potez try 'it'\\''s' '' '--set=a b' --depth 3 --depth=4");
}

/* ---- a file of engines ---- */

static struct engines engines;

static bool engines_of(const char *text)
{
    char path[] = "/tmp/potez-engines-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, text, strlen(text)), strlen(text));
    close(descriptor);
    engines = (struct engines){.count = 0};
    error.text[0] = 0;
    bool good = engines_read(&engines, path, &error);
    unlink(path);
    return good;
}

static void engines_have_names(void **state)
{
    (void)state;
    assert_true(engines_of("# remark\n; another\n\n [ one ] \ncommand = ./one -x \r\n"
                           "option Hash = 64\noption Own Book = no\nlimits = depth=3\n[two]\n"
                           "player = alphabeta:3\nclock = 60+1\n"
                           "[three]\nprotocol = gtp\ncommand=three"));
    assert_int_equal(engines.count, 3);
    const struct engines_entry *one = engines_find(&engines, "one");
    assert_non_null(one);
    assert_string_equal(one->player, "engine:./one -x\nsetoption name Hash value 64\n"
                                     "setoption name Own Book value no");
    assert_int_equal(one->limits.depth, 3);
    assert_string_equal(engines_find(&engines, "two")->player, "alphabeta:3");
    assert_int_equal(engines_find(&engines, "two")->clock.increment, 1000000);
    assert_string_equal(engines_find(&engines, "three")->player, "gtp:three");
    assert_null(engines_find(&engines, "four"));
    engines_free(&engines);
}

static void other_files_are_refused(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"command = x\n", ": line 1: expected [NAME] before anything else"},
        {"[a]\ncommand\n", ": line 2: expected NAME = VALUE"},
        {"[a\n", ": line 1: expected [NAME]"},
        {"[]\n", ": line 1: expected [NAME]"},
        {"[a]\nfoo = 3\n", ": line 2: expected command, protocol, player"},
        {"[a]\n[b]\nplayer = random\n", "line 1: engine a needs a command or a player"},
        {"[a]\nplayer = random\ncommand = x\n", "line 1: engine a needs a command or a player"},
        {"[a]\nlimits = depth=x\n", ": line 2: "},
        {"[a]\nclock = x\n", ": line 2: expected seconds"},
        {"[a]\nprotocol = 0123456789012345\n", ": line 2: this is too long"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(engines_of(bad[i][0]));
        assert_said(bad[i][1]);
        engines_free(&engines);
    }
    assert_false(engines_read(&engines, "/nonexistent/file", &error));
    assert_said("cannot be read");
}

static void a_file_has_its_limits(void **state)
{
    (void)state;
    static char text[20000];
    strcpy(text, "[a]\ncommand = ");
    memset(text + strlen(text), 'x', 5000);
    assert_false(engines_of(text));
    assert_said(": line 2: this is too long");
    strcpy(text, "[");
    memset(text + 1, 'n', 70);
    strcpy(text + 71, "]\n");
    assert_false(engines_of(text));
    assert_said(": line 1: this is too long");
    memset(text, 0, sizeof text);
    strcpy(text, "[a]\ncommand = x\n");
    for (int i = 0; i < 200; i++)
        strcat(text, "option Hash = 64\n");
    assert_false(engines_of(text));
    assert_said("the options are too long");
    memset(text, 0, sizeof text);
    for (int i = 0; i <= ENGINES_MAX; i++)
        strcat(text, "[a]\nplayer = random\n");
    assert_false(engines_of(text));
    assert_said("line 129: expected at most 64 engines");
    engines_free(&engines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_and_options),
        cmocka_unit_test(what_is_not_known_is_refused),
        cmocka_unit_test(words_too_long_have_no_neighbour),
        cmocka_unit_test(sizes),
        cmocka_unit_test(decimals),
        cmocka_unit_test(clocks),
        cmocka_unit_test(limits),
        cmocka_unit_test(is_written_for_a_shell),
        cmocka_unit_test(engines_have_names),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(a_file_has_its_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
