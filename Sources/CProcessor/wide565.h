#pragma once
/* Rows of 16-bit pixels 32 bytes at a time: `wide.h`, and `Compositor/Kernels565.swift` and `Blend565Kernels.swift` for what they compute. */
#include "wide.h"

#pragma clang assume_nonnull begin

#if defined(__x86_64__)
/* Sixteen pixels, a byte of each channel in every lane. */
typedef struct {
  processor_wide red, green, blue;
} processor_wide_pixels;

/* As expanded565: r << 3 | r >> 2 is r * 33 >> 2, and g << 2 | g >> 4 is g * 65 >> 4. */
PROCESSOR_WIDE_STEP processor_wide_pixels processor_wide_expand(processor_wide packed) {
  return (processor_wide_pixels){processor_wide_high(packed & 0xF800, 33 << 3), processor_wide_high(packed << 5 & 0xFC00, 65 << 2),
                                 processor_wide_high(packed << 11, 33 << 3)};
}

/* As packed565. */
PROCESSOR_WIDE_STEP processor_wide processor_wide_pack(processor_wide_pixels p) {
  return (p.red * 249 + 1014 & 0xF800) | ((p.green * 253 + 505) >> 5 & 0x07E0) | (p.blue * 249 + 1014) >> 11;
}

/* The first `count` pixels of 16 bits, 1...15; nothing beyond them is read. */
PROCESSOR_WIDE_STEP processor_wide processor_wide_load565_part(const void *address, long offset, long count) {
  const processor_wide lane = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  processor_wide pixels = processor_wide_load_part(address, offset, count / 2);
  if (!(count & 1)) return pixels;
  uint16_t last;
  __builtin_memcpy(&last, (const char *)address + offset + count * 2 - 2, sizeof last);
  return pixels | ((processor_wide)last & (processor_wide)(lane == (processor_wide)(uint16_t)(count - 1)));
}

/* Of sixteen 32-bit pixels the lower and the upper halves. */
typedef struct {
  processor_wide green_blue, alpha_red;
} processor_wide_halves;

