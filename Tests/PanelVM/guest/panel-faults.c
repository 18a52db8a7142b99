// Does wrong to a panel's frames, each fault at a moment that has one cause: panel-faults PID CARD SEED FAULT=COUNT...
//
// PID is the kiosk's, whose picture has to be moving all the time; CARD is the card it shows it on. Faults come in any order, and each begins
// once frames flow again. For each a line is written: its name, when it began, and when frames had flowed again; nanoseconds, monotonic.
//   wake     a thread of higher priority has the processor while the frame thread sleeps until its next frame
//   stop     the process stands still meanwhile
//   flight   it stands still while a frame is on its way, and comes late to the next one
//   draw     the processor is taken from the frame thread in the midst of drawing
//   kernel   the card is given something else to do for a vertical blank, right before the frame
//   refuse   the process is no longer the card's master
//   away     another session has the panel
//   plug     the panel's cable is pulled out of its connector and put in again
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/vt.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { millisecond = 1000000 };

// Of the kernel's drm.h and drm_mode.h, which not every compiler's library has.
union wait_vblank {
  struct { uint32_t type, sequence; unsigned long signal; } request;
  struct { uint32_t type, sequence; long seconds, microseconds; } reply;
};
struct crtc {
  uint64_t connectors;
  uint32_t connector_count, id, framebuffer, x, y, gamma_size, mode_valid;
  char mode[68];
};
struct resources {
  uint64_t framebuffers, crtcs, connectors, encoders;
  uint32_t framebuffer_count, crtc_count, connector_count, encoder_count, sizes[4];
};
struct page_flip { uint32_t crtc, framebuffer, flags, reserved; uint64_t data; };
#define AUTH_MAGIC _IOW('d', 0x11, uint32_t)
#define SET_MASTER _IO('d', 0x1e)
#define DROP_MASTER _IO('d', 0x1f)
#define WAIT_VBLANK _IOWR('d', 0x3a, union wait_vblank)
#define GET_RESOURCES _IOWR('d', 0xa0, struct resources)
#define GET_CRTC _IOWR('d', 0xa1, struct crtc)
#define PAGE_FLIP _IOWR('d', 0xb0, struct page_flip)

static int process, frame_thread, card;
static const char *card_name;
static uint32_t crtc_id;
static uint64_t state;

static void fail(const char *what) {
  fprintf(stderr, "panel-faults: %s: %s\n", what, strerror(errno));
  exit(1);
}

// Between two numbers, the same for each seed. Source: Knuth's MMIX generator.
static int64_t between(int64_t low, int64_t high) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return low + (int64_t)((state >> 33) % (uint64_t)(high - low + 1));
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void sleep_until(int64_t time) {
  struct timespec moment = {time / 1000000000, time % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &moment, 0) == EINTR) {}
}

static void spin(int64_t duration) {
  for (int64_t end = now() + duration; now() < end;) {}
}

// The next vertical blank, and when it was.
static int64_t blank(void) {
  union wait_vblank wait = {.request = {.type = 1, .sequence = 1}};
  while (ioctl(card, WAIT_VBLANK, &wait) != 0)
    if (errno != EINTR) fail("wait for a vertical blank");
  return wait.reply.seconds * 1000000000LL + wait.reply.microseconds * 1000LL;
}

static uint32_t framebuffer(void) {
  struct crtc crtc = {.id = crtc_id};
  if (ioctl(card, GET_CRTC, &crtc) != 0) fail("look at the CRTC");
  return crtc.framebuffer;
}

// Until each vertical blank of some has brought a picture; a mode may have to be set before.
static void await_frames(void) {
  uint32_t last = 0;
  for (int count = 0, tries = 0; count < 8; tries++) {
    if (tries > 2000) { fprintf(stderr, "panel-faults: no frames come\n"); exit(3); }
    union wait_vblank wait = {.request = {.type = 1, .sequence = 1}};
    // While nothing is shown there are no blanks either.
    if (ioctl(card, WAIT_VBLANK, &wait) != 0) { sleep_until(now() + 10 * millisecond); count = 0; continue; }
    uint32_t current = framebuffer();
    count = current != last ? count + 1 : 0;
    last = current;
  }
}

