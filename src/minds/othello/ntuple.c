/* n-tuple networks [lucas08] [jaskowski14] (ntuple.h explains tuples, placements and the file).

   Indices are computed as in patterns.c, with digits -1, 0 and 1 and sixteen lanes per vector;
   what differs is that the tuples are data, given as text, and not fixed at compile time. A
   placement's weights are found at `centre` + index, where `centre` is the weight of an empty
   board. Choosing a move looks one ply ahead: all moves share the indices of the position before
   them, and each adds only the discs it changes. */
#include "minds/othello/ntuple.h"

#include "base/memory.h"

/* -------- symmetries -------- */

enum { SYMMETRIES = 8 };

static int turned(int square, int symmetry)
{
    int row = square / 8, column = square % 8;
    if (symmetry & 1)
        column = 7 - column;
    if (symmetry & 2)
        row = 7 - row;
    return symmetry & 4 ? column * 8 + row : row * 8 + column;
}

static uint64_t turned_set(const struct othello_ntuple *tuple, int symmetry)
{
    uint64_t set = 0;
    for (int i = 0; i < tuple->length; i++)
        set |= bit(turned(tuple->square[i], symmetry));
    return set;
}

static int32_t power_of_three(int exponent)
{
    int32_t power = 1;
    while (exponent-- > 0)
        power *= 3;
    return power;
}

/* The index that stands for this one and its mirror images. A symmetry that maps the tuple onto
   itself permutes its squares, and with them the digits; the least index that comes about is the
   one whose weight is learned. */
int32_t othello_ntuple_canonical(const struct othello_ntuple *tuple, int32_t index)
{
    int digit[OTHELLO_SQUARES] = {0};
    int32_t least = index;
    uint64_t set = turned_set(tuple, 0);
    for (int i = 0; i < tuple->length; i++, index /= 3)
        digit[tuple->square[i]] = (int)(index % 3);
    for (int symmetry = 1; symmetry < SYMMETRIES; symmetry++) {
        if (turned_set(tuple, symmetry) != set)
            continue;
        int32_t other = 0;
        for (int i = tuple->length - 1; i >= 0; i--)
            other = 3 * other + digit[turned(tuple->square[i], symmetry)];
        least = other < least ? other : least;
    }
    return least;
}

/* -------- shapes -------- */

static void place(struct othello_ntuple_shape *shape, int tuple, int symmetry)
{
    int at = shape->placements++;
    uint16_t power = 1;
    shape->owner[at] = (uint8_t)tuple;
    shape->centre[at] = (shape->first[tuple] + shape->first[tuple + 1]) / 2;
    for (int i = 0; i < shape->tuple[tuple].length; i++, power = (uint16_t)(power * 3)) {
        int square = turned(shape->tuple[tuple].square[i], symmetry);
        shape->power[square][at / OTHELLO_NTUPLE_LANES][at % OTHELLO_NTUPLE_LANES] = power;
    }
}

/* Numbers the weights, 3^length for each tuple one after the other, and lists the placements: the
   different sets of squares among the eight images of each tuple, eight for a shape without
   symmetry of its own, fewer otherwise. */
bool othello_ntuple_prepare(struct othello_ntuple_shape *shape, struct error *error)
{
    memory_clear(shape->power, sizeof shape->power);
    memory_clear(shape->centre, sizeof shape->centre);
    memory_clear(shape->owner, sizeof shape->owner);
    shape->placements = 0;
    shape->first[0] = 0;
    for (int t = 0; t < shape->tuples; t++) {
        const struct othello_ntuple *tuple = &shape->tuple[t];
        shape->first[t + 1] = shape->first[t] + power_of_three(tuple->length);
        uint64_t seen[SYMMETRIES];
        int seen_count = 0;
        for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
            uint64_t set = turned_set(tuple, symmetry);
            bool again = false;
            for (int i = 0; i < seen_count; i++)
                again |= seen[i] == set;
            if (again)
                continue;
            seen[seen_count++] = set;
            if (shape->placements == OTHELLO_NTUPLE_PLACEMENTS)
                return error_set(error, "the tuples have more than %d places on the board",
                                 OTHELLO_NTUPLE_PLACEMENTS);
            place(shape, t, symmetry);
        }
    }
    shape->weights = shape->first[shape->tuples];
    shape->groups = (shape->placements + OTHELLO_NTUPLE_LANES - 1) / OTHELLO_NTUPLE_LANES;
    if ((int64_t)shape->weights * shape->stages > OTHELLO_NTUPLE_WEIGHTS)
        return error_set(error, "the tuples have %d weights in %d stages; at most %d in all",
                         shape->weights, shape->stages, OTHELLO_NTUPLE_WEIGHTS);
    return true;
}