PROCESSOR_WIDE_STEP processor_wide_halves processor_wide_halves_of(processor_wide p, processor_wide q) {
  typedef int native __attribute__((vector_size(32)));
  /* Packing goes by halves of a vector. */
  processor_wide_words a = (processor_wide_words)__builtin_shufflevector(p, q, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
  processor_wide_words b = (processor_wide_words)__builtin_shufflevector(p, q, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
  return (processor_wide_halves){
      (processor_wide)__builtin_ia32_packusdw256((native)(a & 0xFFFF), (native)(b & 0xFFFF)),
      (processor_wide)__builtin_ia32_packusdw256((native)(a >> 16), (native)(b >> 16))};
}

PROCESSOR_WIDE_STEP processor_wide_halves processor_wide_take_apart(const void *source, long offset) {
  return processor_wide_halves_of(processor_wide_load(source, offset), processor_wide_load(source, offset + 32));
}

/* The first `count` of sixteen. */
PROCESSOR_WIDE_STEP processor_wide_halves processor_wide_take_part_apart(const void *source, long offset, long count) {
  return processor_wide_halves_of(processor_wide_load_part(source, offset, count), processor_wide_load_part(source, offset + 32, count - 8));
}

PROCESSOR_WIDE_STEP long processor_wide_copy565_loop(void *out, const void *source, long count, long ahead, bool streamed) {
  long i = 0;
  for (; i + 32 <= count; i += 32) {
    long at = i * 2;
    processor_wide_prefetch(source, at + ahead);
    processor_wide a = processor_wide_load(source, at), b = processor_wide_load(source, at + 32);
    processor_wide_store(out, at, a, streamed);
    processor_wide_store(out, at + 32, b, streamed);
  }
  if (i == count) return i;
  processor_wide_prefetch(source, i * 2 + ahead);
  if (i + 16 <= count) {
    processor_wide_store(out, i * 2, processor_wide_load(source, i * 2), streamed);
    i += 16;
  }
  if (streamed || i == count) return i;
  if (count >= 16) /* Some pixels twice. */
    processor_wide_store(out, count * 2 - 32, processor_wide_load(source, count * 2 - 32), false);
  else
    processor_wide_store_part(out, 0, processor_wide_load565_part(source, 0, count), count * 2);
  return count;
}

PROCESSOR_WIDE long processor_wide_copy565(void *out, const void *source, long count, long ahead, bool streamed) {
  return streamed ? processor_wide_copy565_loop(out, source, count, ahead, true)
                  : processor_wide_copy565_loop(out, source, count, ahead, false);
}

PROCESSOR_WIDE_STEP processor_wide processor_wide_solid565_step(processor_wide_pixels d, processor_wide rest, processor_wide red,
                                                                processor_wide green, processor_wide blue) {
  processor_wide r = processor_wide_high(d.red, rest) * 249 + red & 0xF800;
  processor_wide g = (processor_wide_high(d.green, rest) * 253 + green) >> 5 & 0x07E0;
  processor_wide b = (processor_wide_high(d.blue, rest) * 249 + blue) >> 11;
  return r | g | b;
}

PROCESSOR_WIDE_STEP long processor_wide_solid565_loop(void *out, const void *below, long count, long below_ahead, uint32_t color,
                                                      bool streamed) {
  const processor_wide rest = (uint16_t)((256 - (color >> 24)) << 8);
  /* What packing multiplies the colour by, and rounds with, once for all pixels. */
  const processor_wide red = (uint16_t)((color >> 16 & 0xFF) * 249 + 1014), green = (uint16_t)((color >> 8 & 0xFF) * 253 + 505),
                       blue = (uint16_t)((color & 0xFF) * 249 + 1014);
#define STEP(x) processor_wide_solid565_step(processor_wide_expand(x), rest, red, green, blue)
  long i = 0;
  for (; i + 16 <= count; i += 16) {
    long at = i * 2;
    processor_wide_prefetch(below, at + below_ahead);
    processor_wide x = processor_wide_load(below, at);
    processor_wide_store(out, at, STEP(x), streamed);
  }
  if (streamed || i == count) return i;
  processor_wide_prefetch(below, i * 2 + below_ahead);
  processor_wide x = processor_wide_load565_part(below, i * 2, count - i);
  processor_wide_store_part(out, i * 2, STEP(x), (count - i) * 2);
  return count;
#undef STEP
}

/* One premultiplied colour, not clear, over a 16-bit page. */
PROCESSOR_WIDE long processor_wide_solid565(void *out, const void *below, long count, long below_ahead, uint32_t color, bool streamed) {
  return streamed ? processor_wide_solid565_loop(out, below, count, below_ahead, color, true)
                  : processor_wide_solid565_loop(out, below, count, below_ahead, color, false);
}

/* A loop over rows of out and a page of 16 bits, and one of 32-bit pixels. */
#define PROCESSOR_WIDE_LOOP565(STEP)                                                                                     \
  long i = 0;                                                                                                           \
  for (; i + 16 <= count; i += 16) {                                                                                    \
    long at = i * 2;                                                                                                    \
    processor_wide_prefetch(below, at + below_ahead);                                                                   \
    processor_wide_prefetch(source, at * 2 + ahead);                                                                    \
    processor_wide_pixels d = processor_wide_expand(processor_wide_load(below, at));                                    \
    processor_wide_halves s = processor_wide_take_apart(source, at * 2);                                                \
    processor_wide_store(out, at, processor_wide_pack(STEP), streamed);                                                 \
  }                                                                                                                     \
  if (streamed || i == count) return i;                                                                                 \
  processor_wide_prefetch(below, i * 2 + below_ahead);                                                                  \
  processor_wide_prefetch(source, i * 4 + ahead);                                                                       \
  processor_wide_pixels d = processor_wide_expand(processor_wide_load565_part(below, i * 2, count - i));                \
  processor_wide_halves s = processor_wide_take_part_apart(source, i * 4, count - i);                                   \
  processor_wide_store_part(out, i * 2, processor_wide_pack(STEP), (count - i) * 2);                                    \
  return count;

PROCESSOR_WIDE_STEP processor_wide_pixels processor_wide_over565_step(processor_wide_halves s, processor_wide_pixels d) {
  processor_wide rest = 256 - (s.alpha_red >> 8);
  return (processor_wide_pixels){(s.alpha_red & 0xFF) + (d.red * rest >> 8), (s.green_blue >> 8) + (d.green * rest >> 8),
                                 (s.green_blue & 0xFF) + (d.blue * rest >> 8)};
}

PROCESSOR_WIDE_STEP long processor_wide_over565_loop(void *out, const void *below, long below_ahead, const void *source, long ahead,
                                                     long count, bool streamed) {
  PROCESSOR_WIDE_LOOP565(processor_wide_over565_step(s, d))
}

/* Premultiplied 32-bit pixels over a 16-bit page. */
PROCESSOR_WIDE long processor_wide_over565(void *out, const void *below, long below_ahead, const void *source, long ahead, long count,
                                           bool streamed) {
  return streamed ? processor_wide_over565_loop(out, below, below_ahead, source, ahead, count, true)
                  : processor_wide_over565_loop(out, below, below_ahead, source, ahead, count, false);
}

PROCESSOR_WIDE_STEP processor_wide_pixels processor_wide_mix565_step(processor_wide_halves s, processor_wide weight, processor_wide_pixels d,
                                                                     processor_wide rest) {
  return (processor_wide_pixels){((s.alpha_red & 0xFF) * weight + (d.red * rest + 0xFF)) >> 8,
                                 ((s.green_blue >> 8) * weight + (d.green * rest + 0xFF)) >> 8,
                                 ((s.green_blue & 0xFF) * weight + (d.blue * rest + 0xFF)) >> 8};
}

PROCESSOR_WIDE_STEP long processor_wide_mix565_loop(void *out, const void *below, long below_ahead, const void *source, long ahead,
                                                    long count, uint32_t alpha, bool streamed) {
  const processor_wide weight = (uint16_t)alpha, rest = (uint16_t)(255 - alpha);
  PROCESSOR_WIDE_LOOP565(processor_wide_mix565_step(s, weight, d, rest))
}

/* Opaque 32-bit pixels with one alpha over a 16-bit page. */
PROCESSOR_WIDE long processor_wide_mix565(void *out, const void *below, long below_ahead, const void *source, long ahead, long count,
                                          uint32_t alpha, bool streamed) {
  return streamed ? processor_wide_mix565_loop(out, below, below_ahead, source, ahead, count, alpha, true)
                  : processor_wide_mix565_loop(out, below, below_ahead, source, ahead, count, alpha, false);
}

PROCESSOR_WIDE_STEP processor_wide processor_wide_nearest565(processor_wide_halves s) {
  return processor_wide_pack((processor_wide_pixels){s.alpha_red & 0xFF, s.green_blue >> 8, s.green_blue & 0xFF});
}

PROCESSOR_WIDE_STEP long processor_wide_store565_loop(void *out, const void *source, long count, long ahead, bool streamed) {
  long i = 0;
  for (; i + 16 <= count; i += 16) {
    processor_wide_prefetch(source, i * 4 + ahead);
    processor_wide_store(out, i * 2, processor_wide_nearest565(processor_wide_take_apart(source, i * 4)), streamed);
  }
  if (streamed || i == count) return i;
  processor_wide_prefetch(source, i * 4 + ahead);
  processor_wide_store_part(out, i * 2, processor_wide_nearest565(processor_wide_take_part_apart(source, i * 4, count - i)), (count - i) * 2);
  return count;
}

/* 32-bit pixels to the nearest of 16 bits. */
PROCESSOR_WIDE long processor_wide_store565(void *out, const void *source, long count, long ahead, bool streamed) {
  return streamed ? processor_wide_store565_loop(out, source, count, ahead, true)
                  : processor_wide_store565_loop(out, source, count, ahead, false);
}

PROCESSOR_WIDE_STEP long processor_wide_dither565_loop(void *out, const void *source, long count, long ahead, processor_lanes green_blue,
                                                       processor_lanes red, bool streamed) {
  const processor_wide more = __builtin_shufflevector(green_blue, green_blue, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
  const processor_wide more_red = __builtin_shufflevector(red, red, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
  long i = 0;
  for (; i + 16 <= count; i += 16) {
    processor_wide_prefetch(source, i * 4 + ahead);
    processor_wide_halves s = processor_wide_take_apart(source, i * 4);
    processor_wide gb = s.green_blue - (s.green_blue >> 5 & 0x7) - (s.green_blue >> 6 & 0x300) + more;
    processor_wide r = s.alpha_red & 0xFF;
    r = r - (r >> 5) + more_red;
    processor_wide_store(out, i * 2, (r << 8 & 0xF800) | (gb >> 5 & 0x07E0) | (gb >> 3 & 0x1F), streamed);
  }
  return i;
}

/* The same with the dither of `DitherThresholds`. */
PROCESSOR_WIDE long processor_wide_dither565(void *out, const void *source, long count, long ahead, processor_lanes green_blue,
                                             processor_lanes red, bool streamed) {
  return streamed ? processor_wide_dither565_loop(out, source, count, ahead, green_blue, red, true)
                  : processor_wide_dither565_loop(out, source, count, ahead, green_blue, red, false);
}

/* Pixels of 16 bits to opaque ones of 32, through the caches. */
PROCESSOR_WIDE long processor_wide_load565(void *out, const void *source, long count, long ahead) {
  typedef short native __attribute__((vector_size(32)));
  long i = 0;
  for (; i + 16 <= count; i += 16) {
    processor_wide_prefetch(source, i * 2 + ahead);
    processor_wide packed = processor_wide_load(source, i * 2);
    processor_wide_pixels p = processor_wide_expand(packed);
    native green_blue = (native)(p.green << 8 | p.blue), alpha_red = (native)(p.red | 0xFF00);
    processor_wide low = (processor_wide)__builtin_shufflevector(green_blue, alpha_red, 0, 16, 1, 17, 2, 18, 3, 19, 8, 24, 9, 25, 10, 26, 11, 27);
    processor_wide high = (processor_wide)__builtin_shufflevector(green_blue, alpha_red, 4, 20, 5, 21, 6, 22, 7, 23, 12, 28, 13, 29, 14, 30, 15, 31);
    processor_wide_store(out, i * 4, __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23), false);
    processor_wide_store(out, i * 4 + 32, __builtin_shufflevector(low, high, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31), false);
  }
  return i;
}

#undef PROCESSOR_WIDE_LOOP565

#else
PROCESSOR_WIDE(copy565, PROCESSOR_WIDE_ROW, bool streamed)
PROCESSOR_WIDE(solid565, PROCESSOR_WIDE_ROW, uint32_t color, bool streamed)
PROCESSOR_WIDE(over565, PROCESSOR_WIDE_ROWS, bool streamed)
PROCESSOR_WIDE(mix565, PROCESSOR_WIDE_ROWS, uint32_t alpha, bool streamed)
PROCESSOR_WIDE(store565, PROCESSOR_WIDE_ROW, bool streamed)
PROCESSOR_WIDE(dither565, PROCESSOR_WIDE_ROW, processor_lanes green_blue, processor_lanes red, bool streamed)
PROCESSOR_WIDE(load565, PROCESSOR_WIDE_ROW)
#endif

#pragma clang assume_nonnull end
