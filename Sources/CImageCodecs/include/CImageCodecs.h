// Picture codecs behind one plain C interface: JPEG (libjpeg-turbo), PNG (libpng), WebP (libwebp), BMP (stb_image).
//
// The libraries report failures by jumping out of the call; that jump never leaves this target. Every function
// answers a status, writes a sentence into the report when it fails, and may be called from any thread at once.
// Pixels are rows of red, green, blue bytes from top to bottom without padding, unless said otherwise.
#ifndef C_IMAGE_CODECS_H
#define C_IMAGE_CODECS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  LMIC_OK = 0,
  LMIC_INVALID = 1,        // the bytes are not a well-formed picture, or they end early
  LMIC_UNSUPPORTED = 2,    // well-formed, but of a kind the library does not read
  LMIC_OUT_OF_MEMORY = 3,  // the library could not allocate
} lmic_status;

typedef struct {
  char message[200];  // NUL-terminated; empty after success
} lmic_report;

typedef struct {
  uint32_t width;
  uint32_t height;
} lmic_size;

// Header passes: the size, before memory for pixels is asked for.
lmic_status lmic_jpeg_read_size(const uint8_t *bytes, size_t count, lmic_size *size, lmic_report *report);
lmic_status lmic_png_read_size(const uint8_t *bytes, size_t count, lmic_size *size, lmic_report *report);
lmic_status lmic_webp_read_size(const uint8_t *bytes, size_t count, lmic_size *size, lmic_report *report);

// Decoders: `rgb` holds size.width × size.height × 3 bytes, and `size` is what the header pass answered for the
// same bytes (checked again; a difference is LMIC_INVALID). The contents of `rgb` are undefined after a failure.
lmic_status lmic_jpeg_decode(const uint8_t *bytes, size_t count, lmic_size size, uint8_t *rgb, lmic_report *report);
lmic_status lmic_png_decode(const uint8_t *bytes, size_t count, lmic_size size, uint8_t *rgb, lmic_report *report);
lmic_status lmic_webp_decode(const uint8_t *bytes, size_t count, lmic_size size, uint8_t *rgb, lmic_report *report);

// Only for bytes whose BMP header the caller has checked: rows and palette lie inside `bytes`, no compression.
lmic_status lmic_bmp_decode(const uint8_t *bytes, size_t count, lmic_size size, uint8_t *rgb, lmic_report *report);

// Encoders: on success `*encoded` holds `*encoded_count` bytes, to be released with lmic_free.
// JPEG keeps full chroma resolution: thin coloured lines would fade with halved chroma. `quality` is 1…100.
lmic_status lmic_jpeg_encode(
    const uint8_t *rgb, lmic_size size, int32_t quality, uint8_t **encoded, size_t *encoded_count, lmic_report *report);
// Pixels of 3 bytes, or of 1 if `is_grey`; rows `row_bytes` apart.
lmic_status lmic_png_encode(
    const uint8_t *pixels, lmic_size size, size_t row_bytes, bool is_grey, uint8_t **encoded, size_t *encoded_count,
    lmic_report *report);
void lmic_free(uint8_t *encoded);

#endif
