/* Swift's libraries come from a Debian with a newer C library than Debian 12's 2.36, which the package is to run on. These are the
   functions they ask for that it has not; linked into the binary, they are not asked of the system.

   Sources: glibc's NEWS for 2.38 (__isoc23_*: strtol and scanf that know C23's "0b"; strlcpy). Swift's runtime reads no binary numbers. */
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }
long long __isoc23_strtoll(const char *text, char **end, int base) { return strtoll(text, end, base); }

int __isoc23_sscanf(const char *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int count = vsscanf(text, format, arguments);
  va_end(arguments);
  return count;
}

size_t strlcpy(char *target, const char *source, size_t size) {
  size_t length = strlen(source);
  if (size > 0) {
    size_t copied = length < size ? length : size - 1;
    memcpy(target, source, copied);
    target[copied] = 0;
  }
  return length;
}
