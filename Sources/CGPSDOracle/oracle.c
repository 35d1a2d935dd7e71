#include "cgpsd_oracle.h"

#include <gps.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int cgpsd_unpack(const char *line, cgpsd_tpv *out) {
  memset(out, 0, sizeof *out);
  // On the heap: tens of kilobytes. Fresh for each line: gps_unpack keeps what a line does not mention, and old bits of `set`.
  struct gps_data_t *data = calloc(1, sizeof *data);
  if (data == NULL) return -1;
  struct gps_fix_t *fix = &data->fix;
  fix->latitude = fix->longitude = fix->altMSL = fix->altitude = NAN;
  fix->speed = fix->track = NAN;
  fix->eph = fix->epx = fix->epy = fix->epv = NAN;

  // 3.22 declares its argument without const, but does not write to it; newer ones declare it const.
  int result = gps_unpack((char *)line, data);

  // libgps sets this for every TPV and nothing else, MODE_SET only for a mode above 0.
  out->is_tpv = (data->set & STATUS_SET) != 0;
  strncpy(out->device, data->dev.path, sizeof out->device - 1);
  out->mode = fix->mode;
  out->status = fix->status;
  out->seconds = fix->time.tv_sec;
  out->nanoseconds = fix->time.tv_nsec;
  out->latitude = fix->latitude;
  out->longitude = fix->longitude;
  out->altitude_msl = fix->altMSL;
  out->altitude = fix->altitude;
  out->speed = fix->speed;
  out->track = fix->track;
  out->eph = fix->eph;
  out->epx = fix->epx;
  out->epy = fix->epy;
  out->epv = fix->epv;
  free(data);
  return result;
}
