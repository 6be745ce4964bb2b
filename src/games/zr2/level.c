/* The level file of ZR 2: UTF-8 text, read into one block of memory and written back.

       name                     line 1
       Target=N                 most points; 0: not known
       SumToZero                or ReachPoints
       (c1, c2, ...)            where the player starts
       N                        number of groups, then one per line:
       {j, j, ...}              cells of a group by index; a cell named twice counts once
       d1 d2 ...                dimensions, as many as the start has coordinates
       (type, value, target, add, colour, group) ...   cells in index order, over any lines

   Everything up to the dimensions stands on lines of its own; inside brackets and between cells any
   white space will do. The type is written in binary and its last digit is 1. A target that is not
   a cell and a group that does not exist are kept and do nothing, as in the thesis [kolar21]; a
   start or a member of a group outside the board, an addition above 0 and a colour that does not
   exist are refused.

   One walk over the text serves both for measuring and for reading; while measuring there is no
   memory to write to, so an absurd size in a file costs nothing. The start and the groups stand
   before the dimensions that bound them, so they are walked again once those are known. */
#include "games/zr2/zr2.h"

#include "base/memory.h"
#include "base/reader.h"

static const char *const goal_words[] = {
    [ZR2_SUM_TO_ZERO] = "SumToZero", [ZR2_REACH_POINTS] = "ReachPoints"};

/* What the walk knows so far. */
struct level_walk {
    struct reader reader;
    struct error *error;
    struct reader start_at, groups_at; /* where these begin, to come back to */
    struct zr2_level head;             /* goes to the front of the memory */
    uint32_t members;                  /* of all groups, as written */
    uint32_t links;                    /* neighbours of all cells */
    char *memory;                      /* NULL while measuring */
};

/* A number in front of which only blanks may stand, so that it is found on this line. */
static bool read_here(struct level_walk *walk, const char *what, int64_t least, int64_t most,
                      int32_t *number)
{
    reader_skip_blanks(&walk->reader);
    char c = reader_peek(&walk->reader);
    int64_t read = 0;
    if (c == '\n' || c == '\r')
        return reader_fail(&walk->reader, what, walk->error);
    if (!reader_number(&walk->reader, what, least, most, &read, walk->error))
        return false;
    *number = (int32_t)read;
    return true;
}

static bool read_number(struct level_walk *walk, const char *what, int64_t least, int64_t most,
                        int32_t *number)
{
    reader_skip_spaces(&walk->reader);
    return read_here(walk, what, least, most, number);
}

static const char BYTE_ORDER_MARK[] = "\xef\xbb\xbf";

/* Bytes of the UTF-8 character at the front; 0 for a malformed one, a control character or a byte
   order mark, which would be lost at the front of a file. */
static size_t character_length(const char *text, size_t length)
{
    uint8_t first = (uint8_t)text[0];
    if (first < 0x80)
        return first >= 0x20 && first != 0x7f;
    size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || bytes > length)
        return 0;
    for (size_t i = 1; i < bytes; i++)
        if (((uint8_t)text[i] & 0xc0) != 0x80)
            return 0;
    uint8_t second = (uint8_t)text[1];
    bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
    bool no_character = (first == 0xed && second > 0x9f) || (first == 0xf4 && second > 0x8f) ||
                        (first == 0xc2 && second < 0xa0) ||
                        (first == 0xef && memory_equal(text, BYTE_ORDER_MARK, 3));
    return overlong || no_character ? 0 : bytes;
}

