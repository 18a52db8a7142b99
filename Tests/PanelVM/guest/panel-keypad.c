// A keypad and a headphone jack made with uinput, for who does not see the panel: panel-keypad
//
// Says "ready" once udev knows it, then obeys lines of standard input and answers each with "done":
//   key CODE           pressed and let go
//   jack 0|1           pulled, plugged
//   shake TIMES        plugged and pulled so often, as fast as that goes
//   await WORDS        until the sound card's status holds these words; "after MS", counted from the last key or plug
//   wait MS
// When its input ends the device is unplugged.
#include "panel-device.h"

#include <time.h>

enum { patience_ms = 5000 };

static struct timespec last;

static void create(void) {
  device = open("/dev/uinput", O_RDWR | O_CLOEXEC);
  if (device < 0) fail("/dev/uinput");
  ioctl(device, UI_SET_EVBIT, EV_KEY);
  ioctl(device, UI_SET_EVBIT, EV_SW);
  for (int key = 1; key < 248; key++) ioctl(device, UI_SET_KEYBIT, key);
  ioctl(device, UI_SET_SWBIT, SW_HEADPHONE_INSERT);
  struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 0x1209, .product = 2}, .name = "Panel keypad"};
  if (ioctl(device, UI_DEV_SETUP, &setup) != 0 || ioctl(device, UI_DEV_CREATE) != 0) fail("UI_DEV_CREATE");
}

static int milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int)((now.tv_sec - last.tv_sec) * 1000 + (now.tv_nsec - last.tv_nsec) / 1000000);
}

static int await(const char *words) {
  while (milliseconds() < patience_ms) {
    char text[512] = {0};
    int file = open("/proc/asound/card0/pcm0p/sub0/status", O_RDONLY | O_CLOEXEC);
    if (file >= 0 && read(file, text, sizeof text - 1) > 0 && strstr(text, words)) {
      close(file);
      printf("after %d\n", milliseconds());
      return 1;
    }
    if (file >= 0) close(file);
    usleep(1000);
  }
  printf("never %s\n", words);
  return 1;
}

static void plug(int is_in) {
  clock_gettime(CLOCK_MONOTONIC, &last);
  put(EV_SW, SW_HEADPHONE_INSERT, is_in);
  put(EV_SYN, SYN_REPORT, 0);
}

static int obey(char *line) {
  int code;
  line[strcspn(line, "\n")] = 0;
  if (sscanf(line, "key %d", &code) == 1) {
    clock_gettime(CLOCK_MONOTONIC, &last);
    for (int value = 1; value >= 0; value--) {
      put(EV_KEY, code, value);
      put(EV_SYN, SYN_REPORT, 0);
    }
  } else if (sscanf(line, "jack %d", &code) == 1) {
    plug(code != 0);
  } else if (sscanf(line, "shake %d", &code) == 1) {
    for (int time = 0; time < code; time++) {
      plug(1);
      plug(0);
    }
  } else if (sscanf(line, "wait %d", &code) == 1) {
    usleep(code * 1000);
  } else if (strncmp(line, "await ", 6) == 0) {
    return await(line + 6);
  } else {
    return 0;
  }
  return 1;
}

int main(void) {
  create();
  wait_for_udev();
  setvbuf(stdout, NULL, _IOLBF, 0);
  puts("ready");
  char line[256];
  while (fgets(line, sizeof line, stdin)) puts(obey(line) ? "done" : "what?");
  return 0;
}
