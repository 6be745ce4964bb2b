/* The members of an archived game, in the order of the table's columns. Nothing is looked up or
   replayed: the row is written as it stands. */
#include "lab/archive_tell.h"

void archive_tell(struct json_out *json, const struct archive_game *game, bool whole)
{
    json_out_integer(json, "id", game->id);
    json_out_text(json, "game", game->game);
    json_out_text(json, "first", game->first);
    json_out_text(json, "second", game->second);
    json_out_text(json, "result", game->result);
    if (game->has_score)
        json_out_integer(json, "score", game->score);
    else
        json_out_null(json, "score");
    json_out_integer(json, "plies", game->plies);
    json_out_text(json, "date", game->date);
    json_out_text(json, "event", game->event);
    if (!whole)
        return;
    json_out_text(json, "options", game->options);
    json_out_text(json, "start", game->start);
    json_out_text(json, "place", game->place);
    json_out_text(json, "ending", game->ending);
    json_out_text(json, "first_rating", game->first_rating);
    json_out_text(json, "second_rating", game->second_rating);
    json_out_text(json, "moves", game->moves);
}
