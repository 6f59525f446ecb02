// The fiber's side of the scheduler.
#include <cxxabi.h>
#include <fmt/format.h>

#include <exception>

#include "aicore/scheduler.h"

namespace aclnn_cpu::aicore {

Runner::Runner(Scheduler& scheduler, uint32_t worker, std::unique_ptr<Carrier> carrier)
    : scheduler_(scheduler), worker_(worker), carrier_(std::move(carrier)) {
    scheduler_.Prepare(carrier_->core);
    carrier_->core.waiter = this;
}

bool Runner::Start() {
    SetCurrentCore(&carrier_->core);
    carrier_->fiber.Start([](void* self) { static_cast<Runner*>(self)->RunCores(); }, this);
    SetCurrentCore(nullptr);
    return carrier_->fiber.suspended();
}

bool Runner::Resume() {
    scheduler_.turns().Reach(worker_, waiter_.position);
    SetCurrentCore(&carrier_->core);
    SetBlockIndex(waiter_.place.block);
    carrier_->fiber.Resume();
    SetCurrentCore(nullptr);
    return carrier_->fiber.suspended();
}

void Runner::Abandon() {
    abandoned_ = true;
    Resume();
}

// While the core unwinds these do nothing: destructors may call them.
void Runner::Await(const Wait& wait) {
    if (Unwinds()) {
        return;
    }
    if (wait.kind == Wait::Kind::kFlag && scheduler_.meetings().TakeFlag(waiter_.place.index, wait.id)) {
        return;
    }
    waiter_.wait = wait;
    waiter_.arrived_at = 0;
    waiter_.released = false;
    has_turn_ = false;
    carrier_->fiber.Suspend();
    if (abandoned_) {
        throw Abandoned{};
    }
}

void Runner::SetFlag(const FlagSet& set) {
    if (!Unwinds()) {
        FlagSet placed = set;
        placed.place = waiter_.place;
        placed.position = waiter_.position;
        scheduler_.AddFlag(worker_, placed);
    }
}

void Runner::AwaitTurn() {
    if (!has_turn_ && !Unwinds()) {
        scheduler_.turns().Await(worker_, waiter_.position);
        has_turn_ = true;
    }
}

bool Runner::HasTurn() {
    has_turn_ = has_turn_ || (!Unwinds() && scheduler_.turns().Has(worker_, waiter_.position));
    return has_turn_;
}

void Runner::RunCores() {
    while (!abandoned_ && scheduler_.NextPosition(&waiter_.position)) {
        RunCore();
    }
}

void Runner::RunCore() {
    scheduler_.turns().Reach(worker_, waiter_.position);
    has_turn_ = false;
    failed_ = false;
    waiter_.place = scheduler_.PlaceAt(waiter_.position);
    Core& core = carrier_->core;
    core.Begin(waiter_.place);
    core.position = waiter_.position;
    SetBlockIndex(waiter_.place.block);
    if (core.observer != nullptr) [[unlikely]] {
        core.observer->OnBlockBegin(core);
    }
    try {
        scheduler_.RunKernel();
        if (core.observer != nullptr) [[unlikely]] {
            core.observer->OnKernelEnd(core);
        }
    } catch (const KernelFault&) {  // noted when it was raised
    } catch (const Abandoned&) {
    } catch (const std::exception& error) {
        Threw(error.what());
    } catch (...) {
        Threw("not a std::exception");
    }
    EndCore();
}

void Runner::EndCore() {
    Core& core = carrier_->core;
    core.printer.Flush();
    if (core.observer != nullptr) [[unlikely]] {
        core.observer->OnBlockEnd(core);
    }
}

void Runner::Failed(const Fault& fault) {
    if (!Unwinds()) {
        failed_ = true;
        if (const Core& core = carrier_->core; core.observer != nullptr) [[unlikely]] {
            core.observer->OnFault(core, fault);
        }
        scheduler_.Failed(waiter_.position, fault);
    }
}

void Runner::Terminated() {
    if (std::current_exception() == nullptr) {
        Threw("none, it called std::terminate");
    } else {
        try {
            std::rethrow_exception(std::current_exception());
        } catch (const KernelFault&) {
        } catch (const Abandoned&) {
        } catch (const std::exception& error) {
            Threw(error.what());
        } catch (...) {
            Threw("not a std::exception");
        }
        abi::__cxa_end_catch();  // of the one that got here, which nobody else will destroy
    }
    EndCore();
    carrier_->fiber.Leave();
}

void Runner::Threw(std::string_view what) {
    Fault fault;
    fault.At(waiter_.place);
    fault.problem = fmt::format("the kernel threw an exception: {}", what);
    Failed(fault);
}

}  // namespace aclnn_cpu::aicore
