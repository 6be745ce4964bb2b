/* The library as another program sees it: games, questions, answers. */
#include "library_games.h"

static int play_on(potez *game, unsigned seed)
{
    int plies = 0;
    for (uint32_t moves[1024]; plies < 300 && !potez_over(game); plies++) {
        int count = potez_legal(game, moves, 1024);
        seed = seed * 1103515245u + 12345u;
        uint32_t move = moves[(seed >> 16) % (unsigned)count];
        assert_true(move < (uint32_t)potez_actions(game));
        char text[32];
        snprintf(text, sizeof text, "%s", potez_action_text(game, move));
        if (seed & 1 ? !potez_play(game, text) : !potez_act(game, move))
            fail_msg("%s: %s", text, potez_error());
    }
    return plies;
}

static void saved_again(potez *game)
{
    char *saved = strdup(potez_save(game));
    potez *loaded = potez_load(saved, NULL), *copy = potez_copy(game);
    assert_non_null(loaded);
    assert_non_null(copy);
    assert_string_equal(potez_save(loaded), saved);
    assert_string_equal(potez_save(copy), saved);
    assert_string_equal(potez_name(copy), potez_name(game));
    assert_int_equal(potez_length(copy), potez_length(game));
    potez_close(loaded);
    potez_close(copy);
    free(saved);
}

static void whole_games(const char *name)
{
    potez *game = opened(name, NULL), *again = opened(name, NULL);
    char *start = strdup(potez_position(game));
    for (unsigned seed = 1; seed <= 10; seed++) {
        int plies = play_on(game, seed);
        assert_true(plies > 0);
        char *end = strdup(potez_position(game));
        assert_true(potez_play(again, potez_history(game)));
        assert_string_equal(potez_position(again), end);
        assert_int_equal(potez_over(game), potez_over(again));
        assert_int_equal(potez_score(game), potez_score(again));
        assert_int_equal(potez_winner(game), potez_winner(again));
        assert_int_equal(potez_undo(again, 1), 1);
        saved_again(again);
        assert_int_equal(potez_redo(again, 5), 1);
        assert_int_equal(potez_undo(game, 1000), plies);
        assert_int_equal(potez_ply(game), 0);
        assert_int_equal(potez_length(game), plies);
        assert_string_equal(potez_position(game), start);
        assert_int_equal(potez_undo(game, 1), 0);
        assert_true(potez_start(again, NULL) && potez_start(game, NULL));
        free(end);
    }
    free(start);
    potez_close(game);
    potez_close(again);
}

static void every_game(void **state)
{
    (void)state;
    int count = 0;
    for (const char *name; (name = potez_game(count)); count++)
        whole_games(name);
    assert_true(count >= 5);
    assert_null(potez_game(-1));
    assert_int_equal(potez_version_number(), POTEZ_VERSION_NUMBER);
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", POTEZ_VERSION_MAJOR, POTEZ_VERSION_MINOR,
             POTEZ_VERSION_PATCH);
    assert_string_equal(potez_version(), version);
}

static void facts(void **state)
{
    (void)state;
    struct potez_option option = {.size = sizeof option};
    struct potez_player player = {.size = sizeof player};
    assert_string_equal(potez_fact("connect4", POTEZ_TITLE), "Connect Four");
    assert_string_equal(potez_fact("othello", POTEZ_FIRST), "black");
    assert_string_equal(potez_fact("othello", POTEZ_UNIT), "discs");
    assert_null(potez_fact("zr2", POTEZ_SECOND));
    assert_int_equal(potez_players("zr2"), 1);
    for (int fact = POTEZ_SUMMARY; fact <= POTEZ_NOTATION; fact++)
        assert_true(strlen(potez_fact("mill", (enum potez_fact)fact)) > 20);
    assert_true(potez_option("mill", 0, &option));
    assert_string_equal(option.name, "variant");
    assert_string_equal(option.words[option.standard - option.least], "nine");
    assert_false(potez_option("mill", 99, &option));
    assert_true(potez_player("mill", 0, &player));
    assert_string_equal(player.name, "random");
    int players = 0;
    while (potez_player("othello", players, &player))
        players++;
    assert_true(players > 5);
    char *object = potez_describe("byte");
    assert_non_null(strstr(object, "\"rules\""));
    potez_free(object);
    /* a program that was built when the struct was larger, or smaller */
    struct {
        struct potez_option option;
        char more[64];
    } larger = {.option.size = sizeof larger, .more = "untouched"};
    assert_true(potez_option("mill", 1, &larger.option));
    assert_string_equal(larger.more, "untouched");
    option.size = 1;
    assert_false(potez_option("mill", 0, &option));
}

