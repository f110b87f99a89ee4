"""Everything the launcher shows, and the dressing of SimCord's own page; the files are in `pages`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Final

PAGES: Final = Path(__file__).parent / "pages"


# What `house.js` does for the page, inside SimCord's own scripts, where nothing outside can reach: what
# stands there, and what we serve.
MENDED: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "/commands.js": (
        # Discord asks for suggestions as soon as an option is entered, not only once something is typed.
        (
            "const choices = "
            "autocompleteResults.get(autocompleteKey(currentDraft(), option.name, current)) || [];",
            "const known = autocompleteResults.get(autocompleteKey(currentDraft(), option.name, current));\n"
            "            if (!known) queryAutocomplete(option, current);\n"
            "            const choices = known || [];",
        ),
        # What is suggested may depend on the other options, so an answer is good for this draft only.
        (
            "JSON.stringify([commandDraft.commandId, commandDraft.path, commandDraft.schemaFingerprint,",
            "JSON.stringify([commandDraft.commandId, commandDraft.version, commandDraft.path, "
            "commandDraft.schemaFingerprint,",
        ),
        (
            '"Loading options failed" : "No options match"',
            '"Loading options failed"\n      : autocomplete.state === "loading" && autocomplete.option === '
            'currentDraft().focused ? "Loading options …" : "No options match"',
        ),
        (
            '"command-popup-heading", heading)',
            '"command-popup-heading", heading.replace(/ MATCHING $/, ""))',
        ),
        # A picked suggestion shows its name; what is sent is its value.
        (
            'String(value?.raw ?? "");\n        const resize',
            'String(value?.label ?? value?.raw ?? "");\n        const resize',
        ),
        # The list of options that may be added picks none by itself: Enter sends.
        ("if (listItems.length) suggestionListbox", "if (listItems.length && !optional) suggestionListbox"),
    ),
    "/messages.js": (
        # A thread opens where it is named.
        ('"div",\n    "thread-summary"', '"a",\n    "thread-summary"'),
        ("  if (thread.archived) summary", "  summary.href = thread.id;\n  if (thread.archived) summary"),
    ),
}


@dataclass(frozen=True)
class Door:
    """A link that opens one seat."""

    label: str
    address: str
    # Where it leads, or which game is played there.
    small: str = ""


@dataclass(frozen=True)
class Person:
    """One card of the launcher."""

    name: str
    calling: str
    picture: str
    doors: tuple[Door, ...]


def launcher(people: list[Person], suggestions: list[Door], now: datetime, token: str, note: str = "") -> str:
    """The first page; `token` shows that what its form asks for comes from here."""
    return _launcher().substitute(
        note=f'<p class="note" role="status">{escape(note)}</p>' if note else "",
        steps="".join(f"<li>{_link(step)}</li>" for step in suggestions),
        people="".join(_card(person) for person in people),
        now=f"{now:%A}, {now.day} {now:%B %Y, %H:%M} UTC",
        token=escape(token),
    )


@cache
def journey() -> str:
    """The page of a journey under way, as far as it is the same for each; what follows is sent bit by bit."""
    return (PAGES / "travel.html").read_text(encoding="utf-8")


def on_the_way(gone: int, hours: int) -> str:
    """How far a journey has come; the last that was sent is shown."""
    return (
        f'<div class="hour"><progress value="{gone}" max="{hours}"></progress>'
        f"<p>{gone} of {hours} hour{'s' * (hours > 1)}</p></div>\n"
    )


def arrived(hours: int) -> str:
    """The end of that page: it leads back by itself."""
    back = f"/?travelled={hours}"
    return (
        f'<meta http-equiv="refresh" content="0;url={back}">'
        f'<p><a href="{back}">Back to the seats</a></p></main></body></html>'
    )


@cache
def _launcher() -> Template:
    return Template((PAGES / "launcher.html").read_text(encoding="utf-8"))


def mended(path: str, text: str) -> str:
    """One of SimCord's files, changed to what we serve."""
    for theirs, ours in MENDED.get(path, ()):
        text = text.replace(theirs, ours, 1)
    return text


def dress(page: str, title: str) -> str:
    """SimCord's page under a title that tells one tab from another, with a way back."""
    brand, module = '<div class="preview-brand">', '<script type="module" src="/app.js">'
    for theirs, ours in (
        ("<title>SimCord Preview</title>", f"<title>{escape(title)} · Waypost</title>"),
        ("</head>", '<link rel="stylesheet" href="/house.css"></head>'),
        (brand, f'<a class="house-door" href="/">‹ Seats</a>{brand}'),
        (module, f'<script src="/house.js"></script>{module}'),
    ):
        page = page.replace(theirs, ours, 1)
    return page


def _link(door: Door) -> str:
    small = f"<small>{escape(door.small)}</small>" if door.small else ""
    return f'<a href="{escape(door.address)}" target="_blank"><span>{escape(door.label)}{small}</span></a>'


def _card(person: Person) -> str:
    doors = "".join(_link(door) for door in person.doors)
    return (
        f'<article class="person"><header><img src="{escape(person.picture)}" alt="">'
        f"<div><h3>{escape(person.name)}</h3><small>{escape(person.calling)}</small></div></header>"
        f'<nav class="doors" aria-label="{escape(person.name)}">{doors}</nav></article>'
    )
