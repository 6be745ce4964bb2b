/* The column beside the board: the moves, what every move is worth, the review of the game, the
   rules. */
#include "ports/screen/inside.h"

#include "minds/tell.h"
#include "ports/screen/says.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct writer {
    const struct screen *screen;
    int row, end;
    int skip; /* lines that are scrolled away */
    int lines;
};

static void line(struct writer *writer, const char *text, enum tty_style style)
{
    const struct screen *screen = writer->screen;
    if (writer->lines++ < writer->skip || writer->row >= writer->end)
        return;
    tty_put(writer->row++, screen->pane_column, screen->pane_columns, text, style);
}

/* Text broken between words. */
static void paragraph(struct writer *writer, const char *text, enum tty_style style)
{
    char part[SCREEN_LINE];
    int width = writer->screen->pane_columns;
    while (*text) {
        int length = 0, columns = 0, space = 0;
        for (; text[length] && text[length] != '\n' && columns <= width; length++) {
            if (text[length] == ' ')
                space = length;
            columns += (text[length] & 0xc0) != 0x80;
        }
        if (columns > width && space)
            length = space;
        snprintf(part, sizeof part, "%.*s", length, text);
        line(writer, part, style);
        text += length;
        text += *text == ' ' || *text == '\n';
    }
}

/* ---- the moves ---- */

static void draw_moves(struct writer *writer)
{
    const struct screen *screen = writer->screen;
    const struct session *session = screen_session(screen);
    int length = session_length(session), at = session_ply(session),
        rows = writer->end - writer->row;
    int lines = (length + 1) / 2, here = (at > 0 ? at - 1 : 0) / 2;
    int first = here >= rows ? here - rows + 1 : 0;
    if (length == 0)
        paragraph(writer, texts_find("moves.none"), TTY_DIM);
    for (int i = first; i < lines && writer->row < writer->end; i++) {
        char number[16], move[GAME_MOVE_TEXT];
        snprintf(number, sizeof number, "%3d. ", i + 1);
        int column = screen->pane_column;
        column += tty_put(writer->row, column, screen->pane_columns, number, TTY_DIM);
        for (int ply = 2 * i; ply < 2 * i + 2 && ply < length; ply++) {
            turn_move_text(screen, ply, session_move_at(session, ply), move);
            tty_put(writer->row, column, screen->pane_column + screen->pane_columns - column, move,
                    ply == at - 1 ? TTY_BOLD
                    : ply >= at   ? TTY_DIM
                                  : TTY_PLAIN);
            column += 8;
        }
        writer->row++;
    }
}

/* ---- the analysis ---- */

static void add_line(void *text, const char *move)
{
    text_print(text, " %s", move);
}

static void draw_finding(struct writer *writer, const struct inquiry_finding *finding, bool best)
{
    const struct screen *screen = writer->screen;
    const struct session *session = screen_session(screen);
    char text[SCREEN_LINE], score[24], move[GAME_MOVE_TEXT];
    static uint8_t walker[1 << 16] __attribute__((aligned(64)));
    struct text out;
    text_init(&out, score, sizeof score);
    if (finding->round)
        says_score(&finding->answer, &out);
    text_init(&out, text, sizeof text);
    turn_move_text(screen, session_ply(session), finding->move, move);
    text_add(&out, move);
    for (int i = tty_width(move); i < 7; i++)
        text_add_char(&out, ' ');
    text_add(&out, score);
    for (int i = tty_width(score); i < 6; i++)
        text_add_char(&out, ' ');
    text_add(&out, finding->answer.exact ? "=" : " ");
    if (session_game(session)->position_size(session_setup(session)) <= sizeof walker)
        inquiry_answer_line(session, session_position(session), &finding->answer, walker, add_line,
                            &out);
    line(writer, text, best ? TTY_GOOD : TTY_PLAIN);
}

static void draw_analysis(struct writer *writer)
{
    const struct screen *screen = writer->screen;
    char text[SCREEN_LINE], number[32];
    struct text out;
    if (turn_over(screen, NULL, NULL) || !screen->inquirer) {
        paragraph(writer, texts_find(screen->inquirer ? "analysis.over" : "analysis.none"),
                  TTY_DIM);
        return;
    }
    const struct inquirer_found *found = turn_found(screen, INQUIRY_MOVES);
    if (!found || found->finding_count == 0) {
        line(writer, texts_find("analysis.looking"), TTY_DIM);
        if (found)
            inquirer_looked(screen->inquirer);
        return;
    }
    text_init(&out, text, sizeof text);
    says_answer(screen->mind, session_side(screen_session(screen)), &found->answer, &out);
    paragraph(writer, text, TTY_BOLD);
    snprintf(number, sizeof number, "%" PRIu64, found->nodes);
    text_init(&out, text, sizeof text);
    texts_add(&out, "analysis.positions", "short", number, "n", number, NULL);
    line(writer, text, TTY_DIM);
    for (int i = 0; i < found->finding_count; i++)
        draw_finding(writer, &found->findings[i], i == 0);
    inquirer_looked(screen->inquirer);
}

