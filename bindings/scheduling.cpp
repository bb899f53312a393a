#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "convert.hpp"
#include "scheduling/simulation.hpp"

namespace bestsofar::bindings {

namespace {

using namespace nb::literals;

using State = nb::typed<nb::tuple, std::uint64_t, double, double, double>;
using SimulationArrays = nb::typed<nb::tuple, Array<std::uint32_t, 1>, Array<std::uint64_t, 1>, Array<double, 1>,
                                   Array<double, 1>, Array<std::uint8_t, 1>, Array<std::uint32_t, 1>>;

/// A Python function of a query's state; it may be called where the interpreter's lock is not held.
class CallableScore final : public Score {
public:
    explicit CallableScore(nb::callable function) : function_(new nb::callable(std::move(function))) {}
    ~CallableScore() override {
        const nb::gil_scoped_acquire lock;
        delete function_;
    }
    CallableScore(const CallableScore&) = delete;
    CallableScore& operator=(const CallableScore&) = delete;

    [[nodiscard]] double of(const Query& query) const override {
        const nb::gil_scoped_acquire lock;
        return nb::cast<double>(
            (*function_)(nb::make_tuple(query.steps(), query.margin(), query.best_distance(), query.confidence())));
    }

private:
    nb::callable* function_;
};

template <class Objects>
SimulationArrays simulate_all(const Model& model, const Objects& objects, const Policy& policy,
                              const Row<double>& times, double end, std::size_t capacity, std::uint64_t grain,
                              const Row<double>& lots) {
    const std::vector<Record> records = as_records(objects);
    Simulation all;
    {
        const nb::gil_scoped_release unlocked;
        all = simulate({model, records}, {as_span(times), end}, policy, {capacity, grain, as_span(lots)});
    }
    std::vector<std::uint8_t> whys(all.whys.size());
    std::transform(all.whys.begin(), all.whys.end(), whys.begin(), [](Stop why) { return std::uint8_t(why); });
    return nb::make_tuple(as_array(std::move(all.labels)), as_array(std::move(all.steps)),
                          as_array(std::move(all.starts)), as_array(std::move(all.ends)), as_array(std::move(whys)),
                          as_array(std::move(all.turns)));
}

template <class Objects>
void bind_for(nb::module_& m) {
    m.def("simulate", &simulate_all<Objects>, "model"_a, "records"_a.noconvert(), "policy"_a, "times"_a.noconvert(),
          "end"_a, "capacity"_a, "grain"_a, "lots"_a.noconvert());
}

}  // namespace

void bind_scheduling(nb::module_& m) {
    nb::class_<Score>(m, "Score");
    m.def("bsf_score", &bsf_score);
    m.def("margin_score", &margin_score);
    m.def("evidence_score", &evidence_score);
    m.def(
        "callable_score",
        [](nb::typed<nb::callable, double(State)> function) -> std::shared_ptr<const Score> {
            return std::make_shared<CallableScore>(std::move(function));
        },
        "function"_a);

    nb::class_<Policy>(m, "Policy")
        .def_static("serial", [] { return Policy{{Discipline::Rule::serial, 0}, nullptr}; })
        .def_static("round_robin", [] { return Policy{{Discipline::Rule::round_robin, 0}, nullptr}; })
        .def_static("first_come", [] { return Policy{{Discipline::Rule::score, 0}, nullptr}; })
        .def_static(
            "by_score",
            [](std::shared_ptr<const Score> score, std::uint64_t patience) {
                return Policy{{Discipline::Rule::score, patience}, std::move(score)};
            },
            "score"_a, "patience"_a);

    bind_for<Rows<float>>(m);
    bind_for<Rows<double>>(m);
    bind_for<std::vector<nb::bytes>>(m);
}

}  // namespace bestsofar::bindings
