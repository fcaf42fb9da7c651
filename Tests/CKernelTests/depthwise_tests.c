// Depthwise convolution: kernels 3 and 5 with strides 1 and 2 at every width around the tiles, and the general path.
#include <math.h>
#include <stdlib.h>

#include "support.h"

static void run_depthwise(lk_test *t, lk_depthwise d, int channels, int row_padding) {
  const int blocks = (channels + 15) / 16;
  const int taps = d.kernel_height * d.kernel_width;
  d.block_end = blocks;
  d.row_end = d.output_height;
  d.input_row_stride = (d.input_width + row_padding) * 16;
  d.input_block_stride = d.input_height * d.input_row_stride;
  d.output_row_stride = (d.output_width + row_padding) * 16;
  d.output_block_stride = d.output_height * d.output_row_stride;
  float *input = lk_new_random(t, (size_t)(blocks * d.input_block_stride));
  float *output = lk_new_marked((size_t)(blocks * d.output_block_stride));
  float *weights = lk_new_random(t, (size_t)blocks * taps * 16), *bias = lk_new_random(t, (size_t)blocks * 16);
  float *slopes = lk_new_random(t, (size_t)blocks * 16);
  d.weights = weights;
  d.bias = bias;
  d.slopes = slopes;
  t->k->depthwise(&d, input, output);
  for (int c = 0; c < blocks * 16; c++) {
    for (int y = 0; y < d.output_height; y++) {
      for (int x = 0; x < d.output_width + row_padding; x++) {
        const float actual = output[(c / 16) * d.output_block_stride + y * d.output_row_stride + x * 16 + c % 16];
        if (x >= d.output_width) {
          lk_expect(t, actual, LK_MARK, 1e-6);
          continue;
        }
        double sum = bias[c], size = fabs(sum);
        for (int ky = 0; ky < d.kernel_height; ky++) {
          for (int kx = 0; kx < d.kernel_width; kx++) {
            const int iy = y * d.stride_y - d.pad_top + ky * d.dilation_y, ix = x * d.stride_x - d.pad_left + kx * d.dilation_x;
            if (iy < 0 || ix < 0 || iy >= d.input_height || ix >= d.input_width) continue;
            const double p = (double)weights[((c / 16) * taps + ky * d.kernel_width + kx) * 16 + c % 16] *
                             input[(c / 16) * d.input_block_stride + iy * d.input_row_stride + ix * 16 + c % 16];
            sum += p;
            size += fabs(p);
          }
        }
        lk_expect(t, actual, lk_naive_activation(d.activation, sum, slopes[c]), size);
      }
    }
  }
  lk_checked(t);
  free(input), free(output), free(weights), free(bias), free(slopes);
}

// 3 × 3 on 8 channels without empty lanes.
static void run_eight(lk_test *t, lk_depthwise d, int row_padding) {
  d.kernel_height = d.kernel_width = 3;
  d.stride_y = d.stride_x = d.dilation_y = d.dilation_x = 1;
  d.block_end = 1;
  d.input_row_stride = (d.input_width + row_padding) * 8;
  d.output_row_stride = (d.output_width + row_padding) * 8;
  float *input = lk_new_random(t, (size_t)(d.input_height * d.input_row_stride));
  float *output = lk_new_marked((size_t)(d.output_height * d.output_row_stride));
  float *weights = lk_new_random(t, 9 * 16), *bias = lk_new_random(t, 16), *slopes = lk_new_random(t, 16);
  for (int n = 0; n < 9 * 16; n++) weights[n] = weights[n / 16 * 16 + n % 8];
  for (int n = 8; n < 16; n++) bias[n] = bias[n - 8], slopes[n] = slopes[n - 8];
  d.weights = weights;
  d.bias = bias;
  d.slopes = slopes;
  // In two parts, as two threads would.
  const int32_t middle = lk_random_below(t, d.output_height + 1);
  d.row_end = middle;
  t->k->depthwise_eight(&d, input, output);
  d.row_begin = middle;
  d.row_end = d.output_height;
  t->k->depthwise_eight(&d, input, output);
  for (int y = 0; y < d.output_height; y++) {
    for (int n = 0; n < (d.output_width + row_padding) * 8; n++) {
      const int x = n / 8, c = n % 8;
      const float actual = output[y * d.output_row_stride + n];
      if (x >= d.output_width) {
        lk_expect(t, actual, LK_MARK, 1e-6);
        continue;
      }
      double sum = bias[c], size = fabs(sum);
      for (int tap = 0; tap < 9; tap++) {
        const int iy = y - d.pad_top + tap / 3, ix = x - d.pad_left + tap % 3;
        if (iy < 0 || ix < 0 || iy >= d.input_height || ix >= d.input_width) continue;
        const double p = (double)weights[tap * 16 + c] * input[iy * d.input_row_stride + ix * 8 + c];
        sum += p;
        size += fabs(p);
      }
      lk_expect(t, actual, lk_naive_activation(d.activation, sum, slopes[c]), size);
    }
  }
  lk_checked(t);
  free(input), free(output), free(weights), free(bias), free(slopes);
}

