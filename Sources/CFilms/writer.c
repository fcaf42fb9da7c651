// Writes a film: chooses container and encoder, converts RGB frames, encodes, and mixes in copied sound.
#include <string.h>

#include "sound.h"
#include "support.h"

struct lmf_writer {
  AVFormatContext *container;
  AVCodecContext *encoder;
  AVStream *stream;
  AVPacket *packet;
  AVFrame *frame;
  struct SwsContext *scaler;
  uint8_t *padded;  // a picture with its last row or column twice, where codes want even sizes
  lmf_sound sound;
  AVRational unit;  // of the caller's times
  int64_t usual_duration;  // of a frame that says none: by the rate, without one the distance of the last two frames
  int64_t last_time;
  bool has_time;
};

static const AVOutputFormat *container_for(const char *name) {
  const AVOutputFormat *format = av_guess_format(NULL, name, NULL);
  if (!format || format->video_codec == AV_CODEC_ID_NONE || strcmp(format->name, "image2") == 0) return NULL;
  // Those that write many files (playlists) would not appear whole under one name.
  if (format->flags & AVFMT_NOFILE) return NULL;
  return format;
}

bool lmf_can_write(const char *name) { return !lmf_load() && container_for(name) != NULL; }

void lmf_writer_close(lmf_writer *writer) {
  if (!writer) return;
  lmf_sound_close(&writer->sound);
  sws_freeContext(writer->scaler);
  av_freep(&writer->padded);
  av_frame_free(&writer->frame);
  av_packet_free(&writer->packet);
  avcodec_free_context(&writer->encoder);
  if (writer->container) {
    if (writer->container->pb) avio_closep(&writer->container->pb);
    avformat_free_context(writer->container);
  }
  av_free(writer);
}

static enum AVPixelFormat pixels_for(const AVCodec *codec) {
  const enum AVPixelFormat *formats = NULL;
#if LMF_CONFIGURATION_IS_ASKED_FOR
  const void *configurations = NULL;
  if (avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_PIX_FORMAT, 0, &configurations, NULL) >= 0) {
    formats = configurations;
  }
#else
  formats = codec->pix_fmts;
#endif
  if (!formats) return AV_PIX_FMT_YUV420P;
  for (const enum AVPixelFormat *format = formats; *format != AV_PIX_FMT_NONE; format++) {
    if (*format == AV_PIX_FMT_YUV420P) return *format;
  }
  return avcodec_find_best_pix_fmt_of_list(formats, AV_PIX_FMT_RGB24, 0, NULL);
}

static void set_quality(AVCodecContext *encoder, const AVCodec *codec) {
  if (strcmp(codec->name, "libx264") == 0) {
    av_opt_set(encoder->priv_data, "preset", "veryfast", 0);
    av_opt_set(encoder->priv_data, "crf", "20", 0);
  } else if (codec->id == AV_CODEC_ID_VP8 || codec->id == AV_CODEC_ID_VP9) {
    av_opt_set(encoder->priv_data, "crf", "28", 0);
    av_opt_set(encoder->priv_data, "deadline", "realtime", 0);
    av_opt_set_int(encoder->priv_data, "cpu-used", 6, 0);
    encoder->bit_rate = codec->id == AV_CODEC_ID_VP8 ? 8000000 : 0;
  } else if (codec->id == AV_CODEC_ID_MPEG4 || codec->id == AV_CODEC_ID_MJPEG || codec->id == AV_CODEC_ID_MPEG2VIDEO) {
    encoder->flags |= AV_CODEC_FLAG_QSCALE;
    encoder->global_quality = FF_QP2LAMBDA * 3;
  } else {
    // Others are steered by their rate: a fifth of a bit per pixel at 30 frames a second.
    encoder->bit_rate = (int64_t)encoder->width * encoder->height * 6;
  }
}

// The unit of time: as asked for, unless the code has a limit of its own.
static AVRational time_base_for(const AVCodec *codec, lmf_ratio wanted) {
  AVRational base = {wanted.numerator, wanted.denominator};
  // The header of MPEG-4 part 2 has 16 bits for it; 1/60000 holds all usual rates.
  if (codec->id == AV_CODEC_ID_MPEG4 && base.den > 65535) return (AVRational){1, 60000};
  return base;
}

