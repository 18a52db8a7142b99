#pragma once
/* Rows of pixels 32 bytes at a time, for x86 processors that have AVX2. Swift cannot say of a function what processor it is for, so these
   are C; what they compute, and to the bit, stands in `Compositor/BlendKernels.swift` and its neighbours.

   Each returns how many pixels it did: all of a row that is stored through the caches, of a streamed one whole blocks of 8, and what is left
   is the baseline's. Of rows of some dozen pixels, which sprites and what stands beside them consist of, the last few took as long as all
   others while each was done by itself. `ahead` is as in `SourceRow`. Streamed rows begin at multiples of 32 bytes. */
#include "shim.h"
#include <stdbool.h>

#pragma clang assume_nonnull begin

#if defined(__x86_64__)
#define PROCESSOR_WIDE static inline __attribute__((target("avx2")))
#define PROCESSOR_WIDE_STEP static inline __attribute__((target("avx2"), always_inline))

typedef uint16_t processor_wide __attribute__((ext_vector_type(16)));
typedef uint32_t processor_wide_words __attribute__((ext_vector_type(8)));

/* Whether this machine's processor and system have it; asks nothing but memory. */
PROCESSOR_INLINE bool processor_has_wide(void) { return __builtin_cpu_supports("avx2"); }

PROCESSOR_WIDE_STEP processor_wide processor_wide_load(const void *address, long offset) {
  processor_wide lanes;
  __builtin_memcpy(&lanes, (const char *)address + offset, sizeof lanes);
  return lanes;
}

PROCESSOR_WIDE_STEP void processor_wide_store(void *address, long offset, processor_wide lanes, bool streamed) {
  if (streamed)
    __builtin_nontemporal_store(lanes, (processor_wide *)((char *)address + offset));
  else
    __builtin_memcpy((char *)address + offset, &lanes, sizeof lanes);
}

/* The first `count` pixels; nothing beyond them is read (vpmaskmovd). */
PROCESSOR_WIDE_STEP processor_wide processor_wide_load_part(const void *address, long offset, long count) {
  typedef int native __attribute__((vector_size(32)));
  const native lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  return (processor_wide)__builtin_ia32_maskloadd256((const native *)((const char *)address + offset), lanes < (int)count);
}

/* The first `bytes`, of which there are 2...30. In pieces: writing by a mask takes AMD's processors many times as long. */
PROCESSOR_WIDE_STEP void processor_wide_store_part(void *address, long offset, processor_wide lanes, long bytes) {
  typedef long long native __attribute__((ext_vector_type(4)));
  char *out = (char *)address + offset;
  native rest = (native)lanes;
  if (bytes & 16) {
    __builtin_memcpy(out, &rest, 16);
    out += 16;
    rest = __builtin_shufflevector(rest, rest, 2, 3, -1, -1);
  }
  if (bytes & 8) {
    __builtin_memcpy(out, &rest, 8);
    out += 8;
    rest = __builtin_shufflevector(rest, rest, 1, -1, -1, -1);
  }
  uint64_t last = (uint64_t)rest[0];
  if (bytes & 4) {
    __builtin_memcpy(out, &last, 4);
    out += 4;
    last >>= 32;
  }
  if (bytes & 2) __builtin_memcpy(out, &last, 2);
}

PROCESSOR_WIDE_STEP void processor_wide_prefetch(const void *address, long offset) {
  __builtin_prefetch((const char *)address + offset, 0, 3);
}

/* vpmulhuw. */
PROCESSOR_WIDE_STEP processor_wide processor_wide_high(processor_wide a, processor_wide b) {
  typedef short native __attribute__((vector_size(32)));
  return (processor_wide)__builtin_ia32_pmulhuw256((native)a, (native)b);
}

/* Every byte times parts / 256, rounded down; parts are 0...256. */
PROCESSOR_WIDE_STEP processor_wide processor_wide_share(processor_wide x, processor_wide parts) {
  return processor_wide_high(x << 8, parts) | ((x >> 8) * parts & 0xFF00);
}

