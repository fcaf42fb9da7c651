// Pools, resize, element-wise steps, layout changes, fully connected layers, mean, rows × columns.
#include <math.h>
#include <stdlib.h>

#include "support.h"

static void run_max_pool(lk_test *t) {
  for (int n = 0; n < 60; n++) {
    lk_pool p = {.filter_height = 1 + lk_random_below(t, 3), .filter_width = 1 + lk_random_below(t, 3),
                 .stride_y = 1 + lk_random_below(t, 3), .stride_x = 1 + lk_random_below(t, 3), .blocks = 1 + lk_random_below(t, 3)};
    p.pad_top = lk_random_below(t, p.filter_height);
    p.pad_left = lk_random_below(t, p.filter_width);
    p.input_height = p.filter_height + lk_random_below(t, 9);
    p.input_width = p.filter_width + lk_random_below(t, 9);
    p.output_height = (p.input_height + p.pad_top - p.filter_height) / p.stride_y + 1;
    p.output_width = (p.input_width + p.pad_left - p.filter_width) / p.stride_x + 1;
    snprintf(t->name, sizeof t->name, "max pool %dx%d", p.filter_height, p.filter_width);
    p.row_end = p.output_height;
    float *input = lk_new_random(t, (size_t)p.blocks * p.input_height * p.input_width * 16);
    float *output = lk_new_marked((size_t)p.blocks * p.output_height * p.output_width * 16);
    t->k->max_pool(&p, input, output);
    const float *next = output;
    for (int b = 0; b < p.blocks; b++)
      for (int y = 0; y < p.output_height; y++)
        for (int x = 0; x < p.output_width; x++)
          for (int l = 0; l < 16; l++) {
            double best = -INFINITY;
            for (int ky = 0; ky < p.filter_height; ky++)
              for (int kx = 0; kx < p.filter_width; kx++) {
                const int iy = y * p.stride_y - p.pad_top + ky, ix = x * p.stride_x - p.pad_left + kx;
                if (iy < 0 || ix < 0 || iy >= p.input_height || ix >= p.input_width) continue;
                best = fmax(best, input[((b * p.input_height + iy) * p.input_width + ix) * 16 + l]);
              }
            lk_expect(t, *next++, best, 1e-6);
          }
    lk_checked(t);
    free(input), free(output);
  }
}

static void run_resize(lk_test *t) {
  for (int n = 0; n < 60; n++) {
    const int lanes = n % 3 ? 16 : 8;
    lk_resize r = {.input_height = 1 + lk_random_below(t, 7), .input_width = 1 + lk_random_below(t, 7),
                   .output_height = 1 + lk_random_below(t, 13), .output_width = 1 + lk_random_below(t, 13), .blocks = lanes == 16 ? 1 + lk_random_below(t, 2) : 1};
    int32_t y0[16], y1[16], x0[16], x1[16];
    float fy[16], fx[16];
    for (int i = 0; i < r.output_height; i++) y0[i] = lk_random_below(t, r.input_height), y1[i] = lk_random_below(t, r.input_height), fy[i] = fabsf(lk_random_float(t));
    for (int i = 0; i < r.output_width; i++) x0[i] = lk_random_below(t, r.input_width), x1[i] = lk_random_below(t, r.input_width), fx[i] = fabsf(lk_random_float(t));
    r.y0 = y0, r.y1 = y1, r.x0 = x0, r.x1 = x1, r.fy = fy, r.fx = fx;
    snprintf(t->name, sizeof t->name, "resize %dx%d to %dx%d, %d lanes", r.input_height, r.input_width, r.output_height,
             r.output_width, lanes);
    r.row_end = r.output_height;
    float *input = lk_new_random(t, (size_t)r.blocks * r.input_height * r.input_width * lanes);
    float *output = lk_new_marked((size_t)r.blocks * r.output_height * r.output_width * lanes);
    (lanes == 16 ? t->k->resize : t->k->resize_eight)(&r, input, output);
    const float *next = output;
    for (int b = 0; b < r.blocks; b++)
      for (int y = 0; y < r.output_height; y++)
        for (int x = 0; x < r.output_width; x++)
          for (int l = 0; l < lanes; l++) {
#define AT(yy, xx) (double)input[((b * r.input_height + (yy)) * r.input_width + (xx)) * lanes + l]
            const double top = AT(y0[y], x0[x]) * (1 - (double)fx[x]) + AT(y0[y], x1[x]) * fx[x];
            const double bottom = AT(y1[y], x0[x]) * (1 - (double)fx[x]) + AT(y1[y], x1[x]) * fx[x];
            lk_expect(t, *next++, top * (1 - (double)fy[y]) + bottom * fy[y], 1);
          }
    lk_checked(t);
    free(input), free(output);
  }
}

