#include "text/number_rows.hpp"

#include <algorithm>
#include <charconv>
#include <version>

#include "text/plain_decimal.hpp"

namespace bestsofar {

namespace {

/// Text that is read from front to back. What is not as expected is not read.
class Cursor {
public:
    explicit Cursor(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

    [[nodiscard]] bool done() const { return at_ == end_; }

    bool read(double& number) {
        if (const char* const stop = read_plain_decimal(at_, end_, number); stop && ends_value(stop)) {
            at_ = stop;
            return true;
        }
#ifdef __cpp_lib_to_chars
        const auto [stop, error] = std::from_chars(at_, end_, number);
        at_ = stop;
        return error == std::errc();
#else
        static_cast<void>(number);
        return false;
#endif
    }

    bool pass(char wanted) {
        const bool found = !done() && *at_ == wanted;
        at_ += found;
        return found;
    }

    bool pass_end_of_line() {
        pass('\r');
        return done() || pass('\n');
    }

    /// Passes over a value, whatever it is; quotes may hide commas.
    bool pass_value() {
        at_ = std::find_if(at_, end_, [](char each) { return each == ',' || each == '\n' || each == '"'; });
        return done() || *at_ != '"';
    }

private:
    [[nodiscard]] bool ends_value(const char* at) const {
        return at == end_ || *at == ',' || *at == '\n' || *at == '\r';
    }

    const char* at_;
    const char* end_;
};

}  // namespace

std::optional<std::vector<double>> number_rows(std::string_view text, std::size_t width,
                                               std::optional<std::size_t> left_out) {
    std::vector<double> numbers;
    for (Cursor cursor(text); !cursor.done();) {
        for (std::size_t column = 0; column < width; ++column) {
            if (column > 0 && !cursor.pass(',')) return std::nullopt;
            if (column == left_out) {
                if (!cursor.pass_value()) return std::nullopt;
            } else if (!cursor.read(numbers.emplace_back())) {
                return std::nullopt;
            }
        }
        if (!cursor.pass_end_of_line()) return std::nullopt;
    }
    return numbers;
}

}  // namespace bestsofar
