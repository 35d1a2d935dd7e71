// What the services need of Linux and Swift's Glibc module does not carry: signals, wake-ups, changes of files and of the
// network as descriptors that poll can wait for, and whether the system clock is set by someone who knows the time.
#ifndef TRACKLOGGER_CLINUX_H
#define TRACKLOGGER_CLINUX_H

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timex.h>
#include <unistd.h>

/// Whether an NTP client, a GPS refclock or the like keeps the system clock: the kernel's own flag, which such a daemon
/// clears and which comes back by itself when the daemon is gone for long. Reading it needs no privilege.
static inline int tl_clock_is_synchronised(void) {
  struct timex state = {.modes = 0};
  const int answer = adjtimex(&state);
  return answer >= 0 && answer != TIME_ERROR && !(state.status & STA_UNSYNC);
}

/// A socket on which the kernel tells of links, addresses and routes; -1 where there is none. It needs no privilege.
static inline int tl_network_events(void) {
  const int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
  if (descriptor < 0) return -1;
  struct sockaddr_nl address;
  memset(&address, 0, sizeof address);
  address.nl_family = AF_NETLINK;
  address.nl_groups = RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR;
  if (bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
  close(descriptor);
  return -1;
}

#endif
