/* Stands in for pictures where the program is built without cairo. */
#include "ports/draw/picture.h"

bool picture_write_board(const char *path, enum picture_format format, const struct scene *scene,
                         const struct board_style *style, double scale, struct error *error)
{
    (void)format, (void)scene, (void)style, (void)scale;
    return error_machine(error, "%s: this program was built without pictures (cairo)", path);
}
