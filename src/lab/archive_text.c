/* Games as text: playing them again, the formats "text" (one line of moves per game) and "pgn"
   [pgn94], and how an import decides what is new.

   Nothing enters the archive unseen: every game is replayed by the rules first, and its moves
   are written anew in the game's own notation, so whatever is stored can be played again. A game
   without a key of its own gets one from a hash of everything a person can see of it. The tags
   follow PGN's idea but not its chess: First and Second instead of White and Black, and a Game
   tag, because colours differ between games. */
#include "lab/archive_text.h"

#include "base/hash.h"
#include "lab/game.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES = 8192, VALUE = 4096, WIDTH = 78 };

const char *archive_result_word(int half_points)
{
    return half_points == 2 ? "1-0" : half_points == 0 ? "0-1" : "1/2-1/2";
}

/* ---- playing a game again ---- */

void archive_write_options(const struct game *game, const struct game_setup *setup,
                           struct text *text)
{
    bool any = false;
    for (int i = 0; i < game->option_count; i++) {
        if (setup->option[i] == game->options[i].standard)
            continue;
        text_print(text, "%s%s=", any ? " " : "", game->options[i].name);
        game_option_write(&game->options[i], setup->option[i], text);
        any = true;
    }
}

static bool read_options(const struct game *game, const char *options, struct game_setup *setup,
                         struct error *error)
{
    game_setup_default(game, setup);
    while (options && *options) {
        char part[128];
        size_t length = strcspn(options, " ");
        if (length >= sizeof part)
            return error_set(error, "an option is too long");
        memcpy(part, options, length);
        part[length] = 0;
        options += length;
        options += strspn(options, " ");
        char *equals = strchr(part, '=');
        if (!equals)
            return error_set(error, "expected options as NAME=VALUE");
        *equals = 0;
        if (!game_setup_set(game, setup, part, equals + 1, error))
            return false;
    }
    return game->setup_valid(setup, error);
}

static bool play_all(struct archive_replay *replay, const struct archive_game *game,
                     struct error *error)
{
    void *start = NULL;
    if (game->start && game->start[0]) {
        start = calloc(1, replay->game->position_size(&replay->setup));
        if (!start || !replay->game->position_read(&replay->setup, game->start, strlen(game->start),
                                                   start, error)) {
            bool memory = start != NULL;
            free(start);
            return memory ? error_prefix(error, "start: ") : error_machine(error, "out of memory");
        }
    }
    int plies = (int)strlen(game->moves) + 64; /* a move is at least a character; and passes */
    size_t bytes = session_bytes(replay->game, &replay->setup, plies < PLIES ? plies : PLIES);
    replay->memory = calloc(1, bytes);
    bool good = replay->memory || error_machine(error, "out of memory");
    if (good) {
        replay->session = session_start(replay->game, &replay->setup, start, replay->memory, bytes);
        good = session_play_text(replay->session, game->moves, strlen(game->moves), error);
    }
    free(start);
    return good;
}

bool archive_replay_open(struct archive_replay *replay, const struct archive_game *game,
                         struct error *error)
{
    *replay = (struct archive_replay){.game = game->game ? game_find(game->game) : NULL};
    if (!replay->game)
        return error_set(error, "there is no such game");
    if (replay->game->level_read)
        return error_set(error, "games with levels are not kept");
    if (!read_options(replay->game, game->options, &replay->setup, error))
        return false;
    bool good = play_all(replay, game, error);
    if (good) {
        struct text text;
        text_init(&text, NULL, 0);
        session_write_moves(replay->session, " ", &text);
        size_t size = text.length + 1;
        replay->moves = malloc(size);
        good = replay->moves || error_machine(error, "out of memory");
        if (good) {
            text_init(&text, replay->moves, size);
            session_write_moves(replay->session, " ", &text);
        }
    }
    if (!good)
        archive_replay_close(replay);
    return good;
}

void archive_replay_close(struct archive_replay *replay)
{
    free(replay->memory);
    free(replay->moves);
    replay->memory = NULL;
    replay->moves = NULL;
}

/* ---- writing ---- */

static const char *text_of(const char *text)
{
    return text ? text : "";
}

/* The keys of games that came without one begin so; they follow from the game itself. */
static const char text_key[] = "text ";

