#pragma once
/* librsvg is loaded when a picture needs it and not linked, so that a kiosk without such pictures does not carry it: these are the
 * types of what is called of it. Source: librsvg/rsvg.h 2.52, glib/gerror.h. */
#include <cairo.h>
#include <stddef.h>

typedef struct VitrineRsvgHandle VitrineRsvgHandle;
typedef struct { unsigned domain; int code; char *message; } vitrine_rsvg_error;
typedef struct { double x, y, width, height; } vitrine_rsvg_rectangle;
typedef struct { double length; int unit; } vitrine_rsvg_length;

typedef VitrineRsvgHandle *(*vitrine_rsvg_handle_new_from_data)(
    const unsigned char *data, size_t count, vitrine_rsvg_error **error);
typedef int (*vitrine_rsvg_handle_set_stylesheet)(
    VitrineRsvgHandle *handle, const unsigned char *css, size_t count, vitrine_rsvg_error **error);
typedef int (*vitrine_rsvg_handle_get_intrinsic_size_in_pixels)(VitrineRsvgHandle *handle, double *width, double *height);
typedef void (*vitrine_rsvg_handle_get_intrinsic_dimensions)(
    VitrineRsvgHandle *handle, int *has_width, vitrine_rsvg_length *width, int *has_height, vitrine_rsvg_length *height,
    int *has_view_box, vitrine_rsvg_rectangle *view_box);
typedef int (*vitrine_rsvg_handle_render_document)(
    VitrineRsvgHandle *handle, cairo_t *context, const vitrine_rsvg_rectangle *viewport, vitrine_rsvg_error **error);
typedef void (*vitrine_g_object_unref)(VitrineRsvgHandle *object);
typedef void (*vitrine_g_error_free)(vitrine_rsvg_error *error);