/* -------- sets of tuples -------- */

static bool known(const struct othello_ntuple_shape *shape, uint64_t set)
{
    for (int t = 0; t < shape->tuples; t++)
        for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++)
            if (turned_set(&shape->tuple[t], symmetry) == set)
                return true;
    return false;
}

static bool add_tuple(struct othello_ntuple_shape *shape, const struct othello_ntuple *tuple,
                      struct error *error)
{
    if (shape->tuples == OTHELLO_NTUPLE_TUPLES)
        return error_set(error, "expected at most %d tuples", OTHELLO_NTUPLE_TUPLES);
    shape->tuple[shape->tuples++] = *tuple;
    return true;
}

/* Every straight line of `length` squares; with `whole` only those that end at the borders. */
static bool add_lines(struct othello_ntuple_shape *shape, int length, bool whole,
                      struct error *error)
{
    static const int8_t steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int i = 0; i < 4 * OTHELLO_SQUARES; i++) {
        int down = steps[i / 64][0], right = steps[i / 64][1];
        int row = i % 64 / 8, column = i % 8;
        int last_row = row + down * (length - 1), last_column = column + right * (length - 1);
        bool inside = last_row < 8 && last_column >= 0 && last_column < 8;
        bool starts = row - down < 0 || column - right < 0 || column - right > 7;
        bool ends = last_row + down > 7 || last_column + right > 7 || last_column + right < 0;
        if (!inside || (whole && !(starts && ends)))
            continue;
        struct othello_ntuple tuple = {.length = length};
        for (int k = 0; k < length; k++)
            tuple.square[k] = (uint8_t)(8 * (row + down * k) + column + right * k);
        if (!known(shape, turned_set(&tuple, 0)) && !add_tuple(shape, &tuple, error))
            return false;
    }
    return true;
}

static bool add_squares(struct othello_ntuple_shape *shape, const char *text, size_t length,
                        struct error *error)
{
    struct othello_ntuple tuple = {0};
    uint64_t set = 0;
    for (size_t i = 0; i < length; i += 2) {
        int column = text[i] - 'a', row = i + 1 < length ? text[i + 1] - '1' : -1;
        if (column < 0 || column > 7 || row < 0 || row > 7)
            return error_set(error,
                             "expected squares like a1b1c1 or one of all-1 to all-8, lines, edges; "
                             "found \"%.*s\"",
                             text_printable(text, length, 24), text);
        int square = 8 * row + column;
        if (set & bit(square) || tuple.length == OTHELLO_NTUPLE_LENGTH)
            return error_set(error, "a tuple is up to %d different squares, found \"%.*s\"",
                             OTHELLO_NTUPLE_LENGTH, text_printable(text, length, 24), text);
        set |= bit(square);
        tuple.square[tuple.length++] = (uint8_t)square;
    }
    if (known(shape, set))
        return error_set(error, "the tuple \"%.*s\" is there twice", (int)length, text);
    return add_tuple(shape, &tuple, error);
}

