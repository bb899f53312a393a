"""Which benchmarks there are: one module each, in one folder for each kind."""

import ast
from dataclasses import dataclass
from pathlib import Path

KINDS = ("accuracy", "live", "micro", "race")


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A module with `run`."""

    kind: str
    name: str
    title: str

    @property
    def module(self) -> str:
        """What to import."""
        return f"benchmarks.{self.kind}.{self.name}"


def benchmarks() -> dict[str, Benchmark]:
    """Find all, without importing any."""
    files = [file for kind in KINDS for file in sorted((Path(__file__).parent / kind).glob("*.py"))]
    modules = {file: ast.parse(file.read_text()) for file in files}
    return {
        file.stem: Benchmark(file.parent.name, file.stem, ast.get_docstring(module) or "?")
        for file, module in modules.items()
        if any(isinstance(part, ast.FunctionDef) and part.name == "run" for part in module.body)
    }
