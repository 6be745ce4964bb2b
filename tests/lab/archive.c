/* The archive: WTHOR's games are all legal, and what goes out as text comes in again the same. */
#include "lab/archive_record.h"
#include "lab/opened.h"
#include "lab/othello/archive_ggf.h"
#include "lab/othello/archive_wthor.h"
#include "lab/othello/wthor.h"

#include "../shared.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static uint8_t *read_all(FILE *file, size_t *length)
{
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*length + 1);
    assert_int_equal(fread(bytes, 1, *length, file), *length);
    fclose(file);
    return bytes;
}

/* Every record of every year: legal, written back as the same bytes; where the game was played to
   its end, black's discs are those of the record in all but a few. */
static void every_game_of_wthor(void **state)
{
    (void)state;
    long total = 0, finished = 0, agree = 0;
    for (int year = 1977; year <= 2021; year++) {
        char name[64];
        snprintf(name, sizeof name, "data/othello/wthor/WTH_%d.wtb", year);
        FILE *file = shared_open(name);
        if (!file)
            skip();
        size_t length;
        uint8_t *bytes = read_all(file, &length);
        struct wthor_header header;
        struct error error;
        if (!wthor_read_header(bytes, length, &header, &error))
            fail_msg("%s: %s", name, error.text);
        assert_int_equal(header.year, year);
        for (uint32_t i = 0; i < header.games; i++) {
            struct wthor_game game, again;
            uint32_t moves[WTHOR_PLIES];
            uint8_t record[WTHOR_GAME];
            int discs;
            wthor_read_game(bytes, i, &game);
            int count = wthor_moves(&game, moves, &error);
            if (count < 0)
                fail_msg("%s: game %u: %s", name, i, error.text);
            again = game;
            wthor_set_moves(&again, moves, count);
            wthor_write_game(&again, record);
            assert_memory_equal(record, bytes + WTHOR_HEADER + (size_t)i * WTHOR_GAME, WTHOR_GAME);
            if (wthor_finished(moves, count, &discs)) {
                finished++;
                agree += discs == game.score;
            }
            total++;
        }
        free(bytes);
    }
    assert_int_equal(total, 127475);
    assert_int_equal(finished, 127062);
    print_message("%ld games, %ld to the end, the score agrees in %ld\n", total, finished, agree);
    assert_true(agree > finished * 99 / 100);
}

static void names_in_latin_1(void **state)
{
    (void)state;
    uint8_t file[WTHOR_HEADER + 2 * WTHOR_PLAYER] = {[8] = 2};
    char name[WTHOR_NAME];
    wthor_write_name("J\xc3\xa9r\xc3\xb4me \xe2\x82\xac", WTHOR_PLAYER, file + WTHOR_HEADER);
    assert_int_equal(wthor_name_count(file, sizeof file, WTHOR_PLAYER, NULL), 2);
    wthor_read_name(file, 0, WTHOR_PLAYER, name);
    assert_string_equal(name, "J\xc3\xa9r\xc3\xb4me ?");
    assert_int_equal(wthor_name_count(file, sizeof file - 1, WTHOR_PLAYER, NULL), 0);
}

static void faults_have_reasons(void **state)
{
    (void)state;
    uint32_t moves[WTHOR_PLIES];
    struct error error;
    struct wthor_game game = {.moves = {56, 64, 33}}; /* f5 d6 c3 in rows and columns */
    assert_int_equal(wthor_moves(&game, moves, &error), 3);
    game.moves[2] = 11;
    assert_int_equal(wthor_moves(&game, moves, &error), -1);
    assert_string_equal(error.text, "move 3: a1 is not legal");
    game.moves[2] = 99;
    assert_int_equal(wthor_moves(&game, moves, &error), -1);
    game.moves[2] = 0;
    game.moves[5] = 11;
    assert_int_equal(wthor_moves(&game, moves, &error), -1);
    assert_string_equal(error.text, "move 3 is missing but move 6 is there");
}

struct copy {
    struct archive_import *import;
    const struct archive_format *format;
    char text[8192];
};

static bool pass_on(void *listener, const struct archive_game *game, struct error *error)
{
    struct copy *copy = listener;
    FILE *file = fmemopen(copy->text, sizeof copy->text, "w");
    assert_true(copy->format->write(game, file, error));
    fclose(file);
    return copy->format->read(copy->import, copy->text, strlen(copy->text), error);
}

