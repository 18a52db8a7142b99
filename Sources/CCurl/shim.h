#pragma once
/* With its type-checking macros curl_easy_setopt becomes a statement expression;
   without them it is a plain variadic function. Swift imports neither, so each
   argument type gets a setter of its own. */
#define CURL_DISABLE_TYPECHECK 1
#include <curl/curl.h>

typedef size_t (*vitrine_curl_data_callback)(char *, size_t, size_t, void *);

static inline CURLcode vitrine_curl_set_long(CURL *h, CURLoption o, long v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode vitrine_curl_set_offset(CURL *h, CURLoption o, curl_off_t v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode vitrine_curl_set_string(CURL *h, CURLoption o, const char *v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode vitrine_curl_set_pointer(CURL *h, CURLoption o, void *v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode vitrine_curl_set_list(CURL *h, CURLoption o, struct curl_slist *v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode vitrine_curl_set_callback(CURL *h, CURLoption o, vitrine_curl_data_callback f) {
  return curl_easy_setopt(h, o, f);
}
static inline CURLcode vitrine_curl_get_long(CURL *h, CURLINFO i, long *v) { return curl_easy_getinfo(h, i, v); }
static inline CURLcode vitrine_curl_get_offset(CURL *h, CURLINFO i, curl_off_t *v) { return curl_easy_getinfo(h, i, v); }
static inline CURLcode vitrine_curl_get_string(CURL *h, CURLINFO i, char **v) { return curl_easy_getinfo(h, i, v); }
/* Not thread-safe: once, before any other call. */
static inline CURLcode vitrine_curl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
/* A transfer that ends while its name is being looked up must not wait for the
   resolver's thread; the thread is detached and frees what is its own. */
static inline void vitrine_curl_detach_resolver(CURL *h) {
#if LIBCURL_VERSION_NUM >= 0x075700
  curl_easy_setopt(h, CURLOPT_QUICK_EXIT, 1L);
#else
  (void)h;
#endif
}
