// Convolution with one output channel: kernels, borders and widths around the tiles, in two parts.
#include <math.h>
#include <stdlib.h>

#include "support.h"

static void run_single(lk_test *t, lk_single s) {
  s.input_blocks = (s.channels + 15) / 16;
  s.input_block_stride = (ptrdiff_t)s.input_height * s.input_width * s.input_lanes;
  const int tile = t->k->single_vectors * 16;
  const int covered = (s.output_width + tile - 1) / tile * tile, stored = (s.input_width + 15) / 16 * 16;
  s.row_width = 16 + ((covered + s.kernel_width > stored ? covered + s.kernel_width : stored) + 15) / 16 * 16;
  float *input = lk_new_random(t, (size_t)(s.input_blocks * s.input_block_stride));
  float *weights = lk_new_random(t, (size_t)s.kernel_height * s.kernel_width * s.channels);
  float *output = lk_new_marked((size_t)s.output_height * s.output_width);
  float *scratch = lk_new_marked((size_t)s.kernel_height * s.input_blocks * s.input_lanes * s.row_width);
  s.weights = weights;
  s.bias = lk_random_float(t);
  const int cut = lk_random_below(t, s.output_height + 1);
  s.row_end = cut;
  t->k->single(&s, input, output, scratch);
  s.row_begin = cut;
  s.row_end = s.output_height;
  t->k->single(&s, input, output, scratch);
  for (int y = 0; y < s.output_height; y++) {
    for (int x = 0; x < s.output_width; x++) {
      double sum = s.bias, size = fabs(sum);
      for (int ky = 0; ky < s.kernel_height; ky++) {
        for (int kx = 0; kx < s.kernel_width; kx++) {
          const int iy = y + ky - s.pad_top, ix = x + kx - s.pad_left;
          if (iy < 0 || ix < 0 || iy >= s.input_height || ix >= s.input_width) continue;
          for (int c = 0; c < s.channels; c++) {
            const double p = (double)weights[(ky * s.kernel_width + kx) * s.channels + c] *
                             input[(c / 16) * s.input_block_stride + (iy * s.input_width + ix) * s.input_lanes + c % 16];
            sum += p;
            size += fabs(p);
          }
        }
      }
      lk_expect(t, output[y * s.output_width + x], sum, size);
    }
  }
  lk_checked(t);
  free(input), free(weights), free(output), free(scratch);
}

void lk_test_single(lk_test *t) {
  for (int n = 0; n < 90; n++) {
    lk_single s = {.kernel_height = 1 + lk_random_below(t, 5), .kernel_width = 1 + lk_random_below(t, 5), .input_lanes = n % 3 ? 16 : 8,
                   .channels = n % 3 ? 1 + lk_random_below(t, 20) : 8, .input_height = 1 + lk_random_below(t, 9), .input_width = 1 + lk_random_below(t, 150)};
    s.pad_top = lk_random_below(t, s.kernel_height + 1);
    s.pad_left = lk_random_below(t, s.kernel_width);
    s.output_height = s.input_height + s.pad_top + lk_random_below(t, s.kernel_height) - s.kernel_height + 1;
    s.output_width = s.input_width + s.pad_left + lk_random_below(t, s.kernel_width) - s.kernel_width + 1;
    if (s.output_height < 1 || s.output_width < 1) continue;
    snprintf(t->name, sizeof t->name, "single %dx%d, %dx%d, %d channels in %d lanes, pad %d %d", s.kernel_height, s.kernel_width,
             s.input_height, s.input_width, s.channels, s.input_lanes, s.pad_top, s.pad_left);
    run_single(t, s);
  }
}
