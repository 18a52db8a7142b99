#pragma once
/* Linux interfaces that the Glibc module does not carry. Functions that need
   _GNU_SOURCE are declared here: the glibc headers arrive prebuilt, so defining
   the macro has no effect. */
#include <stdint.h>
#include <sys/types.h>
#include <elf.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <linux/kd.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/vt.h>
#include <fts.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

extern int pthread_setname_np(pthread_t, const char *);
extern int pthread_clockjoin_np(pthread_t, void **, clockid_t, const struct timespec *);
extern int accept4(int, struct sockaddr *, socklen_t *, int);
extern int memfd_create(const char *, unsigned int);
extern int pipe2(int[2], int);
extern int sched_getaffinity(pid_t, size_t, void *);

/* A socket's types as numbers, closed in programs that are started. Glibc's are members of an enumeration, which Swift takes to belong to
   whichever module's headers it meets first. */
enum {
  VITRINE_SOCK_DGRAM = SOCK_DGRAM | SOCK_CLOEXEC,
  VITRINE_SOCK_RAW = SOCK_RAW | SOCK_CLOEXEC,
  VITRINE_SOCK_STREAM = SOCK_STREAM | SOCK_CLOEXEC,
};

/* Who is at the other end of a local socket: struct ucred, which needs _GNU_SOURCE, and the groups that only the kernel's headers number.
   Source: unix(7); asm-generic/socket.h, Linux 4.13. */
typedef struct {
  int32_t process;
  uint32_t user;
  uint32_t group;
} vitrine_peer;
enum { VITRINE_SO_PEERCRED = SO_PEERCRED, VITRINE_SO_PEERGROUPS = 59 };

/* How many processors the calling thread may run on; 1 where that cannot be said. */
static inline int vitrine_processors(void) {
  unsigned long mask[128] = {0};
  int count = 0;
  if (sched_getaffinity(0, sizeof mask, mask) < 0) return 1;
  for (unsigned i = 0; i < sizeof mask / sizeof *mask; i++) count += __builtin_popcountl(mask[i]);
  return count;
}

/* SCHED_RESET_ON_FORK, which needs _GNU_SOURCE. */
enum { VITRINE_SCHED_RESET_ON_FORK = 0x40000000 };

/* No huge pages for this process, and those it starts: PR_SET_THP_DISABLE, whose call has a variable number of arguments. Source: prctl(2). */
static inline int vitrine_refuse_huge_pages(void) { return prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0); }

/* Has the kernel read what it has not read yet of the program's own file, as far as it is loaded: code first, from its beginning. How many
   parts that were. Nothing of it becomes part of the process. A little at a time: of more than a device reads ahead the kernel leaves the
   rest out. Source: elf(5), getauxval(3), madvise(2); mm/readahead.c, force_page_cache_ra. */
static inline int vitrine_read_program(void) {
#if __SIZEOF_POINTER__ == 8
  typedef Elf64_Phdr header;
#else
  typedef Elf32_Phdr header;
#endif
  const header *headers = (const header *)getauxval(AT_PHDR);
  unsigned long count = getauxval(AT_PHNUM), page = (unsigned long)sysconf(_SC_PAGESIZE), base = 0;
  int parts = 0;
  if (!headers) return 0;
  for (unsigned long i = 0; i < count; i++)
    if (headers[i].p_type == PT_PHDR) base = (unsigned long)headers - headers[i].p_vaddr;
  for (unsigned long i = 0; i < 2 * count; i++) {
    const header *part = &headers[i % count];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X) == (i < count)) continue;
    unsigned long start = (base + part->p_vaddr) & ~(page - 1), end = base + part->p_vaddr + part->p_filesz;
    const unsigned long step = 128 * 1024;
    int result = end > start ? 0 : -1;
    for (; start < end && result == 0; start += step)
      result = madvise((void *)start, end - start < step ? end - start : step, MADV_WILLNEED);
    if (result == 0) parts++;
  }
  return parts;
}

/* How nice the calling thread is. What is asked about is a member of an enumeration as well. */
static inline int vitrine_be_nice(int niceness) { return setpriority(PRIO_PROCESS, 0, niceness); }

/* Voluntary context switches of the calling thread; 1 is RUSAGE_THREAD, which needs _GNU_SOURCE. */
static inline long vitrine_thread_waits(void) {
  struct rusage usage;
  return getrusage((__rusage_who_t)1, &usage) == 0 ? usage.ru_nvcsw : 0;
}
