#include <string.h>

#include "support.h"

// Errors of the container one after the other before the film counts as ended: most repeat the same one for ever.
enum { READ_ERROR_LIMIT = 16 };

struct lmf_reader {
  AVFormatContext *container;
  AVCodecContext *decoder;
  AVPacket *packet;
  AVFrame *frame;
  struct SwsContext *scaler;
  int stream;
  bool is_flushing;
  bool has_ended;
  bool end_was_checked;
  int read_errors;
  // End of the latest packet of any stream, in microseconds.
  int64_t latest;
};

void lmf_reader_close(lmf_reader *reader) {
  if (!reader) return;
  sws_freeContext(reader->scaler);
  av_frame_free(&reader->frame);
  av_packet_free(&reader->packet);
  avcodec_free_context(&reader->decoder);
  if (reader->container) {
    // The bytes were opened by lmf_open_input: closing the container leaves them to us.
    AVIOContext *bytes = reader->container->pb;
    avformat_close_input(&reader->container);
    avio_closep(&bytes);
  }
  av_free(reader);
}

static void read_display_matrix(const AVStream *stream, lmf_film_info *info) {
  const int32_t *matrix = NULL;
#if LMF_SIDE_DATA_IN_PARAMETERS
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX);
  if (data && data->size >= 9 * sizeof(int32_t)) matrix = (const int32_t *)data->data;
#else
  size_t size = 0;
  const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  if (data && size >= 9 * sizeof(int32_t)) matrix = (const int32_t *)data;
#endif
  info->a = info->d = 65536;
  info->b = info->c = 0;
  if (!matrix) return;
  info->a = matrix[0];
  info->b = matrix[1];
  info->c = matrix[3];
  info->d = matrix[4];
}

static lmf_ratio ratio(AVRational value) {
  if (value.num <= 0 || value.den <= 0) return (lmf_ratio){0, 1};
  return (lmf_ratio){value.num, value.den};
}

static void describe(const lmf_reader *reader, lmf_film_info *info) {
  const AVFormatContext *container = reader->container;
  const AVStream *stream = container->streams[reader->stream];
  memset(info, 0, sizeof *info);
  info->width = stream->codecpar->width;
  info->height = stream->codecpar->height;
  read_display_matrix(stream, info);
  info->time_base = ratio(stream->time_base);
  info->frame_rate = ratio(stream->avg_frame_rate.num > 0 ? stream->avg_frame_rate : stream->r_frame_rate);
  info->pixel_aspect = ratio(av_guess_sample_aspect_ratio((AVFormatContext *)container, (AVStream *)stream, NULL));
  info->has_start = container->start_time != AV_NOPTS_VALUE;
  if (info->has_start) info->start = av_rescale_q(container->start_time, AV_TIME_BASE_Q, stream->time_base);
  info->duration = -1;
  if (stream->duration != AV_NOPTS_VALUE && stream->duration > 0) {
    info->duration = stream->duration;
  } else if (container->duration != AV_NOPTS_VALUE && container->duration > 0) {
    info->duration = av_rescale_q(container->duration, AV_TIME_BASE_Q, stream->time_base);
  }
  info->has_sound = av_find_best_stream((AVFormatContext *)container, AVMEDIA_TYPE_AUDIO, -1, -1, NULL, 0) >= 0;
  av_strlcpy(info->container, container->iformat->name, sizeof info->container);
  av_strlcpy(info->codec, avcodec_get_name(stream->codecpar->codec_id), sizeof info->codec);
}

static lmf_status open_decoder(lmf_reader *reader, lmf_read_options options, lmf_report *report) {
  AVStream *stream = reader->container->streams[reader->stream];
  const AVCodec *codec = avcodec_find_decoder(stream->codecpar->codec_id);
  const char *name = avcodec_get_name(stream->codecpar->codec_id);
  if (!codec) return lmf_fail(report, LMF_UNSUPPORTED, "The film is coded as %s, which the installed FFmpeg cannot decode.", name);
  if ((int64_t)stream->codecpar->width * stream->codecpar->height > options.pixel_limit) {
    return lmf_fail(
        report, LMF_UNSUPPORTED, "Frames have %d×%d pixels, more than the limit of %lld.", stream->codecpar->width,
        stream->codecpar->height, (long long)options.pixel_limit);
  }
  reader->decoder = avcodec_alloc_context3(codec);
  if (!reader->decoder) return lmf_fail(report, LMF_OUT_OF_MEMORY, "There is not enough memory for the decoder.");
  int error = avcodec_parameters_to_context(reader->decoder, stream->codecpar);
  if (error >= 0) {
    reader->decoder->pkt_timebase = stream->time_base;
    // Decoders count the padding of their memory; the size that is seen is checked where pixels are copied.
    reader->decoder->max_pixels = options.pixel_limit + options.pixel_limit / 4 + (1 << 16);
    reader->decoder->thread_count = options.threads;
    // A frame that lacks what it refers to comes out all the same, marked: it is told of instead of missing.
    reader->decoder->flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT;
    error = avcodec_open2(reader->decoder, codec, NULL);
  }
  char reason[AV_ERROR_MAX_STRING_SIZE];
  if (error < 0) return lmf_fail(report, LMF_UNSUPPORTED, "The decoder for %s does not take this film (%s).", name, lmf_reason(error, reason));
  return LMF_OK;
}

