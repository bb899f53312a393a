#include "suspended.hpp"

namespace bestsofar {

Writer suspended_writer(const SuspendedHead& head) {
    Writer out;
    out.put(head.format);
    out.put(head.fingerprint);
    return out;
}

Reader suspended_reader(std::span<const std::byte> suspended, const SuspendedHead& expected) {
    Reader in(suspended);
    if (in.get<std::uint64_t>() != expected.format) throw InvalidBytes("bytes of another kind");
    if (in.get<std::uint64_t>() != expected.fingerprint) throw InvalidBytes("a query of another model");
    return in;
}

Stop get_stop(Reader& in) {
    const auto stop = in.get<Stop>();
    if (stop > Stop::seconds) throw InvalidBytes("a state that no query can have");
    return stop;
}

}  // namespace bestsofar
