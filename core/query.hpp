#pragma once

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "budget.hpp"
#include "bytes.hpp"

namespace bestsofar {

/// A classification that has an answer from its first moment and can be stopped after any step.
/// One thread at a time, others are refused; what it reads of its model is shared and never changes.
class Query {
public:
    virtual ~Query() = default;

    /// Goes on until the budget is spent or there is nothing left to read. Throws Busy.
    void refine(Budget& budget) {
        const Hold hold(*this);
        stop_ = advance(budget);
    }

    class Busy : public std::runtime_error {
        using std::runtime_error::runtime_error;
    };

    /// Keeps other threads out while a query is refined or read.
    class Hold {
    public:
        explicit Hold(const Query& query) : query_(query) {
            if (query.held_.test_and_set()) throw Busy("this query is in use: it is being refined");
        }
        ~Hold() { query_.held_.clear(); }
        Hold(const Hold&) = delete;
        Hold& operator=(const Hold&) = delete;

    private:
        const Query& query_;
    };

    [[nodiscard]] Stop stop() const { return stop_; }
    [[nodiscard]] virtual bool done() const = 0;
    [[nodiscard]] virtual std::uint64_t steps() const = 0;

    /// The best class so far, as its code.
    [[nodiscard]] virtual std::uint32_t label() const = 0;
    /// One share per class, summing to one.
    [[nodiscard]] virtual std::vector<double> proba() const = 0;
    /// How clearly the best class leads: 0, not at all, to 1, nothing else in sight.
    [[nodiscard]] virtual double margin() const = 0;
    /// The same as a ratio, from 1 to infinity: how many times as far the nearest exemplar of any other class is.
    [[nodiscard]] virtual double distance_ratio() const { return 1 / (1 - margin()); }
    /// How far the nearest exemplar so far is; where there are no distances, how far the best class is from certain.
    [[nodiscard]] virtual double best_distance() const { return 1 - margin(); }
    /// The probability that label() is the label this query would end with.
    [[nodiscard]] virtual double confidence() const = 0;
    /// The training rows that decided, nearest first.
    [[nodiscard]] virtual std::vector<std::uint64_t> neighbors() const = 0;

    /// All that is needed to continue elsewhere, with the same model.
    [[nodiscard]] virtual Bytes suspend() const = 0;

protected:
    virtual Stop advance(Budget& budget) = 0;

    Stop stop_ = Stop::asked;

private:
    mutable std::atomic_flag held_;
};

}  // namespace bestsofar
