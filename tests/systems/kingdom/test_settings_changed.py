"""Settings changed in a running kingdom: shown before, followed at once, and what was held is kept."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.declare import Command, declared
from bot.engine.dice.source import Dice
from bot.engine.people import Actor, Standing, may_use
from bot.engine.settings import FiguresFollowed, Followed, FollowsLater, Setting
from bot.engine.system import Record, RecordId, World
from bot.errors import UserError
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import Alignment, Government, MonthStep, Phase, Stage, Stat
from bot.systems.kingdom.land.state import LAND, Land
from bot.systems.kingdom.leaders.renown import ChooseGovernment, ChooseRenown
from bot.systems.kingdom.month.course import FinishStep
from bot.systems.kingdom.month.edicts import kingdom_figures
from bot.systems.kingdom.resettling import resettled
from bot.systems.kingdom.settings import (
    EDICT_ORDER,
    FAME,
    OPTIONAL,
    SETTINGS,
    SETTLEMENT_CONSUMPTION,
    TRADE,
    WHO_ROLLS,
)
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.state import ActiveEvent
from bot.systems.kingdom.steps import STEPS, open_steps
from bot.systems.kingdom.towns.building import town_figures
from bot.systems.kingdom.towns.corrections import DedicateBuilding
from bot.systems.kingdom.towns.state import TOWN, Town
from tests.refusals import refuses
from tests.systems.kingdom.months_scenes import begun
from tests.systems.kingdom.months_table import state_of, tarn_at
from tests.systems.kingdom.scenes import (
    DEACON,
    HOLD,
    LANDS,
    TARN,
    after,
    decided,
    kingdom_of,
    land,
    month,
    played,
    realm_in,
    waiting,
)
from tests.systems.kingdom.test_event_deeds import hold_in
from tests.systems.kingdom.town_scenes import town
from tests.systems.second_kingdom.evening import buttons
from tests.systems.table.test_settings_at_the_table import decide
from tests.tables import Table, reply_of, said, text


def changed(begin: World, **settings: str) -> World:
    """Tarn once the campaign has those settings and no others."""
    return _changed(begin, settings)[0]


def told(begin: World, **settings: str) -> list[str]:
    """What is told of it, but for the numbers."""
    return [each.line for each in _changed(begin, settings)[1] if type(each) is Followed]


def _changed(begin: World, settings: dict[str, str]) -> tuple[World, tuple[Any, ...]]:
    now = replace(begin, campaign=decided(**settings))
    turn = resettled(begin, now)
    return after(now, turn), turn.events


def having(begin: World, id_: RecordId, kind: str, state: Any) -> World:
    """With that record in place of what was there."""
    return replace(begin, records={**begin.records, id_: Record(id_, kind, state)})


def in_hold(begin: World, lots: Town) -> World:
    """With that in the capital."""
    return having(begin, HOLD, TOWN.name, lots)


def on(begin: World, of: Land) -> World:
    """With that land."""
    return having(begin, LANDS, LAND.name, of)


def numbers(found: World) -> list[str]:
    """Every figure that a preview could show."""
    return [str(each) for each in (*kingdom_figures(found, TARN), *town_figures(found, HOLD))]


EVENT = (Phase.EVENT, MonthStep.CONTINUING)
# A Tavern needs a House or Mansion beside it.
ALONE = town("tavern A1", "temple C1+D1", "museum F1", lots=3)


def used(rule: str) -> World:
    """A kingdom in the midst of the Event phase with that optional rule in use, and used."""
    begin = in_hold(begun(*EVENT, campaign=decided(**{rule: "yes"}), actor=DEACON), ALONE)
    begin = after(begin, resettled(begin, begin))
    match rule:
        case "fame_infamy":
            return played(begin, ChooseRenown(TARN, Stat.INFAMY, 0))
        case "governments":
            return played(begin, ChooseGovernment(TARN, Government.SYNDICATE))
        case "holy_sites":
            blessed = DedicateBuilding(
                HOLD, "2", "Erastil", "It was his", kingdom=TARN, alignment=Alignment.LAWFUL_GOOD
            )
            return played(begin, blessed)
        case "abandoned_buildings":
            tavern, *others = hold_in(begin).buildings
            shut = replace(tavern, is_abandoned=True, closes=1)
            return in_hold(begin, replace(hold_in(begin), buildings=(shut, *others)))
    return begin


RULES = [each.name for each in SETTINGS if [one.value for one in each.options] == ["no", "yes"]]


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_switched_off_and_on_again_leaves_every_number_as_it_was(rule: str) -> None:
    begin = used(rule)
    off = changed(begin)
    again = changed(off, **{rule: "yes"})
    assert numbers(again) == numbers(begin)
    assert again.records == begin.records
    # While it is off every number is what it is where the rule was never used.
    never = in_hold(begun(*EVENT, campaign=decided(), actor=DEACON), ALONE)
    assert numbers(off) == numbers(never)


class Ones(Dice):
    """Dice that always show 1."""

    def roll(self, count: int, sides: int, *, reason: str, secret: bool = False) -> tuple[int, ...]:
        """So many ones."""
        return (1,) * count


@pytest.mark.parametrize("rule", RULES)
def test_what_waited_before_a_rule_was_switched_off_goes_on_or_says_why_not(rule: str) -> None:
    begin = used(rule)
    off = changed(begin)
    for step in waiting(TARN, kingdom_of(begin)):
        for choice in step.choices:
            kind = next(each for each in SYSTEM.actions if each.action is type(choice.action))
            with suppress(UserError):
                later = after(off, kind.perform(off, choice.action, Ones()))
                assert waiting(TARN, kingdom_of(later))
    assert waiting(TARN, kingdom_of(off))


def test_fame_switched_on_has_the_ruler_asked_and_off_asks_no_more() -> None:
    begin = begun(*EVENT)
    assert told(begin, fame_infamy="yes") == ["Tarn: the Ruler chooses Fame or Infamy."]
    asked = changed(begin, fame_infamy="yes")
    assert kingdom_of(asked).renown_left == 1
    assert "renown-0" in [each.name for each in waiting(TARN, kingdom_of(asked))]
    off, events = _changed(asked, {})
    assert kingdom_of(off).renown_left == 0
    assert events[0].line == (
        "Tarn: the Ruler is no longer asked for Fame or Infamy; what was chosen is kept."
    )
    with refuses("renown.nothing_to_choose"):
        played(off, ChooseRenown(TARN, Stat.FAME, 0))


# 12 hexes.
ROW = land(own=tuple(f"{q},0" for q in range(12)))


def test_a_choice_of_fame_that_waits_is_not_lost_with_the_size_that_brought_it() -> None:
    grown = on(begun(*EVENT, campaign=decided(fame_infamy="yes")), ROW)
    asked = after(grown, resettled(grown, grown))
    assert kingdom_of(asked).renown_left == 2
    smaller = on(changed(asked), land())
    assert kingdom_of(changed(smaller, fame_infamy="yes")).renown_left == 2


def test_r097_what_has_closed_is_open_while_the_rule_is_off_and_its_neighbors_are_named() -> None:
    shut = used("abandoned_buildings")
    off = changed(shut)
    assert told(shut) == ["Hold: open again: Tavern at A1."]
    assert figures(realm_in(off)).economy == figures(realm_in(shut)).economy + 1
    assert told(off, abandoned_buildings="yes") == [
        "Hold: closed again without the neighbor they need: Tavern at A1."
    ]
    begin = in_hold(begun(*EVENT), ALONE)
    assert told(begin, abandoned_buildings="yes") == [
        "Hold: these lack a neighbor they need and close within three months without one: Tavern at A1."
    ]


def test_r021_limits_and_r023_chances_and_r130_checks_that_change_are_told() -> None:
    edict = on(begun(Phase.EDICT, month=month(Phase.EDICT, size=3)), ROW)
    assert "Tarn: claims left this month 1 → 2." in told(edict, limits_size="live")
    first = begun(*EVENT)
    assert told(first, first_turn_event_chance="75") == [
        "Tarn: the chance of an event this month is 75%, not 25%."
    ]
    plague = ActiveEvent(1, "plague", 1, is_continuous=True, spot="0,0", town=HOLD)
    ill = in_hold(begun(*EVENT, happenings=(plague,)), town("hospital A1+B1", "hospital C1+D1"))
    (line,) = told(ill, hospital_scope="once")
    assert line == "Tarn: Plague: its checks get +4, not +6."


def test_the_numbers_are_told_by_the_name_of_their_kingdom() -> None:
    begin = begun(*EVENT)
    _, events = _changed(begin, {"settlement_consumption": "none"})
    assert [(type(each), each.line) for each in events] == [(FiguresFollowed, "Tarn: Consumption 4 → **3**")]


@pytest.mark.parametrize("stage", [Stage.FOUNDING, Stage.ENDED])
def test_a_kingdom_that_doesnt_stand_is_left_alone(stage: Stage) -> None:
    begin = begun(*EVENT, stage=stage)
    turn = resettled(begin, replace(begin, campaign=decided(fame_infamy="yes")))
    assert (turn.changes, turn.events) == ((), ())


# -- at the table -------------------------------------------------------------------------------------


async def test_fame_switched_on_is_shown_first_and_asks_the_ruler_at_once(realms: Table) -> None:
    await tarn_at(realms, MonthStep.OPEN)
    preview = await decide(realms, FAME, "yes")
    assert "Fame and Infamy: Not used → Used." in text(preview)
    assert "Tarn: the Ruler chooses Fame or Infamy." in text(preview)
    assert "Fame **0**" in text(preview)
    assert (await state_of(realms)).renown_left == 0
    await realms.gm.click(preview, label="Change it")
    await realms.settle()
    card = realms.last()
    assert "A setting changed" in text(card)
    assert realms.deacon.mention in card.content
    chosen = await realms.deacon.click(card, label="Infamy +1")
    assert "Infamy +1" in said(chosen)


async def test_a_choice_that_waits_is_gone_once_the_rule_is_off_and_back_with_it(realms: Table) -> None:
    await tarn_at(realms, MonthStep.OPEN)
    await realms.gm.click(await decide(realms, FAME, "yes"), label="Change it")
    await realms.settle()
    card = realms.last()
    preview = await decide(realms, FAME, "no")
    assert "the Ruler is no longer asked for Fame or Infamy; what was chosen is kept." in text(preview)
    assert "Fame 0 → **none**" in text(preview)
    await realms.gm.click(preview, label="Change it")
    await realms.settle()
    assert "Fame +1" not in str(next(each for each in realms.messages() if each.id == card.id).components)
    await realms.gm.click(await decide(realms, FAME, "yes"), label="Change it")
    await realms.settle()
    assert "Fame +1" in said(await realms.deacon.click(realms.last(), label="Fame +1"))


async def test_a_change_that_is_shown_first_can_be_left_alone(realms: Table) -> None:
    await tarn_at(realms, MonthStep.OPEN)
    preview = await decide(realms, SETTLEMENT_CONSUMPTION, "none")
    before = len(realms.messages())
    back = reply_of(await realms.gm.click(preview, label="Back"))
    assert "Settings of Ashes" in text(back)
    await realms.settle()
    assert len(realms.messages()) == before


@pytest.mark.parametrize(("setting", "value"), [(WHO_ROLLS, "anyone"), (EDICT_ORDER, "any_order")])
async def test_a_setting_that_changes_nothing_in_play_is_still_one_press(
    realms: Table, setting: Setting, value: str
) -> None:
    await tarn_at(realms, MonthStep.OPEN)
    page = await decide(realms, setting, value)
    assert "*(current)*" in text(page)
    assert "A setting changed" in text(realms.last())


async def test_undoing_a_change_shows_the_numbers_that_go_back(realms: Table) -> None:
    await tarn_at(realms, MonthStep.OPEN)
    await realms.gm.click(await decide(realms, SETTLEMENT_CONSUMPTION, "none"), label="Change it")
    await realms.settle()
    shown = said(await realms.gm.slash(realms.channel, "undo"))
    assert "Consumption 1 → **2**" in shown


def test_r161_special_edicts_come_and_go_with_their_rules_in_the_edict_phase_under_way() -> None:
    over = [step for step in STEPS[Phase.EDICT] if step not in (MonthStep.EDICTS, MonthStep.SPECIAL)]
    begin = begun(Phase.EDICT, *over)
    assert told(begin, trade="yes") == ["Tarn: special edicts this month: none → Trade edict."]
    then = changed(begin, trade="yes")
    assert MonthStep.SPECIAL in open_steps(kingdom_of(played(then, FinishStep(TARN, MonthStep.EDICTS))))
    back = changed(then)
    assert not kingdom_of(back).month.special
    assert kingdom_of(played(back, FinishStep(TARN, MonthStep.EDICTS))).month.phase is Phase.INCOME


def test_r161_it_is_said_in_which_edict_phase_a_special_edict_can_be_issued_first() -> None:
    for phase, number in ((Phase.UPKEEP, 1), (Phase.INCOME, 2)):
        (event,) = _changed(begun(phase), {"trade": "yes"})[1]
        says = f"Tarn: the first trade edict can be issued in the Edict phase of month {number}."
        assert (type(event), event.line) == (FollowsLater, says)
        # Nothing is other by it at once, which would be shown first.
        assert not event.is_at_once


async def test_a_rule_whose_change_is_shown_first_offers_its_first_deed_too(realms: Table) -> None:
    await tarn_at(realms, MonthStep.LEADERSHIP)
    shown = await decide(realms, TRADE, "yes")
    done = await realms.gm.click(shown, label="Change it")
    assert buttons(reply_of(done))[0] == "Add another kingdom…"
    assert "special edicts this month: none → Trade edict" in said(done)


async def test_a_rule_that_can_be_used_only_later_says_when(realms: Table) -> None:
    await tarn_at(realms, MonthStep.OPEN)
    page = await decide(realms, TRADE, "yes")
    assert "the first trade edict can be issued in the Edict phase of month 1" in text(page)
    assert buttons(page)[0] == "Add another kingdom…"


async def test_a_rule_that_is_switched_on_offers_its_first_deed(realms: Table) -> None:
    # Before the month is open it changes nothing yet, and is decided at once.
    await tarn_at(realms, MonthStep.OPEN)
    offered = await realms.gm.autocomplete(realms.channel, "kingdom settings", "setting", "diplomatic")
    one = await realms.gm.slash(realms.channel, "kingdom settings", setting=offered[0]["value"])
    assert "Add another kingdom…" not in buttons(reply_of(one))
    decided = await realms.gm.click(reply_of(one), label="Used")
    assert buttons(reply_of(decided))[0] == "Add another kingdom…"
    form = await realms.gm.click(reply_of(decided), label="Add another kingdom…")
    shown = await realms.gm.submit_modal(form, {"name": "Vell"})
    assert "Vell" in said(shown)
    # It is a game master's: nobody else is offered it.
    other = await realms.deacon.slash(realms.channel, "kingdom settings", setting=offered[0]["value"])
    assert "Add another kingdom…" not in buttons(reply_of(other))


def test_what_a_setting_begins_with_is_a_command_that_game_masters_may_use() -> None:
    commands = {each.path: each for each in declared("bot.systems", Command, is_whole=True)}
    begun = [option.first for each in SETTINGS for option in each.options if option.first is not None]
    assert begun
    for path, _label in begun:
        assert may_use(commands[path].may, Standing.GAME_MASTER, Actor(0))


# Optional rules without a first deed of game masters', and what begins with them.
WITHOUT_DEED = {
    "fame_infamy": "the Ruler is asked at once",
    "exploration": "its first edict is said to be possible then and then",
    "vassalage": "the same",
    "independence_union": "the choice says in which phase",
    "construction_magic": "it stands with what is built",
    "settlement_size_modifiers": "it counts by itself",
    "expand_settlement_modifiers": "it counts by itself",
    "abandoned_buildings": "it goes on by itself",
    "omens": "they are rolled when a month closes",
}


def test_every_optional_rule_leads_on_or_needs_nothing() -> None:
    offered = {each.name for each in SETTINGS for option in each.options if option.first is not None}
    assert {each.name for each in SETTINGS if each.group == OPTIONAL} - offered == WITHOUT_DEED.keys()
