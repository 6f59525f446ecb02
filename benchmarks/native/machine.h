// What the numbers were measured on.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace aclnn_cpu::benchmarks {

struct Cache {
    int level;
    int64_t bytes;
};
// Of data, of the first CPU, least first; as the system says.
std::vector<Cache> Caches();

// CPU, caches, instruction set, compiler, governor, virtual machine, load, system.
nlohmann::ordered_json DescribeMachine();

}  // namespace aclnn_cpu::benchmarks