static bool add_word(struct othello_ntuple_shape *shape, const char *word, size_t length,
                     struct error *error)
{
    static const char *const regions[] = {"a1b1c1d1e1f1g1h1b2g2", "a1b1c1d1e1a2b2c2d2e2",
                                          "a1b1c1a2b2c2a3b3c3"};
    if (length == 5 && memory_equal(word, "all-", 4) && word[4] >= '1' && word[4] <= '8')
        return add_lines(shape, word[4] - '0', false, error);
    bool edges = text_part_equal(word, length, "edges");
    if (!edges && !text_part_equal(word, length, "lines"))
        return add_squares(shape, word, length, error);
    for (int line = 8; line >= 4; line--)
        if (!add_lines(shape, line, true, error))
            return false;
    for (size_t i = 0; edges && i < sizeof regions / sizeof regions[0]; i++)
        if (!add_squares(shape, regions[i], text_length(regions[i]), error))
            return false;
    return true;
}

bool othello_ntuple_tuples_read(const char *text, size_t length, struct othello_ntuple_shape *shape,
                                struct error *error)
{
    shape->tuples = 0;
    for (size_t at = 0, end; at < length; at = end + 1) {
        for (end = at; end < length && text[end] != ' ';)
            end++;
        if (end > at && !add_word(shape, text + at, end - at, error))
            return false;
    }
    return shape->tuples > 0 || error_set(error, "expected tuples, found none");
}

void othello_ntuple_tuples_write(const struct othello_ntuple_shape *shape, struct text *text)
{
    for (int t = 0; t < shape->tuples; t++) {
        if (t)
            text_add_char(text, ' ');
        for (int i = 0; i < shape->tuple[t].length; i++) {
            text_add_char(text, (char)('a' + shape->tuple[t].square[i] % 8));
            text_add_char(text, (char)('1' + shape->tuple[t].square[i] / 8));
        }
    }
}

/* -------- values -------- */

