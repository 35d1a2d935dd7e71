#include "include/ccurl.h"

#include <dlfcn.h>
#include <pthread.h>

// Checked against the header's own declarations. (The header wraps some names in macros that check types; a name in
// parentheses is the function.)
static __typeof__(&(curl_global_init)) global_init;
static __typeof__(&(curl_easy_init)) easy_init;
static __typeof__(&(curl_easy_cleanup)) easy_cleanup;
static __typeof__(&(curl_easy_reset)) easy_reset;
static __typeof__(&(curl_easy_perform)) easy_perform;
static __typeof__(&(curl_easy_strerror)) easy_strerror;
static __typeof__(&(curl_easy_setopt)) easy_setopt;
static __typeof__(&(curl_easy_getinfo)) easy_getinfo;
static __typeof__(&(curl_slist_append)) slist_append;
static __typeof__(&(curl_slist_free_all)) slist_free_all;

static const char *load(void) {
  // The name of the interface, not of a release: it has been this since 2006.
  void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return "libcurl is not installed: apt install libcurl4t64, or libcurl4 before Debian 13";
#define FIND(name, symbol) \
  if (!(name = (__typeof__(name))dlsym(library, symbol))) return "this libcurl has no " symbol
  FIND(global_init, "curl_global_init");
  FIND(easy_init, "curl_easy_init");
  FIND(easy_cleanup, "curl_easy_cleanup");
  FIND(easy_reset, "curl_easy_reset");
  FIND(easy_perform, "curl_easy_perform");
  FIND(easy_strerror, "curl_easy_strerror");
  FIND(easy_setopt, "curl_easy_setopt");
  FIND(easy_getinfo, "curl_easy_getinfo");
  FIND(slist_append, "curl_slist_append");
  FIND(slist_free_all, "curl_slist_free_all");
  return 0;
}

static const char *failure;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void set_up(void) {
  failure = load();
  if (!failure && global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) failure = "libcurl cannot be set up";
}

const char *tl_curl_load(void) {
  pthread_once(&once, set_up);
  return failure;
}

CURL *tl_curl_open(void) { return easy_init(); }
void tl_curl_close(CURL *curl) { easy_cleanup(curl); }
void tl_curl_reset(CURL *curl) { easy_reset(curl); }
CURLcode tl_curl_perform(CURL *curl) { return easy_perform(curl); }
const char *tl_curl_words(CURLcode code) { return easy_strerror(code); }
CURLcode tl_curl_set_long(CURL *curl, CURLoption option, long value) { return easy_setopt(curl, option, value); }
CURLcode tl_curl_set_text(CURL *curl, CURLoption option, const char *value) { return easy_setopt(curl, option, value); }
CURLcode tl_curl_set_headers(CURL *curl, struct curl_slist *headers) {
  return easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
}
CURLcode tl_curl_set_receivers(CURL *curl, tl_curl_bytes body, tl_curl_bytes header, void *user) {
  CURLcode code = easy_setopt(curl, CURLOPT_WRITEFUNCTION, body);
  if (code == CURLE_OK) code = easy_setopt(curl, CURLOPT_WRITEDATA, user);
  if (code == CURLE_OK) code = easy_setopt(curl, CURLOPT_HEADERFUNCTION, header);
  if (code == CURLE_OK) code = easy_setopt(curl, CURLOPT_HEADERDATA, user);
  return code;
}
CURLcode tl_curl_set_progress(CURL *curl, tl_curl_progress progress, void *user) {
  CURLcode code = easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, progress);
  if (code == CURLE_OK) code = easy_setopt(curl, CURLOPT_XFERINFODATA, user);
  if (code == CURLE_OK) code = easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
  return code;
}
CURLcode tl_curl_set_quick_exit(CURL *curl) {
#if LIBCURL_VERSION_NUM >= 0x075700
  CURLcode code = easy_setopt(curl, CURLOPT_QUICK_EXIT, 1L);
  return code == CURLE_UNKNOWN_OPTION ? CURLE_OK : code;
#else
  (void)curl;
  return CURLE_OK;
#endif
}
int tl_curl_has_asked(CURL *curl) {
  long size = 0;
  return easy_getinfo(curl, CURLINFO_REQUEST_SIZE, &size) == CURLE_OK && size > 0;
}
long tl_curl_status(CURL *curl) {
  long status = 0;
  return easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}
struct curl_slist *tl_curl_append(struct curl_slist *list, const char *text) { return slist_append(list, text); }
void tl_curl_free(struct curl_slist *list) { slist_free_all(list); }
