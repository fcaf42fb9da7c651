#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <jpeglib.h>
#include <jerror.h>

#include "CImageCodecs.h"
#include "report.h"

// A progressive file can ask for any number of passes over the whole picture. Real files have about ten; this is
// the limit that libjpeg-turbo's own fuzzing harness works with.
enum { MAX_SCANS = 500 };

typedef struct {
  struct jpeg_error_mgr base;  // first, so that the library's pointer is also a pointer to this
  jmp_buf escape;
  lmic_status status;
  lmic_report *report;
} error_manager;

static lmic_status status_of_code(int code) {
  switch (code) {
    case JERR_OUT_OF_MEMORY:
      return LMIC_OUT_OF_MEMORY;
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CCIR601_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_EMPTY_IMAGE:  // the height follows in a later marker (DNL)
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_IMAGE_TOO_BIG:
    case JERR_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_SOF_UNSUPPORTED:
      return LMIC_UNSUPPORTED;
    default:
      return LMIC_INVALID;
  }
}

static void leave(j_common_ptr info) {
  error_manager *errors = (error_manager *)info->err;
  char message[JMSG_LENGTH_MAX];
  (*info->err->format_message)(info, message);
  errors->status = lmic_fail(errors->report, status_of_code(info->err->msg_code), message);
  longjmp(errors->escape, 1);
}

// The library goes on after damaged data and fills the rest with grey; here that is a failure. Level -1 is a warning.
static void emit_message(j_common_ptr info, int level) {
  if (level >= 0) return;
  info->err->num_warnings++;
  switch (info->err->msg_code) {
    case JWRN_ADOBE_XFORM:      // unknown colour transform: a default exists
    case JWRN_EXTRANEOUS_DATA:  // bytes between two markers are skipped, no pixel depends on them
    case JWRN_JFIF_MAJOR:       // version number of the container
    case JWRN_NOT_SEQUENTIAL:   // spectral range of a baseline scan, which is ignored
      return;
    default:
      leave(info);
  }
}

static void count_scans(j_common_ptr info) {
  if (!info->is_decompressor) return;
  if (((j_decompress_ptr)info)->input_scan_number <= MAX_SCANS) return;
  error_manager *errors = (error_manager *)info->err;
  errors->status = lmic_fail(errors->report, LMIC_UNSUPPORTED, "More than 500 scans.");
  longjmp(errors->escape, 1);
}

static void discard_output(j_common_ptr info) { (void)info; }

static void set_up_errors(error_manager *errors, lmic_report *report) {
  report->message[0] = 0;
  jpeg_std_error(&errors->base);
  errors->base.error_exit = leave;
  errors->base.emit_message = emit_message;
  errors->base.output_message = discard_output;
  errors->status = LMIC_OK;
  errors->report = report;
}

lmic_status lmic_jpeg_read_size(const uint8_t *bytes, size_t count, lmic_size *size, lmic_report *report) {
  struct jpeg_decompress_struct info;
  error_manager errors;
  memset(&info, 0, sizeof info);
  set_up_errors(&errors, report);
  info.err = &errors.base;
  if (setjmp(errors.escape)) {
    jpeg_destroy_decompress(&info);
    return errors.status;
  }
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, bytes, count);
  jpeg_read_header(&info, TRUE);
  size->width = info.image_width;
  size->height = info.image_height;
  jpeg_destroy_decompress(&info);
  return LMIC_OK;
}

static int multiply_divide_255(int a, int b) {
  int t = a * b + 128;
  return ((t >> 8) + t) >> 8;
}

// Four channels as Adobe writes them (255 = no ink), turned into RGB in the way of the reference results:
// key and colour inks reduce white one after the other, rounded to whole levels.
static void convert_inverted_cmyk_row(const uint8_t *inks, uint8_t *rgb, size_t pixels) {
  for (size_t i = 0; i < pixels; i++) {
    int light = inks[4 * i + 3];  // 255 − key, and the file holds key inverted
    for (int channel = 0; channel < 3; channel++) {
      int value = light - multiply_divide_255(255 - inks[4 * i + channel], light);
      rgb[3 * i + channel] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
    }
  }
}

