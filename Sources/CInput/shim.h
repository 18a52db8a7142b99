#pragma once
#include "../CLate/names.h"

VITRINE_LATE_INPUT(VITRINE_LATE_RENAME)

#include <libinput.h>
#include <linux/input-event-codes.h>
#include <stdarg.h>
#include <stdio.h>

/* libinput logs with a va_list, which stays in C: Swift closures that take one
   have crashed compilers. The line goes to the context's user data. */
typedef void (*vitrine_input_sink)(void *owner, const char *line);

/* A variable of the header itself would not be emitted for Swift. */
static inline vitrine_input_sink *vitrine_input_current(void) {
  static vitrine_input_sink sink;
  return &sink;
}

static inline void vitrine_input_print(struct libinput *context, enum libinput_log_priority priority,
                                       const char *format, va_list arguments) {
  (void)priority;
  char line[512];
  int length = vsnprintf(line, sizeof line, format, arguments);
  if (length <= 0 || !*vitrine_input_current()) return;
  if ((size_t)length >= sizeof line) length = sizeof line - 1;
  if (line[length - 1] == '\n') line[length - 1] = 0;
  (*vitrine_input_current())(libinput_get_user_data(context), line);
}

static inline void vitrine_input_log(struct libinput *context, vitrine_input_sink sink) {
  *vitrine_input_current() = sink;
  libinput_log_set_handler(context, vitrine_input_print);
  libinput_log_set_priority(context, LIBINPUT_LOG_PRIORITY_ERROR);
}
