/* The network's part of a model file.

   First come the stages, each number of struct othello_network_stage in its order and of its size,
   little-endian. Then come the rows, but of mirror images only the first: how many of them are zero
   before the next that is not, in four bytes, and that row, until all have been told. Most indices
   of the large patterns never occur, so the file is smaller than the network. A checksum over all
   of it is the model file's (model.c). */
#include "base/memory.h"
#include "minds/othello/network.h"

/* Reads or writes, past the end nothing; `at` goes on all the same. */
struct network_stream {
    const uint8_t *from; /* NULL: it writes */
    uint8_t *to;
    size_t length, at;
};

static void walk_number(struct network_stream *stream, void *number, int bytes)
{
    uint8_t *own = number;
    for (int i = 0; i < bytes; i++, stream->at++) {
        /* the byte of this weight, whichever order the processor has */
        uint8_t *byte = own + (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? i : bytes - 1 - i);
        if (stream->at >= stream->length)
            continue;
        if (stream->from)
            *byte = stream->from[stream->at];
        else
            stream->to[stream->at] = *byte;
    }
}

static void walk_numbers(struct network_stream *stream, void *numbers, int count, int bytes)
{
    for (int i = 0; i < count; i++)
        walk_number(stream, (uint8_t *)numbers + i * bytes, bytes);
}

static void walk_stage(struct network_stream *stream, struct othello_network_stage *stage)
{
    enum { WIDTH = OTHELLO_NETWORK_WIDTH, INNER = OTHELLO_NETWORK_INNER };
    walk_numbers(stream, stage->inner, WIDTH * 2 * INNER, 2);
    walk_numbers(stream, stage->start, WIDTH, 2);
    walk_numbers(stream, stage->inner_bias, INNER, 4);
    walk_numbers(stream, stage->outer, INNER, 2);
    walk_numbers(stream, &stage->outer_bias, 1, 4);
}

static bool stage_valid(const struct othello_network_stage *stage)
{
    bool good = stage->outer_bias <= OTHELLO_NETWORK_BIAS_MOST &&
                stage->outer_bias >= -OTHELLO_NETWORK_BIAS_MOST;
    for (int i = 0; i < OTHELLO_NETWORK_WIDTH; i++)
        good &= stage->start[i] <= OTHELLO_NETWORK_START_MOST &&
                stage->start[i] >= -OTHELLO_NETWORK_START_MOST;
    for (int i = 0; i < OTHELLO_NETWORK_INNER; i++)
        good &= stage->inner_bias[i] <= OTHELLO_NETWORK_BIAS_MOST &&
                stage->inner_bias[i] >= -OTHELLO_NETWORK_BIAS_MOST;
    return good;
}

/* The next row of its own behind `row`; OTHELLO_NETWORK_ROWS behind the last. */
static int32_t row_after(int32_t row)
{
    do
        row++;
    while (row < OTHELLO_NETWORK_ROWS && othello_network_original(row) != row);
    return row;
}

static bool is_zero(const int8_t *row)
{
    int8_t any = 0;
    for (int i = 0; i < OTHELLO_NETWORK_WIDTH; i++)
        any |= row[i];
    return any == 0;
}

/* False where a file says that more rows are zero than there are left. */
static bool read_rows(struct network_stream *stream, struct othello_network *network)
{
    memory_clear(network->row, sizeof network->row);
    for (int32_t row = 0; row < OTHELLO_NETWORK_ROWS; row = row_after(row)) {
        uint32_t zeros = 0;
        walk_number(stream, &zeros, 4);
        for (; zeros && row < OTHELLO_NETWORK_ROWS; zeros--)
            row = row_after(row);
        if (zeros || stream->at > stream->length)
            return false;
        if (row < OTHELLO_NETWORK_ROWS)
            walk_numbers(stream, network->row[row], OTHELLO_NETWORK_WIDTH, 1);
    }
    for (int32_t row = 0; row < OTHELLO_PATTERN_TOTAL; row++)
        memory_copy(network->row[row], network->row[othello_network_original(row)],
                    OTHELLO_NETWORK_WIDTH);
    return true;
}

static void write_rows(struct network_stream *stream, const struct othello_network *network)
{
    for (int32_t row = 0; row < OTHELLO_NETWORK_ROWS; row = row_after(row)) {
        uint32_t zeros = 0;
        for (; row < OTHELLO_NETWORK_ROWS && is_zero(network->row[row]); row = row_after(row))
            zeros++;
        walk_number(stream, &zeros, 4);
        if (row < OTHELLO_NETWORK_ROWS) {
            int8_t copy[OTHELLO_NETWORK_WIDTH];
            memory_copy(copy, network->row[row], sizeof copy);
            walk_numbers(stream, copy, OTHELLO_NETWORK_WIDTH, 1);
        }
    }
}

size_t othello_network_room(void)
{
    return sizeof(struct othello_network);
}

bool othello_network_read(const void *bytes, size_t length, struct othello_network *network,
                          struct error *error)
{
    struct network_stream stream = {.from = bytes, .length = length};
    for (int i = 0; i < OTHELLO_STAGES && stream.at <= length; i++) {
        walk_stage(&stream, &network->stage[i]);
        if (stream.at <= length && !stage_valid(&network->stage[i]))
            return error_set(error, "the network has a bias that is too large in stage %d", i);
    }
    if (stream.at > length || !read_rows(&stream, network) || stream.at != length)
        return error_set(error, "the network's rows do not fill the file as they should");
    return true;
}

size_t othello_network_write(const struct othello_network *network, void *bytes, size_t room)
{
    struct network_stream stream = {.to = bytes, .length = room};
    for (int i = 0; i < OTHELLO_STAGES; i++) {
        struct othello_network_stage copy = network->stage[i];
        walk_stage(&stream, &copy);
    }
    write_rows(&stream, network);
    return stream.at;
}
