#include <webp/decode.h>

#include "CImageCodecs.h"
#include "report.h"

static lmic_status fail_with(VP8StatusCode code, lmic_report *report) {
  switch (code) {
    case VP8_STATUS_OUT_OF_MEMORY:
      return lmic_fail(report, LMIC_OUT_OF_MEMORY, "Out of memory.");
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      return lmic_fail(report, LMIC_UNSUPPORTED, "Uses a feature that the library does not read.");
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA:
      return lmic_fail(report, LMIC_INVALID, "The file ends early.");
    default:
      return lmic_fail(report, LMIC_INVALID, "The compressed data are damaged.");
  }
}

lmic_status lmic_webp_read_size(const uint8_t *bytes, size_t count, lmic_size *size, lmic_report *report) {
  report->message[0] = 0;
  WebPBitstreamFeatures features;
  VP8StatusCode code = WebPGetFeatures(bytes, count, &features);
  if (code != VP8_STATUS_OK) return fail_with(code, report);
  if (features.has_animation) return lmic_fail(report, LMIC_UNSUPPORTED, "Is an animation.");
  if (features.width <= 0 || features.height <= 0) return lmic_fail(report, LMIC_INVALID, "Has no pixels.");
  size->width = (uint32_t)features.width;
  size->height = (uint32_t)features.height;
  return LMIC_OK;
}

lmic_status lmic_webp_decode(const uint8_t *bytes, size_t count, lmic_size size, uint8_t *rgb, lmic_report *report) {
  report->message[0] = 0;
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config)) return lmic_fail(report, LMIC_UNSUPPORTED, "The library's version differs.");
  VP8StatusCode code = WebPGetFeatures(bytes, count, &config.input);
  if (code != VP8_STATUS_OK) return fail_with(code, report);
  if ((uint32_t)config.input.width != size.width || (uint32_t)config.input.height != size.height) {
    return lmic_fail(report, LMIC_INVALID, "The size changed between two readings of the header.");
  }
  config.output.colorspace = MODE_RGB;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = rgb;
  config.output.u.RGBA.stride = (int)(size.width * 3);  // WebP pictures have at most 16383 pixels a side
  config.output.u.RGBA.size = (size_t)size.width * size.height * 3;
  code = WebPDecode(bytes, count, &config);
  WebPFreeDecBuffer(&config.output);
  return code == VP8_STATUS_OK ? LMIC_OK : fail_with(code, report);
}
