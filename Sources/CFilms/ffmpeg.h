// FFmpeg's functions, looked up when the first film is opened and not when the program starts: its libraries draw in more
// than a hundred others, which would cost every call of the program many times its own start. A machine without FFmpeg can
// so still do everything that is not about films.
#ifndef C_FILMS_FFMPEG_H
#define C_FILMS_FFMPEG_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avstring.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

// Since libavformat 60.16 (FFmpeg 6.1) side data of a stream lies with its codec parameters.
#define LMF_SIDE_DATA_IN_PARAMETERS (LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 16, 100))
// Since libavcodec 61.13 (FFmpeg 7.1) an encoder is asked for its pixel formats.
#define LMF_CONFIGURATION_IS_ASKED_FOR (LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100))

#if LMF_SIDE_DATA_IN_PARAMETERS
#define LMF_SIDE_DATA_CODEC(X) X(av_packet_side_data_get) X(av_packet_side_data_new)
#define LMF_SIDE_DATA_FORMAT(X)
#else
#define LMF_SIDE_DATA_CODEC(X)
#define LMF_SIDE_DATA_FORMAT(X) X(av_stream_get_side_data) X(av_stream_new_side_data)
#endif
#if LMF_CONFIGURATION_IS_ASKED_FOR
#define LMF_CONFIGURATION(X) X(avcodec_get_supported_config)
#else
#define LMF_CONFIGURATION(X)
#endif

#define LMF_AVUTIL(X) \
  X(av_dict_copy) X(av_dict_free) X(av_dict_set) X(av_frame_alloc) X(av_frame_free) X(av_frame_get_buffer) \
  X(av_frame_make_writable) X(av_free) X(av_freep) X(av_get_pix_fmt_name) X(av_log_set_level) X(av_malloc) \
  X(av_malloc_array) X(av_mallocz) X(av_opt_set) X(av_opt_set_int) X(av_pix_fmt_desc_get) X(av_rescale_q) X(av_strerror) \
  X(av_strlcpy)
#define LMF_AVCODEC(X) \
  X(av_packet_alloc) X(av_packet_free) X(av_packet_rescale_ts) X(av_packet_unref) X(avcodec_alloc_context3) \
  X(avcodec_find_best_pix_fmt_of_list) X(avcodec_find_decoder) X(avcodec_find_encoder) X(avcodec_find_encoder_by_name) \
  X(avcodec_flush_buffers) X(avcodec_free_context) X(avcodec_get_name) X(avcodec_open2) X(avcodec_parameters_copy) \
  X(avcodec_parameters_from_context) X(avcodec_parameters_to_context) X(avcodec_receive_frame) X(avcodec_receive_packet) \
  X(avcodec_send_frame) X(avcodec_send_packet) LMF_SIDE_DATA_CODEC(X) LMF_CONFIGURATION(X)
#define LMF_AVFORMAT(X) \
  X(av_codec_get_tag) X(av_find_best_stream) X(av_guess_format) X(av_guess_sample_aspect_ratio) \
  X(av_interleaved_write_frame) X(av_probe_input_buffer2) X(av_probe_input_format3) X(av_read_frame) X(av_seek_frame) \
  X(av_write_trailer) X(avformat_alloc_context) X(avformat_alloc_output_context2) X(avformat_close_input) \
  X(avformat_find_stream_info) X(avformat_free_context) X(avformat_index_get_entries_count) X(avformat_index_get_entry) \
  X(avformat_new_stream) X(avformat_open_input) X(avformat_query_codec) X(avformat_write_header) X(avio_closep) \
  X(avio_open) X(avio_open2) X(avio_read) X(avio_seek) X(avio_size) LMF_SIDE_DATA_FORMAT(X)
#define LMF_SWSCALE(X) \
  X(sws_freeContext) X(sws_getCachedContext) X(sws_getCoefficients) X(sws_scale) X(sws_setColorspaceDetails)

#define LMF_MEMBER(name) __typeof__(name) *name;
typedef struct {
  LMF_AVUTIL(LMF_MEMBER)
  LMF_AVCODEC(LMF_MEMBER)
  LMF_AVFORMAT(LMF_MEMBER)
  LMF_SWSCALE(LMF_MEMBER)
} lmf_ffmpeg_functions;

// Filled by lmf_load; nothing of it may be called before.
extern lmf_ffmpeg_functions lmf_ffmpeg;

