/* A person plays Connect Four against level 4: player [MOVES] plays the moves and then reads more. */
#include <potez.h>
#include <stdio.h>

static bool machine_moves(potez *game)
{
    struct potez_question question = {.size = sizeof question, .player = "level:4"};
    struct potez_answer *answer = potez_ask(game, POTEZ_MOVE, &question);
    bool good = answer && potez_play(game, potez_answer_move(answer));
    if (good)
        printf("I play %s.\n", potez_answer_move(answer));
    potez_answer_close(answer);
    return good;
}

int main(int count, char **words)
{
    char line[256];
    potez *game = potez_open("connect4", NULL);
    if (count > 1 && !potez_play(game, words[1]))
        fprintf(stderr, "%s\n", potez_error());
    while (!potez_over(game)) {
        printf("%s\nYour move: ", potez_position(game));
        if (!fgets(line, sizeof line, stdin))
            break;
        if (!potez_play(game, line))
            printf("%s\n", potez_error());
        else if (!potez_over(game) && !machine_moves(game))
            break;
    }
    printf("\n%s\n", potez_history(game));
    potez_close(game);
    return 0;
}
