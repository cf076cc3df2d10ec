// The Linux interfaces for netlink, clocks, events, processes and the heap that the Glibc module
// leaves out.
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <malloc.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/timerfd.h>
#include <sys/timex.h>

// Keeps the memory of this process from core dumps and from debuggers of the same user. prctl() takes
// variable arguments, which Swift cannot pass.
static inline int chattui_forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0L, 0L, 0L, 0L); }

// <stdio.h> hides this without a feature macro.
#include <stdio.h>
#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE 1
#endif
extern int renameat2(
    int old_folder, const char *old_name, int new_folder, const char *new_name, unsigned flags);

// <spawn.h> hides these two without a feature macro.
#include <spawn.h>
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
extern int posix_spawn_file_actions_addtcsetpgrp_np(
    posix_spawn_file_actions_t *actions, int terminal);

// What a process that decodes pictures may still ask of the system: memory, time, and to read and write
// what is open. All else, above all files and connections, is refused from here on, for good.
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/syscall.h>
#define CHATTUI_ALLOW(call)                        \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1), \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
static inline int chattui_forbid_system_calls(void) {
#if defined(__x86_64__)
  const unsigned machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
  const unsigned machine = AUDIT_ARCH_AARCH64;
#else
  const unsigned machine = 0;
#endif
  struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, machine, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      CHATTUI_ALLOW(__NR_read),
      CHATTUI_ALLOW(__NR_sendto),
      CHATTUI_ALLOW(__NR_mmap),
      CHATTUI_ALLOW(__NR_munmap),
      CHATTUI_ALLOW(__NR_mremap),
      CHATTUI_ALLOW(__NR_mprotect),
      CHATTUI_ALLOW(__NR_madvise),
      CHATTUI_ALLOW(__NR_brk),
      CHATTUI_ALLOW(__NR_futex),
      CHATTUI_ALLOW(__NR_getrandom),
      CHATTUI_ALLOW(__NR_clock_gettime),
      CHATTUI_ALLOW(__NR_rt_sigreturn),
      CHATTUI_ALLOW(__NR_exit_group),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
  };
  struct sock_fprog program = {sizeof(rules) / sizeof(rules[0]), rules};
  if (machine == 0 || prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L) != 0) return -1;
  return prctl(PR_SET_SECCOMP, (long)SECCOMP_MODE_FILTER, &program);
}