lmf_status lmf_reader_open(
    const char *path, lmf_read_options options, lmf_reader **result, lmf_film_info *info, lmf_report *report) {
  report->message[0] = 0;
  if (lmf_need_library(report) != LMF_OK) return LMF_LIBRARY_MISSING;
  lmf_reader *reader = av_mallocz(sizeof *reader);
  if (!reader) return lmf_fail(report, LMF_OUT_OF_MEMORY, "There is not enough memory to open the film.");
  reader->packet = av_packet_alloc();
  reader->frame = av_frame_alloc();
  reader->latest = INT64_MIN;
  lmf_status status = LMF_OK;
  if (!reader->packet || !reader->frame) status = lmf_fail(report, LMF_OUT_OF_MEMORY, "There is not enough memory to open the film.");
  if (status == LMF_OK) status = lmf_open_input(path, &reader->container, report);
  if (status == LMF_OK) {
    reader->stream = av_find_best_stream(reader->container, AVMEDIA_TYPE_VIDEO, -1, -1, NULL, 0);
    if (reader->stream < 0) status = lmf_fail(report, LMF_UNSUPPORTED, "The file holds no moving pictures (%s).", reader->container->iformat->name);
  }
  if (status == LMF_OK) status = open_decoder(reader, options, report);
  if (status != LMF_OK) {
    lmf_reader_close(reader);
    return status;
  }
  describe(reader, info);
  *result = reader;
  return LMF_OK;
}

lmf_status lmf_reader_seek(lmf_reader *reader, int64_t time, lmf_report *report) {
  int error = av_seek_frame(reader->container, reader->stream, time, AVSEEK_FLAG_BACKWARD);
  char reason[AV_ERROR_MAX_STRING_SIZE];
  if (error < 0) return lmf_fail(report, LMF_UNSUPPORTED, "The film cannot be entered in the middle (%s).", lmf_reason(error, reason));
  avcodec_flush_buffers(reader->decoder);
  reader->is_flushing = reader->has_ended = false;
  return LMF_OK;
}

// At the end: whether the container promised more than there was.
static lmf_status check_end(lmf_reader *reader, lmf_report *report) {
  if (reader->end_was_checked) return LMF_END;
  reader->end_was_checked = true;
  AVFormatContext *container = reader->container;
  int64_t size = container->pb ? avio_size(container->pb) : -1;
  for (unsigned stream = 0; size > 0 && stream < container->nb_streams; stream++) {
    int count = avformat_index_get_entries_count(container->streams[stream]);
    // Only tables from the file's head can name bytes beyond its end; those built while reading name what was there.
    for (int index = count - 1; index >= 0; index--) {
      const AVIndexEntry *entry = avformat_index_get_entry(container->streams[stream], index);
      if (entry && entry->pos >= 0 && entry->pos > size - entry->size) {
        return lmf_fail(
            report, LMF_INVALID, "The film ends early: it has %lld bytes, but its table of contents reaches to byte %lld.",
            (long long)size, (long long)entry->pos);
      }
    }
  }
  int64_t declared = size > 0 ? lmf_declared_end(container) : -1;
  if (declared > size) {
    return lmf_fail(
        report, LMF_INVALID, "The film ends early: it has %lld bytes of the %lld that its head promises.", (long long)size,
        (long long)declared);
  }
  if (size > 0 && lmf_gif_is_cut(container, size)) return lmf_fail(report, LMF_INVALID, "The film ends early: its last byte is not that of a GIF.");
  // Other containers: how long they say they are. Half a second is beyond what rounding and last frames leave open.
  if (container->duration_estimation_method == AVFMT_DURATION_FROM_STREAM && container->duration > 0 && reader->latest > INT64_MIN) {
    int64_t start = container->start_time == AV_NOPTS_VALUE ? 0 : container->start_time;
    int64_t missing = av_sat_sub64(av_sat_add64(start, container->duration), reader->latest);
    if (missing > AV_TIME_BASE / 2) {
      return lmf_fail(
          report, LMF_INVALID, "The film ends early: %.1f s of the %.1f s that its head promises are missing.",
          (double)missing / AV_TIME_BASE, (double)container->duration / AV_TIME_BASE);
    }
  }
  return LMF_END;
}