static bool same_moves(void *listener, const struct archive_game *game, struct error *error)
{
    (void)error;
    struct archive_game *kept = listener;
    assert_string_equal(game->moves, "f5 d6 c3 d3");
    assert_string_equal(game->first, kept->first);
    assert_string_equal(game->second, kept->second);
    assert_int_equal(game->plies, 4);
    kept->id++;
    return true;
}

/* Names with everything that the formats use themselves. */
static void text_goes_round(void **state)
{
    (void)state;
    static const struct archive_format *const formats[] = {&archive_pgn, &othello_archive_ggf};
    for (int i = 0; i < 2; i++) {
        struct error error;
        struct archive *from = archive_open(":memory:", &error),
                       *to = archive_open(":memory:", &error);
        struct archive_import in = {.archive = from, .source = "test"};
        struct archive_import import = {.archive = to, .source = "test"};
        struct archive_game game = {.game = "othello",
                                    .moves = "F5D6c3d3",
                                    .first = "a \"quoted\" [name]\\",
                                    .second = "(;GM[x]1. 2. 1-0;)",
                                    .key = "one"};
        assert_true(archive_take(&in, "here", &game, &error));
        assert_true(archive_take(&in, "here", &game, &error));
        assert_int_equal(in.kept, 1);
        assert_int_equal(in.known, 1);
        struct copy copy = {.import = &import, .format = formats[i]};
        if (!archive_each(from, &(struct archive_filter){0}, pass_on, &copy, &error))
            fail_msg("%s", error.text);
        assert_int_equal(import.kept, 1);
        game.id = 0;
        assert_true(archive_each(to, &(struct archive_filter){.player = "QUOTED"}, same_moves,
                                 &game, &error));
        assert_int_equal(game.id, 1);
        archive_close(from);
        archive_close(to);
    }
}

static void what_is_no_game_is_refused(void **state)
{
    (void)state;
    struct error error;
    struct archive_import import = {.archive = archive_open(":memory:", &error), .source = "test"};
    struct archive_game games_of_none[] = {
        {.game = "chess", .moves = "e4"},
        {.game = "othello", .moves = "f5f5"},
        {.game = "connect4", .options = "width=banana", .moves = "4"},
        {.game = "zr2", .moves = "1"},
        {.game = "othello", .start = "x", .moves = ""},
    };
    for (int i = 0; i < 5; i++)
        assert_true(archive_take(&import, "here", &games_of_none[i], &error));
    assert_int_equal(import.faulty, 5);
    assert_int_equal(import.kept, 0);
    archive_close(import.archive);
}

/* A game that was played becomes a row, which plays the same game again; the day is UTC's, wherever
   the machine stands. */
static void a_session_becomes_a_row(void **state)
{
    static const char start[] =
        "---------------------------OX------OXX-----O-------------------- X;";
    const struct archive_facts facts = {.first = "A", .half_points = 1, .seconds = 31536000};
    struct opened opened;
    struct archive_record record;
    struct archive_replay replay;
    struct error error;
    (void)state;
    setenv("TZ", "AAA+5", 1);
    for (int own = 0; own < 2; own++) {
        opened_begin(&opened, game_find("othello"));
        assert_true(opened_start(&opened, own ? NULL : start, own ? 0 : strlen(start), 9, &error));
        const char *moves = own ? "f5d6" : "c3d3";
        assert_true(session_play_text(opened.session, moves, 4, &error));
        assert_true(archive_record(&record, opened.session, &facts, &error));
        assert_string_equal(record.game.moves, own ? "f5 d6" : "c3 d3");
        assert_int_equal(record.game.plies, 2);
        assert_string_equal(record.game.first, "A");
        assert_string_equal(record.game.result, "1/2-1/2");
        assert_string_equal(record.game.date, "1971-01-01");
        assert_int_equal(own, record.game.start == NULL);
        assert_true(archive_replay_open(&replay, &record.game, &error));
        assert_memory_equal(session_position(replay.session), session_position(opened.session),
                            opened.game->position_size(&opened.setup));
        archive_replay_close(&replay);
        archive_record_free(&record);
        opened_close(&opened);
    }
    unsetenv("TZ");
}

