/* What a game in the terminal shows and keeps: board, moves, result, the row for the archive. */
#include "lab/archive_record.h"
#include "minds/standing.h"
#include "minds/tell.h"
#include "ports/cli/json_line.h"
#include "ports/cli/play.h"
#include "ports/draw/terminal.h"
#include <stdio.h>

const char *play_move_text(const struct table_talk *talk, uint32_t move,
                           char buffer[GAME_MOVE_TEXT])
{
    return position_move_text(&talk->opened, session_position(talk->opened.session), move, buffer);
}

void play_greet(const struct table_talk *talk)
{
    for (int side = 0; side < talk->opened.game->players; side++) {
        const struct player *player = &talk->seats.players[side];
        const struct standing *standing =
            talk->seats.human[side] ? NULL : standing_of(talk->opened.game, player->name);
        if (standing)
            printf("%s plays as %s: %s, Elo about %d.\n", player->name,
                   talk->opened.game->side[side], standing_grade(standing),
                   standing_about(standing));
    }
    puts("Type a move, or help.");
}

void play_show_board(const struct table_talk *talk)
{
    if (talk->arguments->json || talk->arguments->quiet)
        return;
    const struct session *session = talk->opened.session;
    terminal_show(stdout, session_game(session), session_setup(session), session_position(session),
                  false);
}

void play_show_move(const struct table_talk *talk, uint32_t move)
{
    const struct session *session = talk->opened.session;
    char text[GAME_MOVE_TEXT];
    const char *side = session_game(session)->side[session_side(session)];
    play_move_text(talk, move, text);
    if (talk->arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_text(&json, "side", side);
        json_out_text(&json, "move", text);
        json_line_end(&json);
    } else {
        printf("%s plays %s\n", side, text);
    }
}

void play_show_result(const struct table_talk *talk, const struct game_result *result,
                      const char *how)
{
    const struct game *game = session_game(talk->opened.session);
    if (talk->arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_boolean(&json, "over", true);
        tell_result(&json, "result", game, result);
        json_line_end(&json);
    } else if (game->players == 1) {
        printf("The game is over%s: %d points.\n", how, (int)result->score);
    } else if (result->half_points == 1) {
        printf("The game is over%s: a draw.\n", how);
    } else {
        printf("The game is over%s: %s wins.\n", how, game->side[result->half_points == 0]);
    }
}

bool play_keep_quietly(void *owner, const struct game_result *result, bool by_rules,
                       const char *ending, struct error *error)
{
    const struct table_talk *talk = owner;
    const struct session *session = talk->opened.session;
    const struct screen_seats *seats = &talk->seats;
    if (session_game(session)->players != 2 || session_game(session)->level_read ||
        arguments_has(talk->arguments, "no-keep"))
        return true;
    struct archive_facts facts = {
        .first = seats->human[0] ? "human" : seats->players[0].name,
        .second = seats->human[1] ? "human" : seats->players[1].name,
        .half_points = result->half_points,
        .scored = by_rules,
        .score = result->score,
        .ending = ending,
        .event = "play",
    };
    struct archive *archive = archive_open(arguments_value(talk->arguments, "archive"), error);
    bool kept = archive && archive_keep(archive, session, &facts, error);
    archive_close(archive);
    return kept || error_prefix(error, "the game could not be kept: ");
}

void play_tell_moves(const struct table_talk *talk)
{
    char moves[4096];
    struct text text;
    text_init(&text, moves, sizeof moves);
    session_write_moves(talk->opened.session, ",", &text);
    if (text_fits(&text))
        fprintf(stderr, "nothing was saved; the moves from the start were moves:%s\n", moves);
}

void play_keep(struct table_talk *talk, const struct game_result *result, bool by_rules,
               const char *ending)
{
    struct error error;
    if (play_keep_quietly(talk, result, by_rules, ending, &error))
        return;
    fprintf(stderr, "%s\n", error.text);
    play_tell_moves(talk);
    talk->lost = true;
}
