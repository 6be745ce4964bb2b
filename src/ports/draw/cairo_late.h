/* cairo for the drawing, loaded when the first picture is drawn.

   With cairo come fontconfig, pixman and a dozen others, which every command would otherwise load
   and some of which end the program when there is little memory. So the program is not linked with
   cairo: this header takes its declarations and leads each function that we use through a table
   that cairo_late_load fills. Code that draws is written as usual. A function that is missing from
   the list is not found when the program is linked; the list and the names below it go together. */
#ifndef PORTS_DRAW_CAIRO_LATE_H
#define PORTS_DRAW_CAIRO_LATE_H

#include "base/error.h"

#ifdef POTEZ_NO_PICTURES /* built without them: picture_absent.c */
typedef struct cairo cairo_t;
#else

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>

/* clang-format off */
#define CAIRO_LATE_FUNCTIONS(F) \
    F(cairo_arc) \
    F(cairo_arc_negative) \
    F(cairo_close_path) \
    F(cairo_create) \
    F(cairo_curve_to) \
    F(cairo_destroy) \
    F(cairo_fill) \
    F(cairo_fill_preserve) \
    F(cairo_font_options_create) \
    F(cairo_font_options_destroy) \
    F(cairo_font_options_set_antialias) \
    F(cairo_font_options_set_hint_metrics) \
    F(cairo_font_options_set_hint_style) \
    F(cairo_image_surface_create) \
    F(cairo_line_to) \
    F(cairo_move_to) \
    F(cairo_new_path) \
    F(cairo_new_sub_path) \
    F(cairo_paint) \
    F(cairo_pattern_add_color_stop_rgb) \
    F(cairo_pattern_add_color_stop_rgba) \
    F(cairo_pattern_create_linear) \
    F(cairo_pattern_create_radial) \
    F(cairo_pattern_destroy) \
    F(cairo_pdf_surface_create_for_stream) \
    F(cairo_rectangle) \
    F(cairo_restore) \
    F(cairo_save) \
    F(cairo_scale) \
    F(cairo_select_font_face) \
    F(cairo_set_dash) \
    F(cairo_set_font_options) \
    F(cairo_set_font_size) \
    F(cairo_set_line_cap) \
    F(cairo_set_line_join) \
    F(cairo_set_line_width) \
    F(cairo_set_source) \
    F(cairo_set_source_rgba) \
    F(cairo_show_text) \
    F(cairo_status) \
    F(cairo_status_to_string) \
    F(cairo_stroke) \
    F(cairo_surface_destroy) \
    F(cairo_surface_finish) \
    F(cairo_surface_status) \
    F(cairo_surface_write_to_png_stream) \
    F(cairo_svg_surface_create_for_stream) \
    F(cairo_svg_surface_set_document_unit) \
    F(cairo_text_extents) \
    F(cairo_translate)

struct cairo_late {
#define CAIRO_LATE_MEMBER(name) __typeof__(name) *name;
    CAIRO_LATE_FUNCTIONS(CAIRO_LATE_MEMBER)
#undef CAIRO_LATE_MEMBER
};

extern struct cairo_late cairo_late;

/* Before anything is drawn; the second time it costs nothing. False when cairo is not there or there
   is no memory for it. Not for two threads at once. */
bool cairo_late_load(struct error *error);

#ifndef CAIRO_LATE_TABLE /* where the table is filled the names are cairo's */
#define cairo_arc cairo_late.cairo_arc
#define cairo_arc_negative cairo_late.cairo_arc_negative
#define cairo_close_path cairo_late.cairo_close_path
#define cairo_create cairo_late.cairo_create
#define cairo_curve_to cairo_late.cairo_curve_to
#define cairo_destroy cairo_late.cairo_destroy
#define cairo_fill cairo_late.cairo_fill
#define cairo_fill_preserve cairo_late.cairo_fill_preserve
#define cairo_font_options_create cairo_late.cairo_font_options_create
#define cairo_font_options_destroy cairo_late.cairo_font_options_destroy
#define cairo_font_options_set_antialias cairo_late.cairo_font_options_set_antialias
#define cairo_font_options_set_hint_metrics cairo_late.cairo_font_options_set_hint_metrics
#define cairo_font_options_set_hint_style cairo_late.cairo_font_options_set_hint_style
#define cairo_image_surface_create cairo_late.cairo_image_surface_create
#define cairo_line_to cairo_late.cairo_line_to
#define cairo_move_to cairo_late.cairo_move_to
#define cairo_new_path cairo_late.cairo_new_path
#define cairo_new_sub_path cairo_late.cairo_new_sub_path
#define cairo_paint cairo_late.cairo_paint
#define cairo_pattern_add_color_stop_rgb cairo_late.cairo_pattern_add_color_stop_rgb
#define cairo_pattern_add_color_stop_rgba cairo_late.cairo_pattern_add_color_stop_rgba
#define cairo_pattern_create_linear cairo_late.cairo_pattern_create_linear
#define cairo_pattern_create_radial cairo_late.cairo_pattern_create_radial
#define cairo_pattern_destroy cairo_late.cairo_pattern_destroy
#define cairo_pdf_surface_create_for_stream cairo_late.cairo_pdf_surface_create_for_stream
#define cairo_rectangle cairo_late.cairo_rectangle
#define cairo_restore cairo_late.cairo_restore
#define cairo_save cairo_late.cairo_save
#define cairo_scale cairo_late.cairo_scale
#define cairo_select_font_face cairo_late.cairo_select_font_face
#define cairo_set_dash cairo_late.cairo_set_dash
#define cairo_set_font_options cairo_late.cairo_set_font_options
#define cairo_set_font_size cairo_late.cairo_set_font_size
#define cairo_set_line_cap cairo_late.cairo_set_line_cap
#define cairo_set_line_join cairo_late.cairo_set_line_join
#define cairo_set_line_width cairo_late.cairo_set_line_width
#define cairo_set_source cairo_late.cairo_set_source
#define cairo_set_source_rgba cairo_late.cairo_set_source_rgba
#define cairo_show_text cairo_late.cairo_show_text
#define cairo_status cairo_late.cairo_status
#define cairo_status_to_string cairo_late.cairo_status_to_string
#define cairo_stroke cairo_late.cairo_stroke
#define cairo_surface_destroy cairo_late.cairo_surface_destroy
#define cairo_surface_finish cairo_late.cairo_surface_finish
#define cairo_surface_status cairo_late.cairo_surface_status
#define cairo_surface_write_to_png_stream cairo_late.cairo_surface_write_to_png_stream
#define cairo_svg_surface_create_for_stream cairo_late.cairo_svg_surface_create_for_stream
#define cairo_svg_surface_set_document_unit cairo_late.cairo_svg_surface_set_document_unit
#define cairo_text_extents cairo_late.cairo_text_extents
#define cairo_translate cairo_late.cairo_translate
#endif
/* clang-format on */

#endif
#endif