static void write_tag(FILE *file, const char *tag, const char *value, bool always)
{
    if (!always && (!value || !value[0]))
        return;
    fprintf(file, "[%s \"", tag);
    for (const char *c = text_of(value); *c; c++) {
        if (*c == '"' || *c == '\\')
            fputc('\\', file);
        fputc((unsigned char)*c < ' ' ? ' ' : *c, file);
    }
    fputs("\"]\n", file);
}

static void write_pgn_moves(const char *moves, const char *result, FILE *file)
{
    int column = 0, ply = 0;
    while (*moves) {
        char number[16] = "";
        int length = (int)strcspn(moves, " ");
        if (ply % 2 == 0)
            snprintf(number, sizeof number, "%d. ", ply / 2 + 1);
        int wanted = (int)strlen(number) + length + 1;
        if (column && column + wanted > WIDTH) {
            fputc('\n', file);
            column = 0;
        }
        fprintf(file, "%s%s%.*s", column ? " " : "", number, length, moves);
        column += wanted;
        moves += length;
        moves += *moves == ' ';
        ply++;
    }
    fprintf(file, "%s%s\n\n", column ? " " : "", result && result[0] ? result : "*");
}

static bool write_pgn(const struct archive_game *game, FILE *file, struct error *error)
{
    (void)error;
    char score[24] = "";
    if (game->has_score)
        snprintf(score, sizeof score, "%d", game->score);
    write_tag(file, "Game", game->game, true);
    write_tag(file, "Options", game->options, false);
    write_tag(file, "Start", game->start, false);
    write_tag(file, "Event", game->event, false);
    write_tag(file, "Site", game->place, false);
    write_tag(file, "Date", game->date, false);
    write_tag(file, "First", game->first, true);
    write_tag(file, "Second", game->second, true);
    write_tag(file, "FirstRating", game->first_rating, false);
    write_tag(file, "SecondRating", game->second_rating, false);
    write_tag(file, "Result", game->result, true);
    write_tag(file, "Score", score, false);
    write_tag(file, "Ending", game->ending, false);
    write_tag(file, "Extra", game->extra, false);
    if (game->key && strncmp(game->key, text_key, sizeof text_key - 1) != 0)
        write_tag(file, "Key", game->key, false);
    fputc('\n', file);
    write_pgn_moves(game->moves, game->result, file);
    return true;
}

static bool write_line(const struct archive_game *game, FILE *file, struct error *error)
{
    if (game->start && game->start[0])
        return error_set(error, "a line of moves cannot say where the game began: use pgn");
    fprintf(file, "%s\n", game->moves);
    return true;
}

/* ---- reading ---- */

/* Of all that a person can see of the game. No result is written as "*", so it counts as that. */
static uint64_t archive_game_hash(const struct archive_game *game)
{
    const char *result = game->result && game->result[0] ? game->result : "*";
    const char *const texts[] = {game->game,  game->options, game->start, game->moves,
                                 game->first, game->second,  game->date,  result,
                                 game->event, game->place};
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        hash = hash_pair(hash, texts[i] ? hash_bytes(texts[i], strlen(texts[i])) : 0);
    return hash;
}

bool archive_take(struct archive_import *import, const char *where, const struct archive_game *game,
                  struct error *error)
{
    struct archive_replay replay;
    struct error reason;
    struct game_result result;
    bool repeated;
    import->read++;
    if (!archive_replay_open(&replay, game, &reason)) {
        if (reason.machine) /* the game may be a good one */
            return error_machine(error, "%s: %s", where, reason.text);
        import->faulty++;
        if (import->refused)
            import->refused(import->listener, where, reason.text);
        return true;
    }
    struct archive_game full = *game;
    full.moves = replay.moves;
    full.plies = session_ply(replay.session);
    if (session_over(replay.session, &result, &repeated)) {
        if (!full.result || !full.result[0] || strcmp(full.result, "*") == 0)
            full.result = archive_result_word(result.half_points);
        if (!full.has_score) {
            full.has_score = true;
            full.score = result.score;
        }
        if (!full.ending || !full.ending[0])
            full.ending = repeated ? "repetition" : "rules";
    }
    int64_t id = 0;
    char key[40];
    if (!full.key || !full.key[0]) { /* what says the same in every respect is the same game */
        snprintf(key, sizeof key, "%s%016" PRIx64, text_key, archive_game_hash(&full));
        full.key = key;
    }
    bool good =
        archive_holds(import->archive, &full) || archive_add(import->archive, &full, &id, error);
    import->kept += good && id;
    import->known += good && !id;
    archive_replay_close(&replay);
    return good;
}

