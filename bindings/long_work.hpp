#pragma once

#include <nanobind/nanobind.h>

#include "interruption.hpp"
#include "python_lock.hpp"

namespace bestsofar::bindings {

/// Around calls that may take long: other threads of Python go on meanwhile, and its signals, such as Ctrl-C, are
/// heeded.
class LongWork {
public:
    LongWork() : interruption_(signal_raised) {}

private:
    static bool signal_raised() {
        const Lock lock;
        return PyErr_CheckSignals() != 0;
    }

    Unlock unlocked_;
    Interruption interruption_;
};

/// The same as unlocked(), of work that may take long.
template <class Work>
auto long_work(Work work) {
    const LongWork guard;
    return work();
}

}  // namespace bestsofar::bindings
