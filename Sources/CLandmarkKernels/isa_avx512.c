// AVX-512: 32 registers of 16 floats. Tiles of up to 14 pixels × 2 blocks (28 accumulators, 2 weights, 1 input) or
// 9 × 3; wider ones spill and fall to a third of the speed.
#include <math.h>
#include <string.h>

#include "CLandmarkKernels.h"
#include "tables.h"
#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,avx2,fma"))), apply_to = function)
#define LK_ISA LK_ISA_AVX512
#define LK_ISA_SUFFIX avx512
#define LK_ISA_TABLE lk_table_avx512
#define LK_ISA_NAME "avx512"
#define LK_MAX_PANEL 3
#define LK_MAX_PIXELS {0, 14, 14, 9}
#define LK_SINGLE_VECTORS 8
#define LK_PEAK_SUMS 12
#define LK_SPARSE_MAX 7
#define LK_DW_PAIRS 1
#define LK_DW_MAX 8
#define LK_DW8_PAIRS 4
#define LK_DW8_CASES(rows) LK_DW8_CASE(rows, 1) LK_DW8_CASE(rows, 2) LK_DW8_CASE(rows, 3) LK_DW8_CASE(rows, 4)
#define LK_TILES(T)                                                                                             \
  T(1, 1) T(1, 2) T(1, 3) T(1, 4) T(1, 5) T(1, 6) T(1, 7) T(1, 8) T(1, 9) T(1, 10) T(1, 11) T(1, 12) T(1, 13) T(1, 14) \
  T(2, 1) T(2, 2) T(2, 3) T(2, 4) T(2, 5) T(2, 6) T(2, 7) T(2, 8) T(2, 9) T(2, 10) T(2, 11) T(2, 12) T(2, 13) T(2, 14) \
  T(3, 1) T(3, 2) T(3, 3) T(3, 4) T(3, 5) T(3, 6) T(3, 7) T(3, 8) T(3, 9)
#include "isa_common.inc"
#include "conv.inc"
#include "depthwise.inc"
#include "depthwise_eight.inc"
#include "sparse.inc"
#include "conv_single.inc"
#include "peak.inc"
#include "sample.inc"
#include "memory_ops.inc"
#include "row_major.inc"
#include "isa_table.inc"
#pragma clang attribute pop
#endif
