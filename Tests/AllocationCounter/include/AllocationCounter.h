#pragma once

/// How often this thread has asked for memory so far: calls of malloc, calloc, realloc and the aligned ones.
long allocation_count(void);
