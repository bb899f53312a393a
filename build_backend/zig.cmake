# CMake tool chain for the compiler inside the `ziglang` wheel; $ENV{BESTSOFAR_ZIG} is its path.
# Zig is one program with verbs ("zig c++", "zig ar"): compilers may be lists in CMake, an archiver may not.
set(CMAKE_CXX_COMPILER "$ENV{BESTSOFAR_ZIG}" c++)
set(CMAKE_AR "$ENV{BESTSOFAR_ZIG}")
set(CMAKE_CXX_ARCHIVE_CREATE "<CMAKE_AR> ar qc <TARGET> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_APPEND "<CMAKE_AR> ar q <TARGET> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_FINISH "<CMAKE_AR> ranlib <TARGET>")
set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)  # Zig keeps a cache of its own
