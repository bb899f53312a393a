#pragma once

#include <nanobind/nanobind.h>

#include <exception>
#include <memory>
#include <utility>

namespace bestsofar::bindings {

/// Around whatever may wait for the GIL. When Python ends, versions before 3.14 unwind the stack of a daemon thread
/// that waits for it, and as C++ cannot let that happen in a destructor, such as that of nanobind::gil_scoped_release,
/// the process aborts: here the thread is parked instead.
class FinalizationGuard {
public:
    FinalizationGuard() = default;
    FinalizationGuard(const FinalizationGuard&) = delete;
    FinalizationGuard& operator=(const FinalizationGuard&) = delete;
    ~FinalizationGuard() {
        if (!passed_) park_forever();
    }

    /// The stack is not being unwound: the thread has the GIL.
    void pass() { passed_ = true; }

private:
    [[noreturn]] static void park_forever();

    bool passed_ = false;
};

/// In here the thread holds the GIL.
class GilAcquire {
public:
    GilAcquire();
    GilAcquire(const GilAcquire&) = delete;
    GilAcquire& operator=(const GilAcquire&) = delete;
    ~GilAcquire() { PyGILState_Release(before_); }

private:
    PyGILState_STATE before_;
};

/// In here it does not. What nanobind::gil_scoped_release is, but safe when Python ends: see FinalizationGuard.
class GilRelease {
public:
    GilRelease() : thread_(PyEval_SaveThread()) {}
    GilRelease(const GilRelease&) = delete;
    GilRelease& operator=(const GilRelease&) = delete;
    ~GilRelease() { reacquire(thread_); }

private:
    /// Never a part of the destructor: C++ aborts before it unwinds a stack through one.
    [[gnu::noinline]] static void reacquire(PyThreadState* thread);

    PyThreadState* thread_;
};

using ReleasesGil = nanobind::call_guard<GilRelease>;

/// Returns what the work returns, which is then translated with the GIL held.
template <class Work>
auto without_gil(Work work) {
    const GilRelease release;
    return work();
}

/// A Python object that may be shared and let go of without the GIL.
template <class Object>
std::shared_ptr<const Object> shared_python(Object object) {
    return {new Object(std::move(object)), [](const Object* held) {
                const GilAcquire acquire;
                delete held;
            }};
}

/// Calls a Python function, which releases the GIL now and then, and may be the last that is called.
template <class... Arguments>
nanobind::object call(const nanobind::callable& function, const Arguments&... arguments) {
    FinalizationGuard guard;
    try {
        nanobind::object result = function(arguments...);
        guard.pass();
        return result;
    } catch (const std::exception&) {
        guard.pass();
        throw;
    }
}

}  // namespace bestsofar::bindings
