// The parts of ncurses and of the terminal system calls that Swift needs.
//
// Macros that Swift cannot import become constants and small functions. The part at the end holds
// the process's signal handlers. They are written in C because a handler may call async-signal-safe
// functions only.

#ifndef CHATTUI_CNCURSES_SHIM_H
#define CHATTUI_CNCURSES_SHIM_H

// The feature macros that ncurses itself is built with: wide characters, and wcwidth() declared.
#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

extern int wcwidth(wchar_t character);

// libdispatch's hook for foreign run loops, which CoreFoundation uses too.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *ignored);

static const attr_t CT_BOLD = A_BOLD;
static const attr_t CT_DIM = A_DIM;
static const attr_t CT_ITALIC = A_ITALIC;
static const attr_t CT_UNDERLINE = A_UNDERLINE;
static const attr_t CT_REVERSE = A_REVERSE;

static inline WINDOW *ct_stdscr(void) { return stdscr; }
static inline WINDOW *ct_curscr(void) { return curscr; }
static inline int ct_colors(void) { return COLORS; }
static inline int ct_color_pairs(void) { return COLOR_PAIRS; }
// The header that declares it also defines macros such as "lines" and "tab".
extern int setupterm(const char *type, int fd, int *error);

// Whether the terminfo database here describes this terminal type.
static inline int ct_is_known(const char *type) {
  int error;
  return setupterm(type, STDOUT_FILENO, &error) == OK;
}

// Whether the description read last declares 24-bit colour: RGB is ncurses' convention, Tc that of
// tmux and kitty.
static inline int ct_promises_direct_color(void) {
  return tigetflag("RGB") > 0 || tigetflag("Tc") > 0;
}

// The number of colours in the description read last.
static inline int ct_described_colors(void) { return tigetnum("colors"); }

// Whether the terminal's description defines a string capability.
static inline int ct_has_string(const char *name) {
  const char *value = tigetstr(name);
  return value != (const char *)0 && value != (const char *)-1;
}

static inline FILE *ct_stdout(void) { return stdout; }
static inline FILE *ct_stdin(void) { return stdin; }

// A cell, filled directly because setcchar() keeps only part of a cluster. The caller is
// responsible for the scalars: they reach the terminal unchanged.
static inline cchar_t ct_cell(attr_t attributes, int pair, const uint32_t *scalars, int count) {
  cchar_t cell;
  memset(&cell, 0, sizeof cell);
  cell.attr = attributes | ((attr_t)COLOR_PAIR(pair < 255 ? pair : 255) & A_COLOR);
  cell.ext_color = pair;
  for (int i = 0; i < count && i < CCHARW_MAX; i++) cell.chars[i] = (wchar_t)scalars[i];
  return cell;
}

static inline int ct_codeset_is_utf8(void) { return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }

