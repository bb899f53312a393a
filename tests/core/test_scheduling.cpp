// Scheduling: which object is next, and many threads at one scheduler while models come and go.

#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>

#include "check.hpp"
#include "neighbors/neighbor_index.hpp"
#include "scheduling/scheduler.hpp"
#include "scheduling/simulation.hpp"
#include "scheduling/turn.hpp"

using namespace bestsofar;
using namespace bestsofar::tests;

namespace {

constexpr std::size_t width = 4;

std::shared_ptr<NeighborIndex> model_of(Dice& dice, std::size_t rows) {
    const VectorSpace<float> space(rows_of<float>(dice, rows, width, false), width, {});
    std::vector<std::uint32_t> order(rows);
    std::iota(order.begin(), order.end(), 0u);
    const auto labels = labels_of(dice, rows, 3);
    return std::make_shared<NeighborIndex>(
        Exemplars{space, labels, order, 3, ProgressMarginTable({0.1, 0.2, 0.6, 0.9}, 2), ""}, 1);
}

/// A score that fails for good at some depth.
class Fragile final : public Score {
public:
    [[nodiscard]] double of(const Query& query) const override {
        if (query.steps() > 150) throw std::domain_error("too deep");
        return query.margin();
    }
};

/// The farther an object is, the less it needs another turn.
class Farness final : public Score {
public:
    explicit Farness(bool judges_newcomers) : judges_newcomers_(judges_newcomers) {}
    [[nodiscard]] double of(const Query& query) const override { return query.best_distance(); }
    [[nodiscard]] bool judges_newcomers() const override { return judges_newcomers_; }

private:
    bool judges_newcomers_;
};

/// What a room does, by plain lists.
class PlainRoom {
public:
    explicit PlainRoom(Discipline::Rule rule) : by_score_(rule == Discipline::Rule::score) {}

    [[nodiscard]] std::size_t waiting() const { return line_.size(); }
    [[nodiscard]] WaitingRoom::Slot next() const {
        return by_score_ ? std::ranges::min_element(by_age_, {}, &Guest::score)->slot : line_.front().slot;
    }
    [[nodiscard]] WaitingRoom::Slot victim_in_the_middle() const {
        return by_score_ ? std::ranges::max_element(by_age_, {}, &Guest::score)->slot : line_[line_.size() / 2].slot;
    }
    void enter(WaitingRoom::Slot slot, double score) {
        by_age_.push_back({slot, score});
        line_.push_back({slot, score});
    }
    void take(WaitingRoom::Slot slot) { erase(line_, slot); }
    void give_back(WaitingRoom::Slot slot, double score) {
        line_.push_back({slot, score});
        std::ranges::find(by_age_, slot, &Guest::slot)->score = score;
    }
    void forget(WaitingRoom::Slot slot) {
        erase(by_age_, slot);
        erase(line_, slot);
    }

private:
    struct Guest {
        WaitingRoom::Slot slot;
        double score;
    };

    static void erase(std::vector<Guest>& guests, WaitingRoom::Slot slot) {
        std::erase_if(guests, [slot](const Guest& guest) { return guest.slot == slot; });
    }

    bool by_score_;
    std::vector<Guest> by_age_;
    std::vector<Guest> line_;
};

void one_must_go(WaitingRoom& room, PlainRoom& plain) {
    const WaitingRoom::Slot victim = plain.victim_in_the_middle();
    assert(room.victim(0.5) == victim);
    room.leave(victim);
    plain.forget(victim);
}

void one_has_a_turn(WaitingRoom& room, PlainRoom& plain, std::optional<double> score_of_the_next) {
    const WaitingRoom::Slot next = plain.next();
    assert(room.take() == next);
    plain.take(next);
    if (score_of_the_next) {
        room.give_back(next, *score_of_the_next);
        plain.give_back(next, *score_of_the_next);
    } else {
        room.release(next);
        plain.forget(next);
    }
}

void rooms_choose_as_lists_do() {
    constexpr std::size_t slots = 9;
    Dice dice(1);
    for (const auto rule : {Discipline::Rule::score, Discipline::Rule::round_robin}) {
        WaitingRoom room(slots, {rule, 0});
        PlainRoom plain(rule);
        for (int round = 0; round < 5000; ++round) {
            assert(room.waiting() == plain.waiting());
            const double score = dice.below(4);
            const std::uint32_t what = dice.below(4);
            if (what == 0 && plain.waiting() < slots) {
                plain.enter(room.enter(score), score);
            } else if (what == 1 && plain.waiting() > 0) {
                one_must_go(room, plain);
            } else if (plain.waiting() > 0) {
                one_has_a_turn(room, plain, what == 2 ? std::nullopt : std::optional(score));
            }
        }
    }
}

/// Threads that use one scheduler, and what they share.
class Crowd {
public:
    static constexpr std::size_t submitters = 4, collectors = 2, askers = 3;

