/* Matches and tournaments on the command line: from options to a plan, with journal and archive.
   A finished game goes to the archive first and to the journal second. After a crash in between
   it is played again and, having the same key, not archived twice; the other order could lose
   it. */
#include "ports/cli/contest.h"

#include "base/hash.h"
#include "lab/archive_record.h"
#include "lab/cluster.h"
#include "lab/folder.h"
#include "lab/outside.h"
#include "ports/cli/interrupt.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE = 4 << 20, NODES = 20000, HEADING = 1 << 16 };

/* --resign and --draw: MOVES SCORE, the score in the game's unit. */
static bool read_verdict(const struct arguments *arguments, const char *name, int *moves,
                         int32_t *score, struct error *error)
{
    double first, second;
    error->text[0] = 0;
    if (!arguments_two_numbers(arguments, name, &first, &second, error))
        return error->text[0] == 0;
    if (first < 1 || first > 1000 || second < 0 || second > 1e6)
        return error_set(error, "--%s: expected a number of moves from 1 and a score from 0", name);
    *moves = (int)first;
    *score = (int32_t)(second * 100);
    return true;
}

static bool read_judging(struct contest *contest, struct error *error)
{
    const struct arguments *arguments = contest->arguments;
    struct match_judging *judging = &contest->plan.judging;
    judging->exact = arguments_has(arguments, "exact");
    const struct mind *mind = mind_of(contest->position.game);
    if (judging->exact && !(mind->solve && mind->proof_hope))
        return error_set(error, "--exact: %s has no solver to end games with",
                         contest->position.game->name);
    return read_verdict(arguments, "resign", &judging->resign_moves, &judging->resign_score,
                        error) &&
           read_verdict(arguments, "draw", &judging->draw_moves, &judging->draw_score, error);
}

/* Games at a time, and threads of each player. */
static bool read_concurrency(struct contest *contest, struct error *error)
{
    const struct arguments *arguments = contest->arguments;
    int64_t at_once = 0;
    if (!arguments_number(arguments, "concurrency", 1, 1024, &at_once, error))
        return false;
    if (at_once == 0)
        return true; /* a game per thread */
    contest->plan.threads = (int)at_once;
    contest->plan.workers = arguments_has(arguments, "threads") ? arguments->threads : 1;
    return true;
}

bool contest_open(struct contest *contest, const struct arguments *arguments, int first,
                  struct error *error)
{
    *contest = (struct contest){.arguments = arguments};
    struct opened *position = &contest->position;
    struct match_plan *plan = &contest->plan;
    int64_t count = MATCH_GAMES, plies = -1;
    const char *path = arguments_value(arguments, "openings");
    const char *engines = arguments_value(arguments, "engines");
    if (engines && !engines_read(&contest->engines, engines, error))
        return false;
    if (!position_read(position, arguments, 0, first, error))
        return false;
    if (position->game->players != 2)
        return error_set(error, "%s is for one player; a match needs a game for two",
                         position->game->name);
    if (!chooser_read(&contest->chooser, arguments, position, TABLE, NODES, error) ||
        !arguments_number(arguments, "games", 1, 100000000, &count, error) ||
        !arguments_number(arguments, "opening-plies", 0, 200, &plies, error) ||
        (path && !openings_read(&contest->openings, position, path, error)))
        return false;
    if (plies < 0)
        plies = match_opening_plies(position->game, &position->setup,
                                    session_position(position->session));
    if (plies < 0)
        return error_machine(error, "out of memory for openings");
    *plan = (struct match_plan){
        .game = position->game,
        .setup = &position->setup,
        .start = session_position(position->session),
        .limits = chooser_limited(&contest->chooser) ? contest->chooser.terms.limits
                                                     : contest->chooser.terms.standard,
        .table_bytes = contest->chooser.table_bytes,
        .games = (int)count,
        .threads = arguments->threads,
        .seed = arguments->seed,
        .opening_plies = (int)plies,
        .openings = contest->openings.list,
        .opening_count = contest->openings.count,
        .stop = &interrupt_raised,
    };
    return read_judging(contest, error) && read_concurrency(contest, error);
}

