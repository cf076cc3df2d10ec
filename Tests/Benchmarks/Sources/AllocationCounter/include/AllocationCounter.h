// Counts the heap allocations of the whole process.
//
// The program's malloc and related functions replace those of the C library and forward every call
// to them. Counting is initially off; while it is off, a call costs one more load and branch.
#pragma once

/// Resets the count and starts counting.
void allocation_counter_start(void);

/// Stops counting and returns the number of allocations since the start.
long allocation_counter_stop(void);

/// Allocates and frees once with each counted function, and returns how many there are.
long allocation_counter_exercise(void);