static void run_epilogue(lk_test *t) {
  for (int pre = 0; pre < 5; pre++)
    for (int post = 0; post < 5; post++) {
      const int lanes = (pre + post) % 3 ? 16 : 8;
      const int pixels = 1 + lk_random_below(t, 20), blocks = lanes == 16 ? 1 + lk_random_below(t, 3) : 1, count = pixels * blocks * lanes;
      float *a = lk_new_random(t, (size_t)count), *r = lk_new_random(t, (size_t)count), *out = lk_new_marked((size_t)count);
      float *s0 = lk_new_random(t, (size_t)blocks * 16), *s1 = lk_new_random(t, (size_t)blocks * 16);
      for (int i = 0; i < count; i++) a[i] *= 8;
      const lk_epilogue e = {.pre = (lk_activation)pre, .post = (lk_activation)post, .pre_slopes = s0, .post_slopes = s1, .residual = r,
                             .residual_block_stride = pixels * lanes, .residual_blocks = lk_random_below(t, blocks + 1)};
      snprintf(t->name, sizeof t->name, "epilogue %d %d, %d lanes", pre, post, lanes);
      (lanes == 16 ? t->k->epilogue : t->k->epilogue_eight)(&e, a, out, pixels, blocks);
      for (int i = 0; i < count; i++) {
        const int b = i / (pixels * lanes), c = b * 16 + i % lanes;
        double x = lk_naive_activation(e.pre, a[i], s0[c]);
        if (b < e.residual_blocks) x += r[i];
        lk_expect(t, out[i], lk_naive_activation(e.post, x, s1[c]), 8);
      }
      lk_checked(t);
      free(a), free(r), free(out), free(s0), free(s1);
    }
}

static void run_fully_connected(lk_test *t) {
  for (int n = 0; n < 40; n++) {
    const int rows = 1 + lk_random_below(t, 3), depth = 1 + lk_random_below(t, 70), columns = 1 + lk_random_below(t, 40);
    const int blocks = (columns + 15) / 16;
    const lk_activation act = (lk_activation)lk_random_below(t, 4);
    snprintf(t->name, sizeof t->name, "fully connected %dx%d to %d", rows, depth, columns);
    float *x = lk_new_random(t, (size_t)rows * depth), *w = lk_new_random(t, (size_t)blocks * depth * 16);
    float *bias = lk_new_random(t, (size_t)blocks * 16), *out = lk_new_marked((size_t)rows * columns);
    t->k->fully_connected(x, w, bias, out, rows, depth, columns, act);
    for (int m = 0; m < rows; m++)
      for (int c = 0; c < columns; c++) {
        double sum = bias[c], size = fabs(sum);
        for (int k = 0; k < depth; k++) {
          const double p = (double)x[m * depth + k] * w[(c / 16 * depth + k) * 16 + c % 16];
          sum += p, size += fabs(p);
        }
        lk_expect(t, out[m * columns + c], lk_naive_activation(act, sum, 0), size);
      }
    lk_checked(t);
    free(x), free(w), free(bias), free(out);
  }
}

static void run_layouts(lk_test *t) {
  for (int channels = 1; channels <= 50; channels++) {
    const int pixels = 1 + lk_random_below(t, 9), blocks = (channels + 15) / 16;
    float *plain = lk_new_random(t, (size_t)pixels * channels), *blocked = lk_new_marked((size_t)blocks * pixels * 16);
    float *back = lk_new_marked((size_t)pixels * channels), *mean = lk_new_marked((size_t)channels);
    snprintf(t->name, sizeof t->name, "to blocks, %d channels", channels);
    t->k->to_blocks(plain, blocked, pixels, channels);
    for (int b = 0; b < blocks; b++)
      for (int i = 0; i < pixels; i++)
        for (int l = 0; l < 16; l++)
          lk_expect(t, blocked[(b * pixels + i) * 16 + l], b * 16 + l < channels ? plain[i * channels + b * 16 + l] : 0, 1e-6);
    lk_checked(t);
    snprintf(t->name, sizeof t->name, "from blocks, %d channels", channels);
    t->k->from_blocks(blocked, back, pixels, channels);
    for (int i = 0; i < pixels * channels; i++) lk_expect(t, back[i], plain[i], 1e-6);
    lk_checked(t);
    snprintf(t->name, sizeof t->name, "global mean, %d channels", channels);
    t->k->global_mean(blocked, mean, pixels, channels);
    for (int c = 0; c < channels; c++) {
      double sum = 0;
      for (int i = 0; i < pixels; i++) sum += plain[i * channels + c];
      lk_expect(t, mean[c], sum / pixels, 1);
    }
    lk_checked(t);
    free(plain), free(blocked), free(back), free(mean);
  }
}

static double naive_binary(lk_binary operation, float a, float b) {
  switch (operation) {
    case LK_BINARY_ADD: return (double)a + b;
    case LK_BINARY_SUBTRACT: return (double)a - b;
    case LK_BINARY_MULTIPLY: return (double)a * b;
    case LK_BINARY_DIVIDE: return (double)a / b;
    case LK_BINARY_MAXIMUM: return a > b ? a : b;
    case LK_BINARY_SQUARED_DIFFERENCE: return ((double)a - b) * ((double)a - b);
    case LK_BINARY_PRELU: return a < 0 ? (double)a * b : a;
  }
  return NAN;
}

