// The tables that the isa_*.c files define; private to this target.
#pragma once
#include "CLandmarkKernels.h"

extern const lk_kernels lk_table_baseline __attribute__((visibility("hidden")));
#if defined(__x86_64__)
extern const lk_kernels lk_table_avx2 __attribute__((visibility("hidden")));
extern const lk_kernels lk_table_avx512 __attribute__((visibility("hidden")));
#endif
