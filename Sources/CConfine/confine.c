#define _GNU_SOURCE
#include "CConfine.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define ARCHITECTURE AUDIT_ARCH_RISCV64
#else
#error "the reader's table of system calls has no architecture for this machine"
#endif

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 8U
#endif

/* What computing needs: memory, locks, clocks, the one socket, files in memory, the end. By number alone. */
static const int allowed[] = {
  __NR_read, __NR_pread64, __NR_write, __NR_writev, __NR_recvmsg, __NR_sendmsg, __NR_memfd_create, __NR_ftruncate, __NR_close, __NR_lseek,
  __NR_brk, __NR_munmap, __NR_mremap, __NR_madvise, __NR_futex, __NR_sched_yield, __NR_getrandom,
  __NR_clock_gettime, __NR_gettimeofday, __NR_clock_getres, __NR_getrusage, __NR_getpid, __NR_gettid, __NR_sched_getaffinity,
  /* qsort() asks how much memory there is. */
  __NR_sysinfo,
  __NR_rt_sigprocmask, __NR_rt_sigreturn, __NR_restart_syscall, __NR_exit, __NR_exit_group,
};

/* What libraries ask of files: fails, or is allowed to those who go on reading some of them. */
static const int asking[] = {
  __NR_faccessat, __NR_newfstatat, __NR_readlinkat, __NR_fstat,
#ifdef __NR_open
  __NR_access, __NR_stat, __NR_lstat, __NR_readlink,
#endif
#ifdef __NR_faccessat2
  __NR_faccessat2,
#endif
#ifdef __NR_statx
  __NR_statx,
#endif
};

/* What reading directories needs beside. */
static const int listing[] = {__NR_getdents64, __NR_fstatfs, __NR_statfs};

/* What threads need: libraries that draw have some. clone3(2) hides what it is asked for in memory; the C library does without it. */
static const int threading[] = {__NR_set_robust_list, __NR_rseq, __NR_rt_sigaction, __NR_sigaltstack};

/* Fails instead of ending the process. */
static const int refused[] = {
  /* Asked of the standard error before a check that failed says so. */
  __NR_ioctl,
};

/* Opening, where it fails. */
static const int opening[] = {
  __NR_openat,
#ifdef __NR_open
  __NR_open,
#endif
};

/* Allowed where one argument, without the bits of `free`, is `value`. */
struct rule {
  int number, argument;
  uint32_t free, value;
};

enum { PROGRAM_LIMIT = 256 };

struct program {
  struct sock_filter code[PROGRAM_LIMIT];
  unsigned short length;
};

static void add(struct program *program, uint16_t code, uint8_t yes, uint8_t no, uint32_t value) {
  if (program->length < PROGRAM_LIMIT) program->code[program->length] = (struct sock_filter){code, yes, no, value};
  program->length++;
}

static void add_answer(struct program *program, int number, uint32_t answer) {
  add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (uint32_t)number);
  add(program, BPF_RET | BPF_K, 0, 0, answer);
}

static void add_answers(struct program *program, const int *numbers, size_t count, uint32_t answer) {
  for (size_t i = 0; i < count; i++) add_answer(program, numbers[i], answer);
}

#define ANSWERS(program, numbers, answer) add_answers(program, numbers, sizeof(numbers) / sizeof *(numbers), answer)

/* A number is compared, the low half of the argument loaded, its free bits taken away, the rest compared; the high half has to be 0.
   What does not fit goes on to the next rule with the number, and past the last one to its end. */
static void add_rule(struct program *program, struct rule rule) {
  uint32_t place = (uint32_t)(offsetof(struct seccomp_data, args) + 8 * (size_t)rule.argument);
  add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 7, (uint32_t)rule.number);
  add(program, BPF_LD | BPF_W | BPF_ABS, 0, 0, place + 4);
  add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, 0);
  add(program, BPF_LD | BPF_W | BPF_ABS, 0, 0, place);
  add(program, BPF_ALU | BPF_AND | BPF_K, 0, 0, ~rule.free);
  add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, rule.value);
  add(program, BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
  add(program, BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr));
}

/* Flags of open(2) with which a file is read and nothing else. */
static const uint32_t reading = O_CLOEXEC | O_NOFOLLOW | O_DIRECTORY | O_NOCTTY | O_NONBLOCK | O_NOATIME | 0100000 /* O_LARGEFILE */;

