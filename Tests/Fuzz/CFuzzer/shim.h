#pragma once
/* libFuzzer's own driver, which is there only where the sanitizer is: see compiler-rt's FuzzerInterface.h. */
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));
