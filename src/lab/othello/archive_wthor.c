/* WTHOR files to and from the archive. What WTHOR says about a game and the archive has no
   column for (numbers of players and tournaments, the theoretical score, the header of its year)
   is kept in the game's `extra` text, so that an import followed by an export gives back the
   same bytes. Exporting groups games by year, because a WTHOR file is a year, and gives every
   name a number: its old one where it is free, else the next. */
#include "lab/othello/archive_wthor.h"

#include "games/othello/othello.h"
#include "lab/othello/wthor.h"
#include "lab/replace.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NUMBERS = 65536 };

/* ---- in ---- */

static void name_of(const uint8_t *file, size_t length, int size, int number, char name[WTHOR_NAME])
{
    int count = file ? wthor_name_count(file, length, size, NULL) : 0;
    name[0] = 0;
    if (number < count)
        wthor_read_name(file, number, size, name);
}

static void moves_text(const uint32_t *moves, int count, char *buffer, size_t size)
{
    struct othello_position now = {.board = othello_start()};
    struct text text;
    text_init(&text, buffer, size);
    for (int i = 0; i < count; i++) {
        if (i)
            text_add_char(&text, ' ');
        game_othello.move_write(NULL, &now, moves[i], &text);
        game_othello.play(NULL, &now, moves[i]);
    }
}

static bool take_game(struct archive_import *import, const struct wthor_header *header,
                      uint32_t index, const struct wthor_game *record,
                      const struct archive_names *names, struct error *error)
{
    uint32_t moves[WTHOR_PLIES];
    char where[300], text[WTHOR_PLIES * 3], first[WTHOR_NAME], second[WTHOR_NAME];
    char event[WTHOR_NAME], extra[160], key[80], date[16];
    struct error reason;
    snprintf(where, sizeof where, "%.200s: game %u", import->source, index + 1);
    int count = wthor_moves(record, moves, &reason);
    if (count < 0) {
        import->read++;
        import->faulty++;
        if (import->refused)
            import->refused(import->listener, where, reason.text);
        return true;
    }
    moves_text(moves, count, text, sizeof text);
    name_of(names->players, names->players_length, WTHOR_PLAYER, record->black, first);
    name_of(names->players, names->players_length, WTHOR_PLAYER, record->white, second);
    name_of(names->tournaments, names->tournaments_length, WTHOR_TOURNAMENT, record->tournament,
            event);
    snprintf(date, sizeof date, "%d", header->year);
    snprintf(extra, sizeof extra, "wthor %u.%u.%u.%u %d %d %d %d %d %d %d %d %d",
             header->created[0], header->created[1], header->created[2], header->created[3],
             header->size, header->kind, header->depth, header->reserved, record->tournament,
             record->black, record->white, record->score, record->possible);
    snprintf(key, sizeof key, "wthor %d %u", header->year, index);
    int discs;
    bool finished = wthor_finished(moves, count, &discs);
    struct archive_game game = {
        .game = "othello",
        .moves = text,
        .first = first,
        .second = second,
        .event = event,
        .date = date,
        .result = archive_result_word(record->score > 32    ? 2
                                      : record->score == 32 ? 1
                                                            : 0),
        .has_score = true,
        .score = 2 * record->score - 64,
        .ending = finished ? "rules" : "unfinished",
        .extra = extra,
        .key = key,
    };
    return archive_take(import, where, &game, error);
}

bool archive_read_wthor(struct archive_import *import, const uint8_t *file, size_t length,
                        const struct archive_names *names, struct error *error)
{
    struct wthor_header header;
    if (!wthor_read_header(file, length, &header, error))
        return error_prefix(error, "%s: ", import->source);
    for (uint32_t i = 0; i < header.games; i++) {
        struct wthor_game record;
        wthor_read_game(file, i, &record);
        if (!take_game(import, &header, i, &record, names, error))
            return false;
    }
    return true;
}

/* ---- out ---- */

/* Names by number: those that come with a number keep it where it is free, others get one. */
struct names {
    char (*list)[WTHOR_NAME];
    int count;
};