static void open_of_process(const char *path) {
  char directory[64], link[600], target[600];
  int handle = syscall(SYS_pidfd_open, process, 0);
  if (handle < 0) fail("pidfd_open");
  snprintf(directory, sizeof directory, "/proc/%d/fd", process);
  DIR *entries = opendir(directory);
  struct dirent *entry;
  card = -1;
  while (entries && card < 0 && (entry = readdir(entries))) {
    snprintf(link, sizeof link, "%s/%s", directory, entry->d_name);
    ssize_t length = readlink(link, target, sizeof target - 1);
    if (length < 0) continue;
    target[length] = 0;
    if (strcmp(target, path) != 0) continue;
    card = syscall(SYS_pidfd_getfd, handle, atoi(entry->d_name), 0);
    uint32_t magic = 0;
    // Only the master may ask this. Source: drmIsMaster of libdrm.
    if (card >= 0 && ioctl(card, AUTH_MAGIC, &magic) != 0 && errno == EACCES) { close(card); card = -1; }
  }
  if (card < 0) fail("the process is not master of the card");
  uint32_t crtcs[16];
  struct resources resources = {.crtcs = (uintptr_t)crtcs, .crtc_count = 16};
  if (ioctl(card, GET_RESOURCES, &resources) != 0) fail("look at the card");
  for (uint32_t index = 0; index < resources.crtc_count && index < 16; index++) {
    struct crtc crtc = {.id = crtcs[index]};
    if (ioctl(card, GET_CRTC, &crtc) == 0 && crtc.mode_valid) crtc_id = crtc.id;
  }
}

static void find_thread(void) {
  char path[300], name[32];
  snprintf(path, sizeof path, "/proc/%d/task", process);
  DIR *entries = opendir(path);
  struct dirent *entry;
  while (entries && (entry = readdir(entries))) {
    snprintf(path, sizeof path, "/proc/%d/task/%s/comm", process, entry->d_name);
    FILE *file = fopen(path, "r");
    if (file && fgets(name, sizeof name, file) && strcmp(name, "vitrine-frame\n") == 0) frame_thread = atoi(entry->d_name);
    if (file) fclose(file);
  }
  if (!frame_thread) fail("there is no frame thread");
}

// Whether the frame thread would run, had this one not the processor.
static int draws(void) {
  char path[64], text[256] = {0};
  snprintf(path, sizeof path, "/proc/%d/task/%d/stat", process, frame_thread);
  int file = open(path, O_RDONLY);
  if (file >= 0) { if (read(file, text, sizeof text - 1) < 0) text[0] = 0; close(file); }
  char *end = strrchr(text, ')');
  return end && end[2] == 'R';
}

static void stand_still(int64_t duration) {
  kill(process, SIGSTOP);
  sleep_until(now() + duration);
  kill(process, SIGCONT);
}

static void show_terminal(int number) {
  int console = open("/dev/tty0", O_RDWR | O_NOCTTY);
  if (console < 0 || ioctl(console, VT_ACTIVATE, number) != 0 || ioctl(console, VT_WAITACTIVE, number) != 0) fail("the other terminal");
  close(console);
}

static void write_word(const char *path, const char *word) {
  int file = open(path, O_WRONLY);
  if (file < 0 || write(file, word, strlen(word)) < 0) fail(path);
  close(file);
}

// What the kernel says of the card's first connector, and that it tells of it as of any plug. Source: status_store of the kernel's drm_sysfs.c.
static void set_connector(const char *state) {
  char path[300], card_path[300];
  snprintf(card_path, sizeof card_path, "/sys/class/drm/%s", strrchr(card_name, '/') + 1);
  DIR *entries = opendir(card_path);
  struct dirent *entry;
  int is_found = 0;
  while (entries && !is_found && (entry = readdir(entries))) {
    snprintf(path, sizeof path, "%.100s/%.100s/status", card_path, entry->d_name);
    is_found = strncmp(entry->d_name, "card", 4) == 0 && !strstr(entry->d_name, "Writeback") && access(path, W_OK) == 0;
  }
  if (entries) closedir(entries);
  if (!is_found) fail("the card's connector");
  write_word(path, state);
  snprintf(path, sizeof path, "%.100s/uevent", card_path);
  write_word(path, "change");
}

