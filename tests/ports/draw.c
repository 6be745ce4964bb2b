/* Drawing: pictures are whole and show every piece, boards of all sizes can be drawn, and the text
   on a terminal is what a person would write by hand. */
#define _GNU_SOURCE /* posix_openpt */
#include "ports/draw/board.h"
#include "ports/draw/picture.h"
#include "ports/draw/terminal.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static const char level[] = "Test\nTarget=0\nSumToZero\n(0, 0)\n1\n{3, 4}\n3 2\n"
                            "(1, 1, 0, 0, 0, 0) (101, 2, 5, 0, 1, 0) (1, 12, 0, 0, 0, 0)\n"
                            "(10001, 1, 0, -1, 3, 0) (1, 3, 0, 0, 2, 0) (1, 0, 0, 0, 0, 0)\n";

/* A position with all it needs. */
struct board {
    const struct game *game;
    struct game_setup setup;
    void *level, *position;
};

static bool board_begin(struct board *board)
{
    const struct game *game = board->game;
    if (game->level_size) {
        size_t size = game->level_size(level, strlen(level), NULL);
        board->level = calloc(1, size);
        assert_true(size && game->level_read(level, strlen(level), board->level, size, NULL));
        board->setup.level = board->level;
    }
    if (!game->setup_valid(&board->setup, NULL)) {
        free(board->level);
        board->level = NULL;
        return false;
    }
    board->position = calloc(1, game->position_size(&board->setup));
    game->start(&board->setup, board->position);
    return true;
}

static void board_end(struct board *board)
{
    free(board->position);
    free(board->level);
    board->position = board->level = NULL;
}

static void play_random(struct board *board, struct random *random, int plies,
                        struct game_step *steps, int *step_count)
{
    uint32_t moves[GAME_MOVES_MAX];
    *step_count = 0;
    for (int i = 0; i < plies; i++) {
        int count = board->game->legal_moves(&board->setup, board->position, moves);
        if (count == 0)
            return;
        uint32_t move = moves[random_below(random, (uint32_t)count)];
        *step_count = board->game->move_steps(&board->setup, board->position, move, steps);
        board->game->play(&board->setup, board->position, move);
    }
}

struct memory {
    char *bytes;
    size_t length;
};

static cairo_status_t collect(void *closure, const unsigned char *bytes, unsigned int count)
{
    struct memory *memory = closure;
    memory->bytes = realloc(memory->bytes, memory->length + count + 1);
    memcpy(memory->bytes + memory->length, bytes, count);
    memory->length += count;
    memory->bytes[memory->length] = 0;
    return CAIRO_STATUS_SUCCESS;
}

/* How cairo writes a colour; it differs between its versions. */
static void svg_colour(uint32_t colour, char text[80])
{
    struct memory svg = {0};
    cairo_surface_t *surface = cairo_svg_surface_create_for_stream(collect, &svg, 9, 9);
    cairo_t *cairo = cairo_create(surface);
    cairo_set_source_rgb(cairo, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0,
                         (colour & 255) / 255.0);
    cairo_rectangle(cairo, 2, 2, 4, 4);
    cairo_stroke(cairo);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    const char *begin = strstr(strstr(svg.bytes, "stroke"), "rgb(");
    assert_non_null(begin);
    size_t length = strcspn(begin, ")") + 1;
    assert_true(length < 80);
    memcpy(text, begin, length);
    text[length] = 0;
    free(svg.bytes);
}

static int occurrences(const char *text, const char *word)
{
    int count = 0;
    for (; (text = strstr(text, word)); text += strlen(word))
        count++;
    return count;
}

/* Every tag that is opened is closed, in order. */
static void assert_well_formed(const char *xml)
{
    const char *open[64];
    int depth = 0;
    for (const char *at = xml; (at = strchr(at, '<')); at++) {
        const char *end = strchr(at, '>');
        assert_non_null(end);
        assert_null(memchr(at + 1, '<', (size_t)(end - at - 1)));
        if (at[1] == '?' || at[1] == '!' || end[-1] == '/')
            continue;
        if (at[1] != '/') {
            assert_true(depth < 64);
            open[depth++] = at + 1;
            continue;
        }
        assert_true(depth > 0);
        const char *name = open[--depth];
        size_t length = strcspn(name, " \n>/");
        assert_int_equal((size_t)(end - at - 2), length);
        assert_memory_equal(name, at + 2, length);
    }
    assert_int_equal(depth, 0);
}