static int name_number(struct names *names, const char *name, int wanted)
{
    if (wanted >= 0 && wanted < NUMBERS &&
        (!names->list[wanted][0] || !name[0] ||
         strncmp(names->list[wanted], name, WTHOR_NAME - 1) == 0)) {
        if (name[0])
            snprintf(names->list[wanted], WTHOR_NAME, "%.*s", WTHOR_NAME - 1, name);
        names->count = wanted >= names->count ? wanted + 1 : names->count;
        return wanted;
    }
    for (int i = 0; i < names->count; i++)
        if (strncmp(names->list[i], name, WTHOR_NAME - 1) == 0)
            return i;
    for (int i = 0; i < NUMBERS; i++)
        if (!names->list[i][0] && i >= names->count) {
            snprintf(names->list[i], WTHOR_NAME, "%.*s", WTHOR_NAME - 1, name);
            names->count = i + 1;
            return i;
        }
    return 0;
}

/* The games of one year. */
struct year {
    int year;
    struct wthor_header header;
    uint8_t *records;
    size_t used, room;
};

struct wthor_writer {
    struct names players, tournaments;
    struct year years[256];
    int year_count;
    long written, left_out;
};

static struct year *year_find(struct wthor_writer *writer, int year,
                              const struct wthor_header *header)
{
    for (int i = 0; i < writer->year_count; i++)
        if (writer->years[i].year == year)
            return &writer->years[i];
    if (writer->year_count == 256)
        return NULL;
    struct year *found = &writer->years[writer->year_count++];
    *found = (struct year){.year = year, .header = *header};
    return found;
}

/* What the game's extra text says, or what a game without it gets. */
static bool extra_read(const struct archive_game *game, struct wthor_header *header,
                       struct wthor_game *record, int wanted[3])
{
    unsigned int created[4];
    int size, kind, depth, reserved, score, possible;
    wanted[0] = wanted[1] = wanted[2] = -1;
    *header = (struct wthor_header){.created = {20, 26, 1, 1}, .size = 8, .depth = 0};
    if (sscanf(game->extra, "wthor %u.%u.%u.%u %d %d %d %d %d %d %d %d %d", &created[0],
               &created[1], &created[2], &created[3], &size, &kind, &depth, &reserved, &wanted[0],
               &wanted[1], &wanted[2], &score, &possible) != 13)
        return false;
    for (int i = 0; i < 4; i++)
        header->created[i] = (uint8_t)created[i];
    header->size = (uint8_t)size;
    header->kind = (uint8_t)kind;
    header->depth = (uint8_t)depth;
    header->reserved = (uint8_t)reserved;
    record->score = (uint8_t)score;
    record->possible = (uint8_t)possible;
    return true;
}

static bool add_record(struct year *year, const struct wthor_game *record)
{
    if (year->used + WTHOR_GAME > year->room) {
        size_t room = year->room ? 2 * year->room : 1 << 16;
        uint8_t *records = realloc(year->records, room);
        if (!records)
            return false;
        year->records = records;
        year->room = room;
    }
    wthor_write_game(record, year->records + year->used);
    year->used += WTHOR_GAME;
    year->header.games++;
    return true;
}

static bool add_game(void *listener, const struct archive_game *game, struct error *error)
{
    struct wthor_writer *writer = listener;
    struct archive_replay replay;
    if (strcmp(game->game, "othello") != 0 || game->start ||
        !archive_replay_open(&replay, game, NULL)) {
        writer->left_out++;
        return true;
    }
    struct wthor_header header;
    struct wthor_game record = {0};
    int wanted[3], discs;
    wthor_finished(session_move_list(replay.session), session_ply(replay.session), &discs);
    if (!extra_read(game, &header, &record, wanted))
        record.score = record.possible =
            (uint8_t)(game->has_score && abs(game->score) <= 64 ? (64 + game->score) / 2 : discs);
    header.year = (uint16_t)atoi(game->date);
    header.games = 0;
    wthor_set_moves(&record, session_move_list(replay.session), session_ply(replay.session));
    archive_replay_close(&replay);
    record.tournament = (uint16_t)name_number(
        &writer->tournaments, game->event[0] ? game->event : game->place, wanted[0]);
    record.black = (uint16_t)name_number(&writer->players, game->first, wanted[1]);
    record.white = (uint16_t)name_number(&writer->players, game->second, wanted[2]);
    struct year *year = year_find(writer, header.year, &header);
    if (!year || !add_record(year, &record))
        return error_machine(error, "out of memory");
    writer->written++;
    return true;
}