static bool read_lines(struct archive_import *import, const char *text, size_t length,
                       struct error *error)
{
    char where[300];
    if (!import->game)
        return error_set(error, "a file of moves does not say which game it is of: use --game");
    bool good = true;
    size_t at = 0;
    for (int number = 1; good && at < length; number++) {
        const char *line = text + at, *end = memchr(line, '\n', length - at);
        size_t part = end ? (size_t)(end - line) : length - at;
        at += part + 1;
        while (part && text_is_space(line[part - 1]))
            part--;
        if (part == 0 || line[0] == '#')
            continue;
        char *moves = strndup(line, part);
        if (!moves)
            return error_machine(error, "out of memory");
        struct archive_game game = {.game = import->game->name, .moves = moves};
        snprintf(where, sizeof where, "%.200s: line %d", import->source, number);
        good = archive_take(import, where, &game, error);
        free(moves);
    }
    return good;
}

/* One game in PGN while it is read. */
struct pgn {
    char values[15][VALUE];
    char *moves;
    size_t used, room;
    int line;
    bool any;
};

enum { PGN_RESULT = 10 }; /* its place among the tags */

static const char *const pgn_tags[15] = {
    "Game",        "Options",      "Start",  "Event", "Site",   "Date",  "First", "Second",
    "FirstRating", "SecondRating", "Result", "Score", "Ending", "Extra", "Key"};

static bool pgn_move(struct pgn *pgn, const char *word, size_t length)
{
    if (pgn->used + length + 2 > pgn->room) {
        size_t room = 2 * (pgn->used + length) + 256;
        char *moves = realloc(pgn->moves, room);
        if (!moves)
            return false;
        pgn->moves = moves;
        pgn->room = room;
    }
    if (pgn->used)
        pgn->moves[pgn->used++] = ' ';
    memcpy(pgn->moves + pgn->used, word, length);
    pgn->used += length;
    pgn->moves[pgn->used] = 0;
    return true;
}

static bool pgn_finish(struct archive_import *import, struct pgn *pgn, struct error *error)
{
    char where[300];
    int64_t score = 0;
    if (!pgn->any)
        return true;
    snprintf(where, sizeof where, "%.200s: the game at line %d", import->source, pgn->line);
    struct archive_game game = {
        .game = pgn->values[0][0] ? pgn->values[0]
                : import->game    ? import->game->name
                                  : NULL,
        .options = pgn->values[1],
        .start = pgn->values[2][0] ? pgn->values[2] : NULL,
        .event = pgn->values[3],
        .place = pgn->values[4],
        .date = pgn->values[5],
        .first = pgn->values[6],
        .second = pgn->values[7],
        .first_rating = pgn->values[8],
        .second_rating = pgn->values[9],
        .result = pgn->values[10],
        .has_score =
            text_to_number(pgn->values[11], strlen(pgn->values[11]), INT32_MIN, INT32_MAX, &score),
        .ending = pgn->values[12],
        .extra = pgn->values[13],
        .key = pgn->values[14],
        .moves = pgn->used ? pgn->moves : "",
    };
    game.score = (int)score;
    bool good = archive_take(import, where, &game, error);
    pgn->any = false;
    pgn->used = 0;
    memset(pgn->values, 0, sizeof pgn->values);
    return good;
}

static bool is_result(const char *word, size_t length)
{
    return text_part_equal(word, length, "1-0") || text_part_equal(word, length, "0-1") ||
           text_part_equal(word, length, "1/2-1/2") || text_part_equal(word, length, "*");
}