static void check_svg(const struct scene *scene)
{
    const struct board_style style = {.coordinates = true};
    struct memory svg = {0};
    double width, height;
    board_measure(scene, &style, &width, &height);
    cairo_surface_t *surface = cairo_svg_surface_create_for_stream(collect, &svg, width, height);
    cairo_t *cairo = cairo_create(surface);
    board_paint(cairo, scene, &style);
    assert_int_equal(cairo_status(cairo), CAIRO_STATUS_SUCCESS);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    assert_well_formed(svg.bytes);
    for (int side = 0; side < 2; side++) {
        int pieces = 0;
        for (int i = 0; i < scene->count; i++)
            for (int level_in = 0; level_in < scene->contents[i].height; level_in++)
                pieces += scene->contents[i].piece[level_in] == side;
        char colour[80];
        svg_colour(board_piece_edge(scene, side), colour);
        assert_int_equal(occurrences(svg.bytes, colour), pieces);
    }
    free(svg.bytes);
}

/* Random positions of a board with every mark there is. */
static void check_board(struct board *board, struct random *random)
{
    static const int plies[] = {0, 7, 15, 200};
    struct game_step steps[GAME_STEPS_MAX];
    static struct scene_value values[GAME_MOVES_MAX];
    uint32_t moves[GAME_MOVES_MAX];
    for (size_t i = 0; i < sizeof plies / sizeof plies[0]; i++) {
        struct scene_options options = {.legal = true, .last = steps, .values = values};
        struct scene scene;
        board->game->start(&board->setup, board->position);
        play_random(board, random, plies[i], steps, &options.last_count);
        options.value_count = board->game->legal_moves(&board->setup, board->position, moves);
        for (int j = 0; j < options.value_count; j++)
            values[j] = (struct scene_value){.move = moves[j], .value = j % 7 - 3};
        assert_true(
            scene_read(&scene, board->game, &board->setup, board->position, &options, NULL));
        check_svg(&scene);
        char *text = NULL;
        size_t length = 0;
        FILE *out = open_memstream(&text, &length);
        struct terminal_style style = {.colours = (enum terminal_colours)(i % 3), .ascii = i & 1};
        assert_true(terminal_draw(out, &scene, &style));
        fclose(out);
        assert_true(length > 0);
        for (size_t j = 0; style.ascii && j < length; j++)
            assert_in_range((unsigned char)text[j], 1, 127);
        free(text);
        scene_free(&scene);
    }
}

static void every_game_and_size(void **state)
{
    (void)state;
    struct random random;
    random_seed(&random, 5);
    for (int i = 0; i < game_count; i++) {
        const struct game *game = games[i];
        struct board board = {.game = game};
        game_setup_default(game, &board.setup);
        assert_true(board_begin(&board));
        check_board(&board, &random);
        board_end(&board);
        for (int option = 0; option < game->option_count; option++)
            for (int most = 0; most < 2; most++) {
                game_setup_default(game, &board.setup);
                board.setup.option[option] =
                    most ? game->options[option].most : game->options[option].least;
                if (!board_begin(&board))
                    continue;
                check_board(&board, &random);
                board_end(&board);
            }
    }
}

/* ---- Files ---- */

static const char *scratch(const char *name)
{
    static char path[200];
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/potez-draw-%ld-%s", folder ? folder : "/tmp", (long)getpid(),
             name);
    return path;
}

static size_t read_start(const char *path, unsigned char *bytes, size_t size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t count = fread(bytes, 1, size, file);
    fclose(file);
    return count;
}