static lmic_status choose_colours(struct jpeg_decompress_struct *info, lmic_report *report) {
  switch (info->jpeg_color_space) {
    case JCS_CMYK:
    case JCS_YCCK:
      info->out_color_space = JCS_CMYK;
      return LMIC_OK;
    case JCS_GRAYSCALE:
    case JCS_RGB:
    case JCS_YCbCr:
      info->out_color_space = JCS_RGB;
      return LMIC_OK;
    default:
      return lmic_fail(report, LMIC_UNSUPPORTED, "Number of colour components is not 1, 3 or 4.");
  }
}

lmic_status lmic_jpeg_decode(const uint8_t *bytes, size_t count, lmic_size size, uint8_t *rgb, lmic_report *report) {
  struct jpeg_decompress_struct info;
  struct jpeg_progress_mgr progress;
  error_manager errors;
  memset(&info, 0, sizeof info);
  memset(&progress, 0, sizeof progress);
  set_up_errors(&errors, report);
  info.err = &errors.base;
  progress.progress_monitor = count_scans;
  if (setjmp(errors.escape)) {
    jpeg_destroy_decompress(&info);
    return errors.status;
  }
  jpeg_create_decompress(&info);
  info.progress = &progress;
  jpeg_mem_src(&info, bytes, count);
  jpeg_read_header(&info, TRUE);
  lmic_status status = choose_colours(&info, report);
  if (status == LMIC_OK && (info.image_width != size.width || info.image_height != size.height)) {
    status = lmic_fail(report, LMIC_INVALID, "The size changed between two readings of the header.");
  }
  if (status != LMIC_OK) {
    jpeg_destroy_decompress(&info);
    return status;
  }
  // The accurate integer transform and smooth chroma are the library's defaults, named because results rest on them.
  info.dct_method = JDCT_ISLOW;
  info.do_fancy_upsampling = TRUE;
  jpeg_start_decompress(&info);
  const size_t row_bytes = (size_t)size.width * 3;
  JSAMPARRAY inks = NULL;
  if (info.out_color_space == JCS_CMYK) {
    inks = (*info.mem->alloc_sarray)((j_common_ptr)&info, JPOOL_IMAGE, size.width * 4, 1);
  }
  while (info.output_scanline < size.height) {
    uint8_t *row = rgb + info.output_scanline * row_bytes;
    JSAMPROW target = inks ? inks[0] : row;
    jpeg_read_scanlines(&info, &target, 1);
    if (inks) convert_inverted_cmyk_row(target, row, size.width);
  }
  jpeg_finish_decompress(&info);  // reads on to the end marker, so a missing one is noticed
  jpeg_destroy_decompress(&info);
  return LMIC_OK;
}

lmic_status lmic_jpeg_encode(
    const uint8_t *rgb, lmic_size size, int32_t quality, uint8_t **encoded, size_t *encoded_count, lmic_report *report) {
  struct jpeg_compress_struct info;
  error_manager errors;
  // The library writes both through pointers it keeps; volatile, because they are read after a jump.
  unsigned char *volatile buffer = NULL;
  volatile unsigned long buffer_count = 0;
  memset(&info, 0, sizeof info);
  set_up_errors(&errors, report);
  info.err = &errors.base;
  if (setjmp(errors.escape)) {
    // The buffer may have moved since; only the destination's own end tells where it is.
    if (info.dest != NULL && buffer != NULL) (*info.dest->term_destination)(&info);
    jpeg_destroy_compress(&info);
    free(buffer);
    return errors.status;
  }
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, (unsigned char **)&buffer, (unsigned long *)&buffer_count);
  info.image_width = size.width;
  info.image_height = size.height;
  info.input_components = 3;
  info.in_color_space = JCS_RGB;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, quality, TRUE);
  info.dct_method = JDCT_ISLOW;
  info.comp_info[0].h_samp_factor = 1;
  info.comp_info[0].v_samp_factor = 1;
  jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < size.height) {
    JSAMPROW row = (JSAMPROW)(rgb + (size_t)info.next_scanline * size.width * 3);
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  *encoded = buffer;
  *encoded_count = buffer_count;
  return LMIC_OK;
}
