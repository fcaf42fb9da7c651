// Convolution tiles: every panel width × pixel count × kind of pixel stride, and whole layers with odd sizes.
#include <math.h>
#include <stdlib.h>

#include "support.h"

typedef struct {
  int channels_in, channels_out, kernel, stride, rows, pixels;
  ptrdiff_t pixel_stride;       // of the stored input, in floats
  int row_padding;              // unused pixels at the end of stored rows
  int block_padding;            // unused floats after each output block
  lk_activation pre, post;
  int residual_blocks;          // −1 = no residual
  int narrow;                   // 1 = eight output channels, stored without empty lanes
} layer;

// Input [rows][pixels] of `pixel_stride` floats, of which `channels_in` are used (no channel blocks: the segment lists
// express any layout). Weights [out][ky][kx][in].
static void run_layer(lk_test *t, layer l) {
  const int blocks = (l.channels_out + 15) / 16;
  const int in_rows = (l.rows - 1) * l.stride + l.kernel, in_pixels = (l.pixels - 1) * l.stride + l.kernel + l.row_padding;
  const ptrdiff_t in_row = in_pixels * l.pixel_stride;
  const int lanes = l.narrow ? 8 : 16;
  const ptrdiff_t out_row = (l.pixels + l.row_padding) * lanes, out_block = l.rows * out_row + l.block_padding * 16;
  const int depth = l.kernel * l.kernel * l.channels_in;
  float *input = lk_new_random(t, (size_t)(in_rows * in_row));
  float *weights = lk_new_random(t, (size_t)l.channels_out * depth);
  float *packed = lk_new_marked((size_t)blocks * depth * 16);
  float *bias = lk_new_random(t, (size_t)blocks * 16);
  float *pre = lk_new_random(t, (size_t)blocks * 16), *post = lk_new_random(t, (size_t)blocks * 16);
  float *residual = lk_new_random(t, (size_t)(blocks * out_block));
  float *output = lk_new_marked((size_t)(blocks * out_block));
  for (int c = l.channels_out; c < blocks * 16; c++) bias[c] = 0;
  ptrdiff_t offsets[64];
  int32_t lengths[64];
  int segments = 0;
  for (int ky = 0; ky < l.kernel; ky++) {
    for (int kx = 0; kx < l.kernel; kx++) {
      offsets[segments] = ky * in_row + kx * l.pixel_stride;
      lengths[segments++] = l.channels_in;
    }
  }
  lk_pack_weights(t->k, weights, l.channels_out, depth, packed);
  const lk_conv conv = {
      .segments = segments, .segment_offset = offsets, .segment_length = lengths, .depth = depth, .rows = l.rows,
      .pixels = l.pixels, .input_row_stride = in_row * l.stride, .input_pixel_stride = l.pixel_stride * l.stride,
      .output_pixel_stride = lanes, .output_row_stride = out_row, .output_block_stride = out_block, .blocks = blocks,
      .last_lanes = l.channels_out - (blocks - 1) * 16, .block_end = blocks, .weights = packed, .bias = bias,
      .epilogue = {.pre = l.pre, .post = l.post, .pre_slopes = pre, .post_slopes = post,
                   .residual = l.residual_blocks < 0 ? NULL : residual, .residual_block_stride = out_block,
                   .residual_blocks = l.residual_blocks}};
  t->k->conv(t->k, &conv, input, output);
  for (int n = 0; n < (blocks - 1) * 16 + lanes; n++) {
    for (int y = 0; y < l.rows; y++) {
      for (int x = 0; x < l.pixels + l.row_padding; x++) {
        const ptrdiff_t place = (n / 16) * out_block + y * out_row + x * lanes + n % 16;
        if (x >= l.pixels) {
          lk_expect(t, output[place], LK_MARK, 1e-6);
          continue;
        }
        double sum = n < l.channels_out ? bias[n] : 0, size = fabs(sum);
        if (n < l.channels_out) {
          for (int d = 0; d < depth; d++) {
            const int tap = d / l.channels_in, c = d % l.channels_in;
            const double p = (double)weights[(size_t)n * depth + d] *
                             input[y * l.stride * in_row + x * l.stride * l.pixel_stride + offsets[tap] + c];
            sum += p;
            size += fabs(p);
          }
        }
        sum = lk_naive_activation(l.pre, sum, pre[n]);
        // Beyond 8 lanes of a half block there is nothing to add to: zeros are stored.
        const bool empty = n >= l.channels_out && (l.channels_out - 1) % 16 < 8 && n % 16 >= 8;
        if (l.residual_blocks > n / 16 && !empty) {
          sum += residual[place];
          size += fabs(residual[place]);
        }
        sum = lk_naive_activation(l.post, sum, post[n]);
        lk_expect(t, output[place], sum, size);
      }
    }
  }
  lk_checked(t);
  free(input), free(weights), free(packed), free(bias), free(pre), free(post), free(residual), free(output);
}