    Crowd(const Policy& policy, std::optional<std::uint64_t> grain) : scheduler_(policy, {capacity, workers, grain}) {}

    void run() {
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < submitters; ++i) threads.emplace_back([this, i] { submit(i); });
        for (std::size_t i = 0; i < collectors; ++i) threads.emplace_back([this] { collect(); });
        for (std::size_t i = 0; i < askers; ++i) threads.emplace_back([this] { ask(); });
        for (std::thread& thread : threads) thread.join();
        scheduler_.stop_accepting();
        assert(scheduler_.drain(60));
        assert(throws<Scheduler::Closed>([this] { submit(0); }));
        scheduler_.close();
        for (const auto& times : seen_) assert(times == 1);
    }

private:
    static constexpr std::size_t each = 250, all = submitters * each;
    // More than ask() looks at before it lets others have the lock.
    static constexpr std::size_t capacity = 200, workers = 2;

    /// Each object goes to another model than the one before.
    void submit(std::size_t submitter) {
        for (std::size_t i = 0; i < each; ++i) {
            std::optional<double> deadline;
            if (i % 3 != 0) deadline = 1e-4 * static_cast<double>(i % 5) - 1e-4;
            const Record record(std::span<const float>(rows_.data() + i * width, width));
            scheduler_.submit(submitter * each + i, *models_[model_++ % 2], record, deadline, outbox_);
        }
    }

    void collect() {
        while (answered_ < all) {
            for (const Finished& finished : outbox_->collect(0.01)) {
                const Answer answer = answer_of(*finished.query, finished.why);
                assert(answer.label < 3 && answer.proba.size() == 3);
                ++seen_[finished.ticket];
                ++answered_;
            }
        }
    }

    void ask() {
        while (answered_ < all) {
            std::vector<bool> told(all);
            for (const Reply& reply : scheduler_.ask()) {
                assert(reply.answer.steps >= 3 && !told[reply.ticket]);
                told[reply.ticket] = true;
            }
            assert(scheduler_.statistics().waiting <= capacity + workers + 1);
        }
    }

    Dice dice_{2};
    const std::vector<std::shared_ptr<NeighborIndex>> models_{model_of(dice_, 200), model_of(dice_, 300)};
    const std::vector<float> rows_ = rows_of<float>(dice_, each, width, false);
    const std::shared_ptr<Outbox> outbox_ = std::make_shared<Outbox>();
    std::atomic<std::size_t> model_ = 0, answered_ = 0;
    std::vector<std::atomic<int>> seen_ = std::vector<std::atomic<int>>(all);
    Scheduler scheduler_;
};

/// Four submit to two models in turn, two collect, three ask: every ticket comes back once.
void threads_share_a_scheduler(const Policy& policy, std::optional<std::uint64_t> grain) { Crowd(policy, grain).run(); }

