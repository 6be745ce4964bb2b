/* The library as another program sees it: threads, levels, many games, records, memory. */
#include "library_games.h"

/* ---- several threads ---- */

/* A short match and a record of its own. */
static bool matched_and_written(potez *game, int number)
{
    struct potez_match match = {.size = sizeof match, .a = "random", .b = "alphabeta:1"};
    char name[16], *record = NULL;
    snprintf(name, sizeof name, "player %d", number);
    bool good = potez_match(game, &match) && match.wins + match.draws + match.losses == 2 &&
                (record = potez_export(game, "ggf", name, "another")) && strstr(record, name);
    potez_free(record);
    return good;
}

/* Whether everything that shares models, books and errors goes well beside others. */
static void *work_beside(void *argument)
{
    static atomic_int numbers;
    int number = atomic_fetch_add(&numbers, 1);
    bool *good = argument;
    const char *const names[] = {"othello", "connect4", "mill", "byte", "zr2"};
    struct potez_question question = {.size = sizeof question, .nodes = 300};
    struct potez_batch batch = {.size = sizeof batch, .games = 50, .threads = 2};
    struct potez_settings settings = {.size = sizeof settings, .threads = 2, .table = 1 << 16};
    *good = true;
    for (int i = 0; *good && i < 5; i++) {
        settings.level = i == 4 ? level : NULL;
        potez *game = potez_open(names[i], &settings);
        struct potez_answer *answer = potez_ask(game, POTEZ_MOVES, &question);
        char *record =
            i == 4 ? potez_level_solve(game, NULL) : potez_export(game, "pgn", "one", "other");
        *good = answer && record && potez_batch(game, &batch) &&
                potez_play(game, "nonsense") == 0 && strlen(potez_error()) > 0 &&
                (i || matched_and_written(game, number));
        potez_free(record);
        potez_answer_close(answer);
        potez_close(game);
    }
    return NULL;
}

