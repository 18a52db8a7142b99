#pragma once
#include <stddef.h>
/* What glibc's allocator lacks for a thread that must not wait. Linked into a program, this is its `calloc`, and that of all libraries it
   loads. */

/* What `calloc` is then. */
void *vitrine_calloc(size_t count, size_t size);

/* Fills the calling thread's own cache of small blocks, so that it gets them from there from now on and waits for nobody: seven of each
   size up to 512 bytes, 57 kB. */
void vitrine_fill_cache(void);
