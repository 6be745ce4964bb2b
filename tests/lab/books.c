/* Books: every position is there with its right value, a stopped build goes on where it was, and
   the program's own book agrees with the solver. */
#include "lab/books.h"
#include "games/connect4/connect4.h"
#include "lab/think.h"
#include "minds/book.h"
#include "minds/book_complete.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { PLIES = 4 };

static struct game_setup small_board(void)
{
    struct game_setup setup;
    game_setup_default(&game_connect4, &setup);
    setup.option[CONNECT4_OPTION_WIDTH] = 5;
    setup.option[CONNECT4_OPTION_HEIGHT] = 4;
    return setup;
}

static int solved(struct thinker *thinker, const struct game_setup *setup, const void *position)
{
    struct mind_task task = {
        .game = &game_connect4, .setup = setup, .position = position, .no_book = true};
    struct mind_answer answer;
    struct player_kind kind;
    struct player solver;
    player_solver(mind_of(&game_connect4), &kind, &solver);
    assert_true(think_ask(thinker, &solver, &task, &answer, NULL));
    assert_true(answer.exact);
    return answer.score / 100;
}

static bool found(const struct mind_book *book, const struct game_setup *setup,
                  const struct connect4 *board, int *score)
{
    const struct mind *mind = mind_of(&game_connect4);
    return book_find(book, mind->book_key(setup, board), mind->book_ply(setup, board), score);
}

/* Compares the book with the solver below a position; gives the number of comparisons. */
static int compare(const struct mind_book *book, struct thinker *thinker,
                   const struct game_setup *setup, const struct connect4 *board, int plies)
{
    struct game_result result;
    int score, compared = 1;
    if (game_connect4.result(setup, board, &result))
        return 0;
    assert_true(found(book, setup, board, &score));
    assert_int_equal(score, solved(thinker, setup, board));
    uint32_t moves[GAME_MOVES_MAX];
    int count = plies ? game_connect4.legal_moves(setup, board, moves) : 0;
    for (int i = 0; i < count; i++) {
        struct connect4 child = *board;
        game_connect4.play(setup, &child, moves[i]);
        compared += compare(book, thinker, setup, &child, plies - 1);
    }
    return compared;
}

struct stopper {
    atomic_bool stop;
    uint64_t after;
};

static void stop_after(void *listener, uint64_t done, uint64_t total)
{
    struct stopper *stopper = listener;
    (void)total;
    if (done >= stopper->after)
        atomic_store(&stopper->stop, true);
}

static void empty_file(char *path)
{
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
}

static void test_build(void **state)
{
    (void)state;
    char partial[] = "/tmp/potez-book-XXXXXX";
    empty_file(partial);
    struct game_setup setup = small_board();
    struct stopper stopper = {.after = 50};
    struct books_plan plan = {
        .game = &game_connect4,
        .setup = &setup,
        .plies = PLIES,
        .threads = 2,
        .table_bytes = 1 << 20,
        .partial = partial,
        .check = 30,
        .stop = &stopper.stop,
        .progress = stop_after,
        .listener = &stopper,
    };
    struct books_made made;
    assert_true(books_build(&plan, &made, NULL));
    assert_null(made.data);
    assert_in_range(made.solved, 50, 60);
    uint64_t before = made.solved;

    /* as after a crash in the middle of a record */
    FILE *cut = fopen(partial, "ab");
    assert_non_null(cut);
    fputs("cut", cut);
    fclose(cut);
    stopper.after = UINT64_MAX;
    atomic_store(&stopper.stop, false);
    assert_true(books_build(&plan, &made, NULL));
    assert_non_null(made.data);
    assert_int_equal(made.resumed, before);
    assert_int_equal(made.cut, 3);
    assert_int_equal(made.checked, 30);
    assert_int_equal(made.wrong, 0);

    struct mind_book book = {made.data, made.size};
    struct thinker thinker;
    struct connect4 start = {0, 0};
    int plies;
    size_t records;
    assert_true(book_valid(&book, &plies, &records));
    assert_int_equal(plies, PLIES);
    assert_true(think_open(&thinker, 1, 1 << 20, NULL));
    assert_int_equal(compare(&book, &thinker, &setup, &start, PLIES), 1 + 5 + 25 + 125 + 625);
    think_close(&thinker);
    free(made.data);
    unlink(partial);
}

