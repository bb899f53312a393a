#include "bayes_tree/entry.hpp"

#include <algorithm>

namespace bestsofar {

template <class T>
Entry<T> Entry<T>::kernel(std::span<const T> values, std::uint32_t row, std::uint32_t count) {
    const std::vector<T> corner(values.begin(), values.end());
    return {Pages::nowhere, count,  row,    {values.begin(), values.end()}, std::vector<double>(values.size()),
            corner,         corner, nullptr};
}

template <class T>
void Entry<T>::absorb(const Entry& other) {
    const double both = static_cast<double>(count) + other.count;
    const double share = other.count / both;
    for (std::size_t i = 0; i < mean.size(); ++i) {
        const double gap = other.mean[i] - mean[i];
        mean[i] += gap * share;
        variance[i] += (other.variance[i] - variance[i]) * share + gap * gap * share * (count / both);
        low[i] = std::min(low[i], other.low[i]);
        high[i] = std::max(high[i], other.high[i]);
    }
    count += other.count;
}

template <class T>
Entry<T> summary(std::span<const Entry<T>> entries) {
    Entry<T> all = entries[0];
    for (const Entry<T>& entry : entries.subspan(1)) all.absorb(entry);
    all.row = std::ranges::max_element(entries, {}, &Entry<T>::count)->row;
    all.child = Pages::nowhere;
    all.shape = nullptr;
    return all;
}

template struct Entry<float>;
template struct Entry<double>;
template Entry<float> summary(std::span<const Entry<float>>);
template Entry<double> summary(std::span<const Entry<double>>);

}  // namespace bestsofar
