#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "CImageCodecs.h"
#include "report.h"

// Only the BMP reader of the library is compiled, private to this file: no other format can be reached by way of
// a crafted signature. No assertion may end the process.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_BMP
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_ASSERT(condition) ((void)0)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunused-function"
#include <stb/stb_image.h>
#pragma clang diagnostic pop

lmic_status lmic_bmp_decode(const uint8_t *bytes, size_t count, lmic_size size, uint8_t *rgb, lmic_report *report) {
  report->message[0] = 0;
  if (count > INT_MAX) return lmic_fail(report, LMIC_UNSUPPORTED, "The file is larger than 2 GiB.");
  int width = 0, height = 0, channels = 0;
  stbi_uc *pixels = stbi_load_from_memory(bytes, (int)count, &width, &height, &channels, 3);
  if (pixels == NULL) {
    // The library tells causes apart only by text; the rest of the checks was done before this call.
    const char *reason = stbi_failure_reason();
    const int memory = reason != NULL && strcmp(reason, "outofmem") == 0;
    return lmic_fail(report, memory ? LMIC_OUT_OF_MEMORY : LMIC_INVALID, reason ? reason : "Not readable.");
  }
  lmic_status status = LMIC_OK;
  if ((uint32_t)width != size.width || (uint32_t)height != size.height) {
    status = lmic_fail(report, LMIC_INVALID, "The size changed between two readings of the header.");
  } else {
    memcpy(rgb, pixels, (size_t)size.width * size.height * 3);
  }
  stbi_image_free(pixels);
  return status;
}
