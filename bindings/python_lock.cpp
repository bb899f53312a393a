#include "python_lock.hpp"

#include <chrono>
#include <thread>

namespace bestsofar::bindings {

void Gate::stand_still() {
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

Lock::Lock() {
    Gate gate;
    before_ = PyGILState_Ensure();
    gate.open();
}

void Unlock::lock_again(PyThreadState* thread) {
    Gate gate;
    PyEval_RestoreThread(thread);
    gate.open();
}

}  // namespace bestsofar::bindings
