/* The protocols for other programs, line by line: what is answered to what, above all to lines that
   are wrong. The thinking is done before a line returns. tests/ports/protocols.sh tries them from
   outside. */
#include "ports/engine/talk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct said {
    const char *line;
    const char *answer; /* a part of what is said to it; "" for nothing at all */
};

/* Says the lines in one conversation. */
static void converse(const struct talk_protocol *protocol, const char *game,
                     const struct said *lines, size_t count)
{
    static struct talk talk;
    struct error error;
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    assert_true(talk_open(&talk, protocol, game_find(game), out, 1, 0, &error));
    talk.together = true;
    talk.nodes_most = 200;
    for (size_t i = 0; i < count; i++) {
        size_t before = length;
        talk_line(&talk, lines[i].line, strlen(lines[i].line));
        fflush(out);
        if (lines[i].answer[0] ? !strstr(text + before, lines[i].answer) : length != before)
            fail_msg("\"%s\": \"%s\" instead of \"%s\"", lines[i].line, text + before,
                     lines[i].answer);
    }
    talk_close(&talk);
    fclose(out);
    free(text);
}

#define CONVERSE(protocol, game, ...)                                                              \
    do {                                                                                           \
        static const struct said lines[] = {__VA_ARGS__};                                          \
        converse(protocol, game, lines, sizeof lines / sizeof lines[0]);                           \
    } while (0)

static void gtp_lines(void **state)
{
    (void)state;
    CONVERSE(&talk_gtp, "othello", {"", ""}, {"# remark", ""}, {"7 name # remark", "=7 Potez"},
             {"known_command", "= false"}, {"known_command play", "= true"},
             {"jump", "? unknown command"}, {"set_game othello", "="}, {"set_game Othello", "="},
             {"set_game Go", "? game not supported"}, {"boardsize 9", "? unacceptable size"},
             {"boardsize", "? unacceptable size"}, {"play", "? syntax error: expected play"},
             {"play b", "? syntax error: expected play"},
             {"play green f5", "? syntax error: expected play"},
             {"play x f5", "? syntax error: expected play"},
             {"play no f5", "? syntax error: expected play"}, {"play black a1", "? illegal move"},
             {"play black f5x", "? illegal move"}, {"play WHITE f5", "? illegal move"},
             {"play B F5", "="}, {"genmove b", "? it is the other side's turn"}, {"undo", "="},
             {"undo", "? cannot undo"}, {"final_score", "? cannot score: the game is not over"});
}

static void gtp_time(void **state)
{
    (void)state;
    CONVERSE(&talk_gtp, "othello", {"time_settings 1 2", "? syntax error: expected time_settings"},
             {"time_settings x 2 3", "? syntax error"}, {"time_settings 1 -2 3", "? syntax error"},
             {"time_settings 0 5 1", "="}, {"genmove b", "= "},
             {"time_left w", "? syntax error: expected time_left"},
             {"time_left z 1 1", "? syntax error"}, {"time_left w -1 1", "? syntax error"},
             {"time_left w 1 x", "? syntax error"}, {"time_left w 0 0", "="}, {"genmove w", "= "},
             {"time_settings 0 5 0", "="}, {"reg_genmove b", "= "},
             {"genmove", "? syntax error: expected a colour"},
             {"genmove green", "? syntax error: expected a colour"});
}

/* A short game: black takes everything at the ninth move. */
static void gtp_after_the_end(void **state)
{
    (void)state;
    CONVERSE(&talk_gtp, "othello", {"play b e6", "="}, {"play w f4", "="}, {"play b e3", "="},
             {"play w f6", "="}, {"play b g5", "="}, {"play w d6", "="}, {"play b e7", "="},
             {"play w f5", "="}, {"play b c5", "="}, {"all_legal", "="}, {"final_score", "= B+64"},
             {"genmove w", "= PASS"}, {"play w a1", "? illegal move"}, {"clear_board", "="},
             {"all_legal", "= d3 c4 f5 e6"});
}

