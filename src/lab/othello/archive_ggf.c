/* GGF in the places where games are read and written: the archive, a game file, a question to
   another program. */
#define _GNU_SOURCE /* memmem */
#include "lab/othello/archive_ggf.h"

#include "lab/opened.h"
#include "lab/othello/ggf.h"
#include "minds/mind.h"
#include <stdlib.h>
#include <string.h>

static const char *text_of(const char *text)
{
    return text ? text : "";
}

static void copy_field(char *field, const char *value)
{
    snprintf(field, GGF_NAME, "%.*s", GGF_NAME - 1, text_of(value));
}

static bool write_ggf(const struct archive_game *game, FILE *file, struct error *error)
{
    struct archive_replay replay;
    struct ggf_game ggf;
    char *buffer;
    struct text text;
    if (!archive_replay_open(&replay, game, error))
        return false;
    bool good = replay.game == &game_othello && session_ply(replay.session) <= GGF_MOVES;
    if (!good) {
        error_set(error, "GGF is for othello alone");
    } else {
        ggf_init(&ggf);
        copy_field(ggf.black, game->first);
        copy_field(ggf.white, game->second);
        copy_field(ggf.black_rating, game->first_rating);
        copy_field(ggf.white_rating, game->second_rating);
        copy_field(ggf.date, game->date);
        copy_field(ggf.place, game->place && game->place[0] ? game->place : game->event);
        if (game->has_score)
            snprintf(ggf.result, sizeof ggf.result, "%+d.00%s", game->score,
                     strcmp(text_of(game->ending), "resigned") == 0 ? ":r"
                     : strcmp(text_of(game->ending), "time") == 0   ? ":t"
                                                                    : "");
        memcpy(&ggf.start, session_position_at(replay.session, 0), sizeof ggf.start);
        memcpy(ggf.moves, session_move_list(replay.session),
               (size_t)session_ply(replay.session) * sizeof *ggf.moves);
        ggf.move_count = session_ply(replay.session);
        text_init(&text, NULL, 0);
        ggf_write(&ggf, &text);
        size_t size = text.length + 1;
        buffer = malloc(size);
        good = buffer || error_machine(error, "out of memory");
        if (good) {
            text_init(&text, buffer, size);
            ggf_write(&ggf, &text);
            fprintf(file, "%s\n", buffer);
        }
        free(buffer);
    }
    archive_replay_close(&replay);
    return good;
}

/* A game that was read, as the archive keeps it. */
static bool take_ggf(struct archive_import *import, const char *where, const struct ggf_game *ggf,
                     struct error *error)
{
    char start[100], moves[GGF_MOVES * 3 + 1];
    struct text written;
    struct othello_position standard = {.board = othello_start()}, now = ggf->start;
    bool moved = memcmp(&standard, &ggf->start, sizeof standard) != 0;
    text_init(&written, start, sizeof start);
    game_othello.position_write(NULL, &ggf->start, &written);
    text_init(&written, moves, sizeof moves);
    for (int i = 0; i < ggf->move_count; i++) {
        if (i)
            text_add_char(&written, ' ');
        game_othello.move_write(NULL, &now, ggf->moves[i], &written);
        game_othello.play(NULL, &now, ggf->moves[i]);
    }
    int hundredths = 0;
    char how = 0;
    bool scored = ggf_result(ggf, &hundredths, &how);
    struct archive_game game = {
        .game = "othello",
        .start = moved ? start : NULL,
        .moves = moves,
        .first = ggf->black,
        .second = ggf->white,
        .first_rating = ggf->black_rating,
        .second_rating = ggf->white_rating,
        .date = ggf->date,
        .place = ggf->place,
        .result = !scored          ? "*"
                  : hundredths > 0 ? "1-0"
                  : hundredths < 0 ? "0-1"
                                   : "1/2-1/2",
        .has_score = scored,
        .score = hundredths / 100,
        .ending = how == 'r'   ? "resigned"
                  : how == 't' ? "time"
                               : NULL,
    };
    return archive_take(import, where, &game, error);
}

static bool read_ggf(struct archive_import *import, const char *text, size_t length,
                     struct error *error)
{
    struct ggf_game ggf;
    char where[300];
    size_t at = 0;
    for (int number = 1;; number++) {
        const char *open = at < length ? memchr(text + at, '(', length - at) : NULL;
        if (!open)
            return true;
        at = (size_t)(open - text);
        struct error reason;
        size_t used = ggf_read(text + at, length - at, &ggf, &reason);
        snprintf(where, sizeof where, "%.200s: game %d", import->source, number);
        if (used == 0) {
            import->read++;
            import->faulty++;
            if (import->refused)
                import->refused(import->listener, where, reason.text);
            const char *end = memmem(text + at, length - at, ";)", 2);
            at = end ? (size_t)(end - text) + 2 : length;
            continue;
        }
        at += used;
        if (!take_ggf(import, where, &ggf, error))
            return false;
    }
}

static bool is_ggf(const char *path, const char *text, size_t length)
{
    (void)path;
    return length && (*text == '(' || (text_is_digit(*text) && memchr(text, ';', length)));
}

const struct archive_format othello_archive_ggf = {
    .name = "ggf", .is = is_ggf, .read = read_ggf, .write = write_ggf};

bool othello_ggf_open(struct opened *opened, const char *text, size_t length, struct error *error)
{
    struct ggf_game ggf;
    char start[128];
    struct text written;
    if (!ggf_read(text, length, &ggf, error))
        return false;
    game_setup_default(opened->game, &opened->setup); /* GGF is for the usual board */
    text_init(&written, start, sizeof start);
    opened->game->position_write(&opened->setup, &ggf.start, &written);
    if (!opened_start(opened, start, written.length, OPENED_PLIES, error))
        return false;
    for (int i = 0; i < ggf.move_count; i++)
        if (!session_play(opened->session, ggf.moves[i], error))
            return error_prefix(error, "move %d: ", i + 1);
    return true;
}

void othello_ggf_write(const struct mind_task *task, uint64_t seconds, struct text *text)
{
    struct ggf_game game;
    ggf_init(&game);
    strcpy(game.black, "black");
    strcpy(game.white, "white");
    if (task->start && task->move_count <= GGF_MOVES) {
        memcpy(&game.start, task->start, sizeof game.start);
        memcpy(game.moves, task->moves, (size_t)task->move_count * sizeof *game.moves);
        game.move_count = task->move_count;
    } else {
        memcpy(&game.start, task->position, sizeof game.start);
    }
    if (seconds)
        snprintf(game.time, sizeof game.time, "%llu", (unsigned long long)seconds);
    ggf_write(&game, text);
}
