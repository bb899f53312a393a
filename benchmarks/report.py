"""Figures and what they should be: as a table on the screen, as a file for later."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.result_files import results_folder, write


@dataclass(frozen=True, slots=True)
class Target:
    """A bound that a figure should keep."""

    sign: str
    bound: float

    def held(self, value: float) -> bool:
        """Whether the value keeps the bound."""
        return value <= self.bound if self.sign == "<=" else value >= self.bound

    def __str__(self) -> str:
        return f"{self.sign} {self.bound:g}"


def at_most(bound: float) -> Target:
    """An upper bound."""
    return Target("<=", bound)


def at_least(bound: float) -> Target:
    """A lower bound."""
    return Target(">=", bound)


@dataclass(frozen=True, slots=True)
class Figure:
    """One number that was measured, the bound it should keep if there is one, and the numbers behind it."""

    what: str
    value: float
    target: Target | None = None
    behind: Mapping[str, float] = field(default_factory=dict)

    @property
    def held(self) -> bool | None:
        """Whether the bound was kept; None where there is none."""
        return None if self.target is None else bool(self.target.held(self.value))

    def as_dict(self) -> dict:
        """Plain values, for the file."""
        return {
            "what": self.what,
            "value": float(self.value),
            "target": None if self.target is None else str(self.target),
            "held": self.held,
            "behind": {name: float(value) for name, value in self.behind.items()},
        }


def publish(name: str, title: str, figures: Sequence[Figure], circumstances: Mapping[str, Any]) -> None:
    """Print the figures and keep them in the results folder."""
    result = {"name": name, "title": title, **circumstances, "figures": [figure.as_dict() for figure in figures]}
    write(results_folder(quick=circumstances["quick"]) / f"{name}.json", result)
    console = Console()
    console.width = max(console.width, 120)  # a table in a pipe would be folded to pieces
    console.print(table(result))


def table(result: Mapping) -> Table:
    """Lay out a result as it stands in its file."""
    figures = result["figures"]
    kinds = {tuple(figure["behind"]) for figure in figures if figure["behind"]}
    alike = len(kinds) <= 1
    columns = [name for names in kinds for name in names] if alike else ["behind it"]
    grid = Table(title=f"{result['name']}: {result['title']}", title_justify="left", title_style="bold")
    for heading in ["figure", "measured", "target", "held"]:
        grid.add_column(heading, justify="right" if heading == "measured" else "left")
    for column in columns:
        grid.add_column(column, justify="right" if alike else "left", style="dim")
    for figure in figures:
        behind = figure["behind"]
        verdict = {True: "[green]yes", False: "[red]NO", None: ""}[figure["held"]]
        cells = [_short(behind.get(column)) for column in columns] if alike else [_listed(behind)]
        grid.add_row(figure["what"], _short(figure["value"]), figure["target"] or "", verdict, *cells)
    return grid


def _listed(behind: Mapping[str, float]) -> str:
    return "; ".join(f"{name} {_short(value)}" for name, value in behind.items())


def _short(value: float | None) -> str:
    return "" if value is None else f"{value:.4g}"
