/* Everybody plays everybody: tournament GAME PLAYER PLAYER... */
#include <potez.h>
#include <stdio.h>

int main(int count, char **words)
{
    potez *game = count > 3 ? potez_open(words[1], NULL) : NULL;
    double points[64] = {0};
    if (!game || count > 64) {
        fprintf(stderr, "usage: tournament GAME PLAYER PLAYER...\n%s\n", potez_error());
        potez_close(game);
        return 1;
    }
    for (int a = 2; a < count; a++)
        for (int b = a + 1; b < count; b++) {
            struct potez_match match = {.size = sizeof match, .games = 20, .threads = 2};
            match.a = words[a];
            match.b = words[b];
            if (!potez_match(game, &match))
                fprintf(stderr, "%s\n", potez_error());
            points[a] += match.wins + match.draws / 2.0;
            points[b] += match.losses + match.draws / 2.0;
            printf("%s - %s: %d won, %d drawn, %d lost\n", match.a, match.b, match.wins,
                   match.draws, match.losses);
        }
    for (int i = 2; i < count; i++)
        printf("%5.1f %s\n", points[i], words[i]);
    potez_close(game);
    return 0;
}