static AVCodecContext *try_encoder(
    const AVCodec *codec, const lmf_write_options *options, const AVOutputFormat *format, int *error) {
  AVCodecContext *encoder = avcodec_alloc_context3(codec);
  if (!encoder) {
    *error = AVERROR(ENOMEM);
    return NULL;
  }
  encoder->pix_fmt = pixels_for(codec);
  const AVPixFmtDescriptor *pixels = av_pix_fmt_desc_get(encoder->pix_fmt);
  // Halved chroma needs even sides.
  encoder->width = pixels && pixels->log2_chroma_w ? (options->width + 1) & ~1 : options->width;
  encoder->height = pixels && pixels->log2_chroma_h ? (options->height + 1) & ~1 : options->height;
  encoder->time_base = time_base_for(codec, options->time_base);
  if (options->frame_rate.numerator > 0) {
    encoder->framerate = (AVRational){options->frame_rate.numerator, options->frame_rate.denominator};
  }
  encoder->sample_aspect_ratio = (AVRational){options->pixel_aspect.numerator, options->pixel_aspect.denominator};
  encoder->thread_count = options->threads;
  bool is_large = options->height >= 720 || options->width >= 1280;
  if (pixels && !(pixels->flags & AV_PIX_FMT_FLAG_RGB)) {
    encoder->colorspace = is_large ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M;
    encoder->color_primaries = is_large ? AVCOL_PRI_BT709 : AVCOL_PRI_SMPTE170M;
    encoder->color_trc = is_large ? AVCOL_TRC_BT709 : AVCOL_TRC_SMPTE170M;
    encoder->color_range = codec->id == AV_CODEC_ID_MJPEG ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
  }
  if (format->flags & AVFMT_GLOBALHEADER) encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  set_quality(encoder, codec);
  *error = avcodec_open2(encoder, codec, NULL);
  if (*error < 0) avcodec_free_context(&encoder);
  return encoder;
}

// H.264 by whichever encoder opens, then what is next best for the container. AVI has no times, which H.264 needs.
static lmf_status open_encoder(
    lmf_writer *writer, const lmf_write_options *options, lmf_writer_info *info, lmf_report *report) {
  static const char *const preferred[] = {
    "libx264", "h264_videotoolbox", "libopenh264", "libvpx-vp9", "libvpx", "mpeg4", "gif", "mjpeg"};
  const AVOutputFormat *format = writer->container->oformat;
  int error = AVERROR_ENCODER_NOT_FOUND;
  bool has_times = strcmp(format->name, "avi") != 0;
  size_t count = options->encoder || !has_times ? 1 : sizeof preferred / sizeof *preferred;
  const char *first = options->encoder ? options->encoder : has_times ? preferred[0] : "mpeg4";
  for (size_t index = 0; index < count && !writer->encoder; index++) {
    const AVCodec *codec = avcodec_find_encoder_by_name(index == 0 ? first : preferred[index]);
    if (codec && avformat_query_codec(format, codec->id, FF_COMPLIANCE_NORMAL) == 1) {
      writer->encoder = try_encoder(codec, options, format, &error);
    }
  }
  if (!writer->encoder && !options->encoder) {
    const AVCodec *codec = avcodec_find_encoder(format->video_codec);
    if (codec) writer->encoder = try_encoder(codec, options, format, &error);
  }
  char reason[AV_ERROR_MAX_STRING_SIZE];
  if (!writer->encoder) {
    return lmf_fail(
        report, LMF_UNSUPPORTED, "The installed FFmpeg has no encoder that works for a film of %d×%d in %s (%s).", options->width,
        options->height, format->name, lmf_reason(error, reason));
  }
  av_strlcpy(info->encoder, writer->encoder->codec->name, sizeof info->encoder);
  return LMF_OK;
}

static int set_display_matrix(AVStream *stream, const lmf_write_options *options) {
  if (options->a == 65536 && options->b == 0 && options->c == 0 && options->d == 65536) return 0;
  const int32_t matrix[9] = {options->a, options->b, 0, options->c, options->d, 0, 0, 0, 1 << 30};
#if LMF_SIDE_DATA_IN_PARAMETERS
  AVPacketSideData *data = av_packet_side_data_new(
      &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX, sizeof matrix, 0);
  if (!data) return AVERROR(ENOMEM);
  memcpy(data->data, matrix, sizeof matrix);
#else
  uint8_t *data = av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, sizeof matrix);
  if (!data) return AVERROR(ENOMEM);
  memcpy(data, matrix, sizeof matrix);
#endif
  return 0;
}

static lmf_status write_header(lmf_writer *writer, const lmf_write_options *options, lmf_report *report) {
  char reason[AV_ERROR_MAX_STRING_SIZE];
  char *url = lmf_file_url(options->path);
  if (!url) return lmf_fail(report, LMF_OUT_OF_MEMORY, "There is not enough memory to write the film.");
  int error = avio_open(&writer->container->pb, url, AVIO_FLAG_WRITE);
  av_free(url);
  if (error < 0) return lmf_fail(report, LMF_OUTPUT_FAILED, "The film cannot be written (%s).", lmf_reason(error, reason));
  error = avformat_write_header(writer->container, NULL);
  if (error < 0) return lmf_fail(report, LMF_OUTPUT_FAILED, "The film cannot be begun (%s).", lmf_reason(error, reason));
  return LMF_OK;
}

