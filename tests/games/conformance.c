/* What every game promises, tried on every game in the list and on the template, through the table
   alone: random games with every position and every legal move written and read back, undo,
   saving, symmetries, ends, fast paths against slow ones, drawing within bounds.

   The argument is the number of random games, shared evenly by the games and their setups. A
   failure names the game, its options, the moves so far and what was promised. */
#include "conformance_setups.h"

#include "games/session.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PLIES_MAX 600 /* games without a rule that ends them are left here */
#define POSITION_MAX 65536
#define TEXT_MAX 65536

extern const struct game game_template;
static const struct game *const extra_games[] = {&game_template};
#define EXTRA_COUNT (int)(sizeof extra_games / sizeof extra_games[0])

static long games_wanted = 20000, games_played, plies_played;

/* One random game; the checks below all speak about where it stands. */
struct trial {
    const struct game *game;
    const struct game_setup *setup;
    struct session *session;
    struct random random;
    const void *position;
    size_t size;
    int count; /* legal moves here */
    uint32_t moves[GAME_MOVES_MAX];
};

static uint64_t read_back[POSITION_MAX / 8], turned[POSITION_MAX / 8],
    turned_back[POSITION_MAX / 8], played[POSITION_MAX / 8], walk[8 * POSITION_MAX / 8];
static char text_buffer[TEXT_MAX], other_text[TEXT_MAX];

static void broken(const struct trial *trial, const char *promise, int line)
{
    struct text moves;
    static char moves_buffer[8192];
    text_init(&moves, moves_buffer, sizeof moves_buffer);
    if (trial->session)
        session_write_moves(trial->session, ",", &moves);
    fail_msg("%s (%s), moves:%s\n  line %d: %s", trial->game->name,
             setup_text(trial->game, trial->setup), moves_buffer, line, promise);
}

