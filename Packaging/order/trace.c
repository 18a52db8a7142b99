// Writes down which functions a program and those it starts come by: trace OUTPUT OFFSETS PROGRAM ARGUMENT...
// OFFSETS holds a hexadecimal offset a line, where each function begins in the file of PROGRAM when it is loaded at 0. All of them get a breakpoint
// which goes the first time that it is met, so that the program is nearly as fast as without. SIGTERM is handed on. Linux on x86-64.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

static uint64_t *offsets;
static unsigned char *met, *original;
static size_t count;
static struct stat program;
static pid_t first;

static void die(const char *what) {
  perror(what);
  exit(1);
}

static void hand_on(int number) { kill(first, number); }

static int by_offset(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

// Where the program is loaded in a process; 0 where it runs another.
static uint64_t base_of(pid_t process) {
  char path[64], line[4096];
  snprintf(path, sizeof path, "/proc/%d/exe", process);
  struct stat other;
  if (stat(path, &other) || other.st_ino != program.st_ino || other.st_dev != program.st_dev) return 0;
  snprintf(path, sizeof path, "/proc/%d/maps", process);
  FILE *maps = fopen(path, "r");
  if (!maps) return 0;
  uint64_t base = 0;
  while (fgets(line, sizeof line, maps)) {
    unsigned long long start, offset, inode;
    if (sscanf(line, "%llx-%*x %*s %llx %*s %llu", &start, &offset, &inode) == 3 && !offset && inode == program.st_ino) {
      base = start;
      break;
    }
  }
  fclose(maps);
  return base;
}

static int memory_of(pid_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/mem", process);
  return open(path, O_RDWR | O_CLOEXEC);
}

// Everywhere, also where another process has been by now: what it has not done itself is not known to it.
static void lay(pid_t process) {
  uint64_t base = base_of(process);
  if (!base) return;
  int memory = memory_of(process);
  if (memory < 0) die("/proc/PID/mem");
  const unsigned char trap = 0xCC;
  for (size_t index = 0; index < count; index++)
    if (pwrite(memory, &trap, 1, (off_t)(base + offsets[index])) != 1) die("a breakpoint");
  close(memory);
}

// Whether the thread stands behind one of ours, which is taken away then.
static int take(pid_t thread) {
  struct user_regs_struct registers;
  if (ptrace(PTRACE_GETREGS, thread, 0, &registers)) return 0;
  uint64_t base = base_of(thread), at = registers.rip - 1 - base;
  uint64_t *found = base ? bsearch(&at, offsets, count, sizeof *offsets, by_offset) : 0;
  if (!found) return 0;
  size_t index = (size_t)(found - offsets);
  met[index] = 1;
  int memory = memory_of(thread);
  if (memory < 0 || pwrite(memory, &original[index], 1, (off_t)(base + at)) != 1) die("the end of a breakpoint");
  close(memory);
  registers.rip -= 1;
  if (ptrace(PTRACE_SETREGS, thread, 0, &registers)) die("PTRACE_SETREGS");
  return 1;
}

static void read_offsets(const char *list, const char *path) {
  FILE *lines = fopen(list, "r");
  if (!lines) die(list);
  size_t room = 0;
  for (unsigned long long offset; fscanf(lines, "%llx", &offset) == 1; offsets[count++] = offset)
    if (count == room && !(offsets = realloc(offsets, (room = 2 * room + 1024) * sizeof *offsets))) die("offsets");
  fclose(lines);
  if (!count) {
    fprintf(stderr, "%s: no offset\n", list);
    exit(1);
  }
  qsort(offsets, count, sizeof *offsets, by_offset);
  if (!(met = calloc(count, 1)) || !(original = calloc(count, 1))) die("offsets");
  if (stat(path, &program)) die(path);
}

int main(int argc, char **argv) {
  if (argc < 4) {
    fputs("usage: trace OUTPUT OFFSETS PROGRAM ARGUMENT...\n", stderr);
    return 1;
  }
  read_offsets(argv[2], argv[3]);
  first = fork();
  if (first < 0) die("fork");
  if (!first) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    execv(argv[3], argv + 3);
    die(argv[3]);
  }
  signal(SIGTERM, hand_on);
  int status, ended = 0, is_read = 0;
  for (;;) {
    pid_t thread = waitpid(-1, &status, __WALL);
    if (thread < 0 && errno == EINTR) continue;
    if (thread < 0) break;
    if (WIFEXITED(status) || WIFSIGNALED(status)) {
      if (thread == first) ended = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      continue;
    }
    int number = WSTOPSIG(status), event = status >> 16;
    if (thread == first && !is_read) {
      // Stands where the program begins: what is there before anything is laid.
      ptrace(PTRACE_SETOPTIONS, thread, 0,
             PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL);
      uint64_t base = base_of(thread);
      int memory = memory_of(thread);
      if (!base || memory < 0) die(argv[3]);
      for (size_t index = 0; index < count; index++)
        if (pread(memory, &original[index], 1, (off_t)(base + offsets[index])) != 1) die("what stands at an offset");
      close(memory);
      lay(thread);
      is_read = 1;
      number = 0;
    } else if (event == PTRACE_EVENT_EXEC) {
      lay(thread);
      number = 0;
    } else if (event) {
      number = 0;
    } else if (number == SIGTRAP) {
      if (take(thread)) number = 0;
    } else if (number == SIGSTOP) {
      // A new thread or process stops once by itself.
      number = 0;
    }
    ptrace(PTRACE_CONT, thread, 0, (void *)(intptr_t)number);
  }
  FILE *output = fopen(argv[1], "w");
  if (!output) die(argv[1]);
  for (size_t index = 0; index < count; index++)
    if (met[index]) fprintf(output, "%llx\n", (unsigned long long)offsets[index]);
  fclose(output);
  return ended;
}
