#include "lazy_tree/exemplar_table.hpp"

#include "distance/record_values.hpp"

namespace bestsofar {

template <class T>
ExemplarTable table_of(const Spheres<T>& spheres, std::size_t n_classes) {
    ExemplarTable table;
    spheres.times().for_each([&](std::uint32_t id) {
        const Exemplar& exemplar = spheres.tree().at(id);
        const Bytes centre = bytes_of<T>(spheres.tree().centre(id));
        table.centres.insert(table.centres.end(), centre.begin(), centre.end());
        table.counts.resize(table.counts.size() + n_classes);
        exemplar.counts.for_each([&](const ClassCounts::Tally& tally) {
            table.counts[table.counts.size() - n_classes + tally.label] = tally.count;
        });
        table.variances.push_back(exemplar.variance);
        table.times.push_back(exemplar.touched);
        table.founders.push_back(exemplar.founder);
        table.recent.push_back(exemplar.recent());
    });
    return table;
}

template ExemplarTable table_of(const Spheres<float>&, std::size_t);
template ExemplarTable table_of(const Spheres<double>&, std::size_t);

}  // namespace bestsofar