/* 256 less each pixel's alpha, in both of its lanes. */
PROCESSOR_WIDE_STEP processor_wide processor_wide_rest(processor_wide source) {
  typedef char native __attribute__((vector_size(32)));
  const native alphas = {3, -1, 3, -1, 7, -1, 7, -1, 11, -1, 11, -1, 15, -1, 15, -1,
                         3, -1, 3, -1, 7, -1, 7, -1, 11, -1, 11, -1, 15, -1, 15, -1};
  return 256 - (processor_wide)__builtin_ia32_pshufb256((native)source, alphas);
}

PROCESSOR_WIDE_STEP processor_wide processor_wide_over_step(processor_wide source, processor_wide below) {
  return (processor_wide)((processor_wide_words)source +
                          (processor_wide_words)processor_wide_share(below, processor_wide_rest(source)));
}

PROCESSOR_WIDE_STEP long processor_wide_copy_loop(void *out, const void *source, long count, long ahead, bool streamed) {
  long i = 0;
  for (; i + 32 <= count; i += 32) {
    long at = i * 4;
    processor_wide_prefetch(source, at + ahead);
    processor_wide_prefetch(source, at + ahead + 64);
    processor_wide a = processor_wide_load(source, at), b = processor_wide_load(source, at + 32);
    processor_wide c = processor_wide_load(source, at + 64), d = processor_wide_load(source, at + 96);
    processor_wide_store(out, at, a, streamed);
    processor_wide_store(out, at + 32, b, streamed);
    processor_wide_store(out, at + 64, c, streamed);
    processor_wide_store(out, at + 96, d, streamed);
  }
  if (i + 16 <= count) {
    long at = i * 4;
    processor_wide_prefetch(source, at + ahead);
    processor_wide a = processor_wide_load(source, at), b = processor_wide_load(source, at + 32);
    processor_wide_store(out, at, a, streamed);
    processor_wide_store(out, at + 32, b, streamed);
    i += 16;
  }
  if (i == count) return i;
  processor_wide_prefetch(source, i * 4 + ahead);
  if (i + 8 <= count) {
    processor_wide_store(out, i * 4, processor_wide_load(source, i * 4), streamed);
    i += 8;
  }
  if (streamed || i == count) return i;
  if (count >= 8) /* Some pixels twice. */
    processor_wide_store(out, count * 4 - 32, processor_wide_load(source, count * 4 - 32), false);
  else
    processor_wide_store_part(out, 0, processor_wide_load_part(source, 0, count), count * 4);
  return count;
}

PROCESSOR_WIDE long processor_wide_copy(void *out, const void *source, long count, long ahead, bool streamed) {
  return streamed ? processor_wide_copy_loop(out, source, count, ahead, true)
                  : processor_wide_copy_loop(out, source, count, ahead, false);
}

PROCESSOR_WIDE_STEP long processor_wide_fill_loop(void *out, long count, uint32_t color, bool streamed) {
  const processor_wide eight = (processor_wide)(processor_wide_words)color;
  long i = 0;
  for (; i + 32 <= count; i += 32) {
    processor_wide_store(out, i * 4, eight, streamed);
    processor_wide_store(out, i * 4 + 32, eight, streamed);
    processor_wide_store(out, i * 4 + 64, eight, streamed);
    processor_wide_store(out, i * 4 + 96, eight, streamed);
  }
  for (; i + 8 <= count; i += 8) processor_wide_store(out, i * 4, eight, streamed);
  if (streamed || i == count) return i;
  if (count >= 8)
    processor_wide_store(out, count * 4 - 32, eight, false);
  else
    processor_wide_store_part(out, 0, eight, count * 4);
  return count;
}

PROCESSOR_WIDE long processor_wide_fill(void *out, long count, uint32_t color, bool streamed) {
  return streamed ? processor_wide_fill_loop(out, count, color, true) : processor_wide_fill_loop(out, count, color, false);
}

/* Rows of a small picture. `out_ahead` is to what will be written later, 0 where that is in the caches; there some pixels of a row's last
   eight are copied twice, which is sooner done than each by itself. */
