"""How Sphinx builds the pages: `sphinx-build -W docs site` from the top of the repository."""

import sys
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_ext"))

project = "burgundy"
author = "the authors of burgundy"
version = release = import_module("burgundy").__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_argparse_cli",
    "api_names",
    "docstrings",
    "outside_links",
    "rule_links",
]
exclude_patterns = ["_ext"]

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

# Docstrings put code in single backticks; where it is a name that has a page it becomes a link.
default_role = "py:obj"
autodoc_default_options = {"members": True, "member-order": "groupwise"}
autodoc_mock_imports = ["gymnasium", "open_spiel", "pettingzoo", "pyspiel"]
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_use_type_comments = False
napoleon_numpy_docstring = False
add_module_names = False
maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = f"burgundy {release}"
html_static_path: list[str] = []
html_copy_source = False
html_show_copyright = False
