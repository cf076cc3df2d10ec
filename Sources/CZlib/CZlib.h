// zlib: what a server compressed.
#include <zlib.h>