static int filter_calls(int draws) {
  const struct rule rules[] = {
    /* Memory that can be run cannot be made. */
    {__NR_mmap, 2, PROT_READ | PROT_WRITE, 0},
    {__NR_mprotect, 2, PROT_READ | PROT_WRITE, 0},
    /* F_ADD_SEALS and F_GET_SEALS, and two harmless questions between which they stand. */
    {__NR_fcntl, 1, 3, F_ADD_SEALS & ~3},
    /* abort() of this process, and no signal to any other. */
    {__NR_tgkill, 0, 0, (uint32_t)getpid()},
  };
  const struct rule rules_of_drawing[] = {
    /* pthread_create(3), as the C library asks for it: never a process. */
    {__NR_clone, 0, 0,
     CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS | CLONE_PARENT_SETTID |
       CLONE_CHILD_CLEARTID},
    /* Its name, and nothing else. */
    {__NR_prctl, 0, 0, PR_SET_NAME},
    {__NR_openat, 2, reading, O_RDONLY},
#ifdef __NR_open
    {__NR_open, 1, reading, O_RDONLY},
#endif
    /* F_DUPFD, F_GETFD, F_SETFD and F_GETFL. */
    {__NR_fcntl, 1, 3, 0},
  };
  struct program program = {.length = 0};
  add(&program, BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, arch));
  add(&program, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, ARCHITECTURE);
  add(&program, BPF_RET | BPF_K, 0, 0, SECCOMP_RET_KILL_PROCESS);
  add(&program, BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr));
  ANSWERS(&program, allowed, SECCOMP_RET_ALLOW);
  ANSWERS(&program, refused, SECCOMP_RET_ERRNO | EACCES);
  ANSWERS(&program, asking, draws ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | EACCES);
  if (draws) {
    ANSWERS(&program, listing, SECCOMP_RET_ALLOW);
    ANSWERS(&program, threading, SECCOMP_RET_ALLOW);
    add_answer(&program, __NR_clone3, SECCOMP_RET_ERRNO | ENOSYS);
    for (size_t i = 0; i < sizeof rules_of_drawing / sizeof *rules_of_drawing; i++) add_rule(&program, rules_of_drawing[i]);
  }
  /* Opening for anything but reading fails, too. */
  ANSWERS(&program, opening, SECCOMP_RET_ERRNO | EACCES);
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) add_rule(&program, rules[i]);
  /* Libraries that draw ask for this and that, each version for something else, and go on without it. */
  add(&program, BPF_RET | BPF_K, 0, 0, draws ? SECCOMP_RET_ERRNO | EACCES : SECCOMP_RET_KILL_PROCESS);
  if (program.length > PROGRAM_LIMIT) {
    errno = E2BIG;
    return -1;
  }
  /* For the threads it may have, too. */
  struct sock_fprog whole = {.len = program.length, .filter = program.code};
  return (int)syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &whole);
}