PROCESSOR_WIDE void processor_wide_copy_rows(void *out, long pitch, long out_ahead, const void *source, long source_pitch, long ahead, long count,
                                             long rows) {
  for (; rows > 0; rows--) {
    long i = 0;
    for (; i + 16 <= count; i += 16) {
      processor_wide_prefetch(source, i * 4 + ahead);
      if (out_ahead) __builtin_prefetch((const char *)out + i * 4 + out_ahead, 1, 3);
      processor_wide a = processor_wide_load(source, i * 4), b = processor_wide_load(source, i * 4 + 32);
      processor_wide_store(out, i * 4, a, false);
      processor_wide_store(out, i * 4 + 32, b, false);
    }
    processor_wide_prefetch(source, count * 4 - 4 + ahead);
    if (out_ahead) {
      if (i < count) __builtin_prefetch((const char *)out + i * 4 + out_ahead, 1, 3);
      __builtin_prefetch((const char *)out + count * 4 - 4 + out_ahead, 1, 3);
    }
    if (i + 8 <= count) {
      processor_wide_store(out, i * 4, processor_wide_load(source, i * 4), false);
      i += 8;
    }
    if (i < count && count >= 8 && !out_ahead) {
      processor_wide_store(out, count * 4 - 32, processor_wide_load(source, count * 4 - 32), false);
      i = count;
    }
    if (i + 4 <= count) {
      processor_four four;
      __builtin_memcpy(&four, (const char *)source + i * 4, sizeof four);
      __builtin_memcpy((char *)out + i * 4, &four, sizeof four);
      i += 4;
    }
    for (; i < count; i++) {
      uint32_t one;
      __builtin_memcpy(&one, (const char *)source + i * 4, sizeof one);
      __builtin_memcpy((char *)out + i * 4, &one, sizeof one);
    }
    out = (char *)out + pitch;
    source = (const char *)source + source_pitch;
  }
}

/* A loop over rows of out and below, `STEP` making what is stored of what was loaded. */
#define PROCESSOR_WIDE_LOOP_BELOW(STEP)                                                                                  \
  long i = 0;                                                                                                           \
  for (; i + 16 <= count; i += 16) {                                                                                    \
    long at = i * 4;                                                                                                    \
    processor_wide_prefetch(below, at + below_ahead);                                                                   \
    processor_wide a = processor_wide_load(below, at), b = processor_wide_load(below, at + 32);                         \
    processor_wide_store(out, at, STEP(a), streamed);                                                                   \
    processor_wide_store(out, at + 32, STEP(b), streamed);                                                              \
  }                                                                                                                     \
  if (i == count) return i;                                                                                             \
  processor_wide_prefetch(below, i * 4 + below_ahead);                                                                  \
  if (i + 8 <= count) {                                                                                                 \
    processor_wide a = processor_wide_load(below, i * 4);                                                               \
    processor_wide_store(out, i * 4, STEP(a), streamed);                                                                \
    i += 8;                                                                                                             \
  }                                                                                                                     \
  if (streamed || i == count) return i;                                                                                 \
  processor_wide a = processor_wide_load_part(below, i * 4, count - i);                                                 \
  processor_wide_store_part(out, i * 4, STEP(a), (count - i) * 4);                                                      \
  return count;

PROCESSOR_WIDE_STEP long processor_wide_solid_loop(void *out, const void *below, long count, long below_ahead, uint32_t color,
                                                   bool streamed) {
  const processor_wide_words c = color;
  const processor_wide rest = (uint16_t)(256 - (color >> 24)), rest_above = rest << 8;
#define STEP(x)                                                                                                          \
  (processor_wide)(c + (processor_wide_words)(processor_wide_high(x << 8, rest) | (processor_wide_high(x & 0xFF00, rest_above) & 0xFF00)))
  PROCESSOR_WIDE_LOOP_BELOW(STEP)
#undef STEP
}

