"""An entry on its way into the library: what is kept of it, and what may be done and is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from bot.engine.people import EVERYONE, Audience, Viewer
from bot.engine.system import Ask, Choice, Kind, RecordId, Step
from bot.systems.table.words import library as words

REASON_LENGTH = 300


class Stage(StrEnum):
    """How far a draft has come."""

    DRAFTED = "drafted"
    PROPOSED = "proposed"
    SAVED = "saved"
    APPROVED = "approved"
    DECLINED = "declined"
    DISCARDED = "discarded"
    WITHDRAWN = "withdrawn"


PRIVATE = frozenset({Stage.DRAFTED, Stage.SAVED, Stage.DISCARDED})


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry as its author wrote it; of one that there is, also how it stood then."""

    shelf: str
    noun: str
    author: int
    name: str
    texts: Mapping[str, str]
    entry: RecordId | None = None
    before: Mapping[str, str] = field(default_factory=dict)
    stage: Stage = Stage.DRAFTED
    revision: int = 1
    reason: str = ""


# -- actions and events -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DraftEntry:
    """Write an entry, or an own draft anew. The texts are in the order of the shelf's fields: the name first.

    `version` is that of the entry when its texts were shown.
    """

    shelf: str
    texts: Mapping[str, str]
    entry: RecordId | None = None
    version: int = 0
    draft: RecordId | None = None


@dataclass(frozen=True, slots=True)
class EntryDrafted:
    """Somebody drafted an entry."""

    noun: str
    name: str
    audience: Audience


@dataclass(frozen=True, slots=True)
class SaveEntry:
    """Put a draft into the library, or propose it. Shelf and name are the draft's own."""

    draft: RecordId
    shelf: str
    name: str


@dataclass(frozen=True, slots=True)
class EntryWritten:
    """An entry stands in the library, or stands otherwise; `author` is who had proposed it."""

    noun: str
    name: str
    is_new: bool
    author: int | None = None
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class EntryProposed:
    """A player's draft waits for the game masters."""

    noun: str
    name: str
    author: int
    audience: Audience


@dataclass(frozen=True, slots=True)
class ProposalAnnounced:
    """Something waits for game masters who have no channel of their own to read it in."""

    author: int
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class DiscardDraft:
    """Give up an own draft, or withdraw an own proposal."""

    draft: RecordId


@dataclass(frozen=True, slots=True)
class DraftDiscarded:
    """A draft is given up, or a proposal withdrawn."""

    noun: str
    name: str
    author: int
    was_proposed: bool
    audience: Audience


@dataclass(frozen=True, slots=True)
class ApproveEntry:
    """The game master puts a proposal into the library."""

    draft: RecordId
    shelf: str
    name: str


@dataclass(frozen=True, slots=True)
class DeclineEntry:
    """The game master leaves the library as it is."""

    draft: RecordId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ProposalDeclined:
    """A proposal was declined."""

    noun: str
    name: str
    author: int
    reason: str
    audience: Audience


@dataclass(frozen=True, slots=True)
class ProposalAnswered:
    """What everybody may know of that."""

    author: int
    audience: Audience = EVERYONE


# -- the record -------------------------------------------------------------------------------------


def _view(draft: Draft, viewer: Viewer) -> Draft | None:
    is_shared = viewer.is_game_master and draft.stage not in PRIVATE
    return draft if is_shared or viewer.user == draft.author else None


def _steps(record: RecordId, draft: Draft) -> Sequence[Step]:
    if draft.stage is Stage.DRAFTED:
        save = Choice("save", words.SAVE, SaveEntry(record, draft.shelf, draft.name), is_main=True)
        discard = Choice("discard", words.DISCARD, DiscardDraft(record))
        label = words.draft_waits(draft.noun, draft.name)
        return (Step("draft", label, draft.author, (save, discard), draft.revision),)
    if draft.stage is Stage.PROPOSED:
        why = Ask("reason", words.WHY_NOT, REASON_LENGTH, is_long=True, is_optional=True)
        approve = Choice(
            "approve", words.APPROVE, ApproveEntry(record, draft.shelf, draft.name), is_main=True
        )
        decline = Choice("decline", words.DECLINE, DeclineEntry(record), asks=(why,))
        withdraw = Choice("withdraw", words.WITHDRAW, DiscardDraft(record))
        label = words.proposal_waits(draft.noun, draft.name)
        return (Step("proposal", label, None, (approve, decline, withdraw)),)
    return ()


DRAFT: Kind[Draft] = Kind(
    "draft",
    Draft,
    title=lambda draft: draft.name,
    owner=lambda draft: draft.author,
    links=lambda draft: (draft.entry,) if draft.entry is not None else (),
    waiting=_steps,
    view=_view,
    word=words.part,
)
