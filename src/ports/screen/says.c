/* Sentences are put together from whole texts with places, never from words: each language orders
   and inflects them in its own way. The cases follow minds/tell.c, whose English they replace. */
#include "ports/screen/says.h"

#include "ports/screen/texts.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *says_side(const struct game *game, int side)
{
    return texts_word("side", game->name, game->side[side]);
}

const char *says_game(const struct game *game)
{
    char key[64];
    snprintf(key, sizeof key, "game.%s", game->name);
    const char *found = texts_find(key);
    return found ? found : game->title;
}

static bool is_proved(const struct mind_answer *answer)
{
    return answer->exact && answer->outcome != MIND_OUTCOME_OPEN;
}

static void add_size(const struct mind_answer *answer, struct text *text)
{
    texts_add_number(text, answer->score, !answer->exact && abs(answer->score) < 1000);
}

void says_score(const struct mind_answer *answer, struct text *text)
{
    int sign = is_proved(answer) && answer->outcome ? answer->outcome : answer->score;
    if (abs(answer->score) >= (answer->exact ? 50 : 5) || (is_proved(answer) && answer->outcome))
        text_add(text, sign < 0 ? "−" : "+");
    add_size(answer, text);
}

/* "3 discs", "1.5 men". */
static void add_amount(const struct mind *mind, const struct mind_answer *answer, struct text *text)
{
    char number[24], key[48];
    struct text amount;
    text_init(&amount, number, sizeof number);
    add_size(answer, &amount);
    snprintf(key, sizeof key, "unit.%s", mind->unit);
    texts_add(text, key, "n", number, NULL);
}

static void add_proved(const struct mind *mind, int side, const struct mind_answer *answer,
                       struct text *text)
{
    const char *winner = says_side(mind->game, answer->outcome > 0 ? side : 1 - side);
    char amount[64];
    struct text written;
    text_init(&written, amount, sizeof amount);
    if (answer->outcome == 0) {
        texts_add(text, "words.draw", NULL);
    } else if (mind->margin) {
        add_amount(mind, answer, &written);
        texts_add(text, "words.wins.by", "side", winner, "amount", amount, NULL);
    } else if (answer->plies > 0) {
        text_print(&written, "%d", (answer->plies + 1) / 2);
        texts_add(text, "words.wins.in", "side", winner, "n", amount, NULL);
    } else {
        texts_add(text, "words.wins", "side", winner, NULL);
    }
}

static void add_estimate(const struct mind *mind, int side, const struct mind_answer *answer,
                         struct text *text)
{
    char amount[64];
    struct text written;
    if (abs(answer->score) < 10) {
        texts_add(text, "words.even", NULL);
        return;
    }
    text_init(&written, amount, sizeof amount);
    add_amount(mind, answer, &written);
    texts_add(text, "words.ahead", "side",
              says_side(mind->game, answer->score > 0 ? side : 1 - side), "amount", amount, NULL);
}

static void add_depth(const struct mind_answer *answer, struct text *text)
{
    char depth[16], percent[16];
    snprintf(depth, sizeof depth, "%d", answer->depth);
    snprintf(percent, sizeof percent, "%d", answer->probability);
    if (answer->probability && answer->probability < 100)
        texts_add(text, "words.probable", "n", depth, "p", percent, NULL);
    else
        texts_add(text, "words.depth", "n", depth, NULL);
}

/* How it is known: " (proved)", " (proved, book)", " (depth 20, 95 %)". */
static void add_known(const struct mind_answer *answer, struct text *text)
{
    bool proved = is_proved(answer);
    if (!proved && !answer->book && !answer->depth)
        return;
    text_add(text, " (");
    if (proved)
        texts_add(text, "words.proved", NULL);
    if (proved && answer->book)
        text_add(text, ", ");
    if (answer->book)
        texts_add(text, "terminal.book", NULL);
    else if (!proved)
        add_depth(answer, text);
    text_add(text, ")");
}

static void add_points(const struct mind_answer *answer, struct text *text)
{
    char points[16];
    snprintf(points, sizeof points, "%d", answer->score / 100);
    texts_add(text, answer->exact ? "zr2.proved" : "zr2.at.least", "n", points, NULL);
}

void says_answer(const struct mind *mind, int side, const struct mind_answer *answer,
                 struct text *text)
{
    if (mind->game->players == 1) {
        add_points(answer, text);
        return;
    }
    if (is_proved(answer))
        add_proved(mind, side, answer, text);
    else
        add_estimate(mind, side, answer, text);
    add_known(answer, text);
}

void says_hint(const char *move, const struct mind_answer *answer, struct text *text)
{
    texts_add(text, "hint.is", "move", move, NULL);
    add_known(answer, text);
}

static int count_named(const struct game_count *counts, int count, const char *name, int otherwise)
{
    for (int i = 0; i < count; i++)
        if (strcmp(counts[i].name, name) == 0)
            return counts[i].value;
    return otherwise;
}

static void add_puzzle_end(const struct session *session, struct text *text)
{
    const struct game *game = session_game(session);
    struct game_count counts[GAME_COUNTS_MAX];
    char left[16], points[16], target[16];
    int count =
        game->counts ? game->counts(session_setup(session), session_position(session), counts) : 0;
    int rest = count_named(counts, count, "left", 0), got = count_named(counts, count, "points", 0);
    int wanted = count_named(counts, count, "target", INT32_MAX);
    texts_add(text,
              rest == 0       ? "end.solved"
              : got >= wanted ? "zr2.end.target"
                              : "end.stuck",
              NULL);
    if (rest == 0 || wanted == INT32_MAX)
        return;
    snprintf(left, sizeof left, "%d", rest);
    snprintf(points, sizeof points, "%d", got);
    snprintf(target, sizeof target, "%d", wanted);
    text_add(text, " · ");
    texts_add(text, "zr2.end.left", "n", left, "points", points, "target", target, NULL);
}

void says_result(const struct session *session, const struct game_result *result, bool repeated,
                 int person, struct text *text)
{
    const struct game *game = session_game(session);
    int winner = result->half_points == 0;
    if (game->players == 1)
        add_puzzle_end(session, text);
    else if (result->half_points == 1)
        texts_add(text, repeated ? "end.repeated" : "end.draw", NULL);
    else if (person >= 0)
        texts_add(text, person == winner ? "end.won" : "end.lost", NULL);
    else
        texts_add(text, "end.wins", "side", says_side(game, winner), NULL);
}

void says_player(const struct player *player, struct text *text)
{
    if (strncmp(player->name, "level:", 6) == 0) {
        texts_add(text, "player.level", "level", player->name + 6, NULL);
        return;
    }
    size_t word = strcspn(player->name, ":");
    char name[96];
    snprintf(name, sizeof name, "%.*s", (int)word, player->name);
    const char *said = texts_word("player", "", name);
    snprintf(name, sizeof name, "%.60s%.30s", said, player->name + word);
    texts_add(text, "player.named", "name", name, NULL);
}
