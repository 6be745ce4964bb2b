/* The tables themselves are in each game's folder; here is the search for a row and the scale of
   grades, one for all games. The steps are those that players of chess are used to, shifted to a
   scale on which random moves have 0. */
#include "minds/standing.h"

static const struct {
    int16_t below; /* this Elo */
    const char *word;
} grades[] = {
    {250, "first steps"},    {500, "beginner"},     {800, "casual player"},
    {1100, "club beginner"}, {1400, "club player"}, {1700, "strong club player"},
    {2000, "expert"},        {INT16_MAX, "master"},
};

const struct standing *standing_of(const struct game *game, const char *player)
{
    const struct mind *mind = mind_of(game);
    const struct standing *standing = mind ? mind->standings : NULL;
    while (standing && standing->player && !text_equal(standing->player, player))
        standing++;
    return standing && standing->player ? standing : NULL;
}

int standing_about(const struct standing *standing)
{
    return (standing->elo + (standing->elo < 0 ? -25 : 25)) / 50 * 50;
}

const char *standing_grade(const struct standing *standing)
{
    size_t i = 0;
    while (standing->elo >= grades[i].below && i + 1 < sizeof grades / sizeof grades[0])
        i++;
    return grades[i].word;
}
