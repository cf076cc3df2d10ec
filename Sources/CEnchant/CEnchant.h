// enchant, which checks words by the dictionaries of this machine, opened when the first words are
// checked: it brings GLib along. Only calls on opaque objects are used, so no header of it is needed.
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// What checking words calls of enchant.
struct enchant_library {
  void *(*make_broker)(void);
  void *(*request)(void *, const char *);
  int (*check)(void *, const char *, ssize_t);
  char **(*suggest)(void *, const char *, ssize_t, size_t *);
  void (*free_list)(void *, char **);
  void (*add)(void *, const char *, ssize_t);
};

// False when there is no such library, or it lacks a function.
static inline bool enchant_open(struct enchant_library *enchant, const char *name) {
  void *file = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (!file) return false;
#define FIND(member, function) ((*(void **)&enchant->member = dlsym(file, function)) != NULL)
  return FIND(make_broker, "enchant_broker_init") &&
         FIND(request, "enchant_broker_request_dict") && FIND(check, "enchant_dict_check") &&
         FIND(suggest, "enchant_dict_suggest") &&
         FIND(free_list, "enchant_dict_free_string_list") && FIND(add, "enchant_dict_add");
#undef FIND
}