/* Placements that only pad a group stay at index 0 of tuple 0 and are left out. */
float othello_ntuple_sum(const struct othello_ntuple_shape *shape, const float *weights,
                         const struct othello_ntuple_indices *indices)
{
    const int16_t *index = (const int16_t *)indices->group;
    float sum[4] = {0};
    int i = 0;
    for (; i + 4 <= shape->placements; i += 4)
        for (int k = 0; k < 4; k++)
            sum[k] += weights[shape->centre[i + k] + index[i + k]];
    for (; i < shape->placements; i++)
        sum[0] += weights[shape->centre[i] + index[i]];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

int32_t othello_ntuple_sum16(const struct othello_ntuple_shape *shape, const int16_t *weights,
                             const struct othello_ntuple_indices *indices)
{
    const int16_t *index = (const int16_t *)indices->group;
    int32_t sum = 0;
    for (int i = 0; i < shape->placements; i++)
        sum += weights[shape->centre[i] + index[i]];
    return sum;
}

/* Compares the positions after the own move and before the reply: the network has learned to judge
   these, as the one who has just moved sees them, so no index changes its sign between positions. A
   finished game counts its discs, far beyond any sum of weights. */
int othello_ntuple_choose(const struct othello_ntuple_net *net, struct othello board,
                          int32_t *value, uint64_t *nodes)
{
    enum { DISC = 1 << 23 }; /* of finished games; beyond any sum of 224 weights */
    const struct othello_ntuple_shape *shape = &net->shape;
    struct othello_ntuple_indices before, after;
    int discs = bits_count(board.mine | board.theirs), chosen = OTHELLO_PASS;
    const int16_t *weights =
        net->weights + (ptrdiff_t)othello_ntuple_stage(shape, discs + 1) * shape->weights;
    int32_t best = INT32_MIN;
    othello_ntuple_look(shape, board.mine, board.theirs, &before);
    for (uint64_t moves = othello_moves(board); moves;) {
        int square = bits_pop(&moves);
        struct othello next = othello_played(board, square);
        int32_t found;
        if (othello_over(next)) {
            found = -DISC * othello_difference(next);
        } else {
            uint64_t flips = (next.mine ^ board.theirs) & board.theirs;
            othello_ntuple_move(shape, &before, square, flips, &after);
            found = othello_ntuple_sum16(shape, weights, &after);
        }
        if (found > best) {
            best = found;
            chosen = square;
        }
        if (nodes)
            ++*nodes;
    }
    if (value)
        *value = best;
    return chosen;
}

/* -------- files -------- */

static const char head[] = "potez othello ntuple 1\n";

/* The value of the line "name: value" of the header, NULL where there is none. */
static const char *head_value(const char *text, size_t length, const char *name, size_t *found)
{
    size_t size = text_length(name);
    for (size_t at = 0; at < length;) {
        size_t end = at;
        while (end < length && text[end] != '\n')
            end++;
        if (end - at > size + 1 && memory_equal(text + at, name, size) && text[at + size] == ':' &&
            text[at + size + 1] == ' ') {
            *found = end - at - size - 2;
            return text + at + size + 2;
        }
        at = end + 1;
    }
    return NULL;
}

static bool head_number(const char *text, size_t length, const char *name, int64_t least,
                        int64_t most, int64_t *number, struct error *error)
{
    size_t found;
    const char *value = head_value(text, length, name, &found);
    if (value && text_to_number(value, found, least, most, number))
        return true;
    return error_set(error, "expected a line \"%s: NUMBER\" in the head, from %d to %d", name,
                     (int)least, (int)most);
}

bool othello_ntuple_read(const void *bytes, size_t length, struct othello_ntuple_net *net,
                         struct error *error)
{
    const char *text = bytes;
    size_t first = sizeof head - 1, begin = first;
    if (length < first || !memory_equal(bytes, head, first))
        return error_set(error, "expected a network that begins with \"%.*s\"", (int)first - 1,
                         head);
    while (begin + 1 < length && !(text[begin] == '\n' && text[begin - 1] == '\n'))
        begin++;
    if (begin >= length || text[begin] != '\n' || text[begin - 1] != '\n')
        return error_set(error, "expected an empty line behind the head, found none");
    begin++;
    int64_t stages, weights;
    size_t found;
    const char *tuples = head_value(text, begin, "tuples", &found);
    if (!tuples)
        return error_set(error, "expected a line \"tuples: SQUARES\" in the head");
    if (!head_number(text, begin, "stages", 1, OTHELLO_NTUPLE_STAGES, &stages, error) ||
        !head_number(text, begin, "weights", 1, OTHELLO_NTUPLE_WEIGHTS, &weights, error) ||
        !othello_ntuple_tuples_read(tuples, found, &net->shape, error))
        return false;
    net->shape.stages = (int)stages;
    if (!othello_ntuple_prepare(&net->shape, error))
        return false;
    if (weights != (int64_t)net->shape.weights * stages)
        return error_set(error, "the head promises %d weights, but its tuples have %d",
                         (int)weights, net->shape.weights * (int)stages);
    if (length - begin != 2 * (size_t)weights)
        return error_set(error,
                         "expected %zu bytes of weights, found %zu: it is cut off or damaged",
                         2 * (size_t)weights, length - begin);
    const uint8_t *data = (const uint8_t *)bytes + begin;
    for (size_t i = 0; i < (size_t)weights; i++)
        net->weights[i] = (int16_t)(uint16_t)(data[2 * i] | data[2 * i + 1] << 8);
    return true;
}

size_t othello_ntuple_write(const struct othello_ntuple_net *net, const char *about, void *bytes,
                            size_t room)
{
    size_t weights = (size_t)net->shape.weights * (size_t)net->shape.stages;
    struct text text;
    text_init(&text, bytes, room);
    text_add(&text, head);
    text_add(&text, about);
    text_add(&text, "tuples: ");
    othello_ntuple_tuples_write(&net->shape, &text);
    text_print(&text, "\nstages: %d\nweights: %zu\n\n", net->shape.stages, weights);
    if (!text_fits(&text) || room - text.length < 2 * weights)
        return 0;
    uint8_t *data = (uint8_t *)bytes + text.length;
    for (size_t i = 0; i < weights; i++) {
        data[2 * i] = (uint8_t)((uint16_t)net->weights[i] & 0xff);
        data[2 * i + 1] = (uint8_t)((uint16_t)net->weights[i] >> 8);
    }
    return text.length + 2 * weights;
}
