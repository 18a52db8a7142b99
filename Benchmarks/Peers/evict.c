#include "peers.h"

#include <malloc.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

/* Bytes of the shortest line of a cache in use. */
enum { line = 32 };

void peer_evict(const void *memory, size_t bytes) {
  const char *end = (const char *)memory + bytes;
#if defined(__x86_64__)
  /* Leaf 7, EBX bit 23: an instruction that does not wait for the one before it. */
  unsigned a, b = 0, c, d;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) && b >> 23 & 1) {
    for (const char *p = memory; p < end; p += 2 * line) __asm__ volatile("clflushopt %0" : : "m"(*p));
  } else {
    for (const char *p = memory; p < end; p += 2 * line) __asm__ volatile("clflush %0" : : "m"(*p));
  }
  __asm__ volatile("clflush %0; mfence" : : "m"(end[-1]) : "memory");
#elif defined(__aarch64__)
  for (const char *p = memory; p < end; p += line) __asm__ volatile("dc civac, %0" : : "r"(p) : "memory");
  __asm__ volatile("dc civac, %0; dsb sy" : : "r"(end - 1) : "memory");
#else
#error "say how this processor empties its caches"
#endif
}

void peer_configure_memory(void) { mallopt(M_MMAP_THRESHOLD, 64 << 10); }