static lmf_status open_stream(
    lmf_writer *writer, const lmf_write_options *options, lmf_writer_info *info, lmf_report *report) {
  writer->stream = avformat_new_stream(writer->container, NULL);
  writer->packet = av_packet_alloc();
  writer->frame = av_frame_alloc();
  if (!writer->stream || !writer->packet || !writer->frame) {
    return lmf_fail(report, LMF_OUT_OF_MEMORY, "There is not enough memory to write the film.");
  }
  lmf_status status = open_encoder(writer, options, info, report);
  if (status != LMF_OK) return status;
  writer->unit = (AVRational){options->time_base.numerator, options->time_base.denominator};
  writer->stream->time_base = writer->encoder->time_base;
  writer->stream->avg_frame_rate = writer->encoder->framerate;
  writer->stream->sample_aspect_ratio = writer->encoder->sample_aspect_ratio;
  if (writer->encoder->framerate.num > 0) {
    writer->usual_duration = av_rescale_q(1, av_inv_q(writer->encoder->framerate), writer->encoder->time_base);
  }
  writer->frame->format = writer->encoder->pix_fmt;
  writer->frame->width = writer->encoder->width;
  writer->frame->height = writer->encoder->height;
  if (avcodec_parameters_from_context(writer->stream->codecpar, writer->encoder) < 0 ||
      set_display_matrix(writer->stream, options) < 0 || av_frame_get_buffer(writer->frame, 0) < 0) {
    return lmf_fail(report, LMF_OUT_OF_MEMORY, "There is not enough memory to write the film.");
  }
  return LMF_OK;
}

lmf_status lmf_writer_open(const lmf_write_options *options, lmf_writer **result, lmf_writer_info *info, lmf_report *report) {
  report->message[0] = 0;
  memset(info, 0, sizeof *info);
  if (lmf_need_library(report) != LMF_OK) return LMF_LIBRARY_MISSING;
  const AVOutputFormat *format = container_for(options->name);
  if (!format) return lmf_fail(report, LMF_UNSUPPORTED, "The installed FFmpeg writes no film with this ending.");
  lmf_writer *writer = av_mallocz(sizeof *writer);
  if (!writer) return lmf_fail(report, LMF_OUT_OF_MEMORY, "There is not enough memory to write the film.");
  lmf_status status = LMF_OK;
  if (avformat_alloc_output_context2(&writer->container, format, NULL, options->path) < 0) {
    status = lmf_fail(report, LMF_OUT_OF_MEMORY, "There is not enough memory to write the film.");
  }
  if (status == LMF_OK) status = open_stream(writer, options, info, report);
  if (status == LMF_OK) status = lmf_sound_open(&writer->sound, options, writer->container, info, report);
  if (status == LMF_OK) status = write_header(writer, options, report);
  if (status != LMF_OK) {
    lmf_writer_close(writer);
    return status;
  }
  *result = writer;
  return LMF_OK;
}

// Writes what the encoder has ready, each packet after the sound that belongs before it.
static lmf_status drain(lmf_writer *writer, lmf_report *report) {
  char reason[AV_ERROR_MAX_STRING_SIZE];
  while (true) {
    int error = avcodec_receive_packet(writer->encoder, writer->packet);
    if (error == AVERROR(EAGAIN) || error == AVERROR_EOF) return LMF_OK;
    if (error < 0) return lmf_fail(report, LMF_OUTPUT_FAILED, "A frame cannot be encoded (%s).", lmf_reason(error, reason));
    if (writer->packet->duration == 0) writer->packet->duration = writer->usual_duration;
    int64_t time = writer->packet->dts != AV_NOPTS_VALUE ? writer->packet->dts : writer->packet->pts;
    lmf_status status =
        lmf_sound_copy(&writer->sound, av_rescale_q(time, writer->encoder->time_base, AV_TIME_BASE_Q), report);
    if (status != LMF_OK) {
      av_packet_unref(writer->packet);
      return status;
    }
    av_packet_rescale_ts(writer->packet, writer->encoder->time_base, writer->stream->time_base);
    writer->packet->stream_index = writer->stream->index;
    error = av_interleaved_write_frame(writer->container, writer->packet);
    if (error < 0) return lmf_fail(report, LMF_OUTPUT_FAILED, "The film cannot be written (%s).", lmf_reason(error, reason));
  }
}

