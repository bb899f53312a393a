// Tables of numbers as text: what is plain is read, and nothing is read beyond its end.

#include "check.hpp"
#include "text/number_rows.hpp"

using namespace bestsofar;

namespace {

using Numbers = std::vector<double>;

/// Reads from memory of just that size, so that a step too far is a crash.
std::optional<Numbers> read(const std::string& text, std::size_t width, std::optional<std::size_t> left_out = {}) {
    const std::vector<char> exactly(text.begin(), text.end());
    return number_rows({exactly.data(), exactly.size()}, width, left_out);
}

bool reads_all_numbers() { return read("1e4", 1).has_value(); }

}  // namespace

int main() {
    assert(read("", 3) == Numbers{});
    for (const std::string odd :
         {"1,2", "1,2,", "1,2,3,4", "1,2,x", "1,,3", "\n", "1,2,3\n\n", "1;2;3", "\"1\",2,3", "1,2,3\r4"}) {
        assert(!read(odd, 3));
    }
    assert(read("1,-2.5,-0.\n.5,999999999999999,-0", 3) == (Numbers{1, -2.5, -0., .5, 999999999999999, -0.}));
    assert(std::signbit(read("-0", 1)->front()));
    for (const std::string odd : {"-", ".", "-.", "+1", "1.2.3", "--1"}) assert(!read(odd, 1));
    if (!reads_all_numbers()) return 0;
    assert(read("9999999999999999,0.1234567890123456789", 2) == (Numbers{9999999999999999., 0.1234567890123456789}));
    const Numbers both{1, -2.5, 3e4, 4, 5, 6};
    for (const std::string text : {"1,-2.5,3e4\n4,5,6", "1,-2.5,3e4\n4,5,6\n", "1,-2.5,3e4\r\n4,5,6\r\n"}) {
        assert(read(text, 3) == both);
    }
    assert(read("a,1,2\n,3,4", 3, 0) == (Numbers{1, 2, 3, 4}));
    assert(read("1,a b,2\n3,,4\n", 3, 1) == (Numbers{1, 2, 3, 4}));
    assert(read("1,2,\n3,4,x", 3, 2) == (Numbers{1, 2, 3, 4}));
    assert(!read("1,\"a,b\",2", 3, 1));
    assert(read("a\nb", 1, 0) == Numbers{});
}
