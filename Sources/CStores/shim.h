#pragma once
/* What a processor can do with memory and Swift cannot spell: stores past the caches, and reading ahead.
   Header only; each is an instruction or two where there are such, and plain code elsewhere. */
#include <stdint.h>

#define CSTORES_INLINE static inline __attribute__((always_inline))

typedef uint32_t cstores_four __attribute__((ext_vector_type(4)));
typedef uint32_t cstores_eight __attribute__((ext_vector_type(8)));

/* 32 bytes, given as two halves, at a multiple of 32 (movntps, stnp): the line is not read before it is written, and nothing
   leaves the caches for it. */
CSTORES_INLINE void cstores_stream(void *_Nonnull target, cstores_four low, cstores_four high) {
  __builtin_nontemporal_store(__builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7), (cstores_eight *)target);
}

/* Whoever sees a store after this sees the streamed ones before it too. */
CSTORES_INLINE void cstores_finish_streaming(void) {
#if defined(__x86_64__)
  __builtin_ia32_sfence();
#else
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

/* Asks for the line of an address that will be read after some thousand others; any address will do. It goes to the second-level
   cache (prefetcht1, prfm pldl2keep), whose queue is the longer one: into the first, a frame takes 1.07 times as long. */
CSTORES_INLINE void cstores_prefetch(const void *_Nonnull address) { __builtin_prefetch(address, 0, 2); }

/* Asks for the line of an address that will be written soon; any address will do. */
CSTORES_INLINE void cstores_prefetch_target(const void *_Nonnull address) { __builtin_prefetch(address, 1, 3); }
