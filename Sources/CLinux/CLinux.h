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
