/* Several boards on one page: boards OUT COLUMNS [GAME LEVEL POSITION]...

   LEVEL is a file, or "" for games without levels; POSITION is "start", "moves:..." or the game's
   text. Used by tools/pictures, which knows the positions. */
#include "ports/draw/paint.h"
#include "ports/draw/picture.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BOARDS_MAX 100
#define BOX 470.0 /* points for a board's longer side */
#define GAP 36.0
#define TITLE 62.0

struct subject {
    struct scene scene;
    struct game_setup setup;
    void *level, *position;
    char name[64]; /* the level's, its first line */
    struct game_step steps[GAME_STEPS_MAX];
    struct scene_options options;
};

struct page {
    struct subject *subjects;
    int count, columns;
    double box_height; /* of the boards, the tallest of them */
    bool levels;       /* many of one game: their names stand below them, not the game's */
};

static const struct board_style style = {.transparent = true};

/* How much a board is enlarged to fill its box. */
static double enlargement(const struct subject *subject, double *width, double *height)
{
    board_measure(&subject->scene, &style, width, height);
    return BOX / fmax(*width, *height);
}

static void paint_page(cairo_t *cairo, const void *what)
{
    const struct page *page = what;
    paint_colour(cairo, PAINT_PAPER, 1);
    cairo_paint(cairo);
    for (int i = 0; i < page->count; i++) {
        const struct subject *subject = &page->subjects[i];
        int row = i / page->columns, in_row = page->count - row * page->columns;
        if (in_row > page->columns)
            in_row = page->columns;
        double indent = (page->columns - in_row) * (BOX + GAP) / 2; /* a short row is centred */
        double x = GAP + indent + i % page->columns * (BOX + GAP);
        double y = GAP + row * (page->box_height + TITLE + GAP);
        double width, height, scale = enlargement(subject, &width, &height);
        paint_rounded_shadow(cairo, x - 12, y - 12, BOX + 24, page->box_height + TITLE + 20, 22,
                             14);
        paint_rounded(cairo, x - 12, y - 12, BOX + 24, page->box_height + TITLE + 20, 22);
        paint_colour(cairo, 0xffffff, 1);
        cairo_fill(cairo);
        cairo_save(cairo);
        cairo_translate(cairo, x + (BOX - width * scale) / 2,
                        y + (page->box_height - height * scale) / 2);
        cairo_scale(cairo, scale, scale);
        board_paint(cairo, &subject->scene, &style);
        cairo_restore(cairo);
        paint_colour(cairo, PAINT_INK, 1);
        paint_text(cairo, x + BOX / 2, y + page->box_height + TITLE * 0.48, 30, true, PAINT_CENTRE,
                   page->levels ? subject->name : subject->scene.game->title);
    }
}

struct listener {
    struct subject *subject;
    const struct game *game;
    void *before; /* one move behind, so that the last move's steps can be asked for */
};

static void played(void *listener, uint32_t move)
{
    struct listener *of = listener;
    struct subject *subject = of->subject;
    subject->options.last = subject->steps;
    subject->options.last_count =
        of->game->move_steps(&subject->setup, of->before, move, subject->steps);
    of->game->play(&subject->setup, of->before, move);
}

static char *file_text(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, (1 << 20) + 1);
    if (!file || !text) {
        free(text);
        return NULL;
    }
    *length = fread(text, 1, 1 << 20, file);
    fclose(file);
    return text;
}

static bool read_level(struct subject *subject, const struct game *game, const char *path,
                       struct error *error)
{
    size_t length = 0;
    char *text = file_text(path, &length);
    if (!text)
        return error_set(error, "%s: cannot be read", path);
    size_t size = game->level_size(text, length, error);
    snprintf(subject->name, sizeof subject->name, "%.*s", (int)strcspn(text, "\n"), text);
    subject->level = size ? calloc(1, size) : NULL;
    bool fine = subject->level && game->level_read(text, length, subject->level, size, error);
    free(text);
    subject->setup.level = subject->level;
    return fine;
}

static bool read_subject(struct subject *subject, char **words, struct error *error)
{
    const struct game *game = game_find(words[0]);
    if (!game)
        return error_set(error, "%s: no such game", words[0]);
    game_setup_default(game, &subject->setup);
    if (words[1][0] && !read_level(subject, game, words[1], error))
        return false;
    if (!game->setup_valid(&subject->setup, error))
        return false;
    size_t size = game->position_size(&subject->setup);
    subject->position = calloc(1, size);
    void *before = calloc(1, size);
    if (!subject->position || !before)
        return error_set(error, "out of memory");
    game->start(&subject->setup, subject->position);
    game->start(&subject->setup, before);
    struct listener listener = {subject, game, before};
    bool fine = true;
    if (strncmp(words[2], "moves:", 6) == 0)
        fine = game_play_text(game, &subject->setup, subject->position, words[2] + 6,
                              strlen(words[2]) - 6, played, &listener, error);
    else if (strcmp(words[2], "start") != 0)
        fine = game->position_read(&subject->setup, words[2], strlen(words[2]), subject->position,
                                   error);
    free(before);
    return fine && scene_read(&subject->scene, game, &subject->setup, subject->position,
                              &subject->options, error);
}

int main(int count, char **words)
{
    static struct subject subjects[BOARDS_MAX];
    struct page page = {.subjects = subjects};
    struct error error;
    if (count < 6 || count % 3 || (count - 3) / 3 > BOARDS_MAX || atoi(words[2]) < 1) {
        fputs("usage: boards OUT COLUMNS [GAME LEVEL POSITION]...\n", stderr);
        return 2;
    }
    page.count = (count - 3) / 3;
    page.columns = atoi(words[2]) < page.count ? atoi(words[2]) : page.count;
    for (int i = 0; i < page.count; i++) {
        if (!read_subject(&subjects[i], words + 3 + 3 * i, &error)) {
            fprintf(stderr, "boards: %s\n", error.text);
            return 2;
        }
        double width, height, scale = enlargement(&subjects[i], &width, &height);
        page.box_height = fmax(page.box_height, height * scale);
    }
    page.levels = page.count > 12;
    int rows = (page.count + page.columns - 1) / page.columns;
    if (!picture_write(words[1], picture_format_of(words[1]), GAP + page.columns * (BOX + GAP),
                       GAP + rows * (page.box_height + TITLE + GAP), page.levels ? 0.35 : 1,
                       paint_page, &page, &error)) {
        fprintf(stderr, "boards: %s\n", error.text);
        return 3;
    }
    for (int i = 0; i < page.count; i++) {
        scene_free(&subjects[i].scene);
        free(subjects[i].position);
        free(subjects[i].level);
    }
    return 0;
}
