// Copies the sound of one film into another, packet by packet, without decoding it.
#ifndef C_FILMS_SOUND_H
#define C_FILMS_SOUND_H

#include "support.h"

typedef struct {
  AVFormatContext *source;
  AVFormatContext *target;
  AVPacket *packet;
  int *tracks;          // stream of the target per stream of the source, -1: not copied
  unsigned stream_count;  // entries of both lists; some containers add streams while they are read
  int64_t *last_times;  // latest decoding time written per stream of the source
  int64_t from;         // microseconds
  int64_t to;
  bool holds_packet;
  bool has_ended;
  bool is_incomplete;
} lmf_sound;

// Adds the sound tracks to the target, whose header is not written yet.
lmf_status lmf_sound_open(
    lmf_sound *sound, const lmf_write_options *options, AVFormatContext *target, lmf_writer_info *info, lmf_report *report);
// Copies what comes before `until`, microseconds of the target's clock.
lmf_status lmf_sound_copy(lmf_sound *sound, int64_t until, lmf_report *report);
void lmf_sound_close(lmf_sound *sound);

#endif
