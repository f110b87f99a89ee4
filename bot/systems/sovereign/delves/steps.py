"""What waits in a delve: each player's word, and the game master's for the Turn.

The steps are named here; what is done at them stands in `acts` and `rules`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.pace import WAITS, Silent, holds
from bot.engine.system import FormField, RecordId, Step
from bot.engine.text import T
from bot.systems.sovereign.dungeon import WORDS_LENGTH, Activity, Delve, Member, Silence

TURN, ACT = "turn", "act"
STEPS = (TURN, ACT)
WHAT, HOW = T("What you do"), T("Where and how")


def deed_lines(
    words: str = "", deed: str = "", door: str = "", *, doors: Sequence[tuple[str, str]] = ()
) -> tuple[FormField, ...]:
    """The form of a declaration, as it stands so far; the door only where the party knows one."""
    what = FormField(
        "deed", WHAT(), options=tuple((each.value, each.meaning) for each in Activity), value=deed
    )
    how = FormField("words", HOW(), WORDS_LENGTH, is_long=True, value=words, is_optional=True)
    none = T("Leave it empty where it's about none.")()
    at = FormField("door", T("Which door")(), options=tuple(doors), value=door, is_optional=True, empty=none)
    return (what, how, at) if doors else (what, how)


def steps(_delve: RecordId, state: Delve) -> Sequence[Step]:
    """One for each player who could still say something, and the game masters' own."""
    label = T("Turn {turn}: resolve what they do, then the next Turn").plain(turn=state.turn)
    return (*_words(state), Step(TURN, label, None, revision=state.turn, silent=WAITS))


def is_asked(state: Delve, member: Member) -> bool:
    """Whether a player is asked what that one does: no order says it, and nothing was said yet."""
    is_settled = member.silence is Silence.ORDER and member.order
    return member.player is not None and state.is_silent(member) and not is_settled


def _words(state: Delve) -> Iterator[Step]:
    asked = sum(each.player is not None and each.is_able for each in state.crew)
    for n, member in enumerate(state.crew):
        if not is_asked(state, member):
            continue
        label = T("{name}, Turn {turn}: what do you do?").plain(name=member.name, turn=state.turn)
        silent = _silent(state, member)
        yield Step(f"{ACT}{n}", label, member.player, revision=state.turn, silent=silent, of=asked, sort=ACT)


def _silent(state: Delve, member: Member) -> Silent:
    """What they do who say nothing, as they settled it: the game master resolves it so."""
    if member.silence is Silence.CALLER and state.call is not None:
        return holds(T("follows the caller's plan"))
    return holds(T("does nothing"))
