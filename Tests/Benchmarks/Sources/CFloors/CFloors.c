#include "CFloors.h"

void floor_call_in_c(void (*volatile *function)(long, void *), void *context, long count) {
  for (long value = 0; value < count; value += 1) (*function)(value, context);
}

void floor_add_in_c(long value, void *context) {
  *(long *)context += value;
}