static void keep_line(struct archive *archive, const char *options, const char *moves,
                      const char *result)
{
    struct error error;
    const struct archive_game game = {
        .game = "othello", .options = options, .moves = moves, .result = result};
    assert_true(archive_add(archive, &game, NULL, &error));
}

/* Games that begin alike are counted by what came next; other options, other games and the same
   letters further on are not. */
static void what_games_went_on_with(void **state)
{
    (void)state;
    struct error error;
    struct archive_move found[4];
    struct archive *archive = archive_open(":memory:", &error);
    keep_line(archive, "", "f5 d6 c3", "1-0");
    keep_line(archive, "", "f5 d6 c4", "0-1");
    keep_line(archive, "", "f5 f6", "1/2-1/2");
    keep_line(archive, "", "f5", "*");
    keep_line(archive, "score=plain", "f5 f4", "1-0");
    struct archive_game line = {.game = "othello", .options = "", .moves = "f5"};
    assert_int_equal(archive_moves(archive, &line, found, 4, &error), 2);
    assert_string_equal(found[0].move, "d6");
    assert_int_equal(found[0].games, 2);
    assert_int_equal(found[0].first, 1);
    assert_int_equal(found[0].second, 1);
    assert_string_equal(found[1].move, "f6");
    assert_int_equal(found[1].draws, 1);
    line.moves = "";
    assert_int_equal(archive_moves(archive, &line, found, 4, &error), 1);
    assert_int_equal(found[0].games, 4);
    line.moves = "f5 d6 c3";
    assert_int_equal(archive_moves(archive, &line, found, 4, &error), 0);
    line.moves = "f5 d6";
    line.start = "somewhere else";
    assert_int_equal(archive_moves(archive, &line, found, 4, &error), 0);
    archive_close(archive);
}

/* ---- texts of others ---- */

struct refusals {
    int count;
    char where[80], reason[300]; /* of the last one */
};

static void note_refusal(void *listener, const char *where, const char *reason)
{
    struct refusals *refusals = listener;
    refusals->count++;
    snprintf(refusals->where, sizeof refusals->where, "%s", where);
    snprintf(refusals->reason, sizeof refusals->reason, "%s", reason);
}

/* Reads a text into an archive of its own. */
static struct archive_import read_text(const struct archive_format *format, const char *game,
                                       const char *text, struct refusals *refusals)
{
    struct error error;
    *refusals = (struct refusals){0};
    struct archive_import import = {.archive = archive_open(":memory:", &error),
                                    .game = game ? game_find(game) : NULL,
                                    .source = "file",
                                    .refused = note_refusal,
                                    .listener = refusals};
    assert_non_null(import.archive);
    if (!format->read(&import, text, strlen(text), &error))
        fail_msg("%s", error.text);
    return import;
}

static bool expect_row(void *listener, const struct archive_game *game, struct error *error)
{
    (void)error;
    const struct archive_game *right = listener;
    assert_string_equal(game->game, right->game);
    assert_string_equal(game->moves, right->moves);
    assert_string_equal(game->first, right->first);
    assert_string_equal(game->result, right->result);
    assert_string_equal(game->ending, right->ending);
    assert_int_equal(game->has_score, right->has_score);
    assert_int_equal(game->score, right->score);
    return true;
}

/* The one game of a text. */
static void assert_reads(const struct archive_format *format, const char *game, const char *text,
                         struct archive_game right)
{
    struct refusals refusals;
    struct error error;
    struct archive_import import = read_text(format, game, text, &refusals);
    if (refusals.count)
        fail_msg("%s: %s", refusals.where, refusals.reason);
    assert_int_equal(import.kept, 1);
    assert_true(
        archive_each(import.archive, &(struct archive_filter){0}, expect_row, &right, &error));
    archive_close(import.archive);
}

static void assert_refuses(const struct archive_format *format, const char *game, const char *text,
                           const char *where, const char *reason)
{
    struct refusals refusals;
    struct archive_import import = read_text(format, game, text, &refusals);
    if (import.kept != 0 || import.faulty != 1 || refusals.count != 1)
        fail_msg("%ld kept, %ld faulty instead of: %s", import.kept, import.faulty, reason);
    assert_string_equal(refusals.where, where);
    if (!strstr(refusals.reason, reason))
        fail_msg("\"%s\" is not in \"%s\"", reason, refusals.reason);
    archive_close(import.archive);
}

