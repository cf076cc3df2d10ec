// What Swift does not see of the C library without its GNU extensions.

#ifndef CWAITING_H
#define CWAITING_H

#include <poll.h>
#include <stddef.h>

/// Where a pattern begins first in some bytes; null when it is not there.
const void *cwaiting_find(const void *bytes, size_t count, const void *pattern, size_t length);

/// `ppoll` without a signal mask: waits at most that many nanoseconds.
int cwaiting_poll(struct pollfd *entries, nfds_t count, long long nanoseconds);

#endif
