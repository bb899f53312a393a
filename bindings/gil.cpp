#include "gil.hpp"

#include <chrono>
#include <thread>

namespace bestsofar::bindings {

void FinalizationGuard::park_forever() {
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

GilAcquire::GilAcquire() {
    FinalizationGuard guard;
    before_ = PyGILState_Ensure();
    guard.pass();
}

void GilRelease::reacquire(PyThreadState* thread) {
    FinalizationGuard guard;
    PyEval_RestoreThread(thread);
    guard.pass();
}

}  // namespace bestsofar::bindings
