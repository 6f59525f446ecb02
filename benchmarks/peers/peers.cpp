#include "benchmarks/peers/peers.h"

#include <dlfcn.h>

#include <filesystem>

namespace aclnn_cpu::benchmarks {
namespace {

template <typename Function>
bool Find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

std::string LastLinkError() {
    const char* text = dlerror();
    return text != nullptr ? text : "unknown error";
}

}  // namespace

std::string PeerLibrary(const std::string& key) {
    return std::filesystem::read_symlink("/proc/self/exe").parent_path() / ("libbenchmark_" + key + ".so");
}

Peer LoadPeer(const std::string& name, const std::string& key) {
    Peer peer;
    peer.name = name;
    peer.key = key;
    void* library = dlopen(PeerLibrary(key).c_str(), RTLD_NOW | RTLD_LOCAL);
    decltype(&::PeerVersion) version = nullptr;
    if (library == nullptr || !Find(library, "PeerVersion", version) ||
        !Find(library, "PeerPrepare", peer.prepare) || !Find(library, "PeerRun", peer.run) ||
        !Find(library, "PeerRelease", peer.release)) {
        peer.problem = LastLinkError();
        return peer;
    }
    peer.version = version();
    return peer;
}

std::function<void()> Peer::Prepare(const PeerWork& work) const {
    if (!Usable()) {
        return {};
    }
    const std::shared_ptr<void> prepared(prepare(&work), [release = release](void* it) {
        if (it != nullptr) {
            release(it);
        }
    });
    if (prepared == nullptr) {
        return {};
    }
    return [prepared, run = run] { run(prepared.get()); };
}

}  // namespace aclnn_cpu::benchmarks