void lk_test_depthwise(lk_test *t) {
  for (int width = 1; width <= 24; width++) {
    for (int n = 0; n < 8; n++) {
      const int left = lk_random_below(t, 2), right = lk_random_below(t, 2), top = lk_random_below(t, 2), bottom = lk_random_below(t, 2);
      const int height = 1 + lk_random_below(t, 6);
      if (width + left + right < 3 || height + top + bottom < 3) continue;
      snprintf(t->name, sizeof t->name, "depthwise of 8 channels, %dx%d, pad %d,%d,%d,%d", height, width, top, left, bottom, right);
      run_eight(t, (lk_depthwise){.pad_top = top, .pad_left = left, .input_height = height, .input_width = width,
                                  .output_height = height + top + bottom - 2, .output_width = width + left + right - 2,
                                  .activation = (lk_activation)lk_random_below(t, 5)},
                lk_random_below(t, 3));
    }
  }
  for (int ks = 3; ks <= 5; ks += 2) {
    for (int s = 1; s <= 2; s++) {
      for (int width = 1; width <= 35; width++) {
        for (int pad = 0; pad <= ks / 2; pad++) {
          const int height = 1 + lk_random_below(t, 7);
          const int after = lk_random_below(t, ks / 2 + 1);
          if (width + pad + after < ks || height + pad + after < ks) continue;
          snprintf(t->name, sizeof t->name, "depthwise k%d s%d, %dx%d, pad %d+%d", ks, s, height, width, pad, after);
          run_depthwise(t, (lk_depthwise){.kernel_height = ks, .kernel_width = ks, .stride_y = s, .stride_x = s, .dilation_y = 1,
                                          .dilation_x = 1, .pad_top = pad, .pad_left = pad, .input_height = height, .input_width = width,
                                          .output_height = (height + pad + after - ks) / s + 1,
                                          .output_width = (width + pad + after - ks) / s + 1,
                                          .activation = (lk_activation)lk_random_below(t, 5)},
                        1 + lk_random_below(t, 40), lk_random_below(t, 3));
        }
      }
    }
  }
  for (int n = 0; n < 60; n++) {
    lk_depthwise d = {.kernel_height = 1 + lk_random_below(t, 7), .kernel_width = 1 + lk_random_below(t, 7),
                      .stride_y = 1 + lk_random_below(t, 3), .stride_x = 1 + lk_random_below(t, 3),
                      .dilation_y = 1 + lk_random_below(t, 3), .dilation_x = 1 + lk_random_below(t, 3),
                      .pad_top = lk_random_below(t, 4), .pad_left = lk_random_below(t, 4),
                      .activation = (lk_activation)lk_random_below(t, 5)};
    d.input_height = (d.kernel_height - 1) * d.dilation_y + 1 + lk_random_below(t, 9);
    d.input_width = (d.kernel_width - 1) * d.dilation_x + 1 + lk_random_below(t, 9);
    d.output_height = (d.input_height + d.pad_top - (d.kernel_height - 1) * d.dilation_y - 1) / d.stride_y + 1;
    d.output_width = (d.input_width + d.pad_left - (d.kernel_width - 1) * d.dilation_x - 1) / d.stride_x + 1;
    snprintf(t->name, sizeof t->name, "depthwise %dx%d, stride %d,%d, dilation %d,%d", d.kernel_height, d.kernel_width, d.stride_y,
             d.stride_x, d.dilation_y, d.dilation_x);
    run_depthwise(t, d, 1 + lk_random_below(t, 20), lk_random_below(t, 2));
  }
}
