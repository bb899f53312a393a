#pragma once

#include <nanobind/nanobind.h>

namespace bestsofar::bindings {

void bind_long_work(nanobind::module_& m);
void bind_spaces(nanobind::module_& m);
void bind_queries(nanobind::module_& m);
void bind_ordered(nanobind::module_& m);
void bind_neighbors(nanobind::module_& m);
void bind_parzen(nanobind::module_& m);
void bind_exemplars(nanobind::module_& m);
void bind_scheduling(nanobind::module_& m);
void bind_bayes_tree(nanobind::module_& m);
void bind_lazy_tree(nanobind::module_& m);
void bind_text(nanobind::module_& m);

}  // namespace bestsofar::bindings
