// Sparse pointwise convolution: numbers of pixels around the tiles, slabs that divide the channels and that do not, every
// epilogue, parts of the output.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

typedef struct {
  int channels_in, channels_out, pixels, tile_vectors, slab_channels;
  lk_activation pre, post;
  int residual_blocks;  // −1 = no residual
} layer;

static void run_layer(lk_test *t, layer l) {
  const int blocks = (l.channels_out + 15) / 16, input_blocks = (l.channels_in + 15) / 16;
  const int slabs = (l.channels_in + l.slab_channels - 1) / l.slab_channels;
  const size_t plane = (size_t)l.pixels * 16, weight_count = (size_t)l.channels_out * l.channels_in;
  float *input = lk_new_random(t, input_blocks * plane), *output = lk_new_marked(blocks * plane);
  float *bias = lk_new_random(t, (size_t)blocks * 16), *residual = lk_new_random(t, blocks * plane);
  float *pre = lk_new_random(t, (size_t)blocks * 16), *post = lk_new_random(t, (size_t)blocks * 16);
  float *weights = lk_new_random(t, weight_count), *value = lk_new_marked(weight_count);
  int32_t *offset = malloc(weight_count * sizeof *offset);
  int32_t *count = calloc((size_t)slabs * blocks * 16, sizeof *count), *start = malloc((size_t)slabs * (blocks + 1) * sizeof *start);
  for (int c = l.channels_out; c < blocks * 16; c++) bias[c] = 0;
  int32_t entries = 0;
  for (int s = 0; s < slabs; s++) {
    for (int n = 0; n < blocks * 16; n++) {
      if (n % 16 == 0) start[s * (blocks + 1) + n / 16] = entries;
      for (int k = s * l.slab_channels; n < l.channels_out && k < l.channels_in && k < (s + 1) * l.slab_channels; k++) {
        float *w = &weights[n * l.channels_in + k];
        if (lk_random_below(t, 4) > 0) *w = 0;
        if (*w == 0) continue;
        offset[entries] = (k - s * l.slab_channels) * l.tile_vectors * 16;
        value[entries++] = *w;
        count[s * blocks * 16 + n]++;
      }
    }
    start[s * (blocks + 1) + blocks] = entries;
  }
  lk_sparse sparse = {
      .pixels = l.pixels, .input_blocks = input_blocks, .blocks = blocks, .block_stride = (ptrdiff_t)plane,
      .tile_vectors = l.tile_vectors, .slab_channels = l.slab_channels, .slabs = slabs, .vector_end = (l.pixels + 15) / 16,
      .block_end = blocks, .count = count, .start = start, .offset = offset, .value = value, .bias = bias,
      .epilogue = {.pre = l.pre, .post = l.post, .pre_slopes = pre, .post_slopes = post,
                   .residual = l.residual_blocks < 0 ? NULL : residual, .residual_block_stride = (ptrdiff_t)plane,
                   .residual_blocks = l.residual_blocks}};
  float *scratch = lk_new_marked((size_t)(l.slab_channels + 16 * (slabs == 1 ? 1 : blocks)) * l.tile_vectors * 16);
  // In two parts, cut at a block; the parts need no more scratch memory than the whole.
  const int cut = lk_random_below(t, blocks + 1);
  sparse.block_end = cut;
  t->k->sparse(&sparse, input, output, scratch);
  sparse.block_begin = cut;
  sparse.block_end = blocks;
  t->k->sparse(&sparse, input, output, scratch);
  for (int n = 0; n < blocks * 16; n++) {
    for (int p = 0; p < l.pixels; p++) {
      const size_t place = (n / 16) * plane + (size_t)p * 16 + n % 16;
      double sum = bias[n], size = fabs(sum);
      for (int k = 0; n < l.channels_out && k < l.channels_in; k++) {
        const double product = (double)weights[n * l.channels_in + k] * input[(k / 16) * plane + (size_t)p * 16 + k % 16];
        sum += product;
        size += fabs(product);
      }
      sum = lk_naive_activation(l.pre, sum, pre[n]);
      if (l.residual_blocks > n / 16) {
        sum += residual[place];
        size += fabs(residual[place]);
      }
      lk_expect(t, output[place], lk_naive_activation(l.post, sum, post[n]), size);
    }
  }
  lk_checked(t);
  free(input), free(output), free(bias), free(residual), free(pre), free(post), free(weights), free(value), free(offset);
  free(count), free(start), free(scratch);
}

void lk_test_sparse(lk_test *t) {
  for (int vectors = 1; vectors <= t->k->max_sparse_vectors; vectors++) {
    for (int n = 0; n < 12; n++) {
      layer l = {.channels_in = 1 + lk_random_below(t, 90), .channels_out = 1 + lk_random_below(t, 70),
                 .pixels = 1 + lk_random_below(t, vectors * 40), .tile_vectors = vectors,
                 .slab_channels = 16 * (1 + lk_random_below(t, 7)), .pre = (lk_activation)lk_random_below(t, 5),
                 .post = (lk_activation)lk_random_below(t, 5)};
      l.residual_blocks = lk_random_below(t, (l.channels_out + 15) / 16 + 2) - 1;
      snprintf(t->name, sizeof t->name, "sparse %d -> %d channels, %d pixels, tile %d, slab %d", l.channels_in, l.channels_out,
               l.pixels, vectors, l.slab_channels);
      run_layer(t, l);
    }
  }
}
