// The cost of a call in C, which the floor of the benchmarks is checked against.
#pragma once

/// Calls `function` with `context` `count` times through a pointer: what a call costs in C.
void floor_call_in_c(void (*volatile *function)(long, void *), void *context, long count);

/// The least a called function can do here: it adds `value` to the number at `context`.
void floor_add_in_c(long value, void *context);
