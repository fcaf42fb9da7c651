// Random data, guarded memory and comparison for the kernel tests; private to this target.
#pragma once
#include <stdio.h>
#include "CKernelTests.h"

typedef struct {
  const lk_kernels *k;
  uint64_t state;
  lk_test_report report;
  char name[128];  // what is being tested, for messages
} lk_test;

// Relative to the sum of magnitudes of a dot product of up to some thousand terms: float32 rounding is 6e-8 per step.
#define LK_TOLERANCE 2e-6

uint32_t lk_random(lk_test *t);
float lk_random_float(lk_test *t);  // −1…1
int lk_random_below(lk_test *t, int n);

// `count` floats aligned to 64 bytes whose end touches the end of the allocation, filled with random numbers or with a
// pattern that shows untouched places.
float *lk_new_random(lk_test *t, size_t count);
float *lk_new_marked(size_t count);
#define LK_MARK 12345.678f

// Records a check: |actual − expected| ≤ LK_TOLERANCE × magnitude, NaN fails.
void lk_expect(lk_test *t, double actual, double expected, double magnitude);
// Ends the check of one tensor.
void lk_checked(lk_test *t);

void lk_test_conv(lk_test *t);
void lk_test_depthwise(lk_test *t);
void lk_test_sparse(lk_test *t);
void lk_test_single(lk_test *t);
void lk_test_memory_ops(lk_test *t);

double lk_naive_activation(lk_activation a, double x, double slope);
