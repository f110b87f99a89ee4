"""Proposals: what one person wants done and another must accept, of whatever game it is.

The action is kept as data, as an offer keeps it, with what it came to when it was tried for who wants it. The
table's rules open and answer proposals (`bot/systems/table/proposals/rules.py`); `play` tries the action, and
carries it out together with its acceptance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Annotated, Any, Generic, TypeVar

from bot.engine.pace import WAITS
from bot.engine.parts import Unlisted
from bot.engine.people import EVERYONE, Audience, Viewer
from bot.engine.record import Choice, FormField, Kind, RecordId, Step
from bot.engine.text import Labelled, T

A = TypeVar("A")
ACCEPT, CHANGE = T("Accept"), T("Change…")


@dataclass(frozen=True, slots=True)
class ProposedEntry:
    """An entry of a library as somebody wrote it; of one that there is, also how it stood then."""

    shelf: str
    noun: str
    name: str
    texts: Mapping[str, str]
    before: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Proposing(Generic[A]):
    """That an action is proposed where its actor may not do it alone.

    `needs(world, action)` says whether it is so; `title(before, after, action)` names it in a list, of the
    scenes as who wants it sees them, without markup.
    """

    needs: Callable[[Any, A], bool]
    title: Callable[[Any, Any, A], str]
    # The fields that a counter-proposal may write otherwise, at most five, as they would be written now.
    changes: Callable[[A], Mapping[str, str]] = lambda _action: {}
    # The action without what only counts at once, such as which state its form was filled with.
    later: Callable[[A], A] = lambda action: action
    # A portrait that it would give: an address or a small WebP in base64.
    portrait: Callable[[A], tuple[str, str]] = lambda _action: ("", "")
    # Where they are no fields of the action: the lines of its form, of the world, and the action with what
    # was written there.
    lines: Callable[[Any, A], Sequence[FormField]] | None = None
    rewritten: Callable[[A, Mapping[str, str]], A] | None = None
    # The entry of a library that it would write, of the world. Its author sees that alone, as a draft, until
    # they save it; nobody but the game masters is shown it before it stands in the library.
    entry: Callable[[Any, A], ProposedEntry] | None = None
    # Whom a game master asks for it, or one player another; None where the game masters are asked.
    to: Callable[[Any, A], int | None] = lambda _scene, _action: None
    # What its card tells of one that dice decide, of the world: nothing would be told before they fall.
    foretold: Callable[[Any, A], Sequence[Any]] | None = None
    # The records that it is about, where trying it changes none.
    about: Callable[[A], Sequence[RecordId]] = lambda _action: ()
    # Whether whoever proposed the first also agreed to the second in advance: it is then done at once.
    agreed: Callable[[A, A], bool] = lambda _proposed, _changed: False
    # What the buttons say that accept it and that propose something else.
    accept: T = ACCEPT
    change: T = CHANGE


@dataclass(frozen=True, slots=True)
class Foretold:
    """An event that would be told, as the journal would keep it, and to whom."""

    audience: Audience
    event: str


@dataclass(frozen=True, slots=True)
class Terms:
    """What is proposed: the action as data, and what it came to over what its author may see."""

    system: Unlisted[str]
    title: Annotated[str, T("proposed")]
    # As `bot.play.written` has it.
    deeds: Unlisted[str]
    told: Unlisted[tuple[Foretold, ...]] = ()
    # The records that it would change, and the parts of them (record, field, key; empty for all of it).
    touches: Unlisted[tuple[RecordId, ...]] = ()
    parts: Unlisted[tuple[tuple[str, str, str], ...]] = ()
    # What tells whether it would still come out the same; empty of one that was never tried.
    digest: Unlisted[str] = ""
    # The moment that it was tried in: the same try takes place in it again.
    entries: Unlisted[int] = 0
    at: Unlisted[datetime | None] = None
    # The lines of the form of a counter-proposal, and the fields of the action that they write.
    asks: Unlisted[tuple[FormField, ...]] = ()
    fields: Unlisted[tuple[str, ...]] = ()
    address: Unlisted[str] = ""
    data: Unlisted[str] = ""
    entry: Unlisted[ProposedEntry | None] = None
    # What accepts it and what changes it, where that isn't said as usual.
    accept: Unlisted[str] = ""
    change: Unlisted[str] = ""
    # Whether these terms were agreed to before they were proposed.
    is_agreed: Unlisted[bool] = False

    def overlaps(self, other: Terms) -> bool:
        """Whether both would change the same part of the same record."""
        return any(
            one[0] == another[0]
            and all(a == b or "" in (a, b) for a, b in zip(one[1:], another[1:], strict=True))
            for one in self.parts
            for another in other.parts
        )


class Answer(Labelled):
    """Where a proposal stands."""

    WAITS = "waits", "waits"
    ACCEPTED = "accepted", "accepted"
    DECLINED = "declined", "declined"
    WITHDRAWN = "withdrawn", "withdrawn"


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that its author wants done, on the terms that somebody proposed last.

    They wait for `to`, or for the game masters where that is None.
    """

    author: Unlisted[int]
    by: Unlisted[int]
    terms: Terms
    to: Unlisted[int | None] = None
    answer: Annotated[Answer, T("answer")] = Answer.WAITS
    reason: Unlisted[str] = ""
    revision: Unlisted[int] = 1
    # Who may know of it at all.
    audience: Unlisted[Audience] = EVERYONE
    # The player whom a game master asked; None where it is a player's own wish.
    asked: Unlisted[int | None] = None
    # Whether one player asked another: the two settle it, and game masters have no part in it.
    is_between: Unlisted[bool] = False

    @property
    def player(self) -> int:
        """Who decides on it opposite the game masters."""
        return self.author if self.asked is None else self.asked

    @property
    def is_draft(self) -> bool:
        """Whether it is its author's own so far, to be saved or discarded."""
        return self.to == self.author == self.by