// - Returns: when it began.
static int64_t inject(const char *fault) {
  int64_t before = blank(), began, duration = between(22, 60) * millisecond;
  if (strcmp(fault, "wake") == 0) {
    sleep_until(before + 3 * millisecond);
    began = now();
    spin(duration);
  } else if (strcmp(fault, "stop") == 0) {
    sleep_until(before + 3 * millisecond);
    began = now();
    stand_still(duration);
  } else if (strcmp(fault, "flight") == 0) {
    sleep_until(before + 13 * millisecond);
    began = now();
    stand_still(duration);
  } else if (strcmp(fault, "draw") == 0) {
    // A frame is begun half a period before its blank.
    for (int tries = 0;; tries++) {
      sleep_until(before + between(8450, 8850) * 1000);
      if (draws()) break;
      if (tries > 300) { fprintf(stderr, "panel-faults: it is never seen drawing\n"); exit(3); }
      before = blank();
    }
    began = now();
    spin(duration);
  } else if (strcmp(fault, "kernel") == 0) {
    uint32_t shown = framebuffer();
    sleep_until(before + 2 * millisecond);
    began = now();
    struct page_flip flip = {.crtc = crtc_id, .framebuffer = shown};
    if (ioctl(card, PAGE_FLIP, &flip) != 0) fail("flip");
  } else if (strcmp(fault, "refuse") == 0) {
    sleep_until(before + 3 * millisecond);
    began = now();
    if (ioctl(card, DROP_MASTER, 0) != 0) fail("drop the mastership");
    sleep_until(now() + duration);
    if (ioctl(card, SET_MASTER, 0) != 0) fail("give the mastership back");
  } else if (strcmp(fault, "away") == 0) {
    sleep_until(before + between(0, 16) * millisecond);
    began = now();
    show_terminal(2);
    sleep_until(now() + duration);
    show_terminal(1);
  } else if (strcmp(fault, "plug") == 0) {
    sleep_until(before + between(0, 16) * millisecond);
    began = now();
    set_connector("off");
    // A kiosk looks when plugs have come to rest, after 0.3 s.
    sleep_until(now() + between(600, 900) * millisecond);
    set_connector("detect");
    sleep_until(now() + 400 * millisecond);
  } else { fprintf(stderr, "panel-faults: %s is no fault\n", fault); exit(2); }
  return began;
}

int main(int count, char **arguments) {
  if (count < 5) { fprintf(stderr, "usage: panel-faults PID CARD SEED FAULT=COUNT...\n"); return 2; }
  process = atoi(arguments[1]);
  state = strtoull(arguments[3], 0, 10);
  static char faults[1000][16];
  int total = 0;
  for (int index = 4; index < count; index++) {
    char name[16];
    int times;
    if (sscanf(arguments[index], "%15[a-z]=%d", name, &times) != 2) { fprintf(stderr, "panel-faults: %s?\n", arguments[index]); return 2; }
    for (; times > 0 && total < 1000; times--) strcpy(faults[total++], name);
  }
  card_name = arguments[2];
  open_of_process(card_name);
  find_thread();
  struct sched_param priority = {.sched_priority = 40};
  if (sched_setscheduler(0, SCHED_FIFO, &priority) != 0) fail("real-time priority");
  for (int left = total; left > 0; left--) {
    int chosen = (int)between(0, left - 1);
    await_frames();
    int64_t began = inject(faults[chosen]);
    await_frames();
    printf("fault %s %lld %lld\n", faults[chosen], (long long)began, (long long)now());
    fflush(stdout);
    strcpy(faults[chosen], faults[left - 1]);
  }
  return 0;
}
