#include "scheduling/simulation.hpp"

#include <algorithm>
#include <cmath>

#include "interruption.hpp"

namespace bestsofar {

namespace {

// A look at the clock takes as long as twenty of the fastest steps, so there are many between two.
constexpr std::uint64_t steps_between_looks = 1024;
// A turn takes longer than these, so that turns of a single step, which may be a slow one, need not be that many.
constexpr std::uint64_t steps_for_a_turn = 8;

class Simulator {
public:
    Simulator(const Batch& batch, const Arrivals& arrivals, const Policy& policy, const Resources& resources)
        : batch_(batch),
          arrivals_(arrivals),
          policy_(policy),
          resources_(resources),
          room_(most_at_once(batch, resources), policy.discipline),
          queries_(batch.records.size()),
          objects_(most_at_once(batch, resources)) {
        const std::size_t count = batch.records.size();
        all_.labels.resize(count);
        all_.steps.resize(count);
        all_.starts.resize(count);
        all_.ends.resize(count);
        all_.whys.resize(count);
    }

    Simulation run() && {
        for (;;) {
            while (more() && arrivals_.times[next_] <= clock_) admit();
            if (clock_ < arrivals_.end && room_.waiting() > 0)
                turn();
            else if (more())
                clock_ = arrivals_.times[next_];
            else
                break;
        }
        while (room_.waiting() > 0) dismiss(room_.victim(0), Stop::asked);
        return std::move(all_);
    }

private:
    /// Those that may wait, and a newcomer before it is known which must go.
    static std::size_t most_at_once(const Batch& batch, const Resources& resources) {
        return std::min(resources.capacity, batch.records.size()) + 1;
    }

    [[nodiscard]] bool more() const { return next_ < queries_.size(); }

    /// The opening is done at once, and counts.
    void admit() {
        const auto object = static_cast<std::uint32_t>(next_++);
        all_.starts[object] = clock_;
        auto query = batch_.model.begin(batch_.records[object]);
        spend(query->steps());
        queries_[object] = std::move(query);
        if (queries_[object]->done()) return finish(object, Stop::complete);
        const std::size_t most = policy_.newest_only() ? 1 : resources_.capacity;
        if (policy_.newcomers_stay()) evict(most - 1, resources_.random[object]);
        objects_[room_.enter(policy_.score_of(*queries_[object]))] = object;
        evict(most, resources_.random[object]);
    }

    void evict(std::size_t most, double random) {
        while (room_.waiting() > most) dismiss(room_.victim(random), Stop::evicted);
    }

    void turn() {
        const auto slot = room_.take();
        const std::uint32_t object = objects_[slot];
        Query& query = *queries_[object];
        const std::uint64_t before = query.steps();
        const double left = std::ceil(arrivals_.end - clock_);  // more than a whole number can tell, perhaps
        const bool enough = left >= static_cast<double>(resources_.grain);
        Budget budget(enough ? resources_.grain : static_cast<std::uint64_t>(left), std::nullopt);
        query.refine(budget);
        spend(query.steps() - before);
        all_.turns.push_back(object);
        if (!query.done()) return room_.give_back(slot, policy_.score_of(query));
        room_.release(slot);
        finish(object, Stop::complete);
    }

    /// Steps have been taken. Throws Interrupted.
    void spend(std::uint64_t steps) {
        clock_ += static_cast<double>(steps);
        since_look_ += steps_for_a_turn + steps;
        if (since_look_ >= steps_between_looks) [[unlikely]]
            look();
    }

    void look() {
        since_look_ = 0;
        throw_if_interrupted();
    }

    void dismiss(WaitingRoom::Slot slot, Stop why) {
        room_.leave(slot);
        finish(objects_[slot], why);
    }

    void finish(std::uint32_t object, Stop why) {
        const Query& query = *queries_[object];
        all_.labels[object] = query.label();
        all_.steps[object] = query.steps();
        all_.ends[object] = clock_;
        all_.whys[object] = why;
        queries_[object].reset();
    }

    const Batch& batch_;
    const Arrivals& arrivals_;
    const Policy& policy_;
    const Resources& resources_;
    WaitingRoom room_;
    std::vector<std::unique_ptr<Query>> queries_;
    std::vector<std::uint32_t> objects_;  ///< by slot
    Simulation all_;
    std::size_t next_ = 0;
    double clock_ = 0;
    std::uint64_t since_look_ = 0;
};

}  // namespace

Simulation simulate(const Batch& batch, const Arrivals& arrivals, const Policy& policy, const Resources& resources) {
    return Simulator(batch, arrivals, policy, resources).run();
}

}  // namespace bestsofar
