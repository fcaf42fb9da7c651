#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <png.h>

#include "CImageCodecs.h"
#include "report.h"

// Most memory one chunk may ask for, and most chunks kept: nothing that is read here comes near either.
enum { MAX_CHUNK_BYTES = 8 << 20, MAX_CACHED_CHUNKS = 128 };

typedef struct {
  const uint8_t *bytes;
  size_t count;
  size_t position;
  lmic_status status;
  lmic_report *report;
} reader;

static void reading_failed(png_structp png, png_const_charp message) {
  reader *source = png_get_error_ptr(png);
  source->status = lmic_fail(source->report, LMIC_INVALID, message);
  png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void read_bytes(png_structp png, png_bytep target, size_t length) {
  reader *source = png_get_io_ptr(png);
  if (length > source->count - source->position) png_error(png, "The file ends early.");
  memcpy(target, source->bytes + source->position, length);
  source->position += length;
}

static void set_limits(png_structp png) {
  // The caller limits the number of pixels; the library's own limit of a million per side would be too narrow.
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_chunk_malloc_max(png, MAX_CHUNK_BYTES);
  png_set_chunk_cache_max(png, MAX_CACHED_CHUNKS);
}

// Colours are taken as stored, so chunks about gamma, profiles, texts, transparency have no say. They are skipped,
// and their checksums checked, without being unpacked.
static void skip_unused_chunks(png_structp png) {
  static const png_byte names[] =
      "bKGD\0cHRM\0eXIf\0gAMA\0hIST\0iCCP\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0sRGB\0tEXt\0tIME\0tRNS\0zTXt";
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, names, (int)(sizeof names / 5));
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
}

static png_structp open_reader(reader *source, png_infop *info) {
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, source, reading_failed, ignore_warning);
  if (png == NULL) return NULL;
  *info = png_create_info_struct(png);
  if (*info == NULL) {
    png_destroy_read_struct(&png, NULL, NULL);
    return NULL;
  }
  return png;
}

// The part both passes share; runs inside the caller's setjmp.
static void read_header(png_structp png, png_infop info, reader *source) {
  set_limits(png);
  png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
  skip_unused_chunks(png);
  png_set_read_fn(png, source, read_bytes);
  png_read_info(png, info);
}

lmic_status lmic_png_read_size(const uint8_t *bytes, size_t count, lmic_size *size, lmic_report *report) {
  report->message[0] = 0;
  reader source = {bytes, count, 0, LMIC_OK, report};
  png_infop info = NULL;
  png_structp png = open_reader(&source, &info);
  if (png == NULL) return lmic_fail(report, LMIC_OUT_OF_MEMORY, "Out of memory.");
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, NULL);
    return source.status;
  }
  read_header(png, info, &source);
  size->width = png_get_image_width(png, info);
  size->height = png_get_image_height(png, info);
  png_destroy_read_struct(&png, &info, NULL);
  return LMIC_OK;
}

static void ask_for_rgb8(png_structp png, png_infop info) {
  const png_byte colour = png_get_color_type(png, info);
  const png_byte depth = png_get_bit_depth(png, info);
  if (depth == 16) png_set_strip_16(png);  // the high byte, not a rounded value
  if (colour == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(png);
  if (!(colour & PNG_COLOR_MASK_COLOR)) {
    if (depth < 8) png_set_expand_gray_1_2_4_to_8(png);
    png_set_gray_to_rgb(png);
  }
  if (colour & PNG_COLOR_MASK_ALPHA) png_set_strip_alpha(png);
}

lmic_status lmic_png_decode(const uint8_t *bytes, size_t count, lmic_size size, uint8_t *rgb, lmic_report *report) {
  report->message[0] = 0;
  reader source = {bytes, count, 0, LMIC_OK, report};
  png_infop info = NULL;
  png_structp png = open_reader(&source, &info);
  if (png == NULL) return lmic_fail(report, LMIC_OUT_OF_MEMORY, "Out of memory.");
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, NULL);
    return source.status;
  }
  read_header(png, info, &source);
  if (png_get_image_width(png, info) != size.width || png_get_image_height(png, info) != size.height) {
    png_error(png, "The size changed between two readings of the header.");
  }
  ask_for_rgb8(png, info);
  const int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  const size_t row_bytes = (size_t)size.width * 3;
  if (png_get_rowbytes(png, info) != row_bytes) png_error(png, "Rows have an unexpected length.");
  for (int pass = 0; pass < passes; pass++) {
    for (uint32_t y = 0; y < size.height; y++) png_read_row(png, rgb + y * row_bytes, NULL);
  }
  png_read_end(png, NULL);  // a missing end chunk means that the file was cut
  png_destroy_read_struct(&png, &info, NULL);
  return LMIC_OK;
}

typedef struct {
  uint8_t *bytes;
  size_t count;
  size_t capacity;
  lmic_status status;
  lmic_report *report;
} writer;

static void writing_failed(png_structp png, png_const_charp message) {
  writer *sink = png_get_error_ptr(png);
  if (sink->status == LMIC_OK) sink->status = lmic_fail(sink->report, LMIC_INVALID, message);
  png_longjmp(png, 1);
}

static void write_bytes(png_structp png, png_bytep source, size_t length) {
  writer *sink = png_get_io_ptr(png);
  if (length > sink->capacity - sink->count) {
    size_t capacity = sink->capacity * 2 > sink->count + length ? sink->capacity * 2 : sink->count + length;
    uint8_t *larger = realloc(sink->bytes, capacity);
    if (larger == NULL) {
      sink->status = lmic_fail(sink->report, LMIC_OUT_OF_MEMORY, "Out of memory.");
      png_error(png, "Out of memory.");
    }
    sink->bytes = larger;
    sink->capacity = capacity;
  }
  memcpy(sink->bytes + sink->count, source, length);
  sink->count += length;
}

static void flush_nothing(png_structp png) { (void)png; }

lmic_status lmic_png_encode(
    const uint8_t *pixels, lmic_size size, size_t row_bytes, bool is_grey, uint8_t **encoded, size_t *encoded_count,
    lmic_report *report) {
  report->message[0] = 0;
  writer sink = {NULL, 0, 0, LMIC_OK, report};
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &sink, writing_failed, ignore_warning);
  if (png == NULL) return lmic_fail(report, LMIC_OUT_OF_MEMORY, "Out of memory.");
  png_infop info = png_create_info_struct(png);
  if (info == NULL) {
    png_destroy_write_struct(&png, NULL);
    return lmic_fail(report, LMIC_OUT_OF_MEMORY, "Out of memory.");
  }
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_write_struct(&png, &info);
    free(sink.bytes);
    return sink.status;
  }
  set_limits(png);
  png_set_write_fn(png, &sink, write_bytes, flush_nothing);
  png_set_IHDR(
      png, info, size.width, size.height, 8, is_grey ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
      PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_level(png, 3);  // photos gain a few percent above this level, for several times the time
  png_write_info(png, info);
  for (uint32_t y = 0; y < size.height; y++) png_write_row(png, pixels + y * row_bytes);
  png_write_end(png, NULL);
  png_destroy_write_struct(&png, &info);
  *encoded = sink.bytes;
  *encoded_count = sink.count;
  return LMIC_OK;
}

void lmic_free(uint8_t *encoded) { free(encoded); }
