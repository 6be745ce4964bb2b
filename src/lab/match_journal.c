/* A match's games as lines of a journal. The heading names everything that decides the games
   (players, options, seed, openings, limits, table size), so that a journal can only be taken up
   by a match that would play the same games. */
#include "lab/match_journal.h"

#include "base/hash.h"
#include "base/reader.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char *const ends[] = {"rules", "repetition", "length", "fault", "time", "judged"};
enum { END_COUNT = sizeof ends / sizeof ends[0] };

const char *match_end_word(enum match_end end)
{
    return ends[end];
}

static void write_limits(const struct mind_limits *limits, struct text *text)
{
    text_print(text, " %llu/%llu/%d", (unsigned long long)limits->microseconds,
               (unsigned long long)limits->nodes, limits->depth);
}

static uint64_t openings_hash(const struct match_plan *plan)
{
    uint64_t hash = (uint64_t)plan->opening_count;
    for (int i = 0; i < plan->opening_count; i++)
        for (int j = 0; j < plan->openings[i].count; j++)
            hash = hash_pair(hash, plan->openings[i].moves[j]);
    return hash;
}

/* Only what is not usual, so that journals from before can be resumed. */
static void write_terms(const struct match_plan *plan, struct text *text)
{
    const struct match_judging *judging = &plan->judging;
    for (int i = 0; i < 2; i++)
        if (plan->clocks[i].left)
            text_print(text, " clock %c %lld+%lld", i ? 'b' : 'a', (long long)plan->clocks[i].left,
                       (long long)plan->clocks[i].increment);
    if (plan->workers > 1)
        text_print(text, " workers %d", plan->workers);
    if (judging->resign_moves)
        text_print(text, " resign %d %d", judging->resign_moves, (int)judging->resign_score);
    if (judging->draw_moves)
        text_print(text, " draw %d %d", judging->draw_moves, (int)judging->draw_score);
    if (judging->exact)
        text_add(text, " exact");
}

void match_journal_heading(const struct match_plan *plan, const struct player *players, int count,
                           struct text *text)
{
    const struct game *game = plan->game;
    text_print(text, "potez match 1 %s", game->name);
    for (int i = 0; i < count; i++)
        text_print(text, " player %s", players[i].name);
    for (int i = 0; i < game->option_count; i++) {
        text_print(text, " %s=", game->options[i].name);
        game_option_write(&game->options[i], plan->setup->option[i], text);
    }
    text_print(text, " seed %llu opening %d %llx limits", (unsigned long long)plan->seed,
               plan->opening_count ? 0 : plan->opening_plies,
               (unsigned long long)openings_hash(plan));
    write_limits(&plan->limits, text);
    write_limits(&plan->own_limits[0], text);
    write_limits(&plan->own_limits[1], text);
    write_terms(plan, text);
    text_print(text, " table %zu from ", plan->table_bytes);
    game->position_write(plan->setup, plan->start, text);
}

bool match_journal_write(const struct match_plan *plan, int pairing, const struct match_game *game,
                         struct text *text)
{
    text_print(text, "game %d %d %d %s %d %d", pairing, game->number, game->half_points,
               ends[game->end], game->opening, game->plies);
    void *at = malloc(plan->game->position_size(plan->setup));
    if (!at)
        return false;
    memcpy(at, plan->start, plan->game->position_size(plan->setup));
    for (int i = 0; i < game->plies; i++) {
        text_add_char(text, ' ');
        plan->game->move_write(plan->setup, at, game->moves[i], text);
        plan->game->play(plan->setup, at, game->moves[i]);
    }
    free(at);
    return true;
}

static bool end_read(struct reader *reader, enum match_end *end, struct error *error)
{
    for (int i = 0; i < END_COUNT; i++) {
        struct reader at = *reader;
        if (reader_word(&at, ends[i], "", NULL)) {
            *reader = at;
            *end = (enum match_end)i;
            return true;
        }
    }
    return reader_fail(reader, "how the game ended", error);
}

bool match_journal_read(const char *line, struct match_journal_game *known, struct error *error)
{
    struct reader reader;
    int64_t pairing, number, points, opening, plies;
    reader_init(&reader, line, strlen(line));
    *known = (struct match_journal_game){0};
    if (!reader_word(&reader, "game", "\"game\"", error) ||
        !reader_number(&reader, "pairing", 0, INT_MAX, &pairing, error) ||
        !reader_number(&reader, "number", 0, INT_MAX, &number, error) ||
        !reader_number(&reader, "points", 0, 2, &points, error) ||
        !end_read(&reader, &known->game.end, error) ||
        !reader_number(&reader, "opening", 0, INT_MAX, &opening, error) ||
        !reader_number(&reader, "plies", 0, INT_MAX, &plies, error))
        return false;
    known->pairing = (int)pairing;
    known->game.known = true;
    known->game.number = (int)number;
    known->game.a_first = number % 2 == 0;
    known->game.half_points = (int8_t)points;
    known->game.opening = (int)opening;
    known->game.plies = (int)plies;
    return true;
}
