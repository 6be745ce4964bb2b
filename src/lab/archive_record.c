/* Every text of the row lies in one piece of memory that the record owns, because the archive only
   borrows them. */
#include "lab/archive_record.h"

#include "lab/archive_text.h"
#include "lab/opened.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

void archive_note(struct archive_game *game, const struct archive_facts *facts,
                  char date[ARCHIVE_DATE])
{
    time_t seconds = facts->seconds ? (time_t)facts->seconds : time(NULL);
    struct tm day;
    date[0] = 0;
    if (gmtime_r(&seconds, &day))
        strftime(date, ARCHIVE_DATE, "%Y-%m-%d", &day);
    game->first = facts->first;
    game->second = facts->second;
    game->result = archive_result_word(facts->half_points);
    game->has_score = facts->scored;
    game->score = facts->score;
    game->ending = facts->ending;
    game->event = facts->event;
    game->key = facts->key;
    game->date = date;
}

/* The text of a start that is not the game's own, else NULL; false when memory runs out. */
static bool start_text(const struct session *session, char **start)
{
    const struct game *game = session_game(session);
    size_t size = game->position_size(session_setup(session));
    void *own = calloc(1, size);
    *start = NULL;
    if (!own)
        return false;
    game->start(session_setup(session), own);
    bool same = memcmp(own, session_position_at(session, 0), size) == 0;
    free(own);
    return same || (*start = opened_position(session, 0));
}

static char *moves_text(const struct session *session)
{
    size_t size = (size_t)session_ply(session) * (GAME_MOVE_TEXT + 1) + 1;
    char *moves = malloc(size);
    struct text text;
    if (!moves)
        return NULL;
    text_init(&text, moves, size);
    session_write_moves(session, " ", &text);
    return moves;
}

bool archive_record(struct archive_record *record, const struct session *session,
                    const struct archive_facts *facts, struct error *error)
{
    const struct game *game = session_game(session);
    struct text options;
    text_init(&options, record->options, sizeof record->options);
    archive_write_options(game, session_setup(session), &options);
    record->moves = moves_text(session);
    bool good = start_text(session, &record->start) && record->moves;
    record->game = (struct archive_game){.game = game->name,
                                         .options = record->options,
                                         .start = record->start,
                                         .moves = record->moves,
                                         .plies = session_ply(session)};
    archive_note(&record->game, facts, record->date);
    return good || error_machine(error, "out of memory for a game's record");
}

void archive_record_free(struct archive_record *record)
{
    free(record->start);
    free(record->moves);
}

bool archive_keep(struct archive *archive, const struct session *session,
                  const struct archive_facts *facts, struct error *error)
{
    struct archive_record record;
    bool good = archive_record(&record, session, facts, error) &&
                archive_add(archive, &record.game, NULL, error);
    archive_record_free(&record);
    return good;
}
