/* Positions put together by hand, and what moves complete: along random games every position that a
   game can arrange is written as it would write it itself, and the places of a finished row, mill
   or stack agree with what happened. */
#include "games/game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { GAMES = 60, PLIES = 120, PLACES = 256, POSITION = GAME_POSITION_SMALL };

static struct game_content contents[PLACES];

struct walk {
    const struct game *game;
    struct game_setup setup;
    uint64_t position[POSITION / 8], before[POSITION / 8];
    uint32_t move; /* that led from `before` here */
};

static int32_t count_of(const struct walk *walk, const void *position, const char *name)
{
    struct game_count counts[GAME_COUNTS_MAX];
    int count = walk->game->counts(&walk->setup, position, counts);
    int32_t sum = 0;
    for (int i = 0; i < count; i++)
        if (!strcmp(counts[i].name, name))
            sum += counts[i].value;
    return sum;
}

/* The same text but for the last word, where mill counts plies that nobody sees. */
static bool same_text(const char *a, const char *b)
{
    const char *end = strrchr(a, ' ');
    size_t length = end ? (size_t)(end - a) : strlen(a);
    return !strncmp(a, b, length) && strlen(b) >= length;
}

static void check_arranged(const struct walk *walk)
{
    const struct game *game = walk->game;
    struct game_arrangement arrangement = {
        .contents = contents, .side = game->side_to_move(&walk->setup, walk->position)};
    struct game_count counts[GAME_COUNTS_MAX];
    char own[1024], made[1024];
    struct text own_text, made_text;
    int places = game->place_count(&walk->setup);
    int count = game->counts(&walk->setup, walk->position, counts);
    for (int i = 0; i < places; i++)
        game->content(&walk->setup, walk->position, i, &contents[i]);
    for (int i = 0; i < count; i++)
        arrangement.counts[i] = counts[i].value;
    text_init(&own_text, own, sizeof own);
    text_init(&made_text, made, sizeof made);
    game->position_write(&walk->setup, walk->position, &own_text);
    game->arranged(&walk->setup, &arrangement, &made_text);
    if (!same_text(own, made))
        fail_msg("%s: %s is arranged as %s", game->name, own, made);
}

/* A row ends the game, a mill takes a man where there is one to take, a stack is won. */
static void check_made(const struct walk *walk)
{
    const struct game *game = walk->game;
    uint16_t places[GAME_MADE_MAX];
    struct game_result result = {0};
    int count = game->made(&walk->setup, walk->before, walk->move, places);
    bool over = game->result(&walk->setup, walk->position, &result);
    for (int i = 0; i < count; i++)
        assert_true(places[i] < game->place_count(&walk->setup));
    if (!strcmp(game->name, "connect4")) {
        assert_true((count >= 4) == (over && result.half_points != 1));
    } else if (!strcmp(game->name, "byte")) {
        int32_t won = count_of(walk, walk->position, "stacks won") -
                      count_of(walk, walk->before, "stacks won");
        assert_int_equal(count, won);
    } else if (!strcmp(game->name, "mill")) {
        int32_t men =
            count_of(walk, walk->position, "on board") + count_of(walk, walk->position, "in hand");
        int32_t had =
            count_of(walk, walk->before, "on board") + count_of(walk, walk->before, "in hand");
        assert_int_equal(count >= 3, men < had);
    }
}

static void walk_game(const struct game *game, struct random *random)
{
    struct walk walk = {.game = game};
    uint32_t moves[GAME_MOVES_MAX];
    game_setup_default(game, &walk.setup);
    assert_true(game->position_size(&walk.setup) <= POSITION);
    game->start(&walk.setup, walk.position);
    for (int ply = 0; ply < PLIES; ply++) {
        int count = game->legal_moves(&walk.setup, walk.position, moves);
        if (game->arranged)
            check_arranged(&walk);
        if (!count)
            return;
        walk.move = moves[random_below(random, (uint32_t)count)];
        memcpy(walk.before, walk.position, sizeof walk.before);
        game->play(&walk.setup, walk.position, walk.move);
        if (game->made)
            check_made(&walk);
    }
}

static void positions_and_marks(void **state)
{
    (void)state;
    struct random random;
    int arranging = 0;
    random_seed(&random, 20);
    for (int i = 0; i < game_count; i++) {
        arranging += games[i]->arranged != NULL;
        for (int k = 0; games[i]->players == 2 && k < GAMES; k++)
            walk_game(games[i], &random);
    }
    assert_int_equal(arranging, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(positions_and_marks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