// Each tile on its own, by the number of its pixels.
static void run_tiles(lk_test *t) {
  static const ptrdiff_t strides[4] = {16, 32, 6, 11};
  for (int width = 1; width <= t->k->max_panel; width++) {
    for (int pixels = 1; pixels <= t->k->max_pixels[width]; pixels++) {
      for (int kind = 0; kind < 4; kind++) {
        for (int half = 0; half <= 1; half++) {
          snprintf(t->name, sizeof t->name, "conv tile %dx%d%s, pixel stride %d", pixels, width, half ? " less a half" : "",
                   (int)strides[kind]);
          const int channels = kind == 2 ? 6 : 11;
          run_layer(t, (layer){.channels_in = channels, .channels_out = width * 16 - half * 8, .kernel = 1, .stride = 1,
                               .rows = 1, .pixels = pixels, .pixel_stride = strides[kind], .residual_blocks = -1});
        }
      }
    }
  }
}

void lk_test_conv(lk_test *t) {
  run_tiles(t);
  // Numbers of output channels around the panels, pixels around the tiles, all epilogues.
  static const int outs[] = {1, 8, 9, 15, 16, 17, 24, 25, 32, 33, 40, 48, 49, 72, 80, 97};
  for (size_t o = 0; o < sizeof outs / sizeof *outs; o++) {
    for (int pixels = 1; pixels <= 31; pixels += 1 + lk_random_below(t, 3)) {
      snprintf(t->name, sizeof t->name, "conv 1x1, %d channels, %d pixels", outs[o], pixels);
      const int blocks = (outs[o] + 15) / 16;
      run_layer(t, (layer){.channels_in = 1 + lk_random_below(t, 40), .channels_out = outs[o], .kernel = 1, .stride = 1,
                           .rows = 1 + lk_random_below(t, 3), .pixels = pixels, .pixel_stride = 48, .row_padding = lk_random_below(t, 3),
                           .block_padding = lk_random_below(t, 3), .pre = (lk_activation)lk_random_below(t, 5),
                           .post = (lk_activation)lk_random_below(t, 5), .residual_blocks = lk_random_below(t, blocks + 2) - 1});
    }
  }
  for (int pixels = 1; pixels <= 31; pixels++) {
    snprintf(t->name, sizeof t->name, "conv 1x1, 8 channels without empty lanes, %d pixels", pixels);
    run_layer(t, (layer){.channels_in = 1 + lk_random_below(t, 8), .channels_out = 8, .kernel = 1, .stride = 1,
                         .rows = 1 + lk_random_below(t, 3), .pixels = pixels, .pixel_stride = pixels % 2 ? 8 : 48,
                         .row_padding = lk_random_below(t, 3), .block_padding = 0, .pre = (lk_activation)lk_random_below(t, 5),
                         .post = (lk_activation)lk_random_below(t, 5), .residual_blocks = lk_random_below(t, 3) - 1, .narrow = 1});
  }
  for (int kernel = 2; kernel <= 5; kernel++) {
    for (int stride = 1; stride <= 3; stride++) {
      for (int pixels = 1; pixels <= 17; pixels += 4) {
        snprintf(t->name, sizeof t->name, "conv %dx%d stride %d, %d pixels", kernel, kernel, stride, pixels);
        run_layer(t, (layer){.channels_in = 3, .channels_out = 24, .kernel = kernel, .stride = stride, .rows = 3, .pixels = pixels,
                             .pixel_stride = 3, .row_padding = 1, .pre = LK_ACT_RELU6, .residual_blocks = -1});
        run_layer(t, (layer){.channels_in = 16, .channels_out = 33, .kernel = kernel, .stride = stride, .rows = 2, .pixels = pixels,
                             .pixel_stride = 16, .row_padding = 0, .pre = LK_ACT_PRELU, .residual_blocks = -1});
      }
    }
  }
}
