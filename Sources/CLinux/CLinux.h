// The Linux interfaces for netlink, clocks and events that the Glibc module leaves out.
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
