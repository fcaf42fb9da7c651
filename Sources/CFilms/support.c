// What reader, writer and sound share: reports, opening one file and nothing else, telling films from other files.
#include "support.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

lmf_status lmf_fail(lmf_report *report, lmf_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(report->message, sizeof report->message, format, arguments);
  va_end(arguments);
  return status;
}

const char *lmf_reason(int error, char buffer[AV_ERROR_MAX_STRING_SIZE]) {
  if (av_strerror(error, buffer, AV_ERROR_MAX_STRING_SIZE) < 0) snprintf(buffer, AV_ERROR_MAX_STRING_SIZE, "error %d", error);
  return buffer;
}

static atomic_bool wants_silence;

lmf_status lmf_need_library(lmf_report *report) {
  const char *missing = lmf_load();
  if (missing) return lmf_fail(report, LMF_LIBRARY_MISSING, "Films need FFmpeg: %s.", missing);
  if (atomic_load(&wants_silence)) av_log_set_level(AV_LOG_QUIET);
  return LMF_OK;
}

// Only a wish until there is a film: it must not be the reason for FFmpeg to be loaded.
void lmf_silence(void) { atomic_store(&wants_silence, true); }

int32_t lmf_version(void) { return LIBAVFORMAT_VERSION_MAJOR; }

// With the protocol in front, a name such as "a:b.mp4" is not taken for an address.
char *lmf_file_url(const char *path) {
  size_t length = strlen(path);
  char *url = av_malloc(length + 6);
  if (!url) return NULL;
  memcpy(url, "file:", 5);
  memcpy(url + 5, path, length + 1);
  return url;
}

bool lmf_is_no_film(const AVInputFormat *format) {
  // Lists that name other files or addresses: a film must not decide what else is opened.
  static const char *const lists[] = {"hls", "dash", "concat", "sdp", "rtsp", "rtp", "imf", "webm_dash_manifest", "image2", "tty"};
  const char *name = format->name;
  for (size_t index = 0; index < sizeof lists / sizeof *lists; index++) {
    if (strcmp(name, lists[index]) == 0) return true;
  }
  // png_pipe, jpeg_pipe and their like.
  size_t length = strlen(name);
  return length > 5 && strcmp(name + length - 5, "_pipe") == 0;
}

int32_t lmf_probe(const uint8_t *bytes, size_t count) {
  if (lmf_load()) return 0;
  if (count > 1 << 20) count = 1 << 20;
  unsigned char *copy = av_mallocz(count + AVPROBE_PADDING_SIZE);
  if (!copy) return 0;
  if (count > 0) memcpy(copy, bytes, count);
  AVProbeData data = {.filename = "", .buf = copy, .buf_size = (int)count, .mime_type = NULL};
  int score = 0;
  const AVInputFormat *format = av_probe_input_format3(&data, 1, &score);
  av_free(copy);
  return format && !lmf_is_no_film(format) ? score : 0;
}

static lmf_status open_failure(int error, lmf_report *report) {
  char reason[AV_ERROR_MAX_STRING_SIZE];
  lmf_reason(error, reason);
  if (error == AVERROR(ENOMEM)) return lmf_fail(report, LMF_OUT_OF_MEMORY, "There is not enough memory to open the film.");
  if (error == AVERROR(ENOENT) || error == AVERROR(EACCES) || error == AVERROR(EISDIR)) {
    return lmf_fail(report, LMF_NOT_FOUND, "The film cannot be read (%s).", reason);
  }
  return lmf_fail(report, LMF_INVALID, "The film cannot be opened: its container is damaged, cut short or of no known kind (%s).", reason);
}

lmf_status lmf_open_input(const char *path, AVFormatContext **result, lmf_report *report) {
  char *url = lmf_file_url(path);
  AVFormatContext *context = avformat_alloc_context();
  if (!url || !context) {
    av_free(url);
    avformat_free_context(context);
    return lmf_fail(report, LMF_OUT_OF_MEMORY, "There is not enough memory to open the film.");
  }
  AVIOContext *bytes = NULL;
  AVDictionary *options = NULL;
  av_dict_set(&options, "protocol_whitelist", "file", 0);
  int error = avio_open2(&bytes, url, AVIO_FLAG_READ, NULL, &options);
  av_dict_free(&options);
  if (error < 0) {
    av_free(url);
    avformat_free_context(context);
    return open_failure(error, report);
  }
  // The kind of container is found first, so that none is entered that would open other files.
  const AVInputFormat *format = NULL;
  error = av_probe_input_buffer2(bytes, &format, url, NULL, 0, 0);
  if (error >= 0 && lmf_is_no_film(format)) {
    lmf_fail(report, LMF_UNSUPPORTED, "The file is no film but %s.", format->long_name ? format->long_name : format->name);
    avio_closep(&bytes);
    av_free(url);
    avformat_free_context(context);
    return LMF_UNSUPPORTED;
  }
  if (error >= 0) {
    context->pb = bytes;
    // Times that a container leaves out are put together from those around them.
    context->flags |= AVFMT_FLAG_GENPTS;
    // The bytes are open already; some demuxers would open other files whose names they put together, and may not.
    av_dict_set(&options, "protocol_whitelist", "none", 0);
    // Frees the context if it fails, but never bytes that were handed in.
    error = avformat_open_input(&context, url, format, &options);
    av_dict_free(&options);
  }
  av_free(url);
  if (error < 0) {
    avformat_free_context(context);
    avio_closep(&bytes);
    return open_failure(error, report);
  }
  error = avformat_find_stream_info(context, NULL);
  if (error < 0) {
    avformat_close_input(&context);
    avio_closep(&bytes);
    return open_failure(error, report);
  }
  *result = context;
  return LMF_OK;
}
