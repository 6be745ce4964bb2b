/* Byte's player "pink": its judgement of single moves and its choices, worked out by hand, and
   against a plain minimax over slow rules. */
#include "games/byte_slow.h"
#include "minds/byte/pink.h"
#include "minds/byte/players.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct game_setup setup_of(int size)
{
    struct game_setup setup;
    game_setup_default(&game_byte, &setup);
    setup.option[BYTE_OPTION_SIZE] = size;
    return setup;
}

static void position_of(const struct game_setup *setup, const char *text, struct byte *board)
{
    struct error error;
    if (!game_byte.position_read(setup, text, strlen(text), board, &error))
        fail_msg("%s", error.text);
}

static uint32_t move_of(const struct game_setup *setup, const struct byte *board, const char *text)
{
    struct error error;
    uint32_t move;
    if (game_byte.move_read(setup, board, text, strlen(text), &move, &error) == 0)
        fail_msg("%s", error.text);
    return move;
}

static int judged(const char *position, const char *move)
{
    struct game_setup setup = setup_of(8);
    struct byte_rules rules = byte_rules_of(&setup);
    struct byte board;
    position_of(&setup, position, &board);
    return byte_pink_judge(&rules, &board, move_of(&setup, &board, move));
}

static void think(const struct game_setup *setup, const void *board, struct mind_answer *answer)
{
    struct player player = {.kind = &byte_pink};
    struct mind_task task = {.game = &game_byte, .setup = setup, .position = board};
    byte_pink.think(&player, &task, answer);
}

#define START "-,-,-,-/b,b,b,b/w,w,w,w/b,b,b,b/w,w,w,w/b,b,b,b/w,w,w,w/-,-,-,- w 0 0"

static void judges_by_hand(void **state)
{
    (void)state;
    /* 0 checkers more; 8 - 1; 1 + 1 - 0; own top 8; other's top 4, height below it is odd; the
       board is more than half full: rows (2 - 1) + (4 - 1), columns the same, four times. */
    assert_int_equal(judged(START, "b2-c3"), 0 + 7 + 2 + 8 + 4 + 0 + 4 * (4 + 4));
    /* From row 5 and column 7 inwards: (5 - 4) + (5 - 4) and (7 - 6) + (7 - 4). */
    assert_int_equal(judged(START, "h6-g5"), 0 + 7 + 2 + 8 + 4 + 0 + 4 * (2 + 4));
    /* Upwards from row 5 the middle is left: (5 - 6) + (5 - 4); from column 1: (0 - 1) + (4 - 1).
     */
    assert_int_equal(judged(START, "b6-a7"), 0 + 7 + 2 + 8 + 4 + 0 + 4 * (0 + 2));

    /* Part of a stack, an emptier board. White has 7 checkers, black 9; the stack is 4 high and
       level 1 (from 0) is taken: 8 - 4; 4 + 4 - 1; top b: 0; the target's top is white: 0, and
       4 + 4 - 1 - 1 is even: 4; no squares; white stays on top of what is left: 8. */
    assert_int_equal(judged("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/-,bbbw,-,-/-,wwbb,-,-/"
                            "bbbb,-,ww,-/-,-,-,ww w 0 1",
                            "c3:2-d4"),
                     -2 + 4 + 7 + 0 + 0 + 4 + 8);
    /* The single checker onto a black top: 7; 4 + 1; own top 8; black top 4; 5 - 1 is even: 4. */
    assert_int_equal(judged("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/-,bbbw,-,-/-,wwbb,-,-/"
                            "-,w,bbbb,-/-,-,-,www w 0 1",
                            "d2-c3"),
                     -2 + 7 + 5 + 8 + 4 + 4);
}

/* Material is the mover's, not one colour's: the third position above with black to move. 9
   checkers to 7; level 2 of 4 is taken: 8 - 4; 4 + 4 - 2; black top 8; white top 4; 6 - 1 is odd;
   white stays on top of what is left. */
static void judges_for_black(void **state)
{
    (void)state;
    assert_int_equal(judged("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/-,bbbw,-,-/-,wwbb,-,-/"
                            "bbbb,-,ww,-/-,-,-,ww b 0 1",
                            "c3:3-d4"),
                     2 + 4 + 6 + 8 + 4 + 0 + 0);
}

/* What pink plays in a position of 8x8 and what it thinks of it. */
static void plays(const char *position, const char *move, int score)
{
    struct game_setup setup = setup_of(8);
    struct byte board;
    struct mind_answer answer;
    position_of(&setup, position, &board);
    think(&setup, &board, &answer);
    char found[GAME_MOVE_TEXT];
    struct text text;
    text_init(&text, found, sizeof found);
    game_byte.move_write(&setup, &board, answer.move, &text);
    assert_string_equal(found, move);
    assert_int_equal(answer.score, score);
}

static void chooses_by_hand(void **state)
{
    (void)state;
    /* The last stack: the lone checker onto the seven wins, the seven onto it loses. */
    plays("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/w,-,-,-/wbwbwbb,-,-,- w 1 1", "b2-a1",
          1000);
    /* Black has no other move than to give the last stack away. */
    plays("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/w,-,-,-/bwbwbww,-,-,- b 1 1", "a1-b2",
          -1000);
}

