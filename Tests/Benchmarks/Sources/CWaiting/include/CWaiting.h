// Functions that Swift cannot see in the C library without its GNU extensions.

#ifndef CWAITING_H
#define CWAITING_H

#include <poll.h>
#include <stddef.h>

/// The first occurrence of a pattern in some bytes; null if there is none.
const void *cwaiting_find(const void *bytes, size_t count, const void *pattern, size_t length);

/// `ppoll` without a signal mask; waits at most that many nanoseconds.
int cwaiting_poll(struct pollfd *entries, nfds_t count, long long nanoseconds);

#endif
