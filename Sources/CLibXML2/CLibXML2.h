// libxml2's HTML parser, opened for the first formatted message: with ICU, which it needs, it takes a
// millisecond of the start. Only calls on opaque objects are used, so no header of it is needed.
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>

// What reading a piece of HTML calls of libxml2.
struct xml_library {
  void *(*html_read)(const char *, int, const char *, const char *, int);
  void (*free_document)(void *);
  void *(*walker)(void *);
  void (*free_reader)(void *);
  int (*read)(void *);
  int (*node_type)(void *);
  int (*depth)(void *);
  int (*is_empty)(void *);
  const unsigned char *(*name)(void *);
  const unsigned char *(*value)(void *);
  unsigned char *(*attribute)(void *, const unsigned char *);
  void (**free_text)(void *);
};

// False when there is no such library, or it lacks a function.
static inline bool xml_open(struct xml_library *xml, const char *name) {
  void *file = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (!file) return false;
#define FIND(member, function) ((*(void **)&xml->member = dlsym(file, function)) != NULL)
  return FIND(html_read, "htmlReadMemory") && FIND(free_document, "xmlFreeDoc") &&
         FIND(walker, "xmlReaderWalker") && FIND(free_reader, "xmlFreeTextReader") &&
         FIND(read, "xmlTextReaderRead") && FIND(node_type, "xmlTextReaderNodeType") &&
         FIND(depth, "xmlTextReaderDepth") && FIND(is_empty, "xmlTextReaderIsEmptyElement") &&
         FIND(name, "xmlTextReaderConstLocalName") && FIND(value, "xmlTextReaderConstValue") &&
         FIND(attribute, "xmlTextReaderGetAttribute") && FIND(free_text, "xmlFree");
#undef FIND
}

// RECOVER | NODEFDTD | NOERROR | NOWARNING | NONET | NOIMPLIED | IGNORE_ENC: it repairs what it can,
// writes nothing to the terminal, loads nothing, and believes no encoding that the text names.
static inline void *xml_read_html(const struct xml_library *xml, const char *bytes, int count) {
  const int options = 1 | 1 << 2 | 1 << 5 | 1 << 6 | 1 << 11 | 1 << 13 | 1 << 21;
  return xml->html_read(bytes, count, NULL, "UTF-8", options);
}

static inline void xml_free_text(const struct xml_library *xml, unsigned char *text) {
  (*xml->free_text)(text);
}
