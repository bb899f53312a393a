// The small parts: budgets, confidence tables, bytes, threads and their interruption.

#include <atomic>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <thread>

#include "budget.hpp"
#include "check.hpp"
#include "exemplars/fixed_point.hpp"
#include "exemplars/nearest_rows.hpp"
#include "exemplars/worth.hpp"
#include "interruption.hpp"
#include "neighbors/nearest.hpp"
#include "parallel.hpp"
#include "progress.hpp"
#include "progress_margin_table.hpp"
#include "tournament.hpp"

using namespace bestsofar;
using namespace bestsofar::tests;

namespace {

void budgets() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Budget five(5, std::nullopt);
    assert(five.grant(3) == 3);
    five.spend(3);
    assert(five.grant(10) == 2);
    five.spend(10);
    assert(five.grant(1) == 0 && five.stop() == Stop::steps);

    Budget unlimited(std::nullopt, std::nullopt);
    unlimited.spend(std::numeric_limits<std::uint64_t>::max());
    assert(unlimited.grant(7) == 7);

    assert(Budget(std::nullopt, 0.0).grant(7) == 0);
    for (const double seconds : {1e6, 1e9, 1e18, 1e308, infinity}) assert(Budget(std::nullopt, seconds).grant(7) == 7);
    Budget late(7, 0.0);
    assert(late.grant(7) == 0 && late.stop() == Stop::seconds);
    for (const Pace pace : {Pace::even, Pace::uneven}) {
        Budget soon(std::nullopt, 1e-4);
        while (soon.grant(7, pace) > 0) soon.spend(7);
        assert(soon.stop() == Stop::seconds && soon.grant(7, pace) == 0);
    }
    assert(std::string(stop_name(Stop::asked)) == "asked" && std::string(stop_name(Stop::complete)) == "complete");
    assert(std::string(stop_name(Stop::steps)) == "steps" && std::string(stop_name(Stop::seconds)) == "seconds");
}

void confidence_tables() {
    const ProgressMarginTable table({0.0, 0.5, 0.5, 1.0, 1.0, 1.0}, 2);
    assert(table.at(0, 0) == 0 && table.at(0, 1) == 0.5 && table.at(1, 0) == 1);
    assert(table.at(0.25, 0.5) == 0.5);
    for (const double outside : {-1.0, 2.0, 1e300, -std::numeric_limits<double>::infinity()}) {
        assert(table.at(outside, outside) >= 0 && table.at(outside, outside) <= 1);
    }
    assert(throws<std::invalid_argument>([] { ProgressMarginTable({}, 0); }));
    assert(throws<std::invalid_argument>([] { ProgressMarginTable({1, 1}, 2); }));
    assert(ProgressMarginTable({0.25, 1, 1, 1}, 2).at(0, std::numeric_limits<double>::quiet_NaN()) == 0.25);
    assert(throws<std::invalid_argument>([] { ProgressMarginTable({1, 1, 1}, 2); }));
    assert(throws<std::invalid_argument>([] { ProgressMarginTable({1, 1, 1, 1}, 1); }));
}

void bytes_come_back() {
    Writer out;
    out.put(std::uint32_t{7});
    out.put(2.5);
    const Bytes bytes = std::move(out).finish();
    Reader in(bytes);
    assert(in.get<std::uint32_t>() == 7 && in.get<double>() == 2.5 && in.left() == 0);
    assert(throws<InvalidBytes>([&] { (void)in.get<char>(); }));
    assert(throws<InvalidBytes>([&] { (void)in.get(std::numeric_limits<std::size_t>::max()); }));
    assert(throws<InvalidBytes>([&] { Reader(std::span(bytes).first(7)); }));
    assert(throws<InvalidBytes>([&] { Reader(std::span<const std::byte>()); }));
}

// A count that the bytes cannot hold is an error, not a request for memory; after it nothing was read.
void arrays_come_back_if_they_are_there() {
    const std::vector<double> numbers = {1.5, -2};
    Writer out;
    out.put_all(numbers);
    out.put_all(std::vector<std::uint32_t>());
    const Bytes bytes = std::move(out).finish();
    Reader in(bytes);
    for (const std::size_t count : {std::size_t{3}, std::numeric_limits<std::size_t>::max() / sizeof(double) + 1,
                                    std::numeric_limits<std::size_t>::max()}) {
        assert(throws<InvalidBytes>([&] { (void)in.get_all<double>(count); }));
    }
    assert(in.get_all<double>(2) == numbers && in.get_all<double>(0).empty() && in.left() == 0);
}

void every_index_once() {
    for (const std::size_t count : {0, 1, 7, 64, 1000}) {
        for (const std::size_t grain : {1, 3, 5000}) {
            for (const std::size_t workers : {0, 1, 4, 50}) {
                std::vector<std::atomic<int>> seen(count);
                parallel_for(count, grain, workers, [&](std::size_t begin, std::size_t end, std::size_t worker) {
                    assert(begin < end && end <= count && end - begin <= grain);
                    assert(worker < std::max<std::size_t>(workers, 1));
                    for (; begin < end; ++begin) ++seen[begin];
                });
                for (const auto& times : seen) assert(times == 1);
            }
        }
    }
    assert(worker_count() >= 1);
}

void the_first_failure_comes_through() {
    for (const std::size_t workers : {1, 4}) {
        std::atomic<int> calls = 0;
        assert(throws<std::runtime_error>([&] {
            parallel_for(100'000, 1, workers, [&](std::size_t, std::size_t, std::size_t) {
                ++calls;
                throw std::runtime_error("enough");
            });
        }));
        assert(calls >= 1 && calls <= static_cast<int>(workers));
    }
}