/* One premultiplied colour, not clear, over everything. */
PROCESSOR_WIDE long processor_wide_solid(void *out, const void *below, long count, long below_ahead, uint32_t color, bool streamed) {
  return streamed ? processor_wide_solid_loop(out, below, count, below_ahead, color, true)
                  : processor_wide_solid_loop(out, below, count, below_ahead, color, false);
}

/* What whole blocks of 16 pixels have left of rows of out, below and source. */
#define PROCESSOR_WIDE_END(STEP)                                                                                         \
  if (i == count) return i;                                                                                             \
  processor_wide_prefetch(source, i * 4 + ahead);                                                                       \
  processor_wide_prefetch(below, i * 4 + below_ahead);                                                                  \
  if (i + 8 <= count) {                                                                                                 \
    processor_wide_store(out, i * 4, STEP(processor_wide_load(source, i * 4), processor_wide_load(below, i * 4)), streamed); \
    i += 8;                                                                                                             \
  }                                                                                                                     \
  if (streamed || i == count) return i;                                                                                 \
  processor_wide s = processor_wide_load_part(source, i * 4, count - i), d = processor_wide_load_part(below, i * 4, count - i); \
  processor_wide_store_part(out, i * 4, STEP(s, d), (count - i) * 4);                                                   \
  return count;

PROCESSOR_WIDE_STEP long processor_wide_over_loop(void *out, const void *below, long below_ahead, const void *source, long ahead, long count,
                                                  bool streamed) {
  typedef long long native __attribute__((vector_size(32)));
  const native opaque = (native)(processor_wide_words)0xFF000000;
  long i = 0;
  for (; i + 16 <= count; i += 16) {
    long at = i * 4;
    processor_wide_prefetch(source, at + ahead);
    processor_wide_prefetch(below, at + below_ahead);
    processor_wide a = processor_wide_load(source, at), b = processor_wide_load(source, at + 32);
    if (__builtin_ia32_ptestc256((native)(a & b), opaque)) {
      processor_wide_store(out, at, a, streamed);
      processor_wide_store(out, at + 32, b, streamed);
      continue;
    }
    processor_wide c = processor_wide_load(below, at), d = processor_wide_load(below, at + 32);
    if (!__builtin_ia32_ptestz256((native)(a | b), (native)(a | b))) {
      c = processor_wide_over_step(a, c);
      d = processor_wide_over_step(b, d);
    }
    processor_wide_store(out, at, c, streamed);
    processor_wide_store(out, at + 32, d, streamed);
  }
  PROCESSOR_WIDE_END(processor_wide_over_step)
}

/* Premultiplied pixels over what is below. */
PROCESSOR_WIDE long processor_wide_over(void *out, const void *below, long below_ahead, const void *source, long ahead, long count,
                                        bool streamed) {
  return streamed ? processor_wide_over_loop(out, below, below_ahead, source, ahead, count, true)
                  : processor_wide_over_loop(out, below, below_ahead, source, ahead, count, false);
}

/* Rows of a small picture over what is there, through the caches. */
PROCESSOR_WIDE void processor_wide_over_rows(void *out, long pitch, const void *source, long source_pitch, long ahead, long count, long rows) {
  for (; rows > 0; rows--) {
    processor_wide_over_loop(out, out, 0, source, ahead, count, false);
    out = (char *)out + pitch;
    source = (const char *)source + source_pitch;
  }
}

/* A loop over rows of out, below and source. */
#define PROCESSOR_WIDE_LOOP(STEP)                                                                                        \
  long i = 0;                                                                                                           \
  for (; i + 16 <= count; i += 16) {                                                                                    \
    long at = i * 4;                                                                                                    \
    processor_wide_prefetch(source, at + ahead);                                                                        \
    processor_wide_prefetch(below, at + below_ahead);                                                                   \
    processor_wide a = STEP(processor_wide_load(source, at), processor_wide_load(below, at));                           \
    processor_wide b = STEP(processor_wide_load(source, at + 32), processor_wide_load(below, at + 32));                 \
    processor_wide_store(out, at, a, streamed);                                                                         \
    processor_wide_store(out, at + 32, b, streamed);                                                                    \
  }                                                                                                                     \
  PROCESSOR_WIDE_END(STEP)

