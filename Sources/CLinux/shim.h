// What the service needs of Linux and Swift's Glibc module does not carry: signals and wake-ups as descriptors that poll
// can wait for, and whether the system clock is set by someone who knows the time.
#ifndef TRACKLOGGER_CLINUX_H
#define TRACKLOGGER_CLINUX_H

#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timex.h>

/// Whether an NTP client, a GPS refclock or the like keeps the system clock: the kernel's own flag, which such a daemon
/// clears and which comes back by itself when the daemon is gone for long. Reading it needs no privilege.
static inline int tl_clock_is_synchronised(void) {
  struct timex state = {.modes = 0};
  const int answer = adjtimex(&state);
  return answer >= 0 && answer != TIME_ERROR && !(state.status & STA_UNSYNC);
}

#endif
