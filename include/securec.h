// The bounds-checked memory and string functions that operator code uses. They return EOK or an error, and on
// a wrong size clear the destination instead of writing past it.
#ifndef ACLNN_CPU_SECUREC_H
#define ACLNN_CPU_SECUREC_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef EOK
#define EOK 0
#endif
#define EINVAL_AND_RESET 150
#define ERANGE_AND_RESET 162
#define EOVERLAP_AND_RESET 182
#define SECUREC_MEM_MAX_LEN 0x7fffffffUL

typedef int errno_t;

static inline errno_t memset_s(void* dest, size_t dest_max, int value, size_t count) {
    if (dest_max == 0 || dest_max > SECUREC_MEM_MAX_LEN) {
        return ERANGE;
    }
    if (dest == NULL) {
        return EINVAL;
    }
    if (count > dest_max) {
        memset(dest, value, dest_max);
        return ERANGE_AND_RESET;
    }
    memset(dest, value, count);
    return EOK;
}

static inline errno_t memmove_s(void* dest, size_t dest_max, const void* src, size_t count) {
    if (dest_max == 0 || dest_max > SECUREC_MEM_MAX_LEN) {
        return ERANGE;
    }
    if (dest == NULL || src == NULL) {
        if (dest != NULL) {
            memset(dest, 0, dest_max);
            return EINVAL_AND_RESET;
        }
        return EINVAL;
    }
    if (count > dest_max) {
        memset(dest, 0, dest_max);
        return ERANGE_AND_RESET;
    }
    memmove(dest, src, count);
    return EOK;
}

static inline errno_t memcpy_s(void* dest, size_t dest_max, const void* src, size_t count) {
    const uintptr_t to = (uintptr_t)dest;
    const uintptr_t from = (uintptr_t)src;
    const int overlap = to < from ? from - to < count : to - from < count;
    if (dest != NULL && src != NULL && to != from && overlap && count <= dest_max &&
        dest_max <= SECUREC_MEM_MAX_LEN) {
        memset(dest, 0, dest_max);
        return EOVERLAP_AND_RESET;
    }
    return memmove_s(dest, dest_max, src, count);
}

static inline errno_t strcpy_s(char* dest, size_t dest_max, const char* src) {
    if (src == NULL) {
        return memcpy_s(dest, dest_max, NULL, 0);
    }
    return memcpy_s(dest, dest_max, src, strlen(src) + 1);
}

#endif
