#pragma once

#include <stdbool.h>

/// Whether this machine can count allocations and locks. It takes glibc, whose functions can be replaced.
extern const bool canCountAllocations;

/// Begins to count from zero, on all threads.
void startCountingAllocations(void);

/// Returns how many blocks of memory have been allocated, and stops.
long stopCountingAllocations(void);

/// Returns how many times a mutex was locked while allocations were counted.
long countedLocks(void);