static void note_time(lmf_reader *reader) {
  const AVPacket *packet = reader->packet;
  int64_t time = packet->pts != AV_NOPTS_VALUE ? packet->pts : packet->dts;
  if (time == AV_NOPTS_VALUE) return;
  AVRational base = reader->container->streams[packet->stream_index]->time_base;
  // Saturated: both come from the file.
  int64_t end = av_sat_add64(av_rescale_q(time, base, AV_TIME_BASE_Q), av_rescale_q(packet->duration, base, AV_TIME_BASE_Q));
  if (end > reader->latest) reader->latest = end;
}

static lmf_status damaged_packet(const lmf_reader *reader, int error, lmf_report *report) {
  char reason[AV_ERROR_MAX_STRING_SIZE];
  const AVPacket *packet = reader->packet;
  const AVRational base = reader->container->streams[reader->stream]->time_base;
  int64_t time = packet->pts != AV_NOPTS_VALUE ? packet->pts : packet->dts;
  lmf_reason(error, reason);
  if (packet->pos >= 0 && time != AV_NOPTS_VALUE) {
    return lmf_fail(
        report, LMF_INVALID, "The frame at %.3f s (byte %lld) cannot be decoded (%s).", (double)time * av_q2d(base),
        (long long)packet->pos, reason);
  }
  return lmf_fail(report, LMF_INVALID, "A frame cannot be decoded (%s).", reason);
}

// Hands the decoder the next packet of the stream, or the sign that there are no more.
static lmf_status feed(lmf_reader *reader, lmf_report *report) {
  char reason[AV_ERROR_MAX_STRING_SIZE];
  while (true) {
    int error = av_read_frame(reader->container, reader->packet);
    if (error < 0) {
      bool is_end = error == AVERROR_EOF;
      if (is_end || ++reader->read_errors >= READ_ERROR_LIMIT || error != AVERROR_INVALIDDATA) {
        reader->is_flushing = true;
        avcodec_send_packet(reader->decoder, NULL);
        if (is_end) return LMF_OK;
        reader->end_was_checked = true;
      }
      int64_t place = reader->container->pb ? avio_seek(reader->container->pb, 0, SEEK_CUR) : -1;
      return lmf_fail(
          report, LMF_INVALID, "The container is damaged near byte %lld (%s)%s.", (long long)place, lmf_reason(error, reason),
          reader->is_flushing ? "; the film cannot be read on" : "");
    }
    reader->read_errors = 0;
    note_time(reader);
    if (reader->packet->stream_index != reader->stream) {
      av_packet_unref(reader->packet);
      continue;
    }
    error = avcodec_send_packet(reader->decoder, reader->packet);
    lmf_status status = error < 0 ? damaged_packet(reader, error, report) : LMF_OK;
    av_packet_unref(reader->packet);
    return status;
  }
}

// The deprecated formats with "J" are the plain ones in full range.
static enum AVPixelFormat plain_format(enum AVPixelFormat format, bool *is_full_range) {
  switch (format) {
    case AV_PIX_FMT_YUVJ420P: *is_full_range = true; return AV_PIX_FMT_YUV420P;
    case AV_PIX_FMT_YUVJ422P: *is_full_range = true; return AV_PIX_FMT_YUV422P;
    case AV_PIX_FMT_YUVJ444P: *is_full_range = true; return AV_PIX_FMT_YUV444P;
    case AV_PIX_FMT_YUVJ440P: *is_full_range = true; return AV_PIX_FMT_YUV440P;
    case AV_PIX_FMT_YUVJ411P: *is_full_range = true; return AV_PIX_FMT_YUV411P;
    default: return format;
  }
}

