// What Linux tells of its networks and its clocks, which the module Glibc leaves out.
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/timerfd.h>