static void allow_below(int ruleset, const char *directory) {
  struct landlock_path_beneath_attr rule = {
    .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR, .parent_fd = open(directory, O_PATH | O_CLOEXEC)};
  /* What is not there cannot be read anyway. */
  if (rule.parent_fd < 0) return;
  syscall(__NR_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  close(rule.parent_fd);
}

/* Everything of the file system that the kernel knows to forbid, but reading below some directories. Source: the ABI table of
   Documentation/userspace-api/landlock.rst. */
static int forbid_files(const char *const readable[]) {
  long version = syscall(__NR_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return -1;
  struct {
    uint64_t files, network;
  } all = {.files = (1ULL << 13) - 1, .network = 0};
  if (version >= 2) all.files |= 1ULL << 13;
  if (version >= 3) all.files |= 1ULL << 14;
  if (version >= 5) all.files |= 1ULL << 15;
  if (version >= 4) all.network = 3;
  int ruleset = (int)syscall(__NR_landlock_create_ruleset, &all, version >= 4 ? sizeof all : sizeof all.files, 0);
  if (ruleset < 0) return -1;
  for (; readable && *readable; readable++) allow_below(ruleset, *readable);
  int result = (int)syscall(__NR_landlock_restrict_self, ruleset, 0);
  close(ruleset);
  return result;
}

int confine_available(void) {
  int found = 0;
  if (syscall(__NR_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) >= 1) found |= CONFINE_FILES;
  uint32_t action = SECCOMP_RET_KILL_PROCESS;
  if (syscall(__NR_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0) found |= CONFINE_CALLS;
  return found;
}

static int limit(int resource, rlim_t value) {
  struct rlimit both = {value, value};
  struct rlimit known;
  /* What is lower already cannot be raised, and need not be. */
  if (getrlimit(resource, &known) == 0 && known.rlim_max < value) both.rlim_cur = both.rlim_max = known.rlim_max;
  return setrlimit(resource, &both);
}

size_t confine_size(void) {
  FILE *file = fopen("/proc/self/statm", "re");
  unsigned long pages = 0;
  if (file) {
    if (fscanf(file, "%lu", &pages) != 1) pages = 0;
    fclose(file);
  }
  /* Without /proc no less than any program of this size has. */
  return pages ? pages * (size_t)sysconf(_SC_PAGESIZE) : (size_t)1 << 30;
}

/* Whoever reads what came from the world goes first when the kernel is out of memory, and not the kiosk. Without /proc it is as likely
   as its parent. Source: proc(5), oom_score_adj: 1000 is the most, and raising it needs no right. */
static void go_first(void) {
  int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  while (write(file, "1000", 4) < 0 && errno == EINTR) continue;
  close(file);
}

int confine_files(const char *const readable[]) {
  go_first();
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
  return forbid_files(readable) == 0 ? CONFINE_FILES : 0;
}

int confine(int first, size_t most, size_t written, int draws) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)) return -1;
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)) return -1;
  if (syscall(__NR_close_range, (unsigned)first, ~0U, 0)) {
    /* Linux before 5.9. */
    for (int number = first; number < (int)sysconf(_SC_OPEN_MAX); number++) close(number);
  }
  if (limit(RLIMIT_CORE, 0) || limit(RLIMIT_FSIZE, written) || limit(RLIMIT_NOFILE, (rlim_t)first + (draws ? 128 : 8))) return -1;
  if (limit(RLIMIT_MEMLOCK, 0) || (!draws && limit(RLIMIT_NPROC, 0))) return -1;
  if (limit(RLIMIT_AS, most)) return -1;
  return filter_calls(draws) == 0 ? CONFINE_CALLS : 0;
}

int confine_send(int socket, const void *head, size_t head_count, const void *bytes, size_t count, int descriptor) {
  struct iovec parts[] = {{(void *)head, head_count}, {(void *)bytes, count}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = count > 0 ? 2 : 1};
  union {
    struct cmsghdr first;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  memset(&control, 0, sizeof control);
  if (descriptor >= 0) {
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    struct cmsghdr *entry = CMSG_FIRSTHDR(&message);
    entry->cmsg_level = SOL_SOCKET;
    entry->cmsg_type = SCM_RIGHTS;
    entry->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(entry), &descriptor, sizeof descriptor);
  }
  while (sendmsg(socket, &message, MSG_NOSIGNAL) < 0)
    if (errno != EINTR) return errno;
  return 0;
}

long confine_receive(int socket, void *head, size_t head_count, void *bytes, size_t count, int *descriptor) {
  struct iovec parts[] = {{head, head_count}, {bytes, count}};
  union {
    struct cmsghdr first;
    char bytes[CMSG_SPACE(sizeof(int) * 4)];
  } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2, .msg_control = &control, .msg_controllen = sizeof control};
  *descriptor = -1;
  ssize_t size;
  while ((size = recvmsg(socket, &message, MSG_CMSG_CLOEXEC)) < 0)
    if (errno != EINTR) return -1;
  for (struct cmsghdr *entry = CMSG_FIRSTHDR(&message); entry; entry = CMSG_NXTHDR(&message, entry)) {
    if (entry->cmsg_level != SOL_SOCKET || entry->cmsg_type != SCM_RIGHTS) continue;
    size_t found = (entry->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < found; i++) {
      int number;
      memcpy(&number, CMSG_DATA(entry) + i * sizeof number, sizeof number);
      if (*descriptor < 0) *descriptor = number;
      else close(number);
    }
  }
  return size;
}

int confine_pair(int sockets[2]) {
  return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) ? errno : 0;
}

int confine_memory(void) {
  int descriptor = memfd_create("vitrine-reader", MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
  /* Linux before 6.3. */
  if (descriptor < 0 && errno == EINVAL) descriptor = memfd_create("vitrine-reader", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  return descriptor;
}

int confine_seal(int descriptor) {
  return fcntl(descriptor, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) ? errno : 0;
}

int confine_is_sealed(int descriptor) {
  int wanted = F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW;
  int seals = fcntl(descriptor, F_GET_SEALS);
  return seals >= 0 && (seals & wanted) == wanted;
}

long confine_peak(void) {
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) ? 0 : usage.ru_maxrss << 10;
}
