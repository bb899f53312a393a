"""How Sphinx makes the site: `make docs`.

The source folder is the whole checkout: links between the README, docs/ and the rest hold here as they do there.
"""

import re

project = "bestsofar"
author = "The bestsofar developers"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
html_theme = "furo"
html_title = project

root_doc = "docs/index"
include_patterns = ["*.md", "docs/**.md", "benchmarks/README.md", "examples/README.md"]
exclude_patterns = [".*", "build"]  # or the .md files of what is installed there are pages, too
myst_heading_anchors = 2

default_role = "py:obj"  # `name` in a docstring
autodoc_default_options = {"members": True, "inherited-members": True}
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the parameters are described in words
napoleon_google_docstring = False
napoleon_attr_annotations = False
napoleon_custom_sections = [("Attributes", "params_style")]  # not as members: some are already


def list_pages_in_navigation(_app, page, source):
    """Put the pages to which the index links into the navigation, each under its heading."""
    if page != root_doc:
        return
    for heading, section in re.findall(r"^#+ (.+)\n((?:(?!#).*\n)+)", source[0], re.MULTILINE):
        pages = "\n".join(re.findall(r"\((?!http)([^)#]+)\.md", section))
        source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {heading}\n\n{pages}\n```\n"


def describe_parameters(_app, _what, _name, _object, _options, lines):
    """Turn `name : its meaning` into what napoleon takes for a name and its meaning, not for a name and its type."""
    text = re.sub(r"^([\w*][\w, *]*) : (?=\S)", r"\1\n    ", "\n".join(lines), flags=re.MULTILINE)
    lines[:] = text.split("\n")


def skip_foreign(_app, _what, _name, member, skip, _options):
    """Leave out what base classes bring along from Python, scikit-learn and River: it is documented there."""
    home = getattr(getattr(member, "fget", member), "__module__", None) or "Python"
    return skip or not home.startswith(project)


def send_to_index(app, exception):
    """Make the folder itself lead to the index."""
    if exception is None:
        (app.outdir / "index.html").write_text(f'<meta http-equiv="refresh" content="0; url={root_doc}.html">')


def setup(app):
    """Tell Sphinx about the functions above."""
    app.connect("source-read", list_pages_in_navigation)
    app.connect("autodoc-process-docstring", describe_parameters, priority=400)  # before napoleon
    app.connect("autodoc-skip-member", skip_foreign)
    app.connect("build-finished", send_to_index)
