#include "bindings.hpp"

NB_MODULE(_core, m) {
    // A metric that is a Python function may refer to the model that uses it; such a circle lives to the end.
    nanobind::set_leak_warnings(false);
    using namespace bestsofar::bindings;
    bind_long_work(m);
    bind_spaces(m);
    bind_queries(m);
    bind_ordered(m);
    bind_neighbors(m);
    bind_parzen(m);
    bind_exemplars(m);
    bind_scheduling(m);
    bind_bayes_tree(m);
    bind_lazy_tree(m);
    bind_text(m);
}
