#include "CLandmarkKernels.h"
