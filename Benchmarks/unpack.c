// What libgps needs to decode a capture, and no more: the yardstick for the whole of tracklogger.
//
//   unpack CAPTURE [--tpv]      --tpv: the TPV lines alone
//
// Prints "FIXES SECONDS": reports with a position, and CPU time (user and system) of reading and gps_unpack.
#include <gps.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static double cpu(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return u.ru_utime.tv_sec + u.ru_stime.tv_sec + (u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
  struct gps_data_t *data = calloc(1, sizeof *data);
  if (!file || !data) {
    fprintf(stderr, "usage: unpack CAPTURE [--tpv]\n");
    return 64;
  }
  int tpv_alone = argc > 2 && !strcmp(argv[2], "--tpv");
  char *line = NULL;
  size_t capacity = 0;
  long fixes = 0;
  double start = cpu();
  while (getline(&line, &capacity, file) > 0) {
    if (tpv_alone && strncmp(line, "{\"class\":\"TPV\"", 14)) continue;
    data->set = 0;
    if (gps_unpack(line, data) == 0 && (data->set & LATLON_SET) && data->fix.mode >= MODE_2D) fixes++;
  }
  printf("%ld %.6f\n", fixes, cpu() - start);
  return 0;
}
