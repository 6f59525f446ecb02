#include "aicore/pool.h"

#include <pthread.h>

#include <algorithm>
#include <mutex>
#include <vector>

#include "base/at_load.h"

namespace aclnn_cpu::aicore {

namespace {

constexpr size_t kMaxIdleCarriers = 256;
constexpr size_t kMaxIdleTeams = 8;

struct Pool {
    std::mutex mutex;
    std::vector<std::unique_ptr<Carrier>> carriers;
    std::vector<std::unique_ptr<base::WorkerTeam>> teams;
};

// Never destroyed: launches may still run while the process ends.
Pool& ThePool();

Pool* MakePool() {
    auto* pool = new Pool;
    pool->carriers.reserve(kMaxIdleCarriers);  // so that giving back needs no memory
    pool->teams.reserve(kMaxIdleTeams);
    // A fork copies no thread: the child forgets the teams (their objects leak once per fork) and makes its
    // own.
    pthread_atfork([] { ThePool().mutex.lock(); }, [] { ThePool().mutex.unlock(); },
                   [] {
                       for (auto& team : ThePool().teams) {
                           static_cast<void>(team.release());
                       }
                       ThePool().teams.clear();
                       ThePool().mutex.unlock();
                   });
    return pool;
}

Pool& ThePool() {
    static Pool* const pool = MakePool();
    return *pool;
}

[[maybe_unused]] const base::AtLoad kMade([] { ThePool(); });

// Takes the first idle object that suits out of a list; null if none does.
template <typename T, typename Suits>
std::unique_ptr<T> Take(std::vector<std::unique_ptr<T>>& idle, Suits suits) {
    const std::lock_guard lock(ThePool().mutex);
    const auto found = std::find_if(idle.rbegin(), idle.rend(), suits);
    if (found == idle.rend()) {
        return nullptr;
    }
    std::unique_ptr<T> taken = std::move(*found);
    idle.erase(std::next(found).base());
    return taken;
}

// Keeps an object, or lets it be destroyed outside the lock.
template <typename T>
void Keep(std::vector<std::unique_ptr<T>>& idle, std::unique_ptr<T>& object, size_t most) {
    const std::lock_guard lock(ThePool().mutex);
    if (idle.size() < most) {
        idle.push_back(std::move(object));
    }
}

}  // namespace

std::unique_ptr<Carrier> AcquireCarrier(const platform::Soc& soc) {
    auto carrier = Take(ThePool().carriers, [&](const auto& idle) { return idle->core.memories.Fits(soc); });
    return carrier != nullptr ? std::move(carrier) : std::make_unique<Carrier>(soc);
}

void ReleaseCarrier(std::unique_ptr<Carrier> carrier) { Keep(ThePool().carriers, carrier, kMaxIdleCarriers); }

std::unique_ptr<base::WorkerTeam> AcquireTeam(uint32_t workers) {
    auto team = Take(ThePool().teams, [&](const auto& idle) { return idle->size() == workers; });
    return team != nullptr ? std::move(team) : std::make_unique<base::WorkerTeam>(workers);
}

void ReleaseTeam(std::unique_ptr<base::WorkerTeam> team) { Keep(ThePool().teams, team, kMaxIdleTeams); }

}  // namespace aclnn_cpu::aicore