static void pgn_of_others(void **state)
{
    (void)state;
    assert_reads(
        &archive_pgn, NULL,
        "\r\n[Game \"connect4\"]\r\n[First \"a \\\"b\\\\\tc\"]\r\n[Annotator \"x\"]\r\n"
        "[Result \"won\"]\r\n[Score \"many\"]\r\n\r\n1. 4 4 { a\r\n[b] remark } 2.  3 3 *\r\n",
        (struct archive_game){.game = "connect4",
                              .first = "a \"b\\ c",
                              .moves = "4 4 3 3",
                              .result = "*",
                              .ending = ""});
    /* what follows from the moves is filled in */
    assert_reads(&archive_pgn, "connect4", "[Result \"*\"]\n1. 1 2 2. 1 2 3. 1 2 4. 1 1-0",
                 (struct archive_game){.game = "connect4",
                                       .first = "",
                                       .moves = "1 2 1 2 1 2 1",
                                       .result = "1-0",
                                       .ending = "rules",
                                       .has_score = true,
                                       .score = 1});
    assert_reads(&archive_pgn, "connect4",
                 "[Result \"0-1\"]\n[Score \"-3\"]\n[Ending \"resigned\"]\n[First \"cut\\",
                 (struct archive_game){.game = "connect4",
                                       .first = "cut\\",
                                       .moves = "",
                                       .result = "0-1",
                                       .ending = "resigned",
                                       .has_score = true,
                                       .score = -3});
}

static void pgn_that_is_no_game(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"4 4", "there is no such game"},
        {"[Game \"chess\"]", "there is no such game"},
        {"[Game \"zr2\"]", "games with levels are not kept"},
        {"[Game", "there is no such game"},
        {"[\"connect4\"]", "there is no such game"},
        {"[Game \"connect4\"]\n[Options \"width\"]", "expected options as NAME=VALUE"},
        {"[Game \"connect4\"]\n[Options \"width=99\"]", "option width: expected 3 to 16"},
        {"[Game \"connect4\"]\n[Options \"width=16  height=15\"]", "too large"},
        {"[Game \"connect4\"]\n[Start \"x\"]", "start: "},
        {"[Game \"connect4\"]\n1. 9", "expected a column"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_refuses(&archive_pgn, NULL, bad[i][0], "file: the game at line 1", bad[i][1]);
    char text[400] = "[Game \"connect4\"]\n[Options \"width=";
    memset(text + strlen(text), '7', 200);
    strcat(text, "\"]");
    assert_refuses(&archive_pgn, NULL, text, "file: the game at line 1", "an option is too long");
}

static void lines_of_moves(void **state)
{
    (void)state;
    struct refusals refusals;
    struct error error;
    struct archive_import import =
        read_text(&archive_lines, "connect4", "# a remark\n\n4455 \r\n  \n9\n1", &refusals);
    assert_int_equal(import.read, 3);
    assert_int_equal(import.kept, 2);
    assert_string_equal(refusals.where, "file: line 5");
    archive_close(import.archive);
    import.game = NULL;
    assert_false(archive_lines.read(&import, "4", 1, &error));
    assert_non_null(strstr(error.text, "use --game"));
    struct archive_game moved = {.game = "othello", .start = "x", .moves = ""};
    assert_false(archive_lines.write(&moved, stderr, &error));
    assert_non_null(strstr(error.text, "use pgn"));
}

#define GGF "(;GM[Othello]PB[a]PW[b]"
#define BOARD "BO[8 ---------------------------O*------*O--------------------------- *]"

static void ggf_of_others(void **state)
{
    (void)state;
    static const struct {
        const char *result, *word, *ending;
        bool scored;
        int score;
    } results[] = {
        {"+4.00", "1-0", "", true, 4},       {"-64.00:r", "0-1", "resigned", true, -64},
        {"0:t", "1/2-1/2", "time", true, 0}, {"+0.5:x", "1-0", "", true, 0},
        {"12.345", "1-0", "", true, 12},     {"?", "*", "", false, 0},
        {"1234567", "*", "", false, 0},      {"4x", "*", "", false, 0},
    };
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        char text[300];
        snprintf(text, sizeof text, "3 " GGF "RE[%s]\n " BOARD "B[F5//1.2]W[d6];) rest",
                 results[i].result);
        assert_reads(&othello_archive_ggf, NULL, text,
                     (struct archive_game){.game = "othello",
                                           .first = "a",
                                           .moves = "f5 d6",
                                           .result = results[i].word,
                                           .ending = results[i].ending,
                                           .has_score = results[i].scored,
                                           .score = results[i].score});
    }
}

