#pragma once
#include "../CLate/names.h"

VITRINE_LATE_SPEECH(VITRINE_LATE_RENAME)

/* libespeak-ng is loaded when somebody listens and not linked, so that a kiosk without listeners does not carry it, nor a machine that is built
 * on: this is what is called of it. Source: espeak-ng/speak_lib.h 1.51. */
#include <stddef.h>

enum {
  /* What was made comes by a call of `espeak_Synth`, in its own thread. */
  VITRINE_ESPEAK_SYNCHRONOUS = 2,
  /* Data that is missing is an error, and does not end the program. */
  VITRINE_ESPEAK_DONT_EXIT = 0x8000,
  VITRINE_ESPEAK_UTF8 = 1,
  VITRINE_ESPEAK_CHARACTERS = 1,
  VITRINE_ESPEAK_RATE = 1,
};

/* Samples and how many; NULL at the end. Not 0 ends the speech. */
typedef int (*vitrine_espeak_take)(short *samples, int count, void *events);

int espeak_Initialize(int output, int buffer_ms, const char *path, int options);
void espeak_SetSynthCallback(vitrine_espeak_take take);
int espeak_SetVoiceByName(const char *name);
int espeak_SetParameter(int parameter, int value, int relative);
int espeak_Synth(const void *text, size_t size, unsigned int position, int position_kind, unsigned int end,
                 unsigned int flags, unsigned int *identifier, void *owner);
