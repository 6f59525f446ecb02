#ifndef BYTES_OF_H
#define BYTES_OF_H

#include "kernel_operator.h"

__aicore__ inline uint32_t BytesOfPacked(uint32_t count) { return count / 2; }

#endif
