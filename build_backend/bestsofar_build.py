"""scikit-build-core, plus a C++ compiler from the package index on machines that have none, and Clang on Windows.

Run as a script it prints what a build without isolation needs installed first, one requirement a line.
"""

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from scikit_build_core import build as _skbuild
from scikit_build_core.build import (
    build_sdist,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    return [*_skbuild.get_requires_for_build_wheel(config_settings), *_compiler_requires()]


def get_requires_for_build_editable(config_settings: Any = None) -> list[str]:
    return [*_skbuild.get_requires_for_build_editable(config_settings), *_compiler_requires()]


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    _provide_compiler()
    return _skbuild.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    _provide_compiler()
    return _skbuild.build_editable(wheel_directory, config_settings, metadata_directory)


def _has_compiler() -> bool:
    """Whether CMake will find a C++ compiler by itself."""
    if sys.platform == "win32":
        return True  # CMake looks up Visual Studio in the registry, not on the PATH
    chosen = {"CXX", "CMAKE_TOOLCHAIN_FILE"} & os.environ.keys()
    return bool(chosen) or any(map(shutil.which, ("c++", "g++", "clang++")))


def _compiler_requires() -> list[str]:
    return [] if _has_compiler() else ["ziglang>=0.13"]


def _provide_compiler() -> None:
    """Point CMake to Clang on Windows, and to the ziglang wheel if there is no other compiler."""
    if sys.platform == "win32" and not {"CXX", "CMAKE_GENERATOR"} & os.environ.keys():
        os.environ.setdefault("CMAKE_GENERATOR_TOOLSET", "ClangCL")  # Visual Studio's other compiler: has vector types
    if _has_compiler():
        return
    import ziglang  # only on machines without a compiler

    os.environ["BESTSOFAR_ZIG"] = str(Path(ziglang.__file__).with_name("zig"))
    os.environ["CMAKE_TOOLCHAIN_FILE"] = str(Path(__file__).with_name("zig.cmake"))


if __name__ == "__main__":
    print(*get_requires_for_build_editable(), sep="\n")
