#include "benchmarks/native/machine.h"

#include <sys/utsname.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <thread>

#include "benchmarks/harness.h"
#include "simd/targets.h"

namespace aclnn_cpu::benchmarks {
namespace {

std::string FirstLine(const std::string& file, const std::string& otherwise) {
    std::ifstream stream(file);
    std::string line;
    return std::getline(stream, line) ? line : otherwise;
}

bool IsVirtual() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        if (line.starts_with("flags")) {
            return line.find(" hypervisor") != std::string::npos;
        }
    }
    return false;
}

std::string System() {
    utsname names{};
    uname(&names);
    return std::string(names.sysname) + " " + names.release;
}

std::string Now() {
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&now, &utc);
    char text[32];
    std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text;
}

std::string Compiler() {
#if defined(__clang__)
    return "clang " __clang_version__;
#else
    return "GCC " __VERSION__;
#endif
}

}  // namespace

std::vector<Cache> Caches() {
    std::vector<Cache> caches;
    for (int index = 0;; ++index) {
        const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
        const std::string level = FirstLine(folder + "level", "");
        if (level.empty()) {
            return caches;
        }
        const std::string size = FirstLine(folder + "size", "0");  // "48K"
        if (FirstLine(folder + "type", "") != "Instruction") {
            const int64_t unit = size.back() == 'M' ? int64_t{1} << 20 : size.back() == 'K' ? 1 << 10 : 1;
            caches.push_back({std::atoi(level.c_str()), std::atoll(size.c_str()) * unit});
        }
    }
}

nlohmann::ordered_json DescribeMachine() {
    nlohmann::ordered_json caches = nlohmann::ordered_json::array();
    for (const Cache& cache : Caches()) {
        caches.push_back({{"level", cache.level}, {"bytes", cache.bytes}});
    }
    double load[3] = {};
    getloadavg(load, 3);
    return {{"cpu", CpuName()},
            {"cpus", std::thread::hardware_concurrency()},
            {"caches", caches},
            {"instruction_set", simd::TargetName(simd::ResolveTarget(base::SimdTarget::kBest))},
            {"compiler", Compiler()},
            {"governor", FirstLine("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "unknown")},
            {"virtual_machine", IsVirtual()},
            {"huge_pages", FirstLine("/sys/kernel/mm/transparent_hugepage/enabled", "unknown")},
            {"system", System()},
            {"load_average", {load[0], load[1], load[2]}},
            {"time", Now()}};
}

}  // namespace aclnn_cpu::benchmarks
