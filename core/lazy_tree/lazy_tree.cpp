#include "lazy_tree/lazy_tree.hpp"

#include <algorithm>
#include <stdexcept>

#include "distance/record_values.hpp"
#include "lazy_tree/calibration.hpp"
#include "lazy_tree/fair_mutex.hpp"
#include "lazy_tree/fixed_radius.hpp"
#include "lazy_tree/lazy_snapshot.hpp"
#include "lazy_tree/scaling.hpp"
#include "lazy_tree/two_memories.hpp"

namespace bestsofar {

namespace {

// Of more classes than these, votes may pass a cap that is as low as it may be.
constexpr std::size_t many_classes = 64;

VectorMetricParams with_units(VectorMetricParams metric, std::size_t width, bool scaled) {
    if (scaled) metric.scale.assign(width, 1);
    return metric;
}

template <class T>
std::unique_ptr<Learner<T>> learner_of(const LazyTreeParams& params, Spheres<T>& spheres, Vote& vote) {
    if (!params.gamma) return std::make_unique<TwoMemories<T>>(spheres, params.k, vote, params.caps);
    return std::make_unique<FixedRadius<T>>(spheres, *params.gamma, params.pure, params.k, vote, params.caps);
}

template <class T>
class LazyTreeOf final : public LazyTree {
public:
    LazyTreeOf(std::size_t width, const VectorMetricParams& metric, const LazyTreeParams& params)
        : params_(params),
          spheres_(VectorMeasure<T>(width, with_units(metric, width, params.scaled)), params.fanout),
          calibration_(spheres_.tree().measure()),
          vote_(params.vote, 0),
          learner_(learner_of(params, spheres_, vote_)) {
        if (params.scaled) scaling_.emplace();
    }

    void learn(std::span<const Record> records, std::span<const std::uint32_t> labels,
               std::span<const double> times) override {
        const std::vector<T> rows = admitted(records);
        mutex_.in_parts(records.size(), [&](std::size_t row) {
            const double time = times.empty() ? spheres_.now() + 1 : times[row];
            learn_one({row_of(rows, row), labels[row], time}, false);
        });
    }

    void learn_runs(std::span<const Record> records, std::span<const std::uint32_t> labels) override {
        const std::vector<T> rows = admitted(records);
        mutex_.in_parts(records.size(), [&](std::size_t row) {
            const Labelled<T> record{row_of(rows, row), labels[row], spheres_.now() + 1};
            const bool repeats = row > 0 && labels[row] == labels[row - 1];
            learn_one(record, [&] {
                if (repeats) {
                    learner_->take_in(record);
                } else {
                    learner_->learn(record, false);
                }
            });
        });
    }

    void adopt(const ExemplarTable& clusters) override {
        const std::size_t row_bytes = spheres_.tree().measure().width() * sizeof(T);
        std::vector<Record> centres;
        for (std::size_t i = 0; i < clusters.times.size(); ++i) {
            centres.emplace_back(Record::kind_of<T>, std::span(clusters.centres).subspan(i * row_bytes, row_bytes));
        }
        const std::vector<T> rows = admitted(centres);
        const FairMutex::Lock lock(mutex_);
        snapshot_.reset();
        for (std::size_t i = 0; i < centres.size(); ++i) {
            const ClassCounts counts(std::span(clusters.counts).subspan(i * n_classes_, n_classes_));
            while (n_exemplars() >= params_.caps.exemplars) learner_->make_room();
            learner_->adopt(spheres_.add(row_of(rows, i), counts, clusters.variances[i], clusters.times[i]));
            keep_units();
            keep_caps();
        }
    }

    std::vector<std::uint32_t> test_then_learn(std::span<const Record> records, std::span<const std::uint32_t> labels,
                                               std::size_t delay, Progress& progress) override {
        const std::vector<T> rows = admitted(records);
        std::vector<std::uint32_t> answers(records.size(), static_cast<std::uint32_t>(n_classes_));
        delay = std::min(delay, records.size());
        progress.expect(records.size() + delay);
        mutex_.in_parts(records.size() + delay, [&](std::size_t row) {
            progress.add(1);
            const bool asks = row < records.size() && spheres_.tree().size() > 0;
            if (asks) answers[row] = learner_->answer(row_of(rows, row).data());
            if (row < delay) return;
            const std::size_t late = row - delay;
            learn_one({row_of(rows, late), labels[late], spheres_.now() + 1}, asks && delay == 0);
        });
        return answers;
    }

    std::shared_ptr<const Model> snapshot() override {
        const FairMutex::Lock lock(mutex_);
        if (!snapshot_ && n_exemplars() > 0) {
            snapshot_ = std::make_shared<LazySnapshot<T>>(
                spheres_.tree(), Answering{params_.k, params_.vote, n_classes_, identity_, learner_->best_expert(),
                                           spheres_.now(), calibration_.settling()});
        }
        return snapshot_;
    }

    void set_classes(std::span<const std::uint32_t> codes, std::size_t n_classes, std::string identity) override {
        const FairMutex::Lock lock(mutex_);
        snapshot_.reset();
        spheres_.relabel(codes);
        n_classes_ = n_classes;
        identity_ = std::move(identity);
        vote_ = Vote(params_.vote, n_classes);
        keep_caps();  // names and votes take their room
    }

    std::size_t size() const override {
        const FairMutex::Lock lock(mutex_);
        return n_exemplars();
    }
    std::size_t n_classes() const override {
        const FairMutex::Lock lock(mutex_);
        return n_classes_;
    }
    double now() const override {
        const FairMutex::Lock lock(mutex_);
        return spheres_.now();
    }
    std::vector<double> scale() const override {
        const FairMutex::Lock lock(mutex_);
        const std::vector<T>& scale = spheres_.tree().measure().scale();
        return {scale.begin(), scale.end()};
    }
    std::size_t nbytes() const override {
        const FairMutex::Lock lock(mutex_);
        return bytes();
    }

