// md4c, a parser of Markdown, opened for the first own text that may have formats.
#include <dlfcn.h>
#include <md4c.h>
#include <stddef.h>

typedef int (*md_parse_function)(const MD_CHAR *, MD_SIZE, const MD_PARSER *, void *);

// NULL when there is no such library.
static inline md_parse_function md_open(const char *name) {
  void *file = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  return file ? (md_parse_function)dlsym(file, "md_parse") : NULL;
}
