/* The list of games for the page: everything it must know to offer them. */
#include "minds/tell.h"
#include "ports/browser/host.h"
#include "ports/browser/output.h"

static void write_games(struct text *text, const void *subject)
{
    struct json_out json;
    (void)subject;
    json_out_begin(&json, json_out_put_text, text);
    json_out_open(&json, "games", '[');
    for (int i = 0; i < game_count; i++) {
        json_out_open(&json, NULL, '{');
        tell_game(&json, games[i]);
        json_out_close(&json);
    }
    json_out_end(&json);
}

BROWSER_EXPORT(browser_games) uint32_t browser_games(void);
uint32_t browser_games(void)
{
    return output_write(write_games, NULL);
}
