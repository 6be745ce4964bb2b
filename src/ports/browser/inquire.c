/* The page's inquiries: minds/inquiry.h, begun and stepped from a worker.

   browser_begin asks, browser_step works on it, browser_found gives what is known (minds/tell.h).
   There is one inquiry at a time; another one ends it. What is found on the way goes to
   host_report. */
#include "base/clock.h"
#include "minds/tell.h"
#include "ports/browser/board.h"
#include "ports/browser/given.h"
#include "ports/browser/host.h"
#include "ports/browser/output.h"
#include "ports/browser/think.h"

enum { STANDARD_TIME = 2000000, BETWEEN_REPORTS = 100000 }; /* microseconds */
enum { EVERY = 1, FORGET = 2, NO_BOOK = 4 };

static struct inquiry inquiry;
static void *memory;
static size_t memory_bytes;
static uint64_t reported; /* when */
static struct error failure;

static void write_found(struct text *text, const void *subject)
{
    struct json_out json;
    json_out_begin(&json, json_out_put_text, text);
    if (subject)
        tell_inquiry(&json, subject);
    json_out_end(&json);
}

/* A choice has few reports; the others have many, each longer than the last. */
static void report(void *listener, const struct inquiry *found)
{
    (void)listener;
    uint64_t now = clock_microseconds();
    bool many = found->question.kind == INQUIRY_MOVES || found->question.kind == INQUIRY_REVIEW;
    if (many && now - reported < BETWEEN_REPORTS)
        return;
    reported = now;
    host_report(output_write(write_found, found));
}

static bool room(size_t bytes, struct error *error)
{
    if (bytes <= memory_bytes)
        return true;
    void *more = host_memory(bytes);
    if (!more)
        return error_set(error, "the question needs more memory than the page may have");
    memory = more;
    memory_bytes = bytes;
    return true;
}

/* How long somebody wants to wait, in milliseconds as the page counts. */
struct inquire_patience {
    double milliseconds, nodes, clock, increment;
    int32_t depth; /* as in struct mind_limits */
};

static struct inquiry_terms terms_of(const struct inquire_patience *patience)
{
    return (struct inquiry_terms){
        .limits = {.microseconds = patience->milliseconds > 0
                                       ? (uint64_t)(patience->milliseconds * 1000) + 1
                                       : 0,
                   .nodes = patience->nodes > 0 ? (uint64_t)patience->nodes : 0,
                   .depth = patience->depth},
        .clock_left = (int64_t)(patience->clock * 1000),
        .clock_increment = (int64_t)(patience->increment * 1000),
    };
}

static bool begin(struct inquiry_question *question, const char *name, uint32_t level,
                  const struct inquire_patience *patience, struct error *error)
{
    const struct game *game = session_game(question->session);
    const struct mind *mind = mind_of(game);
    struct inquiry_terms terms = terms_of(patience);
    terms.session = question->session;
    if (!mind)
        return error_set(error, "%s has no players", game->title);
    if (!inquiry_player(mind, name[0] ? name : NULL, (int)level, &question->player, error))
        return false;
    /* a level, given as such or by its name, knows itself when it has enough */
    if (!question->player.kind->some_limits && question->kind != INQUIRY_VALUE)
        terms.standard.microseconds = STANDARD_TIME;
    return given_player(mind, &question->player, error) &&
           inquiry_limits(question->kind, &question->player, &terms, &question->limits, error) &&
           room(inquiry_bytes(question), error) && inquiry_begin(&inquiry, question, memory, error);
}

/* Begins an inquiry of a kind about the game in `slot`; the input is the name of the player, empty
   for the level or, with level 0, for the strongest. Limits of 0 are none. */
BROWSER_EXPORT(browser_begin)
uint32_t browser_begin(uint32_t slot, uint32_t kind, uint32_t level, double milliseconds,
                       int32_t depth, double nodes, double left, double increment, uint32_t flags);
uint32_t browser_begin(uint32_t slot, uint32_t kind, uint32_t level, double milliseconds,
                       int32_t depth, double nodes, double left, double increment, uint32_t flags)
{
    struct error error = {.text = "there is no game in this slot"};
    const struct inquire_patience patience = {milliseconds, nodes, left, increment, depth};
    struct inquiry_question question = {
        .kind = (enum inquiry_kind)kind,
        .session = board_session(slot),
        .every = flags & EVERY,
        .forget = flags & FORGET,
        .no_book = flags & NO_BOOK,
        .random = &think_random,
        .stop = &think_stop,
        .searcher = think_searcher(),
        .report = report,
    };
    inquiry.done = true;
    reported = 0;
    failure.text[0] = 0;
    atomic_store(&think_stop, false);
    if (kind >= INQUIRY_KINDS || !question.session ||
        !begin(&question, output_input_text(), level, &patience, &error))
        return output_error(error.text);
    return output_write(write_found, NULL);
}

/* One search; whether there is more to do. */
BROWSER_EXPORT(browser_step) uint32_t browser_step(void);
uint32_t browser_step(void)
{
    if (!inquiry_step(&inquiry, &failure))
        inquiry.done = true;
    return !inquiry.done;
}

/* What is known, or why the last step failed. */
BROWSER_EXPORT(browser_found) uint32_t browser_found(void);
uint32_t browser_found(void)
{
    return failure.text[0] ? output_error(failure.text) : output_write(write_found, &inquiry);
}
