#define _GNU_SOURCE
#include "CRescue.h"
#include <errno.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

static atomic_int terminal = -1;
static atomic_int keyboard = K_UNICODE;
static atomic_int note = -1;
static atomic_flag entered = ATOMIC_FLAG_INIT;

struct line {
  char bytes[256];
  size_t length;
};

static void add(struct line *line, const char *text) {
  while (*text && line->length < sizeof line->bytes) line->bytes[line->length++] = *text++;
}

static void add_number(struct line *line, unsigned long long value, unsigned base) {
  char digits[24];
  size_t count = 0;
  do {
    digits[count++] = "0123456789abcdef"[value % base];
    value /= base;
  } while (value && count < sizeof digits);
  while (count && line->length < sizeof line->bytes) line->bytes[line->length++] = digits[--count];
}

static void write_note(int number, const siginfo_t *info) {
  int descriptor = atomic_load(&note);
  if (descriptor < 0) return;
  struct timespec now = {0};
  clock_gettime(CLOCK_REALTIME, &now);
  char thread[17] = {0};
  prctl(PR_GET_NAME, thread);
  struct line line = {.length = 0};
  add(&line, "signal ");
  add_number(&line, (unsigned long long)number, 10);
  add(&line, "\ntime ");
  add_number(&line, (unsigned long long)now.tv_sec, 10);
  add(&line, "\naddress ");
  /* Sent by another process there is a sender instead of an address. */
  add_number(&line, info->si_code > 0 ? (unsigned long long)(size_t)info->si_addr : 0, 16);
  add(&line, "\nthread ");
  add(&line, thread);
  add(&line, "\n");
  if (pwrite(descriptor, line.bytes, line.length, 0) == (ssize_t)line.length) fsync(descriptor);
}

static void restore_terminal(void) {
  int descriptor = atomic_load(&terminal);
  if (descriptor < 0) return;
  struct vt_mode mode = {.mode = VT_AUTO};
  ioctl(descriptor, VT_SETMODE, &mode);
  ioctl(descriptor, KDSETMODE, KD_TEXT);
  ioctl(descriptor, KDSKBMODE, atomic_load(&keyboard));
}

static void handle(int number, siginfo_t *info, void *context) {
  (void)context;
  int code = errno;
  if (!atomic_flag_test_and_set(&entered)) {
    restore_terminal();
    write_note(number, info);
  }
  /* SA_RESETHAND has put the default action back: it takes effect on return. */
  raise(number);
  errno = code;
}

void rescue_terminal(int descriptor, int keyboard_mode) {
  atomic_store(&keyboard, keyboard_mode);
  atomic_store(&terminal, descriptor);
}

void rescue_note(int descriptor) {
  int before = atomic_exchange(&note, descriptor);
  if (before >= 0) close(before);
}

int rescue_install(void) {
  static const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS, SIGABRT};
  struct sigaction action = {0};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_RESETHAND | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigset_t set;
  sigemptyset(&set);
  for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++) {
    if (sigaction(numbers[index], &action, NULL)) return errno;
    sigaddset(&set, numbers[index]);
  }
  /* Whoever started the process may have left them blocked. */
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  return rescue_stack();
}

static pthread_key_t stack_key;
static pthread_once_t stack_once = PTHREAD_ONCE_INIT;
static int stack_failure;

/* Of a thread that ends. */
static void release_stack(void *memory) {
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  free(memory);
}

static void make_stack_key(void) { stack_failure = pthread_key_create(&stack_key, release_stack); }

int rescue_stack(void) {
  size_t size = 64 << 10;
  pthread_once(&stack_once, make_stack_key);
  if (stack_failure) return stack_failure;
  if (pthread_getspecific(stack_key)) return 0;
  stack_t stack = {.ss_sp = malloc(size), .ss_size = size};
  if (!stack.ss_sp) return ENOMEM;
  int failure = sigaltstack(&stack, NULL) ? errno : pthread_setspecific(stack_key, stack.ss_sp);
  if (!failure) return 0;
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  free(stack.ss_sp);
  return failure;
}
