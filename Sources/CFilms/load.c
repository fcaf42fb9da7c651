// FFmpeg's libraries, loaded when the first film is opened: starting the program does not pay for them.
#define LMF_WITHOUT_NAMES
#include "ffmpeg.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "load.h"

lmf_ffmpeg_functions lmf_ffmpeg;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char problem[300];

#define LMF_TEXT(value) #value
#define LMF_VALUE(value) LMF_TEXT(value)
#ifdef __APPLE__
#define LMF_FILE(name, version) "lib" name "." LMF_VALUE(version) ".dylib"
#else
#define LMF_FILE(name, version) "lib" name ".so." LMF_VALUE(version)
#endif

// The major version is that of the headers this was built with: structures are laid out as these say.
static void *open_library(const char *file) {
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
#ifdef __APPLE__
  // Where Homebrew puts it; the system does not look there.
  char path[200];
  snprintf(path, sizeof path, "/opt/homebrew/lib/%s", file);
  if (!library) library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  snprintf(path, sizeof path, "/usr/local/lib/%s", file);
  if (!library) library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
#endif
  if (!library && !problem[0]) snprintf(problem, sizeof problem, "%s of FFmpeg cannot be loaded", file);
  return library;
}

static void *look_up(void *library, const char *name) {
  void *function = library ? dlsym(library, name) : NULL;
  if (!function && !problem[0]) snprintf(problem, sizeof problem, "FFmpeg's %s is missing", name);
  return function;
}

static void load_all(void) {
  void *library;
  // A pointer to a function is not made from one to an object by a cast in C; POSIX asks for the detour by memory.
#define LMF_LOOK_UP(name)                              \
  {                                                    \
    void *found = look_up(library, #name);             \
    memcpy(&lmf_ffmpeg.name, &found, sizeof found);    \
  }
  library = open_library(LMF_FILE("avutil", LIBAVUTIL_VERSION_MAJOR));
  LMF_AVUTIL(LMF_LOOK_UP)
  library = open_library(LMF_FILE("avcodec", LIBAVCODEC_VERSION_MAJOR));
  LMF_AVCODEC(LMF_LOOK_UP)
  library = open_library(LMF_FILE("avformat", LIBAVFORMAT_VERSION_MAJOR));
  LMF_AVFORMAT(LMF_LOOK_UP)
  library = open_library(LMF_FILE("swscale", LIBSWSCALE_VERSION_MAJOR));
  LMF_SWSCALE(LMF_LOOK_UP)
}

const char *lmf_load(void) {
  pthread_once(&once, load_all);
  return problem[0] ? problem : NULL;
}
