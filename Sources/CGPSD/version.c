#include "cgpsd.h"

#include <gps.h>

_Static_assert(GPSD_API_MAJOR_VERSION >= 11, "tracklogger needs libgps 3.22 (API 11) or newer");

int cgpsd_api_version(void) { return GPSD_API_MAJOR_VERSION * 100 + GPSD_API_MINOR_VERSION; }