bool contest_player(struct contest *contest, const char *name, struct player *player,
                    struct error *error)
{
    const struct chooser *chooser = &contest->chooser;
    struct mind_limits limits;
    const struct engines_entry *engine = engines_find(&contest->engines, name);
    struct match_clock *clock = &contest->clocks[contest->player_count++];
    *clock = (struct match_clock){chooser->terms.clock_left, chooser->terms.clock_increment};
    if (!inquire_player(contest->position.game, engine ? engine->player : name, 0, player, error))
        return false;
    if (engine) {
        snprintf(player->name, sizeof player->name, "%s", engine->name);
        if (engine->limits.microseconds || engine->limits.nodes || engine->limits.depth)
            player->limits = engine->limits;
        if (engine->clock.left)
            *clock = engine->clock;
    }
    if (!chooser_limits(chooser, INQUIRY_MOVE, player, &limits, &contest->refusal))
        return true;
    contest->obeyed = true;
    /* one that proves its moves has standard limits of its own */
    if (player->kind->proves && !chooser_limited(chooser) && limits.nodes)
        player->limits = limits;
    return true;
}

static bool know(void *argument, const char *line, struct error *error)
{
    struct contest *contest = argument;
    struct match_journal_game game;
    if (!match_journal_read(line, &game, error))
        return false;
    if (contest->known_count == contest->known_room) {
        int room = contest->known_room ? 2 * contest->known_room : 256;
        struct match_journal_game *list = command_memory((size_t)room * sizeof *list);
        if (contest->known)
            memcpy(list, contest->known, (size_t)contest->known_count * sizeof *list);
        free(contest->known);
        contest->known = list;
        contest->known_room = room;
    }
    contest->known[contest->known_count++] = game;
    contest->saved++;
    return true;
}

bool contest_begin(struct contest *contest, const struct player *players, int count, int pairings,
                   struct error *error)
{
    contest->players = players;
    if (!contest->obeyed)
        return error_set(error, "%s", contest->refusal.text);
    for (int i = 0; i < count; i++) /* one that is not there is an error, not a hundred losses */
        if (outside_is(&players[i]) &&
            !outside_try(&players[i], contest->plan.game, contest->plan.setup, error))
            return false;
    char *heading = command_memory(HEADING);
    struct text text;
    text_init(&text, heading, HEADING);
    match_journal_heading(&contest->plan, players, count, &text);
    for (int i = 0; i < count; i++)
        if (contest->clocks[i].left)
            text_print(&text, " clock %lld+%lld", (long long)contest->clocks[i].left,
                       (long long)contest->clocks[i].increment);
    for (size_t i = 0; heading[i]; i++)
        if (heading[i] == '\n')
            heading[i] = ' ';
    for (size_t i = 0; heading[i]; i++)
        contest->identity = hash_pair(contest->identity, (unsigned char)heading[i]);
    const char *path = arguments_value(contest->arguments, "resume");
    contest->journal_open = journal_open(&contest->journal, cluster_leads() ? path : NULL, heading,
                                         know, contest, error);
    free(heading);
    if (contest->journal_open && contest->journal.cut)
        fprintf(stderr, "%s: the last line was cut off by a crash; its game is played again\n",
                path);
    if (contest->journal_open && cluster_leads() && arguments_has(contest->arguments, "keep")) {
        contest->archive = archive_open(arguments_value(contest->arguments, "archive"), error);
        if (!contest->archive)
            return false;
    }
    contest->total = pairings * contest->plan.games;
    progress_begin(&contest->progress, "games", (uint64_t)contest->total,
                   contest->arguments->quiet);
    if (contest->journal_open)
        interrupt_watch();
    return contest->journal_open;
}

/* In the archive before the journal: a game in the journal is never asked for again, and a second
   game with the same key is not kept twice. */
static bool keep(const struct contest *contest, const struct match_game *game, struct error *error)
{
    const struct match_plan *plan = &contest->plan;
    struct game_result result = {0};
    char key[80];
    size_t room = session_bytes(plan->game, plan->setup, game->plies);
    void *memory = command_memory(room);
    struct session *session = session_start(plan->game, plan->setup, plan->start, memory, room);
    bool good = true;
    for (int i = 0; good && i < game->plies; i++)
        good = session_play(session, game->moves[i], error);
    bool scored = plan->game->result(plan->setup, session_position(session), &result);
    snprintf(key, sizeof key, "%s %016" PRIx64 " %d %d", contest->arguments->command->name,
             contest->identity, contest->pairing, game->number);
    struct archive_facts facts = {
        .first = game->a_first ? contest->a->name : contest->b->name,
        .second = game->a_first ? contest->b->name : contest->a->name,
        .half_points = game->a_first ? game->half_points : 2 - game->half_points,
        .scored = scored,
        .score = result.score,
        .ending = match_end_word(game->end),
        .event = contest->arguments->command->name,
        .key = key,
    };
    good = good && archive_keep(contest->archive, session, &facts, error);
    free(memory);
    return good;
}