static inline int ct_window_size(int fd, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

static inline int64_t ct_now_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline int ct_errno(void) { return errno; }

// Signals.

enum { CT_RESET_CAPACITY = 512, CT_SIGNAL_STACK = 65536, CT_FATAL_COUNT = 8 };

struct ct_signal_state {
  int event_fd;                      // written by every handler, polled by the event loop
  atomic_uint pending;               // one bit per signal number
  volatile sig_atomic_t armed;       // whether a fatal signal must restore the terminal
  int terminal_fd;
  struct termios modes;              // as they were before the program changed them
  char reset[CT_RESET_CAPACITY];     // what undoes the screen modes
  volatile sig_atomic_t reset_length;
  struct sigaction previous[CT_FATAL_COUNT];
  char stack[CT_SIGNAL_STACK];       // handlers run here, also after a stack overflow
};

// The state of the process, in one copy. Every object file that includes this header contains the
// function; weak linkage makes all of them call the same one. A static function would get a
// separate copy of the state once the optimiser inlines it.
__attribute__((weak, noinline)) struct ct_signal_state *ct_shared(void) {
  static struct ct_signal_state state;
  return &state;
}

static inline int ct_fatal_signal(int index) {
  const int numbers[CT_FATAL_COUNT] = {
      SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGQUIT, SIGSYS,
  };
  return numbers[index];
}

static void ct_restore_terminal(void) {
  if (!ct_shared()->armed) return;
  ct_shared()->armed = 0;
  ssize_t written = write(ct_shared()->terminal_fd, ct_shared()->reset, (size_t)ct_shared()->reset_length);
  (void)written;
  tcsetattr(ct_shared()->terminal_fd, TCSANOW, &ct_shared()->modes);
}

static void ct_on_notice(int number) {
  int saved = errno;
  uint64_t one = 1;
  atomic_fetch_or(&ct_shared()->pending, 1u << (number & 31));
  ssize_t written = write(ct_shared()->event_fd, &one, sizeof one);
  (void)written;
  errno = saved;
}

// Restores the terminal, then runs the previous handler or the default action.
static void ct_on_fatal(int number) {
  ct_restore_terminal();
  for (int i = 0; i < CT_FATAL_COUNT; i++) {
    if (ct_fatal_signal(i) == number) sigaction(number, &ct_shared()->previous[i], NULL);
  }
  raise(number);
}

static inline void ct_handle(int number, void (*handler)(int), struct sigaction *previous) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  sigaction(number, &action, previous);
}

static inline int ct_notice_start(void) {
  ct_shared()->event_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (ct_shared()->event_fd < 0) return -1;
  const int notices[] = {SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT};
  for (unsigned i = 0; i < sizeof notices / sizeof *notices; i++)
    ct_handle(notices[i], ct_on_notice, NULL);
  return ct_shared()->event_fd;
}

static inline void ct_notice_stop(void) {
  const int notices[] = {SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT};
  for (unsigned i = 0; i < sizeof notices / sizeof *notices; i++)
    ct_handle(notices[i], SIG_DFL, NULL);
  close(ct_shared()->event_fd);
  ct_shared()->event_fd = -1;
}

static inline uint32_t ct_notice_take(void) {
  uint64_t count;
  ssize_t got = read(ct_shared()->event_fd, &count, sizeof count);
  (void)got;
  return atomic_exchange(&ct_shared()->pending, 0);
}

static inline void ct_fatal_arm(int terminal_fd, const struct termios *modes) {
  stack_t stack;
  memset(&stack, 0, sizeof stack);
  stack.ss_sp = ct_shared()->stack;
  stack.ss_size = CT_SIGNAL_STACK;
  sigaltstack(&stack, NULL);
  ct_shared()->terminal_fd = terminal_fd;
  ct_shared()->modes = *modes;
  ct_shared()->armed = 1;
  for (int i = 0; i < CT_FATAL_COUNT; i++)
    ct_handle(ct_fatal_signal(i), ct_on_fatal, &ct_shared()->previous[i]);
}

static inline void ct_fatal_set_reset(const char *bytes, int length) {
  if (length > CT_RESET_CAPACITY) length = CT_RESET_CAPACITY;
  ct_shared()->reset_length = 0;
  memcpy(ct_shared()->reset, bytes, (size_t)length);
  ct_shared()->reset_length = length;
}

static inline void ct_fatal_disarm(void) {
  ct_shared()->armed = 0;
  for (int i = 0; i < CT_FATAL_COUNT; i++)
    sigaction(ct_fatal_signal(i), &ct_shared()->previous[i], NULL);
}

// Stops the whole job as the terminal driver would, and returns when it is continued. In an
// orphaned process group, which nobody could continue, the system ignores the stop.
// A process in the background that changes the terminal would be stopped by SIGTTOU.
static inline void ct_take_foreground(void) {
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  tcsetpgrp(STDIN_FILENO, getpgrp());
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static inline void ct_stop_job(void) {
  ct_handle(SIGTSTP, SIG_DFL, NULL);
  kill(0, SIGTSTP);
  ct_handle(SIGTSTP, ct_on_notice, NULL);
}

#endif