static void ggf_that_is_no_game(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"(x", "expected \";\""},
        {"(;", "line 1, column 3: expected a tag such as PB"},
        {"(;pb[a]", "line 1, column 3: expected a tag such as PB"},
        {"(;ABC[a];)", "expected a tag of one or two capital letters"},
        {"(;PB a;)", "expected \"[\""},
        {"(;PB[a", "expected \"]\" after a value, found the end"},
        {"(;PB[a\\", "expected \"]\" after a value, found the end"},
        {"(;PB[a];", "expected \")\""},
        {"(;GM[Chess];)", "line 1, column 3: GM: expected Othello, found \"Chess\""},
        {"(;BO[10 x];)", "BO: expected a board of size 8"},
        {"(;BO[88];)", "BO: expected a board of size 8"},
        {"(;BO[8 x];)", "BO: "},
        {"(;B[F5]" BOARD ";)", "BO: the board comes before the moves"},
        {"(;B[A1];)", "move 1: "},
        {"(;B[];)", "move 1: "},
        {"(;W[F5];)", "move 1: it is the other side's turn"},
        {"(;B[F5]B[D6];)", "move 2: it is the other side's turn"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_refuses(&othello_archive_ggf, NULL, bad[i][0], "file: game 1", bad[i][1]);
    struct error error;
    struct archive_game other = {.game = "connect4", .moves = "4"};
    assert_false(othello_archive_ggf.write(&other, stderr, &error));
    assert_string_equal(error.text, "GGF is for othello alone");
    other.moves = "9";
    assert_false(othello_archive_ggf.write(&other, stderr, &error));
}

/* White has no move here and black goes on; the pass need not be written. */
static void ggf_without_a_pass(void **state)
{
    (void)state;
    assert_reads(&othello_archive_ggf, NULL,
                 GGF
                 "RE[+1]BO[8 *O-------------------------------------------------------------- O]"
                 "B[C1];)",
                 (struct archive_game){.game = "othello",
                                       .first = "a",
                                       .moves = "-- c1",
                                       .result = "1-0",
                                       .ending = "rules",
                                       .has_score = true,
                                       .score = 1});
}

