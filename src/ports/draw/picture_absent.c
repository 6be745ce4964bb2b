/* In the place of pictures and curves, where the program is built without cairo. */
#include "ports/draw/picture.h"

#include "ports/draw/plot.h"

static bool refuse(const char *path, struct error *error)
{
    return error_machine(error, "%s: this program was built without pictures (cairo)", path);
}

bool picture_write_board(const char *path, enum picture_format format, const struct scene *scene,
                         const struct board_style *style, double scale, struct error *error)
{
    (void)format, (void)scene, (void)style, (void)scale;
    return refuse(path, error);
}

bool plot_write_as(const char *path, enum picture_format format, const struct plot *plot,
                   struct error *error)
{
    (void)format, (void)plot;
    return refuse(path, error);
}

bool plot_write(const char *path, const struct plot *plot, struct error *error)
{
    return plot_write_as(path, PICTURE_NONE, plot, error);
}
