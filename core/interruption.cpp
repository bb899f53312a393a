#include "interruption.hpp"

#include <utility>

namespace bestsofar {

namespace {

constexpr std::chrono::milliseconds between_questions{100};

thread_local Interruption* current_here = nullptr;

}  // namespace

Interruption::Interruption(std::function<bool()> unwanted) : unwanted_(std::move(unwanted)) {}

Interruption::Scope::Scope(Interruption* interruption) : former_(std::exchange(current_here, interruption)) {}

Interruption::Scope::~Scope() { current_here = former_; }

Interruption* Interruption::current() { return current_here; }

void Interruption::check() {
    if (std::this_thread::get_id() == owner_) {
        const auto now = Clock::now();
        if (!next_question_) next_question_ = now + between_questions;
        if (now >= *next_question_) {
            next_question_ = now + between_questions;
            if (unwanted_()) over_ = true;
        }
    }
    if (over_) throw Interrupted();
}

}  // namespace bestsofar
