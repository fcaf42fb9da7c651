// The kernels' own tests in C: every variant of one instruction set against naive loops in double precision. One
// program for all machines: `swift test` calls it for each instruction set of the host, `make test-arm` builds it with
// a cross compiler and runs it under emulation.
#pragma once
#include "CLandmarkKernels.h"

typedef struct {
  long checks;         // comparisons of whole tensors
  long failures;
  double worst;        // largest difference found, relative to the sum of magnitudes behind a value
  char first[256];     // what failed first, empty if nothing did
} lk_test_report;

// Runs all tests of one instruction set; random data from `seed`. The set must be available.
lk_test_report lk_test_kernels(lk_isa isa, uint64_t seed);

// How fast a kernel is, as a part of plain multiply-adds of the same instruction set in the same run.
typedef struct {
  char name[40];
  double ratio;
} lk_rate;

// Measures the main kernels; takes some tens of milliseconds. Returns how many rates were written.
int lk_measure_rates(lk_isa isa, lk_rate *rates, int capacity);
