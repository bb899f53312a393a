#pragma once

#include <nanobind/nanobind.h>

#include "gil.hpp"
#include "interruption.hpp"

namespace bestsofar::bindings {

/// Around calls that may take long: other Python threads continue meanwhile, and signals such as Ctrl-C are heeded.
class LongWork {
public:
    LongWork() : interruption_(signal_raised) {}

private:
    static bool signal_raised() {
        const GilAcquire acquire;
        return PyErr_CheckSignals() != 0;
    }

    GilRelease release_;
    Interruption interruption_;
};

/// The same as without_gil(), for work that may take long.
template <class Work>
auto long_work(Work work) {
    const LongWork guard;
    return work();
}

}  // namespace bestsofar::bindings