static bool read_name(struct level_walk *walk)
{
    struct reader *reader = &walk->reader;
    if (reader->length >= 3 && memory_equal(reader->text, BYTE_ORDER_MARK, 3))
        reader->offset = 3; /* the byte order mark of some editors */
    reader_skip_blanks(reader);
    struct reader name = *reader;
    size_t length;
    const char *line = reader_line(reader, &length);
    while (length && (line[length - 1] == ' ' || line[length - 1] == '\t'))
        length--;
    if (!length)
        return reader_fail(&name, "the name of the level", walk->error);
    for (size_t at = 0; at < length;) {
        size_t bytes = character_length(line + at, length - at);
        if (!bytes || at + bytes > ZR2_NAME_MAX)
            return reader_fail(&name,
                               bytes ? "the end of a name of at most 255 bytes"
                                     : "a name in UTF-8 without control characters",
                               walk->error);
        at += bytes;
        while (bytes--)
            reader_skip(&name);
    }
    memory_copy(walk->head.name, line, length);
    return true;
}

static bool read_target(struct level_walk *walk)
{
    return reader_word(&walk->reader, "Target", "\"Target=\" and a number", walk->error) &&
           reader_word(&walk->reader, "=", "\"=\" after \"Target\"", walk->error) &&
           read_here(walk, "the Target", 0, INT32_MAX, &walk->head.target) &&
           reader_line_end(&walk->reader, "the end of the line after the Target", walk->error);
}

static bool read_goal(struct level_walk *walk)
{
    for (int goal = 0; goal < 2; goal++)
        if (reader_word(&walk->reader, goal_words[goal], "\"SumToZero\" or \"ReachPoints\"",
                        walk->error)) {
            walk->head.goal = goal;
            return reader_line_end(&walk->reader, "the end of the line after the goal",
                                   walk->error);
        }
    return false;
}

/* The first time the sizes are not known (0) and only the form is judged. */
static bool read_start(struct level_walk *walk)
{
    struct zr2_level *head = &walk->head;
    bool bounded = head->cells > 0;
    int32_t count = 0, stride = 1, coordinate = 0;
    if (!reader_word(&walk->reader, "(", "\"(\" and the coordinates of the start", walk->error))
        return false;
    do {
        if (count == ZR2_DIMENSIONS_MAX)
            return reader_fail(&walk->reader, "at most 8 coordinates", walk->error);
        int32_t most = bounded ? head->size[count] - 1 : INT32_MAX;
        if (!read_number(walk, "a coordinate of the start", 0, most, &coordinate))
            return false;
        if (bounded) {
            head->start += coordinate * stride;
            stride *= head->size[count];
        }
        count++;
        reader_skip_spaces(&walk->reader);
    } while (reader_take(&walk->reader, ','));
    head->dimensions = count;
    return reader_word(&walk->reader, ")", "\",\" or \")\"", walk->error) &&
           reader_line_end(&walk->reader, "the end of the line after the start", walk->error);
}

static uint32_t *numbers_at(struct level_walk *walk, uint32_t at)
{
    return (uint32_t *)(void *)(walk->memory + at);
}

/* Puts a cell into a group unless it is there. While the cells are not read yet, their `type` notes
   the last group, counted from 1, that they were put into. */
static void add_member(struct level_walk *walk, int32_t group, int32_t cell)
{
    struct zr2_cell *cells = (struct zr2_cell *)(void *)(walk->memory + walk->head.cell_at);
    uint32_t *end = numbers_at(walk, walk->head.member_first_at) + group + 1;
    if (cells[cell].type == (uint32_t)group + 1)
        return;
    cells[cell].type = (uint32_t)group + 1;
    numbers_at(walk, walk->head.member_at)[(*end)++] = (uint32_t)cell;
}

static bool read_group(struct level_walk *walk, int32_t group)
{
    bool bounded = walk->head.cells > 0;
    int32_t most = (bounded ? walk->head.cells : ZR2_CELLS_MAX) - 1, cell = 0;
    if (bounded && walk->memory) {
        uint32_t *first = numbers_at(walk, walk->head.member_first_at) + group;
        first[1] = first[0];
    }
    if (!reader_word(&walk->reader, "{", "\"{\" and the cells of a group", walk->error))
        return false;
    reader_skip_spaces(&walk->reader);
    bool empty = reader_peek(&walk->reader) == '}';
    while (!empty) {
        if (!read_number(walk, "a cell of the group", 0, most, &cell))
            return false;
        if (!bounded && ++walk->members > ZR2_MEMBERS_MAX)
            return reader_fail(&walk->reader, "groups of at most 1048576 cells in all",
                               walk->error);
        if (bounded && walk->memory)
            add_member(walk, group, cell);
        reader_skip_spaces(&walk->reader);
        if (!reader_take(&walk->reader, ','))
            break;
    }
    return reader_word(&walk->reader, "}", "\",\" or \"}\"", walk->error) &&
           reader_line_end(&walk->reader, "the end of the line after a group", walk->error);
}