    ExemplarTable exemplars() const override {
        const FairMutex::Lock lock(mutex_);
        return table_of(spheres_, n_classes_);
    }

    void audit() const override {
        const FairMutex::Lock lock(mutex_);
        spheres_.audit();
        learner_->audit();
        if (n_exemplars() > params_.caps.exemplars)
            throw std::logic_error("lazy tree: more exemplars than the capacity");
        if (bytes() > params_.caps.bytes && n_exemplars() > 1)
            throw std::logic_error("lazy tree: more bytes than allowed");
    }

    Bytes state() const override {
        const FairMutex::Lock lock(mutex_);
        Writer out;
        calibration_.put(out);
        if (scaling_) scaling_->put(out, spheres_.tree().measure());
        spheres_.put(out);
        learner_->put(out);
        return std::move(out).finish();
    }

    void restore(std::span<const std::byte> state) override {
        const FairMutex::Lock lock(mutex_);
        Reader in(state);
        calibration_.get(in);
        if (scaling_) spheres_.rescale(scaling_->get(in, spheres_.tree().measure().width()));
        spheres_.get(in);
        learner_->get(in);
    }

    /// What the first block of exemplars takes, with everything around it, when another has come and gone.
    std::size_t least_bytes() {
        constexpr std::size_t block = Blocks<T>::lanes;
        set_classes({}, many_classes, std::string(2 * many_classes, ' '));
        const double apart = 2 * (params_.gamma.value_or(0) + 1);  // or one would absorb the others
        for (std::size_t i = 0; i <= block; ++i) {
            const auto place = static_cast<double>(i);
            const std::vector<T> row(spheres_.tree().measure().width(), static_cast<T>(apart * place));
            learner_->learn({row, 0, place}, false);
            calibrate(row.data());
        }
        while (n_exemplars() > block) learner_->make_room();
        trim();
        return bytes();
    }

private:
    /// All rows, one after the other. Throws InvalidRecord.
    std::vector<T> admitted(std::span<const Record> records) const {
        const VectorMeasure<T>& measure = spheres_.tree().measure();
        std::vector<T> rows(records.size() * measure.width());
        for (std::size_t i = 0; i < records.size(); ++i) {
            const auto row = std::span(rows).subspan(i * measure.width(), measure.width());
            copy_numbers<T>(records[i], row);
            measure.admit(row);
        }
        return rows;
    }
    std::span<const T> row_of(const std::vector<T>& rows, std::size_t row) const {
        const std::size_t width = spheres_.tree().measure().width();
        return std::span(rows).subspan(row * width, width);
    }

    [[nodiscard]] std::size_t n_exemplars() const { return spheres_.tree().size(); }

    void learn_one(const Labelled<T>& record, bool answered) {
        learn_one(record, [&] { learner_->learn(record, answered); });
    }

    template <class Learn>
    void learn_one(const Labelled<T>& record, Learn learn) {
        snapshot_.reset();  // its nodes need not be copied if no query keeps it
        if (n_exemplars() > 0 && calibration_.due_after_one_more()) calibrate(record.row.data());
        learn();
        keep_units();
        keep_caps();
    }

    void keep_units() {
        if (!scaling_ || !scaling_->due_after_one_more()) return;
        spheres_.rescale(scaling_->renew(spheres_));
        learner_->rescaled();
    }

    /// An exemplar is worth more than room to spare: tables grow ahead of what they hold, and keep what they held.
    void keep_caps() {
        while (bytes() > params_.caps.bytes) {
            trim();
            if (bytes() > params_.caps.bytes && many_ids_are_free()) close_ranks();
            if (bytes() <= params_.caps.bytes || n_exemplars() <= 1) return;
            learner_->make_room();
        }
    }

    [[nodiscard]] bool many_ids_are_free() const {
        return spheres_.tree().ids() > n_exemplars() + std::max<std::size_t>(1, n_exemplars() / 8);
    }

    void close_ranks() {
        learner_->rename(spheres_.close_ranks());
        trim();
    }

    void trim() {
        spheres_.trim();
        calibration_.trim();
        learner_->trim();
    }

    void calibrate(const T* row) {
        calibration_.ask(row, spheres_, {.k = params_.k, .filter = learner_->best_expert()}, vote_);
    }

    [[nodiscard]] std::size_t bytes() const {
        return sizeof(*this) + spheres_.heap_bytes() + calibration_.heap_bytes() + vote_.heap_bytes() +
               learner_->nbytes() + identity_.capacity();
    }

    mutable FairMutex mutex_;
    LazyTreeParams params_;
    Spheres<T> spheres_;
    Calibration<T> calibration_;
    Vote vote_;
    std::unique_ptr<Learner<T>> learner_;
    std::optional<Scaling<T>> scaling_;
    std::size_t n_classes_ = 0;
    std::string identity_;
    std::shared_ptr<const LazySnapshot<T>> snapshot_;
};

template <class T>
std::unique_ptr<LazyTree> make(std::size_t width, const VectorMetricParams& metric, const LazyTreeParams& params) {
    const std::size_t least = LazyTreeOf<T>(width, metric, params).least_bytes();
    if (least > params.caps.bytes) throw CapTooLow(least);
    return std::make_unique<LazyTreeOf<T>>(width, metric, params);
}

}  // namespace

std::unique_ptr<LazyTree> make_lazy_tree(Record::Kind kind, std::size_t width, const VectorMetricParams& metric,
                                         const LazyTreeParams& params) {
    return kind == Record::Kind::float32 ? make<float>(width, metric, params) : make<double>(width, metric, params);
}

}  // namespace bestsofar
