// Cameras of Video4Linux: opens a device, chooses format and rate, and hands out frames from memory shared with the kernel.
// One camera is used by one thread at a time; every failure is a status with a message, nothing is printed.
#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CCameras.h"

#include <stdarg.h>
#include <stdio.h>

static lmc_status fail(lmc_report *report, lmc_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static lmc_status fail(lmc_report *report, lmc_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(report->message, sizeof report->message, format, arguments);
  va_end(arguments);
  return status;
}

#ifdef __linux__

#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// Enough that the driver always has one to fill while one is looked at.
enum { BUFFER_COUNT = 4 };

struct lmc_camera {
  int descriptor;
  struct {
    void *start;
    size_t length;
  } buffers[BUFFER_COUNT];
  int buffer_count;
  struct v4l2_buffer current;
  bool holds_buffer;
};

static int call(int descriptor, unsigned long request, void *argument) {
  int result;
  do result = ioctl(descriptor, request, argument);
  while (result < 0 && errno == EINTR);
  return result;
}

void lmc_close(lmc_camera *camera) {
  if (!camera) return;
  enum v4l2_buf_type type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  call(camera->descriptor, VIDIOC_STREAMOFF, &type);
  for (int index = 0; index < camera->buffer_count; index++) munmap(camera->buffers[index].start, camera->buffers[index].length);
  close(camera->descriptor);
  free(camera);
}

// What a camera may deliver, best first: plain pixels need no decoding, but at large sizes the bus is too slow for them,
// so that drivers offer fewer frames a second.
static const struct {
  uint32_t code;
  lmc_format format;
} formats[] = {{V4L2_PIX_FMT_NV12, LMC_NV12}, {V4L2_PIX_FMT_YUYV, LMC_YUYV}, {V4L2_PIX_FMT_MJPEG, LMC_JPEG}, {V4L2_PIX_FMT_JPEG, LMC_JPEG}};
enum { FORMAT_COUNT = sizeof formats / sizeof *formats };

static bool offers(int descriptor, uint32_t code) {
  struct v4l2_fmtdesc description = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  while (call(descriptor, VIDIOC_ENUM_FMT, &description) == 0) {
    if (description.pixelformat == code) return true;
    description.index++;
  }
  return false;
}

static lmc_status choose_format(lmc_camera *camera, int32_t width, int32_t height, lmc_info *info, lmc_report *report) {
  // Above this many pixels USB 2 is too slow for 30 plain frames a second.
  bool is_large = (int64_t)width * height > 640 * 480;
  for (int turn = 0; turn < FORMAT_COUNT; turn++) {
    int index = is_large ? FORMAT_COUNT - 1 - turn : turn;
    if (!offers(camera->descriptor, formats[index].code)) continue;
    struct v4l2_format format = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    if (call(camera->descriptor, VIDIOC_G_FMT, &format) < 0) continue;
    if (width > 0 && height > 0) {
      format.fmt.pix.width = (uint32_t)width;
      format.fmt.pix.height = (uint32_t)height;
    }
    format.fmt.pix.pixelformat = formats[index].code;
    format.fmt.pix.field = V4L2_FIELD_NONE;
    if (call(camera->descriptor, VIDIOC_S_FMT, &format) < 0) {
      if (errno == EBUSY) return fail(report, LMC_BUSY, "Another program uses the camera.");
      continue;
    }
    if (format.fmt.pix.pixelformat != formats[index].code) continue;
    if (format.fmt.pix.width == 0 || format.fmt.pix.height == 0 || format.fmt.pix.width > 16384 || format.fmt.pix.height > 16384) continue;
    info->format = formats[index].format;
    info->width = (int32_t)format.fmt.pix.width;
    info->height = (int32_t)format.fmt.pix.height;
    info->bytes_per_line = info->format == LMC_JPEG ? 0 : (int32_t)format.fmt.pix.bytesperline;
    info->is_full_range = format.fmt.pix.quantization == V4L2_QUANTIZATION_FULL_RANGE;
    return LMC_OK;
  }
  return fail(report, LMC_UNSUPPORTED, "The camera offers none of the formats NV12, YUYV and MJPEG.");
}

// A wish only: not every driver can set it.
static void choose_rate(lmc_camera *camera, int32_t frames_per_second, lmc_info *info) {
  struct v4l2_streamparm parameters = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  if (call(camera->descriptor, VIDIOC_G_PARM, &parameters) < 0) return;
  if (frames_per_second > 0 && (parameters.parm.capture.capability & V4L2_CAP_TIMEPERFRAME)) {
    parameters.parm.capture.timeperframe.numerator = 1;
    parameters.parm.capture.timeperframe.denominator = (uint32_t)frames_per_second;
    if (call(camera->descriptor, VIDIOC_S_PARM, &parameters) < 0) return;
  }
  struct v4l2_fract step = parameters.parm.capture.timeperframe;
  if (step.numerator > 0) info->frames_per_second = (double)step.denominator / step.numerator;
}

static lmc_status start(lmc_camera *camera, lmc_report *report) {
  struct v4l2_requestbuffers request = {.count = BUFFER_COUNT, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
  if (call(camera->descriptor, VIDIOC_REQBUFS, &request) < 0 || request.count < 2) {
    return fail(report, errno == EBUSY ? LMC_BUSY : LMC_FAILED, "The camera gives no memory for frames (%s).", strerror(errno));
  }
  uint32_t count = request.count < BUFFER_COUNT ? request.count : BUFFER_COUNT;
  for (uint32_t index = 0; index < count; index++) {
    struct v4l2_buffer buffer = {.index = index, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
    if (call(camera->descriptor, VIDIOC_QUERYBUF, &buffer) < 0) return fail(report, LMC_FAILED, "The camera's memory cannot be asked for (%s).", strerror(errno));
    void *start = mmap(NULL, buffer.length, PROT_READ | PROT_WRITE, MAP_SHARED, camera->descriptor, (off_t)buffer.m.offset);
    if (start == MAP_FAILED) return fail(report, LMC_FAILED, "The camera's memory cannot be mapped (%s).", strerror(errno));
    camera->buffers[index].start = start;
    camera->buffers[index].length = buffer.length;
    camera->buffer_count++;
    if (call(camera->descriptor, VIDIOC_QBUF, &buffer) < 0) return fail(report, LMC_FAILED, "The camera does not take its memory back (%s).", strerror(errno));
  }
  enum v4l2_buf_type type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  if (call(camera->descriptor, VIDIOC_STREAMON, &type) < 0) {
    return fail(report, errno == EBUSY ? LMC_BUSY : LMC_FAILED, "The camera cannot be started (%s).", strerror(errno));
  }
  return LMC_OK;
}

lmc_status lmc_open(
    const char *path, int32_t width, int32_t height, int32_t frames_per_second, lmc_camera **result, lmc_info *info,
    lmc_report *report) {
  memset(info, 0, sizeof *info);
  report->message[0] = 0;
  // Without blocking: a pipe would be waited for until somebody writes.
  int descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) {
    return fail(report, errno == EBUSY ? LMC_BUSY : LMC_NOT_FOUND, "The camera cannot be opened (%s).", strerror(errno));
  }
  lmc_camera *camera = calloc(1, sizeof *camera);
  struct v4l2_capability capability;
  memset(&capability, 0, sizeof capability);
  if (!camera || call(descriptor, VIDIOC_QUERYCAP, &capability) < 0) {
    close(descriptor);
    free(camera);
    return fail(report, LMC_UNSUPPORTED, "It is no camera.");
  }
  camera->descriptor = descriptor;
  uint32_t can = capability.capabilities & V4L2_CAP_DEVICE_CAPS ? capability.device_caps : capability.capabilities;
  lmc_status status = LMC_OK;
  if (!(can & V4L2_CAP_VIDEO_CAPTURE) || !(can & V4L2_CAP_STREAMING)) {
    status = fail(report, LMC_UNSUPPORTED, "The device %.32s captures no frames that can be streamed.", (const char *)capability.card);
  }
  if (status == LMC_OK) status = choose_format(camera, width, height, info, report);
  if (status == LMC_OK) {
    choose_rate(camera, frames_per_second, info);
    status = start(camera, report);
  }
  if (status != LMC_OK) {
    lmc_close(camera);
    return status;
  }
  *result = camera;
  return LMC_OK;
}

lmc_status lmc_next(lmc_camera *camera, int32_t timeout_milliseconds, lmc_frame *frame, lmc_report *report) {
  report->message[0] = 0;
  struct pollfd waiting = {.fd = camera->descriptor, .events = POLLIN};
  int ready = poll(&waiting, 1, timeout_milliseconds);
  if (ready == 0 || (ready < 0 && errno == EINTR)) return LMC_TIMEOUT;
  if (ready < 0 || (waiting.revents & (POLLHUP | POLLNVAL))) return fail(report, LMC_FAILED, "The camera went away.");
  struct v4l2_buffer buffer = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
  if (call(camera->descriptor, VIDIOC_DQBUF, &buffer) < 0) {
    if (errno == EAGAIN) return LMC_TIMEOUT;
    return fail(report, LMC_FAILED, "The camera went away (%s).", strerror(errno));
  }
  if (buffer.index >= (uint32_t)camera->buffer_count) return fail(report, LMC_FAILED, "The driver named memory that it was not given.");
  camera->current = buffer;
  camera->holds_buffer = true;
  size_t length = camera->buffers[buffer.index].length;
  frame->bytes = camera->buffers[buffer.index].start;
  frame->count = buffer.bytesused < length ? buffer.bytesused : length;
  frame->microseconds = (int64_t)buffer.timestamp.tv_sec * 1000000 + buffer.timestamp.tv_usec;
  frame->sequence = buffer.sequence;
  frame->is_damaged = (buffer.flags & V4L2_BUF_FLAG_ERROR) != 0;
  return LMC_OK;
}

lmc_status lmc_release(lmc_camera *camera, lmc_report *report) {
  report->message[0] = 0;
  if (!camera->holds_buffer) return LMC_OK;
  camera->holds_buffer = false;
  if (call(camera->descriptor, VIDIOC_QBUF, &camera->current) < 0) {
    return fail(report, LMC_FAILED, "The camera went away (%s).", strerror(errno));
  }
  return LMC_OK;
}

#else

lmc_status lmc_open(
    const char *path, int32_t width, int32_t height, int32_t frames_per_second, lmc_camera **camera, lmc_info *info,
    lmc_report *report) {
  (void)path, (void)width, (void)height, (void)frames_per_second, (void)camera, (void)info;
  return fail(report, LMC_UNSUPPORTED, "Cameras are read through Video4Linux, which this system does not have.");
}

lmc_status lmc_next(lmc_camera *camera, int32_t timeout_milliseconds, lmc_frame *frame, lmc_report *report) {
  (void)camera, (void)timeout_milliseconds, (void)frame;
  return fail(report, LMC_UNSUPPORTED, "There is no camera.");
}

lmc_status lmc_release(lmc_camera *camera, lmc_report *report) {
  (void)camera;
  report->message[0] = 0;
  return LMC_OK;
}

void lmc_close(lmc_camera *camera) { (void)camera; }

#endif
