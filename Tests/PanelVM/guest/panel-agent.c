// Runs commands for the machine outside, over a virtio port.
//
// In: a number of bytes, a line feed, and that many bytes for a shell. Out: "O <number>\n" with as many bytes of output, as often as
// there is any, and "X <status>\n" at the end. An empty line is answered with "R\n", which the agent also says when it starts.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PORT "/dev/virtio-ports/panel.0"

static int port;

static void put(const void *bytes, size_t count) {
  const char *next = bytes;
  while (count > 0) {
    ssize_t written = write(port, next, count);
    if (written < 0 && errno != EINTR && errno != EAGAIN) exit(1);
    if (written < 0) { usleep(1000); continue; }
    next += written;
    count -= written;
  }
}

// While nobody is on the other side reads give nothing.
static void get(char *bytes, size_t count) {
  while (count > 0) {
    ssize_t number = read(port, bytes, count);
    if (number <= 0) { usleep(10000); continue; }
    bytes += number;
    count -= number;
  }
}

static void run(const char *script) {
  int pipes[2];
  if (pipe2(pipes, O_CLOEXEC) != 0) exit(1);
  pid_t child = fork();
  if (child == 0) {
    setsid();
    int null = open("/dev/null", O_RDWR);
    dup2(null, 0);
    dup2(pipes[1], 1);
    dup2(pipes[1], 2);
    execl("/bin/sh", "sh", "-c", script, (char *)0);
    _exit(127);
  }
  close(pipes[1]);
  fcntl(pipes[0], F_SETFL, O_NONBLOCK);
  // It is over when the shell is, even if something it has started still holds the pipe.
  int status = 0, is_over = 0;
  for (;;) {
    char bytes[16384], line[32];
    struct pollfd wait = {.fd = pipes[0], .events = POLLIN};
    poll(&wait, 1, is_over ? 0 : 20);
    ssize_t number = read(pipes[0], bytes, sizeof bytes);
    if (number > 0) {
      put(line, snprintf(line, sizeof line, "O %zd\n", number));
      put(bytes, number);
      continue;
    }
    if (is_over) break;
    is_over = waitpid(child, &status, number == 0 ? 0 : WNOHANG) == child;
  }
  close(pipes[0]);
  char line[32];
  put(line, snprintf(line, sizeof line, "X %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)));
}

int main(void) {
  for (int tries = 0; (port = open(PORT, O_RDWR | O_CLOEXEC)) < 0; tries++) {
    if (tries > 3000) { perror(PORT); return 1; }
    usleep(20000);
  }
  put("R\n", 2);
  for (;;) {
    char line[16] = {0};
    for (size_t length = 0; length < sizeof line - 1; length++) {
      get(line + length, 1);
      if (line[length] == '\n') break;
    }
    size_t count = strtoul(line, 0, 10);
    if (count == 0) { put("R\n", 2); continue; }
    char *script = calloc(count + 1, 1);
    if (script == 0) return 1;
    get(script, count);
    run(script);
    free(script);
  }
}