// A picture whose size is the film's but for an odd last row or column: that one is doubled, not scaled.
static const uint8_t *pad(lmf_writer *writer, const uint8_t *rgb, int32_t *stride, int32_t *width, int32_t *height) {
  int32_t wide = writer->encoder->width, high = writer->encoder->height;
  if ((*width == wide && *height == high) || *width < wide - 1 || *width > wide || *height < high - 1 || *height > high) return rgb;
  size_t row_bytes = (size_t)wide * 3;
  if (!writer->padded) writer->padded = av_malloc(row_bytes * (size_t)high + 64);
  if (!writer->padded) return NULL;
  for (int32_t y = 0; y < high; y++) {
    uint8_t *row = writer->padded + (size_t)y * row_bytes;
    memcpy(row, rgb + (size_t)(y < *height ? y : *height - 1) * (size_t)*stride, (size_t)*width * 3);
    if (*width < wide) memcpy(row + row_bytes - 3, row + row_bytes - 6, 3);
  }
  *stride = (int32_t)row_bytes;
  *width = wide;
  *height = high;
  return writer->padded;
}

lmf_status lmf_writer_add(
    lmf_writer *writer, const uint8_t *rgb, int32_t stride, int32_t width, int32_t height, int64_t time, int64_t duration,
    lmf_report *report) {
  report->message[0] = 0;
  char reason[AV_ERROR_MAX_STRING_SIZE];
  AVFrame *frame = writer->frame;
  const uint8_t *pixels = pad(writer, rgb, &stride, &width, &height);
  if (!pixels || av_frame_make_writable(frame) < 0) {
    return lmf_fail(report, LMF_OUT_OF_MEMORY, "There is not enough memory to write the film.");
  }
  bool is_same_size = width == frame->width && height == frame->height;
  writer->scaler = sws_getCachedContext(
      writer->scaler, width, height, AV_PIX_FMT_RGB24, frame->width, frame->height, frame->format,
      is_same_size ? SWS_BILINEAR | SWS_ACCURATE_RND : SWS_BICUBIC | SWS_ACCURATE_RND, NULL, NULL, NULL);
  if (!writer->scaler) return lmf_fail(report, LMF_OUTPUT_FAILED, "Pixels cannot be converted for this film.");
  const int *matrix = sws_getCoefficients(writer->encoder->colorspace == AVCOL_SPC_BT709 ? SWS_CS_ITU709 : SWS_CS_ITU601);
  sws_setColorspaceDetails(
      writer->scaler, sws_getCoefficients(SWS_CS_DEFAULT), 1, matrix, writer->encoder->color_range == AVCOL_RANGE_JPEG, 0,
      1 << 16, 1 << 16);
  const uint8_t *const planes[4] = {pixels, NULL, NULL, NULL};
  const int strides[4] = {stride, 0, 0, 0};
  sws_scale(writer->scaler, planes, strides, 0, height, frame->data, frame->linesize);
  // The encoder may count in another unit than the caller.
  frame->pts = av_rescale_q(time, writer->unit, writer->encoder->time_base);
  duration = av_rescale_q(duration, writer->unit, writer->encoder->time_base);
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  frame->duration = duration;
#else
  frame->pkt_duration = duration;
#endif
  frame->quality = writer->encoder->global_quality;
  if (writer->has_time && frame->pts <= writer->last_time) {
    return lmf_fail(report, LMF_OUTPUT_FAILED, "A frame is not later than the one before; it cannot be written.");
  }
  // A last frame without any duration would lie behind the end of the film, and players would leave it out.
  if (writer->encoder->framerate.num <= 0) writer->usual_duration = writer->has_time ? frame->pts - writer->last_time : 1;
  writer->last_time = frame->pts;
  writer->has_time = true;
  int error = avcodec_send_frame(writer->encoder, frame);
  if (error < 0) return lmf_fail(report, LMF_OUTPUT_FAILED, "A frame cannot be encoded (%s).", lmf_reason(error, reason));
  return drain(writer, report);
}

lmf_status lmf_writer_finish(lmf_writer *writer, bool *sound_complete, lmf_report *report) {
  report->message[0] = 0;
  char reason[AV_ERROR_MAX_STRING_SIZE];
  int error = avcodec_send_frame(writer->encoder, NULL);
  if (error < 0) return lmf_fail(report, LMF_OUTPUT_FAILED, "The last frames cannot be encoded (%s).", lmf_reason(error, reason));
  lmf_status status = drain(writer, report);
  if (status == LMF_OK) status = lmf_sound_copy(&writer->sound, INT64_MAX, report);
  if (status != LMF_OK) return status;
  *sound_complete = !writer->sound.is_incomplete;
  error = av_write_trailer(writer->container);
  // What the system could not take shows at the latest when the file is closed.
  int closing = avio_closep(&writer->container->pb);
  if (error >= 0) error = closing;
  if (error < 0) return lmf_fail(report, LMF_OUTPUT_FAILED, "The film cannot be completed (%s).", lmf_reason(error, reason));
  return LMF_OK;
}
