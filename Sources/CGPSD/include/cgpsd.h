// libgps as this program uses it: open, watch and close a connection to gpsd.
// The shim hides what changes between releases of libgps: argument types, the size of gps_data_t, names of constants.
// Its parser is not used: on a torn line it can loop for ever. The lines are read from the descriptor by the caller.
#ifndef TRACKLOGGER_CGPSD_H
#define TRACKLOGGER_CGPSD_H

/// The API version of the libgps this was compiled against, as major * 100 + minor.
int cgpsd_api_version(void);

/// A connection to gpsd. It owns libgps's struct, whose size and layout differ between releases, and its descriptor.
typedef struct cgpsd_client cgpsd_client;

/// Connects to gpsd at `host` and `port`. Blocks while names resolve and the connection is made, which for a dead remote
/// host is minutes. NULL on failure; `*why` is then libgps's own words, or that there is no libgps; they live as long as the program.
cgpsd_client *cgpsd_open(const char *host, const char *port, const char **why);

/// The connection's socket, non-blocking: poll and read it, never close it.
int cgpsd_fd(const cgpsd_client *client);

/// Asks gpsd to report as JSON; harmless when it does already. -1 on failure, with `*why` as above.
int cgpsd_watch(cgpsd_client *client, const char **why);

/// Closes the socket and frees the client.
void cgpsd_close(cgpsd_client *client);

#endif