static void files(void **state)
{
    (void)state;
    static const char *const names[] = {"a.svg", "a.png", "a.PDF"};
    static const char *const starts[] = {"<?xml", "\x89PNG\r\n\x1a\n", "%PDF"};
    struct board board = {.game = games[0]};
    struct scene scene;
    struct error error;
    game_setup_default(board.game, &board.setup);
    assert_true(board_begin(&board));
    assert_true(scene_read(&scene, board.game, &board.setup, board.position, NULL, &error));
    for (size_t i = 0; i < 3; i++) {
        unsigned char bytes[24];
        const char *path = scratch(names[i]);
        assert_true(picture_write_board(path, picture_format_of(path), &scene,
                                        &board_style_standard, 2, &error));
        assert_int_equal(read_start(path, bytes, sizeof bytes), sizeof bytes);
        assert_memory_equal(bytes, starts[i], strlen(starts[i]));
        if (i == 1) { /* the header tells width and height, twice the points here */
            double width, height;
            board_measure(&scene, &board_style_standard, &width, &height);
            assert_int_equal(bytes[16] << 24 | bytes[17] << 16 | bytes[18] << 8 | bytes[19],
                             2 * width);
            assert_int_equal(bytes[20] << 24 | bytes[21] << 16 | bytes[22] << 8 | bytes[23],
                             2 * height);
        }
        unlink(path);
    }
    assert_int_equal(picture_format_of("a.gif"), PICTURE_NONE);
    assert_int_equal(picture_format_of("png"), PICTURE_NONE);
    assert_false(picture_write_board("/nonexistent/a.svg", PICTURE_SVG, &scene,
                                     &board_style_standard, 1, &error));
    assert_non_null(strstr(error.text, "/nonexistent/a.svg"));
    scene_free(&scene);
    board_end(&board);
}

/* A directory in the file's place: the rename fails and nothing is left behind. */
static void failed_write_leaves_nothing(void **state)
{
    (void)state;
    struct board board = {.game = games[0]};
    struct scene scene;
    struct error error;
    char path[200], beside[240];
    snprintf(path, sizeof path, "%s", scratch("taken.svg"));
    snprintf(beside, sizeof beside, "%s.part-%ld", path, (long)getpid());
    game_setup_default(board.game, &board.setup);
    assert_true(board_begin(&board));
    assert_true(scene_read(&scene, board.game, &board.setup, board.position, NULL, &error));
    assert_int_equal(mkdir(path, 0700), 0);
    assert_false(picture_write_board(path, PICTURE_SVG, &scene, &board_style_standard, 1, &error));
    assert_non_null(strstr(error.text, strerror(EISDIR)));
    assert_int_equal(access(beside, F_OK), -1);
    rmdir(path);
    scene_free(&scene);
    board_end(&board);
}

