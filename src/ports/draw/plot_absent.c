/* Stands in for curves where the program is built without cairo. */
#include "ports/draw/plot.h"

bool plot_write_as(const char *path, enum picture_format format, const struct plot *plot,
                   struct error *error)
{
    (void)format, (void)plot;
    return error_machine(error, "%s: this program was built without pictures (cairo)", path);
}

bool plot_write(const char *path, const struct plot *plot, struct error *error)
{
    return plot_write_as(path, PICTURE_NONE, plot, error);
}
