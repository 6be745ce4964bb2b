/* Values are printed with their words; scripts read --json instead. */
#include "ports/cli/answer.h"

#include "minds/tell.h"
#include <stdio.h>

enum { WORDS = 1024 };

void answer_print_move(const struct inquiry *inquiry, uint32_t move, int width)
{
    const struct session *session = inquiry->question.session;
    char buffer[GAME_MOVE_TEXT];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    session_game(session)->move_write(session_setup(session), session_position(session), move,
                                      &text);
    printf("%-*s", width, buffer);
}

void answer_print_value(const struct inquiry *inquiry, const struct mind_answer *answer)
{
    char score[32], words[WORDS];
    struct text text;
    text_init(&text, score, sizeof score);
    tell_score(answer, &text);
    text_init(&text, words, sizeof words);
    tell_words(inquiry->mind, session_side(inquiry->question.session), answer, &text);
    printf("%s  %s", score, words);
}

static void print_step(void *listener, const char *move)
{
    (void)listener;
    printf(" %s", move);
}

void answer_print_line(const struct inquiry *inquiry, const struct mind_answer *answer)
{
    const struct session *session = inquiry->question.session;
    fputs("line", stdout);
    inquiry_line(inquiry, session_ply(session), answer, print_step, NULL);
    putchar('\n');
}

void answer_print_explanation(const struct inquiry *inquiry, const struct mind_answer *answer,
                              const char *before, const char *after)
{
    char words[WORDS] = "";
    struct text text;
    text_init(&text, words, sizeof words);
    tell_explanation(inquiry, session_ply(inquiry->question.session), answer, &text);
    if (words[0])
        printf("%s%s%s", before, words, after);
}
