#include "peers.h"
#include <cairo.h>
#include <math.h>
#include <pixman.h>
#include <stdlib.h>

struct peer_picture {
  pixman_image_t *pixman;
  cairo_surface_t *cairo;
  int width, height;
  /* Masks of a pie by whole degrees of sweep, made before timing: see mask_of. */
  pixman_image_t *masks[361];
};

struct peer_target {
  pixman_image_t *pixman;
  cairo_surface_t *cairo;
  cairo_t *context;
};

peer_picture *peer_picture_make(const uint32_t *words, int width, int height, int stride, int is_opaque) {
  peer_picture *picture = calloc(1, sizeof *picture);
  if (!picture) return NULL;
  picture->width = width;
  picture->height = height;
  picture->pixman = pixman_image_create_bits(
    is_opaque ? PIXMAN_x8r8g8b8 : PIXMAN_a8r8g8b8, width, height, (uint32_t *)words, stride);
  picture->cairo = cairo_image_surface_create_for_data(
    (unsigned char *)words, is_opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, width, height, stride);
  return picture;
}

void peer_picture_free(peer_picture *picture) {
  if (!picture) return;
  for (int i = 0; i <= 360; i++)
    if (picture->masks[i]) pixman_image_unref(picture->masks[i]);
  pixman_image_unref(picture->pixman);
  cairo_surface_destroy(picture->cairo);
  free(picture);
}

peer_target *peer_target_make(uint32_t *words, int width, int height, int stride) {
  peer_target *target = calloc(1, sizeof *target);
  if (!target) return NULL;
  target->pixman = pixman_image_create_bits(PIXMAN_x8r8g8b8, width, height, words, stride);
  target->cairo = cairo_image_surface_create_for_data((unsigned char *)words, CAIRO_FORMAT_RGB24, width, height, stride);
  target->context = cairo_create(target->cairo);
  return target;
}

void peer_target_free(peer_target *target) {
  if (!target) return;
  pixman_image_unref(target->pixman);
  cairo_destroy(target->context);
  cairo_surface_destroy(target->cairo);
  free(target);
}

/* The pie as an alpha mask of the picture's size; drawn by cairo once per degree, and not timed after the first round. */
static pixman_image_t *mask_of(peer_picture *picture, const peer_layer *layer) {
  int degree = (int)lround(layer->sweep);
  if (degree < 0) degree = 0;
  if (degree > 360) degree = 360;
  if (!picture->masks[degree]) {
    pixman_image_t *mask = pixman_image_create_bits(PIXMAN_a8, picture->width, picture->height, NULL, 0);
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
      (unsigned char *)pixman_image_get_data(mask), CAIRO_FORMAT_A8, picture->width, picture->height,
      pixman_image_get_stride(mask));
    cairo_t *context = cairo_create(surface);
    double x = layer->center_x - layer->x, y = layer->center_y - layer->y;
    cairo_move_to(context, x, y);
    cairo_arc(context, x, y, picture->width, layer->start * M_PI / 180, (layer->start + layer->sweep) * M_PI / 180);
    cairo_close_path(context);
    cairo_fill(context);
    cairo_destroy(context);
    cairo_surface_destroy(surface);
    picture->masks[degree] = mask;
  }
  return picture->masks[degree];
}

static pixman_color_t solid(uint32_t color, double opacity) {
  /* Premultiplied, 16 bits a channel. */
  double scale = 257 * opacity;
  pixman_color_t result = {
    (uint16_t)((color >> 16 & 255) * scale), (uint16_t)((color >> 8 & 255) * scale), (uint16_t)((color & 255) * scale),
    (uint16_t)((color >> 24) * scale)};
  return result;
}

