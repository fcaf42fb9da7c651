// What reader and writer share.
#ifndef C_FILMS_SUPPORT_H
#define C_FILMS_SUPPORT_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avstring.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

#include "CFilms.h"

// Since libavformat 60.16 (FFmpeg 6.1) side data of a stream lies with its codec parameters.
#define LMF_SIDE_DATA_IN_PARAMETERS (LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 16, 100))

// Writes a sentence; answers `status`.
lmf_status lmf_fail(lmf_report *report, lmf_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));
// FFmpeg's words for an error number, in a buffer of the caller's.
const char *lmf_reason(int error, char buffer[AV_ERROR_MAX_STRING_SIZE]);
// The path as FFmpeg takes it for a file, whatever characters it has; to be released with av_free.
char *lmf_file_url(const char *path);
// Opens a film file and reads its headers. Nothing but this file is opened.
lmf_status lmf_open_input(const char *path, AVFormatContext **context, lmf_report *report);
// Whether a container of this name holds no film of its own: single pictures, lists of other files, text.
bool lmf_is_no_film(const AVInputFormat *format);
// Where the file ends by what its head says (Matroska, AVI); below 0 if it says nothing. Moves the reading position.
int64_t lmf_declared_end(AVFormatContext *container);
// Whether it is a GIF without its last byte. Moves the reading position.
bool lmf_gif_is_cut(AVFormatContext *container, int64_t size);

#endif
