// libgps as this program uses it: open, watch and close a connection to gpsd, and gps_unpack as an oracle for tests.
// The shim hides what changes between releases of libgps: argument types, the size of gps_data_t, names of constants.
#ifndef TRACKLOGGER_CGPSD_H
#define TRACKLOGGER_CGPSD_H

#include "cgpsd_oracle.h"

/// The API version of the libgps this was compiled against, as major * 100 + minor.
int cgpsd_api_version(void);

#endif