#ifndef LMF_WITHOUT_NAMES
// From here on the names mean what was looked up. A name inside of its own macro is not replaced again.
#define av_dict_copy lmf_ffmpeg.av_dict_copy
#define av_dict_free lmf_ffmpeg.av_dict_free
#define av_dict_set lmf_ffmpeg.av_dict_set
#define av_frame_alloc lmf_ffmpeg.av_frame_alloc
#define av_frame_free lmf_ffmpeg.av_frame_free
#define av_frame_get_buffer lmf_ffmpeg.av_frame_get_buffer
#define av_frame_make_writable lmf_ffmpeg.av_frame_make_writable
#define av_free lmf_ffmpeg.av_free
#define av_freep lmf_ffmpeg.av_freep
#define av_get_pix_fmt_name lmf_ffmpeg.av_get_pix_fmt_name
#define av_log_set_level lmf_ffmpeg.av_log_set_level
#define av_malloc lmf_ffmpeg.av_malloc
#define av_malloc_array lmf_ffmpeg.av_malloc_array
#define av_mallocz lmf_ffmpeg.av_mallocz
#define av_opt_set lmf_ffmpeg.av_opt_set
#define av_opt_set_int lmf_ffmpeg.av_opt_set_int
#define av_pix_fmt_desc_get lmf_ffmpeg.av_pix_fmt_desc_get
#define av_rescale_q lmf_ffmpeg.av_rescale_q
#define av_strerror lmf_ffmpeg.av_strerror
#define av_strlcpy lmf_ffmpeg.av_strlcpy
#define av_packet_alloc lmf_ffmpeg.av_packet_alloc
#define av_packet_free lmf_ffmpeg.av_packet_free
#define av_packet_rescale_ts lmf_ffmpeg.av_packet_rescale_ts
#define av_packet_unref lmf_ffmpeg.av_packet_unref
#define avcodec_alloc_context3 lmf_ffmpeg.avcodec_alloc_context3
#define avcodec_find_best_pix_fmt_of_list lmf_ffmpeg.avcodec_find_best_pix_fmt_of_list
#define avcodec_find_decoder lmf_ffmpeg.avcodec_find_decoder
#define avcodec_find_encoder lmf_ffmpeg.avcodec_find_encoder
#define avcodec_find_encoder_by_name lmf_ffmpeg.avcodec_find_encoder_by_name
#define avcodec_flush_buffers lmf_ffmpeg.avcodec_flush_buffers
#define avcodec_free_context lmf_ffmpeg.avcodec_free_context
#define avcodec_get_name lmf_ffmpeg.avcodec_get_name
#define avcodec_open2 lmf_ffmpeg.avcodec_open2
#define avcodec_parameters_copy lmf_ffmpeg.avcodec_parameters_copy
#define avcodec_parameters_from_context lmf_ffmpeg.avcodec_parameters_from_context
#define avcodec_parameters_to_context lmf_ffmpeg.avcodec_parameters_to_context
#define avcodec_receive_frame lmf_ffmpeg.avcodec_receive_frame
#define avcodec_receive_packet lmf_ffmpeg.avcodec_receive_packet
#define avcodec_send_frame lmf_ffmpeg.avcodec_send_frame
#define avcodec_send_packet lmf_ffmpeg.avcodec_send_packet
#define av_codec_get_tag lmf_ffmpeg.av_codec_get_tag
#define av_find_best_stream lmf_ffmpeg.av_find_best_stream
#define av_guess_format lmf_ffmpeg.av_guess_format
#define av_guess_sample_aspect_ratio lmf_ffmpeg.av_guess_sample_aspect_ratio
#define av_interleaved_write_frame lmf_ffmpeg.av_interleaved_write_frame
#define av_probe_input_buffer2 lmf_ffmpeg.av_probe_input_buffer2
#define av_probe_input_format3 lmf_ffmpeg.av_probe_input_format3
#define av_read_frame lmf_ffmpeg.av_read_frame
#define av_seek_frame lmf_ffmpeg.av_seek_frame
#define av_write_trailer lmf_ffmpeg.av_write_trailer
#define avformat_alloc_context lmf_ffmpeg.avformat_alloc_context
#define avformat_alloc_output_context2 lmf_ffmpeg.avformat_alloc_output_context2
#define avformat_close_input lmf_ffmpeg.avformat_close_input
#define avformat_find_stream_info lmf_ffmpeg.avformat_find_stream_info
#define avformat_free_context lmf_ffmpeg.avformat_free_context
#define avformat_index_get_entries_count lmf_ffmpeg.avformat_index_get_entries_count
#define avformat_index_get_entry lmf_ffmpeg.avformat_index_get_entry
#define avformat_new_stream lmf_ffmpeg.avformat_new_stream
#define avformat_open_input lmf_ffmpeg.avformat_open_input
#define avformat_query_codec lmf_ffmpeg.avformat_query_codec
#define avformat_write_header lmf_ffmpeg.avformat_write_header
#define avio_closep lmf_ffmpeg.avio_closep
#define avio_open lmf_ffmpeg.avio_open
#define avio_open2 lmf_ffmpeg.avio_open2
#define avio_read lmf_ffmpeg.avio_read
#define avio_seek lmf_ffmpeg.avio_seek
#define avio_size lmf_ffmpeg.avio_size
#define sws_freeContext lmf_ffmpeg.sws_freeContext
#define sws_getCachedContext lmf_ffmpeg.sws_getCachedContext
#define sws_getCoefficients lmf_ffmpeg.sws_getCoefficients
#define sws_scale lmf_ffmpeg.sws_scale
#define sws_setColorspaceDetails lmf_ffmpeg.sws_setColorspaceDetails
#define av_packet_side_data_get lmf_ffmpeg.av_packet_side_data_get
#define av_packet_side_data_new lmf_ffmpeg.av_packet_side_data_new
#define av_stream_get_side_data lmf_ffmpeg.av_stream_get_side_data
#define av_stream_new_side_data lmf_ffmpeg.av_stream_new_side_data
#define avcodec_get_supported_config lmf_ffmpeg.avcodec_get_supported_config
#endif

#endif
