/* Scripts for the automaton: whatever is touched and sent, the machine's lights are those of a
   board of discs, and the same script gives the same sum. */
#include "input.h"

#include "ports/automaton/script.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 24, SENT = 200 };

static void lines_end(void *writer, const char *line, uint32_t length)
{
    (void)writer;
    PROMISE(length > AUTOMATON_LEDS && line[length - 1] == '\n');
}

/* Long waits, holds and searches are for the long test of the machine. */
static bool is_short(const char *text)
{
    size_t sent = 0;
    for (const char *at = text; *at; at++)
        sent += *at == '"';
    return strlen(text) <= (sent ? SENT : LONGEST) && !strpbrk(text, ";hw:");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct script first, second;
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = 0;
    if (is_short(text)) {
        script_init(&first, NULL, 1, lines_end, NULL);
        script_init(&second, NULL, 1, NULL, NULL);
        bool good = script_run(&first, text);
        PROMISE(script_run(&second, text) == good);
        PROMISE(first.sum == second.sum && first.frames == second.frames);
        PROMISE((first.automaton.discs[0] & first.automaton.discs[1]) == 0);
    }
    free(text);
    return 0;
}