/* A tag line, [Name "value"]; what is not known is passed over. */
static void pgn_tag(struct pgn *pgn, const char *line, size_t length)
{
    size_t name = 1;
    while (name < length && !text_is_space(line[name]) && line[name] != '"')
        name++;
    size_t at = name;
    while (at < length && line[at] != '"')
        at++;
    for (int i = 0; i < 15; i++) {
        if (!text_part_equal(line + 1, name - 1, pgn_tags[i]))
            continue;
        size_t used = 0;
        for (at++; at < length && line[at] != '"' && used + 1 < VALUE; at++) {
            if (line[at] == '\\' && at + 1 < length)
                at++;
            bool plain = (unsigned char)line[at] >= ' ';
            pgn->values[i][used++] = plain ? line[at] : ' ';
        }
        pgn->values[i][used] = 0;
        if (i == PGN_RESULT && !is_result(pgn->values[i], used))
            pgn->values[i][0] = 0;
    }
}

/* The words of a line of moves; numbers with a full stop are for people. */
static bool pgn_words(struct pgn *pgn, const char *line, size_t length, bool *comment)
{
    for (size_t at = 0; at < length;) {
        size_t end = at;
        while (end < length && !text_is_space(line[end]))
            end++;
        const char *word = line + at;
        size_t part = end - at;
        at = end + 1;
        if (part == 0)
            continue;
        if (word[0] == '{')
            *comment = true;
        bool skip =
            *comment || is_result(word, part) || (word[part - 1] == '.' && text_is_digit(word[0]));
        if (*comment && word[part - 1] == '}')
            *comment = false;
        if (!skip && !pgn_move(pgn, word, part))
            return false;
    }
    return true;
}

static bool read_pgn(struct archive_import *import, const char *text, size_t length,
                     struct error *error)
{
    struct pgn *pgn = calloc(1, sizeof *pgn);
    bool good = pgn || error_machine(error, "out of memory"), comment = false, tags = false;
    size_t at = 0;
    for (int number = 1; good && at < length; number++) {
        const char *line = text + at, *end = memchr(line, '\n', length - at);
        size_t part = end ? (size_t)(end - line) : length - at;
        at += part + 1;
        if (part && line[part - 1] == '\r')
            part--;
        if (part == 0)
            continue;
        bool tag = line[0] == '[' && !comment;
        if (tag && !tags)
            good = pgn_finish(import, pgn, error);
        if (!pgn->any)
            pgn->line = number;
        tags = tag;
        pgn->any = true;
        if (tag)
            pgn_tag(pgn, line, part);
        else
            good = pgn_words(pgn, line, part, &comment) || error_machine(error, "out of memory");
    }
    good = good && pgn_finish(import, pgn, error);
    if (pgn)
        free(pgn->moves);
    free(pgn);
    return good;
}

/* ---- the formats ---- */

static bool is_pgn(const char *path, const char *text, size_t length)
{
    (void)path;
    return length && *text == '[';
}

const struct archive_format archive_lines = {
    .name = "text", .read = read_lines, .write = write_line};
const struct archive_format archive_pgn = {
    .name = "pgn", .is = is_pgn, .read = read_pgn, .write = write_pgn};

const struct archive_format *archive_format_at(int number)
{
    static const struct archive_format *const every[] = {&archive_lines, &archive_pgn};
    const int count = (int)(sizeof every / sizeof every[0]);
    if (number < count)
        return every[number];
    number -= count;
    for (int i = 0; i < lab_game_count; i++)
        for (int f = 0; lab_games[i]->formats && lab_games[i]->formats[f]; f++)
            if (number-- == 0)
                return lab_games[i]->formats[f];
    return NULL;
}

const struct archive_format *archive_format_find(const char *name, struct error *error)
{
    const struct archive_format *format;
    char names[200];
    struct text text;
    text_init(&text, names, sizeof names);
    for (int i = 0; (format = archive_format_at(i)); i++) {
        if (strcmp(format->name, name) == 0)
            return format;
        text_print(&text, "%s%s",
                   i == 0                     ? ""
                   : archive_format_at(i + 1) ? ", "
                                              : " or ",
                   format->name);
    }
    error_set(error, "expected %s, found \"%.*s\"", names, text_printable(name, strlen(name), 24),
              name);
    return NULL;
}

const struct archive_format *archive_format_guess(const char *path, const char *text, size_t length)
{
    const struct archive_format *format;
    while (length && text_is_space(*text)) {
        text++;
        length--;
    }
    for (int i = 0; (format = archive_format_at(i)); i++)
        if (format->is && format->is(path, text, length))
            return format;
    return &archive_lines;
}
