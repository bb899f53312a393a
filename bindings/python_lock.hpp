#pragma once

#include <nanobind/nanobind.h>

#include <exception>
#include <memory>
#include <utility>

namespace bestsofar::bindings {

/// Around whatever may wait for the interpreter's lock. When Python ends, versions before 3.14 unwind the stack of a
/// daemon thread that waits, and as C++ cannot let that happen, the process aborts: the thread stands still instead.
class Gate {
public:
    Gate() = default;
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;
    ~Gate() {
        if (closed_) stand_still();
    }

    void open() { closed_ = false; }

private:
    [[noreturn]] static void stand_still();

    bool closed_ = true;
};

/// In here the thread holds the interpreter's lock.
class Lock {
public:
    Lock();
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    ~Lock() { PyGILState_Release(before_); }

private:
    PyGILState_STATE before_;
};

/// In here it does not.
class Unlock {
public:
    Unlock() : thread_(PyEval_SaveThread()) {}
    Unlock(const Unlock&) = delete;
    Unlock& operator=(const Unlock&) = delete;
    ~Unlock() { lock_again(thread_); }

private:
    /// Never a part of the destructor: C++ aborts before it unwinds a stack through one.
    [[gnu::noinline]] static void lock_again(PyThreadState* thread);

    PyThreadState* thread_;
};

using Unlocked = nanobind::call_guard<Unlock>;

/// What the work gives, which is then translated under the lock.
template <class Work>
auto unlocked(Work work) {
    const Unlock unlock;
    return work();
}

/// An object of Python's that may be shared and let go of where the lock is not held.
template <class Object>
std::shared_ptr<const Object> shared_python(Object object) {
    return {new Object(std::move(object)), [](const Object* held) {
                const Lock lock;
                delete held;
            }};
}

/// Calls a Python function, which gives the lock up now and then, and may be the last that is called.
template <class... Arguments>
nanobind::object call(const nanobind::callable& function, const Arguments&... arguments) {
    Gate gate;
    try {
        nanobind::object result = function(arguments...);
        gate.open();
        return result;
    } catch (const std::exception&) {
        gate.open();
        throw;
    }
}

}  // namespace bestsofar::bindings