static bool write_names(const struct names *names, const char *path, int size, struct error *error)
{
    struct replace replace;
    struct wthor_header header = {.created = {20, 26, 1, 1}, .names = (uint16_t)names->count};
    uint8_t bytes[WTHOR_HEADER], name[WTHOR_NAME];
    if (!replace_begin(&replace, path, error))
        return false;
    wthor_write_header(&header, bytes);
    fwrite(bytes, 1, sizeof bytes, replace.file);
    for (int i = 0; i < names->count; i++) {
        wthor_write_name(names->list[i], size, name);
        fwrite(name, 1, (size_t)size, replace.file);
    }
    return replace_end(&replace, true, error);
}

static bool write_files(const struct wthor_writer *writer, const char *folder, struct error *error)
{
    char path[4096];
    bool good = true;
    for (int i = 0; good && i < writer->year_count; i++) {
        const struct year *year = &writer->years[i];
        struct replace replace;
        uint8_t bytes[WTHOR_HEADER];
        snprintf(path, sizeof path, "%s/WTH_%d.wtb", folder, year->year);
        good = replace_begin(&replace, path, error);
        if (!good)
            break;
        wthor_write_header(&year->header, bytes);
        fwrite(bytes, 1, sizeof bytes, replace.file);
        fwrite(year->records, 1, year->used, replace.file);
        good = replace_end(&replace, true, error);
    }
    snprintf(path, sizeof path, "%s/WTHOR.JOU", folder);
    good = good && write_names(&writer->players, path, WTHOR_PLAYER, error);
    snprintf(path, sizeof path, "%s/WTHOR.TRN", folder);
    return good && write_names(&writer->tournaments, path, WTHOR_TOURNAMENT, error);
}

bool archive_write_wthor(struct archive *archive, const struct archive_filter *filter,
                         const char *folder, long *written, long *left_out, struct error *error)
{
    struct wthor_writer *writer = calloc(1, sizeof *writer);
    bool good = writer != NULL;
    if (good) {
        writer->players.list = calloc(NUMBERS, WTHOR_NAME);
        writer->tournaments.list = calloc(NUMBERS, WTHOR_NAME);
        good = writer->players.list && writer->tournaments.list;
    }
    if (!good)
        error_machine(error, "out of memory");
    good = good && archive_each(archive, filter, add_game, writer, error) &&
           write_files(writer, folder, error);
    if (writer) {
        *written = writer->written;
        *left_out = writer->left_out;
        for (int i = 0; i < writer->year_count; i++)
            free(writer->years[i].records);
        free(writer->players.list);
        free(writer->tournaments.list);
    }
    free(writer);
    return good;
}

/* ---- the format ---- */

static bool is_wthor(const char *path, const char *text, size_t length)
{
    const char *dot = strrchr(path, '.');
    (void)text;
    (void)length;
    return dot && strcasecmp(dot, ".wtb") == 0;
}

static uint8_t *beside(const char *path, const char *name, size_t *length)
{
    const size_t most = WTHOR_HEADER + (size_t)NUMBERS * WTHOR_TOURNAMENT;
    char other[4096];
    const char *slash = strrchr(path, '/');
    snprintf(other, sizeof other, "%.*s%s", slash ? (int)(slash - path) + 1 : 0, path, name);
    FILE *file = fopen(other, "rbe");
    uint8_t *bytes = file ? malloc(most) : NULL;
    *length = bytes ? fread(bytes, 1, most, file) : 0;
    if (file)
        fclose(file);
    return bytes;
}

static bool read_wthor(struct archive_import *import, const char *text, size_t length,
                       struct error *error)
{
    struct archive_names names = {0};
    uint8_t *players = beside(import->source, "WTHOR.JOU", &names.players_length);
    uint8_t *tournaments = beside(import->source, "WTHOR.TRN", &names.tournaments_length);
    names.players = players;
    names.tournaments = tournaments;
    bool good = archive_read_wthor(import, (const uint8_t *)text, length, &names, error);
    free(players);
    free(tournaments);
    return good;
}

const struct archive_format othello_archive_wthor = {
    .binary = true,
    .name = "wthor",
    .is = is_wthor,
    .read = read_wthor,
    .write_folder = archive_write_wthor,
    .left_out = "not a game of othello from the start",
};
