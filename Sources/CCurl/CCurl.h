// libcurl, opened when the first request is sent. A program that links it loads twenty libraries at
// its start: 7 ms and 5 MB before the first frame.
#include <curl/curl.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

// What the network calls of libcurl.
struct curl_library {
  void *file;
  CURLcode (*global_init)(long);
  curl_version_info_data *(*version_info)(CURLversion);
  CURL *(*easy_init)(void);
  void (*easy_cleanup)(CURL *);
  CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
  CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
  const char *(*easy_strerror)(CURLcode);
  struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
  void (*slist_free_all)(struct curl_slist *);
  CURLM *(*multi_init)(void);
  CURLMcode (*multi_cleanup)(CURLM *);
  CURLMcode (*multi_setopt)(CURLM *, CURLMoption, ...);
  CURLMcode (*multi_add_handle)(CURLM *, CURL *);
  CURLMcode (*multi_remove_handle)(CURLM *, CURL *);
  CURLMcode (*multi_perform)(CURLM *, int *);
  CURLMcode (*multi_poll)(CURLM *, struct curl_waitfd *, unsigned, int, int *);
  CURLMsg *(*multi_info_read)(CURLM *, int *);
};

// False when there is no such library, or it lacks a function.
static inline bool curl_open(struct curl_library *curl, const char *name) {
  curl->file = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (!curl->file) return false;
#define FIND(function) ((*(void **)&curl->function = dlsym(curl->file, "curl_" #function)) != NULL)
  return FIND(global_init) && FIND(version_info) && FIND(easy_init) && FIND(easy_cleanup) &&
         FIND(easy_setopt) && FIND(easy_getinfo) && FIND(easy_strerror) && FIND(slist_append) &&
         FIND(slist_free_all) && FIND(multi_init) && FIND(multi_cleanup) && FIND(multi_setopt) &&
         FIND(multi_add_handle) && FIND(multi_remove_handle) && FIND(multi_perform) &&
         FIND(multi_poll) && FIND(multi_info_read);
#undef FIND
}

// Keeps OpenSSL from freeing its memory in exit(), where the network thread may still use it: at its
// own end at the latest, when OpenSSL frees what it kept for the thread. To be called before
// global_init; a libcurl with another TLS library has no such function.
static inline void curl_keep_openssl_at_exit(const struct curl_library *curl) {
  int (*init)(uint64_t, const void *);
  if ((*(void **)&init = dlsym(curl->file, "OPENSSL_init_crypto"))) {
    const uint64_t no_atexit = 0x00080000;  // OPENSSL_INIT_NO_ATEXIT
    init(no_atexit, NULL);
  }
}

// As 0xXXYYZZ.
static inline unsigned curl_version_of(const struct curl_library *curl) {
  return curl->version_info(CURLVERSION_NOW)->version_num;
}

// Swift calls no variadic function: one of these stands for each type of value.

static inline void curl_set_number(
    const struct curl_library *curl, CURL *easy, CURLoption option, long value) {
  curl->easy_setopt(easy, option, value);
}

static inline void curl_set_text(
    const struct curl_library *curl, CURL *easy, CURLoption option, const char *value) {
  curl->easy_setopt(easy, option, value);
}

static inline void curl_set_pointer(
    const struct curl_library *curl, CURL *easy, CURLoption option, void *value) {
  curl->easy_setopt(easy, option, value);
}

// libcurl copies the bytes.
static inline void curl_set_body(
    const struct curl_library *curl, CURL *easy, const void *bytes, size_t count) {
  curl->easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  curl->easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes);
}

// What libcurl calls, each with `user` as its last or first argument.
static inline void curl_set_callbacks(
    const struct curl_library *curl, CURL *easy, void *user, curl_write_callback head,
    curl_write_callback body, curl_resolver_start_callback resolve, curl_prereq_callback send) {
  curl->easy_setopt(easy, CURLOPT_HEADERFUNCTION, head);
  curl->easy_setopt(easy, CURLOPT_HEADERDATA, user);
  curl->easy_setopt(easy, CURLOPT_WRITEFUNCTION, body);
  curl->easy_setopt(easy, CURLOPT_WRITEDATA, user);
  curl->easy_setopt(easy, CURLOPT_RESOLVER_START_FUNCTION, resolve);
  curl->easy_setopt(easy, CURLOPT_RESOLVER_START_DATA, user);
  curl->easy_setopt(easy, CURLOPT_PREREQFUNCTION, send);
  curl->easy_setopt(easy, CURLOPT_PREREQDATA, user);
}

// `progress` is also called about once a second while nothing moves.
static inline void curl_set_progress(
    const struct curl_library *curl, CURL *easy, void *user, curl_xferinfo_callback progress) {
  curl->easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, progress);
  curl->easy_setopt(easy, CURLOPT_XFERINFODATA, user);
  curl->easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
}

static inline long curl_get_number(
    const struct curl_library *curl, CURL *easy, CURLINFO info) {
  long value = 0;
  curl->easy_getinfo(easy, info, &value);
  return value;
}

static inline void curl_set_multi(
    const struct curl_library *curl, CURLM *multi, CURLMoption option, long value) {
  curl->multi_setopt(multi, option, value);
}

// The next transfer that has ended, with how it did; NULL when there is none.
static inline CURL *curl_next_ended(
    const struct curl_library *curl, CURLM *multi, CURLcode *result) {
  int left;
  CURLMsg *message;
  while ((message = curl->multi_info_read(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}

// Waits for the transfers and for `bell`, at most so many milliseconds.
static inline void curl_wait(
    const struct curl_library *curl, CURLM *multi, int bell, int milliseconds) {
  struct curl_waitfd extra = {.fd = bell, .events = CURL_WAIT_POLLIN};
  curl->multi_poll(multi, &extra, 1, milliseconds, NULL);
}