static bool read_groups(struct level_walk *walk)
{
    for (int32_t group = 0; group < walk->head.groups; group++)
        if (!read_group(walk, group))
            return false;
    return true;
}

static bool read_group_count(struct level_walk *walk)
{
    return read_here(walk, "the number of groups", 0, ZR2_GROUPS_MAX, &walk->head.groups) &&
           reader_line_end(&walk->reader, "the end of the line after the number of groups",
                           walk->error);
}

/* Each dimension may be as large as the cells and the drawing allow after those before it. In
   drawings the first, third ... go to the right and the others up, layers one unit apart. */
static bool read_dimensions(struct level_walk *walk)
{
    struct zr2_level *head = &walk->head;
    int32_t cells = 1, extent[2] = {0, 0};
    for (int32_t i = 0; i < head->dimensions; i++) {
        int32_t *along = &extent[i & 1];
        int32_t most = ZR2_CELLS_MAX / cells;
        int32_t drawn = *along ? (ZR2_DRAWING_MAX + 1) / (*along + 1) : ZR2_DRAWING_MAX;
        if (!read_here(walk,
                       "a dimension for each coordinate of the start, at most 65536 cells in all",
                       1, most < drawn ? most : drawn, &head->size[i]))
            return false;
        *along = *along ? (*along + 1) * head->size[i] - 1 : head->size[i];
        cells *= head->size[i];
    }
    for (int32_t i = 0; i < head->dimensions; i++)
        walk->links += (uint32_t)(2 * (cells / head->size[i]) * (head->size[i] - 1));
    if (!reader_line_end(&walk->reader,
                         "the end of the line after as many dimensions as the start has "
                         "coordinates",
                         walk->error))
        return false;
    head->cells = cells;
    return true;
}

/* Where the arrays go; the header's other members are known by now. */
static void lay_out(struct level_walk *walk)
{
    struct zr2_level *head = &walk->head;
    size_t at = sizeof *head, cells = (size_t)head->cells;
    head->cell_at = (uint32_t)at;
    at += cells * sizeof(struct zr2_cell);
    head->link_first_at = (uint32_t)at;
    at += (cells + 1) * sizeof(uint32_t);
    head->link_at = (uint32_t)at;
    at += walk->links * sizeof(int32_t);
    head->member_first_at = (uint32_t)at;
    at += ((size_t)head->groups + 1) * sizeof(uint32_t);
    head->member_at = (uint32_t)at;
    at += walk->members * sizeof(int32_t);
    head->bytes = (uint32_t)((at + 7) / 8 * 8);
}

/* Binary digits, the last one 1. */
static bool read_type(struct level_walk *walk, struct zr2_cell *cell)
{
    reader_skip_spaces(&walk->reader);
    struct reader start = walk->reader;
    int digits = 0;
    uint32_t type = 0;
    char c;
    while ((c = reader_peek(&walk->reader)) == '0' || c == '1') {
        type = type << 1 | (c == '1');
        digits++;
        reader_skip(&walk->reader);
    }
    if (digits < 1 || digits > 32 || !(type & ZR2_TYPE_CELL) || text_is_digit(c))
        return reader_fail(&start, "a type of up to 32 binary digits, the last one 1", walk->error);
    cell->type = type;
    cell->type_digits = (uint8_t)digits;
    return true;
}