static void positions(void **state)
{
    (void)state;
    potez *game = opened("othello", NULL);
    assert_true(potez_play(game, "f5d6c3"));
    char *now = strdup(potez_position(game));
    assert_true(potez_start(game, NULL) && potez_start(game, now));
    assert_string_equal(potez_position(game), now);
    assert_string_equal(potez_history(game), "");
    assert_false(potez_start(game, "not a position"));
    assert_true(strlen(potez_error()) > 10 && potez_failure() == POTEZ_INPUT);
    assert_string_equal(potez_position(game), now); /* as it was */
    int32_t values[64];
    assert_int_equal(potez_observe(game, values, 64), 64);
    assert_int_equal(potez_places(game) * potez_layers(game), 64);
    int mine = 0, theirs = 0;
    for (int i = 0; i < 64; i++) {
        mine += values[i] == 1;
        theirs += values[i] == -1;
    }
    assert_int_equal(mine + theirs, 7);
    assert_non_null(strstr(potez_board(game), "\"board\":\"squares\""));
    free(now);
    potez_close(game);
}

static void refused(potez *game, const char *why)
{
    assert_null(game);
    assert_non_null(strstr(potez_error(), why));
}

static void wrong_questions(void **state)
{
    (void)state;
    refused(potez_open("chess", NULL), "there is no game \"chess\"; there are: othello");
    refused(with("byte", "size", NULL), "expected NAME=VALUE, found \"size\"");
    refused(with("byte", "size=9", NULL), "size");
    refused(with("byte", "colour=red", NULL), "colour");
    refused(with("byte", "=,=,", NULL), "");
    refused(with("zr2", NULL, NULL), "level");
    refused(with("zr2", NULL, "no level at all"), "");
    refused(with("othello", NULL, level), "othello has no levels");
    refused(potez_open("byte", &(struct potez_settings){.options = "size=8"}), "its size");
    refused(potez_load("potez 1\ngame chess\n", NULL), "");
    potez *game = opened("byte", "size=10");
    assert_int_equal(potez_option_value(game, "size"), 10);
    char *before = strdup(potez_position(game));
    assert_false(potez_play(game, "e7-e8-e9"));
    assert_string_equal(potez_position(game), before);
    struct potez_question question = {.size = sizeof question, .player = "nobody"};
    assert_null(potez_ask(game, POTEZ_MOVE, &question));
    question = (struct potez_question){.size = sizeof question, .seconds = -1};
    assert_null(potez_ask(game, POTEZ_MOVE, &question));
    assert_null(potez_ask(game, (enum potez_kind)77, NULL));
    assert_false(potez_power(game, 0, 1 << 20));
    assert_false(potez_act(game, 1u << 30));
    assert_null(potez_action_text(game, 1u << 30));
    struct potez_answer *answer = asked(game, POTEZ_MOVE, "random", 0); /* still of use */
    assert_true(potez_play(game, potez_answer_move(answer)));
    potez_answer_close(answer);
    free(before);
    potez_close(game);
}

