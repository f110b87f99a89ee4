"""What a kingdom is like: its alignment (58), Fame or Infamy (R149), and a form of government (R152)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.pace import DECIDES
from bot.engine.record import AtStep, Press, Step
from bot.engine.saying import NOTHING, Clause, Label, Name
from bot.engine.steps import waits
from bot.engine.system import RecordId
from bot.engine.text import T, refused
from bot.engine.working import REASON_LENGTH
from bot.systems.kingdom.book import GOVERNMENT_MODIFIERS, Alignment, Government, Number, Role, Stat, Task
from bot.systems.kingdom.events.rules import placed_realm
from bot.systems.kingdom.moves import Move, correction, move
from bot.systems.kingdom.realm import KINGDOM, WHY, OnKingdom
from bot.systems.kingdom.settings import GOVERNMENTS
from bot.systems.kingdom.sources import RENOWN
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.steps import goes_on


class ShiftAlignment(OnKingdom):
    """Shift a kingdom's alignment, as its rulers or people act; shows first what every number becomes"""

    alignment: Alignment = option("Its alignment from now on")
    reason: str = option(WHY, max_length=REASON_LENGTH, default="")


@correction(
    "kingdom alignment",
    found=placed_realm,
    already=("alignment.same", T("{name:60} is {alignment} already. Choose another alignment.")),
    previewed=True,
    watches=(Number.ECONOMY, Number.LOYALTY, Number.STABILITY),
    button="Shift it",
)
def shift_alignment(move: Move, action: ShiftAlignment, dice: Dice) -> None:
    """Shift it, with all that it adds (58). Raises RuleViolation before the founding, and for the same."""
    before = move.kingdom.alignment
    move.change(alignment=action.alignment)
    move.say(
        "alignment.shifted",
        T("{name:60}, alignment: {before}**{alignment}**{why}"),
        name=Name(move.name),
        before=Clause(T("{before} → "), before=Label(before)) if before is not None else NOTHING,
        alignment=Label(action.alignment),
        why=move.reason_told(),
    )


class ChooseRenown(OnKingdom):
    """Choose which of Fame and Infamy rises by 1; `place` counts those choices from 0."""

    number: Stat = Stat.FAME
    place: int = 0


STEP = "renown-"


def _choosing(_kingdom: RecordId, state: Kingdom, _step: Step) -> Iterator[Press]:
    for each in RENOWN:
        label = T("{number} +1").plain(number=Number(each.value))
        yield Press(each.value, label, {"number": each, "place": len(state.renown)})


@move(step=AtStep(STEP, _choosing))
def choose_renown(move: Move, action: ChooseRenown, dice: Dice) -> None:
    """Choose Fame or Infamy, as the Ruler (R149). Raises RuleViolation where nothing is to be chosen."""
    kingdom = move.kingdom
    if action.number not in RENOWN or action.place != len(kingdom.renown) or not kingdom.renown_left:
        raise refused(
            "renown.nothing_to_choose",
            "There's no Fame or Infamy to choose right now: the kingdom gets one at its founding, and one "
            "each at Size 11, 26, 51, 101 and 201.",
        )
    move.require_task(Task.LEADERSHIP)
    after = replace(kingdom, renown=(*kingdom.renown, action.number))
    move.put(after)
    move.say(
        "renown.chosen",
        T("{name:60}: **{number} +1**, the Ruler's choice.{more}"),
        name=Name(move.name),
        number=Label(Number(action.number.value)),
        more=Clause(T(" There's another one to choose.")) if after.renown_left else NOTHING,
    )


@waits(KINGDOM.name, STEP, of="renown_left", when=goes_on, rank=5)
def renown_steps(_kingdom: RecordId, state: Kingdom) -> Sequence[Step]:
    """The choice that waits for the Ruler."""
    if not state.renown_left:
        return ()
    ruler = next((each.player for each in state.held_by(Role.RULER) if not each.has_died), None)
    label = T("{kingdom:60}: the Ruler chooses Fame or Infamy").plain(kingdom=state.name)
    opened = max(state.renown_opened, 1)
    return (Step(f"{STEP}{len(state.renown)}", label, ruler, revision=opened, silent=DECIDES, sort=STEP),)


# -- forms of government ------------------------------------------------------------------------------


class ChooseGovernment(OnKingdom):
    """Choose the kingdom's form of government, which changes settlement modifiers"""

    government: Government = option("The form of government")


@move("kingdom government", previewed=True, button="Govern this way")
def choose_government(move: Move, action: ChooseGovernment, dice: Dice) -> None:
    """Choose a form of government, as the Ruler (R152). Raises RuleViolation where the rule isn't used."""
    realm, kingdom = move.realm, move.kingdom
    if not realm.rulings.has(GOVERNMENTS, "yes"):
        raise refused(
            "government.unused",
            "This campaign doesn't use forms of government (`/campaign settings`).",
        )
    if action.government is kingdom.government:
        raise refused(
            "government.same",
            "{name:60} already has that form of government: {government}.",
            name=move.name,
            government=action.government,
        )
    move.require_task(Task.LEADERSHIP)
    move.change(government=action.government)
    given = [
        Clause(T("{modifier} {amount:+}"), modifier=Label(modifier), amount=amount)
        for modifier, amount in GOVERNMENT_MODIFIERS[action.government].items()
    ]
    if not given:
        given = [Clause(T("It changes no modifier"))]
    move.say(
        "government.chosen",
        T("{name:60}, form of government: {before} → **{government}**. {given:,}."),
        name=Name(move.name),
        government=Label(action.government),
        before=Label(kingdom.government),
        given=given,
    )