struct Strengths {
    const std::vector<std::uint32_t>* of;
    [[nodiscard]] auto key(std::uint32_t player) const { return std::tuple((*of)[player], player); }
};

template <class Work>
bool interrupted(Work work) {
    try {
        work();
        return false;
    } catch (const Interrupted&) {
        return true;
    }
}

void work_ends_when_it_is_unwanted() {
    constexpr std::size_t for_ever = std::size_t{1} << 60;
    const std::thread::id here = std::this_thread::get_id();
    std::atomic<int> answers_left = 2;
    for (const std::size_t workers : {1, 4}) {
        const Interruption interruption([&] {
            assert(std::this_thread::get_id() == here);
            return --answers_left <= 0;
        });
        // Helpers are interrupted, too, and those that help them.
        assert(interrupted([&] {
            parallel_for(for_ever, 1, workers, [&](std::size_t, std::size_t, std::size_t) {
                parallel_for(for_ever, 1, 2, [](std::size_t, std::size_t, std::size_t) {});
            });
        }));
        assert(interrupted(throw_if_interrupted));
    }
    throw_if_interrupted();
    assert(Interruption::current() == nullptr);
}

void work_ends_when_it_is_cancelled() {
    Progress progress;
    progress.add(3);
    progress.cancel();
    assert(interrupted([&] { progress.add(4); }) && progress.done() == 3);
}

void tournaments() {
    Dice dice(1);
    for (const std::size_t players : {1, 2, 3, 16, 37}) {
        std::vector<std::uint32_t> strength(players);
        std::vector<bool> out(players);
        for (auto& value : strength) value = dice.below(5);
        Tournament referee(players, Strengths{&strength});
        for (std::size_t left = players; left > 0; --left) {
            const std::uint32_t changed = dice.below(static_cast<std::uint32_t>(players));
            strength[changed] = dice.below(5);
            referee.update(changed);
            std::uint32_t best = static_cast<std::uint32_t>(players);
            for (std::uint32_t i = 0; i < players; ++i) {
                if (!out[i] && (best == players || strength[i] < strength[best])) best = i;
            }
            assert(referee.first() == best);
            out[best] = true;
            referee.remove(best);
        }
    }
}

void few_nearest_rows() {
    NearestRows near(2);
    assert(near.empty() && !near.was_full() && std::isinf(near.bound()));
    near.offer({3, 0});
    near.offer({1, 1});
    near.offer({1, 2});
    near.offer({1, 3});
    assert(near.was_full() && near.bound() == 1 && near.front().row == 1);
    near.keep_in_front(1, [](std::uint32_t row) { return row == 1; });
    assert(near.rows().size() == 1 && near.front().row == 2);
    near.keep_in_front(1, [](std::uint32_t) { return true; });
    assert(near.empty() && near.was_full());
    assert(near.all_alike() && near.last().row == 2);
    near.forget_used();
    for (const std::uint32_t row : {4u, 5u, 6u}) near.append({1, row});
    assert(near.full() && near.front().row == 4 && near.last().row == 5);
    near.clear();
    assert(near.empty() && !near.was_full() && !near.all_alike());
}

void the_rival_is_the_nearest_of_another_class() {
    Dice dice(2);
    for (int round = 0; round < 300; ++round) {
        const std::size_t k = 1 + dice.below(4), classes = 1 + dice.below(3);
        Nearest nearest(k, classes);
        std::vector<Neighbor> all;
        for (std::uint32_t place = 0; place < 20; ++place) {
            all.push_back({double(dice.below(9)), place, dice.below(static_cast<std::uint32_t>(classes))});
            if (all.back().distance < nearest.bound()) nearest.offer(all.back());
            double own = std::numeric_limits<double>::infinity(), other = own;
            for (const Neighbor& neighbor : all) {
                double& least = neighbor.label == nearest.label() ? own : other;
                least = std::min(least, neighbor.distance);
            }
            assert(nearest.own_distance() == own && nearest.other_distance() == other);
        }
    }
}

void worths() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr std::int64_t one = std::int64_t{1} << fixed_bits;
    const SmoothWorth smooth{3};
    assert(smooth({infinity, infinity}) == one / 2 && smooth({0, 0}) == one / 2 && smooth({2, 2}) == one / 2);
    assert(smooth({1, infinity}) == one && smooth({0, 1}) == one && smooth({infinity, 1}) == 0 && smooth({1, 0}) == 0);
    assert(smooth({1e300, 1e-300}) == 0 && smooth({1e-300, 1e300}) == one);
    assert(HardWorth()({1, 2}) == 1 && HardWorth()({2, 2}) == 0);
    for (const double largest : {5e-324, 1e-300, 1.0, 1.7e308}) {
        const Quantum quantum(largest);
        assert(quantum(0) == 0);
        assert(quantum(largest) > 0 && quantum(largest) <= one);
    }
}

}  // namespace

int main() {
    budgets();
    confidence_tables();
    bytes_come_back();
    arrays_come_back_if_they_are_there();
    every_index_once();
    the_first_failure_comes_through();
    work_ends_when_it_is_unwanted();
    work_ends_when_it_is_cancelled();
    tournaments();
    few_nearest_rows();
    the_rival_is_the_nearest_of_another_class();
    worths();
}
