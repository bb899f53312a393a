#include <cmath>
#include <numeric>

#include "check.hpp"
#include "density/gaussian.hpp"
#include "distance/vector_space.hpp"
#include "exemplars/ebel.hpp"
#include "simd/math.hpp"

using namespace bestsofar;
using namespace bestsofar::tests;

namespace {

bool close(double a, double b) { return std::abs(a - b) <= 4e-16 * std::abs(b); }

void exp_and_log_are_those_of_the_library() {
    for (double x = -700; x < 700; x += 0.37) assert(close(exp(Doubles{} + x)[0], std::exp(x)));
    for (double x = 1e-300; x < 1e300; x *= 1.37) assert(close(log(Doubles{} + x)[0], std::log(x)));
    assert(exp(Doubles{})[0] == 1 && log(Doubles{} + 1)[0] == 0);
}

void kernels_fall_with_distance() {
    const std::vector<float> places = {0, 1, 2, 1000};
    const VectorSpace<float> space(places, 1, {});
    const Kernels kernels = gaussian(*space.probe_row(0, space), 0, 4, kernel_scale(2));
    assert(kernels.of[0] == 1 && close(kernels.of[1], std::exp(-0.125)) && close(kernels.of[2], std::exp(-0.5)));
    assert(kernels.of[3] == 0 && kernels.of[4] == 0);
}

// Two classes that meet: what is kept to the end lies where they do. Several chunks, moved as rows go.
void ebel_keeps_the_border() {
    std::vector<double> places(600);
    std::iota(places.begin(), places.end(), 0);
    std::vector<std::uint32_t> labels(600);
    std::fill(labels.begin() + 300, labels.end(), 1);
    const VectorSpace<double> space(places, 1, {});
    const std::vector<double> class_weights = {1, 1};
    const auto order = ebel_rank(space, labels, class_weights, {10, 600}, 2);
    for (std::size_t i = 0; i < 60; ++i) assert(order[i] > 200 && order[i] < 400);
    assert(leave_one_out_bandwidth(space, labels, 2) <= std::exp2(3));
}

// As many rows as chunks are wide: after the last there is nothing.
void ebel_of_whole_chunks() {
    std::vector<double> places(256);
    std::iota(places.begin(), places.end(), 0);
    std::vector<std::uint32_t> labels(256);
    std::fill(labels.begin() + 128, labels.end(), 1);
    const std::vector<double> class_weights = {1, 1};
    assert(ebel_rank(VectorSpace<double>(places, 1, {}), labels, class_weights, {10, 256}, 2).size() == 256);
}

}  // namespace

int main() {
    exp_and_log_are_those_of_the_library();
    kernels_fall_with_distance();
    ebel_keeps_the_border();
    ebel_of_whole_chunks();
}
