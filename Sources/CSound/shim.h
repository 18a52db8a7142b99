#pragma once
#include "../CLate/names.h"

VITRINE_LATE_SOUND(VITRINE_LATE_RENAME)

/* ALSA's library is loaded when something is to be heard and not linked: this is what is called of it. Source: alsa/pcm.h, alsa/error.h
 * 1.2.8. */
typedef struct VitrineSound VitrineSound;

enum {
  VITRINE_SOUND_PLAYBACK = 0,
  VITRINE_SOUND_NONBLOCKING = 1,
  VITRINE_SOUND_S16_LITTLE_ENDIAN = 2,
  VITRINE_SOUND_INTERLEAVED = 3,
};

typedef void (*vitrine_sound_complaint)(const char *file, int line, const char *function, int error, const char *format, ...);

int snd_pcm_open(VitrineSound **sound, const char *name, int direction, int mode);
int snd_pcm_set_params(VitrineSound *, int format, int access, unsigned int channels, unsigned int rate,
                       int may_resample, unsigned int latency_us);
int snd_pcm_nonblock(VitrineSound *, int is_nonblocking);
int snd_pcm_wait(VitrineSound *, int timeout_ms);
long snd_pcm_writei(VitrineSound *, const void *samples, unsigned long frames);
int snd_pcm_recover(VitrineSound *, int error, int is_silent);
int snd_pcm_prepare(VitrineSound *);
int snd_pcm_drop(VitrineSound *);
int snd_pcm_drain(VitrineSound *);
int snd_pcm_close(VitrineSound *);
// The configuration it has read: half a megabyte, read anew with the next device.
int snd_config_update_free_global(void);
const char *snd_strerror(int error);
int snd_lib_error_set_handler(vitrine_sound_complaint);

static inline void vitrine_sound_ignore(
    const char *file, int line, const char *function, int error, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)error, (void)format;
}

/* What goes wrong is told by what is returned; the library writes lines of its own besides. */
static inline void vitrine_sound_be_quiet(void) { snd_lib_error_set_handler(vitrine_sound_ignore); }
