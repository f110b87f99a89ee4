"""What waits in a delve: each player's word, and the game master's for the Turn.

The steps are named here, with what can be done at them; `acts` and `rules` carry that out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.engine.pace import WAITS, Silent, holds
from bot.engine.system import Ask, Choice, RecordId, Step
from bot.engine.text import T
from bot.systems.sovereign.dungeon import WORDS_LENGTH, Deed, Delve, Member, Silence

TURN = "turn"
WHAT, HOW = T("What you do"), T("Where and how")


@dataclass(frozen=True, slots=True)
class AdvanceTurn:
    """End that Turn, and begin the next."""

    delve: RecordId
    turn: int


@dataclass(frozen=True, slots=True)
class DeclareNow:
    """Say what one does in that Turn."""

    delve: RecordId
    character: RecordId
    turn: int
    deed: str = Deed.OTHER.value
    words: str = ""
    door: str = ""


def deed_lines(
    words: str = "", deed: str = "", door: str = "", *, doors: Sequence[tuple[str, str]] = ()
) -> tuple[Ask, ...]:
    """The form of a declaration, as it stands so far; the door only where the party knows one."""
    what = Ask("deed", WHAT(), options=tuple((each.value, each.meaning) for each in Deed), value=deed)
    how = Ask("words", HOW(), WORDS_LENGTH, is_long=True, value=words, is_optional=True)
    none = T("Leave it empty where it's about none.")()
    at = Ask("door", T("Which door")(), options=tuple(doors), value=door, is_optional=True, empty=none)
    return (what, how, at) if doors else (what, how)


def steps(delve: RecordId, state: Delve) -> Sequence[Step]:
    """One for each player who could still say something, and the game masters' own."""
    return (*_words(delve, state), _turn(delve, state))


def _words(delve: RecordId, state: Delve) -> Iterator[Step]:
    asked = sum(each.player is not None and each.is_able for each in state.crew)
    for n, member in enumerate(state.crew):
        is_settled = member.silence is Silence.ORDER and member.order
        if member.player is None or not state.is_silent(member) or is_settled:
            continue
        declare = DeclareNow(delve, member.character, state.turn)
        doors = [(each.key, each.name) for each in state.doors]
        label = T("{name}, Turn {turn}: what do you do?").plain(name=member.name, turn=state.turn)
        choices = (
            Choice("act", T("Act…")(), declare, deed_lines(doors=doors), is_main=True),
            Choice("pass", T("Pass")(), replace(declare, deed=Deed.PASS.value)),
        )
        yield Step(
            f"act{n}", label, member.player, choices, state.turn, silent=_silent(state, member), of=asked
        )


def _turn(delve: RecordId, state: Delve) -> Step:
    label = T("Turn {turn}: resolve what they do, then the next Turn").plain(turn=state.turn)
    return Step(
        TURN,
        label,
        None,
        (Choice("next", T("Next Turn")(), AdvanceTurn(delve, state.turn)),),
        state.turn,
        silent=WAITS,
    )


def _silent(state: Delve, member: Member) -> Silent:
    """What they do who say nothing, as they settled it: the game master resolves it so."""
    if member.silence is Silence.CALLER and state.plan is not None:
        return holds(T("follows the caller's plan"))
    return holds(T("does nothing"))
