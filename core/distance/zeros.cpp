#include "distance/zeros.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace bestsofar {

void ask_for_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t length) {
#ifdef MADV_HUGEPAGE
    (void)madvise(memory, length, MADV_HUGEPAGE);  // a refusal only costs time
#endif
}

}  // namespace bestsofar
