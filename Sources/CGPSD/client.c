#define _GNU_SOURCE  // strerrordesc_np: an error's words without a buffer

#include "cgpsd.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <gps.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct cgpsd_client {
  // gps_data_t is 24 to 38 kB and grows with each release: on the heap, zeroed before use.
  struct gps_data_t gps;
};

// libgps brings eight libraries with it, two megabytes that a list, an export or a look-up has no use for: it is loaded by the first
// connection. Under the very name whose struct this was compiled with.
#if GPSD_API_MAJOR_VERSION == 11
#define LIBRARY "libgps.so.28"  // gpsd 3.22
#elif GPSD_API_MAJOR_VERSION == 14
#define LIBRARY "libgps.so.30"  // gpsd 3.25
#else
#define LIBRARY "libgps.so"  // The name that libgps-dev gives the one it is for.
#endif

static __typeof__(&gps_open) open_gpsd;
static __typeof__(&gps_close) close_gpsd;
static __typeof__(&gps_stream) stream;
static __typeof__(&gps_errstr) words;
static const char *missing;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    missing = LIBRARY " is not installed; it comes with gpsd";
    return;
  }
  open_gpsd = (__typeof__(open_gpsd))dlsym(library, "gps_open");
  close_gpsd = (__typeof__(close_gpsd))dlsym(library, "gps_close");
  stream = (__typeof__(stream))dlsym(library, "gps_stream");
  words = (__typeof__(words))dlsym(library, "gps_errstr");
  if (!open_gpsd || !close_gpsd || !stream || !words) missing = LIBRARY " lacks what it is needed for";
}

// gps_open and gps_stream leave either one of libgps's negative codes or an errno.
static const char *words_for(int code) {
  const char *known = code > 0 ? strerrordesc_np(code) : words(code);
  return known ? known : "unknown error";
}

cgpsd_client *cgpsd_open(const char *host, const char *port, const char **why) {
  // To libgps some words with a space are no hosts but other ways of export, which have no socket to read.
  if (strchr(host, ' ')) {
    *why = "not a host name";
    return NULL;
  }
  pthread_once(&once, load);
  if (missing) {
    *why = missing;
    return NULL;
  }
  cgpsd_client *client = calloc(1, sizeof *client);
  if (!client) {
    *why = words_for(ENOMEM);
    return NULL;
  }
  errno = 0;
  const int status = open_gpsd(host, port, &client->gps);
  if (status != 0) {
    *why = words_for(status < -1 ? status : errno);
    free(client);
    return NULL;
  }
  const int fd = cgpsd_fd(client);
  const int flags = fd < 0 ? -1 : fcntl(fd, F_GETFL);
  // Releases differ in whether they leave the socket blocking and inherited.
  if (flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0 || fcntl(fd, F_SETFD, FD_CLOEXEC) < 0) {
    *why = words_for(EBADF);
    cgpsd_close(client);
    return NULL;
  }
  return client;
}

int cgpsd_fd(const cgpsd_client *client) { return (int)client->gps.gps_fd; }

int cgpsd_watch(cgpsd_client *client, const char **why) {
  errno = 0;
  // The flags' type is unsigned int up to API 11 and watch_t later, the last argument void * or const char *: an integer
  // constant and NULL convert to both.
  if (stream(&client->gps, WATCH_ENABLE | WATCH_JSON, NULL) >= 0) return 0;
  *why = words_for(errno);
  return -1;
}

void cgpsd_close(cgpsd_client *client) {
  close_gpsd(&client->gps);
  free(client);
}
