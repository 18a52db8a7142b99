/* The benchmark's frames drawn by pixman and by cairo, layer over layer in the destination, as programs on these libraries do.
   Pictures are wrapped once, before anything is timed; a pie's mask is given to pixman, which cannot draw one. */
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct peer_picture peer_picture;

/* Premultiplied 0xAARRGGBB words that stay where they are; stride in bytes. */
peer_picture *_Nullable peer_picture_make(const uint32_t *_Nonnull words, int width, int height, int stride, int is_opaque);
void peer_picture_free(peer_picture *_Nullable picture);

typedef enum {
  PEER_FILL,    /* color */
  PEER_PICTURE, /* column source_x, row source_y at the corner of the frame */
  PEER_PATTERN, /* repeated; source_x, source_y are the phase */
  PEER_IMAGE,   /* under matrix, bilinear */
} peer_kind;

typedef struct {
  peer_kind kind;
  int x, y, width, height;
  peer_picture *_Nullable picture;
  int source_x, source_y;
  uint32_t color;
  /* 0...1, over everything else */
  double opacity;
  /* picture to panel: x' = m[0] x + m[2] y + m[4], y' = m[1] x + m[3] y + m[5] */
  double matrix[6];
  /* a pie in degrees, clockwise from 3 o'clock; sweep below 0 is no pie */
  double center_x, center_y, start, sweep;
} peer_layer;

/* A destination of 32-bit words and what its library keeps for it. */
typedef struct peer_target peer_target;
peer_target *_Nullable peer_target_make(uint32_t *_Nonnull words, int width, int height, int stride);
void peer_target_free(peer_target *_Nullable target);

/* Both draw layers bottom first, inside the clip only. */
void peer_draw_pixman(peer_target *_Nonnull target, const peer_layer *_Nonnull layers, int count, int x, int y, int width, int height);
void peer_draw_cairo(peer_target *_Nonnull target, const peer_layer *_Nonnull layers, int count, int x, int y, int width, int height);

/* Has large blocks mapped one by one, as the program has them (Memory.configure), so that pictures lie as they do there: each begins a
   page. */
void peer_configure_memory(void);

/* Empties the caches of this memory: the next who touches it waits for the memory itself. */
void peer_evict(const void *_Nonnull memory, size_t bytes);
