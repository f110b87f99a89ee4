"""Delves and encounters out of a filled database are played on by today's code, from where they stood."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.engine.people import Actor
from bot.engine.system import Choice, RecordId, Scope, Step, Want
from bot.play import RecordView
from bot.storage.schema import migrate_database
from bot.systems.sovereign.delves.rules import DELVE
from bot.systems.sovereign.dungeon import Being, By, Deed, Delve, Hit, Shut, Silence
from bot.systems.sovereign.encounters.rules import ENCOUNTER
from bot.systems.sovereign.encounters.state import Encounter, Reaction, Way
from bot.systems.sovereign.encounters.state import Stage as Standing
from bot.systems.sovereign.people.rules import CHARACTER
from bot.systems.sovereign.sites.rules import SITE
from bot.systems.sovereign.state import Character, Lamp, Light
from tests.filled.dumps import dumps
from tests.filled.dungeon import BARROW, MINE, WELL, does
from tests.filled.test_barrows import came
from tests.filled.test_filled import restored
from tests.harness.world import Json, Person
from tests.loaded import loaded
from tests.playbooks import GAMES_OF_TESTS
from tests.stages import Stage, open_stage
from tests.systems.table.playbook import listed

# What waits, by its step; of a list of members, by its beginning.
STEPS = {"act", "turn", "met", "announce", "open", "chase", "first", "round"}
GOBLINS = Hit(5, "Goblins", 3, 1, Being.HUMANOID)


@pytest.fixture(params=dumps("dungeon"), ids=lambda path: path.name)
async def later(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Stage]:
    """Today's bot on a database of that day."""
    async with restored(request.param, tmp_path) as address:
        await migrate_database(address, folder=tmp_path / "backups", keep=1)
        async with open_stage(address, packages=GAMES_OF_TESTS, begin=False, days=1) as stage:
            yield stage


async def records(stage: Stage, kind: str, by: Person | None = None) -> list[RecordView]:
    """Every record of that kind in play, as a game master or another sees it."""
    actor = Actor((by or stage.gm).id)
    return list((await stage.bot.play.look(actor, stage.request(), Scope(wants=(Want(kind),)))).all(kind))


async def delve(stage: Stage, name: str, by: Person | None = None) -> tuple[RecordId, Delve]:
    """The one of that name."""
    return next((e.id, e.state) for e in await records(stage, DELVE.name, by) if e.title == name)


async def who(stage: Stage, name: str) -> Character:
    """The character of that name."""
    state: Character = next(e.state for e in await records(stage, CHARACTER.name) if e.title == name)
    return state


# -- what waits ---------------------------------------------------------------------------------------


async def test_all_that_can_wait_waits_in_it(later: Stage) -> None:
    delves, encounters = await records(later, DELVE.name), await records(later, ENCOUNTER.name)
    steps = (step.name.rstrip("0123456789") for each in (*delves, *encounters) for step in each.steps)
    assert set(steps) == STEPS
    assert {each.state.stage for each in encounters} == set(Standing)


async def test_each_step_is_answered_once_by_whom_it_is_for_and_by_nobody_else(later: Stage) -> None:
    done = set()
    for kind in (ENCOUNTER.name, DELVE.name):
        for name, id_ in [(step.name, e.id) for e in await records(later, kind) for step in e.steps]:
            # As it is by now: somebody acted, and it may be another's turn.
            record = next((each for each in await records(later, kind) if each.id == id_), None)
            step = next((e for e in (record.steps if record else ()) if e.name == name), None)
            if record is None or step is None:
                continue
            # What is rolled ahead is to be published first: a test of its own.
            is_ahead = name == "turn" and record.state.ahead != ()
            button = f"do|{id_}|{name}|{step.revision}|{_choice(step).key}"
            right = later.gm if step.who is None else later.world.known(step.who)
            wrong = later.wren if right != later.wren else later.deacon
            for other in (later.stranger, wrong):
                assert not await came(later, button, other.id), step
            assert await came(later, button, right.id) is not is_ahead, step
            assert not await came(later, button, right.id), step
            done.add(name.rstrip("0123456789"))
    assert done == STEPS


def _choice(step: Step) -> Choice:
    """What is pressed of it: the main one that needs no form."""
    plain = [each for each in step.choices if not each.asks and not each.opens]
    return next((each for each in plain if each.is_main), plain[0])


