// Where small device allocations lie: apart from the heap of the process. A kernel that writes beyond its output, by
// less than a tile most often, meets other device memory as on a chip, and neither what the program nor what the C
// library keeps on the heap.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

namespace aclnn_cpu::runtime {

// For one thread at a time.
class DeviceArena {
 public:
    DeviceArena() = default;
    DeviceArena(const DeviceArena&) = delete;
    DeviceArena& operator=(const DeviceArena&) = delete;
    ~DeviceArena();

    // Memory for `bytes`, on a boundary of 512 bytes, with at least kBehind more that nobody else uses; null: there is
    // no room. What was given back is used again.
    char* Take(size_t bytes);
    // `bytes` as it was taken with.
    void Give(char* memory, size_t bytes);

    static constexpr size_t kBehind = 1024;

 private:
    struct Chunk {
        char* begin;
        size_t bytes;
    };

    std::vector<Chunk> chunks_;
    size_t used_ = 0;  // of the last chunk
    // By size, kept outside of the memory itself, where kernels may write.
    std::map<size_t, std::vector<char*>> free_;
};

// The same of the process's own, for any thread.
char* TakeDeviceMemory(size_t bytes);
void GiveDeviceMemory(char* memory, size_t bytes);

}  // namespace aclnn_cpu::runtime
