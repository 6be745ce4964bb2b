/* The alphabets of names (player_name.h) as ranges of code points, all within the first plane,
   where a character takes three bytes at most. Writing systems whose letters need combining marks
   are missing: without a database of Unicode, marks cannot be told from piles of marks. */
#include "ports/server/player_name.h"

#include <stddef.h>
#include <stdint.h>

static const struct {
    uint16_t first, last;
} letters[] = {
    {'0', '9'},       {'A', 'Z'},       {'a', 'z'},       {0x00c0, 0x00d6}, {0x00d8, 0x00f6},
    {0x00f8, 0x024f}, {0x0388, 0x038a}, {0x038e, 0x03ce}, {0x0400, 0x0481}, {0x048a, 0x052f},
    {0x0531, 0x0556}, {0x0561, 0x0587}, {0x05d0, 0x05ea}, {0x0620, 0x063f}, {0x0641, 0x064a},
    {0x10d0, 0x10fa}, {0x1e00, 0x1eff}, {0x3041, 0x3096}, {0x30a1, 0x30fa}, {0x4e00, 0x9fff},
    {0xac00, 0xd7a3},
};

static bool is_letter(uint32_t point)
{
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
        if (point >= letters[i].first && point <= letters[i].last)
            return true;
    return false;
}

static bool is_mark(uint32_t point)
{
    return point == ' ' || point == '.' || point == '\'' || point == '-' || point == '_';
}

/* The next code point; 0 at the end and for what is no name's character in any case. */
static uint32_t next_point(const char **text)
{
    const uint8_t *at = (const uint8_t *)*text;
    uint32_t point = at[0];
    int more = at[0] < 0x80 ? 0 : (at[0] & 0xe0) == 0xc0 ? 1 : (at[0] & 0xf0) == 0xe0 ? 2 : -1;
    if (more < 0)
        return 0;
    point &= more == 0 ? 0x7f : more == 1 ? 0x1f : 0x0f;
    for (int i = 1; i <= more; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        point = point << 6 | (at[i] & 0x3f);
    }
    *text += 1 + more;
    return point < (more == 0 ? 0 : more == 1 ? 0x80 : 0x800) ? 0 : point; /* longer than needed */
}

bool player_name_good(const char *text)
{
    uint32_t before = ' ';
    int count = 0;
    while (*text) {
        uint32_t point = next_point(&text);
        bool good = is_letter(point) || (is_mark(point) && count > 0);
        if (!good || (point == ' ' && before == ' ') || ++count > PLAYER_NAME_MOST)
            return false;
        before = point;
    }
    return count > 0 && before != ' ';
}