/* NULL is an error and never a crash. */
static void nothing_given(void **state)
{
    (void)state;
    int refusals = 0;
    potez_close(NULL);
    potez_answer_close(NULL);
    potez_free(NULL);
    potez_stop(NULL);
    potez_resume(NULL);
    refused(potez_open(NULL, NULL), "there is no game");
    refused(potez_load(NULL, NULL), "NULL");
    refused(potez_copy(NULL), "NULL");
    assert_null(potez_fact(NULL, POTEZ_TITLE));
    assert_int_equal(potez_players(NULL), -1);
    assert_false(potez_option("mill", 0, NULL) || potez_player("mill", 0, NULL));
    assert_null(potez_describe(NULL));
    assert_false(potez_start(NULL, NULL) || potez_play(NULL, "1") || potez_over(NULL));
    assert_int_equal(potez_undo(NULL, 1) + potez_redo(NULL, 1) + potez_ply(NULL), -3);
    assert_int_equal(potez_length(NULL) + potez_side(NULL) + potez_winner(NULL), -3);
    assert_int_equal(potez_score(NULL) + potez_repeated(NULL), 0);
    assert_int_equal(potez_legal(NULL, NULL, 0) + potez_actions(NULL) + potez_places(NULL), -3);
    assert_int_equal(potez_layers(NULL) + potez_observe(NULL, NULL, 0), -2);
    assert_int_equal(potez_option_value(NULL, NULL), -1);
    const char *texts[] = {potez_name(NULL),          potez_position(NULL), potez_moves(NULL),
                           potez_save(NULL),          potez_history(NULL),  potez_board(NULL),
                           potez_action_text(NULL, 0)};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        refusals += texts[i] == NULL;
    assert_int_equal(refusals, 7);
    assert_null(potez_ask(NULL, POTEZ_MOVE, NULL));
    assert_null(potez_probe(NULL));
    assert_false(potez_act(NULL, 0) || potez_power(NULL, 1, 1) || potez_seed(NULL, 1));
    assert_false(potez_databases(NULL, NULL) || potez_batch(NULL, NULL) || potez_match(NULL, NULL));
    assert_string_equal(potez_answer_move(NULL), "");
    assert_string_equal(potez_answer_json(NULL), "");
    assert_string_equal(potez_answer_class(NULL), "");
    assert_int_equal(potez_answer_outcome(NULL), POTEZ_UNPROVED);
    assert_int_equal(potez_answer_count(NULL), 0);
    assert_null(potez_answer_part(NULL, 0));
    assert_null(potez_level_read(NULL));
    assert_null(potez_level_solve(NULL, NULL));
    assert_null(potez_level_check(NULL, NULL));
    assert_null(potez_level_rate(NULL, NULL));
    assert_null(potez_export(NULL, NULL, NULL, NULL));
    assert_int_equal(potez_export_folder(NULL, 1, NULL, NULL), -1);
    assert_int_equal(potez_import(NULL, 0, NULL, NULL, NULL, NULL, NULL), -1);
    potez *game = opened("mill", NULL);
    assert_false(potez_play(game, NULL) || potez_batch(game, NULL) || potez_match(game, NULL));
    assert_null(potez_export(game, NULL, NULL, NULL));
    assert_int_equal(potez_legal(game, NULL, 5), -1);
    assert_int_equal(potez_option_value(game, NULL), -1);
    potez_close(game);
}

static void thinking(void **state)
{
    (void)state;
    potez *game = opened("connect4", NULL);
    assert_true(potez_play(game, "4453"));
    struct potez_answer *answer = potez_ask(game, POTEZ_MOVE, NULL);
    assert_true(potez_answer_exact(answer) && potez_answer_outcome(answer) == POTEZ_LOSS);
    assert_true(potez_answer_score(answer) == -2 && !potez_answer_stopped(answer));
    assert_true(potez_power(game, 2, 1 << 20));
    assert_true(potez_play(game, "4444") && !potez_over(game));
    assert_true(potez_start(game, NULL) && potez_play(game, "1212121"));
    assert_true(potez_over(game) && potez_winner(game) == 0);
    assert_null(potez_ask(game, POTEZ_MOVE, NULL));
    assert_non_null(strstr(potez_error(), "over"));
    potez_close(game);
    assert_non_null(strstr(potez_answer_json(answer), "\"pv\":[")); /* it outlives its game */
    potez_answer_close(answer);

    game = opened("mill", NULL);
    potez_seed(game, 7);
    while (!potez_over(game) && potez_ply(game) < 40) {
        answer = asked(game, POTEZ_MOVE, potez_side(game) ? "level:1" : "easy", 0);
        assert_true(potez_play(game, potez_answer_move(answer)));
        potez_answer_close(answer);
    }
    potez_close(game);
}