/* The numbers of a cell that follow its type. */
static bool read_facts(struct level_walk *walk, struct zr2_cell *cell)
{
    int32_t colour = 0;
    const struct {
        const char *what;
        int32_t least, most, *number;
    } facts[] = {
        {"a value", INT32_MIN, ZR2_VALUE_MAX, &cell->value},
        {"a teleport target", INT32_MIN, INT32_MAX, &cell->target},
        {"an addition", INT32_MIN, 0, &cell->add},
        {"a colour", 0, ZR2_COLOUR_MAX, &colour},
        {"a group", INT32_MIN, INT32_MAX, &cell->group},
    };
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++)
        if (!reader_expect(&walk->reader, ',', walk->error) ||
            !read_number(walk, facts[i].what, facts[i].least, facts[i].most, facts[i].number))
            return false;
    cell->colour = (uint8_t)colour;
    return true;
}

/* A cell as it is written; its effect is worked out later. */
static bool read_written_cell(struct level_walk *walk, struct zr2_cell *cell)
{
    return read_type(walk, cell) && read_facts(walk, cell) &&
           reader_expect(&walk->reader, ')', walk->error);
}

static bool read_cell(struct level_walk *walk, int32_t index)
{
    struct zr2_cell cell = {.leads_to = ZR2_NO_CELL, .lowers = ZR2_NO_GROUP};
    reader_skip_spaces(&walk->reader);
    if (!reader_take(&walk->reader, '(')) {
        char wanted[80];
        struct text text;
        text_init(&text, wanted, sizeof wanted);
        text_print(&text, "\"(\" and cell %d of 0 to %d", index, walk->head.cells - 1);
        return reader_fail(&walk->reader, wanted, walk->error);
    }
    if (!read_written_cell(walk, &cell))
        return false;
    if (zr2_cell_is_teleporter(&cell) && cell.target >= 0 && cell.target < walk->head.cells)
        cell.leads_to = cell.target;
    if (zr2_cell_is_increaser(&cell) && cell.group >= 0 && cell.group < walk->head.groups)
        cell.lowers = cell.group;
    walk->head.sum += zr2_cell_value(&cell);
    if (walk->memory)
        ((struct zr2_cell *)(void *)(walk->memory + walk->head.cell_at))[index] = cell;
    return true;
}

/* Cells beyond the last one, which must be cells all the same. */
static bool pass_over_surplus(struct level_walk *walk)
{
    struct zr2_level *head = &walk->head;
    for (reader_skip_spaces(&walk->reader); reader_peek(&walk->reader) == '(';
         reader_skip_spaces(&walk->reader)) {
        struct zr2_cell cell;
        if (head->surplus++ == 0) {
            head->surplus_line = walk->reader.line;
            head->surplus_column = walk->reader.column;
        }
        reader_skip(&walk->reader);
        if (!read_written_cell(walk, &cell))
            return false;
    }
    return true;
}

static bool read_cells(struct level_walk *walk)
{
    for (int32_t index = 0; index < walk->head.cells; index++)
        if (!read_cell(walk, index))
            return false;
    if (!pass_over_surplus(walk))
        return false;
    return reader_at_end(&walk->reader) ||
           reader_fail(&walk->reader, "the end of the level after its last cell", walk->error);
}

/* The list of neighbours, in the order that zr2_level_neighbours documents. */
static void link_cells(struct zr2_level *level)
{
    uint32_t *first = (uint32_t *)(void *)((char *)level + level->link_first_at);
    int32_t *link = (int32_t *)(void *)((char *)level + level->link_at);
    int32_t coordinate[ZR2_DIMENSIONS_MAX];
    uint32_t count = 0;
    for (int32_t cell = 0; cell < level->cells; cell++) {
        first[cell] = count;
        zr2_level_coordinates(level, cell, coordinate);
        int32_t stride = level->cells;
        for (int32_t i = level->dimensions - 1; i >= 0; i--) {
            stride /= level->size[i];
            if (coordinate[i] > 0)
                link[count++] = cell - stride;
            if (coordinate[i] < level->size[i] - 1)
                link[count++] = cell + stride;
        }
    }
    first[level->cells] = count;
}