static void describe_frame(const AVFrame *frame, lmf_frame *result) {
  memset(result, 0, sizeof *result);
  result->width = frame->width;
  result->height = frame->height;
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  result->duration = frame->duration;
#else
  result->duration = frame->pkt_duration;
#endif
  if (result->duration < 0) result->duration = 0;
  result->is_damaged = (frame->flags & AV_FRAME_FLAG_CORRUPT) != 0 || frame->decode_error_flags != 0;
  bool is_full_range = frame->color_range == AVCOL_RANGE_JPEG;
  const AVPixFmtDescriptor *pixels = av_pix_fmt_desc_get(plain_format(frame->format, &is_full_range));
  result->is_full_range = is_full_range;
  const enum AVColorSpace space = frame->colorspace;
  result->is_bt601 = space == AVCOL_SPC_UNSPECIFIED || space == AVCOL_SPC_BT470BG || space == AVCOL_SPC_SMPTE170M;
  result->is_luma_chroma = pixels && pixels->nb_components >= 3 && !(pixels->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL));
}

lmf_status lmf_reader_next(lmf_reader *reader, lmf_frame *result, lmf_report *report) {
  report->message[0] = 0;
  char reason[AV_ERROR_MAX_STRING_SIZE];
  while (true) {
    if (reader->has_ended) return check_end(reader, report);
    int error = avcodec_receive_frame(reader->decoder, reader->frame);
    if (error >= 0) break;
    if (error == AVERROR_EOF) {
      reader->has_ended = true;
    } else if (error == AVERROR(EAGAIN)) {
      if (reader->is_flushing) {
        reader->has_ended = true;
        continue;
      }
      lmf_status status = feed(reader, report);
      if (status != LMF_OK) return status;
    } else {
      return lmf_fail(report, LMF_INVALID, "A frame cannot be decoded (%s).", lmf_reason(error, reason));
    }
  }
  const AVFrame *frame = reader->frame;
  describe_frame(frame, result);
  result->has_time = frame->best_effort_timestamp != AV_NOPTS_VALUE;
  if (result->has_time) result->time = frame->best_effort_timestamp;
  return LMF_OK;
}

bool lmf_reader_current(const lmf_reader *reader, lmf_frame *frame) {
  if (!reader->frame->data[0]) return false;
  describe_frame(reader->frame, frame);
  return true;
}

static lmf_status copy_pixels(
    lmf_reader *reader, enum AVPixelFormat target, uint8_t *const planes[4], const int strides[4], lmf_report *report) {
  const AVFrame *frame = reader->frame;
  if (!frame->data[0]) return lmf_fail(report, LMF_INVALID, "No frame has been decoded.");
  bool is_full_range = frame->color_range == AVCOL_RANGE_JPEG;
  enum AVPixelFormat format = plain_format(frame->format, &is_full_range);
  // Bilinear, and at equal size the plain table-driven conversion: what the reference results were made with.
  reader->scaler = sws_getCachedContext(
      reader->scaler, frame->width, frame->height, format, frame->width, frame->height, target, SWS_BILINEAR, NULL, NULL, NULL);
  if (!reader->scaler) {
    const char *name = av_get_pix_fmt_name(format);
    return lmf_fail(report, LMF_UNSUPPORTED, "Pixels of the kind %s cannot be converted.", name ? name : "unknown");
  }
  const int *matrix = sws_getCoefficients(frame->colorspace == AVCOL_SPC_UNSPECIFIED ? SWS_CS_DEFAULT : frame->colorspace);
  const AVPixFmtDescriptor *description = av_pix_fmt_desc_get(target);
  bool target_is_rgb = description && (description->flags & AV_PIX_FMT_FLAG_RGB);
  sws_setColorspaceDetails(
      reader->scaler, matrix, is_full_range, target_is_rgb ? sws_getCoefficients(SWS_CS_DEFAULT) : matrix,
      target_is_rgb ? 1 : is_full_range, 0, 1 << 16, 1 << 16);
  int rows = sws_scale(
      reader->scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height, planes, strides);
  if (rows != frame->height) return lmf_fail(report, LMF_INVALID, "The frame's pixels cannot be converted.");
  return LMF_OK;
}

lmf_status lmf_reader_copy_rgb(lmf_reader *reader, uint8_t *rgb, int32_t stride, lmf_report *report) {
  report->message[0] = 0;
  uint8_t *const planes[4] = {rgb, NULL, NULL, NULL};
  const int strides[4] = {stride, 0, 0, 0};
  return copy_pixels(reader, AV_PIX_FMT_RGB24, planes, strides, report);
}

lmf_status lmf_reader_copy_nv12(
    lmf_reader *reader, uint8_t *luma, int32_t luma_stride, uint8_t *chroma, int32_t chroma_stride, lmf_report *report) {
  report->message[0] = 0;
  uint8_t *const planes[4] = {luma, chroma, NULL, NULL};
  const int strides[4] = {luma_stride, chroma_stride, 0, 0};
  return copy_pixels(reader, AV_PIX_FMT_NV12, planes, strides, report);
}
