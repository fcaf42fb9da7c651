#include <string.h>

#include "support.h"

// An EBML number at `bytes`: its length in bytes, 0 if it does not fit; `unknown` if all its bits are set.
static int ebml_number(const uint8_t *bytes, int count, int64_t *value, bool *unknown) {
  if (count < 1 || bytes[0] == 0) return 0;
  int length = 1;
  while (!(bytes[0] & (0x80 >> (length - 1)))) length++;
  if (length > count) return 0;
  uint64_t number = bytes[0] & ((0x80 >> (length - 1)) - 1);
  uint64_t ones = number == (uint64_t)((0x80 >> (length - 1)) - 1);
  for (int index = 1; index < length; index++) {
    number = number << 8 | bytes[index];
    ones = ones && bytes[index] == 0xFF;
  }
  *unknown = ones != 0;
  *value = (int64_t)number;
  return length;
}

// Matroska and WebM: a header, then the segment with its size.
static int64_t matroska_end(const uint8_t *head, int count) {
  int64_t size = 0;
  bool unknown = false;
  int length = count > 4 ? ebml_number(head + 4, count - 4, &size, &unknown) : 0;
  if (length == 0 || unknown || size > count) return -1;
  int64_t place = 4 + length + size;
  static const uint8_t segment[4] = {0x18, 0x53, 0x80, 0x67};
  if (place + 5 > count || memcmp(head + place, segment, 4) != 0) return -1;
  place += 4;
  length = ebml_number(head + place, count - (int)place, &size, &unknown);
  // 2^56 bytes is the largest size that can be written; the sum cannot overflow.
  return length == 0 || unknown ? -1 : place + length + size;
}

int64_t lmf_declared_end(AVFormatContext *container) {
  uint8_t head[256];
  if (!container->pb || avio_seek(container->pb, 0, SEEK_SET) < 0) return -1;
  int count = avio_read(container->pb, head, sizeof head);
  if (count < 12) return -1;
  static const uint8_t ebml[4] = {0x1A, 0x45, 0xDF, 0xA3};
  if (memcmp(head, ebml, 4) == 0) return matroska_end(head, count);
  if (memcmp(head, "RIFF", 4) == 0) {
    return 8 + ((int64_t)head[4] | (int64_t)head[5] << 8 | (int64_t)head[6] << 16 | (int64_t)head[7] << 24);
  }
  return -1;
}

bool lmf_gif_is_cut(AVFormatContext *container, int64_t size) {
  if (strcmp(container->iformat->name, "gif") != 0) return false;
  // The last byte is a semicolon; some programs put zeros behind it.
  uint8_t tail[16];
  int64_t start = size > (int64_t)sizeof tail ? size - (int64_t)sizeof tail : 0;
  if (avio_seek(container->pb, start, SEEK_SET) < 0) return false;
  int count = avio_read(container->pb, tail, sizeof tail);
  while (count > 0 && tail[count - 1] == 0) count--;
  return count <= 0 || tail[count - 1] != ';';
}
