/* Checkpoints whose checksum is right and whose content is not: a file of another version, or one
   that somebody wrote. Each line of a head is spoiled in turn. The same for vectors, whose checksum
   is a line of text. */
#include "base/hash.h"
#include "lab/evolve/checkpoint.h"
#include "lab/evolve/vector.h"
#include "lab/othello/ntuple_checkpoint.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROOM = 8192 };

static char bytes[ROOM];
static size_t length;

/* A seed of the fuzzer is a checkpoint behind a letter and without its checksum. */
static void take_seed(const char *name)
{
    char path[100];
    snprintf(path, sizeof path, "tests/fuzz/corpus/checkpoint/%s", name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_not_equal(getc(file), EOF);
    length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
}

/* Puts `instead` in the place of the line that begins with `name`; NULL takes it away. */
static void change_line(const char *name, const char *instead)
{
    char wanted[60];
    snprintf(wanted, sizeof wanted, "\n%s ", name);
    char *line = strstr(bytes, wanted);
    if (!line)
        fail_msg("there is no %s", name);
    line++;
    size_t old = strcspn(line, "\n") + 1, fresh = instead ? strlen(instead) + 1 : 0;
    memmove(line + fresh, line + old, length - (size_t)(line + old - bytes));
    if (instead) {
        memcpy(line, instead, fresh - 1);
        line[fresh - 1] = '\n';
    }
    length = length + fresh - old;
}

static void seal(void)
{
    uint64_t sum = hash_bytes(bytes, length);
    memcpy(bytes + length, &sum, sizeof sum);
    length += sizeof sum;
}

/* ---- evolution ---- */

/* What is wrong with the evolution in `bytes`; NULL when nothing is. */
static const char *evolution_fault(void)
{
    static struct error error;
    struct evolve_run run = {.lock = -1};
    error.text[0] = 0;
    bool good = evolve_checkpoint_take(&run, bytes, length, &error);
    evolve_run_close(&run);
    return good ? NULL : error.text;
}

static void evolutions_with_another_head(void **state)
{
    (void)state;
    static const char other[] = "not an evolution that this program knows";
    static const char *const bad[][3] = {
        {"game", "game chess", other},
        {"game", "nothing", "not a checkpoint of this version"},
        {"model", "model nobody", other},
        {"model", NULL, other},
        {"generation", "generation -2", other},
        {"generation", "generation 2", other},
        {"generation", NULL, other},
        {"rows", "rows -1", other},
        {"rows", "rows 3", other},
        {"rows", "rows 1", "its size is not what its head says"},
        {"population", "population 5", "its size is not what its head says"},
        {"population", "population 99999999999", ""},
        {"elite", "elite 9", ""},
        {"eta", "eta x", ""},
    };
    take_seed("evolution");
    seal();
    assert_null(evolution_fault());
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        take_seed("evolution");
        change_line(bad[i][0], bad[i][1]);
        seal();
        const char *said = evolution_fault();
        if (!said || !said[0] || !strstr(said, bad[i][2]))
            fail_msg("%s: \"%s\" instead of \"%s\"", bad[i][1], said ? said : "taken", bad[i][2]);
    }
}

static void evolutions_that_are_torn(void **state)
{
    (void)state;
    char line[800] = "command ";
    memset(line + 8, 'x', sizeof line - 9);
    take_seed("evolution");
    change_line("command", line);
    seal();
    assert_string_equal(evolution_fault(), "not a checkpoint of this version");
    take_seed("evolution");
    bytes[0] = 'P';
    seal();
    assert_string_equal(evolution_fault(), "not a checkpoint of this version");
    take_seed("evolution");
    length = 5;
    assert_string_equal(evolution_fault(), "too short");
    for (size_t cut = 0; cut < 400; cut += 7) {
        take_seed("evolution");
        length = cut;
        seal();
        assert_string_equal(evolution_fault(), "not a checkpoint of this version");
    }
    take_seed("evolution");
    seal();
    bytes[40] ^= 1;
    assert_string_equal(evolution_fault(), "the checksum is wrong");
}

/* ---- n-tuples ---- */

static bool ntuple_taken(void)
{
    static struct ntuple_training training;
    struct ntuple_checkpoint checkpoint = {.bytes = bytes, .length = length};
    training = (struct ntuple_training){.folder = ""};
    return ntuple_checkpoint_parse(&training, &checkpoint);
}

static void ntuples_with_another_head(void **state)
{
    (void)state;
    static const char *const names[] = {"seed",        "method",      "stages",     "random",
                                        "generations", "games",       "batch",      "rate-first",
                                        "rate-last",   "lambda",      "population", "sigma",
                                        "test-games",  "start-plies", "done"};
    static const char *const values[] = {"", "x", "-1", "1e30", "nan", "99999999999999999999"};
    char line[60];
    take_seed("ntuple");
    seal();
    assert_true(ntuple_taken());
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        take_seed("ntuple");
        change_line(names[i], NULL); /* every parameter has to be there */
        seal();
        assert_false(ntuple_taken());
        for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
            take_seed("ntuple");
            snprintf(line, sizeof line, "%s %s", names[i], values[k]);
            change_line(names[i], line);
            seal();
            bool number = strcmp(names[i], "seed") == 0 && strcmp(values[k], "-1") == 0;
            if (ntuple_taken() != number)
                fail_msg("%s is %s", line, number ? "refused" : "taken");
        }
    }
    static const char *const words[] = {"tuples", "opponents", "command"};
    for (int i = 0; i < 3; i++) { /* longer than any of them may be */
        static char longest[5000];
        memset(longest, 'x', sizeof longest - 1);
        memcpy(longest, words[i], strlen(words[i]));
        longest[strlen(words[i])] = ' ';
        take_seed("ntuple");
        change_line(words[i], longest);
        seal();
        assert_false(ntuple_taken());
    }
    take_seed("ntuple");
    change_line("games", "nothing 3");
    seal();
    assert_false(ntuple_taken());
    take_seed("ntuple");
    change_line("done", "done 2"); /* more rows than generations */
    seal();
    assert_false(ntuple_taken());
}