static void several_threads(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    bool good[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work_beside, &good[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_true(good[i]);
    }
}

/* ---- levels ---- */

static void levels(void **state)
{
    (void)state;
    potez *game = opened("zr2", NULL);
    char *found = potez_level_read(level);
    assert_non_null(strstr(found, "\"name\":\"small\""));
    potez_free(found);
    assert_null(potez_level_read("nonsense"));
    found = potez_level_solve(game, NULL);
    assert_non_null(strstr(found, "\"proved\":true"));
    potez_free(found);
    found = potez_level_check(game, NULL);
    assert_non_null(strstr(found, "\"difficulty\""));
    potez_free(found);
    found = potez_level_rate(game, NULL);
    assert_non_null(strstr(found, "\"traps\""));
    potez_free(found);
    struct potez_answer *answer = potez_ask(game, POTEZ_VALUE, NULL);
    assert_true(potez_answer_exact(answer) && potez_play(game, potez_answer_line(answer)));
    assert_int_equal(potez_score(game), (int)potez_answer_score(answer));
    potez_answer_close(answer);
    potez_close(game);
    struct potez_wish wish = {.size = sizeof wish, .sizes = "8x8", .seed = 3, .name = "mine"};
    char *made = potez_level_generate(&wish);
    assert_non_null(made);
    game = with("zr2", NULL, made);
    assert_non_null(game);
    answer = potez_ask(game, POTEZ_VALUE, NULL); /* a line longer than any other game's */
    int moves = 1;
    for (const char *at = potez_answer_line(answer); *at; at++)
        moves += *at == ' ';
    assert_true(potez_answer_exact(answer) && moves > 64);
    assert_int_equal(moves, potez_answer_plies(answer));
    assert_true(potez_play(game, potez_answer_line(answer)) && potez_over(game));
    assert_int_equal(potez_score(game), (int)potez_answer_score(answer));
    potez_answer_close(answer);
    potez_close(game);
    potez_free(made);
    wish.sizes = "1x1";
    assert_null(potez_level_generate(&wish));
    int asks = 0;
    wish = (struct potez_wish){.size = sizeof wish, .stop = later, .listener = &asks};
    asks = 100; /* before it begins */
    assert_null(potez_level_generate(&wish));
    assert_non_null(strstr(potez_error(), "stopped before"));
    wish.size = offsetof(struct potez_wish, stop); /* a program that was built without it */
    made = potez_level_generate(&wish);
    assert_non_null(made);
    potez_free(made);
    game = opened("mill", NULL);
    assert_null(potez_level_check(game, NULL));
    potez_close(game);
}

/* ---- many games ---- */

static void batches(void **state)
{
    (void)state;
    enum { GAMES = 500 };
    for (const char *name,
         **at = (const char *[]){"connect4", "othello", "mill", "byte", "zr2", NULL};
         (name = *at); at++) {
        float points[GAMES];
        int32_t plies[GAMES], again[GAMES];
        potez *game = opened(name, NULL);
        struct potez_batch batch = {
            .size = sizeof batch, .games = GAMES, .seed = 5, .points = points, .plies = plies};
        assert_true(potez_batch(game, &batch));
        uint64_t wins = batch.wins, sum = 0;
        for (int i = 0; i < GAMES; i++)
            sum += (uint64_t)plies[i];
        assert_int_equal(sum, batch.total_plies);
        if (potez_players(name) == 2)
            assert_int_equal(batch.wins + batch.draws + batch.losses, GAMES);
        batch.threads = 3;
        batch.plies = again;
        assert_true(potez_batch(game, &batch));
        assert_int_equal(batch.wins, wins);
        assert_memory_equal(plies, again, sizeof plies);
        potez_close(game);
    }
}

static bool enough(void *listener, const struct potez_match *match)
{
    (void)match;
    return ++*(int *)listener < 4;
}

static void matches(void **state)
{
    (void)state;
    potez *game = opened("connect4", NULL);
    int games = 0;
    struct potez_match match = {
        .size = sizeof match, .a = "alphabeta:2", .b = "random", .games = 20, .threads = 2};
    assert_true(potez_match(game, &match));
    assert_int_equal(match.wins + match.draws + match.losses, 20);
    assert_true(match.wins > 15);
    match.progress = enough;
    match.listener = &games;
    assert_true(potez_match(game, &match));
    assert_int_equal(games, 4);
    match.a = "nobody";
    assert_false(potez_match(game, &match));
    int asks = 0; /* a move would take ten minutes */
    struct potez_match slow = {
        .size = sizeof slow, .seconds = 600, .stop = later, .listener = &asks};
    assert_true(potez_match(game, &slow));
    assert_true(asks > 3 && slow.wins + slow.draws + slow.losses < 2);
    /* a program that was built when there was no stop: what lies behind its struct is not read */
    slow.size = offsetof(struct potez_match, stop);
    slow.seconds = 0;
    slow.a = slow.b = "random";
    asks = 0;
    assert_true(potez_match(game, &slow));
    assert_true(asks == 0 && slow.wins + slow.draws + slow.losses == 2);
    potez_close(game);
}

/* ---- records ---- */

static bool keep(void *listener, potez *game, const char *record)
{
    char *text = listener;
    snprintf(text + strlen(text), 400 - strlen(text), "%s|%s|%s\n", potez_name(game),
             potez_history(game), strstr(record, "\"first\":"));
    return true;
}

static void records(void **state)
{
    (void)state;
    char heard[400] = "";
    int bad = -1;
    potez *game = opened("othello", NULL);
    assert_true(potez_play(game, "f5d6c3"));
    for (const char *format, **at = (const char *[]){"pgn", "ggf", NULL}; (format = *at); at++) {
        char *text = potez_export(game, format, "Ann", "Bob");
        assert_non_null(text);
        heard[0] = 0;
        assert_int_equal(potez_import(text, strlen(text), NULL, NULL, keep, heard, &bad), 1);
        assert_int_equal(bad, 0);
        assert_non_null(strstr(heard, "othello|f5 d6 c3|\"first\":\"Ann\""));
        potez_free(text);
    }
    heard[0] = 0;
    assert_int_equal(potez_import("4455\n99\n1\n", 10, "text", "connect4", keep, heard, &bad), 2);
    assert_int_equal(bad, 1);
    assert_non_null(strstr(heard, "connect4|4 4 5 5|"));
    assert_null(potez_export(game, "wthor", NULL, NULL));
    assert_null(potez_export(game, "nonsense", NULL, NULL));
    char folder[] = "/tmp/potez-library-XXXXXX", command[64];
    assert_non_null(mkdtemp(folder));
    assert_int_equal(potez_export_folder((const potez *const[]){game}, 1, "wthor", folder), 1);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    assert_string_equal(potez_format(1), "pgn");
    assert_null(potez_format(99));
    potez_close(game);
}

/* ---- memory of the caller's ---- */

struct counted {
    atomic_int taken, given, left;
};

static void *take(void *self, size_t alignment, size_t bytes)
{
    struct counted *counted = self;
    if (atomic_fetch_sub(&counted->left, 1) <= 0)
        return NULL;
    atomic_fetch_add(&counted->taken, 1);
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

static void give(void *self, void *memory)
{
    atomic_fetch_add(&((struct counted *)self)->given, 1);
    free(memory);
}

/* All of it with so much memory; whether it went well. */
static bool work_with(struct counted *counted)
{
    struct potez_memory memory = {sizeof memory, counted, take, give};
    struct potez_settings settings = {
        .size = sizeof settings, .threads = 2, .table = 1 << 20, .memory = &memory};
    struct potez_question question = {.size = sizeof question, .nodes = 500};
    potez *game = potez_open("othello", &settings);
    bool good = game && potez_play(game, "f5d6") && potez_board(game);
    struct potez_answer *answer = good ? potez_ask(game, POTEZ_MOVES, &question) : NULL;
    potez *copy = answer ? potez_copy(game) : NULL;
    potez_close(game);
    good = copy && potez_answer_json(answer)[0];
    potez_close(copy);
    potez_answer_close(answer);
    return good;
}

static void own_memory(void **state)
{
    (void)state;
    struct counted counted = {.left = 1 << 30};
    assert_true(work_with(&counted));
    int all = atomic_load(&counted.taken);
    assert_true(all > 10);
    assert_int_equal(atomic_load(&counted.given), all);
    for (int less = 0; less < all; less++) { /* each of them fails once */
        struct counted scarce = {.left = less};
        bool good = work_with(&scarce), refused = atomic_load(&scarce.left) < 0;
        assert_int_equal(good, !refused); /* a helper that came too late took nothing */
        if (refused)
            assert_int_equal(potez_failure(), POTEZ_MACHINE);
        assert_int_equal(atomic_load(&scarce.given), atomic_load(&scarce.taken));
    }
}

/* ---- puzzles ---- */

static void puzzles(void **state)
{
    (void)state;
    char *file = potez_puzzles("connect4"), *made, *told;
    assert_non_null(file);
    assert_true(potez_puzzle_prove(file, 0));
    told = potez_puzzles_read(file);
    assert_non_null(strstr(told, "{\"game\":\"connect4\",\"puzzles\":[{\"id\":\"connect4-"));
    potez_free(told);
    struct potez_settings settings = {.size = sizeof settings, .table = 1 << 20};
    potez *game = potez_puzzle_open(file, 0, &settings);
    assert_non_null(strstr(file, potez_position(game)));
    potez_close(game);
    char *value = strstr(file, "\nvalue win ");
    value[11] = value[11] == '9' ? '8' : '9'; /* another number of plies */
    assert_false(potez_puzzle_prove(file, 0));
    assert_non_null(strstr(potez_error(), "is said to be worth"));
    potez_free(file);
    made = potez_puzzles_generate("connect4", 2, 3, NULL, NULL);
    assert_true(made && potez_puzzle_prove(made, 1));
    assert_false(potez_puzzle_prove(made, 2));
    assert_int_equal(potez_failure(), POTEZ_INPUT);
    potez_free(made);
    assert_null(potez_puzzles("zr2"));
    assert_null(potez_puzzles(NULL));
    assert_null(potez_puzzles_read(NULL));
    assert_null(potez_puzzles_read("potez puzzles 1\ngame connect4\nseed 1 tried x\n"));
    assert_string_equal(potez_error(), "line 3, column 14: expected a number of candidates (0 to "
                                       "9223372036854775807), found \"x\"");
    assert_null(potez_puzzle_open(NULL, 0, NULL));
    assert_null(potez_puzzles_generate("connect4", 0, 1, NULL, NULL));
    int asks = 0;
    assert_null(potez_puzzles_generate("othello", 2000, 1, later, &asks));
    assert_true(asks > 3 && strstr(potez_error(), "stopped when "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_threads), cmocka_unit_test(levels),  cmocka_unit_test(batches),
        cmocka_unit_test(matches),         cmocka_unit_test(records), cmocka_unit_test(own_memory),
        cmocka_unit_test(puzzles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