/* What every move is worth, the value with every move, and a review. */
static void parts(void **state)
{
    (void)state;
    potez *game = opened("connect4", NULL);
    assert_true(potez_play(game, "44444252"));
    struct potez_answer *answer = asked(game, POTEZ_MOVES, NULL, 20000);
    assert_int_equal(potez_answer_count(answer), 7);
    const struct potez_answer *best = potez_answer_part(answer, 0);
    assert_string_equal(potez_answer_move(best), potez_answer_move(answer));
    assert_true(potez_answer_score(best) >= potez_answer_score(potez_answer_part(answer, 1)));
    assert_null(potez_answer_part(answer, 7));
    potez_answer_close(answer);

    struct potez_question question = {.size = sizeof question, .every = true};
    answer = potez_ask(game, POTEZ_VALUE, &question);
    assert_true(potez_answer_exact(answer) && potez_answer_count(answer) == 7);
    potez_answer_close(answer);
    answer = potez_probe(game);
    assert_non_null(answer);
    potez_answer_close(answer);

    answer = asked(game, POTEZ_REVIEW, NULL, 2000);
    assert_int_equal(potez_answer_count(answer), 8);
    for (int i = 0; i < 8; i++) {
        const struct potez_answer *made = potez_answer_part(answer, i);
        assert_int_equal(potez_answer_side(made), i & 1);
        assert_true(potez_answer_class(made)[0] && potez_answer_loss(made) >= 0);
        assert_int_equal(potez_answer_count(made), 1);
        assert_true(potez_answer_move(potez_answer_part(made, 0))[0]);
    }
    assert_string_equal(potez_answer_move(potez_answer_part(answer, 5)), "2");
    assert_non_null(strstr(potez_answer_json(answer), "\"accuracy\""));
    potez_answer_close(answer);
    potez_close(game);
}

/* ---- progress and stopping ---- */

struct hearing {
    int reports, most;
};

static bool hear(void *listener, const struct potez_answer *answer)
{
    struct hearing *hearing = listener;
    assert_true(potez_answer_move(answer)[0]);
    return ++hearing->reports < hearing->most;
}

static bool at_once(void *listener)
{
    ++*(int *)listener;
    return true;
}

static void told_and_stopped(void **state)
{
    (void)state;
    struct hearing hearing = {.most = 3};
    int asks = 0;
    potez *game = opened("othello", NULL);
    struct potez_question question = {
        .size = sizeof question, .seconds = 600, .progress = hear, .listener = &hearing};
    assert_true(potez_play(game, "f5d6c4d3c3")); /* out of the book */
    question.no_book = true;
    struct potez_answer *answer = potez_ask(game, POTEZ_MOVE, &question);
    assert_true(answer && potez_answer_stopped(answer) && hearing.reports >= 3);
    potez_answer_close(answer);
    bool (*const stops[])(void *) = {at_once, later};
    for (int i = 0; i < 2; i++) {
        struct potez_question watched = {.size = sizeof watched,
                                         .seconds = 600,
                                         .no_book = true,
                                         .stop = stops[i],
                                         .listener = &asks};
        answer = potez_ask(game, POTEZ_MOVE, &watched);
        assert_true(answer && potez_answer_stopped(answer) && potez_answer_move(answer)[0]);
        assert_true(asks > i);
        potez_answer_close(answer);
    }
    /* a stop before the thinking begins counts, once, unless it is taken back */
    question = (struct potez_question){.size = sizeof question, .seconds = 600, .no_book = true};
    potez_stop(game);
    answer = potez_ask(game, POTEZ_MOVE, &question);
    assert_true(answer && potez_answer_stopped(answer));
    potez_answer_close(answer);
    potez_stop(game);
    potez_resume(game);
    question.seconds = 0;
    question.nodes = 1000;
    answer = potez_ask(game, POTEZ_MOVE, &question);
    assert_true(answer && !potez_answer_stopped(answer));
    potez_answer_close(answer);
    potez_close(game);
}

struct thought {
    potez *game;
    pthread_t thread;
    bool good;
};

static void *think_long(void *argument)
{
    struct thought *thought = argument;
    struct potez_question question = {.size = sizeof question, .seconds = 600};
    struct potez_answer *answer = potez_ask(thought->game, POTEZ_MOVE, &question);
    thought->good = answer && potez_answer_move(answer)[0];
    potez_answer_close(answer);
    return NULL;
}

/* Two think at the same time until they are stopped, which may be before they have begun. */
static void stopped(void **state)
{
    (void)state;
    struct thought thoughts[2] = {{.game = opened("mill", NULL)}, {.game = opened("byte", NULL)}};
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&thoughts[i].thread, NULL, think_long, &thoughts[i]), 0);
    for (int i = 0; i < 2; i++) {
        potez_stop(thoughts[i].game);
        pthread_join(thoughts[i].thread, NULL);
        assert_true(thoughts[i].good);
        potez_close(thoughts[i].game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game),    cmocka_unit_test(facts),
        cmocka_unit_test(positions),     cmocka_unit_test(wrong_questions),
        cmocka_unit_test(nothing_given), cmocka_unit_test(thinking),
        cmocka_unit_test(parts),         cmocka_unit_test(told_and_stopped),
        cmocka_unit_test(stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