static void potez_lines(void **state)
{
    (void)state;
    CONVERSE(
        &talk_potez, "connect4", {"", ""}, {"jump", "error no command \"jump\"; help lists them"},
        {"help", "command setoption"}, {"newgame chess", "error no game \"chess\""},
        {"newgame connect4 width=99", "error option width"}, {"newgame connect4 level x", "error "},
        {"newgame", ""}, {"newgame zr2 level", "error expected a file after level"},
        {"newgame zr2 level /nonexistent", "error level /nonexistent: cannot be read"},
        {"newgame zr2 level /tmp", "error level /tmp: cannot be read"}, {"newgame zr2", "error "},
        {"newgame zr2 level levels/06-three-by-three.lvl", ""}, {"show", "position "},
        {"newgame connect4", ""}, {"position", "error expected start or a position"},
        {"position moves 4", "error expected start or a position"}, {"position xyz", "error "},
        {"position start moves 4 9", "error "}, {"position startpos moves 1 2 1 2 1 2 1", ""},
        {"show", "over result 2 score 1"}, {"moves", "moves\n"},
        {"go searchmoves 1", "error go: expected legal moves after searchmoves"},
        {"position start moves", ""}, {"moves", "moves 1 2 3 4 5 6 7"},
        {"moves the rest", "moves 1 2 3 4 5 6 7"});
}

static void potez_options(void **state)
{
    (void)state;
    static const char expected[] = "error expected setoption name NAME value VALUE";
    CONVERSE(&talk_potez, "connect4", {"setoption", expected}, {"setoption nome Seed", expected},
             {"setoption name", expected}, {"setoption name Seed", expected},
             {"setoption name Seed valeu 3", expected},
             {"setoption name "
              "Sixty-four-characters-and-more-are-too-many-for-the-name-of-an-option value 3",
              expected},
             {"setoption name Colour value 3", "error no option \"Colour\""},
             {"setoption name Threads value 0", "error option Threads: expected a number within"},
             {"setoption name Hash value x", "error option Hash: expected a number within"},
             {"setoption name Ponder value maybe", "error option Ponder: expected true or false"},
             {"setoption name Ponder value false", ""}, {"setoption name Seed value 3", ""},
             {"setoption name Level value 11", "error "}, {"setoption name Level value 2", ""},
             {"setoption name Player value nobody", "error "},
             {"setoption name MultiPV value 2", ""}, {"setoption name Table value 1", ""},
             {"setoption name Threads value 1", ""});
}

static void potez_limits(void **state)
{
    (void)state;
    CONVERSE(&talk_potez, "connect4", {"go fast", "error go: no limit \"fast\""},
             {"go depth", "error go: expected a number from 0 to 200 after depth"},
             {"go depth 201", "error go: expected a number from 0 to 200 after depth"},
             {"go nodes 0", "error go: expected a number from 1 to "},
             {"go searchmoves 9", "error go: expected legal moves after searchmoves"},
             {"go movetime 1", "bestmove "}, {"go wtime 10 btime 10 winc 1 binc 1", "bestmove "},
             {"go first 0 second 0 increment 1 movestogo 2", "bestmove "},
             {"go depth 1 searchmoves 3 3", "bestmove 3"},
             {"ask", "error ask: expected move, hint, value, moves or review, found \"\""},
             {"ask why", "error ask: expected move, hint, value, moves or review, found \"why\""},
             {"ask move depth x", "error go: expected a number"}, {"ask move depth 1", "answer {"},
             {"ask moves depth 1", "answer {"}, {"ask hint depth 1", "answer {"},
             {"ask review depth 1", "answer {"});
}

static void nboard_lines(void **state)
{
    (void)state;
    CONVERSE(&talk_nboard, "othello", {"", ""}, {"jump", "no such command"},
             {"set depth x", "expected set depth with a number from 0 to 60"},
             {"set depth 61", "expected set depth with a number from 0 to 60"}, {"set depth 1", ""},
             {"set contempt x", "expected set contempt with a number"}, {"set contempt -3", ""},
             {"set colour red", ""}, {"set game (;PB[a", "expected"},
             {"ping", "expected ping with a number"}, {"ping x", "expected ping with a number"},
             {"ping -3", "pong -3"}, {"hint 0", "expected hint with a number from 1 to 64"},
             {"hint x", "expected hint with a number from 1 to 64"}, {"hint 2", "search "},
             {"move a1", "a1 would turn nothing over"}, {"move F5/1.2/3", ""}, {"go", "=== "},
             {"analyse", "analysis "}, {"learn", "learned"}, {"quit", ""});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gtp_lines),         cmocka_unit_test(gtp_time),
        cmocka_unit_test(gtp_after_the_end), cmocka_unit_test(potez_lines),
        cmocka_unit_test(potez_options),     cmocka_unit_test(potez_limits),
        cmocka_unit_test(nboard_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
