#include "long_work.hpp"

#include <exception>

#include "bindings.hpp"
#include "progress.hpp"

namespace bestsofar::bindings {

namespace {

/// What interrupted the work has raised its own exception; otherwise it was cancelled because of Ctrl-C.
void translate(const std::exception_ptr& thrown, void*) {
    try {
        std::rethrow_exception(thrown);
    } catch (const Interrupted&) {
        if (!PyErr_Occurred()) PyErr_SetNone(PyExc_KeyboardInterrupt);
    }
}

}  // namespace

void bind_long_work(nanobind::module_& m) {
    nanobind::register_exception_translator(translate);
    nanobind::class_<Progress>(m, "Progress")
        .def(nanobind::init<>())
        .def_prop_ro("done", &Progress::done)
        .def_prop_ro("all", &Progress::all)
        .def("cancel", &Progress::cancel);
}

}  // namespace bestsofar::bindings
