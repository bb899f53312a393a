#include "scan/scan_query.hpp"

#include <algorithm>

#include "suspended.hpp"

namespace bestsofar {

namespace {

constexpr std::uint64_t suspended_format = 0x31'59'52'45'55'51'46'53;  // "SFQUERY1", little endian

std::unique_ptr<ScanQuery> ask(const OrderedExemplars& exemplars, std::span<const std::byte> record) {
    try {
        return exemplars.ask(Record(exemplars.space().kind(), record));
    } catch (const InvalidRecord& error) {
        throw InvalidBytes(error.what());
    }
}

}  // namespace

ScanQuery::ScanQuery(std::shared_ptr<const OrderedExemplars> exemplars, Record record)
    : exemplars_(std::move(exemplars)),
      record_(record.bytes.begin(), record.bytes.end()),
      probe_(exemplars_->space().probe(record)) {}

void ScanQuery::open() {
    const std::size_t opening = exemplars_->opening();
    while (place_ < opening) read_on(std::min(longest_scan, opening - place_));
    if (done()) stop_ = Stop::complete;
}

Stop ScanQuery::advance(Budget& budget) {
    const std::size_t grain = std::min(exemplars_->space().grain(), longest_scan);
    const Pace pace = exemplars_->space().pace();
    while (!done()) {
        // Up to a multiple of the grain, so that whole blocks are read again after an odd start.
        const std::size_t wanted = std::min(grain - place_ % grain, exemplars_->size() - place_);
        const std::size_t granted = budget.grant(wanted, pace);
        if (granted == 0) return budget.stop();
        read_on(granted);
        budget.spend(granted);
    }
    return Stop::complete;
}

void ScanQuery::read_on(std::size_t count) {
    read(place_, count);
    place_ += count;
}

Bytes ScanQuery::suspend() const {
    Writer out = suspended_writer({suspended_format, exemplars_->fingerprint()});
    out.put(static_cast<std::uint64_t>(place_));
    out.put(stop_);
    out.put(static_cast<std::uint64_t>(record_.size()));
    out.put(record_);
    put_state(out);
    return std::move(out).finish();
}

std::unique_ptr<ScanQuery> ScanQuery::resume(const OrderedExemplars& exemplars, std::span<const std::byte> suspended) {
    Reader in = suspended_reader(suspended, {suspended_format, exemplars.fingerprint()});
    const auto place = in.get<std::uint64_t>();
    const Stop stop = get_stop(in);
    if (place < exemplars.opening() || place > exemplars.size()) throw InvalidBytes("a state that no query can have");
    auto query = ask(exemplars, in.get(in.get<std::uint64_t>()));
    query->place_ = place;
    query->stop_ = stop;
    query->get_state(in);
    if (in.left() > 0) throw InvalidBytes("more than a query has");
    return query;
}

}  // namespace bestsofar
