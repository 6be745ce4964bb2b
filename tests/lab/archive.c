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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_of_wthor),        cmocka_unit_test(names_in_latin_1),
        cmocka_unit_test(faults_have_reasons),        cmocka_unit_test(text_goes_round),
        cmocka_unit_test(what_is_no_game_is_refused), cmocka_unit_test(a_session_becomes_a_row),
        cmocka_unit_test(what_games_went_on_with),
    };
    return shared_status(cmocka_run_group_tests(tests, NULL, NULL));
}