/* A link stays a link, and what it leads to is written. */
static void links_are_written_through(void **state)
{
    (void)state;
    struct board board = {.game = games[0]};
    struct scene scene;
    struct error error;
    struct stat about;
    unsigned char bytes[5];
    char file[200], path[200];
    snprintf(file, sizeof file, "%s", scratch("real.svg"));
    snprintf(path, sizeof path, "%s", scratch("link.svg"));
    game_setup_default(board.game, &board.setup);
    assert_true(board_begin(&board));
    assert_true(scene_read(&scene, board.game, &board.setup, board.position, NULL, &error));
    assert_int_equal(symlink(file, path), 0);
    assert_true(picture_write_board(path, PICTURE_SVG, &scene, &board_style_standard, 1, &error));
    assert_int_equal(lstat(path, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(read_start(file, bytes, sizeof bytes), sizeof bytes);
    assert_memory_equal(bytes, "<?xml", 5);
    unlink(path);
    /* a full disk, through a link so that the device itself is never at stake */
    assert_int_equal(symlink("/dev/full", path), 0);
    if (stat(path, &about) == 0 && S_ISCHR(about.st_mode)) {
        assert_false(
            picture_write_board(path, PICTURE_SVG, &scene, &board_style_standard, 1, &error));
        assert_non_null(strstr(error.text, strerror(ENOSPC)));
    }
    unlink(path);
    unlink(file);
    scene_free(&scene);
    board_end(&board);
}

/* ---- Text, made by hand ---- */

static void assert_text(const char *name, const char *option, const char *value, const char *moves,
                        struct terminal_style style, bool legal, const char *wanted)
{
    struct board board = {.game = game_find(name)};
    if (!board.game)
        skip();
    struct error error;
    struct scene scene;
    struct scene_options options = {.legal = legal};
    game_setup_default(board.game, &board.setup);
    if (option)
        assert_true(game_setup_set(board.game, &board.setup, option, value, &error));
    assert_true(board_begin(&board));
    assert_true(game_play_text(board.game, &board.setup, board.position, moves, strlen(moves), NULL,
                               NULL, &error));
    assert_true(scene_read(&scene, board.game, &board.setup, board.position, &options, &error));
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_true(terminal_draw(out, &scene, &style));
    fclose(out);
    assert_string_equal(text, wanted);
    free(text);
    scene_free(&scene);
    board_end(&board);
}

static const struct terminal_style plain = {TERMINAL_PLAIN, false};
static const struct terminal_style ascii = {TERMINAL_PLAIN, true};

static void text_rack(void **state)
{
    (void)state;
    assert_text("connect4", NULL, NULL, "44534", ascii, false,
                "    . . . . . . .\n"
                "    . . . . . . .\n"
                "    . . . . . . .\n"
                "    . . . x . . .\n"
                "    . . . o . . .\n"
                "    . . o x x . .\n"
                "    1 2 3 4 5 6 7\n"
                "x first\n"
                "o second, to move\n"
                "discs left 37\n");
}

static void text_squares(void **state)
{
    (void)state;
    assert_text("othello", NULL, NULL, "f5", plain, true,
                "    a b c d e f g h\n"
                " 1  · · · · · · · ·\n"
                " 2  · · · · · · · ·\n"
                " 3  · · · · · · · ·\n"
                " 4  · · · ○ ● + · ·\n"
                " 5  · · · ● ● ● · ·\n"
                " 6  · · · + · + · ·\n"
                " 7  · · · · · · · ·\n"
                " 8  · · · · · · · ·\n"
                "● black, discs 4\n"
                "○ white, discs 1, to move\n");
}

static void text_lines(void **state)
{
    (void)state;
    assert_text("mill", NULL, NULL, "d6,g1,a7", ascii, false,
                " 7   w-----------.-----------.\n"
                "     |           |           |\n"
                " 6   |   .-------w-------.   |\n"
                "     |   |       |       |   |\n"
                " 5   |   |   .---.---.   |   |\n"
                "     |   |   |       |   |   |\n"
                " 4   .---.---.       .---.---.\n"
                "     |   |   |       |   |   |\n"
                " 3   |   |   .---.---.   |   |\n"
                "     |   |       |       |   |\n"
                " 2   |   .-------.-------.   |\n"
                "     |           |           |\n"
                " 1   .-----------.-----------b\n"
                "     a   b   c   d   e   f   g\n"
                "w white, in hand 7, on board 2\n"
                "b black, in hand 8, on board 1, to move: placing\n");
}

static void text_stacks(void **state)
{
    (void)state;
    assert_text("byte", NULL, NULL, "d2-c3", ascii, false,
                " 8        .           .           .           .\n"
                " 7  b           b           b           b\n"
                " 6        w           w           w           w\n"
                " 5  b           b           b           b\n"
                " 4        w           w           w           w\n"
                " 3  b           bw          b           b\n"
                " 2        w           .           w           w\n"
                " 1  .           .           .           .\n"
                "     a     b     c     d     e     f     g     h\n"
                "w white, stacks won 0\n"
                "b black, stacks won 0, to move\n");
}

static void text_blocks(void **state)
{
    (void)state;
    assert_text("zr2", NULL, NULL, "", plain, true,
                "• 1↓    3     0\n"
                "[ 1]  • 2→   12\n"
                "left 19, points 0\n"
                "teleporters 1 → 5\n");
}

/* Colour is a help, never a need: without the codes the text is the plain one. */
static void colour_adds_only_codes(void **state)
{
    (void)state;
    struct board board = {.game = games[0]};
    struct scene scene;
    game_setup_default(board.game, &board.setup);
    assert_true(board_begin(&board));
    assert_true(scene_read(&scene, board.game, &board.setup, board.position, NULL, NULL));
    char *text[3];
    for (int colours = 0; colours < 3; colours++) {
        size_t length = 0;
        FILE *out = open_memstream(&text[colours], &length);
        struct terminal_style style = {.colours = (enum terminal_colours)colours};
        terminal_draw(out, &scene, &style);
        fclose(out);
        assert_int_equal(strchr(text[colours], 27) != NULL, colours > 0);
        char *to = text[colours];
        for (const char *from = to; *from;)
            if (*from == 27)
                from += strcspn(from, "m") + 1;
            else if (*from == ' ' && strspn(from, " \033[0m") && from[strspn(from, " ")] == 27 &&
                     from[strspn(from, " ") + 4] == '\n')
                from += strspn(from, " "); /* ground beyond the last character */
            else
                *to++ = *from++;
        *to = 0;
    }
    assert_string_equal(text[0], text[1]);
    assert_string_equal(text[0], text[2]);
    for (int i = 0; i < 3; i++)
        free(text[i]);
    scene_free(&scene);
    board_end(&board);
}

static void no_colour_into_files(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    setenv("COLORTERM", "truecolor", 1);
    assert_int_equal(terminal_style_for(file).colours, TERMINAL_PLAIN);
    setenv("LC_ALL", "C", 1);
    assert_true(terminal_style_for(file).ascii);
    setenv("LC_ALL", "hr_HR.UTF-8", 1);
    assert_false(terminal_style_for(file).ascii);
    fclose(file);
}

static void colour_on_terminals(void **state)
{
    (void)state;
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) || unlockpt(master))
        skip();
    FILE *terminal = fopen(ptsname(master), "w");
    if (!terminal)
        skip();
    setenv("TERM", "xterm-256color", 1);
    unsetenv("NO_COLOR");
    setenv("COLORTERM", "truecolor", 1);
    assert_int_equal(terminal_style_for(terminal).colours, TERMINAL_TRUE);
    unsetenv("COLORTERM");
    assert_int_equal(terminal_style_for(terminal).colours, TERMINAL_256);
    setenv("NO_COLOR", "1", 1);
    assert_int_equal(terminal_style_for(terminal).colours, TERMINAL_PLAIN);
    fclose(terminal);
    close(master);
}

