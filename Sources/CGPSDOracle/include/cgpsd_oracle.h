// gps_unpack as the oracle that the tests hold our own decoder against. The program itself never calls it: it may loop for ever
// on a line that is not whole.
#ifndef TRACKLOGGER_CGPSD_ORACLE_H
#define TRACKLOGGER_CGPSD_ORACLE_H

#include <stdint.h>

/// A time-position-velocity report as libgps reads it. A number that the line does not have is NaN.
typedef struct {
  /// 1 where the line was a TPV that libgps took.
  int is_tpv;
  char device[256];
  int mode;
  /// 0 and 1 where the line has none.
  int status;
  /// Seconds and nanoseconds since 1970; 0 and 0 where the line has none.
  int64_t seconds;
  int64_t nanoseconds;
  double latitude, longitude;
  double altitude_msl, altitude;
  double speed, track;
  double eph, epx, epy, epv;
} cgpsd_tpv;

/// Reads one whole, well-formed line. Returns what gps_unpack returned (0 for success), or -1 where memory is short.
int cgpsd_unpack(const char *line, cgpsd_tpv *out);

#endif