/* Before there was a journal: the records of a book, one behind the other. */
static void test_older_partial_file(void **state)
{
    (void)state;
    char partial[] = "/tmp/potez-book-XXXXXX";
    empty_file(partial);
    struct game_setup setup = small_board();
    struct books_plan plan = {.game = &game_connect4,
                              .setup = &setup,
                              .plies = 2,
                              .threads = 1,
                              .table_bytes = 1 << 20,
                              .partial = partial};
    struct books_made made, again;
    struct error error = {.text = ""};
    assert_true(books_build(&plan, &made, &error));
    struct mind_book book = {made.data, made.size};
    FILE *old = fopen(partial, "wb");
    assert_non_null(old);
    for (uint32_t i = 0; i < 25; i++) { /* every second ply, some of them more than once */
        struct connect4 board = {0, 0};
        uint8_t record[BOOK_RECORD];
        int score;
        game_connect4.play(&setup, &board, i / 5);
        game_connect4.play(&setup, &board, i % 5);
        assert_true(found(&book, &setup, &board, &score));
        book_write_record(record, mind_of(&game_connect4)->book_key(&setup, &board), score);
        assert_int_equal(fwrite(record, sizeof record, 1, old), 1);
    }
    fputs("cut", old);
    fclose(old);
    for (int round = 0; round < 2; round++) { /* the second time it is a journal */
        if (!books_build(&plan, &again, &error))
            fail_msg("%s", error.text);
        assert_int_equal(again.resumed, made.solved);
        assert_int_equal(again.solved, 0);
        assert_memory_equal(again.data, made.data, made.size);
        free(again.data);
    }
    plan.plies = 3;
    assert_false(books_build(&plan, &again, &error)); /* another book's */
    assert_non_null(strstr(error.text, "other work"));
    free(made.data);
    unlink(partial);
}

static void test_bad_bytes(void **state)
{
    (void)state;
    uint8_t bytes[BOOK_HEAD + BOOK_RECORD] = {0};
    struct mind_book book = {bytes, sizeof bytes};
    int score;
    assert_false(book_valid(&book, NULL, NULL));
    assert_false(book_find(&book, 0, -1, &score));
    book_write_head(bytes, 3);
    book_write_record(bytes + BOOK_HEAD, 0x123456789abc, -7);
    assert_true(book_find(&book, 0x123456789abc, -1, &score));
    assert_int_equal(score, -7);
    assert_false(book_find(&book, 0x123456789abd, -1, &score));
    book.size--;
    assert_false(book_valid(&book, NULL, NULL));
    struct book_complete complete = {.plies = 1, .bits = 3, .positions = 4};
    uint8_t cells[40] = {0};
    book_complete_head(&complete, cells);
    book = (struct mind_book){cells, book_complete_size(4, 3)};
    assert_in_range(book.size, BOOK_COMPLETE_HEAD, sizeof cells);
    assert_true(book_valid(&book, NULL, NULL));
    assert_true(book_find(&book, 1, 1, &score));
    assert_false(book_find(&book, 1, 2, &score));
    assert_false(book_find(&book, 1, -1, &score));
    cells[9] = 9; /* more bits than a cell has */
    assert_false(book_valid(&book, NULL, NULL));
    cells[9] = 3;
    cells[15] = 0xff; /* more positions than there are cells for */
    assert_false(book_valid(&book, NULL, NULL));
}

/* The good moves of a book: those of the best value, and only where it knows every move. */
static void test_moves_of_a_book(void **state)
{
    (void)state;
    enum { COLUMNS = 7 };
    const struct mind *mind = mind_of(&game_connect4);
    static const int8_t scores[COLUMNS] = {2, 1, 0, -1, 0, 1, 2}; /* to the side that answers */
    uint8_t bytes[BOOK_HEAD + COLUMNS * BOOK_RECORD];
    uint32_t moves[GAME_MOVES_MAX];
    struct game_setup setup;
    struct connect4 start, child;
    struct {
        uint64_t key;
        int score;
    } records[COLUMNS], swap;
    int count = 0;
    game_setup_default(&game_connect4, &setup);
    game_connect4.start(&setup, &start);
    assert_int_equal(game_connect4.legal_moves(&setup, &start, moves), COLUMNS);
    for (int i = 0; i < 4; i++) { /* mirror images share a record */
        child = start;
        game_connect4.play(&setup, &child, moves[i]);
        records[count].key = mind->book_key(&setup, &child);
        records[count++].score = scores[i];
        for (int k = count - 1; k > 0 && records[k].key < records[k - 1].key; k--) {
            swap = records[k];
            records[k] = records[k - 1];
            records[k - 1] = swap;
        }
    }
    book_write_head(bytes, 1);
    for (int i = 0; i < count; i++)
        book_write_record(bytes + BOOK_HEAD + i * BOOK_RECORD, records[i].key, records[i].score);
    struct mind_book book = {bytes, BOOK_HEAD + (size_t)count * BOOK_RECORD};
    assert_int_equal(book_moves(mind, &book, &setup, &start, moves), 1);
    assert_int_equal(moves[0], 3); /* the middle */
    book.size -= BOOK_RECORD;      /* and one move is not known */
    assert_int_equal(book_moves(mind, &book, &setup, &start, moves), 0);
    assert_int_equal(book_moves(mind, NULL, &setup, &start, moves), 0);
    assert_int_equal(book_moves(mind, &book, &setup, &child, moves), 0);
}