static void files_are_known_by_their_beginning(void **state)
{
    (void)state;
    static const char *const known[][3] = {
        {"file", "\n [Game]", "pgn"},    {"file", "(;", "ggf"},         {"file", "2 (;", "ggf"},
        {"file", "44", "text"},          {"file", "", "text"},          {"file", "f5d6", "text"},
        {"x/WTH_2001.wtb", "", "wthor"}, {"WTH_2001.WTB", "", "wthor"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        assert_string_equal(
            archive_format_guess(known[i][0], known[i][1], strlen(known[i][1]))->name, known[i][2]);
    struct error error;
    assert_null(archive_format_find("sgf", &error));
    assert_non_null(strstr(error.text, "expected text, pgn, ggf or wthor, found \"sgf\""));
}

/* ---- WTHOR ---- */

/* A file of two games of a year, the second with an impossible move. */
static size_t wthor_file(uint8_t file[WTHOR_HEADER + 2 * WTHOR_GAME])
{
    const struct wthor_header header = {.games = 2, .year = 2001, .size = 8};
    struct wthor_game game = {.moves = {56, 64, 33}, .score = 32};
    wthor_write_header(&header, file);
    wthor_write_game(&game, file + WTHOR_HEADER);
    game.moves[2] = 11;
    wthor_write_game(&game, file + WTHOR_HEADER + WTHOR_GAME);
    return WTHOR_HEADER + 2 * WTHOR_GAME;
}

static void wthor_with_a_fault(void **state)
{
    (void)state;
    uint8_t file[WTHOR_HEADER + 2 * WTHOR_GAME];
    size_t length = wthor_file(file);
    struct error error;
    struct refusals refusals = {0};
    const struct archive_names none = {0};
    struct archive_import import = {.archive = archive_open(":memory:", &error),
                                    .source = "WTH_2001.wtb",
                                    .refused = note_refusal,
                                    .listener = &refusals};
    assert_true(archive_read_wthor(&import, file, length, &none, &error));
    assert_int_equal(import.read, 2);
    assert_int_equal(import.kept, 1);
    assert_int_equal(import.faulty, 1);
    assert_string_equal(refusals.where, "WTH_2001.wtb: game 2");
    assert_string_equal(refusals.reason, "move 3: a1 is not legal");
    for (size_t cut = 0; cut < length; cut++) { /* its head says how long it is */
        assert_false(archive_read_wthor(&import, file, cut, &none, &error));
        assert_memory_equal(error.text, "WTH_2001.wtb: ", 14);
    }
    archive_close(import.archive);
}

static void keep_named(struct archive *archive, const char *first, const char *extra,
                       const char *start)
{
    struct error error;
    const struct archive_game game = {.game = "othello",
                                      .moves = start ? "" : "f5 d6",
                                      .first = first,
                                      .second = "second",
                                      .date = "1999-05-01",
                                      .place = "here",
                                      .start = start,
                                      .extra = extra};
    assert_true(archive_add(archive, &game, NULL, &error));
}

static bool first_names(void *listener, const struct archive_game *game, struct error *error)
{
    (void)error;
    strcat(listener, game->first);
    strcat(listener, ",");
    return true;
}

/* Numbers that two names want, and games that WTHOR cannot say. */
static void wthor_numbers_names(void **state)
{
    (void)state;
    char folder[] = "/tmp/potez-wthor-XXXXXX", path[64], names[100] = "";
    struct error error;
    long written, left_out;
    assert_non_null(mkdtemp(folder));
    struct archive *from = archive_open(":memory:", &error), *to = archive_open(":memory:", &error);
    keep_named(from, "one", "wthor 20.1.1.1 8 0 0 0 0 5 6 30 30", NULL);
    keep_named(from, "two", "wthor 20.1.1.1 8 0 0 0 0 5 6 31 31", NULL);     /* 5 is taken */
    keep_named(from, "one", "wthor 20.1.1.1 8 0 0 0 0 99999 6 31 31", NULL); /* no such number */
    keep_named(from, "three", "something else", NULL);
    keep_named(from, "four", "",
               "---------------------------OX------XO--------------------------- O;");
    if (!archive_write_wthor(from, &(struct archive_filter){0}, folder, &written, &left_out,
                             &error))
        fail_msg("%s", error.text);
    assert_int_equal(written, 4);
    assert_int_equal(left_out, 1);
    snprintf(path, sizeof path, "%s/WTH_1999.wtb", folder);
    size_t length;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    uint8_t *bytes = read_all(file, &length);
    struct archive_import import = {.archive = to, .source = path};
    assert_true(othello_archive_wthor.read(&import, (const char *)bytes, length, &error));
    assert_int_equal(import.kept, 4);
    assert_true(archive_each(to, &(struct archive_filter){0}, first_names, names, &error));
    assert_string_equal(names, "one,two,one,three,");
    free(bytes);
    const char *const files[] = {"WTH_1999.wtb", "WTHOR.JOU", "WTHOR.TRN"};
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        assert_int_equal(unlink(path), 0);
    }
    rmdir(folder);
    assert_false(archive_write_wthor(from, &(struct archive_filter){0}, folder, &written, &left_out,
                                     &error));
    archive_close(from);
    archive_close(to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_of_wthor),
        cmocka_unit_test(names_in_latin_1),
        cmocka_unit_test(faults_have_reasons),
        cmocka_unit_test(text_goes_round),
        cmocka_unit_test(what_is_no_game_is_refused),
        cmocka_unit_test(a_session_becomes_a_row),
        cmocka_unit_test(what_games_went_on_with),
        cmocka_unit_test(pgn_of_others),
        cmocka_unit_test(wthor_with_a_fault),
        cmocka_unit_test(wthor_numbers_names),
        cmocka_unit_test(pgn_that_is_no_game),
        cmocka_unit_test(lines_of_moves),
        cmocka_unit_test(ggf_of_others),
        cmocka_unit_test(ggf_that_is_no_game),
        cmocka_unit_test(ggf_without_a_pass),
        cmocka_unit_test(files_are_known_by_their_beginning),
    };
    return shared_status(cmocka_run_group_tests(tests, NULL, NULL));
}
