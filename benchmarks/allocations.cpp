// Counts the allocations of a process that is started with this library in LD_PRELOAD.
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>

extern "C" {

void* __libc_malloc(size_t bytes);
void* __libc_calloc(size_t count, size_t bytes);
void* __libc_realloc(void* data, size_t bytes);
void* __libc_memalign(size_t alignment, size_t bytes);

#define EXPORTED __attribute__((visibility("default")))

namespace {
std::atomic<uint64_t> g_allocations{0};
}

EXPORTED uint64_t BenchmarkAllocations() { return g_allocations.load(); }

EXPORTED void* malloc(size_t bytes) {
    g_allocations.fetch_add(1, std::memory_order_relaxed);
    return __libc_malloc(bytes);
}
EXPORTED void* calloc(size_t count, size_t bytes) {
    g_allocations.fetch_add(1, std::memory_order_relaxed);
    return __libc_calloc(count, bytes);
}
EXPORTED void* realloc(void* data, size_t bytes) {
    g_allocations.fetch_add(1, std::memory_order_relaxed);
    return __libc_realloc(data, bytes);
}
EXPORTED void* memalign(size_t alignment, size_t bytes) {
    g_allocations.fetch_add(1, std::memory_order_relaxed);
    return __libc_memalign(alignment, bytes);
}
EXPORTED void* aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }
EXPORTED int posix_memalign(void** data, size_t alignment, size_t bytes) {
    void* found = memalign(alignment, bytes);
    if (found == nullptr) {
        return ENOMEM;
    }
    *data = found;
    return 0;
}

}  // extern "C"
