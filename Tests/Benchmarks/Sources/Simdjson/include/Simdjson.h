#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Whether the library was there when this was built.
int simdjson_is_present(void);

/// What reading a sync answer gave: to be compared with what others read.
struct simdjson_sync {
  /// 0 when the document was read; the library's error code otherwise.
  int error;
  long rooms;
  long messages;
  long members;
  long reactions;
  long others;
  /// Bytes of all texts that were read.
  long text;
};

/// Reads a sync answer on demand into C++ structs, texts as views into the library's buffer.
///
/// `capacity` bytes are allocated; at least 64 behind `length` are needed.
struct simdjson_sync simdjson_read_sync(const uint8_t *json, size_t length, size_t capacity);

#ifdef __cplusplus
}
#endif
