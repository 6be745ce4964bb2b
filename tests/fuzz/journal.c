/* Lines of the journals of matches: what is taken lies within its bounds. */
#include "input.h"

#include "lab/match_journal.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct match_journal_game known;
    struct error error = {.text = ""};
    char *line = calloc(1, size + 1); /* a zero byte in it ends the line */
    memcpy(line, data, size);
    if (match_journal_read(line, &known, &error)) {
        PROMISE(known.pairing >= 0 && known.game.number >= 0);
        PROMISE(known.game.half_points >= 0 && known.game.half_points <= 2);
        PROMISE(known.game.plies >= 0 && known.game.opening >= 0);
        PROMISE(match_end_word(known.game.end));
    } else {
        PROMISE(error.text[0]);
    }
    free(line);
    return 0;
}
