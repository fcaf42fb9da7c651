// Which table serves which processor, and the packing of weights that the tables' panels ask for.
#include "CLandmarkKernels.h"
#include "tables.h"

const lk_kernels *lk_kernels_for(lk_isa isa) {
  switch (isa) {
    case LK_ISA_BASELINE: return &lk_table_baseline;
#if defined(__x86_64__)
    case LK_ISA_AVX2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &lk_table_avx2 : NULL;
    case LK_ISA_AVX512:
      return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
                     __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("fma")
                 ? &lk_table_avx512
                 : NULL;
#endif
    default: return NULL;
  }
}

int32_t lk_panel_width(const lk_kernels *k, int32_t block, int32_t blocks) {
  const int32_t left = blocks - block;
  if (k->max_panel >= 3 && block == 0 && blocks % 2 == 1 && blocks >= 3) return 3;
  return left < 2 || k->max_panel < 2 ? 1 : 2;
}

void lk_pack_weights(const lk_kernels *k, const float *weights, int32_t channels, int32_t depth, float *output) {
  const int32_t blocks = (channels + LK_LANES - 1) / LK_LANES;
  for (int32_t block = 0; block < blocks;) {
    const int32_t width = lk_panel_width(k, block, blocks);
    for (int32_t d = 0; d < depth; d++) {
      for (int32_t c = block * LK_LANES; c < (block + width) * LK_LANES; c++) {
        *output++ = c < channels ? weights[(ptrdiff_t)c * depth + d] : 0;
      }
    }
    block += width;
  }
}
