// How fast the kernels run on data in the first caches, as a part of plain multiply-adds in registers: a kernel whose sums
// do not fit into the registers falls far below.
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "support.h"

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct {
  const lk_kernels *k;
  const void *shape;
  const float *input;
  float *output, *scratch;
} work;

// Each does about a hundred thousand multiply-adds of 16 lanes and returns the number.
static double run_peak(const work *w) {
  float sink[3] = {0.999f, 0.001f, 0};
  return (double)w->k->peak(8192, sink);
}

static double run_conv(const work *w) {
  const lk_conv *c = w->shape;
  for (int i = 0; i < 20; i++) w->k->conv(w->k, c, w->input, w->output);
  return 20.0 * c->pixels * c->depth * (c->blocks * 16 - (c->last_lanes <= 8 ? 8 : 0));
}

static double run_depthwise(const work *w) {
  const lk_depthwise *d = w->shape;
  for (int i = 0; i < 20; i++) w->k->depthwise(d, w->input, w->output);
  return 20.0 * d->output_height * d->output_width * d->block_end * 16 * d->kernel_height * d->kernel_width;
}

static double run_depthwise_eight(const work *w) {
  const lk_depthwise *d = w->shape;
  for (int i = 0; i < 40; i++) w->k->depthwise_eight(d, w->input, w->output);
  return 40.0 * d->output_height * d->output_width * 8 * 9;
}

static double run_sparse(const work *w) {
  const lk_sparse *s = w->shape;
  for (int i = 0; i < 20; i++) w->k->sparse(s, w->input, w->output, w->scratch);
  return 20.0 * s->pixels * s->start[s->blocks];
}

// Best of many short measurements: the others were interrupted.
static double rate(double (*run)(const work *), const work *w) {
  double best = 0;
  for (int i = 0; i < 60; i++) {
    const double start = seconds(), done = run(w), time = seconds() - start;
    if (time > 0 && done / time > best) best = done / time;
  }
  return best;
}

int lk_measure_rates(lk_isa isa, lk_rate *rates, int capacity) {
  lk_test t = {.k = lk_kernels_for(isa), .state = 1};
  if (!t.k || capacity < 7) return 0;
  float *input = lk_new_random(&t, 8192), *output = lk_new_marked(16384), *weights = lk_new_random(&t, 16384);
  float *bias = lk_new_random(&t, 1024), *scratch = lk_new_marked(65536);
  work w = {.k = t.k, .input = input, .output = output, .scratch = scratch};
  const double peak = rate(run_peak, &w);
  int n = 0;
#define RECORD(label, run)                             \
  snprintf(rates[n].name, sizeof rates[n].name, label); \
  rates[n++].ratio = rate(run, &w) / peak

  const ptrdiff_t offsets[4] = {0, 784, 1568, 2352};
  const int32_t lengths[4] = {16, 16, 16, 16};
  lk_conv conv = {.segments = 4, .segment_offset = offsets, .segment_length = lengths, .depth = 64, .rows = 1, .pixels = 42,
                  .input_pixel_stride = 16, .output_pixel_stride = 16, .output_block_stride = 42 * 16, .blocks = 4, .last_lanes = 16,
                  .block_end = 4, .weights = weights, .bias = bias};
  w.shape = &conv;
  RECORD("convolution, 4 blocks", run_conv);
  conv.blocks = conv.block_end = 1;
  RECORD("convolution, 1 block", run_conv);
  conv.last_lanes = conv.output_pixel_stride = 8;
  RECORD("convolution, 8 channels", run_conv);

  lk_depthwise d = {.kernel_height = 3, .kernel_width = 3, .stride_y = 1, .stride_x = 1, .dilation_y = 1, .dilation_x = 1, .pad_top = 1,
                    .pad_left = 1, .input_height = 14, .input_width = 14, .output_height = 14, .output_width = 14,
                    .input_block_stride = 14 * 14 * 16, .input_row_stride = 14 * 16, .output_block_stride = 14 * 14 * 16,
                    .output_row_stride = 14 * 16, .block_end = 2, .row_end = 14, .weights = weights, .bias = bias};
  w.shape = &d;
  RECORD("depthwise 3x3", run_depthwise);
  d.input_row_stride = d.output_row_stride = 14 * 8;
  RECORD("depthwise 3x3, 8 channels", run_depthwise_eight);
  d.input_row_stride = d.output_row_stride = 14 * 16;
  d.kernel_height = d.kernel_width = 5;
  d.pad_top = d.pad_left = 2;
  RECORD("depthwise 5x5", run_depthwise);

  // 64 channels to 32, every fourth weight.
  const int vectors = t.k->max_sparse_vectors;
  int32_t offset[512], count[32], start[3] = {0, 256, 512};
  for (int i = 0; i < 512; i++) offset[i] = (i % 16 * 4 + i / 16 % 4) * vectors * 16;
  for (int i = 0; i < 32; i++) count[i] = 16;
  const lk_sparse s = {.pixels = vectors * 16, .input_blocks = 4, .blocks = 2, .block_stride = vectors * 256, .tile_vectors = vectors,
                       .slab_channels = 64, .slabs = 1, .vector_end = vectors, .block_end = 2, .count = count, .start = start,
                       .offset = offset, .value = weights, .bias = bias};
  w.shape = &s;
  RECORD("sparse", run_sparse);
  free(input), free(output), free(weights), free(bias), free(scratch);
  return n;
}
