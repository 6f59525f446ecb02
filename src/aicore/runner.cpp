// The fiber's side of the scheduler.
#include <cxxabi.h>
#include <fmt/format.h>

#include <exception>
#include <new>

#include "aicore/after_fault.h"
#include "aicore/scheduler.h"

namespace aclnn_cpu::aicore {

namespace {
// Calls of a kernel while it unwinds. Destructors make a few; more is a loop that catches what would end it.
constexpr uint32_t kMostAfterFault = 1000;
}  // namespace

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
    carrier_->core.observer = &AfterFault();
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
    went_on_ = 0;
    waiter_.place = scheduler_.PlaceAt(waiter_.position);
    Core& core = carrier_->core;
    core.Begin(waiter_.place);
    core.position = waiter_.position;
    SetBlockIndex(waiter_.place.block);
    try {
        if (Begin()) {
            scheduler_.RunKernel();
            if (core.observer != nullptr) [[unlikely]] {
                core.observer->OnKernelEnd(core);
            }
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

// Tells who watches that the core begins; false: that takes more memory than there is.
bool Runner::Begin() {
    Core& core = carrier_->core;
    core.observer = scheduler_.observer();
    core.check_state = nullptr;
    observed_ = false;
    if (core.observer != nullptr) [[unlikely]] {
        try {
            core.observer->OnBlockBegin(core);
        } catch (const std::bad_alloc&) {
            NoMemoryToWatch();
            return false;
        }
        observed_ = true;
    }
    return true;
}

void Runner::NoMemoryToWatch() {
    try {
        Fault fault;
        fault.kind = FaultKind::kHostMemory;
        fault.At(waiter_.place);
        fault.problem = "out of memory for what watches its core (ACLNN_CPU_CHECK, ACLNN_CPU_TRACE)";
        fault.remedy = "use fewer blocks or workers, or raise this process's limit of memory";
        Note(fault);
    } catch (const std::bad_alloc&) {  // nor for this report
        failed_ = true;
        carrier_->core.observer = &AfterFault();
        scheduler_.NoMemoryToWatch(waiter_.position);
    }
}

void Runner::EndCore() {
    Core& core = carrier_->core;
    core.printer.Flush();
    if (observed_) [[unlikely]] {
        scheduler_.observer()->OnBlockEnd(core);
    }
}

void Runner::Failed(const Fault& fault) {
    if (Unwinds()) {
        GoesOn();
    } else {
        Note(fault);
    }
}

void Runner::Note(const Fault& fault) {
    if (!Unwinds()) {
        failed_ = true;
        Core& core = carrier_->core;
        if (core.observer != nullptr) [[unlikely]] {
            core.observer->OnFault(core, fault);
        }
        core.observer = &AfterFault();
        scheduler_.Failed(waiter_.position, fault);
    }
}

void Runner::GoesOn() {
    if (++went_on_ > kMostAfterFault) {
        LeaveCore();
    }
    if (std::uncaught_exceptions() == 0) {
        throw Abandoned{};
    }
}

const char* Runner::Report() const { return scheduler_.report(); }

// Ends it where it stands: what is on its stack is lost, but for the exceptions that its kernel handles.
void Runner::LeaveCore() {
    while (std::current_exception() != nullptr) {
        abi::__cxa_end_catch();
    }
    EndCore();
    carrier_->fiber.Leave();
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
    }
    LeaveCore();
}

void Runner::Threw(std::string_view what) {
    Fault fault;
    fault.At(waiter_.place);
    fault.problem = fmt::format("the kernel threw an exception: {}", what);
    Note(fault);
}

}  // namespace aclnn_cpu::aicore