static void looks_as_deep_as_the_source(void **state)
{
    (void)state;
    const int sizes[] = {4, 8, 10, 16}, depths[] = {2, 3, 3, 4};
    for (int i = 0; i < 4; i++) {
        struct game_setup setup = setup_of(sizes[i]);
        setup.option[BYTE_OPTION_STACK] = sizes[i] == 4 ? 4 : 8;
        struct byte board;
        game_byte.start(&setup, &board);
        /* Some moves into the game there are fewer to look at. */
        struct random random;
        random_seed(&random, 11);
        uint32_t moves[GAME_MOVES_MAX];
        for (int ply = 0; ply < sizes[i] * sizes[i] / 3; ply++) {
            int count = game_byte.legal_moves(&setup, &board, moves);
            if (count <= 1)
                break;
            game_byte.play(&setup, &board, moves[random_below(&random, (uint32_t)count)]);
        }
        struct mind_answer answer;
        think(&setup, &board, &answer);
        if (answer.move == GAME_NO_MOVE)
            continue;
        assert_int_equal(answer.depth, depths[i]);
        assert_true(game_is_legal(&game_byte, &setup, &board, answer.move));
    }
}

/* -------- the same player over slow rules -------- */

static int slow_pink_judge(const struct slow *slow, const char *move)
{
    char file, to_file;
    int rank, to_rank, level = 1, sum = 0, occupied = 0, n = slow->size;
    if (sscanf(move, "%c%d:%d-%c%d", &file, &rank, &level, &to_file, &to_rank) != 5) {
        level = 1;
        sscanf(move, "%c%d-%c%d", &file, &rank, &to_file, &to_rank);
    }
    int x = file - 'a', y = rank - 1, u = to_file - 'a', v = to_rank - 1, l = level - 1;
    const char *from = slow->stack[x][y], *to = slow->stack[u][v];
    int from_height = (int)strlen(from), to_height = (int)strlen(to);
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
            if (slow_height(slow, a, b)) {
                occupied++;
                for (const char *c = slow->stack[a][b]; *c; c++)
                    sum += *c == slow->side ? 1 : -1;
            }
    sum += 8 - from_height;
    sum += to_height + from_height - l;
    if (from[from_height - 1] == slow->side)
        sum += 8;
    if (to_height && to[to_height - 1] != slow->side)
        sum += 4;
    if ((to_height + from_height - l - 1) % 2 == 0)
        sum += 4;
    if (occupied > n * n / 2 / 2) {
        sum += 4 * (y < n / 2 ? v - y + n / 2 - y : y - v + y - n / 2);
        sum += 4 * (x < n / 2 ? u - x + n / 2 - x : x - u + x - n / 2);
    }
    if (l > 0 && from[l - 1] == slow->side)
        sum += 8;
    return sum;
}

static int slow_pink(const struct slow *slow, char own, int depth, int last)
{
    if (slow_over(slow)) {
        int lead = slow->won_white - slow->won_black;
        if (own == 'b')
            lead = -lead;
        return lead > 0 ? 56 : lead < 0 ? -56 : 0;
    }
    if (depth == 0)
        return last;
    struct slow_moves moves;
    slow_moves(slow, &moves);
    int best = slow->side == own ? INT_MIN : INT_MAX;
    for (int i = 0; i < moves.count; i++) {
        struct slow next = *slow;
        int now = last;
        if (slow->side == own && strcmp(moves.text[i], "pass") != 0)
            now = slow_pink_judge(slow, moves.text[i]);
        slow_play(&next, moves.text[i]);
        int value = slow_pink(&next, own, depth - 1, now);
        if (slow->side == own ? value > best : value < best)
            best = value;
    }
    return best;
}

/* The value is that of the slow player, and the move is one that reaches it. */
static void equals_slow_player(void **state)
{
    (void)state;
    struct game_setup setup = setup_of(8);
    struct random random;
    random_seed(&random, 3);
    int compared = 0;
    while (compared < 60) {
        struct byte board;
        struct slow slow;
        slow_start(&slow, 8, 8, false, false);
        game_byte.start(&setup, &board);
        int plies = 12 + (int)random_below(&random, 20);
        struct slow_moves moves;
        for (int i = 0; i < plies && !slow_over(&slow); i++) {
            slow_moves(&slow, &moves);
            const char *text = moves.text[random_below(&random, (uint32_t)moves.count)];
            game_byte.play(&setup, &board, move_of(&setup, &board, text));
            slow_play(&slow, text);
        }
        if (slow_over(&slow))
            continue;
        struct mind_answer answer;
        think(&setup, &board, &answer);
        int value = slow_pink(&slow, slow.side, 3, 0);
        assert_int_equal(answer.score, value * 1000 / 56);
        char found[GAME_MOVE_TEXT];
        struct text text;
        text_init(&text, found, sizeof found);
        game_byte.move_write(&setup, &board, answer.move, &text);
        struct slow next = slow;
        int now = strcmp(found, "pass") == 0 ? 0 : slow_pink_judge(&slow, found);
        slow_play(&next, found);
        assert_int_equal(slow_pink(&next, slow.side, 2, now), value);
        compared++;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(judges_by_hand),     cmocka_unit_test(judges_for_black),
        cmocka_unit_test(chooses_by_hand),    cmocka_unit_test(looks_as_deep_as_the_source),
        cmocka_unit_test(equals_slow_player),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