// Row strides of an operand: nothing, the row's own length, or more; what lies between rows is random as well.
static void run_binary(lk_test *t) {
  for (int operation = LK_BINARY_ADD; operation <= LK_BINARY_PRELU; operation++) {
    for (int n = 0; n < 36; n++) {
      const int rows = 1 + lk_random_below(t, 5), columns = n < 18 ? 1 + lk_random_below(t, 20) : 16 * (1 + n % 3) + n % 4 * 5;
      const int steps[2] = {n & 1, n >> 1 & 1};
      int strides[2];
      for (int i = 0; i < 2; i++) strides[i] = lk_random_below(t, 3) ? (steps[i] ? columns : 1) + lk_random_below(t, 3) : 0;
      const int left_count = (rows - 1) * strides[0] + (steps[0] ? columns : 1);
      const int right_count = (rows - 1) * strides[1] + (steps[1] ? columns : 1);
      snprintf(t->name, sizeof t->name, "binary operation %d, %dx%d, steps %d %d, row strides %d %d", operation, rows, columns,
               steps[0], steps[1], strides[0], strides[1]);
      float *left = lk_new_random(t, (size_t)left_count), *right = lk_new_random(t, (size_t)right_count);
      float *output = lk_new_marked((size_t)rows * columns + 1);
      const lk_operand l = {left, strides[0], steps[0]}, r = {right, strides[1], steps[1]};
      t->k->binary((lk_binary)operation, l, r, output, rows, columns);
      for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++) {
          const float a = left[y * strides[0] + x * steps[0]], b = right[y * strides[1] + x * steps[1]];
          const double expected = naive_binary((lk_binary)operation, a, b);
          lk_expect(t, output[y * columns + x], expected, fabs(expected) + 1e-6);
        }
      lk_expect(t, output[rows * columns], LK_MARK, 1e-6);
      lk_checked(t);
      free(left), free(right), free(output);
    }
  }
}

static void run_reduce(lk_test *t) {
  for (int reduction = LK_REDUCE_SUM; reduction <= LK_REDUCE_MINIMUM; reduction++) {
    for (int columns = 1; columns <= 100; columns++) {
      const int rows = 1 + lk_random_below(t, 4), stride = columns + lk_random_below(t, 3);
      snprintf(t->name, sizeof t->name, "reduction %d, %dx%d, row stride %d", reduction, rows, columns, stride);
      float *input = lk_new_random(t, (size_t)(rows - 1) * stride + columns), *output = lk_new_marked((size_t)rows + 1);
      // Neither zero nor the far side of it must come in from lanes without a number.
      if (columns % 2) for (int i = 0; i < (rows - 1) * stride + columns; i++) input[i] += reduction == LK_REDUCE_MAXIMUM ? -3 : 3;
      t->k->reduce((lk_reduction)reduction, input, stride, output, rows, columns);
      for (int y = 0; y < rows; y++) {
        double sum = 0, size = 0, largest = -INFINITY, smallest = INFINITY;
        for (int x = 0; x < columns; x++) {
          const double v = input[y * stride + x];
          sum += v, size += fabs(v), largest = fmax(largest, v), smallest = fmin(smallest, v);
        }
        switch ((lk_reduction)reduction) {
          case LK_REDUCE_SUM: lk_expect(t, output[y], sum, size); break;
          case LK_REDUCE_MEAN: lk_expect(t, output[y], sum / columns, size / columns); break;
          case LK_REDUCE_MAXIMUM: lk_expect(t, output[y], largest, 1e-6); break;
          case LK_REDUCE_MINIMUM: lk_expect(t, output[y], smallest, 1e-6); break;
        }
      }
      lk_expect(t, output[rows], LK_MARK, 1e-6);
      lk_checked(t);
      free(input), free(output);
    }
  }
}

static void run_transpose(lk_test *t) {
  for (int n = 0; n < 150; n++) {
    // Sizes around whole tiles and of the face's blendshapes among them.
    const int rows = n ? 1 + lk_random_below(t, 50) : 97, columns = n ? 1 + lk_random_below(t, 50) : 64;
    const int input_stride = columns + lk_random_below(t, 3), output_stride = rows + lk_random_below(t, 3);
    snprintf(t->name, sizeof t->name, "transpose %dx%d, row strides %d %d", rows, columns, input_stride, output_stride);
    float *input = lk_new_random(t, (size_t)(rows - 1) * input_stride + columns);
    const int count = (columns - 1) * output_stride + rows;
    float *output = lk_new_marked((size_t)count);
    t->k->transpose(input, input_stride, output, output_stride, rows, columns);
    for (int i = 0; i < count; i++) {
      const int x = i / output_stride, y = i % output_stride;
      lk_expect(t, output[i], y < rows ? input[y * input_stride + x] : LK_MARK, 1e-6);
    }
    lk_checked(t);
    free(input), free(output);
  }
}

void lk_test_memory_ops(lk_test *t) {
  run_binary(t);
  run_reduce(t);
  run_transpose(t);
  run_max_pool(t);
  run_resize(t);
  run_epilogue(t);
  run_fully_connected(t);
  run_layouts(t);
}