# -- as it was left -----------------------------------------------------------------------------------


async def test_the_fifth_turn_is_as_it_was_left(later: Stage) -> None:
    _, state = await delve(later, BARROW)
    mira, bo, odo, yrsa, sable = state.crew
    acts = [state.intended(each) for each in state.crew]
    assert [each and (each.deed, each.words, each.by) for each in acts] == [
        (Deed.SEARCH, "the jars", By.OWN),
        (Deed.MOVE, "on to the hall", By.CALLER),
        (Deed.OTHER, "Hold the rear.", By.ORDER),
        (Deed.BATTER, "", By.OWN),
        None,
    ]
    assert (state.turn, state.caller, state.hits) == (5, mira.character, (GOBLINS,))
    assert [each.room for each in state.crew] == ["Stair", "Stair", "Hall", "Stair", "Hall"]
    assert (sable.silence, yrsa.busy_until, state.is_silent(bo)) == (Silence.NOTHING, 6, True)
    oak, slab = state.doors
    assert (oak.shut, oak.opens, oak.batterers, slab.shut) == (Shut.LOCKED, 6, (yrsa.character,), Shut.STUCK)
    assert [len(each) for each in (state.noticed, state.spent, state.passages)] == [1, 1, 2]
    assert (await who(later, "Mira")).lights == (Light(Lamp.TORCH, 4),)
    assert (await who(later, "Bo")).lights == (Light(Lamp.LANTERN, 24, is_lit=False),)
    assert (await who(later, "Mira")).locks == (oak.key,)
    assert (await who(later, "Odo")).order == "Hold the rear."
    assert odo.order == "Hold the rear."


async def test_what_is_hidden_stays_hidden(later: Stage) -> None:
    _, seen = await delve(later, BARROW, later.deacon)
    assert (seen.hits, seen.checked, seen.noticed, seen.spent, seen.site) == ((), None, {}, (), "")
    _, seen = await delve(later, MINE, later.deacon)
    assert seen.ahead == ()
    assert await records(later, SITE.name, later.deacon) == []
    for path in ("sov turn", "waiting", "journal"):
        shown = str((await later.do(path, by=later.deacon)).answer.data)
        assert not [each for each in ("oblin", "gre", "Kz", "check due") if each in shown.replace("agre", "")]


async def test_what_is_tried_against_a_lock_that_held_is_refused(later: Stage) -> None:
    acting = {"delve": BARROW, "character": "Mira", "what": "pick", "door": "Oak door"}
    shown = (await later.do("delve act", by=later.deacon, **acting)).answer.data
    assert "failed at this lock" in str(shown)


# -- the Turn -----------------------------------------------------------------------------------------


async def test_a_button_of_an_earlier_turn_says_that_it_is_over(later: Stage) -> None:
    id_, state = await delve(later, BARROW)
    mira = state.crew[0].character
    olds = [(f"{name}|{id_}|4", later.deacon) for name in ("sov_act", "sov_pass", "sov_plan")]
    olds.append((f"sov_resolve|{id_}|4|{mira}", later.gm))
    for custom_id, by in olds:
        press = later.say.press(custom_id, user=by)
        answer = (await later.feeder.deliver(press)).answer.data
        assert "Turn 4 is over; it's Turn 5." in str(answer)
        assert await later.of(press) == []
    for name, choice, by in (("turn", "next", later.gm), ("act1", "pass", later.wren)):
        assert not await came(later, f"do|{id_}|{name}|4|{choice}", by.id)


async def test_the_turn_ends_is_undone_and_done_again(later: Stage) -> None:
    await _ends(later, 3)
    _, state = await delve(later, BARROW)
    assert (state.turn, state.hits, state.plan) == (6, (), None)
    assert (await who(later, "Mira")).lights == (Light(Lamp.TORCH, 3),)
    await _turned(later, "undo")
    _, state = await delve(later, BARROW)
    assert (state.turn, state.hits, len(state.crew)) == (5, (GOBLINS,), 5)
    assert state.plan is not None
    assert (await who(later, "Mira")).lights == (Light(Lamp.TORCH, 4),)
    await _turned(later, "redo")
    _, state = await delve(later, BARROW)
    assert (state.turn, state.hits) == (6, ())
    assert state.is_busy(state.crew[3])
    # The door gives way at the end of Turn 6, and its batterer is free.
    await _ends(later, 2)
    _, state = await delve(later, BARROW)
    assert (state.turn, state.doors[0].shut, state.crew[3].busy_until) == (7, Shut.OPEN, 0)
    assert (await who(later, "Mira")).lights == (Light(Lamp.TORCH, 2),)


