// AVX2 and FMA: 16 registers of 8 floats. Tiles of up to 6 pixels × 1 block (12 accumulators, 2 weights, 1 input).
#include <math.h>
#include <string.h>

#include "CLandmarkKernels.h"
#include "tables.h"
#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define LK_ISA LK_ISA_AVX2
#define LK_ISA_SUFFIX avx2
#define LK_ISA_TABLE lk_table_avx2
#define LK_ISA_NAME "avx2"
#define LK_MAX_PANEL 1
#define LK_MAX_PIXELS {0, 6, 0, 0}
#define LK_SINGLE_VECTORS 4
#define LK_PEAK_SUMS 6
#define LK_SPARSE_MAX 7
#define LK_DW_PAIRS 0
#define LK_DW_MAX 4
#define LK_DW8_PAIRS 3
#define LK_DW8_CASES(rows) LK_DW8_CASE(rows, 1) LK_DW8_CASE(rows, 2) LK_DW8_CASE(rows, 3)
#define LK_TILES(T) T(1, 1) T(1, 2) T(1, 3) T(1, 4) T(1, 5) T(1, 6)
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
