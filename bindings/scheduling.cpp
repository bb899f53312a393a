#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "convert.hpp"
#include "long_work.hpp"
#include "scheduling/scheduler.hpp"
#include "scheduling/simulation.hpp"

namespace bestsofar::bindings {

namespace {

using namespace nb::literals;

using State = nb::typed<nb::tuple, std::uint64_t, double, double, double>;
using SimulationArrays = nb::typed<nb::tuple, Array<std::uint32_t, 1>, Array<std::uint64_t, 1>, Array<double, 1>,
                                   Array<double, 1>, Array<std::uint8_t, 1>, Array<std::uint32_t, 1>>;
using ReplyTuple = nb::typed<nb::tuple, Ticket, AnswerTuple, nb::object>;

/// Raised in Python, but no Exception there, nor here: KeyboardInterrupt, SystemExit.
struct NoException {
    nb::python_error error;
};

void raise(const std::exception_ptr& thrown, void*) {
    try {
        std::rethrow_exception(thrown);
    } catch (NoException& none) {
        none.error.restore();
    }
}

/// A Python function of a query's state; it may be called without the GIL.
class CallableScore final : public Score {
public:
    explicit CallableScore(nb::callable function) : function_(shared_python(std::move(function))) {}

    [[nodiscard]] double of(const Query& query) const override {
        const GilAcquire acquire;
        const nb::tuple state =
            nb::make_tuple(query.steps(), query.margin(), query.best_distance(), query.confidence());
        try {
            return nb::cast<double>(call(*function_, state));
        } catch (nb::python_error& error) {
            if (error.matches(PyExc_Exception)) throw;
            throw NoException{std::move(error)};
        }
    }

private:
    std::shared_ptr<const nb::callable> function_;
};

template <class Objects>
SimulationArrays simulate_all(const Model& model, const Objects& objects, const Policy& policy,
                              const Row<double>& times, double end, std::size_t capacity, std::uint64_t grain,
                              const Row<double>& lots) {
    const std::vector<Record> records = as_records(objects);
    Simulation all = long_work(
        [&] { return simulate({model, records}, {as_span(times), end}, policy, {capacity, grain, as_span(lots)}); });
    return nb::make_tuple(as_array(std::move(all.labels)), as_array(std::move(all.steps)),
                          as_array(std::move(all.starts)), as_array(std::move(all.ends)),
                          as_array<std::uint8_t>(std::move(all.whys)), as_array(std::move(all.turns)));
}

template <class Objects>
void bind_for(nb::module_& m) {
    m.def("simulate", &simulate_all<Objects>, "model"_a, "records"_a.noconvert(), "policy"_a, "times"_a.noconvert(),
          "end"_a, "capacity"_a, "grain"_a, "lots"_a.noconvert());
}

/// The exception as Python raises it.
nb::object as_python(const std::exception_ptr& error) {
    if (!error) return nb::none();
    try {
        std::rethrow_exception(error);
    } catch (const nb::python_error& raised) {
        return nb::borrow(raised.value());
    } catch (const NoException& none) {
        return nb::borrow(none.error.value());
    } catch (const InvalidRecord& invalid) {
        return nb::module_::import_("builtins").attr("ValueError")(invalid.what());
    } catch (const std::exception& other) {
        return nb::module_::import_("builtins").attr("RuntimeError")(other.what());
    }
}

std::vector<ReplyTuple> as_tuples(const std::vector<Reply>& replies) {
    std::vector<ReplyTuple> tuples;
    tuples.reserve(replies.size());
    for (const Reply& reply : replies) {
        tuples.push_back(nb::make_tuple(reply.ticket, as_tuple(reply.answer), as_python(reply.error)));
    }
    return tuples;
}

std::vector<ReplyTuple> collect(Outbox& outbox, double seconds) {
    return as_tuples(without_gil([&] { return replies_of(outbox.collect(seconds)); }));
}

/// To a deque, in one call: no signal comes between, whose exception would lose what is on its way.
void move_to(Outbox& outbox, const nb::object& deque) {
    for (const ReplyTuple& reply : collect(outbox, 0)) deque.attr("append")(reply);
}

std::vector<ReplyTuple> peek(const Outbox& outbox) {
    return as_tuples(without_gil([&] { return outbox.peek(); }));
}

std::vector<ReplyTuple> ask(Scheduler& scheduler) {
    return as_tuples(without_gil([&] { return scheduler.ask(); }));
}

template <class Object>
void submit(Scheduler& scheduler, Ticket ticket, const Model& model, const Object& object,
            std::optional<double> deadline, std::shared_ptr<Outbox> outbox) {
    scheduler.submit(ticket, model, Record(as_span(object)), deadline, std::move(outbox));
}

template <class Object>
void bind_submit(nb::class_<Scheduler>& scheduler) {
    scheduler.def("submit", &submit<Object>, "ticket"_a, "model"_a, "record"_a.noconvert(), "deadline"_a.none(),
                  "outbox"_a, ReleasesGil());
}

void bind_statistics(nb::module_& m) {
    nb::class_<Tally>(m, "Tally")
        .def_ro("count", &Tally::count)
        .def_ro("sum", &Tally::sum)
        .def_ro("most", &Tally::most);
    nb::class_<Statistics>(m, "Statistics")
        .def_ro("submitted", &Statistics::submitted)
        .def_ro("finished", &Statistics::finished)
        .def_ro("failed", &Statistics::failed)
        .def_ro("waiting", &Statistics::waiting)
        .def_ro("turns", &Statistics::turns)
        .def_ro("steps", &Statistics::steps)
        .def_ro("seconds", &Statistics::seconds)
        .def_ro("waits", &Statistics::waits)
        .def_ro("overshoots", &Statistics::overshoots)
        .def_ro("late", &Statistics::late);
}

void bind_outbox(nb::module_& m) {
    nb::class_<Outbox>(m, "Outbox")
        .def("wait", &Outbox::wait, "seconds"_a, ReleasesGil())
        .def("collect", &collect, "seconds"_a)
        .def("move_to", &move_to, "deque"_a)
        .def("peek", &peek)
        .def("close", &Outbox::close, ReleasesGil())
        .def_prop_ro("exhausted", &Outbox::exhausted, ReleasesGil());

    // Made here, it is shared without a Python reference: a worker that lets go of it needs no GIL for that.
    m.def("outbox", [] { return std::make_shared<Outbox>(); });
}

void bind_scheduler(nb::module_& m) {
    nb::exception<Scheduler::Closed>(m, "Closed", PyExc_RuntimeError);
    nb::class_<Scheduler> scheduler(m, "Scheduler");
    scheduler
        .def(
            "__init__",
            [](Scheduler* place, const Policy& policy, std::size_t capacity, std::size_t workers,
               std::optional<std::uint64_t> grain) { new (place) Scheduler(policy, {capacity, workers, grain}); },
            "policy"_a, "capacity"_a, "workers"_a, "grain"_a.none())
        .def("ask", &ask)
        .def("refuse", &Scheduler::stop_accepting, ReleasesGil())
        .def("drain", &Scheduler::drain, "seconds"_a, ReleasesGil())
        .def_prop_ro("works_here", &Scheduler::works_here)
        .def("close", &Scheduler::close, ReleasesGil())
        .def("statistics", &Scheduler::statistics, ReleasesGil());
    bind_submit<Row<float>>(scheduler);
    bind_submit<Row<double>>(scheduler);
    bind_submit<nb::bytes>(scheduler);

    // In a forked process: freeing what threads of the parent wait for would wait for those threads, for ever.
    m.def("never_free", [](nb::handle object) { object.inc_ref(); }, "object"_a);
}

/// A thread that holds the scheduler's lock may wait for the GIL, so none may wait for them the other way round.
void bind_live(nb::module_& m) {
    bind_statistics(m);
    bind_outbox(m);
    bind_scheduler(m);
}

}  // namespace

void bind_scheduling(nb::module_& m) {
    nb::register_exception_translator(&raise);
    nb::class_<Score>(m, "Score");
    m.def("bsf_score", &bsf_score);
    m.def("margin_score", &margin_score);
    m.def("evidence_score", &evidence_score);
    m.def(
        "gain_score",
        [](const Rows<double>& table, double opening, double total) {
            return gain_score(as_progress_margin_table(table), opening, total);
        },
        "table"_a.noconvert(), "opening"_a, "total"_a);
    m.def(
        "callable_score",
        [](nb::typed<nb::callable, double(State)> function) -> std::shared_ptr<const Score> {
            return std::make_shared<CallableScore>(std::move(function));
        },
        "function"_a);

    nb::class_<Policy>(m, "Policy")
        .def_static("serial", &Policy::serial)
        .def_static("round_robin", &Policy::round_robin)
        .def_static("first_come", &Policy::first_come)
        .def_static("by_score", &Policy::by_score, "score"_a, "patience"_a);

    bind_for<Rows<float>>(m);
    bind_for<Rows<double>>(m);
    bind_for<std::vector<nb::bytes>>(m);
    bind_live(m);
}

}  // namespace bestsofar::bindings
