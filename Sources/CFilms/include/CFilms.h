// Films behind one plain C interface: FFmpeg's libraries read and write them.
//
// FFmpeg's structures differ from version to version; none of them shows here. Every function answers a status and writes
// a sentence into the report when it fails. A reader or writer belongs to one thread at a time. Times are whole numbers
// in units of the time base. What to do with a frame (its time, whether it counts) is decided by the caller, in Swift.
#ifndef C_FILMS_H
#define C_FILMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  LMF_OK = 0,
  LMF_END = 1,            // no more frames
  LMF_NOT_FOUND = 2,      // the file is missing or cannot be read
  LMF_INVALID = 3,        // bytes are damaged or end early; a reader may go on
  LMF_UNSUPPORTED = 4,    // well-formed, but of a kind this FFmpeg does not take
  LMF_OUT_OF_MEMORY = 5,
  LMF_OUTPUT_FAILED = 6,  // the file cannot be written
  LMF_LIBRARY_MISSING = 7,
} lmf_status;

typedef struct {
  char message[400];  // NUL-terminated; empty after success
} lmf_report;

typedef struct {
  int32_t numerator;
  int32_t denominator;
} lmf_ratio;

// No progress messages of FFmpeg on standard error, from the next film on. A setting of the whole process.
void lmf_silence(void);
// Major version of libavformat, for example 59.
int32_t lmf_version(void);

// How sure FFmpeg is that these first bytes are those of a film, by content alone: 0…100. Names of picture formats and
// play lists count as 0. `bytes` may have any length.
int32_t lmf_probe(const uint8_t *bytes, size_t count);

// --- Reading ---

typedef struct lmf_reader lmf_reader;

typedef struct {
  int64_t pixel_limit;  // most pixels of a frame
  int32_t threads;      // of the decoder; 0: as many as processors
} lmf_read_options;

typedef struct {
  int32_t width;
  int32_t height;
  // Where the display matrix leads: x' = a·x + c·y, y' = b·x + d·y, each in 1/65536. Identity if there is none.
  int32_t a, b, c, d;
  lmf_ratio time_base;
  lmf_ratio frame_rate;    // average as the container tells it; 0/1 unknown
  lmf_ratio pixel_aspect;  // 0/1 unknown
  bool has_start;
  int64_t start;     // time of the film's first instant
  int64_t duration;  // below 0: unknown
  bool has_sound;
  char container[64];
  char codec[64];
} lmf_film_info;

typedef struct {
  int32_t width;
  int32_t height;
  bool has_time;
  int64_t time;
  int64_t duration;  // 0: unknown
  bool is_damaged;   // the decoder filled in what was missing
  bool is_full_range;
  bool is_bt601;        // the matrix is that of BT.601, or not told
  bool is_luma_chroma;  // and not red, green, blue, or a palette
} lmf_frame;

// Only files: no address of a network is ever opened, nor a list that names other files.
lmf_status lmf_reader_open(
    const char *path, lmf_read_options options, lmf_reader **reader, lmf_film_info *info, lmf_report *report);
void lmf_reader_close(lmf_reader *reader);

// Goes to the last place before `time` where decoding can begin. After a failure the reader stands anywhere: open anew.
lmf_status lmf_reader_seek(lmf_reader *reader, int64_t time, lmf_report *report);

// Decodes the next frame. After LMF_INVALID one may go on; a reader comes to LMF_END after finitely many calls.
lmf_status lmf_reader_next(lmf_reader *reader, lmf_frame *frame, lmf_report *report);

// Tells again of the frame that lmf_reader_next decoded last; false if there is none. Its time is not told.
bool lmf_reader_current(const lmf_reader *reader, lmf_frame *frame);

// The pixels of that frame; planes hold height × stride bytes (chroma: half of both,
// rounded up, two bytes a sample).
lmf_status lmf_reader_copy_rgb(lmf_reader *reader, uint8_t *rgb, int32_t stride, lmf_report *report);
lmf_status lmf_reader_copy_nv12(
    lmf_reader *reader, uint8_t *luma, int32_t luma_stride, uint8_t *chroma, int32_t chroma_stride, lmf_report *report);

// --- Writing ---

typedef struct lmf_writer lmf_writer;

typedef struct {
  const char *path;           // where the bytes go, whatever its name
  const char *name;           // its ending chooses the container
  int32_t width;
  int32_t height;
  lmf_ratio time_base;
  lmf_ratio frame_rate;       // a hint; 0/1 unknown
  lmf_ratio pixel_aspect;     // 0/1: square
  int32_t a, b, c, d;         // display matrix as above
  int32_t threads;            // of the encoder; 0: as many as processors
  const char *encoder;        // its name in FFmpeg, or NULL: H.264 where available, else what the container takes
  const char *sound_source;   // a film whose sound is copied, or NULL
  int64_t sound_from;         // microseconds of that film's clock: becomes time 0
  int64_t sound_to;           // microseconds; sound from here on is left out; INT64_MAX: all
} lmf_write_options;

typedef struct {
  char encoder[64];
  int32_t sound_tracks;       // copied
  int32_t sound_left_out;     // that the container does not take
  char sound_left_out_codec[64];
} lmf_writer_info;

// Whether a film can be written under this name: FFmpeg knows a container with this ending that holds moving pictures.
bool lmf_can_write(const char *name);

lmf_status lmf_writer_open(const lmf_write_options *options, lmf_writer **writer, lmf_writer_info *info, lmf_report *report);
// Releases the writer; the file stays as it is.
void lmf_writer_close(lmf_writer *writer);

// Adds a picture of any size (it is scaled to the film's); times must grow. `duration` 0: unknown.
lmf_status lmf_writer_add(
    lmf_writer *writer, const uint8_t *rgb, int32_t stride, int32_t width, int32_t height, int64_t time, int64_t duration,
    lmf_report *report);

// Writes what is still held back. `sound_complete` says whether all of the sound could be read.
lmf_status lmf_writer_finish(lmf_writer *writer, bool *sound_complete, lmf_report *report);

#endif
