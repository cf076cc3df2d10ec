// What Linux tells of its networks, its clocks and its events, which the module Glibc leaves out.
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
