"""Several Turns in one go: rolled ahead in secret, published as far as a game master chooses."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import GAME_MASTERS, Permit
from bot.engine.text import Safe, T, refused
from bot.engine.working import RecordCopy, correction, deed
from bot.systems.sovereign.book import CHECK_HIT
from bot.systems.sovereign.delves.rules import (
    DELVE,
    Dark,
    OnDelve,
    Passing,
    TurnChecked,
    begin_turn,
    check,
    checked_told,
    drawn,
    end_turn,
    note_dying,
    require_nothing_ahead,
    site_of,
    turn_to,
)
from bot.systems.sovereign.dungeon import MOST_AHEAD, Checked, Delve, Site
from bot.systems.sovereign.parties.rules import EffectEnding, LightLow, require_no_breath


class RollAhead(OnDelve):
    """Roll several Turns ahead in secret; nothing is told until you publish them"""

    n: int = option("How many Turns", name="turns", default=6, least=1, most=MOST_AHEAD)


class RolledAhead(Event, audience=GAME_MASTERS):
    """Turns rolled and not told yet; the card lists them."""

    stands_on_card: ClassVar[bool] = True
    is_posted: ClassVar[bool] = True
    turns: tuple[TurnChecked, ...]

    def sentence(self) -> Safe:
        """A line for each."""
        lines = [each.sentence() for each in self.turns]
        return Safe("\n".join((T("Rolled ahead, seen by nobody else:")(), *lines)))


@correction("delve ahead", of=DELVE, is_quiet=True, when=(require_nothing_ahead,))
def roll_ahead(found: RecordCopy[Delve], action: RollAhead, dice: Dice) -> None:
    """Draw their checks. Raises RuleViolation while others wait to be published, or an encounter does."""
    state, site = found.state, site_of(found.world, found.state)
    turns, unchecked = list[Checked](), state.unchecked
    for turn in range(state.turn + 1, state.turn + 1 + action.n):
        checked = check(state, site, turn, unchecked, dice)
        unchecked = 0 if checked.is_due else unchecked + 1
        turns.append(checked)
    found.change(ahead=tuple(turns))
    found.tell(RolledAhead(tuple(map(checked_told, turns))))


class PublishTurns(OnDelve):
    """Publish the Turns rolled ahead, as far as you say, or none; what lies after is taken back"""

    last: int = option("Up to which Turn; the present one takes all back", name="turn", least=1, most=9999)


class TakenBack(Event, audience=GAME_MASTERS):
    """What was rolled and never told; always said, also where nothing is left."""

    is_posted: ClassVar[bool] = True
    first: int
    last: int

    def sentence(self) -> Safe:
        """Which Turns."""
        if self.first > self.last:
            return T("Published. Nothing that was rolled ahead is left.")()
        says = T("Published. Taken back: what was rolled for {n:Turn {first}|Turns {first} to {last}}.")
        return says(n=self.last - self.first + 1, first=self.first, last=self.last)


def _require_ahead(state: Delve) -> None:
    if not state.ahead:
        raise refused("delve.none_ahead", "No Turns are rolled ahead. `/gm deed: ahead` does that.")


@deed(
    "delve publish",
    of=DELVE,
    may=Permit.GAME_MASTERS,
    confirms=True,
    when=(_require_ahead,),
    button="Publish the Turns",
)
def publish_turns(found: RecordCopy[Delve], action: PublishTurns, dice: Dice) -> None:
    """Let them pass for everybody. Raises RuleViolation for Turns that aren't rolled ahead."""
    world, state = found.world, found.state
    site = site_of(world, state)
    first, last = state.ahead[0].turn, state.ahead[-1].turn
    if not state.turn <= action.last <= last:
        raise refused(
            "delve.not_ahead",
            "{n:Only Turn {first} is|Turns {first} to {last} are} rolled ahead; name {n:that|one of them}.",
            n=last - first + 1,
            first=first,
            last=last,
        )
    passing = Passing.of(world, replace(state, ahead=()))
    require_no_breath(passing.people.values())
    for checked in state.ahead:
        if checked.turn > action.last:
            break
        # Of what runs low only the last of them says anything: until then it has gone on running.
        passing.told = [each for each in passing.told if not _is_warning(each)]
        end_turn(passing, is_asked=checked.turn == first)
        begin_turn(passing, _completed(passing.delve, site, checked, dice), keeps=passing.delve.hits)
    note_dying(found, passing)
    if action.last > first:
        found.say(
            "delve.turns_passed",
            T("{n:Turn {first} goes|Turns {first} to {last} go} by."),
            n=action.last - state.turn,
            first=state.turn,
            last=action.last - 1,
        )
    if action.last < first:
        found.put(passing.delve)
    else:
        turn_to(found, passing)
    found.tell(TakenBack(action.last + 1, last))


def _is_warning(event: Event) -> bool:
    return isinstance(event, LightLow | EffectEnding) or (isinstance(event, Dark) and event.is_last)


def _completed(delve: Delve, site: Site, checked: Checked, dice: Dice) -> Checked:
    """With a die for each door that is battered by now, no more and no fewer than those."""
    extra = list(checked.extra[: len(delve.battered)])
    came = (checked.is_due and checked.face <= CHECK_HIT) + sum(face <= CHECK_HIT for face in extra)
    hits = list(checked.hits[:came])
    while len(extra) < len(delve.battered):
        face, found = drawn(site, checked.turn, dice)
        extra.append(face)
        hits += found
    return replace(checked, extra=tuple(extra), hits=tuple(hits))