/* Complete books answer for positions that arise, and for nothing else. */
static void test_what_arises(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int ply;
    } cases[] = {
        {"moves:", 0},
        {"moves:4444", 4},
        {"moves:12121", 5},
        {"moves:1212121", -1},       /* over */
        {"moves:4455112233665", -1}, /* beyond any book */
    };
    const struct mind *mind = mind_of(&game_connect4);
    struct game_setup setup;
    struct connect4 board;
    game_setup_default(&game_connect4, &setup);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        board = (struct connect4){0, 0};
        for (const char *move = cases[i].text + 6; *move; move++)
            game_connect4.play(&setup, &board, (uint32_t)(*move - '1'));
        assert_int_equal(mind->book_ply(&setup, &board), cases[i].ply);
    }
    /* two columns, each with a disc of the second player below one of the first's */
    board = (struct connect4){.mine = 2 | 2 << 7, .filled = 3 | 3 << 7};
    assert_int_equal(mind->book_ply(&setup, &board), -1);
    board.mine = 1 | 2 << 7;
    assert_int_equal(mind->book_ply(&setup, &board), 4);
}

/* Each position is worth what its best move leads to, down to the last ply. Gives how many agree.
 */
static int consistent(const struct mind_book *book, const struct game_setup *setup,
                      const struct connect4 *board, int plies)
{
    struct game_result result;
    uint32_t moves[GAME_MOVES_MAX];
    int count = game_connect4.legal_moves(setup, board, moves), best = -100, score, agree = 1;
    for (int i = 0; i < count; i++) {
        struct connect4 child = *board;
        game_connect4.play(setup, &child, moves[i]);
        if (game_connect4.result(setup, &child, &result)) {
            best = 100; /* a win at once: no score to compare with */
            continue;
        }
        assert_true(found(book, setup, &child, &score));
        best = -score > best ? -score : best;
        agree += plies > 1 ? consistent(book, setup, &child, plies - 1) : 0;
    }
    assert_true(found(book, setup, board, &score));
    assert_true(best == 100 || score == best);
    return agree;
}

struct sums {
    int games, wins, scores, squares;
};

/* Over all games of so many plies. */
static void add_games(const struct mind_book *book, const struct game_setup *setup,
                      const struct connect4 *board, int plies, struct sums *sums)
{
    uint32_t moves[GAME_MOVES_MAX];
    int score, count = plies ? game_connect4.legal_moves(setup, board, moves) : 0;
    for (int i = 0; i < count; i++) {
        struct connect4 child = *board;
        game_connect4.play(setup, &child, moves[i]);
        add_games(book, setup, &child, plies - 1, sums);
    }
    if (plies)
        return;
    assert_true(found(book, setup, board, &score));
    sums->games++;
    sums->wins += score > 0;
    sums->scores += score;
    sums->squares += score * score;
}

/* The program's own book is complete, consistent and known where it is known: 1 for the start, and
   -2, -1, 0, 1 for the four ways to begin. */
static void test_own_book(void **state)
{
    (void)state;
    struct mind_book book;
    int plies, score;
    size_t records;
    assert_true(books_of(&game_connect4, &book));
    assert_true(book_valid(&book, &plies, &records));
    assert_true(book.size <= 1 << 20);
    if (plies < 6)
        skip();
    struct game_setup setup;
    struct connect4 board = {0, 0};
    game_setup_default(&game_connect4, &setup);
    assert_true(found(&book, &setup, &board, &score));
    assert_int_equal(score, 1);
    for (uint32_t column = 0; column < 7; column++) {
        static const int first[] = {2, 1, 0, -1, 0, 1, 2};
        struct connect4 child = board;
        game_connect4.play(&setup, &child, column);
        assert_true(found(&book, &setup, &child, &score));
        assert_int_equal(score, first[column]);
    }
    assert_true(consistent(&book, &setup, &board, 5) > 2700);
    /* taken from a book of records, which held every position beside its score */
    struct sums sums = {0};
    add_games(&book, &setup, &board, 6, &sums);
    assert_int_equal(sums.games, 117649);
    assert_int_equal(sums.wins, 76385);
    assert_int_equal(sums.scores, 446743);
    assert_int_equal(sums.squares, 6908287);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_build),     cmocka_unit_test(test_older_partial_file),
        cmocka_unit_test(test_bad_bytes), cmocka_unit_test(test_what_arises),
        cmocka_unit_test(test_own_book),  cmocka_unit_test(test_moves_of_a_book),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
