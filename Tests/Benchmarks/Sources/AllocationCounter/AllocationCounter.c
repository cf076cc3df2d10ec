#include "AllocationCounter.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

// The C library's own functions, which stay available under these names.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_bool is_counting;
static atomic_long count;

static inline void note(void) {
  if (atomic_load_explicit(&is_counting, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  }
}

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  note();
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  note();
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  note();
  void *memory = __libc_memalign(alignment, size);
  if (memory == NULL) return ENOMEM;
  *result = memory;
  return 0;
}

void allocation_counter_start(void) {
  atomic_store(&count, 0);
  atomic_store(&is_counting, true);
}

long allocation_counter_stop(void) {
  atomic_store(&is_counting, false);
  return atomic_load(&count);
}

// Opaque to the compiler, so that it keeps the allocations.
static void *volatile escaped;

static void escape(void *memory) {
  escaped = memory;
  free(escaped);
}

long allocation_counter_exercise(void) {
  escape(malloc(24));
  escape(calloc(3, 8));
  escape(realloc(NULL, 24));
  escape(aligned_alloc(64, 128));
  void *memory = NULL;
  if (posix_memalign(&memory, 64, 128) == 0) escape(memory);
  return 5;
}
