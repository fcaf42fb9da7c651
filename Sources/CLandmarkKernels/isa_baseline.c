// What every processor of the target has. x86-64: SSE2, 16 registers of 4 floats, no fused multiply-add; tiles of up to
// 3 pixels × 1 block. AArch64: NEON, 32 registers of 4 floats; tiles of up to 6 pixels × 1 block.
#include <math.h>
#include <string.h>

#include "CLandmarkKernels.h"
#include "tables.h"
#define LK_ISA LK_ISA_BASELINE
#define LK_ISA_SUFFIX baseline
#define LK_ISA_TABLE lk_table_baseline
#define LK_ISA_NAME "baseline"
#define LK_MAX_PANEL 1
#define LK_DW_PAIRS 0
#if defined(__aarch64__)
#define LK_SINGLE_VECTORS 4
#define LK_PEAK_SUMS 6
#define LK_SPARSE_MAX 6
#define LK_MAX_PIXELS {0, 6, 0, 0}
#define LK_DW_MAX 4
#define LK_DW8_PAIRS 3
#define LK_DW8_CASES(rows) LK_DW8_CASE(rows, 1) LK_DW8_CASE(rows, 2) LK_DW8_CASE(rows, 3)
#define LK_TILES(T) T(1, 1) T(1, 2) T(1, 3) T(1, 4) T(1, 5) T(1, 6)
#else
#define LK_SINGLE_VECTORS 2
#define LK_PEAK_SUMS 3
#define LK_SPARSE_MAX 3
#define LK_MAX_PIXELS {0, 3, 0, 0}
#define LK_DW_MAX 2
#define LK_DW8_PAIRS 2
#define LK_DW8_CASES(rows) LK_DW8_CASE(rows, 1) LK_DW8_CASE(rows, 2)
#define LK_TILES(T) T(1, 1) T(1, 2) T(1, 3)
#endif
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
