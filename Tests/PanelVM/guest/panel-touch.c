// A touch screen made with uinput, and the fingers on it: panel-touch WIDTH HEIGHT [NAME]
//
// Says "ready" once a program may open it, then obeys lines of standard input and answers each with "done":
//   down FINGER X Y | move FINGER X Y | up FINGER     one report each
//   wait MS                                           from the last report on
//   drag X0 Y0 X1 Y1 MS HOLD                          down, moves every 8 ms for MS, HOLD ms at rest, up
// When its input ends, or it is killed, the device is unplugged, fingers and all.
#define _GNU_SOURCE
#include "panel-device.h"

#include <time.h>

enum { fingers = 10, units_per_millimetre = 10, report_interval = 8 };

static int is_down[fingers];
static int next_id = 1;
static struct timespec last;

static void add_axis(int code, int maximum, int resolution) {
  struct uinput_abs_setup axis = {.code = code, .absinfo = {.maximum = maximum, .resolution = resolution}};
  if (ioctl(device, UI_ABS_SETUP, &axis) != 0) fail("UI_ABS_SETUP");
}

static void create(int width, int height, const char *name) {
  device = open("/dev/uinput", O_RDWR | O_CLOEXEC);
  if (device < 0) fail("/dev/uinput");
  ioctl(device, UI_SET_EVBIT, EV_KEY);
  ioctl(device, UI_SET_EVBIT, EV_ABS);
  ioctl(device, UI_SET_KEYBIT, BTN_TOUCH);
  ioctl(device, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
  add_axis(ABS_X, width - 1, units_per_millimetre);
  add_axis(ABS_Y, height - 1, units_per_millimetre);
  add_axis(ABS_MT_SLOT, fingers - 1, 0);
  add_axis(ABS_MT_TRACKING_ID, 65535, 0);
  add_axis(ABS_MT_POSITION_X, width - 1, units_per_millimetre);
  add_axis(ABS_MT_POSITION_Y, height - 1, units_per_millimetre);
  struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 0x1209, .product = 1}};
  strncpy(setup.name, name, sizeof setup.name - 1);
  if (ioctl(device, UI_DEV_SETUP, &setup) != 0 || ioctl(device, UI_DEV_CREATE) != 0) fail("UI_DEV_CREATE");
}

static int touches(void) {
  int count = 0;
  for (int finger = 0; finger < fingers; finger++) count += is_down[finger];
  return count;
}

static void place(int finger, int x, int y) {
  put(EV_ABS, ABS_MT_SLOT, finger);
  if (!is_down[finger]) put(EV_ABS, ABS_MT_TRACKING_ID, next_id++ & 0xFFFF);
  put(EV_ABS, ABS_MT_POSITION_X, x);
  put(EV_ABS, ABS_MT_POSITION_Y, y);
  if (touches() == 0) put(EV_KEY, BTN_TOUCH, 1);
  is_down[finger] = 1;
  put(EV_ABS, ABS_X, x);
  put(EV_ABS, ABS_Y, y);
  put(EV_SYN, SYN_REPORT, 0);
}

static void lift(int finger) {
  put(EV_ABS, ABS_MT_SLOT, finger);
  put(EV_ABS, ABS_MT_TRACKING_ID, -1);
  is_down[finger] = 0;
  if (touches() == 0) put(EV_KEY, BTN_TOUCH, 0);
  put(EV_SYN, SYN_REPORT, 0);
}

// On a clock of its own, so that reports come evenly whatever the last one cost.
static void wait_for(int milliseconds) {
  last.tv_nsec += milliseconds % 1000 * 1000000L;
  last.tv_sec += milliseconds / 1000 + last.tv_nsec / 1000000000L;
  last.tv_nsec %= 1000000000L;
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &last, 0);
}

static void drag(int x0, int y0, int x1, int y1, int milliseconds, int hold) {
  int steps = milliseconds / report_interval;
  place(0, x0, y0);
  for (int step = 1; step <= steps; step++) {
    wait_for(report_interval);
    place(0, x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps);
  }
  // A rest counts from the last report, however late that was.
  if (hold > 0) clock_gettime(CLOCK_MONOTONIC, &last);
  wait_for(hold > 0 ? hold : report_interval);
  lift(0);
}

static int is_finger(int number) { return number >= 0 && number < fingers; }

static int obey(const char *line) {
  int finger, x, y, x1, y1, milliseconds, hold;
  if (sscanf(line, "down %d %d %d", &finger, &x, &y) == 3 && is_finger(finger)) place(finger, x, y);
  else if (sscanf(line, "move %d %d %d", &finger, &x, &y) == 3 && is_finger(finger)) place(finger, x, y);
  else if (sscanf(line, "up %d", &finger) == 1 && is_finger(finger)) lift(finger);
  else if (sscanf(line, "wait %d", &milliseconds) == 1) wait_for(milliseconds);
  else if (sscanf(line, "drag %d %d %d %d %d %d", &x, &y, &x1, &y1, &milliseconds, &hold) == 6)
    drag(x, y, x1, y1, milliseconds, hold);
  else return 0;
  return 1;
}

int main(int count, char **arguments) {
  if (count < 3) { fprintf(stderr, "usage: panel-touch WIDTH HEIGHT [NAME]\n"); return 2; }
  create(atoi(arguments[1]), atoi(arguments[2]), count > 3 ? arguments[3] : "Panel touch");
  wait_for_udev();
  setvbuf(stdout, 0, _IOLBF, 0);
  puts("ready");
  clock_gettime(CLOCK_MONOTONIC, &last);
  char line[256];
  int is_script = 0;
  while (fgets(line, sizeof line, stdin)) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    // After a pause between lines the clock begins anew; within a script it runs on.
    if (!is_script || now.tv_sec - last.tv_sec > 1) last = now;
    is_script = 1;
    if (!obey(line)) { fprintf(stderr, "panel-touch: %s", line); return 2; }
    puts("done");
  }
  return 0;
}