static void ntuples_that_are_torn(void **state)
{
    (void)state;
    take_seed("ntuple");
    size_t head = (size_t)(strstr(bytes, "\n\n") - bytes) + 2;
    for (size_t cut = 0; cut < head; cut++) {
        take_seed("ntuple");
        length = cut;
        seal();
        assert_false(ntuple_taken());
    }
    take_seed("ntuple");
    bytes[0] = 'P';
    seal();
    assert_false(ntuple_taken());
    take_seed("ntuple");
    seal();
    bytes[length - 1] ^= 1;
    assert_false(ntuple_taken());
}

/* ---- vectors ---- */

/* A vector with these lines before the weights, and its checksum.
 */
static const char *vector_fault(const char *head, const char *weights)
{
    static struct evolve_vector vector;
    static struct error error;
    int used = snprintf(bytes, sizeof bytes, "potez vector 1\n%s%s\n", head, weights);
    used += snprintf(bytes + used, sizeof bytes - (size_t)used, "checksum %016" PRIx64 "\n",
                     hash_bytes(bytes, (size_t)used));
    error.text[0] = 0;
    return evolve_vector_parse(bytes, (size_t)used, &vector, &error) ? NULL : error.text;
}

#define MILL "game mill\nmodel priority\n"

static void vectors_with_another_head(void **state)
{
    (void)state;
    static const char *const bad[][3] = {
        {"", "1", "line 2, column 1: expected a name and a value, found \"1\""},
        {"weights 2\n", "1 2", "line 2: \"2\" cannot be the weights"}, /* of which model? */
        {"game\n", "", "line 2, column 1: expected a name and a value"},
        {"game 0123456789012345678901234567890123456789\n", "", "cannot be the game"},
        {"model 0123456789012345678901234567890123456789\n", "", "cannot be the model"},
        {MILL "depth x\nweights 1\n", "1", "line 4: \"x\" cannot be the depth"},
        {MILL "depth 1001\nweights 1\n", "1", "line 4: \"1001\" cannot be the depth"},
        {MILL "filters -1\nweights 1\n", "1", "cannot be the filters"},
        {MILL "first sometimes\nweights 1\n", "1", "\"sometimes\" cannot be the first"},
        {MILL "terminal never\nweights 1\n", "1", "\"never\" cannot be the terminal"},
        {MILL "generation x\nweights 1\n", "1", "cannot be the generation"},
        {MILL "versus-random -1\nweights 1\n", "1", "cannot be the versus-random"},
        {MILL "seed x\nweights 1\n", "1", "cannot be the seed"},
        {MILL "elo 5\nweights 1\n", "1", "\"5\" cannot be the elo"},
        {MILL "elo x 5\nweights 1\n", "1", "\"x 5\" cannot be the elo"},
        {MILL "elo 5 x\nweights 1\n", "1", "\"5 x\" cannot be the elo"},
        {MILL "weights 0\n", "", "\"0\" cannot be the weights"},
        {MILL "weights x\n", "", "\"x\" cannot be the weights"},
        {MILL "weights 99999999\n", "", "cannot be the weights"},
        {MILL "weights 1\n", "x", "line 5, column 1: expected a weight, found \"x\""},
        {MILL "weights 1\n", "2e38", "expected a weight"},
        {MILL "weights 1\n", "-2e38", "expected a weight"},
        {MILL "weights 1\n", "1 2", "expected the end of the line"},
        {MILL "weights 2\n", "1", "line 6, column 1: expected a weight, found \"checksum"},
        {MILL "weights 1\n", "1", "priority of mill has "},
        {"game mill\nmodel nobody\nweights 1\n", "1", "nothing called \"nobody\" of \"mill\""},
        {"game chess\nmodel x\nweights 1\n", "1", "nothing called \"x\" of \"chess\""},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *said = vector_fault(bad[i][0], bad[i][1]);
        if (!said || !strstr(said, bad[i][2]))
            fail_msg("\"%s\" instead of \"%s\"", said ? said : "taken", bad[i][2]);
    }
    struct evolve_vector vector;
    struct error error;
    static const char cut[] = "potez vector 1\n" MILL;
    assert_false(evolve_vector_parse(cut, strlen(cut), &vector, &error));
    assert_non_null(strstr(error.text, "expected weights, found the end of the text"));
    assert_false(evolve_vector_read("/nonexistent/a.vector", &vector, &error));
    assert_non_null(strstr(error.text, "/nonexistent/a.vector: cannot be opened"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evolutions_with_another_head), cmocka_unit_test(evolutions_that_are_torn),
        cmocka_unit_test(ntuples_with_another_head),    cmocka_unit_test(ntuples_that_are_torn),
        cmocka_unit_test(vectors_with_another_head),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
