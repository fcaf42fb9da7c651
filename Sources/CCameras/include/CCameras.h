// Cameras by Video4Linux, with the frames in memory shared with the kernel. On other systems every call answers
// LMC_UNSUPPORTED.
#ifndef C_CAMERAS_H
#define C_CAMERAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  LMC_OK = 0,
  LMC_TIMEOUT = 1,      // no frame yet
  LMC_NOT_FOUND = 2,    // no such device, or it may not be opened
  LMC_UNSUPPORTED = 3,  // no camera, or one without a format that is read here
  LMC_BUSY = 4,         // another program has it
  LMC_FAILED = 5,       // it went away or refused a call
} lmc_status;

typedef enum {
  LMC_YUYV = 1,  // 4:2:2, bytes Y0 Cb Y1 Cr
  LMC_JPEG = 2,  // a JPEG picture per frame, possibly without Huffman tables
  LMC_NV12 = 3,
} lmc_format;

typedef struct {
  char message[300];  // NUL-terminated; empty after success
} lmc_report;

typedef struct {
  lmc_format format;
  int32_t width;
  int32_t height;
  int32_t bytes_per_line;  // 0 for JPEG
  double frames_per_second;  // 0: unknown
  bool is_full_range;
} lmc_info;

typedef struct {
  const uint8_t *bytes;  // valid until lmc_release
  size_t count;
  int64_t microseconds;  // the driver's clock, which only grows
  uint32_t sequence;     // counts frames, also those that the driver had no memory for
  bool is_damaged;
} lmc_frame;

typedef struct lmc_camera lmc_camera;

// Opens a device and starts it with the nearest to what is wanted; 0 leaves a wish open.
lmc_status lmc_open(
    const char *path, int32_t width, int32_t height, int32_t frames_per_second, lmc_camera **camera, lmc_info *info,
    lmc_report *report);
// Waits for the next frame. After LMC_OK the frame must be released before the next call.
lmc_status lmc_next(lmc_camera *camera, int32_t timeout_milliseconds, lmc_frame *frame, lmc_report *report);
lmc_status lmc_release(lmc_camera *camera, lmc_report *report);
void lmc_close(lmc_camera *camera);

#endif
