#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

uint32_t lk_random(lk_test *t) {
  t->state += 0x9E3779B97F4A7C15ull;
  uint64_t z = t->state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return (uint32_t)((z ^ (z >> 31)) >> 32);
}

float lk_random_float(lk_test *t) { return (float)(lk_random(t) >> 8) / (float)(1 << 23) - 1; }

int lk_random_below(lk_test *t, int n) { return (int)(lk_random(t) % (uint32_t)n); }

// Exactly `count` floats, so that a sanitizer sees a read behind the last one; whole blocks and halves of them are aligned
// as the kernels ask for, anything else (row-major data) need not be.
static float *allocate(size_t count) {
  const size_t bytes = (count ? count : 1) * sizeof(float);
  const size_t alignment = count % 16 == 0 ? 64 : 32;
  float *memory = count % 8 == 0 && count ? aligned_alloc(alignment, bytes) : malloc(bytes);
  if (!memory) abort();
  return memory;
}

float *lk_new_random(lk_test *t, size_t count) {
  float *p = allocate(count);
  for (size_t i = 0; i < count; i++) p[i] = lk_random_float(t);
  return p;
}

float *lk_new_marked(size_t count) {
  float *p = allocate(count);
  for (size_t i = 0; i < count; i++) p[i] = LK_MARK;
  return p;
}

void lk_expect(lk_test *t, double actual, double expected, double magnitude) {
  const double scale = magnitude > 1e-3 ? magnitude : 1e-3;
  const double error = fabs(actual - expected) / scale;
  if (error > t->report.worst) t->report.worst = error;
  if (error <= LK_TOLERANCE) return;
  t->report.failures++;
  if (!t->report.first[0]) {
    snprintf(t->report.first, sizeof t->report.first, "%s %s: got %.9g, expected %.9g", t->k->name, t->name, actual, expected);
  }
}

void lk_checked(lk_test *t) { t->report.checks++; }

double lk_naive_activation(lk_activation a, double x, double slope) {
  switch (a) {
    case LK_ACT_NONE: return x;
    case LK_ACT_RELU: return x > 0 ? x : 0;
    case LK_ACT_RELU_N1_TO_1: return x < -1 ? -1 : x > 1 ? 1 : x;
    case LK_ACT_RELU6: return x < 0 ? 0 : x > 6 ? 6 : x;
    case LK_ACT_PRELU: return x < 0 ? x * slope : x;
  }
  return x;
}

lk_test_report lk_test_kernels(lk_isa isa, uint64_t seed) {
  lk_test t = {.k = lk_kernels_for(isa), .state = seed};
  if (!t.k) {
    t.report.failures = 1;
    snprintf(t.report.first, sizeof t.report.first, "instruction set %d is not available", (int)isa);
    return t.report;
  }
  lk_test_conv(&t);
  lk_test_depthwise(&t);
  lk_test_sparse(&t);
  lk_test_single(&t);
  lk_test_memory_ops(&t);
  return t.report;
}

#ifdef LK_TEST_MAIN
int main(void) {
  int failed = 0;
  for (int isa = LK_ISA_BASELINE; isa <= LK_ISA_AVX512; isa++) {
    if (!lk_kernels_for((lk_isa)isa)) continue;
    const uint64_t seed = 20261130;
    const lk_test_report r = lk_test_kernels((lk_isa)isa, seed);
    printf("%s: seed %llu, %ld checks, %ld failures, worst %.2e %s\n", lk_kernels_for((lk_isa)isa)->name,
           (unsigned long long)seed, r.checks, r.failures, r.worst, r.first);
    failed |= r.failures != 0 || r.checks == 0;
  }
  printf("%s\n", failed ? "0 passed, 1 failed" : "1 passed, 0 failed");
  return failed;
}
#endif
