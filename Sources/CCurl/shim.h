#pragma once
#include "../CLate/names.h"

VITRINE_LATE_CURL(VITRINE_LATE_RENAME)

/* With its type-checking macros curl_easy_setopt becomes a statement expression;
   without them it is a plain variadic function. Swift imports neither, so each
   argument type gets a setter of its own. */
#define CURL_DISABLE_TYPECHECK 1
#include <curl/curl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>

typedef size_t (*vitrine_curl_data_callback)(char *, size_t, size_t, void *);

static inline CURLcode vitrine_curl_set_long(CURL *h, CURLoption o, long v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode vitrine_curl_set_offset(CURL *h, CURLoption o, curl_off_t v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode vitrine_curl_set_string(CURL *h, CURLoption o, const char *v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode vitrine_curl_set_pointer(CURL *h, CURLoption o, void *v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode vitrine_curl_set_list(CURL *h, CURLoption o, struct curl_slist *v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode vitrine_curl_set_callback(CURL *h, CURLoption o, vitrine_curl_data_callback f) {
  return curl_easy_setopt(h, o, f);
}
static inline CURLcode vitrine_curl_set_url(CURL *h, CURLU *u) { return curl_easy_setopt(h, CURLOPT_CURLU, u); }
static inline CURLcode vitrine_curl_set_opensocket(CURL *h, curl_opensocket_callback f, void *data) {
  curl_easy_setopt(h, CURLOPT_OPENSOCKETDATA, data);
  return curl_easy_setopt(h, CURLOPT_OPENSOCKETFUNCTION, f);
}
static inline CURLcode vitrine_curl_set_prereq(CURL *h, curl_prereq_callback f, void *data) {
  curl_easy_setopt(h, CURLOPT_PREREQDATA, data);
  return curl_easy_setopt(h, CURLOPT_PREREQFUNCTION, f);
}
/* Of a connection that is kept: after three questions of the kernel's without an answer it has ended, not after nine as usual.
   CURLOPT_TCP_KEEPCNT is newer than Debian 12's libcurl. */
static inline int vitrine_curl_ask_thrice(void *none, curl_socket_t s, curlsocktype purpose) {
  int questions = 3;
  (void)none;
  (void)purpose;
  setsockopt(s, IPPROTO_TCP, TCP_KEEPCNT, &questions, sizeof questions);
  return CURL_SOCKOPT_OK;
}
static inline CURLcode vitrine_curl_end_early(CURL *h) {
  return curl_easy_setopt(h, CURLOPT_SOCKOPTFUNCTION, vitrine_curl_ask_thrice);
}
/* The bytes of an address about to be connected to: 4, 16, or 0 for what is neither IPv4 nor IPv6.
   The struct's last member is longer than its type says. */
static inline int vitrine_curl_peer(const struct curl_sockaddr *a, unsigned char bytes[16]) {
  if (a->family == AF_INET && a->addrlen >= sizeof(struct sockaddr_in)) {
    memcpy(bytes, &((const struct sockaddr_in *)&a->addr)->sin_addr, 4);
    return 4;
  }
  if (a->family == AF_INET6 && a->addrlen >= sizeof(struct sockaddr_in6)) {
    memcpy(bytes, &((const struct sockaddr_in6 *)&a->addr)->sin6_addr, 16);
    return 16;
  }
  return 0;
}
/* What libcurl does by itself. */
static inline curl_socket_t vitrine_curl_open(const struct curl_sockaddr *a) {
  return socket(a->family, a->socktype | SOCK_CLOEXEC, a->protocol);
}
/* CURL_SOCKET_BAD, which Swift does not see. */
static inline curl_socket_t vitrine_curl_no_socket(void) { return CURL_SOCKET_BAD; }
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
