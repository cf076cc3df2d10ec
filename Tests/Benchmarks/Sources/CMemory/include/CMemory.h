#pragma once

#include <malloc.h>

/// Returns freed memory to the system, so that it does not count as in use.
static inline void give_free_memory_back(void) { malloc_trim(0); }
