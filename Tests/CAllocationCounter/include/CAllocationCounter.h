// Counts the heap allocations of the calling thread by standing in for the C library's allocator. Linux with glibc only;
// elsewhere `lk_allocation_counting_available` is false and the count stays 0.
#pragma once
#include <stdbool.h>

bool lk_allocation_counting_available(void);

// Allocations (malloc, calloc, realloc, aligned forms) of this thread since it started.
long lk_allocation_count(void);

// Bytes that the whole process holds from the allocator now, without what the allocator keeps for itself; -1 if unknown.
long lk_heap_bytes_in_use(void);
