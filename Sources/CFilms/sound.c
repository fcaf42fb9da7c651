// Copies the sound of one film into another, packet by packet and in step with its frames, without decoding it.
#include "sound.h"

static lmf_status no_memory(lmf_report *report) {
  return lmf_fail(report, LMF_OUT_OF_MEMORY, "There is not enough memory to copy the sound.");
}

lmf_status lmf_sound_open(
    lmf_sound *sound, const lmf_write_options *options, AVFormatContext *target, lmf_writer_info *info, lmf_report *report) {
  if (!options->sound_source) {
    sound->has_ended = true;
    return LMF_OK;
  }
  lmf_status status = lmf_open_input(options->sound_source, &sound->source, report);
  if (status != LMF_OK) return status;
  sound->target = target;
  sound->from = options->sound_from;
  sound->to = options->sound_to;
  sound->packet = av_packet_alloc();
  sound->stream_count = sound->source->nb_streams;
  sound->tracks = av_malloc_array(sound->source->nb_streams, sizeof *sound->tracks);
  sound->last_times = av_malloc_array(sound->source->nb_streams, sizeof *sound->last_times);
  if (!sound->packet || !sound->tracks || !sound->last_times) return no_memory(report);
  for (unsigned index = 0; index < sound->source->nb_streams; index++) {
    AVStream *from = sound->source->streams[index];
    sound->tracks[index] = -1;
    sound->last_times[index] = INT64_MIN;
    if (from->codecpar->codec_type != AVMEDIA_TYPE_AUDIO) {
      from->discard = AVDISCARD_ALL;
      continue;
    }
    enum AVCodecID codec = from->codecpar->codec_id;
    // A container that cannot say (below 0) takes the code if it has a tag for it.
    int fits = avformat_query_codec(target->oformat, codec, FF_COMPLIANCE_NORMAL);
    if (fits < 0 && target->oformat->codec_tag) fits = av_codec_get_tag(target->oformat->codec_tag, codec) != 0;
    if (fits <= 0) {
      info->sound_left_out++;
      av_strlcpy(info->sound_left_out_codec, avcodec_get_name(codec), sizeof info->sound_left_out_codec);
      from->discard = AVDISCARD_ALL;
      continue;
    }
    AVStream *to = avformat_new_stream(target, NULL);
    if (!to || avcodec_parameters_copy(to->codecpar, from->codecpar) < 0) return no_memory(report);
    to->codecpar->codec_tag = 0;
    to->time_base = from->time_base;
    av_dict_copy(&to->metadata, from->metadata, 0);
    sound->tracks[index] = to->index;
    info->sound_tracks++;
  }
  sound->has_ended = info->sound_tracks == 0;
  // Sound before `from` may be passed over; if it cannot, it is read and left out.
  if (!sound->has_ended && sound->from > 0) av_seek_frame(sound->source, -1, sound->from, AVSEEK_FLAG_BACKWARD);
  return LMF_OK;
}

// Reads on until a packet of a copied track is at hand.
static void fetch(lmf_sound *sound) {
  while (!sound->holds_packet && !sound->has_ended) {
    int error = av_read_frame(sound->source, sound->packet);
    if (error < 0) {
      sound->has_ended = true;
      sound->is_incomplete = error != AVERROR_EOF;
      return;
    }
    if ((unsigned)sound->packet->stream_index >= sound->stream_count) {
      // A stream that came later: nobody asked whether the film's container takes it.
      const AVStream *late = sound->source->streams[sound->packet->stream_index];
      if (late->codecpar->codec_type == AVMEDIA_TYPE_AUDIO) sound->is_incomplete = true;
      av_packet_unref(sound->packet);
      continue;
    }
    int track = sound->tracks[sound->packet->stream_index];
    int64_t time = sound->packet->pts != AV_NOPTS_VALUE ? sound->packet->pts : sound->packet->dts;
    // Without a time there is no telling where it belongs.
    if (track < 0 || time == AV_NOPTS_VALUE || sound->packet->size == 0) {
      av_packet_unref(sound->packet);
      continue;
    }
    sound->holds_packet = true;
  }
}

lmf_status lmf_sound_copy(lmf_sound *sound, int64_t until, lmf_report *report) {
  while (true) {
    fetch(sound);
    if (!sound->holds_packet) return LMF_OK;
    AVPacket *packet = sound->packet;
    int index = packet->stream_index;
    AVStream *from = sound->source->streams[index];
    AVStream *to = sound->target->streams[sound->tracks[index]];
    int64_t first = packet->pts != AV_NOPTS_VALUE ? packet->pts : packet->dts;
    int64_t time = av_rescale_q(first, from->time_base, AV_TIME_BASE_Q);
    if (time >= sound->to) {
      // The other tracks may have sound before the end yet: containers mix them only roughly.
      sound->holds_packet = false;
      av_packet_unref(packet);
      sound->tracks[index] = -1;
      sound->has_ended = true;
      for (unsigned track = 0; track < sound->stream_count; track++) sound->has_ended = sound->has_ended && sound->tracks[track] < 0;
      continue;
    }
    int64_t place = time > INT64_MIN + sound->from ? time - sound->from : INT64_MIN;
    if (place > until) return LMF_OK;
    sound->holds_packet = false;
    int64_t shift = av_rescale_q(sound->from, AV_TIME_BASE_Q, from->time_base);
    if (packet->pts != AV_NOPTS_VALUE) packet->pts -= shift;
    if (packet->dts != AV_NOPTS_VALUE) packet->dts -= shift;
    if (packet->dts == AV_NOPTS_VALUE) packet->dts = packet->pts;
    if (time < sound->from || packet->dts <= sound->last_times[index]) {
      // Before the part that is wanted, or out of order, which no container takes.
      if (time >= sound->from) sound->is_incomplete = true;
      av_packet_unref(packet);
      continue;
    }
    sound->last_times[index] = packet->dts;
    av_packet_rescale_ts(packet, from->time_base, to->time_base);
    packet->stream_index = to->index;
    packet->pos = -1;
    int error = av_interleaved_write_frame(sound->target, packet);
    char reason[AV_ERROR_MAX_STRING_SIZE];
    if (error < 0) return lmf_fail(report, LMF_OUTPUT_FAILED, "The sound cannot be written (%s).", lmf_reason(error, reason));
  }
}

void lmf_sound_close(lmf_sound *sound) {
  if (sound->source) {
    AVIOContext *bytes = sound->source->pb;
    avformat_close_input(&sound->source);
    avio_closep(&bytes);
  }
  av_packet_free(&sound->packet);
  av_freep(&sound->tracks);
  av_freep(&sound->last_times);
}
