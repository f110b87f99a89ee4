"""Golden texts: all that the bot says while the tests run, kept to be compared after a rebuilding.

`make golden` runs the tests with a recorder and compares what was said with `tests/golden.txt.xz`, line by
line and whatever the numbers: which sentences are gone, and which are new. `make golden KEEP=1` keeps the new
texts. Tests whose examples are searched for (Hypothesis, the proofs) are left out: what they say depends on
where they stand in the code.
"""

from __future__ import annotations

import json
import lzma
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.engine.card import Card
from bot.errors import UserError
from bot.ui import card as card_room
from bot.ui import delivery, reply

KEPT = Path(__file__).with_name("golden.txt.xz")
# A folder to write to: set by `make golden`.
FOLDER = "WAYPOST_TEST_GOLDEN"
# What is another in every run, or may be: ids, times, marks of messages.
_PASSING = (
    (re.compile(r"<t:\d+(:\w)?>"), "<t>"),
    (re.compile(r"[0-9a-v]{10,13}-\d+"), "<record>"),
    (re.compile(r"\d{15,}"), "<id>"),
    (re.compile(r"#[0-9a-z]{6,} "), "<mark>"),
    (re.compile(r"\b[0-9a-f]{8,}\b"), "<hex>"),
    (re.compile(r"20\d\d-\d\d-\d\d([T ]\d\d:\d\d(:\d\d)?)?"), "<date>"),
)


def steadied(text: str) -> str:
    """The text without what is another in every run."""
    for pattern, name in _PASSING:
        text = pattern.sub(name, text)
    return text


def card_text(card: Card) -> str:
    """All that a reader meets on a card, in its order."""
    said: dict[str, Any] = {
        "title": card.title,
        "lines": card.lines,
        "fields": card.fields,
        "buttons": [button.label for button in card.buttons],
        "lists": [[s.hint, [[p.label, p.meaning] for p in s.picks]] for s in card.selects],
        "note": card.note,
        "alt": card.picture.alt if card.picture is not None else "",
    }
    return json.dumps({key: value for key, value in said.items() if value}, ensure_ascii=False)


class Recorder:
    """What was said so far, by kind; on only while a test runs whose words stay the same."""

    def __init__(self) -> None:
        self.said: set[str] = set()
        self.is_on = False

    def note(self, kind: str, text: str) -> None:
        """Keep one text."""
        if self.is_on:
            self.said.add(f"{kind}\t{steadied(text)}".replace("\n", "⏎"))

    def write(self, folder: Path) -> None:
        """Leave it for the comparison."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{os.getpid()}.txt").write_text("\n".join(sorted(self.said)), encoding="utf-8")


def recording(patch: pytest.MonkeyPatch) -> Recorder:
    """A recorder that hears every card sent and every sentence of an error."""
    recorder = Recorder()
    message, error = card_room.message_of, UserError.__init__

    def heard_card(card: Card) -> dict[str, Any]:
        recorder.note("card", card_text(card))
        return message(card)

    def heard_error(self: UserError, *args: Any) -> None:
        error(self, *args)
        if args:
            recorder.note("error", str(self))

    for room in (card_room, delivery, reply):
        patch.setattr(room, "message_of", heard_card)
    patch.setattr(UserError, "__init__", heard_error)
    return recorder


def is_steady(item: pytest.Item) -> bool:
    """Whether a test says the same wherever it stands: no search for examples, no proof over samples."""
    return not getattr(getattr(item, "obj", None), "is_hypothesis_test", False) and (
        "tests/proofs" not in item.nodeid and "tests/crash" not in item.nodeid
    )


def _read(folder: Path) -> set[str]:
    return {line for each in folder.glob("*.txt") for line in each.read_text("utf-8").split("\n") if line}


def _kept() -> set[str]:
    return set(lzma.decompress(KEPT.read_bytes()).decode().split("\n")) if KEPT.exists() else set()


def sentences(said: set[str]) -> set[str]:
    """Every line of every text, without numbers and markup: another roll is no other sentence."""
    found: set[str] = set()
    for text in said:
        kind, _, body = text.partition("\t")
        parts = _parts(json.loads(body)) if kind == "card" else [body]
        found |= {_bare(line) for part in parts for line in part.replace("⏎", "\n").split("\n")}
    return found


def _parts(said: Any) -> Iterator[str]:
    if isinstance(said, str):
        yield said
    else:
        for each in said.values() if isinstance(said, dict) else said:
            yield from _parts(each)


def _bare(line: str) -> str:
    line = re.sub(r"\(https?://[^)]*\)", "", line).replace("*", "")
    return re.sub(r"[−-]?\d[\d,.]*", "0", line).strip()


def main(folder: str, keep: str = "") -> int:
    """Compare what a run left with what is kept; gives how many sentences differ (100 at most)."""
    said, kept = _read(Path(folder)), _kept()
    after, before = sentences(said), sentences(kept)
    changes = [f"- {line}" for line in sorted(before - after)] + [
        f"+ {line}" for line in sorted(after - before)
    ]
    print("\n".join(changes))
    gone = len(before - after)
    print(f"{len(said)} texts of {len(after)} sentences; of the {len(before)} kept {gone} are gone")
    if keep:
        KEPT.write_bytes(lzma.compress("\n".join(sorted(said)).encode(), preset=9))
        return 0
    return min(len(changes), 100)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
