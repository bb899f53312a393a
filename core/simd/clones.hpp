#pragma once

/// Put before a hot function: it is compiled for any x86-64 and for x86-64-v3 (AVX2, FMA), and the machine chooses at
/// load time. What it calls must be BESTSOFAR_INLINE to be part of the copy.
#if BESTSOFAR_TARGET_CLONES
#define BESTSOFAR_CLONES __attribute__((target_clones("default", "arch=x86-64-v3")))
#else
#define BESTSOFAR_CLONES
#endif

#if defined(__GNUC__) || defined(__clang__)  // clang-cl says only the latter
#define BESTSOFAR_INLINE inline __attribute__((always_inline))
#else
#define BESTSOFAR_INLINE inline
#endif
