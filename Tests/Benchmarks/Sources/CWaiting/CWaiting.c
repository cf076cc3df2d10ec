#define _GNU_SOURCE
#include "CWaiting.h"

#include <string.h>
#include <time.h>

const void *cwaiting_find(const void *bytes, size_t count, const void *pattern, size_t length) {
  return memmem(bytes, count, pattern, length);
}

int cwaiting_poll(struct pollfd *entries, nfds_t count, long long nanoseconds) {
  struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  return ppoll(entries, count, &time, NULL);
}
