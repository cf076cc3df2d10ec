// The cost of a call in C, which validates the floor of the benchmarks.
#pragma once

/// Calls `function` with `context` `count` times through a pointer.
void floor_call_in_c(void (*volatile *function)(long, void *), void *context, long count);

/// The minimal called function: it adds `value` to the number at `context`.
void floor_add_in_c(long value, void *context);
