#define _GNU_SOURCE  // strerrordesc_np: an error's words without a buffer

#include "cgpsd.h"

#include <errno.h>
#include <fcntl.h>
#include <gps.h>
#include <stdlib.h>
#include <string.h>

struct cgpsd_client {
  // gps_data_t is 24 to 38 kB and grows with each release: on the heap, zeroed before use.
  struct gps_data_t gps;
};

// gps_open and gps_stream leave either one of libgps's negative codes or an errno.
static const char *words_for(int code) {
  const char *words = code > 0 ? strerrordesc_np(code) : gps_errstr(code);
  return words ? words : "unknown error";
}

cgpsd_client *cgpsd_open(const char *host, const char *port, const char **why) {
  // To libgps some words with a space are no hosts but other ways of export, which have no socket to read.
  if (strchr(host, ' ')) {
    *why = "not a host name";
    return NULL;
  }
  cgpsd_client *client = calloc(1, sizeof *client);
  if (!client) {
    *why = words_for(ENOMEM);
    return NULL;
  }
  errno = 0;
  const int status = gps_open(host, port, &client->gps);
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
  if (gps_stream(&client->gps, WATCH_ENABLE | WATCH_JSON, NULL) >= 0) return 0;
  *why = words_for(errno);
  return -1;
}

void cgpsd_close(cgpsd_client *client) {
  gps_close(&client->gps);
  free(client);
}
