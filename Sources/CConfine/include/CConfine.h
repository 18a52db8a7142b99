#pragma once
/* What a reader gives up before it reads, and how descriptors travel: system calls whose numbers, structures and macros Swift does not
   see. */
#include <stddef.h>
#include <stdint.h>

/* What of the confinement this kernel has, as bits. */
enum { CONFINE_FILES = 1, CONFINE_CALLS = 2 };

/* Which of the confinements the running kernel knows; changes nothing. */
int confine_available(void);

/* Takes all files from the calling thread and those it starts from now on, for good (Landlock), but reading below some directories:
   names, and NULL behind the last; NULL for none. Returns CONFINE_FILES where that is in force, 0 where the kernel does not know it, or
   -1 and errno. */
int confine_files(const char *const readable[]);

/* The address space the calling process has, in bytes. To be asked while it may still open files. */
size_t confine_size(void);

/* Takes from the calling process, for good: privileges by exec, ptrace by its equals, life after the thread that started it, core files,
   descriptors from `first` on, more threads and processes than it has, and all system calls but those that computing needs. The process
   is ended by SIGSYS at any other; opening a file only fails, with EACCES, because libraries look for files that need not be there. One that
   `draws` goes on opening files for reading, and starting threads, and all else fails.
   `most`: bytes of address space it may have. `written`: bytes of the largest answer.
   Returns CONFINE_CALLS where that is in force, 0 where the kernel does not know it, or -1 and errno when something failed that every
   kernel has. */
int confine(int first, size_t memory, size_t written, int draws);

/* Sends a head and what follows it as one packet, with a descriptor unless it is negative. 0, or an errno. */
int confine_send(int socket, const void *head, size_t head_count, const void *bytes, size_t count, int descriptor);

/* Receives one packet: its head, and what follows it. Returns its size, 0 at the end, or -1 and errno. `descriptor` is what came with
   it, closed on exec, or -1; of several, all but the first are closed. */
long confine_receive(int socket, void *head, size_t head_count, void *bytes, size_t count, int *descriptor);

/* A pair of connected packet sockets, closed on exec. 0, or an errno. */
int confine_pair(int sockets[2]);

/* A file in memory that cannot be run, closed on exec; or -1 and errno. */
int confine_memory(void);

/* Nothing about the file can change any more. 0, or an errno. */
int confine_seal(int descriptor);

/* Whether it is a file in memory whose bytes and size can change no more. */
int confine_is_sealed(int descriptor);

/* The most memory the calling process has had so far, in bytes. */
long confine_peak(void);