#define CHECK(trial, promise)                                                                      \
    do {                                                                                           \
        if (!(promise))                                                                            \
            broken(trial, #promise, __LINE__);                                                     \
    } while (0)

/* Facts of the table that do not depend on a setup. */
static void check_table(const struct game *game)
{
    assert_non_null(game->title);
    assert_non_null(game->summary);
    assert_non_null(game->notation);
    assert_non_null(game->side[0]);
    assert_true(game->players == 1 || (game->players == 2 && game->side[1]));
    assert_true(game->option_count >= 0 && game->option_count <= GAME_OPTIONS_MAX);
    assert_true(!game->level_size == !game->level_read && !game->level_read == !game->level_write);
    for (const char *c = game->name; *c; c++)
        assert_true((*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9'));
    size_t column = 0;
    for (const char *c = game->rules; *c; c++) {
        column = *c == '\n' ? 0 : column + 1;
        assert_true(column <= 78);
    }
    for (int i = 0; i < game->option_count; i++) {
        const struct game_option *option = &game->options[i];
        struct game_setup setup;
        game_setup_default(game, &setup);
        assert_true(option->least <= option->standard && option->standard <= option->most);
        for (int value = option->least; value <= option->most; value++) {
            struct text text;
            text_init(&text, text_buffer, 64);
            game_option_write(option, value, &text);
            assert_true(game_setup_set(game, &setup, option->name, text_buffer, NULL));
            assert_int_equal(setup.option[i], value);
        }
        assert_false(game_setup_set(game, &setup, option->name, "no-such-value", NULL));
    }
}

/* The board as it is drawn: places apart from each other, links between places that exist. */
static void check_board(const struct trial *trial)
{
    const struct game *game = trial->game;
    int count = game->place_count(trial->setup), ends[2];
    CHECK(trial, count > 0 && count <= UINT16_MAX);
    struct game_place *places = calloc((size_t)count, sizeof *places);
    for (int i = 0; i < count; i++) {
        game->place(trial->setup, i, &places[i]);
        CHECK(trial, memchr(places[i].name, 0, sizeof places[i].name));
        for (int j = 0; j < i; j++) {
            CHECK(trial, places[i].x != places[j].x || places[i].y != places[j].y);
            CHECK(trial, !places[i].name[0] || strcmp(places[i].name, places[j].name) != 0);
        }
    }
    free(places);
    for (int i = 0; game->link && game->link(trial->setup, i, ends); i++) {
        CHECK(trial, i < count * count);
        CHECK(trial, ends[0] >= 0 && ends[0] < count && ends[1] >= 0 && ends[1] < count);
        CHECK(trial, ends[0] != ends[1]);
    }
}

/* The same level after writing and reading, and the same text again. */
static void check_level(const struct trial *trial)
{
    const struct game *game = trial->game;
    struct text text;
    struct error error;
    text_init(&text, text_buffer, sizeof text_buffer);
    game->level_write(trial->setup->level, &text);
    CHECK(trial, text_fits(&text));
    size_t size = game->level_size(text_buffer, text.length, &error);
    CHECK(trial, size > 0);
    void *level = calloc(1, size);
    CHECK(trial, game->level_read(text_buffer, text.length, level, size, &error));
    text_init(&text, other_text, sizeof other_text);
    game->level_write(level, &text);
    CHECK(trial, strcmp(text_buffer, other_text) == 0);
    free(level);
}

static bool equal(const struct trial *trial, const void *a, const void *b)
{
    return memcmp(a, b, trial->size) == 0;
}

static void check_position_text(const struct trial *trial, const void *position)
{
    const struct game *game = trial->game;
    struct text text;
    struct error error;
    text_init(&text, text_buffer, sizeof text_buffer);
    game->position_write(trial->setup, position, &text);
    CHECK(trial, text_fits(&text) && text.length > 0);
    CHECK(trial, !strpbrk(text_buffer, "\r\n"));
    memset(read_back, 0, trial->size);
    error.text[0] = 0;
    if (!game->position_read(trial->setup, text_buffer, text.length, read_back, &error))
        fail_msg("%s refuses its own position \"%s\": %s", game->name, text_buffer, error.text);
    CHECK(trial, equal(trial, read_back, position));
    CHECK(trial, game->hash(trial->setup, read_back) == game->hash(trial->setup, position));
}

static void check_move_text(const struct trial *trial, uint32_t move)
{
    const struct game *game = trial->game;
    char buffer[GAME_MOVE_TEXT + 2];
    struct text text;
    struct error error;
    uint32_t found = GAME_NO_MOVE;
    text_init(&text, buffer, GAME_MOVE_TEXT);
    game->move_write(trial->setup, trial->position, move, &text);
    CHECK(trial, text_fits(&text) && text.length > 0);
    CHECK(trial, !strpbrk(buffer, " \t\r\n,"));
    size_t taken =
        game->move_read(trial->setup, trial->position, buffer, text.length, &found, &error);
    if (taken != text.length || found != move)
        fail_msg("%s (%s): wrote \"%s\" for move %u, read %u from %zu of its characters: %s",
                 game->name, setup_text(game, trial->setup), buffer, move, found, taken,
                 taken ? "" : error.text);
    buffer[text.length] = ',';
    taken = game->move_read(trial->setup, trial->position, buffer, text.length + 1, &found, &error);
    CHECK(trial, taken == text.length && found == move);
}

static void check_steps(const struct trial *trial, uint32_t move)
{
    struct game_step steps[GAME_STEPS_MAX + 1];
    int places = trial->game->place_count(trial->setup);
    int count = trial->game->move_steps(trial->setup, trial->position, move, steps);
    CHECK(trial, count >= (move == trial->game->pass ? 0 : 1) && count <= GAME_STEPS_MAX);
    for (int i = 0; i < count; i++) {
        struct game_content content;
        CHECK(trial, steps[i].place < places && steps[i].touch <= GAME_TOUCH_CAPTURE);
        if (steps[i].touch != GAME_TOUCH_FROM && steps[i].touch != GAME_TOUCH_CAPTURE)
            continue;
        trial->game->content(trial->setup, trial->position, steps[i].place, &content);
        CHECK(trial, steps[i].level < content.height);
    }
}

static void check_contents(const struct trial *trial)
{
    const struct game *game = trial->game;
    int places = game->place_count(trial->setup), players = 0;
    for (int i = 0; i < places; i++) {
        struct game_content content;
        memset(&content, 0xAA, sizeof content);
        game->content(trial->setup, trial->position, i, &content);
        CHECK(trial, content.height <= GAME_STACK_MAX);
        for (int level = 0; level < content.height; level++)
            CHECK(trial, content.piece[level] < game->players || content.numbered);
        CHECK(trial, content.marks < 8);
        players += (content.marks & GAME_MARK_PLAYER) != 0;
        if (content.marks & GAME_MARK_TELEPORTER)
            CHECK(trial, content.target >= 0 && content.target < places);
    }
    CHECK(trial, players <= 1);
    struct game_count counts[GAME_COUNTS_MAX + 1];
    int count = game->counts ? game->counts(trial->setup, trial->position, counts) : 0;
    CHECK(trial, count >= 0 && count <= GAME_COUNTS_MAX);
    for (int i = 0; i < count; i++)
        CHECK(trial, counts[i].name && counts[i].side >= -1 && counts[i].side < game->players);
    if (game->phase)
        CHECK(trial, game->phase(trial->setup, trial->position));
}

static int by_value(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The turned position has the turned moves and the same result; turning and playing can be done in
   either order; some symmetry turns it back. */
static void check_symmetry(const struct trial *trial, int symmetry, bool inverse)
{
    const struct game *game = trial->game;
    const struct game_setup *setup = trial->setup;
    memset(turned, 0, trial->size);
    game->transform(setup, symmetry, trial->position, turned);
    CHECK(trial, symmetry != 0 || equal(trial, turned, trial->position));
    CHECK(trial, game->side_to_move(setup, turned) == game->side_to_move(setup, trial->position));

    uint32_t own[GAME_MOVES_MAX], expected[GAME_MOVES_MAX];
    int count = game->legal_moves(setup, turned, own);
    CHECK(trial, count == trial->count);
    for (int i = 0; i < count; i++)
        expected[i] = game->transform_move(setup, symmetry, trial->moves[i]);
    if (count) {
        int chosen = count / 2;
        memcpy(played, trial->position, trial->size);
        game->play(setup, played, trial->moves[chosen]);
        memset(turned_back, 0, trial->size);
        game->transform(setup, symmetry, played, turned_back);
        memcpy(played, turned, trial->size);
        game->play(setup, played, expected[chosen]);
        CHECK(trial, equal(trial, played, turned_back));
        CHECK(trial, game->hash(setup, played) == game->hash(setup, turned_back));
    }
    qsort(own, (size_t)count, sizeof *own, by_value);
    qsort(expected, (size_t)count, sizeof *expected, by_value);
    CHECK(trial, memcmp(own, expected, (size_t)count * sizeof *own) == 0);

    struct game_result here = {0, 0}, there = {0, 0};
    CHECK(trial,
          game->result(setup, trial->position, &here) == game->result(setup, turned, &there));
    CHECK(trial, here.half_points == there.half_points && here.score == there.score);
    check_position_text(trial, turned);
    bool found = !inverse;
    for (int back = 0; !found && back < game->symmetry_count(setup); back++) {
        memset(turned_back, 0, trial->size);
        game->transform(setup, back, turned, turned_back);
        found = equal(trial, turned_back, trial->position);
    }
    CHECK(trial, found);
}

static void check_symmetries(struct trial *trial)
{
    int count = trial->game->symmetry_count(trial->setup);
    CHECK(trial, count >= 1);
    if (random_below(&trial->random, 8) == 0)
        for (int symmetry = 0; symmetry < count; symmetry++)
            check_symmetry(trial, symmetry, true);
    else
        check_symmetry(trial, (int)random_below(&trial->random, (uint32_t)count), false);
}

/* Leaves by the table alone, as game_perft counts them without the game's own way. */
static uint64_t table_perft(const struct trial *trial, const void *position, int depth,
                            char *memory)
{
    uint32_t moves[GAME_MOVES_MAX];
    uint64_t leaves = 0;
    int count = depth ? trial->game->legal_moves(trial->setup, position, moves) : 0;
    if (depth == 0)
        return 1;
    for (int i = 0; i < count; i++) {
        memcpy(memory, position, trial->size);
        trial->game->play(trial->setup, memory, moves[i]);
        leaves += table_perft(trial, memory, depth - 1, memory + (trial->size + 7) / 8 * 8);
    }
    return count ? leaves : trial->game->perft_counts_ends;
}

static void check_fast_paths(struct trial *trial)
{
    const struct game *game = trial->game;
    double leaves = 1;
    for (int depth = 0; depth <= 4 && leaves < 3000; depth++, leaves *= trial->count + 1)
        CHECK(trial, game_perft(game, trial->setup, trial->position, depth, walk) ==
                         table_perft(trial, trial->position, depth, (char *)walk));
    if (!game->playout)
        return;
    struct game_result result;
    uint32_t ends[GAME_MOVES_MAX];
    memcpy(played, trial->position, trial->size);
    int plies = game->playout(trial->setup, played, &trial->random);
    CHECK(trial, plies > 0 || trial->count == 0);
    /* Rules that let a game go on for ever may be left by a playout that became very long. */
    if (plies < PLIES_MAX) {
        CHECK(trial, game->legal_moves(trial->setup, played, ends) == 0);
        CHECK(trial, game->result(trial->setup, played, &result));
    }
    check_position_text(trial, played);
}

/* Everything that can be asked of the present position. */
static void check_here(struct trial *trial)
{
    const struct game *game = trial->game;
    struct game_result result;
    trial->position = session_position(trial->session);
    trial->count = game->legal_moves(trial->setup, trial->position, trial->moves);
    CHECK(trial, trial->count >= 0 && trial->count <= GAME_MOVES_MAX);
    for (int i = 0; i < trial->count; i++)
        CHECK(trial, trial->moves[i] < game->move_limit(trial->setup));
    bool over = game->result(trial->setup, trial->position, &result);
    CHECK(trial, over == (trial->count == 0));
    if (over)
        CHECK(trial, result.half_points >= 0 && result.half_points <= (game->players == 2 ? 2 : 0));
    int side = game->side_to_move(trial->setup, trial->position);
    CHECK(trial, side >= 0 && side < game->players);
    check_position_text(trial, trial->position);
    check_contents(trial);
    for (int i = 0; i < trial->count; i++) {
        check_move_text(trial, trial->moves[i]);
        check_steps(trial, trial->moves[i]);
    }
    uint32_t sorted[GAME_MOVES_MAX];
    memcpy(sorted, trial->moves, (size_t)trial->count * sizeof *sorted);
    qsort(sorted, (size_t)trial->count, sizeof *sorted, by_value);
    for (int i = 1; i < trial->count; i++)
        CHECK(trial, sorted[i] != sorted[i - 1]);
    CHECK(trial, !trial->count || sorted[trial->count - 1] != GAME_NO_MOVE);
    check_symmetries(trial);
    if (random_below(&trial->random, 64) == 0)
        check_fast_paths(trial);
}

/* What reversible_plies says cannot come back has not come back. */
static void check_repetition(const struct trial *trial)
{
    static uint64_t hashes[PLIES_MAX + 1];
    const struct session *session = trial->session;
    if (!trial->game->reversible_plies)
        return;
    for (int at = 0; at <= session_length(session); at++) {
        const void *position = session_position_at(session, at);
        int reversible = trial->game->reversible_plies(trial->setup, position);
        CHECK(trial, reversible >= 0);
        hashes[at] = trial->game->hash(trial->setup, position);
        for (int earlier = 0; earlier < at - reversible; earlier++)
            CHECK(trial, hashes[earlier] != hashes[at]);
    }
}

/* Undo to the start, each position the one that playing from the start gives. */
static void check_undo(struct trial *trial)
{
    struct session *session = trial->session;
    int length = session_length(session);
    session_go(session, length);
    while (session_undo(session))
        ;
    CHECK(trial, session_ply(session) == 0 && session_length(session) == length);
    memset(played, 0, trial->size);
    trial->game->start(trial->setup, played);
    for (int at = 0;; at++) {
        CHECK(trial, equal(trial, played, session_position(session)));
        CHECK(trial, trial->game->hash(trial->setup, played) ==
                         trial->game->hash(trial->setup, session_position(session)));
        if (at == length)
            break;
        trial->game->play(trial->setup, played, session_move_at(session, at));
        CHECK(trial, session_redo(session));
    }
    CHECK(trial, !session_redo(session));
}

static uint64_t session_memory[2][1 << 20];

/* The moves as one text lead to the same end. */
static void check_move_list(struct trial *trial)
{
    struct text text;
    struct error error;
    text_init(&text, text_buffer, sizeof text_buffer);
    session_write_moves(trial->session, random_below(&trial->random, 2) ? "," : " ", &text);
    CHECK(trial, text_fits(&text));
    struct session *again =
        session_start(trial->game, trial->setup, NULL, session_memory[1], sizeof session_memory[1]);
    if (!session_play_text(again, text_buffer, text.length, &error))
        fail_msg("%s (%s) refuses its own moves %s: %s", trial->game->name,
                 setup_text(trial->game, trial->setup), text_buffer, error.text);
    CHECK(trial, session_length(again) == session_ply(trial->session));
    CHECK(trial, equal(trial, session_position(again), session_position(trial->session)));
}

static void check_saving(struct trial *trial)
{
    struct session_needs needs;
    struct text text;
    struct error error;
    session_go(trial->session,
               (int)random_below(&trial->random, (uint32_t)session_length(trial->session) + 1));
    text_init(&text, text_buffer, sizeof text_buffer);
    session_save(trial->session, &text);
    CHECK(trial, text_fits(&text));
    CHECK(trial, session_inspect(text_buffer, text.length, &needs, &error));
    CHECK(trial, needs.game == trial->game && needs.plies == session_length(trial->session));
    needs.setup.level = trial->setup->level;
    struct session *loaded = session_load(text_buffer, text.length, &needs, session_memory[1],
                                          sizeof session_memory[1], &error);
    if (!loaded)
        fail_msg("cannot load what was saved: %s\n%s", error.text, text_buffer);
    CHECK(trial, session_ply(loaded) == session_ply(trial->session) &&
                     session_length(loaded) == session_length(trial->session));
    CHECK(trial, equal(trial, session_position(loaded), session_position(trial->session)));
    text_init(&text, other_text, sizeof other_text);
    session_save(loaded, &text);
    CHECK(trial, strcmp(text_buffer, other_text) == 0);
}

static void play_one(struct trial *trial, bool listed)
{
    const struct game *game = trial->game;
    struct session *session =
        session_start(game, trial->setup, NULL, session_memory[0], sizeof session_memory[0]);
    trial->session = session;
    for (;;) {
        bool repeated;
        struct game_result result;
        check_here(trial);
        bool over = session_over(session, &result, &repeated);
        CHECK(trial, over == (trial->count == 0 || repeated));
        if (over || session_ply(session) == PLIES_MAX)
            break;
        int side = session_side(session);
        uint32_t move = trial->moves[random_below(&trial->random, (uint32_t)trial->count)];
        CHECK(trial, session_play(session, move, NULL));
        if (game->players == 2 && !session_over(session, NULL, NULL))
            CHECK(trial, session_side(session) != side);
    }
    if (session_ply(session) < PLIES_MAX) {
        uint32_t any[GAME_MOVES_MAX];
        CHECK(trial, session_moves(session, any) == 0);
        CHECK(trial, session_length(session) == 0 ||
                         !session_play(session, session_move_at(session, 0), NULL));
    }
    games_played++;
    plies_played += session_length(session);
    check_repetition(trial);
    check_undo(trial);
    check_move_list(trial);
    if (listed)
        check_saving(trial);
}

static void conforms(void **state)
{
    const struct game *game = *(const struct game **)*state;
    static struct setups setups;
    check_table(game);
    setups_of(game, &setups);
    if (setups.count == 0)
        fail_msg("%s has no setup that it accepts", game->name);
    long share = games_wanted / (game_count + EXTRA_COUNT) + 1;
    for (int i = 0; i < setups.count; i++) {
        static struct trial trial;
        memset(&trial, 0, sizeof trial);
        trial.game = game;
        trial.setup = &setups.setup[i];
        trial.size = game->position_size(trial.setup);
        CHECK(&trial, trial.size > 0 && trial.size <= POSITION_MAX);
        CHECK(&trial, session_bytes(game, trial.setup, PLIES_MAX) <= sizeof session_memory[0]);
        check_board(&trial);
        if (trial.setup->level)
            check_level(&trial);
        random_split(&trial.random, 2024, (uint64_t)i);
        for (long n = 0; n < (share + setups.count - 1) / setups.count; n++)
            play_one(&trial, game_find(game->name) == game);
    }
    print_message("%s: %d setups, %ld games, %ld plies so far\n", game->name, setups.count,
                  games_played, plies_played);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[64];
    const struct game *list[64];
    int count = 0;
    if (argc > 1)
        games_wanted = strtol(argv[1], NULL, 10);
    for (int i = 0; i < game_count + EXTRA_COUNT; i++) {
        const struct game *game = i < game_count ? games[i] : extra_games[i - game_count];
        if (argc > 2 && strcmp(argv[2], game->name) != 0)
            continue;
        list[count] = game;
        tests[count] = (struct CMUnitTest){
            .name = game->name, .test_func = conforms, .initial_state = &list[count]};
        count++;
    }
    return _cmocka_run_group_tests("conformance", tests, (size_t)count, NULL, NULL);
}