async def _ends(stage: Stage, *extra: int) -> None:
    """The game master's press, without an encounter; a battered door has a die of its own."""
    id_, state = await delve(stage, BARROW)
    dice = (6, *extra) if state.doors[0].opens not in (None, state.turn) else (6,)
    with loaded(*dice):
        assert await came(stage, f"do|{id_}|turn|{state.turn}|next", stage.gm.id)
    await stage.settle()


async def _turned(stage: Stage, command: str) -> None:
    """The newest entry undone, or done again."""
    shown = (await stage.do(command, by=stage.gm)).answer.data
    press = stage.say.press(listed(shown, "undo|"), user=stage.gm)
    await stage.feeder.deliver(press)
    assert await stage.of(press)
    await stage.settle()


async def test_who_is_silent_does_what_was_settled(later: Stage) -> None:
    id_, state = await delve(later, BARROW)
    press = later.say.press(f"do|{id_}|turn|{state.turn}|next", user=later.gm)
    asked = (await later.feeder.deliver(press)).answer.data
    assert "**An encounter waits: 3 × Goblins.**" in str(asked)
    press = later.say.press(listed(asked, "offer|"), user=later.gm)
    with loaded(6, 6):
        await later.feeder.deliver(press)
    (entry,) = await later.of(press)
    for told in ("on to the hall", "Hold the rear."):
        assert told in str(entry.events)


async def test_deeds_are_resolved_and_a_standing_order_ends_with_ones_own_word(later: Stage) -> None:
    id_, state = await delve(later, BARROW)
    mira, bo, odo = [each.character for each in state.crew[:3]]
    for custom_id, dice in ((f"sov_resolve|{id_}|5|{mira}", (3, 4)), (f"sov_resolve|{id_}|5|plan", ())):
        press = later.say.press(custom_id, user=later.gm)
        with loaded(*dice):
            await later.feeder.deliver(press)
        assert await later.of(press)
    press = later.say.modal_submit(
        f"sov_act|{id_}|5|{odo}", {"deed": ["search"], "words": "the stair"}, user=later.deacon
    )
    await later.feeder.deliver(press)
    assert await later.of(press)
    _, state = await delve(later, BARROW)
    assert [each.act is not None and each.act.is_resolved for each in state.crew] == [
        *(True, True, False),
        *(False, False),
    ]
    assert bo == state.crew[1].character
    assert (await who(later, "Odo")).order == ""


async def test_what_waited_for_its_moment_is_sprung(later: Stage) -> None:
    id_, _ = await delve(later, BARROW)
    press = later.say.modal_submit(f"sov_spring|{id_}", {"title": "Shadows", "text": ""}, user=later.gm)
    await later.feeder.deliver(press)
    assert await later.of(press)
    assert (await delve(later, BARROW))[1].hits == ()
    met: Encounter = next(e.state for e in await records(later, ENCOUNTER.name) if e.title == "Shadows")
    assert (met.stage, met.secret.number, met.secret.note) == (Standing.MET, 3, "Goblins")
    assert [each.name for each in met.crew] == ["Mira", "Bo", "Odo", "Yrsa", "Sable"]


async def test_turns_rolled_ahead_are_published_as_they_fell_undone_and_done_again(later: Stage) -> None:
    _, state = await delve(later, MINE)
    assert [(each.turn, each.face, len(each.hits)) for each in state.ahead] == [
        (2, 6, 0),
        (3, 1, 1),
        (4, 5, 0),
    ]
    ahead, hits = state.ahead, state.ahead[1].hits
    assert hits == (Hit(3, "Ogre", 1, 4, Being.GIANT),)
    await does(later, "delve publish", later.gm, delve=MINE, turn=3)
    for command, turn, left in (("", 3, hits), ("undo", 1, ()), ("redo", 3, hits)):
        if command:
            await _turned(later, command)
        _, state = await delve(later, MINE)
        assert (state.turn, state.hits, state.ahead) == (turn, left, () if turn == 3 else ahead)


