// What reader and writer share.
#ifndef C_FILMS_SUPPORT_H
#define C_FILMS_SUPPORT_H

#include "CFilms.h"
#include "ffmpeg.h"
#include "load.h"

// Writes a sentence; answers `status`.
lmf_status lmf_fail(lmf_report *report, lmf_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));
// Answers LMF_LIBRARY_MISSING if FFmpeg is not there.
lmf_status lmf_need_library(lmf_report *report);
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