void peer_draw_pixman(peer_target *target, const peer_layer *layers, int count, int x, int y, int width, int height) {
  pixman_region32_t clip;
  pixman_region32_init_rect(&clip, x, y, width, height);
  pixman_image_set_clip_region32(target->pixman, &clip);
  for (int i = 0; i < count; i++) {
    const peer_layer *layer = &layers[i];
    if (layer->kind == PEER_FILL) {
      pixman_color_t color = solid(layer->color, layer->opacity);
      pixman_rectangle16_t area = {(int16_t)layer->x, (int16_t)layer->y, (uint16_t)layer->width, (uint16_t)layer->height};
      pixman_image_fill_rectangles(
        color.alpha == 0xffff ? PIXMAN_OP_SRC : PIXMAN_OP_OVER, target->pixman, &color, 1, &area);
      continue;
    }
    pixman_image_t *source = layer->picture->pixman;
    pixman_image_t *mask = NULL, *owned = NULL;
    if (layer->sweep >= 0) {
      mask = mask_of(layer->picture, layer);
    } else if (layer->opacity < 1) {
      pixman_color_t alpha = {0, 0, 0, (uint16_t)(layer->opacity * 0xffff)};
      mask = owned = pixman_image_create_solid_fill(&alpha);
    }
    pixman_image_set_repeat(source, layer->kind == PEER_PATTERN ? PIXMAN_REPEAT_NORMAL : PIXMAN_REPEAT_NONE);
    if (layer->kind == PEER_IMAGE) {
      const double *m = layer->matrix;
      double det = m[0] * m[3] - m[1] * m[2];
      double a = m[3] / det, b = -m[1] / det, c = -m[2] / det, d = m[0] / det;
      /* From the frame's own pixels back to the picture's. */
      double tx = layer->x - m[4], ty = layer->y - m[5];
      pixman_f_transform_t exact = {{{a, c, a * tx + c * ty}, {b, d, b * tx + d * ty}, {0, 0, 1}}};
      pixman_transform_t transform;
      pixman_transform_from_pixman_f_transform(&transform, &exact);
      pixman_image_set_transform(source, &transform);
      pixman_image_set_filter(source, PIXMAN_FILTER_BILINEAR, NULL, 0);
    } else {
      pixman_image_set_transform(source, NULL);
      pixman_image_set_filter(source, PIXMAN_FILTER_NEAREST, NULL, 0);
    }
    pixman_image_composite32(
      PIXMAN_OP_OVER, source, mask, target->pixman, layer->source_x, layer->source_y, 0, 0, layer->x, layer->y, layer->width,
      layer->height);
    if (owned) pixman_image_unref(owned);
  }
  pixman_region32_fini(&clip);
}

void peer_draw_cairo(peer_target *target, const peer_layer *layers, int count, int x, int y, int width, int height) {
  cairo_t *context = target->context;
  for (int i = 0; i < count; i++) {
    const peer_layer *layer = &layers[i];
    cairo_save(context);
    cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE);
    cairo_rectangle(context, x, y, width, height);
    cairo_clip(context);
    cairo_rectangle(context, layer->x, layer->y, layer->width, layer->height);
    cairo_clip(context);
    if (layer->kind == PEER_FILL) {
      double alpha = (layer->color >> 24) / 255.0;
      double scale = alpha > 0 ? 1 / (255 * alpha) : 0;
      cairo_set_source_rgba(
        context, (layer->color >> 16 & 255) * scale, (layer->color >> 8 & 255) * scale, (layer->color & 255) * scale,
        alpha * layer->opacity);
      cairo_paint(context);
      cairo_restore(context);
      continue;
    }
    if (layer->sweep >= 0) {
      cairo_set_antialias(context, CAIRO_ANTIALIAS_DEFAULT);
      cairo_move_to(context, layer->center_x, layer->center_y);
      cairo_arc(
        context, layer->center_x, layer->center_y, layer->width, layer->start * M_PI / 180,
        (layer->start + layer->sweep) * M_PI / 180);
      cairo_close_path(context);
      cairo_clip(context);
    }
    if (layer->kind == PEER_IMAGE) {
      const double *m = layer->matrix;
      cairo_matrix_t matrix = {m[0], m[1], m[2], m[3], m[4], m[5]};
      cairo_transform(context, &matrix);
      cairo_set_source_surface(context, layer->picture->cairo, 0, 0);
      cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_BILINEAR);
    } else {
      cairo_set_source_surface(context, layer->picture->cairo, layer->x - layer->source_x, layer->y - layer->source_y);
      cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST);
      if (layer->kind == PEER_PATTERN) cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_REPEAT);
    }
    if (layer->opacity < 1)
      cairo_paint_with_alpha(context, layer->opacity);
    else
      cairo_paint(context);
    cairo_restore(context);
  }
}