async def test_a_party_leaves_with_its_time(later: Stage) -> None:
    await does(later, "delve leave", later.gm, party=f"{MINE}'s party")
    assert MINE not in [each.title for each in await records(later, DELVE.name)]


# -- encounters ---------------------------------------------------------------------------------------


async def at(stage: Stage, stands: Standing, *, named: str = "") -> list[RecordView]:
    """The encounters that stand there."""
    found = [each for each in await records(stage, ENCOUNTER.name) if each.state.stage is stands]
    return [each for each in found if not named or named in each.state.secret.note]


async def test_what_was_chosen_said_and_tried_is_as_it_was_left(later: Stage) -> None:
    (met,) = await at(later, Standing.MET, named="Kzduke")
    assert (met.state.way, len(met.state.objections)) == (Way.TALK, 1)
    (decided,) = await at(later, Standing.DECIDED, named="Kzduchess")
    assert (decided.state.secret.faces, decided.state.secret.rolled) == ((1, 3), Reaction.COULD_WIN)
    levers = [each.what for e in await at(later, Standing.PARLEY) for each in e.state.levers]
    assert "Half of the silver" in levers
    assert (await _goose(later)).state.chase.gap == 60
    fights = [each.state.fight for each in await at(later, Standing.FIGHT)]
    assert ("The chief", "Mira") in [each.order for each in fights]
    assert any(len(each.acted) == 1 and each.round == 1 for each in fights)


async def _goose(stage: Stage) -> RecordView:
    """The chase in which one was thrown down."""
    tried = ("food: a goose",)
    return next(each for each in await at(stage, Standing.CHASE) if each.state.chase.tried == tried)


async def test_what_was_decided_is_announced_as_it_was_rolled(later: Stage) -> None:
    (decided,) = await at(later, Standing.DECIDED, named="Kzduchess")
    seen = next(e for e in await records(later, ENCOUNTER.name, later.wren) if e.id == decided.id)
    assert seen.state.secret.decided is None
    assert await came(later, await _button(later, decided.id, "announce", "announce"), later.gm.id)
    after = next(e for e in await records(later, ENCOUNTER.name) if e.id == decided.id)
    assert (after.state.stage, after.state.reaction) == (Standing.FLED, Reaction.RUN)


async def test_what_was_thrown_down_is_not_rolled_for_again(later: Stage) -> None:
    chase = await _goose(later)
    (step,) = chase.steps
    payload: Json = later.say.modal_submit(
        f"tell|{chase.id}|{step.name}|{step.revision}|food", {"what": "A goose"}, user=later.gm
    )
    answer = (await later.feeder.deliver(payload)).answer.data
    assert "rolled for with that already" in str(answer)
    payload = later.say.modal_submit(
        f"tell|{chase.id}|{step.name}|{step.revision}|oil", {"what": "A flask"}, user=later.gm
    )
    with loaded(5):
        await later.feeder.deliver(payload)
    assert await later.of(payload)
    after = next(e for e in await records(later, ENCOUNTER.name) if e.id == chase.id)
    assert after.state.stage is Standing.CALM


async def test_a_fight_that_is_over_was_that_turn_of_the_delve(later: Stage) -> None:
    met = next(e for e in await records(later, ENCOUNTER.name) if e.title == "Shapes at the well")
    assert met.state.secret.number == 4
    for step, choice in (
        ("met", "fight"),
        ("met", "roll_fight"),
        ("announce", "announce"),
        ("first", "party"),
    ):
        with loaded(*((1, 2) if choice == "roll_fight" else ())):
            assert await came(later, await _button(later, met.id, step, choice), later.gm.id)
    assert await came(later, await _button(later, met.id, "round", "over"), later.gm.id)
    _, state = await delve(later, WELL)
    (hester,) = state.crew
    assert (state.turn, hester.act is not None and hester.act.is_resolved) == (2, True)


async def _button(stage: Stage, record: RecordId, name: str, choice: str) -> str:
    view = next(each for each in await records(stage, ENCOUNTER.name) if each.id == record)
    step = next(each for each in view.steps if each.name == name)
    return f"do|{record}|{name}|{step.revision}|{choice}"
