#pragma once
/* What is done when the process dies of a signal. Signal handlers may call only
   a few functions and must not allocate, so this is C and not Swift. */

/* The virtual terminal to give back: text mode, this keyboard mode, switching by
   the kernel. A descriptor of -1 forgets it. */
void rescue_terminal(int descriptor, int keyboard_mode);

/* Where the note of the signal is written; the descriptor stays open, and
   the one before is closed. -1: nowhere. */
void rescue_note(int descriptor);

/* Installs the handlers for SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS and
   SIGABRT. Each restores the terminal, writes the note, and dies of the signal.
   Returns 0, or an error number. */
int rescue_install(void);

/* Gives the calling thread a stack of its own for the handlers, so that they run
   after a stack overflow too. Kept for the life of the thread, and freed with it. */
int rescue_stack(void);