PROCESSOR_WIDE_STEP long processor_wide_fade_loop(void *out, const void *below, long below_ahead, const void *source, long ahead, long count,
                                                  uint32_t alpha, bool streamed) {
  const processor_wide parts = (uint16_t)(alpha + 1);
#define STEP(s, d) processor_wide_over_step(processor_wide_share(s, parts), d)
  PROCESSOR_WIDE_LOOP(STEP)
#undef STEP
}

/* Premultiplied pixels times alpha / 255, over what is below. */
PROCESSOR_WIDE long processor_wide_fade(void *out, const void *below, long below_ahead, const void *source, long ahead, long count,
                                        uint32_t alpha, bool streamed) {
  return streamed ? processor_wide_fade_loop(out, below, below_ahead, source, ahead, count, alpha, true)
                  : processor_wide_fade_loop(out, below, below_ahead, source, ahead, count, alpha, false);
}

PROCESSOR_WIDE_STEP processor_wide processor_wide_mix_step(processor_wide s, processor_wide weight, processor_wide d, processor_wide rest) {
  processor_wide low = (s & 0xFF) * weight + ((d & 0xFF) * rest + 0xFF);
  processor_wide high = (s >> 8) * weight + ((d >> 8) * rest + 0xFF);
  return low >> 8 | (high & 0xFF00);
}

PROCESSOR_WIDE_STEP long processor_wide_mix_loop(void *out, const void *below, long below_ahead, const void *source, long ahead, long count,
                                                 uint32_t alpha, bool streamed) {
  const processor_wide weight = (uint16_t)alpha, rest = (uint16_t)(255 - alpha);
#define STEP(s, d) processor_wide_mix_step(s, weight, d, rest)
  PROCESSOR_WIDE_LOOP(STEP)
#undef STEP
}

/* Opaque pixels with one alpha. */
PROCESSOR_WIDE long processor_wide_mix(void *out, const void *below, long below_ahead, const void *source, long ahead, long count,
                                       uint32_t alpha, bool streamed) {
  return streamed ? processor_wide_mix_loop(out, below, below_ahead, source, ahead, count, alpha, true)
                  : processor_wide_mix_loop(out, below, below_ahead, source, ahead, count, alpha, false);
}

#undef PROCESSOR_WIDE_LOOP
#undef PROCESSOR_WIDE_END
#undef PROCESSOR_WIDE_LOOP_BELOW

#else
/* Nowhere else: what Swift makes of the baseline is as wide as there is. */
PROCESSOR_INLINE bool processor_has_wide(void) { return false; }
#define PROCESSOR_WIDE(name, ...) \
  PROCESSOR_INLINE long processor_wide_##name(__VA_ARGS__) { return 0; }
#define PROCESSOR_WIDE_ROW void *out, const void *source, long count, long ahead
#define PROCESSOR_WIDE_ROWS void *out, const void *below, long below_ahead, const void *source, long ahead, long count
PROCESSOR_WIDE(copy, PROCESSOR_WIDE_ROW, bool streamed)
PROCESSOR_WIDE(fill, void *out, long count, uint32_t color, bool streamed)
PROCESSOR_INLINE void processor_wide_copy_rows(void *out, long pitch, long out_ahead, const void *source, long source_pitch, long ahead,
                                               long count, long rows) {}
PROCESSOR_INLINE void processor_wide_over_rows(void *out, long pitch, const void *source, long source_pitch, long ahead, long count, long rows) {}
PROCESSOR_WIDE(solid, PROCESSOR_WIDE_ROW, uint32_t color, bool streamed)
PROCESSOR_WIDE(over, PROCESSOR_WIDE_ROWS, bool streamed)
PROCESSOR_WIDE(fade, PROCESSOR_WIDE_ROWS, uint32_t alpha, bool streamed)
PROCESSOR_WIDE(mix, PROCESSOR_WIDE_ROWS, uint32_t alpha, bool streamed)
#endif

#pragma clang assume_nonnull end