void the_end_makes_answers_final() {
    Dice dice(3);
    const auto model = model_of(dice, 100'000);
    const auto rows = rows_of<float>(dice, 20, width, false);
    const auto outbox = std::make_shared<Outbox>();
    {
        Scheduler scheduler({{Discipline::Rule::round_robin, 0}, nullptr}, {32, 2, 8});
        for (std::size_t i = 0; i < 20; ++i) {
            const Record record(std::span<const float>(rows.data() + i * width, width));
            scheduler.submit(i, *model, record, std::nullopt, outbox);
        }
    }
    outbox->close();
    std::vector<Finished> all = outbox->collect(0);
    assert(all.size() == 20 && outbox->exhausted());
    for (const Finished& finished : all) assert(finished.query && !finished.error);
}

/// Nobody works, so all that happens is that the third object finds two waiting.
Ticket one_too_many(bool judged, std::optional<double> deadline) {
    Dice dice(4);
    const auto model = model_of(dice, 100);
    const auto outbox = std::make_shared<Outbox>();
    Scheduler scheduler({{Discipline::Rule::score, 0}, std::make_shared<Farness>(judged)}, {2, 0, 1});
    for (const Ticket where : {50, 10, 90}) {
        const std::vector<float> row(width, static_cast<float>(where));
        scheduler.submit(where, *model, Record(std::span<const float>(row)), deadline, outbox);
    }
    const std::vector<Finished> evicted = outbox->collect(0);
    assert(evicted.size() == 1 && evicted[0].why == Stop::evicted && scheduler.statistics().waiting == 2);
    return evicted[0].ticket;
}

void a_newcomer_must_go_only_if_it_is_judged() {
    for (const auto& deadline : {std::optional<double>(), std::optional<double>(3600)}) {
        assert(one_too_many(false, deadline) == 50);
        assert(one_too_many(true, deadline) == 90);
    }
}

/// Three objects, room for two of them, and turns of ten steps. Each query begins with three steps and has forty.
Simulation simulated(const std::vector<double>& times, double end) {
    Dice dice(5);
    const auto model = model_of(dice, 40);
    const auto rows = rows_of<float>(dice, 3, width, false);
    const std::vector<double> random(3);
    std::vector<Record> records;
    for (std::size_t i = 0; i < 3; ++i) records.emplace_back(std::span(rows).subspan(i * width, width));
    Simulation all = simulate({*model, records}, {times, end}, {{Discipline::Rule::round_robin, 0}, nullptr},
                              {.capacity = 2, .grain = 10, .random = random});
    const std::vector<std::uint32_t> labels = predict({*model, records}, {});
    for (std::size_t i = 0; i < 3; ++i) assert(all.whys[i] != Stop::complete || all.labels[i] == labels[i]);
    return all;
}

void a_simulation_counts_steps() {
    const Simulation all = simulated({0, 0, 200}, 1000);
    assert((all.turns == std::vector<std::uint32_t>{0, 1, 0, 1, 0, 1, 0, 1, 2, 2, 2, 2}));
    assert((all.starts == std::vector<double>{0, 3, 200}));
    assert((all.ends == std::vector<double>{73, 80, 240}));
    assert((all.steps == std::vector<std::uint64_t>{40, 40, 40}));
    assert((all.whys == std::vector<Stop>{Stop::complete, Stop::complete, Stop::complete}));
}

/// The newcomer finds no room, and what waits when all is over has the answer of that moment.
void a_simulation_ends_in_time() {
    const Simulation all = simulated({0, 0, 1}, 15);
    assert((all.turns == std::vector<std::uint32_t>{1}));
    assert((all.ends == std::vector<double>{9, 15, 15}));
    assert((all.steps == std::vector<std::uint64_t>{3, 9, 3}));
    assert((all.whys == std::vector<Stop>{Stop::evicted, Stop::asked, Stop::asked}));
}

void turns_are_shorter_when_many_wait() {
    assert(turn_seconds(5e-3, 0) == longest_turn);
    const double shared = turn_seconds(5e-3, 99);
    assert(shared > shortest_turn && shared < longest_turn && shared * 100 * turns_until_a_deadline < 5.001e-3);
    assert(turn_seconds(5e-3, 100'000) == shortest_turn);
    assert(turn_seconds(-1, 3) == shortest_turn);  // an object that is late: its budget has nothing left anyway
}

}  // namespace

int main() {
    turns_are_shorter_when_many_wait();
    rooms_choose_as_lists_do();
    a_newcomer_must_go_only_if_it_is_judged();
    a_simulation_counts_steps();
    a_simulation_ends_in_time();
    for (const auto& score : {bsf_score(), evidence_score(), std::shared_ptr<const Score>(new Fragile),
                              std::shared_ptr<const Score>(new Farness(true))}) {
        threads_share_a_scheduler({{Discipline::Rule::score, 7}, score}, std::nullopt);
        threads_share_a_scheduler({{Discipline::Rule::score, 0}, score}, 5);
    }
    threads_share_a_scheduler({{Discipline::Rule::serial, 0}, nullptr}, 10);
    threads_share_a_scheduler({{Discipline::Rule::round_robin, 0}, nullptr}, 10);
    the_end_makes_answers_final();
}
