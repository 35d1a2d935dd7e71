// libcurl as Swift can call it: the library's own header, and its variadic calls with one type of argument each.
#ifndef TRACKLOGGER_CCURL_H
#define TRACKLOGGER_CCURL_H

#include <curl/curl.h>

// CURLOPT_PROTOCOLS_STR came with 7.85.
_Static_assert(LIBCURL_VERSION_NUM >= 0x075500, "tracklogger needs libcurl 7.85 or newer");

typedef size_t (*tl_curl_bytes)(char *bytes, size_t size, size_t count, void *user);
typedef int (*tl_curl_progress)(void *user, curl_off_t, curl_off_t, curl_off_t, curl_off_t);

static inline CURLcode tl_curl_set_long(CURL *curl, CURLoption option, long value) {
  return curl_easy_setopt(curl, option, value);
}
static inline CURLcode tl_curl_set_text(CURL *curl, CURLoption option, const char *value) {
  return curl_easy_setopt(curl, option, value);
}
static inline CURLcode tl_curl_set_headers(CURL *curl, struct curl_slist *headers) {
  return curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
}
/// `body` and `header` get `user` with each piece.
static inline CURLcode tl_curl_set_receivers(CURL *curl, tl_curl_bytes body, tl_curl_bytes header, void *user) {
  CURLcode code = curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, body);
  if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_WRITEDATA, user);
  if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, header);
  if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_HEADERDATA, user);
  return code;
}
/// `progress` is called at least once a second; other than 0 it ends the request.
static inline CURLcode tl_curl_set_progress(CURL *curl, tl_curl_progress progress, void *user) {
  CURLcode code = curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, progress);
  if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_XFERINFODATA, user);
  if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
  return code;
}
static inline long tl_curl_status(CURL *curl) {
  long status = 0;
  return curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}
static inline CURLcode tl_curl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

#endif
