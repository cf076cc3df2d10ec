// The settings of the allocator, which Swift's module of the C library leaves out.
#include <malloc.h>
