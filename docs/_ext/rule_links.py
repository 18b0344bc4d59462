"""Rule ids as links: `R5.4` on any page and in any docstring leads to the rule in rules.md."""

import re
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref

RULE = re.compile(r"\b(R\d+\.\d+)")
RULES_PAGE = "rules"
UNTOUCHED = (nodes.literal, nodes.literal_block, nodes.reference, nodes.title, pending_xref)


def anchor(rule: str) -> str:
    """The id of a rule on its page, `r5-4`."""
    return rule.lower().replace(".", "-")


def give_ids(app: Any, doctree: nodes.document) -> None:
    """Gives each rule of the rules page an id, and makes it known to references."""
    known = app.env.get_domain("std")
    for item in doctree.findall(nodes.list_item):
        match = RULE.match(item.astext())
        if match:
            item["ids"].append(anchor(match[1]))
            known.labels[match[1].lower()] = RULES_PAGE, anchor(match[1]), match[1]
            known.anonlabels[match[1].lower()] = RULES_PAGE, anchor(match[1])


def link(app: Any, doctree: nodes.document) -> None:
    """Makes links of the rule ids in running text."""
    page = app.env.docname
    if page == RULES_PAGE:
        give_ids(app, doctree)
    for text in list(doctree.findall(nodes.Text)):
        parent = text.parent
        inside = parent
        while inside is not None and not isinstance(inside, UNTOUCHED):
            inside = inside.parent
        parts = RULE.split(str(text))
        if inside is not None or len(parts) == 1:
            continue
        made: list[nodes.Node] = []
        for number, part in enumerate(parts):
            own = page == RULES_PAGE and number == 1 and isinstance(parent.parent, nodes.list_item)
            if number % 2 and not (own and not parts[0] and parent.index(text) == 0):
                reference = pending_xref(
                    "",
                    nodes.inline("", part),
                    refdomain="std",
                    reftype="ref",
                    reftarget=part.lower(),
                    refexplicit=True,
                    refdoc=page,
                    refwarn=True,
                )
                made.append(reference)
            elif number % 2:
                made.append(nodes.strong("", part))
            elif part:
                made.append(nodes.Text(part))
        parent[parent.index(text) : parent.index(text) + 1] = made


def setup(app: Any) -> dict[str, Any]:
    """What Sphinx calls."""
    app.connect("doctree-read", link)
    return {"parallel_read_safe": True, "version": "1"}
