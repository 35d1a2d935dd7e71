// libcurl as Swift can call it, loaded when it is first needed: it brings thirty libraries along, which the recording, of
// the same program, would have in its memory for nothing. Its variadic calls come with one type of argument each.
#ifndef TRACKLOGGER_CCURL_H
#define TRACKLOGGER_CCURL_H

#include <curl/curl.h>

// CURLOPT_PROTOCOLS_STR came with 7.85.
_Static_assert(LIBCURL_VERSION_NUM >= 0x075500, "tracklogger needs libcurl 7.85 or newer");

#pragma clang assume_nonnull begin

typedef size_t (*tl_curl_bytes)(char *_Nullable bytes, size_t size, size_t count, void *_Nullable user);
typedef int (*tl_curl_progress)(void *_Nullable user, curl_off_t, curl_off_t, curl_off_t, curl_off_t);

/// Loads and sets up the library, once; NULL, or why it cannot be.
const char *_Nullable tl_curl_load(void);

// After tl_curl_load has succeeded:
CURL *_Nullable tl_curl_open(void);
void tl_curl_close(CURL *curl);
/// Forgets all options, keeps connections.
void tl_curl_reset(CURL *curl);
CURLcode tl_curl_perform(CURL *curl);
const char *tl_curl_words(CURLcode code);
CURLcode tl_curl_set_long(CURL *curl, CURLoption option, long value);
CURLcode tl_curl_set_text(CURL *curl, CURLoption option, const char *value);
CURLcode tl_curl_set_headers(CURL *curl, struct curl_slist *_Nullable headers);
/// `body` and `header` get `user` with each piece.
CURLcode tl_curl_set_receivers(CURL *curl, tl_curl_bytes body, tl_curl_bytes header, void *user);
/// `progress` is called at least once a second; other than 0 it ends the request.
CURLcode tl_curl_set_progress(CURL *curl, tl_curl_progress progress, void *user);
/// A resolver that no one answers is not waited for when a request ends, where this libcurl can (7.87); elsewhere it is.
CURLcode tl_curl_set_quick_exit(CURL *curl);
/// Whether something of the last request went out to a server.
int tl_curl_has_asked(CURL *curl);
/// Of the last reply; 0 without one.
long tl_curl_status(CURL *curl);
/// The list with one more at its end; NULL without memory, the list is as it was.
struct curl_slist *_Nullable tl_curl_append(struct curl_slist *_Nullable list, const char *text);
void tl_curl_free(struct curl_slist *_Nullable list);

#pragma clang assume_nonnull end

#endif
