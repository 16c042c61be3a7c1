#define _GNU_SOURCE
#include "AllocationCount.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static atomic_bool isCounting;
static atomic_long count;
static atomic_long lockCount;

void startCountingAllocations(void) {
  atomic_store(&count, 0);
  atomic_store(&lockCount, 0);
  atomic_store(&isCounting, true);
}

long stopCountingAllocations(void) {
  atomic_store(&isCounting, false);
  return atomic_load(&count);
}

long countedLocks(void) { return atomic_load(&lockCount); }

#ifdef __GLIBC__

// The functions of an executable take the place of the library's, which has others by these names.

const bool canCountAllocations = true;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static inline void countOne(void) {
  if (atomic_load_explicit(&isCounting, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  }
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  static int (*_Atomic original)(pthread_mutex_t *);
  if (original == NULL) { original = (int (*)(pthread_mutex_t *))dlsym(RTLD_NEXT, "pthread_mutex_lock"); }
  if (atomic_load_explicit(&isCounting, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&lockCount, 1, memory_order_relaxed);
  }
  return original(mutex);
}

void *malloc(size_t size) {
  countOne();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  countOne();
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  countOne();
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  countOne();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  countOne();
  *block = __libc_memalign(alignment, size);
  return *block == NULL ? ENOMEM : 0;
}

#else

const bool canCountAllocations = false;

#endif
