#pragma once
/* Turned pictures, sectors and periods 32 bytes at a time: `wide.h`, and `Compositor/ImageKernel.swift`, `SectorMask.swift` and
   `RepeatedCells.swift` for what they compute. */
#include "wide.h"

#pragma clang assume_nonnull begin

/* What of a sector a row needs: the distances of its first pixel to the two edges, and by how much they grow from pixel to pixel. */
typedef struct {
  int32_t start, end, start_step, end_step, full;
  bool is_inverted, is_thin;
} processor_sector;

#if defined(__x86_64__)
typedef int32_t processor_wide_signed __attribute__((ext_vector_type(8)));
typedef uint64_t processor_wide_pairs __attribute__((ext_vector_type(4)));

/* The four taps of pixel `K`, in two rows of two; then on to the one after it, where there is one. */
#define PROCESSOR_WIDE_TAP(NAME, K)                                                                                        \
  uint64_t NAME##_above, NAME##_below;                                                                                   \
  {                                                                                                                     \
    long offset = (long)((int32_t)v >> 16) * pitch + (long)((int32_t)u >> 16) * 4;                                       \
    __builtin_memcpy(&NAME##_above, (const char *)origin + offset, 8);                                                   \
    __builtin_memcpy(&NAME##_below, (const char *)next_row + offset, 8);                                                 \
    u += K < last ? du : 0;                                                                                             \
    v += K < last ? dv : 0;                                                                                                         \
  }

/* Four pixels, two in each half: their neighbours beside each other weighed by bytes (vpmaddubsw), the two rows of that by halves of
   words. Sums are below 2^16, and of what is subtracted the carry is lost with what it came from. */
PROCESSOR_WIDE_STEP processor_wide processor_wide_bilinear(processor_wide_pairs above, processor_wide_pairs below, processor_wide across,
                                                           processor_wide down) {
  typedef char native __attribute__((vector_size(32)));
  const native apart = {0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15, 0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15};
  processor_wide a = (processor_wide)__builtin_ia32_pmaddubsw256(__builtin_ia32_pshufb256((native)above, apart), (native)across);
  processor_wide b = (processor_wide)__builtin_ia32_pmaddubsw256(__builtin_ia32_pshufb256((native)below, apart), (native)across);
  return ((a << 4) + (b - a) * down) >> 8;
}

/* Eight pixels at fixed-point positions, in the order 0 1 4 5 and 2 3 6 7 that packing puts right; those after `last` are that one. */
PROCESSOR_WIDE_STEP processor_wide processor_wide_sample_eight(const void *origin, const void *next_row, long pitch, uint32_t u, uint32_t v,
                                                               uint32_t du, uint32_t dv, processor_wide_words us, processor_wide_words vs,
                                                               int last) {
  typedef short native __attribute__((vector_size(32)));
  PROCESSOR_WIDE_TAP(p0, 0)
  PROCESSOR_WIDE_TAP(p1, 1)
  PROCESSOR_WIDE_TAP(p2, 2)
  PROCESSOR_WIDE_TAP(p3, 3)
  PROCESSOR_WIDE_TAP(p4, 4)
  PROCESSOR_WIDE_TAP(p5, 5)
  PROCESSOR_WIDE_TAP(p6, 6)
  PROCESSOR_WIDE_TAP(p7, 7)
  /* 16 less the position's 16ths, and those, in the two bytes of every lane; the rows' in lanes. */
  processor_wide_words x = ((us >> 12 & 15) * 255 + 16) * 0x10001, y = (vs >> 12 & 15) * 0x10001;
  processor_wide first = processor_wide_bilinear(
      (processor_wide_pairs){p0_above, p1_above, p4_above, p5_above}, (processor_wide_pairs){p0_below, p1_below, p4_below, p5_below},
      (processor_wide)__builtin_shufflevector(x, x, 0, 0, 1, 1, 4, 4, 5, 5), (processor_wide)__builtin_shufflevector(y, y, 0, 0, 1, 1, 4, 4, 5, 5));
  processor_wide second = processor_wide_bilinear(
      (processor_wide_pairs){p2_above, p3_above, p6_above, p7_above}, (processor_wide_pairs){p2_below, p3_below, p6_below, p7_below},
      (processor_wide)__builtin_shufflevector(x, x, 2, 2, 3, 3, 6, 6, 7, 7), (processor_wide)__builtin_shufflevector(y, y, 2, 2, 3, 3, 6, 6, 7, 7));
  return (processor_wide)__builtin_ia32_packuswb256((native)first, (native)second);
}

#undef PROCESSOR_WIDE_TAP

/* As sampleRow. */
PROCESSOR_WIDE long processor_wide_sample(void *out, const void *origin, long pitch, int32_t first_u, int32_t first_v, int32_t du, int32_t dv,
                                          long count) {
  const void *next_row = (const char *)origin + pitch;
  const processor_wide_words lane = {0, 1, 2, 3, 4, 5, 6, 7};
  const uint32_t step_u = du, step_v = dv;
  uint32_t u = first_u, v = first_v;
  processor_wide_words us = u + lane * step_u, vs = v + lane * step_v;
  long i = 0;
  for (; i + 8 <= count; i += 8) {
    processor_wide_store(out, i * 4, processor_wide_sample_eight(origin, next_row, pitch, u, v, step_u, step_v, us, vs, 7), false);
    u += 8 * step_u;
    v += 8 * step_v;
    us += 8 * step_u;
    vs += 8 * step_v;
  }
  if (i < count) {
    processor_wide pixels = processor_wide_sample_eight(origin, next_row, pitch, u, v, step_u, step_v, us, vs, (int)(count - i - 1));
    processor_wide_store_part(out, i * 4, pixels, (count - i) * 4);
  }
  return count;
}

PROCESSOR_WIDE_STEP processor_wide_signed processor_wide_clamped(processor_wide_signed distance) {
  const processor_wide_signed most = 255, none = 0;
  return (processor_wide_signed)__builtin_elementwise_max(__builtin_elementwise_min(distance >> 6, most), none);
}

PROCESSOR_WIDE_STEP long processor_wide_sector_loop(void *out, const void *below, long below_ahead, const void *source, long ahead, long count,
                                                    uint32_t alpha, processor_sector sector, bool streamed) {
  typedef long long native __attribute__((vector_size(32)));
  const processor_wide_signed lane = {0, 1, 2, 3, 4, 5, 6, 7}, most = 255, none = 0;
  const processor_wide_signed lane_start = lane * sector.start_step, lane_end = lane * sector.end_step;
  const processor_wide_signed flip = sector.is_inverted ? 255 : 0;
  const processor_wide weight = (uint16_t)alpha, whole = (uint16_t)(alpha + 1);
  const int32_t reach_start = sector.start_step * 7, reach_end = sector.end_step * 7;
  int32_t a = sector.start, b = sector.end;
  for (long i = 0; i < count; i += 8) {
    const long left = count - i;
    if (streamed && left < 8) return i;
    if (!(i & 8)) {
      processor_wide_prefetch(source, i * 4 + ahead);
      processor_wide_prefetch(below, i * 4 + below_ahead);
    }
    processor_wide s = left < 8 ? processor_wide_load_part(source, i * 4, left) : processor_wide_load(source, i * 4);
    processor_wide d = left < 8 ? processor_wide_load_part(below, i * 4, left) : processor_wide_load(below, i * 4);
    if (!__builtin_ia32_ptestz256((native)s, (native)s)) {
      const int32_t last_a = a + reach_start, last_b = b + reach_end;
      const int32_t low_a = a < last_a ? a : last_a, low_b = b < last_b ? b : last_b, lowest = low_a < low_b ? low_a : low_b;
      const int32_t high_a = a < last_a ? last_a : a, high_b = b < last_b ? last_b : b, highest = high_a < high_b ? high_a : high_b;
      if (lowest >= sector.full || highest < 64) {
        if ((lowest >= sector.full) != sector.is_inverted) d = processor_wide_over_step(processor_wide_share(s, whole), d);
      } else {
        processor_wide_signed from = processor_wide_clamped(a + lane_start), to = processor_wide_clamped(b + lane_end);
        processor_wide_signed share = sector.is_thin ? (processor_wide_signed)__builtin_elementwise_max(from + to - most, none)
                                                     : (processor_wide_signed)__builtin_elementwise_min(from, to);
        processor_wide coverage = (processor_wide)((processor_wide_words)(share ^ flip) * 0x10001);
        coverage = (coverage * weight + 0xFF) >> 8;
        d = processor_wide_over_step(processor_wide_share(s, coverage + 1), d);
      }
    }
    if (left < 8)
      processor_wide_store_part(out, i * 4, d, left * 4);
    else
      processor_wide_store(out, i * 4, d, streamed);
    a += sector.start_step * 8;
    b += sector.end_step * 8;
  }
  return count;
}

/* As sectorRow. Of a ring most is clear, which is passed by. */
PROCESSOR_WIDE long processor_wide_sector(void *out, const void *below, long below_ahead, const void *source, long ahead, long count,
                                          uint32_t alpha, processor_sector sector, bool streamed) {
  return streamed ? processor_wide_sector_loop(out, below, below_ahead, source, ahead, count, alpha, sector, true)
                  : processor_wide_sector_loop(out, below, below_ahead, source, ahead, count, alpha, sector, false);
}

PROCESSOR_WIDE_STEP void processor_wide_period_loop(void *out, long bytes, const void *period, long length, bool streamed) {
  const processor_wide a = processor_wide_load(period, 0), b = processor_wide_load(period, 32), c = processor_wide_load(period, 64),
                       d = processor_wide_load(period, 96);
  long at = 0;
  if (length == 128) {
    for (; at + 128 <= bytes; at += 128) {
      processor_wide_store(out, at, a, streamed);
      processor_wide_store(out, at + 32, b, streamed);
      processor_wide_store(out, at + 64, c, streamed);
      processor_wide_store(out, at + 96, d, streamed);
    }
  } else if (bytes >= 256) {
    const processor_wide e = processor_wide_load(period, 128), f = processor_wide_load(period, 160), g = processor_wide_load(period, 192),
                         h = processor_wide_load(period, 224);
    for (; at + 256 <= bytes; at += 256) {
      processor_wide_store(out, at, a, streamed);
      processor_wide_store(out, at + 32, b, streamed);
      processor_wide_store(out, at + 64, c, streamed);
      processor_wide_store(out, at + 96, d, streamed);
      processor_wide_store(out, at + 128, e, streamed);
      processor_wide_store(out, at + 160, f, streamed);
      processor_wide_store(out, at + 192, g, streamed);
      processor_wide_store(out, at + 224, h, streamed);
    }
  }
  for (; at + 32 <= bytes; at += 32) processor_wide_store(out, at, processor_wide_load(period, at & (length - 1)), streamed);
  if (at < bytes) processor_wide_store_part(out, at, processor_wide_load(period, at & (length - 1)), bytes - at);
}

/* `bytes` of a period of 128 or 256 bytes again and again: its vectors stay in registers. */
PROCESSOR_WIDE void processor_wide_period(void *out, long bytes, const void *period, long length, bool streamed) {
  if (streamed)
    processor_wide_period_loop(out, bytes, period, length, true);
  else
    processor_wide_period_loop(out, bytes, period, length, false);
}

#else
PROCESSOR_WIDE(sample, void *out, const void *origin, long pitch, int32_t first_u, int32_t first_v, int32_t du, int32_t dv, long count)
PROCESSOR_WIDE(sector, PROCESSOR_WIDE_ROWS, uint32_t alpha, processor_sector sector, bool streamed)
PROCESSOR_INLINE void processor_wide_period(void *out, long bytes, const void *period, long length, bool streamed) {}
#endif

#pragma clang assume_nonnull end
