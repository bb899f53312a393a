// A lazy tree that learns record by record while a scheduler serves it: every object is answered once.

#include <atomic>
#include <thread>

#include "check.hpp"
#include "lazy_tree/lazy_tree.hpp"
#include "scheduling/scheduler.hpp"

using namespace bestsofar;
using namespace bestsofar::tests;

namespace {

constexpr std::size_t width = 3, submitters = 3, each = 200, all = submitters * each, records = 300;
constexpr std::size_t no_limit = static_cast<std::size_t>(-1);

class Service {
public:
    explicit Service(const std::shared_ptr<const Score>& score)
        : scheduler_({{Discipline::Rule::score, 7}, score}, {.capacity = 50, .workers = 2, .grain = 1}) {
        tree_->set_classes({}, 3, "");
        learn();
    }

    void run() {
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < submitters; ++i) threads.emplace_back([this, i] { submit(i); });
        threads.emplace_back([this] { collect(); });
        for (std::size_t record = 0; record < records; ++record) learn();
        for (std::thread& thread : threads) thread.join();
        scheduler_.close();
        tree_->audit();
        for (const int times : seen_) assert(times == 1);
    }

private:
    void learn() {
        const std::vector<double> row = rows_of<double>(dice_, 1, width, false);
        tree_->learn(std::vector{Record(std::span<const double>(row))}, labels_of(dice_, 1, 3), {});
    }

    /// Each object is answered by what the tree knows when it comes.
    void submit(std::size_t submitter) {
        Dice dice(static_cast<std::uint32_t>(submitter));
        for (std::size_t i = 0; i < each; ++i) {
            const std::vector<double> row = rows_of<double>(dice, 1, width, false);
            const std::optional<double> deadline = i % 2 == 0 ? std::nullopt : std::optional(1e-3);
            const Record record((std::span<const double>(row)));
            scheduler_.submit(submitter * each + i, *tree_->snapshot(), record, deadline, outbox_);
        }
    }

    void collect() {
        for (std::size_t answered = 0; answered < all;) {
            for (const Finished& finished : outbox_->collect(0.01)) {
                assert(answer_of(*finished.query, finished.why).label < 3);
                ++seen_[finished.ticket];
                ++answered;
            }
        }
    }

    Dice dice_{1};
    const std::unique_ptr<LazyTree> tree_ =
        make_lazy_tree(Record::Kind::float64, width, {}, {std::nullopt, false, 3, {}, {80, no_limit}, {2, 8}});
    const std::shared_ptr<Outbox> outbox_ = std::make_shared<Outbox>();
    std::vector<int> seen_ = std::vector<int>(all);
    Scheduler scheduler_;
};

}  // namespace

int main() {
    for (const auto& score : {bsf_score(), margin_score(), evidence_score()}) Service(score).run();
}
