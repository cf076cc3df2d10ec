// Counts the heap allocations of the whole process.
//
// The program's own malloc and its relatives take the place of the C library's and pass every call
// on to it. Counting is off at first; while it is off a call costs one more load and branch.
#pragma once

/// Forgets what was counted and starts to count.
void allocation_counter_start(void);

/// Stops counting and returns the number of allocations since the start.
long allocation_counter_stop(void);

/// Allocates and frees once by each function that is counted, and returns how many there are.
long allocation_counter_exercise(void);
