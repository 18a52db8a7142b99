#include "CAllocator.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* glibc keeps a few freed blocks of each small size for the thread that freed them, and `malloc` takes them without a lock. `calloc` does
   so from 2.41 on; before, as on Debian 12, it takes the lock of an arena each time (malloc/malloc.c, __libc_calloc). libinput makes each
   event of a finger by calloc, on the thread that makes frames: that one then waited for whoever was reading a picture.

   So small blocks are taken by malloc and cleared here. What is larger than the cache holds is glibc's own, which knows what is clear
   already. A sanitizer has an allocator of its own, and a program that counts what it allocates a calloc, which is taken before this one. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define VITRINE_SANITIZED
#endif
#endif

#if defined(__GLIBC__) && !defined(VITRINE_SANITIZED)
/* The largest block the cache holds, as asked for: MAX_TCACHE_SIZE on machines of 64 bits. */
#define MOST_CACHED 1032
#define LARGE __libc_calloc

extern void *__libc_calloc(size_t count, size_t size);

__attribute__((weak, visibility("default"), alias("vitrine_calloc"))) void *calloc(size_t count, size_t size);
#else
#define MOST_CACHED 0
#define LARGE calloc
#endif

void *vitrine_calloc(size_t count, size_t size) {
  size_t all;
  if (__builtin_mul_overflow(count, size, &all) || all > MOST_CACHED) return LARGE(count, size);
  void *block = malloc(all);
  /* Otherwise the compiler sees that this is calloc, and calls it. */
  __asm__ volatile("" : "+r"(block) : : "memory");
  return block ? memset(block, 0, all) : NULL;
}

#define EACH 7

void vitrine_fill_cache(void) {
  /* A block of n bytes has room for n + 8, in steps of 16. */
  for (size_t size = 24; size <= 512 + 8; size += 16) {
    void *volatile blocks[EACH];
    for (int number = 0; number < EACH; number++) blocks[number] = malloc(size);
    for (int number = 0; number < EACH; number++) free(blocks[number]);
  }
}
