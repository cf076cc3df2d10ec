/* Makes writes fail as a full or failing disk does, in a program into which it is preloaded.
 *
 * CHATTUI_BAD_FOLDER names the folder whose files are concerned. CHATTUI_BAD_DISK names a file with a
 * `struct control`, by which another process says which calls fail, and sees what has become of them.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

struct control {
  _Atomic uint32_t first, last; /* the numbers of the calls that fail; from 1 */
  _Atomic uint32_t error;       /* their errno; 0 counts only */
  _Atomic uint32_t count;       /* how many calls there have been */
  _Atomic uint32_t failed;
  char call[32]; /* the first one that failed */
  char path[256];
};

static struct control *control;
static char folder[PATH_MAX];
static size_t folder_length;

__attribute__((constructor)) static void begin(void) {
  const char *name = getenv("CHATTUI_BAD_DISK"), *below = getenv("CHATTUI_BAD_FOLDER");
  if (!name || !below) return;
  int file = open(name, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  void *shared = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (shared == MAP_FAILED) return;
  folder_length = strlen(below);
  memcpy(folder, below, folder_length + 1);
  control = shared;
}

/* Whether a call is to fail; sets errno then. */
static int fails(const char *call, const char *path) {
  if (!control || strncmp(path, folder, folder_length) != 0) return 0;
  uint32_t number = atomic_fetch_add(&control->count, 1) + 1, error = control->error;
  if (!error || number < control->first || number > control->last) return 0;
  if (atomic_fetch_add(&control->failed, 1) == 0) {
    snprintf(control->call, sizeof control->call, "%s", call);
    snprintf(control->path, sizeof control->path, "%s", path + folder_length);
  }
  errno = (int)error;
  return 1;
}

/* Writes the path of a descriptor into `path`; its length, or -1. Leaves errno alone. */
static ssize_t path_of(int file, char path[PATH_MAX]) {
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  int before = errno;
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  errno = before;
  if (length >= 0) path[length] = 0;
  return length;
}

static int file_fails(const char *call, int file) {
  char path[PATH_MAX];
  return control && path_of(file, path) >= 0 && fails(call, path);
}

static int name_fails(const char *call, int directory, const char *name) {
  if (!control) return 0;
  if (name[0] == '/' || directory == AT_FDCWD) return fails(call, name);
  char path[PATH_MAX];
  ssize_t length = path_of(directory, path);
  if (length < 0) return 0;
  snprintf(path + length, sizeof path - (size_t)length, "/%s", name);
  return fails(call, path);
}

/* A disk without room still lets files go. */
static int removal_fails(const char *call, int directory, const char *name) {
  return control && control->error != ENOSPC && name_fails(call, directory, name);
}

/* The function that the program would call otherwise. */
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define ON_FILE(result, name, parameters, ...)       \
  result name parameters {                           \
    static __typeof__(&name) real;                   \
    if (!real) real = REAL(name);                    \
    return file_fails(#name, file) ? -1 : real(__VA_ARGS__); \
  }

ON_FILE(ssize_t, write, (int file, const void *bytes, size_t count), file, bytes, count)
ON_FILE(ssize_t, pwrite, (int file, const void *bytes, size_t count, off_t at), file, bytes, count, at)
ON_FILE(ssize_t, pwrite64, (int file, const void *bytes, size_t count, off64_t at), file, bytes, count, at)
ON_FILE(ssize_t, writev, (int file, const struct iovec *parts, int count), file, parts, count)
ON_FILE(int, fsync, (int file), file)
ON_FILE(int, fdatasync, (int file), file)
ON_FILE(int, ftruncate, (int file, off_t size), file, size)
ON_FILE(int, ftruncate64, (int file, off64_t size), file, size)
ON_FILE(int, fallocate, (int file, int mode, off_t at, off_t size), file, mode, at, size)
ON_FILE(int, fallocate64, (int file, int mode, off64_t at, off64_t size), file, mode, at, size)

/* These return the error. */
int posix_fallocate(int file, off_t at, off_t size) {
  return file_fails("posix_fallocate", file) ? errno : REAL(posix_fallocate)(file, at, size);
}

int posix_fallocate64(int file, off64_t at, off64_t size) {
  return file_fails("posix_fallocate64", file) ? errno : REAL(posix_fallocate64)(file, at, size);
}

#define ON_OPENING(name, directory, parameters, ...)                        \
  int name parameters {                                                           \
    mode_t mode = 0;                                                              \
    if (flags & (O_CREAT | O_TMPFILE)) {                                          \
      va_list rest;                                                               \
      va_start(rest, flags);                                                      \
      mode = (mode_t)va_arg(rest, int);                                           \
      va_end(rest);                                                               \
    }                                                                             \
    if (flags & O_CREAT && name_fails(#name, directory, path)) return -1;         \
    return REAL(name)(__VA_ARGS__, flags, mode);                                  \
  }

ON_OPENING(open, AT_FDCWD, (const char *path, int flags, ...), path)
ON_OPENING(open64, AT_FDCWD, (const char *path, int flags, ...), path)
ON_OPENING(openat, directory, (int directory, const char *path, int flags, ...), directory, path)
ON_OPENING(openat64, directory, (int directory, const char *path, int flags, ...), directory, path)

int rename(const char *from, const char *to) {
  return name_fails("rename", AT_FDCWD, to) ? -1 : REAL(rename)(from, to);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  return name_fails("renameat", to_folder, to) ? -1 : REAL(renameat)(from_folder, from, to_folder, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  return name_fails("renameat2", to_folder, to)
    ? -1 : REAL(renameat2)(from_folder, from, to_folder, to, flags);
}

int link(const char *from, const char *to) {
  return name_fails("link", AT_FDCWD, to) ? -1 : REAL(link)(from, to);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  return name_fails("linkat", to_folder, to)
    ? -1 : REAL(linkat)(from_folder, from, to_folder, to, flags);
}

int mkdir(const char *path, mode_t mode) {
  return name_fails("mkdir", AT_FDCWD, path) ? -1 : REAL(mkdir)(path, mode);
}

int mkdirat(int directory, const char *path, mode_t mode) {
  return name_fails("mkdirat", directory, path) ? -1 : REAL(mkdirat)(directory, path, mode);
}

int mknod(const char *path, mode_t mode, dev_t device) {
  return name_fails("mknod", AT_FDCWD, path) ? -1 : REAL(mknod)(path, mode, device);
}

int mknodat(int directory, const char *path, mode_t mode, dev_t device) {
  return name_fails("mknodat", directory, path) ? -1 : REAL(mknodat)(directory, path, mode, device);
}

int unlink(const char *path) {
  return removal_fails("unlink", AT_FDCWD, path) ? -1 : REAL(unlink)(path);
}

int unlinkat(int directory, const char *path, int flags) {
  return removal_fails("unlinkat", directory, path) ? -1 : REAL(unlinkat)(directory, path, flags);
}
