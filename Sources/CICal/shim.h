#pragma once
#include "../CLate/names.h"

VITRINE_LATE_CALENDAR(VITRINE_LATE_RENAME)

#include <libical/ical.h>

/* The library's file is named in Sources/CLate/late.c, and what it holds has to be what these headers say. */
#if ICAL_MAJOR_VERSION != 3
#error "this is not the libical of libical.so.3: name its file in Sources/CLate/late.c"
#endif
