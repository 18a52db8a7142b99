/* Counts what the calling thread takes from the heap: the test program's malloc stands before the C library's. */
#pragma once
#include <stdint.h>

/* Allocations of the calling thread so far. Stays 0 in a build with a sanitizer, which has a malloc of its own. */
uint64_t allocations_of_this_thread(void);

/* Whether allocations are counted at all. */
int allocations_are_counted(void);
