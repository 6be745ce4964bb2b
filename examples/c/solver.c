/* The proved value of a position of Connect Four and of every move: solver 4455 */
#include <potez.h>
#include <stdio.h>

int main(int count, char **words)
{
    struct potez_question question = {.size = sizeof question, .every = true, .seconds = 60};
    potez *game = potez_open("connect4", NULL);
    if (count > 1 && !potez_play(game, words[1])) {
        fprintf(stderr, "%s\n", potez_error());
        potez_close(game);
        return 1;
    }
    struct potez_answer *answer = potez_ask(game, POTEZ_VALUE, &question);
    printf("%s\n", potez_answer_words(answer));
    printf("best play: %s\n", potez_answer_line(answer));
    for (int i = 0; i < potez_answer_count(answer); i++) {
        const struct potez_answer *move = potez_answer_part(answer, i);
        printf("%s: %s\n", potez_answer_move(move), potez_answer_words(move));
    }
    potez_answer_close(answer);
    potez_close(game);
    return 0;
}
