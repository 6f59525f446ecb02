// Which sanitizer this file is compiled for: ACLNN_CPU_ASAN and ACLNN_CPU_TSAN are 1 or 0, whatever the
// compiler calls them.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define ACLNN_CPU_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ACLNN_CPU_ASAN 1
#endif
#endif
#ifndef ACLNN_CPU_ASAN
#define ACLNN_CPU_ASAN 0
#endif

#if defined(__SANITIZE_THREAD__)
#define ACLNN_CPU_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define ACLNN_CPU_TSAN 1
#endif
#endif
#ifndef ACLNN_CPU_TSAN
#define ACLNN_CPU_TSAN 0
#endif