# -- actions ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Propose:
    """Let others decide on an action: the game masters, or whom one of them asks. It takes its place.

    A draft waits for its author first.
    """

    terms: Terms
    audience: Audience = EVERYONE
    is_draft: bool = False
    to: int | None = None


@dataclass(frozen=True, slots=True)
class AcceptProposal:
    """Have it carried out as it is proposed."""

    proposal: RecordId


@dataclass(frozen=True, slots=True)
class ChangeProposal:
    """Propose something else in its place: the lines of its form, in the order of the fields they write."""

    proposal: RecordId
    first: str = ""
    second: str = ""
    third: str = ""
    fourth: str = ""
    fifth: str = ""

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts that were typed into the form."""
        return self.first, self.second, self.third, self.fourth, self.fifth


LINES = ("first", "second", "third", "fourth", "fifth")


@dataclass(frozen=True, slots=True)
class DeclineProposal:
    """Leave everything as it is."""

    proposal: RecordId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class WithdrawProposal:
    """Take back what one proposed oneself."""

    proposal: RecordId


# -- the record ---------------------------------------------------------------------------------------

REASON_LENGTH = 300


ANSWERS = {"accept", "change", "decline"}


def steps(record: RecordId, state: Proposal) -> Sequence[Step]:
    """The answer: one step, whoever it waits for."""
    if state.answer is not Answer.WAITS:
        return ()
    accept = Choice("accept", state.terms.accept or ACCEPT(), AcceptProposal(record), is_main=True)
    is_theirs = state.by != state.player and not state.is_between
    withdraw = Choice("withdraw", T("Withdraw")(), WithdrawProposal(record), is_game_masters=is_theirs)
    why = FormField("reason", T("Reason")(), REASON_LENGTH, is_long=True, is_optional=True)
    choices, label = [accept], state.terms.title
    if state.terms.asks:
        change = state.terms.change or CHANGE()
        choices.append(Choice("change", change, ChangeProposal(record), asks=state.terms.asks))
    if state.is_draft:
        choices = [replace(accept, label=T("Save")()), *choices[1:], replace(withdraw, label=T("Discard")())]
        label = T("Save or discard {title}").plain(title=label)
    else:
        answers = [*choices, Choice("decline", T("Decline")(), DeclineProposal(record), asks=(why,))]
        choices = [*(replace(each, is_game_masters=state.to is None) for each in answers), withdraw]
    return (Step("proposal", label, state.to, tuple(choices), state.revision, silent=WAITS),)


def view(state: Proposal, viewer: Viewer) -> Proposal | None:
    """What this viewer would be told of it. The action itself is nobody's to read."""
    is_theirs = viewer.user is not None and viewer.user in (state.author, state.to, state.asked)
    if not state.audience.includes(viewer) and not is_theirs:
        return None
    told = tuple(each for each in state.terms.told if each.audience.includes(viewer))
    return replace(state, terms=replace(state.terms, told=told, deeds=""))


def _handed_over(state: Proposal, player: int, _of: RecordId) -> Proposal:
    by = player if state.by == state.player else state.by
    to = player if state.to == state.player else state.to
    if state.asked is not None:
        return replace(state, asked=player, by=by, to=to)
    return replace(state, author=player, by=by, to=to)


PROPOSAL: Kind[Proposal] = Kind(
    "proposal",
    Proposal,
    title=lambda state: state.terms.title,
    owner=lambda state: state.author,
    parent=lambda state: state.terms.touches[0] if state.terms.touches else None,
    links=lambda state: state.terms.touches,
    waiting=steps,
    view=view,
    hand_over=_handed_over,
    goes_along=True,
    case=lambda state: T("The proposal “{title}”")(title=state.terms.title),
)
