/* Stands in for the full screen where the program is built without curses. */
#include "ports/screen/screen.h"

const char *screen_unfit(void)
{
    return "this program was built without the full screen (curses)";
}

bool screen_play(const struct screen_start *start, struct error *error)
{
    (void)start;
    return error_set(error, "%s", screen_unfit());
}
