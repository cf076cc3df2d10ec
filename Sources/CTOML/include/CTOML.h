// TOML, read by toml++: each value of a file with its place.
#ifndef CTOML_H
#define CTOML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  CTOML_TABLE,
  CTOML_ARRAY,
  CTOML_STRING,
  CTOML_INTEGER,
  CTOML_BOOLEAN,
  CTOML_OTHER,  // A float, a date or a time.
} ctoml_kind;

// A line and a column of it, in characters; both count from 1.
typedef struct {
  uint32_t line;
  uint32_t column;
} ctoml_place;

typedef struct {
  ctoml_kind kind;
  // How many tables and arrays it is inside of.
  uint32_t depth;
  // NULL for an element of an array.
  const char *key;
  size_t key_length;
  ctoml_place key_place;
  // The value: of a table with a header, the header. The end is the place behind it.
  ctoml_place begin;
  ctoml_place end;
  const char *text;
  size_t text_length;
  int64_t integer;
  bool flag;
} ctoml_node;

typedef void (*ctoml_visit)(void *context, const ctoml_node *node);
typedef void (*ctoml_fail)(void *context, const char *reason, ctoml_place place);

// Calls `visit` with each value, tables and arrays before what is inside; else `fail`, once.
void ctoml_read(
    const char *text, size_t length, void *context, ctoml_visit visit, ctoml_fail fail);

#ifdef __cplusplus
}
#endif

#endif
