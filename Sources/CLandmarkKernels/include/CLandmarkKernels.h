// Vector kernels of the inference engine: float32, one body per operator, compiled once per instruction set.
//
// Activations are "channel blocks of 16": plane b holds channels 16b…16b+15 of every pixel as [height][width][16].
// Lanes beyond the real channel count hold zero; every kernel keeps it so. Tensors of exactly 8 channels may also come
// without empty lanes, [height][width][8], to kernels that say so. Kernels never allocate, never read outside
// the described tensors and keep no state, so any number of threads may call them on different outputs.
// Pointers to activations in blocks and to packed weights are aligned to 64 bytes.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CThreadTeam.h"

#define LK_LANES 16

// Instruction sets with a compiled variant.
typedef enum {
  LK_ISA_BASELINE = 0,  // what the target always has: SSE2 on x86-64, NEON on AArch64
  LK_ISA_AVX2 = 1,      // AVX2 and FMA
  LK_ISA_AVX512 = 2,    // AVX-512 F, VL, BW, DQ
} lk_isa;

typedef enum {
  LK_ACT_NONE = 0,
  LK_ACT_RELU = 1,
  LK_ACT_RELU_N1_TO_1 = 2,
  LK_ACT_RELU6 = 3,
  LK_ACT_PRELU = 4,
} lk_activation;

// What happens to a finished sum before it is stored: `pre`, then the residual is added, then `post`.
// Slopes are [blocks][16] and only read for LK_ACT_PRELU.
typedef struct {
  lk_activation pre;
  lk_activation post;
  const float *pre_slopes;
  const float *post_slopes;
  const float *residual;           // same pixel order as the output, or NULL
  ptrdiff_t residual_block_stride; // floats between channel blocks
  int32_t residual_blocks;         // blocks that exist; later ones count as zero
} lk_epilogue;

// A convolution as a matrix product. An output pixel's sum runs over `segments`: segment s is `segment_length[s]`
// consecutive floats at `segment_offset[s]` from the pixel's first input float.
//   channel blocks: one segment of at most 16 floats per tap and block;  rows of interleaved channels: one per tap row.
typedef struct {
  int32_t segments;
  const ptrdiff_t *segment_offset;
  const int32_t *segment_length;
  int32_t depth;                  // sum of segment_length
  int32_t rows;                   // output rows
  int32_t pixels;                 // output pixels per row
  ptrdiff_t input_row_stride;     // floats between the inputs of two output rows
  ptrdiff_t input_pixel_stride;   // floats between the inputs of two output pixels
  ptrdiff_t output_pixel_stride;  // 16; 8 if there is one block with at most 8 channels and no more are to be stored
  ptrdiff_t output_row_stride;    // floats between output rows
  ptrdiff_t output_block_stride;  // floats between channel blocks of the output
  int32_t blocks;                 // output channel blocks
  int32_t last_lanes;             // channels of the last one, 1…16
  int32_t block_begin, block_end; // the part to compute; both where a panel of weights begins (lk_panel_width)
  const float *weights;           // packed by lk_pack_weights for the same kernel table
  const float *bias;              // [blocks][16]
  lk_epilogue epilogue;           // residual rows and pixels have the output's strides
} lk_conv;

// A pointwise convolution most of whose weights are zero, on contiguous planes of `pixels` × 16 floats. The entries of slab
// s and output channel n stand one after the other, input channels ascending, slab by slab and in the order of n.
typedef struct {
  int32_t pixels, input_blocks, blocks;
  ptrdiff_t block_stride;     // floats between channel blocks, of the input and of the output
  int32_t tile_vectors;       // vectors of 16 pixels in a tile, at most lk_kernels.max_sparse_vectors
  int32_t slab_channels;      // input channels of a slab, a multiple of 16
  int32_t slabs;
  int32_t vector_begin, vector_end;  // vectors of pixels to compute
  int32_t block_begin, block_end;    // output blocks to compute
  const int32_t *count;       // [slabs][blocks × 16]: entries
  const int32_t *start;       // [slabs][blocks + 1]: first entry of each output block
  const int32_t *offset;      // per entry: input channel within the slab × tile_vectors × 16
  const float *value;         // per entry
  const float *bias;          // [blocks][16]
  lk_epilogue epilogue;
} lk_sparse;

// A convolution with one output channel, stride 1 and no dilation; its output is row-major. Pixels outside are zero.
typedef struct {
  int32_t kernel_height, kernel_width;
  int32_t pad_top, pad_left;  // at most kernel_height, at most LK_LANES
  int32_t input_height, input_width, input_blocks, channels;
  int32_t output_height, output_width;
  int32_t row_begin, row_end;      // output rows to compute
  ptrdiff_t input_block_stride;    // floats; pixels and rows are contiguous
  int32_t input_lanes;             // 16; 8 for one block of 8 channels without empty lanes
  // Floats of a turned row: LK_LANES before it, then whole vectors for the last output's whole tile and the kernel.
  int32_t row_width;
  const float *weights;  // [kernel_height][kernel_width][channels]
  float bias;
} lk_single;