/* ---- the review ---- */

static const char *sign_of(enum inquiry_class class)
{
    switch (class) {
    case INQUIRY_BLUNDER:
        return "??";
    case INQUIRY_MISTAKE:
        return "?";
    case INQUIRY_INACCURACY:
        return "?!";
    case INQUIRY_ONLY:
        return "!";
    default:
        return "";
    }
}

static void draw_moment(struct writer *writer, const struct inquirer_found *found, int ply)
{
    const struct screen *screen = writer->screen;
    const struct inquiry_moment *moment = &found->moments[ply];
    char text[SCREEN_LINE], move[GAME_MOVE_TEXT], better[GAME_MOVE_TEXT];
    struct text out;
    text_init(&out, text, sizeof text);
    text_print(&out, "%s%d. %s%s ", ply + 1 == session_ply(screen_session(screen)) ? ">" : " ",
               ply + 1, turn_move_text(screen, ply, moment->move, move), sign_of(moment->class));
    if (moment->looked)
        says_score(&moment->after, &out);
    if (moment->looked && moment->class >= INQUIRY_INACCURACY && moment->class <= INQUIRY_BLUNDER &&
        moment->before.line_length) {
        text_add_char(&out, ' ');
        texts_add(&out, "end.better", "move",
                  turn_move_text(screen, ply, moment->before.line[0], better), NULL);
    }
    line(writer, text,
         moment->class == INQUIRY_BLUNDER || moment->class == INQUIRY_MISTAKE ? TTY_BAD
                                                                              : TTY_PLAIN);
}

static void draw_accuracy(struct writer *writer, const struct inquirer_found *found, int side)
{
    char text[SCREEN_LINE], percent[16];
    struct text out;
    snprintf(percent, sizeof percent, "%.0f", found->sides[side].accuracy);
    text_init(&out, text, sizeof text);
    text_print(&out, "%s: ", says_side(writer->screen->opened->game, side));
    texts_add(&out, "review.accuracy", "percent", percent, NULL);
    line(writer, text, TTY_BOLD);
}

static void draw_review(struct writer *writer)
{
    const struct screen *screen = writer->screen;
    const struct session *session = screen_session(screen);
    char text[SCREEN_LINE], percent[16];
    struct text out;
    int looked = 0, here = session_ply(session), rows = writer->end - writer->row;
    const struct inquirer_found *found = turn_found(screen, INQUIRY_REVIEW);
    if (!found || found->moment_count == 0) {
        paragraph(writer, texts_find(session_length(session) ? "analysis.looking" : "review.none"),
                  TTY_DIM);
        if (found)
            inquirer_looked(screen->inquirer);
        return;
    }
    for (int i = 0; i < found->moment_count; i++)
        looked += found->moments[i].looked;
    if (!found->done) {
        snprintf(percent, sizeof percent, "%d", 100 * looked / found->moment_count);
        text_init(&out, text, sizeof text);
        texts_add(&out, "review.running", "percent", percent, NULL);
        line(writer, text, TTY_DIM);
    }
    for (int side = 0; side < screen->opened->game->players; side++)
        draw_accuracy(writer, found, side);
    int first = here > rows - 4 ? here - (rows - 4) : 0;
    for (int ply = first; ply + 1 < found->moment_count; ply++)
        draw_moment(writer, found, ply);
    inquirer_looked(screen->inquirer);
}

static void draw_rules(struct writer *writer)
{
    const struct game *game = writer->screen->opened->game;
    char key[64];
    snprintf(key, sizeof key, "rules.%s.text", game->name);
    const char *text = texts_find(key);
    paragraph(writer, text ? text : game->rules, TTY_PLAIN);
}

void pane_draw(struct screen *screen, int row, int rows)
{
    static void (*const draw[])(struct writer *) = {draw_moves, draw_analysis, draw_review,
                                                    draw_rules};
    struct writer writer = {screen, row, row + rows, screen->scroll, 0};
    if (screen->pane_columns > 4)
        draw[screen->pane](&writer);
    if (screen->scroll > writer.lines)
        screen->scroll = writer.lines;
}