static bool kept(void *argument, const struct match_game *game, struct error *error)
{
    struct contest *contest = argument;
    struct text text;
    text_init(&text, NULL, 0);
    if (!match_journal_write(&contest->plan, contest->pairing, game, &text))
        return error_machine(error, "out of memory for the moves of a game");
    size_t size = text.length + 1;
    char *line = command_memory(size);
    text_init(&text, line, size);
    bool good = match_journal_write(&contest->plan, contest->pairing, game, &text) ||
                error_machine(error, "out of memory for the moves of a game");
    good = good && (!contest->archive || keep(contest, game, error)) &&
           journal_add(&contest->journal, line, error);
    contest->saved += good;
    free(line);
    return good;
}

static bool finished(void *argument, const struct match_game *game, const struct match_score *score)
{
    struct contest *contest = argument;
    char note[240], rated[64];
    struct text text;
    struct match_rating rating = match_rate(score);
    text_init(&text, note, sizeof note);
    /* what ends the match comes first: a narrow terminal shows no more */
    bool go_on = !contest->judge || contest->judge(contest, score, &text);
    text_print(&text, "+%d =%d -%d", score->wins, score->draws, score->losses);
    if (isfinite(rating.elo) && isfinite(rating.elo_error)) {
        snprintf(rated, sizeof rated, ", Elo %+.0f +- %.0f", rating.elo, rating.elo_error);
        text_add(&text, rated);
    }
    contest->played++;
    if (game->end == MATCH_END_FAULT) {
        contest->faults++;
        progress_wipe(&contest->progress);
        if (game->fault && !contest->arguments->quiet)
            fprintf(stderr, "game %d is lost: %s\n", game->number + 1, game->fault);
    }
    progress_show(&contest->progress, (uint64_t)contest->played, note);
    return go_on;
}

bool contest_play(struct contest *contest, int pairing, const struct player *a,
                  const struct player *b, struct match_score *score, struct error *error)
{
    struct match_plan plan = contest->plan;
    struct match_game *known = command_memory((size_t)contest->known_count * sizeof *known);
    char *seen = command_memory((size_t)plan.games); /* twice the same game is still one game */
    for (int i = 0; i < contest->known_count; i++) {
        const struct match_journal_game *game = &contest->known[i];
        if (game->pairing != pairing || game->game.number >= plan.games || seen[game->game.number])
            continue;
        seen[game->game.number] = 1;
        known[plan.known_count++] = game->game;
    }
    free(seen);
    contest->pairing = pairing;
    plan.known = known;
    plan.a = *a;
    plan.b = *b;
    contest->a = a;
    contest->b = b;
    plan.clocks[0] = contest->clocks[a - contest->players];
    plan.clocks[1] = contest->clocks[b - contest->players];
    if (pairing > 0) /* other openings for every pairing */
        plan.seed = hash_pair(plan.seed, (uint64_t)pairing);
    plan.finished = finished;
    plan.kept = kept;
    plan.listener = contest;
    bool good = match_play(&plan, score, error);
    free(known);
    progress_end(&contest->progress);
    return good;
}

/* Games that lived in memory only are put where the state of interrupted work belongs. */
static const char *save_journal(struct contest *contest, char *path, size_t size,
                                struct error *error)
{
    const char *given = arguments_value(contest->arguments, "resume");
    if (given)
        return given;
    char name[64];
    snprintf(name, sizeof name, "%s-%016" PRIx64 ".journal", contest->arguments->command->name,
             contest->identity);
    bool good = folder_path(FOLDER_STATE, name, path, size, error) &&
                journal_save(&contest->journal, path, error);
    return good ? path : NULL;
}

void contest_interrupted(struct contest *contest)
{
    char memory[4096];
    struct error error;
    const char *path = save_journal(contest, memory, sizeof memory, &error);
    fprintf(stderr, "stopped after %d of %d games; ", contest->saved, contest->total);
    if (!path) {
        fprintf(stderr,
                "they could not be saved (%s); the same command with --seed %" PRIu64
                " plays them again from the beginning\n",
                error.text, contest->plan.seed);
        return;
    }
    fprintf(stderr, "every finished game is saved; go on with\n  ");
    arguments_write(contest->arguments, "resume", stderr);
    fprintf(stderr, " --resume %s\n", path);
}

void contest_close(struct contest *contest)
{
    if (contest->journal_open)
        journal_close(&contest->journal);
    archive_close(contest->archive);
    free(contest->known);
    openings_free(&contest->openings);
    engines_free(&contest->engines);
    opened_close(&contest->position);
}
