// A camera that is none: loaded before the program (LD_PRELOAD), it answers the calls of Video4Linux for one path as a
// driver does, with memory shared through a file of the kernel. For tests on machines without a camera.
//
//   STAND_IN_CAMERA   the path that is the camera
//   STAND_IN_FORMAT   MJPG or YUYV
//   STAND_IN_SIZE     WIDTHxHEIGHT, what it delivers whatever is asked for
//   STAND_IN_FRAME    a file with the bytes of every frame
//   STAND_IN_COUNT    frames after which it goes away
//   STAND_IN_PERIOD   milliseconds between frames
//
// Every tenth frame is one the driver lost, every seventh is marked as damaged.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { BUFFERS = 3, BYTES = 4 << 20 };

static struct {
  int descriptor;
  unsigned char *memory;
  size_t frame_bytes;
  int queue[BUFFERS], queued;
  unsigned sequence;
  long taken, limit, period;
  int64_t due;
  int streams;
} camera = {.descriptor = -1};

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static int open_camera(void) {
  camera.descriptor = (int)syscall(SYS_memfd_create, "camera", 0);
  if (camera.descriptor < 0 || ftruncate(camera.descriptor, BUFFERS * BYTES) < 0) return -1;
  camera.memory = mmap(NULL, BUFFERS * BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, camera.descriptor, 0);
  FILE *frame = fopen(getenv("STAND_IN_FRAME"), "rb");
  if (camera.memory == MAP_FAILED || !frame) return -1;
  camera.frame_bytes = fread(camera.memory, 1, BYTES, frame);
  fclose(frame);
  for (int i = 1; i < BUFFERS; i++) memcpy(camera.memory + i * BYTES, camera.memory, camera.frame_bytes);
  camera.limit = atol(getenv("STAND_IN_COUNT"));
  camera.period = atol(getenv("STAND_IN_PERIOD")) * 1000;
  return camera.descriptor;
}

static int is_camera(const char *path) {
  const char *wanted = getenv("STAND_IN_CAMERA");
  return wanted && strcmp(path, wanted) == 0;
}

int open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, int) : 0;
  va_end(list);
  if (is_camera(path)) return open_camera();
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

static unsigned pixel_format(void) {
  return strcmp(getenv("STAND_IN_FORMAT"), "YUYV") == 0 ? V4L2_PIX_FMT_YUYV : V4L2_PIX_FMT_MJPEG;
}

static int refuse(int error) {
  errno = error;
  return -1;
}

static int take(struct v4l2_buffer *buffer) {
  if (camera.taken == camera.limit) return refuse(ENODEV);
  if (!camera.streams || camera.queued == 0 || now() < camera.due) return refuse(EAGAIN);
  buffer->index = (unsigned)camera.queue[0];
  for (int i = 1; i < camera.queued; i++) camera.queue[i - 1] = camera.queue[i];
  camera.queued--;
  camera.taken++;
  camera.sequence += camera.taken % 10 == 0 ? 2 : 1;
  buffer->sequence = camera.sequence - 1;
  buffer->bytesused = (unsigned)camera.frame_bytes;
  buffer->flags = camera.taken % 7 == 0 ? V4L2_BUF_FLAG_ERROR : 0;
  buffer->timestamp.tv_sec = camera.due / 1000000;
  buffer->timestamp.tv_usec = camera.due % 1000000;
  camera.due += camera.period;
  return 0;
}

static int answer(unsigned long request, void *argument) {
  switch (request) {
    case VIDIOC_QUERYCAP: {
      struct v4l2_capability *c = argument;
      strcpy((char *)c->card, "stand-in");
      c->capabilities = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
      return 0;
    }
    case VIDIOC_ENUM_FMT: {
      struct v4l2_fmtdesc *d = argument;
      if (d->index > 0) return refuse(EINVAL);
      d->pixelformat = pixel_format();
      return 0;
    }
    case VIDIOC_G_FMT:
    case VIDIOC_S_FMT: {
      struct v4l2_format *f = argument;
      f->fmt.pix.pixelformat = pixel_format();
      sscanf(getenv("STAND_IN_SIZE"), "%ux%u", &f->fmt.pix.width, &f->fmt.pix.height);
      f->fmt.pix.bytesperline = f->fmt.pix.width * 2;
      f->fmt.pix.sizeimage = BYTES;
      return 0;
    }
    case VIDIOC_G_PARM:
    case VIDIOC_S_PARM: {
      struct v4l2_streamparm *p = argument;
      p->parm.capture.timeperframe = (struct v4l2_fract){(unsigned)camera.period, 1000000};
      return 0;
    }
    case VIDIOC_REQBUFS: ((struct v4l2_requestbuffers *)argument)->count = BUFFERS; return 0;
    case VIDIOC_QUERYBUF: {
      struct v4l2_buffer *b = argument;
      if (b->index >= BUFFERS) return refuse(EINVAL);
      b->length = BYTES;
      b->m.offset = b->index * BYTES;
      return 0;
    }
    case VIDIOC_QBUF: {
      const struct v4l2_buffer *b = argument;
      if (camera.taken == camera.limit && camera.streams && camera.queued == BUFFERS) return refuse(ENODEV);
      if (b->index >= BUFFERS || camera.queued == BUFFERS) return refuse(EINVAL);
      camera.queue[camera.queued++] = (int)b->index;
      return 0;
    }
    case VIDIOC_DQBUF: return take(argument);
    case VIDIOC_STREAMON:
      camera.streams = 1;
      camera.due = now() + camera.period;
      return 0;
    case VIDIOC_STREAMOFF: camera.streams = 0; return 0;
    default: return refuse(ENOTTY);
  }
}

int ioctl(int descriptor, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  if (descriptor >= 0 && descriptor == camera.descriptor) return answer(request, argument);
  return (int)syscall(SYS_ioctl, descriptor, request, argument);
}

int poll(struct pollfd *list, nfds_t count, int timeout) {
  if (count != 1 || list[0].fd != camera.descriptor || camera.descriptor < 0) {
    static int (*original)(struct pollfd *, nfds_t, int);
    if (!original) original = (int (*)(struct pollfd *, nfds_t, int))dlsym(RTLD_NEXT, "poll");
    return original(list, count, timeout);
  }
  const int64_t left = camera.taken == camera.limit ? 0 : camera.due - now();
  if (left > (int64_t)timeout * 1000) {
    usleep((unsigned)timeout * 1000);
    return 0;
  }
  if (left > 0) usleep((unsigned)left);
  list[0].revents = POLLIN;
  return 1;
}
