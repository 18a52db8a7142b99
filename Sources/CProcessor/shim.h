#pragma once
/* What a processor can do and Swift cannot spell: stores past the caches, reading ahead, the upper halves of products.
   Header only; each is an instruction or two. Where a processor has none such it is plain code, or not declared. */
#include <stdint.h>

#define PROCESSOR_INLINE static inline __attribute__((always_inline))

typedef uint32_t processor_four __attribute__((ext_vector_type(4)));
typedef uint32_t processor_eight __attribute__((ext_vector_type(8)));

/* 32 bytes, given as two halves, at a multiple of 32 (movntps, stnp): the line is not read before it is written, and nothing
   leaves the caches for it. */
PROCESSOR_INLINE void processor_stream(void *_Nonnull target, processor_four low, processor_four high) {
  __builtin_nontemporal_store(__builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7), (processor_eight *)target);
}

/* Whoever sees a store after this sees the streamed ones before it too. */
PROCESSOR_INLINE void processor_finish_streaming(void) {
#if defined(__x86_64__)
  __builtin_ia32_sfence();
#else
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

/* Asks for the line of an address that will be read a few rows later; any address will do. It goes to the first-level cache (prefetcht0,
   prfm pldl1keep). Into the second, an upright frame takes the same time or 0.93 of it (Xeon), but a turned one, of many short
   rows, 1.2 to 1.3 times as long (AMD EPYC). */
PROCESSOR_INLINE void processor_prefetch(const void *_Nonnull address) { __builtin_prefetch(address, 0, 3); }

/* Asks for the line of an address that will be written soon; any address will do. */
PROCESSOR_INLINE void processor_prefetch_target(const void *_Nonnull address) { __builtin_prefetch(address, 1, 3); }

/* Reads a byte that nobody needs: of many requests at once a processor drops some, but not of these. */
PROCESSOR_INLINE void processor_touch(const void *_Nonnull address) { (void)*(const volatile uint8_t *)address; }

typedef uint16_t processor_lanes __attribute__((ext_vector_type(8)));

#if defined(__x86_64__)
/* The upper halves of eight products (pmulhuw). Written out with wider lanes it is compiled to shuffles. */
PROCESSOR_INLINE processor_lanes processor_multiply_high(processor_lanes a, processor_lanes b) {
  typedef short native __attribute__((vector_size(16)));
  return (processor_lanes)__builtin_ia32_pmulhuw128((native)a, (native)b);
}
#endif