// A depthwise convolution with multiplier 1. Taps outside the input are skipped, which is the same as zero padding.
typedef struct {
  int32_t kernel_height, kernel_width;
  int32_t stride_y, stride_x;
  int32_t dilation_y, dilation_x;
  int32_t pad_top, pad_left;
  int32_t input_height, input_width;
  int32_t output_height, output_width;
  ptrdiff_t input_block_stride, input_row_stride;    // floats
  ptrdiff_t output_block_stride, output_row_stride;  // floats
  int32_t block_begin, block_end;                    // channel blocks to compute
  int32_t row_begin, row_end;                        // output rows to compute
  const float *weights;  // [blocks][kernel_height × kernel_width][16]
  const float *bias;     // [blocks][16]
  lk_activation activation;
  const float *slopes;   // [blocks][16], LK_ACT_PRELU only
} lk_depthwise;

// A max pool; taps outside the input are skipped.
typedef struct {
  int32_t filter_height, filter_width, stride_y, stride_x, pad_top, pad_left;
  int32_t input_height, input_width, output_height, output_width, blocks;
  int32_t row_begin, row_end;  // output rows to compute
} lk_pool;

// Bilinear resize: per output row and column the two source indices and the weight of the second.
typedef struct {
  int32_t input_height, input_width, output_height, output_width, blocks;
  int32_t row_begin, row_end;  // output rows to compute
  const int32_t *y0, *y1, *x0, *x1;
  const float *fy, *fx;
} lk_resize;

// From sample (column, row) of a tensor to a place in the picture: rows of a 3 × 3 matrix, row-major.
typedef struct {
  double n[9];
} lk_crop_map;

// Order of the bytes of a pixel; alpha is not read.
typedef enum { LK_PIXEL_RGB = 0, LK_PIXEL_RGBA = 1, LK_PIXEL_BGRA = 2, LK_PIXEL_GRAY = 3 } lk_pixel_format;

// A picture to be sampled, and the tensor values of the 8-bit values: value × scale + lowest.
typedef struct {
  const uint8_t *base;
  ptrdiff_t bytes_per_row;
  lk_pixel_format format;
  float scale, lowest;
  ptrdiff_t ahead;  // bytes from a sample's pixels to those of a sample some rows later, which are fetched in good time
} lk_sampler;

// Operations on two numbers each.
typedef enum {
  LK_BINARY_ADD = 0,
  LK_BINARY_SUBTRACT = 1,
  LK_BINARY_MULTIPLY = 2,
  LK_BINARY_DIVIDE = 3,
  LK_BINARY_MAXIMUM = 4,             // the right one unless the left one is larger
  LK_BINARY_SQUARED_DIFFERENCE = 5,
  LK_BINARY_PRELU = 6,               // left × right where left is negative, else left
} lk_binary;

// Rows of an operand: number (row, column) is values[row × row_stride + column × step].
typedef struct {
  const float *values;
  ptrdiff_t row_stride;  // floats; 0 repeats a row
  int32_t step;          // 1; 0 repeats the first number of a row
} lk_operand;

// What becomes of the numbers of a row.
typedef enum {
  LK_REDUCE_SUM = 0,
  LK_REDUCE_MEAN = 1,
  LK_REDUCE_MAXIMUM = 2,  // −∞ if there is none that compares
  LK_REDUCE_MINIMUM = 3,  // ∞ likewise
} lk_reduction;

typedef struct lk_kernels lk_kernels;

// One output tile: `mr` pixels × `nv` blocks of one panel. `a`, `c`, `residual` point to the tile's first pixel.
typedef void (*lk_conv_tile)(const lk_conv *conv, const float *a, const float *b, const float *bias, float *c,
                             const float *residual, int32_t block);

// Every variant of one instruction set. The engine calls only through such a table; tests call each entry.
struct lk_kernels {
  lk_isa isa;
  const char *name;
  int32_t max_panel;       // widest panel in blocks: 1, 2 or 3
  int32_t max_pixels[4];   // [panel]: most pixels per tile; [0] unused
  int32_t max_sparse_vectors;
  int32_t single_vectors;  // vectors of 16 pixels that `single` computes at a time
  int32_t depthwise_rows;    // output rows that `depthwise` computes at a time where lk_depthwise_is_tiled
  int32_t depthwise_pixels;  // most output pixels of one row that it computes at a time there
  int32_t depthwise_eight_pixels;  // the same of `depthwise_eight`, which computes as many rows
  // Tiles by panel − 1, pixels − 1, whether the last block has at most 8 channels, and kind of pixel stride: 16, 32, 6
  // floats, or any.
  lk_conv_tile tile[3][14][2][4];

