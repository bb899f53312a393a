"""The pages of docs/: whole, reachable, and with links that lead somewhere. `make docs` builds them."""

import inspect
import re
from pathlib import Path

import pytest

import bestsofar

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
FRONT = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/README.md")]
SECTIONS = ["What (it does|they do)", "When to use", "Parameters", "Cost", "The papers?", "Where we differ"]


def name_of(path):
    """A test is called after the page it looks at."""
    return path.relative_to(ROOT).as_posix()


def links(page):
    """Find what a page links to in the checkout: the file, and the heading if one is named."""
    code_aside = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", code_aside):
        path, _, heading = target.partition("#")
        yield (page.parent / path).resolve() if path else page, heading


def headings(page):
    """Find the headings below the title."""
    return re.findall(r"^##+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)


def anchor(heading):
    """Make of a heading what a link to it says."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", [*PAGES, *FRONT], ids=name_of)
def test_every_link_leads_to_a_file_and_a_heading(page):
    """A relative link names a file of the checkout, and a heading that stands in it."""
    for path, heading in links(page):
        assert path.is_file(), path
        assert not heading or heading in map(anchor, headings(path)), f"{path}#{heading}"


def test_every_page_is_in_the_navigation():
    """The index links to all pages: the navigation of the site is made of its links."""
    assert {path for path, _ in links(DOCS / "index.md")} >= {*PAGES} - {DOCS / "index.md"}


def test_every_public_name_is_in_the_reference():
    """What `__all__` promises is described in docs/reference."""
    text = "".join(page.read_text(encoding="utf-8") for page in (DOCS / "reference").glob("*.md"))
    entries = re.findall(r"^\.\. auto(?:class|function|module):: bestsofar\.(\w+)$", text, re.MULTILINE)
    assert {*entries} >= {*bestsofar.__all__}
    assert len(entries) == len({*entries})


@pytest.mark.parametrize("page", sorted((DOCS / "algorithms").glob("*.md")), ids=name_of)
def test_every_algorithm_is_described_in_full(page):
    """What it does, when to use it, parameters, cost, the paper, where we differ: each has a section, in this order."""
    found = [section for heading in headings(page) for section in SECTIONS if re.match(rf"{section}\b", heading)]
    assert found == SECTIONS


def signatures(page):
    """Find classes that a page introduces with all of their parameters."""
    text = " ".join(page.read_text(encoding="utf-8").split())
    return re.findall(r"`(\w+)(\(\w+=[^`]+, \*, [^`]+\))`", text)


@pytest.mark.parametrize("page", sorted(DOCS.glob("algorithms/*.md")), ids=name_of)
def test_signatures_are_those_of_the_code(page):
    """A page that names all parameters names them, and their defaults, as the class does."""
    for name, parameters in signatures(page):
        taken = inspect.signature(getattr(bestsofar, name)).parameters.values()
        bare = inspect.Signature([each.replace(annotation=each.empty) for each in taken])
        assert parameters.replace("_", "") == str(bare).replace("'", '"').replace("_", "")


def test_the_glossary_explains_each_word_once():
    """A word, its one explanation, a blank line; the words are sorted."""
    entries = (DOCS / "glossary.md").read_text(encoding="utf-8").rstrip().split("\n\n")[1:]
    words = [re.fullmatch(r"\*\*(.+)\*\*\n: [^\n]+(?:\n  [^\n]+)*", entry) for entry in entries]
    assert all(words), [entry for entry, word in zip(entries, words, strict=True) if not word]
    assert [word[1] for word in words] == sorted({word[1] for word in words})
