#pragma once
/* Libraries that many boards never use, or not before their first picture: with what they stand on they are half of all that the loader
 * would map and bind at each start, and 11 MB of memory. They are compiled against as usual, and loaded when they are needed. */

typedef enum {
  VITRINE_LATE_CURL,
  VITRINE_LATE_CALENDAR,
  VITRINE_LATE_XML,
  VITRINE_LATE_ANIMATION,
  VITRINE_LATE_INPUT,
  VITRINE_LATE_SEAT,
  VITRINE_LATE_SPEECH,
  VITRINE_LATE_SOUND,
  VITRINE_LATE_SIGNING,
} vitrine_late_library;

/* The file that is loaded, as the loader looks for it. */
const char *_Nonnull vitrine_late_file(vitrine_late_library library);

/* Loads it for good; from then on its functions may be called, by any thread. Again is no harm. What went wrong, in the loader's words; NULL
 * when nothing did. A function may not be called before. */
const char *_Nullable vitrine_late_load(vitrine_late_library library);