/* Everything up to the cells, and the start and the groups a second time. */
static bool read_head(struct level_walk *walk)
{
    if (!read_name(walk) || !read_target(walk) || !read_goal(walk))
        return false;
    walk->start_at = walk->reader;
    if (!read_start(walk) || !read_group_count(walk))
        return false;
    walk->groups_at = walk->reader;
    return read_groups(walk) && read_dimensions(walk);
}

static bool read_bounded(struct level_walk *walk)
{
    struct reader after = walk->reader;
    walk->reader = walk->start_at;
    if (!read_start(walk))
        return false;
    walk->reader = walk->groups_at;
    if (!read_groups(walk))
        return false;
    walk->reader = after;
    return read_cells(walk);
}

size_t zr2_level_size(const char *text, size_t length, struct error *error)
{
    struct level_walk walk = {.error = error};
    reader_init(&walk.reader, text, length);
    if (!read_head(&walk))
        return 0;
    lay_out(&walk);
    return read_bounded(&walk) ? walk.head.bytes : 0;
}

bool zr2_level_read(const char *text, size_t length, void *memory, size_t size, struct error *error)
{
    struct level_walk walk = {.error = error, .memory = memory};
    reader_init(&walk.reader, text, length);
    if (!read_head(&walk))
        return false;
    lay_out(&walk);
    if (walk.head.bytes > size)
        return error_set(error, "the level needs %u bytes of memory, there are %zu",
                         walk.head.bytes, size);
    memory_clear(memory, walk.head.bytes);
    if (!read_bounded(&walk))
        return false;
    memory_copy(memory, &walk.head, sizeof walk.head);
    link_cells(memory);
    return true;
}

void zr2_level_coordinates(const struct zr2_level *level, int32_t cell, int32_t *coordinates)
{
    for (int32_t i = 0; i < level->dimensions; i++) {
        coordinates[i] = cell % level->size[i];
        cell /= level->size[i];
    }
}

int32_t zr2_level_index(const struct zr2_level *level, const int32_t *coordinates)
{
    int32_t cell = 0;
    for (int32_t i = level->dimensions - 1; i >= 0; i--)
        cell = cell * level->size[i] + coordinates[i];
    return cell;
}

static void write_list(struct text *text, char open, const int32_t *numbers, int32_t count,
                       char close)
{
    text_add_char(text, open);
    for (int32_t i = 0; i < count; i++)
        text_print(text, i ? ", %d" : "%d", numbers[i]);
    text_add_char(text, close);
    text_add_char(text, '\n');
}

static void write_cell(struct text *text, const struct zr2_cell *cell)
{
    text_add_char(text, '(');
    for (int digit = cell->type_digits - 1; digit >= 0; digit--)
        text_add_char(text, cell->type >> digit & 1 ? '1' : '0');
    text_print(text, ", %d, %d, %d, %d, %d)", cell->value, cell->target, cell->add, cell->colour,
               cell->group);
}

void zr2_level_write(const void *memory, struct text *text)
{
    const struct zr2_level *level = memory;
    int32_t coordinates[ZR2_DIMENSIONS_MAX], count;
    text_print(text, "%s\nTarget=%d\n%s\n", level->name, level->target, goal_words[level->goal]);
    zr2_level_coordinates(level, level->start, coordinates);
    write_list(text, '(', coordinates, level->dimensions, ')');
    text_print(text, "%d\n", level->groups);
    for (int32_t group = 0; group < level->groups; group++) {
        const int32_t *members = zr2_level_group(level, group, &count);
        write_list(text, '{', members, count, '}');
    }
    for (int32_t i = 0; i < level->dimensions; i++)
        text_print(text, i ? " %d" : "%d", level->size[i]);
    for (int32_t cell = 0; cell < level->cells; cell++) {
        text_add_char(text, cell % level->size[0] ? ' ' : '\n');
        write_cell(text, zr2_level_cell(level, cell));
    }
    text_add_char(text, '\n');
}
