#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Whether the library was available at build time.
int simdjson_is_present(void);

/// The result of reading a sync response, to compare with other readers.
struct simdjson_sync {
  /// 0 if the document was read; the library's error code otherwise.
  int error;
  long rooms;
  long messages;
  long members;
  long reactions;
  long others;
  /// The total size of all texts read, in bytes.
  long text;
};

/// Reads a sync response on demand into C++ structs, with texts as views into the library's buffer.
///
/// `capacity` bytes are allocated; at least 64 after `length` are needed.
struct simdjson_sync simdjson_read_sync(const uint8_t *json, size_t length, size_t capacity);

#ifdef __cplusplus
}
#endif
