"""What a kingdom is like: its alignment (58), Fame or Infamy (R149), and a form of government (R152)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.engine.declare import action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.pace import DECIDES
from bot.engine.people import Permit
from bot.engine.record import Choice, Step
from bot.engine.system import RecordId, Scene, Turn
from bot.engine.text import Safe, T, refused
from bot.engine.words import clip, one_line
from bot.systems.kingdom.book import GOVERNMENT_MODIFIERS, Alignment, Government, Number, Role, Stat, Task
from bot.systems.kingdom.events.rules import placed_realm
from bot.systems.kingdom.outcome import because, turn_of
from bot.systems.kingdom.realm import WHY, OnKingdom, standing_realm
from bot.systems.kingdom.settings import GOVERNMENTS
from bot.systems.kingdom.sources import RENOWN
from bot.systems.kingdom.state import REASON_LENGTH, Kingdom
from bot.systems.kingdom.steps import acting_for


class ShiftAlignment(OnKingdom):
    """Shift a kingdom's alignment, as its rulers or people act; shows first what every number becomes"""

    alignment: Alignment = option("Its alignment from now on")
    reason: str = option(WHY, max_length=REASON_LENGTH, default="")


class AlignmentShifted(Event):
    """A game master shifted the alignment of a kingdom that stands."""

    name: str
    before: Alignment | None
    alignment: Alignment
    reason: str = ""

    def sentence(self) -> Safe:
        """From which to which, and why."""
        before = T("{before} → ").of(self) if self.before is not None else ""
        return T("{name:60}, alignment: {before}**{alignment}**{why}").of(
            self, before=before, why=because(self.reason)
        )


@action(
    "kingdom alignment",
    may=Permit.GAME_MASTERS,
    previewed=True,
    watches=(Number.ECONOMY, Number.LOYALTY, Number.STABILITY),
    button="Shift it",
)
def shift_alignment(scene: Scene, action: ShiftAlignment, dice: Dice) -> Turn:
    """Shift it, with all that it adds (58). Raises RuleViolation before the founding, and for the same."""
    realm = placed_realm(scene, action.kingdom)
    kingdom = realm.kingdom
    if action.alignment is kingdom.alignment:
        raise refused(
            "alignment.same",
            "{name:60} is {alignment} already. Choose another alignment.",
            name=kingdom.name,
            alignment=action.alignment,
        )
    after = replace(realm, kingdom=replace(kingdom, alignment=action.alignment))
    reason = clip(one_line(action.reason), REASON_LENGTH)
    event = AlignmentShifted(kingdom.name, kingdom.alignment, action.alignment, reason)
    return turn_of(scene, realm, after, event)


class ChooseRenown(OnKingdom):
    """Choose which of Fame and Infamy rises by 1; `place` counts those choices from 0."""

    number: Stat = Stat.FAME
    place: int = 0


class RenownChosen(Event):
    """The Ruler chose what the kingdom is known for; `left` such choices wait."""

    name: str
    number: Number
    left: int = 0

    def sentence(self) -> Safe:
        """Which, and whether there is another choice."""
        more = T(" There's another one to choose.")() if self.left else ""
        return T("{name:60}: **{number} +1**, the Ruler's choice.{more}")(
            name=self.name, number=self.number, more=more
        )


@action(may=Permit.MEMBERS)
def choose_renown(scene: Scene, action: ChooseRenown, dice: Dice) -> Turn:
    """Choose Fame or Infamy, as the Ruler (R149). Raises RuleViolation where nothing is to be chosen."""
    realm = standing_realm(scene, action.kingdom)
    kingdom = realm.kingdom
    if action.number not in RENOWN or action.place != len(kingdom.renown) or not kingdom.renown_left:
        raise refused(
            "renown.nothing_to_choose",
            "There's no Fame or Infamy to choose right now: the kingdom gets one at its founding, and one "
            "each at Size 11, 26, 51, 101 and 201.",
        )
    on_behalf_of = acting_for(scene, kingdom, Task.LEADERSHIP)
    after = replace(kingdom, renown=(*kingdom.renown, action.number))
    event = RenownChosen(kingdom.name, Number(action.number.value), after.renown_left)
    return turn_of(scene, realm, replace(realm, kingdom=after), event, on_behalf_of=on_behalf_of)


STEP = "renown-"


def renown_steps(kingdom: RecordId, state: Kingdom) -> Sequence[Step]:
    """The choice that waits for the Ruler."""
    if not state.renown_left:
        return ()
    place = len(state.renown)
    choices = tuple(
        Choice(
            each.value, T("{number} +1").plain(number=Number(each.value)), ChooseRenown(kingdom, each, place)
        )
        for each in RENOWN
    )
    ruler = next((each.player for each in state.held_by(Role.RULER) if not each.has_died), None)
    waits = T("{kingdom:60}: the Ruler chooses Fame or Infamy").plain(kingdom=state.name)
    opened = max(state.renown_opened, 1)
    return (Step(f"{STEP}{place}", waits, ruler, choices, opened, silent=DECIDES),)


# -- forms of government ------------------------------------------------------------------------------


class ChooseGovernment(OnKingdom):
    """Choose the kingdom's form of government, which changes settlement modifiers"""

    government: Government = option("The form of government")


class GovernmentChosen(Event):
    """The kingdom is governed another way."""

    name: str
    government: Government
    before: Government

    def sentence(self) -> Safe:
        """Which, and what it changes."""
        given = [
            T("{modifier} {amount:+}")(modifier=modifier, amount=amount)
            for modifier, amount in GOVERNMENT_MODIFIERS[self.government].items()
        ]
        return T("{name:60}, form of government: {before} → **{government}**. {given:,}.")(
            name=self.name,
            government=self.government,
            before=self.before,
            given=given or [T("It changes no modifier")],
        )


@action("kingdom government", may=Permit.MEMBERS, previewed=True, button="Govern this way")
def choose_government(scene: Scene, action: ChooseGovernment, dice: Dice) -> Turn:
    """Choose a form of government, as the Ruler (R152). Raises RuleViolation where the rule isn't used."""
    realm = standing_realm(scene, action.kingdom)
    kingdom = realm.kingdom
    if not realm.rulings.is_on(GOVERNMENTS):
        raise refused(
            "government.unused",
            "This campaign doesn't use forms of government (`/campaign settings`).",
        )
    if action.government is kingdom.government:
        raise refused(
            "government.same",
            "{name:60} already has that form of government: {government}.",
            name=kingdom.name,
            government=action.government,
        )
    on_behalf_of = acting_for(scene, kingdom, Task.LEADERSHIP)
    after = replace(realm, kingdom=replace(kingdom, government=action.government))
    event = GovernmentChosen(kingdom.name, action.government, kingdom.government)
    return turn_of(scene, realm, after, event, on_behalf_of=on_behalf_of)
