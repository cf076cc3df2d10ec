// What Swift's module of the C library leaves out: the settings of its allocator, and where the
// parts of the program stand in memory.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <link.h>
#include <malloc.h>