  void (*conv)(const lk_kernels *k, const lk_conv *conv, const float *input, float *output);
  // `scratch`: (slab_channels + 16 × (slabs == 1 ? 1 : blocks to compute)) × tile_vectors × 16 floats, aligned to 64 bytes.
  void (*sparse)(const lk_sparse *s, const float *input, float *output, float *scratch);
  // `scratch`: kernel_height × input_blocks × 16 × row_width floats, aligned to 64 bytes.
  void (*single)(const lk_single *s, const float *input, float *output, float *scratch);
  void (*depthwise)(const lk_depthwise *dw, const float *input, float *output);
  // 3 × 3, stride 1, no dilation, `pad_top` and `pad_left` at most 1, on tensors of 8 channels without empty lanes. Weights
  // [9][2][8], bias and slopes [2][8]: each number twice.
  void (*depthwise_eight)(const lk_depthwise *dw, const float *input, float *output);
  void (*max_pool)(const lk_pool *pool, const float *input, float *output);
  void (*resize)(const lk_resize *resize, const float *input, float *output);
  // The same on one block of 8 channels without empty lanes.
  void (*resize_eight)(const lk_resize *resize, const float *input, float *output);
  // output = epilogue(a); count = pixels per block, blocks are contiguous planes of count × 16 floats.
  void (*epilogue)(const lk_epilogue *e, const float *a, float *output, int32_t pixels, int32_t blocks);
  // The same on one block of 8 channels without empty lanes.
  void (*epilogue_eight)(const lk_epilogue *e, const float *a, float *output, int32_t pixels, int32_t blocks);
  // output[m][n] = act(bias[n] + Σ_k x[m][k]·w[n][k]); weights packed as [blocks][depth][16], rows of `columns` floats.
  void (*fully_connected)(const float *x, const float *weights, const float *bias, float *output, int32_t rows,
                          int32_t depth, int32_t columns, lk_activation activation);
  // Places in 1/32 pixel of the samples first_column ..< first_column + count of a row, addressed relative to the block of
  // columns that starts at block_start.
  void (*places)(const lk_crop_map *m, int32_t block_start, int32_t first_column, int32_t count, int32_t row, int32_t *x,
                 int32_t *y);
  // Red, green, blue of `count` samples. Of each, all four pixels must lie in the picture, and eight bytes from the left
  // ones on must be readable.
  void (*sample)(const lk_sampler *s, const int32_t *x, const int32_t *y, int32_t count, float *out);
  // output[row × columns + column] = operation(left, right) of each row and column; the output overlaps neither.
  void (*binary)(lk_binary operation, lk_operand left, lk_operand right, float *output, int32_t rows, int32_t columns);
  // output[row] = reduction of `columns` numbers from input[row × row_stride] on. A row of 16 or more is the sum of 16 sums
  // of every 16th number: an order that depends on `columns` alone.
  void (*reduce)(lk_reduction reduction, const float *input, ptrdiff_t row_stride, float *output, int32_t rows,
                 int32_t columns);
  // output[column × output_stride + row] = input[row × input_stride + column]; the output does not overlap the input.
  void (*transpose)(const float *input, ptrdiff_t input_stride, float *output, ptrdiff_t output_stride, int32_t rows,
                    int32_t columns);
  // `rounds` rounds of multiply-adds in registers; returns how many were done. `sink`: factor, addend, result.
  int64_t (*peak)(int32_t rounds, float *sink);
  // Mean over all pixels of each channel: output[channels], row-major.
  void (*global_mean)(const float *input, float *output, int32_t pixels, int32_t channels);
  // [pixels][channels] → blocks, lanes beyond `channels` become zero; and back.
  void (*to_blocks)(const float *input, float *output, int32_t pixels, int32_t channels);
  void (*from_blocks)(const float *input, float *output, int32_t pixels, int32_t channels);
};

// The table of an instruction set, or NULL if this build or this processor does not have it.
const lk_kernels *lk_kernels_for(lk_isa isa);

// Blocks in the panel that starts at `block` when `blocks` blocks are split for `k` (an odd rest goes first, 3 wide).
int32_t lk_panel_width(const lk_kernels *k, int32_t block, int32_t blocks);

// Tiles that `conv` cuts a row of `pixels` into, in a panel of `width` blocks; they differ by at most one pixel.
static inline int32_t lk_conv_tiles(const lk_kernels *k, int32_t width, int32_t pixels) {
  return (pixels + k->max_pixels[width] - 1) / k->max_pixels[width];
}

// Whether only 8 lanes of the last block are computed in the panel of `width` blocks that starts at `block`.
static inline bool lk_conv_is_half(const lk_conv *conv, int32_t block, int32_t width) {
  return block + width == conv->blocks && conv->last_lanes <= LK_LANES / 2;
}

// Whether `depthwise` has tiles for this window; any other is computed one output at a time.
static inline bool lk_depthwise_is_tiled(const lk_depthwise *dw) {
  const bool square = dw->kernel_height == dw->kernel_width && dw->stride_y == dw->stride_x && dw->dilation_y == 1 && dw->dilation_x == 1;
  return square && (dw->kernel_width == 3 || dw->kernel_width == 5) && (dw->stride_x == 1 || dw->stride_x == 2);
}

// Packs weights [channels][depth] (row-major) into panels [depth][width × 16] in the order of execution. `output` has
// blocks × depth × 16 floats, blocks = ⌈channels / 16⌉; missing channels become zero.
void lk_pack_weights(const lk_kernels *k, const float *weights, int32_t channels, int32_t depth, float *output);
