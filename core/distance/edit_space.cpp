#include "distance/edit_space.hpp"

#include <cstring>
#include <unordered_map>

namespace bestsofar {

namespace {

constexpr std::size_t word_bits = 64;

/// Where each code point stands in a pattern, as bits: the table of Myers' algorithm.
class Occurrences {
public:
    explicit Occurrences(const std::u32string& pattern)
        : words_((pattern.size() + word_bits - 1) / word_bits), none_(words_) {
        for (std::size_t i = 0; i < pattern.size(); ++i) {
            auto& bits = where_[pattern[i]];
            bits.resize(words_);
            bits[i / word_bits] |= std::uint64_t{1} << (i % word_bits);
        }
    }

    [[nodiscard]] std::size_t words() const { return words_; }
    [[nodiscard]] const std::uint64_t* of(char32_t symbol) const {
        const auto found = where_.find(symbol);
        return found == where_.end() ? none_.data() : found->second.data();
    }

private:
    std::size_t words_;
    std::vector<std::uint64_t> none_;
    std::unordered_map<char32_t, std::vector<std::uint64_t>> where_;
};

std::u32string decode(std::span<const std::byte> bytes) {
    if (bytes.size() % sizeof(char32_t) != 0) throw InvalidRecord("bytes that are no UTF-32");
    std::u32string string(bytes.size() / sizeof(char32_t), U'\0');
    if (!bytes.empty()) std::memcpy(string.data(), bytes.data(), bytes.size());
    return string;
}

std::size_t gap(std::size_t a, std::size_t b) { return a < b ? b - a : a - b; }

}  // namespace

/// Myers (1999): one column of the edit matrix at a time, its differences held as bits, 64 rows to a word.
class EditSpace::StringProbe final : public Probe {
public:
    StringProbe(const EditSpace& space, std::u32string pattern)
        : space_(space), pattern_(std::move(pattern)), occurrences_(pattern_) {}

    std::size_t scan(std::size_t first, std::size_t count, double bound, Hit* hits) const override {
        std::size_t found = 0;
        for (std::size_t row = first; row < first + count; ++row) {
            const double edits = measure(space_.strings_[row], bound);
            if (edits < bound) hits[found++] = {edits, static_cast<std::uint32_t>(row)};
        }
        return found;
    }

private:
    struct Column {
        std::uint64_t up, down;  ///< rows that are one more, or one less, than the row above
    };

    /// The distance, or any number not below `bound` if it reaches that.
    [[nodiscard]] double measure(const std::u32string& text, double bound) const {
        if (pattern_.empty()) return static_cast<double>(text.size());
        std::size_t edits = pattern_.size();
        if (static_cast<double>(gap(edits, text.size())) >= bound) return bound;
        std::vector<Column> column(occurrences_.words(), {~std::uint64_t{0}, 0});
        for (std::size_t i = 0; i < text.size(); ++i) {
            edits += static_cast<std::size_t>(advance(column, occurrences_.of(text[i])));
            // The last row can fall by one a column at most.
            const std::size_t left = text.size() - i - 1;
            if (edits > left && static_cast<double>(edits - left) >= bound) return bound;
        }
        return static_cast<double>(edits);
    }

    /// Moves on by one symbol of the text and returns the change of the last row: -1, 0 or 1.
    [[nodiscard]] int advance(std::vector<Column>& column, const std::uint64_t* matches) const {
        const std::uint64_t last_row = std::uint64_t{1} << ((pattern_.size() - 1) % word_bits);
        // The first row of the matrix grows by one with every symbol.
        std::uint64_t carry_up = 1, carry_down = 0;
        int change = 0;
        for (std::size_t word = 0; word < column.size(); ++word) {
            const auto [up, down] = column[word];
            const std::uint64_t match = matches[word] | carry_down;
            const std::uint64_t diagonal = (((match & up) + up) ^ up) | match | down;
            std::uint64_t right_up = down | ~(diagonal | up);
            std::uint64_t right_down = up & diagonal;
            if (word + 1 == column.size()) {
                change = static_cast<int>((right_up & last_row) != 0) - static_cast<int>((right_down & last_row) != 0);
            }
            const std::uint64_t next_up = right_up >> (word_bits - 1), next_down = right_down >> (word_bits - 1);
            right_up = right_up << 1 | carry_up;
            right_down = right_down << 1 | carry_down;
            const std::uint64_t vertical = matches[word] | down;
            column[word] = {right_down | ~(vertical | right_up), right_up & vertical};
            carry_up = next_up;
            carry_down = next_down;
        }
        return change;
    }

    const EditSpace& space_;
    std::u32string pattern_;
    Occurrences occurrences_;
};

EditSpace::EditSpace(std::span<const Bytes> strings) {
    strings_.reserve(strings.size());
    for (const Bytes& string : strings) strings_.push_back(decode(string));
}

std::size_t EditSpace::nbytes() const {
    std::size_t total = strings_.size() * sizeof(std::u32string);
    for (const auto& string : strings_) total += string.size() * sizeof(char32_t);
    return total;
}

Bytes EditSpace::record(std::size_t row) const {
    const auto bytes = std::as_bytes(std::span(strings_[row]));
    return {bytes.begin(), bytes.end()};
}

std::unique_ptr<Probe> EditSpace::probe(Record record) const {
    if (record.kind != kind()) throw InvalidRecord("numbers where a string was expected");
    return std::make_unique<StringProbe>(*this, decode(record.bytes));
}

std::unique_ptr<Probe> EditSpace::probe_row(std::size_t row, const Space& source) const {
    return std::make_unique<StringProbe>(*this, static_cast<const EditSpace&>(source).strings_[row]);
}

std::unique_ptr<Space> EditSpace::select(std::span<const std::uint32_t> rows) const {
    std::vector<std::u32string> chosen;
    chosen.reserve(rows.size());
    for (const std::uint32_t row : rows) chosen.push_back(strings_[row]);
    return std::unique_ptr<Space>(new EditSpace(std::move(chosen)));
}

}  // namespace bestsofar
