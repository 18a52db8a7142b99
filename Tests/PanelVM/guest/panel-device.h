// A device made with uinput: what panel-touch and panel-keypad share.
#pragma once
#include <dirent.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static int device;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void put(int type, int code, int value) {
  struct input_event event = {.type = type, .code = code, .value = value};
  if (write(device, &event, sizeof event) != sizeof event) fail("write to uinput");
}

// libinput sees a device only after udev has run its rules for it, which leaves a record.
static void wait_for_udev(void) {
  char name[64] = {0}, path[512];
  ioctl(device, UI_GET_SYSNAME(sizeof name), name);
  snprintf(path, sizeof path, "/sys/devices/virtual/input/%s", name);
  for (int tries = 0; tries < 1000; tries++, usleep(10000)) {
    DIR *directory = opendir(path);
    struct dirent *entry;
    while (directory && (entry = readdir(directory))) {
      char node[512];
      struct stat status;
      snprintf(node, sizeof node, "/dev/input/%s", entry->d_name);
      if (strncmp(entry->d_name, "event", 5) != 0 || stat(node, &status) != 0) continue;
      snprintf(node, sizeof node, "/run/udev/data/c%u:%u", major(status.st_rdev), minor(status.st_rdev));
      if (access(node, F_OK) == 0) { closedir(directory); return; }
    }
    if (directory) closedir(directory);
  }
  fprintf(stderr, "udev does not take notice of %s\n", name);
  exit(1);
}