/* The best of several values to a place stays, and minus signs are real ones. */
static void values(void **state)
{
    (void)state;
    struct board board = {.game = games[0]};
    uint32_t moves[GAME_MOVES_MAX];
    struct scene scene;
    game_setup_default(board.game, &board.setup);
    assert_true(board_begin(&board));
    board.game->legal_moves(&board.setup, board.position, moves);
    struct scene_value given[] = {
        {moves[0], -12, ""}, {moves[1], 3, ""}, {moves[1], -40, ""}, {moves[2], 0, "draw"}};
    struct scene_options options = {.values = given, .value_count = 4};
    assert_true(scene_read(&scene, board.game, &board.setup, board.position, &options, NULL));
    assert_int_equal(scene.score_count, 3);
    assert_string_equal(scene.scores[0].label, "−12");
    assert_string_equal(scene.scores[1].label, "+3");
    assert_string_equal(scene.scores[2].label, "draw");
    assert_false(scene.scores[0].best);
    assert_true(scene.scores[1].best);
    scene_free(&scene);
    board_end(&board);
}

static int load(void **state)
{
    struct error error;
    (void)state;
    return !cairo_late_load(&error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_and_size),
        cmocka_unit_test(files),
        cmocka_unit_test(failed_write_leaves_nothing),
        cmocka_unit_test(links_are_written_through),
        cmocka_unit_test(text_rack),
        cmocka_unit_test(text_squares),
        cmocka_unit_test(text_lines),
        cmocka_unit_test(text_stacks),
        cmocka_unit_test(text_blocks),
        cmocka_unit_test(colour_adds_only_codes),
        cmocka_unit_test(no_colour_into_files),
        cmocka_unit_test(colour_on_terminals),
        cmocka_unit_test(values),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
