"""For each row of the register: an interaction that would get through, were it not for who sends it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from bot.engine.people import Actor
from bot.play import Form
from tests.givens import agreed, commands, usage
from tests.harness.inputs import components
from tests.harness.world import Json, Person
from tests.proofs import adventuria_samples, kingdom_samples, second_kingdom_samples, sovereign_samples
from tests.proofs.library_samples import LIBRARY
from tests.stages import Stage
from tests.systems.second_kingdom.playbook import challenge
from tests.systems.second_kingdom.stock import hero
from tests.systems.table.playbook import listed

Sampling = Callable[[Stage, Person], Awaitable[Json]]
Options = Callable[[Stage], Awaitable[dict[str, Any]]]
ELSEWHERE = 2
# What takes its sender, or everybody, out of the campaign comes last.
LAST = ("/campaign leave", "/campaign archive", "/campaign restore", "button restore")


def derived(path: str) -> Sampling:
    """A command as its declaration tells."""

    async def build(stage: Stage, person: Person) -> Json:
        return await usage(stage, path, person)

    return build


def command(path: str, /, **given: Any) -> Sampling:
    """A command with those options."""

    async def build(stage: Stage, person: Person) -> Json:
        return stage.say.slash(path, given, user=person)

    return build


def made(path: str, options: Options, channel: int = 0) -> Sampling:
    """A command whose options have to be brought about first."""

    async def build(stage: Stage, person: Person) -> Json:
        found = await options(stage)
        return stage.say.slash(path, found, user=person, channel=stage.world.channels[channel])

    return build


def control(custom_id: str, *values: str) -> Sampling:
    """A press, or a choice, that stands in its custom_id alone."""

    async def build(stage: Stage, person: Person) -> Json:
        return stage.say.press(custom_id, values=values or None, user=person)

    return build


def of_campaign(custom_id: str, *values: str) -> Sampling:
    """A press or choice that names the campaign."""

    async def build(stage: Stage, person: Person) -> Json:
        return stage.say.press(custom_id.format(await campaign(stage)), values=values or None, user=person)

    return build


async def campaign(stage: Stage) -> str:
    """The campaign's id."""
    return (await stage.bot.play.look(Actor(stage.gm.id), stage.request())).campaign_id


# -- commands -------------------------------------------------------------------------------------


async def _begun(stage: Stage) -> dict[str, Any]:
    return {"name": stage.fresh_name(), "game": "second_kingdom"}


async def _archived(stage: Stage) -> dict[str, Any]:
    ours = await campaign(stage)
    await stage.feeder.deliver(await agreed(stage, stage.slash("campaign archive", by=stage.gm), stage.gm))
    return {"campaign": ours}


async def _chapter(stage: Stage) -> dict[str, Any]:
    await stage.do("roll", by=stage.deacon, dice="2d6")
    return {}


async def _ended(stage: Stage) -> dict[str, Any]:
    await stage.feeder.deliver(await _reveal(stage, stage.gm))
    return {}


async def _forgotten(stage: Stage, person: Person) -> Json:
    await stage.do("dice save", by=person, name="attack", dice="1d20+5")
    return stage.slash("dice forget", by=person, name="attack")


async def _own_slip(stage: Stage, person: Person) -> Json:
    await stage.do("sk new", by=person, name=stage.fresh_name(), courage=4, prudence=5, temperance=3)
    return stage.slash("undo", by=person)


async def _undone(stage: Stage, person: Person) -> Json:
    await stage.feeder.deliver(await _undo(stage, person))
    return stage.slash("redo", by=person)


async def _bring_back(stage: Stage, person: Person) -> Json:
    await stage.feeder.deliver(await _undo(stage, person))
    return stage.say.press("redo", user=person)


async def _restore(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"restore|{(await _archived(stage))['campaign']}", user=person)


# -- controls -------------------------------------------------------------------------------------


async def _undo(stage: Stage, person: Person) -> Json:
    slip = await _own_slip(stage, person)
    ours = await campaign(stage)
    number = max(entry.number for entry in await stage.entries() if entry.campaign_id == ours)
    await stage.feeder.deliver(slip)
    return stage.say.press(f"undo|{ours}|{number}|{number}|", user=person)


async def _reveal(stage: Stage, person: Person) -> Json:
    await _chapter(stage)
    asked = (await stage.do("dice reveal", by=stage.gm)).answer.data
    return stage.say.press(listed(asked, "reveal|"), user=person)


async def _reveal_roll(stage: Stage, person: Person) -> Json:
    await stage.do("roll", by=stage.deacon, dice="2d6+1 hop", secrecy="gm")
    await stage.settle()
    return stage.press("Reveal to everyone", by=person)


async def _decide(stage: Stage, person: Person) -> Json:
    asked = stage.say.press(f"?setting|{await campaign(stage)}", values=["table.undo"], user=stage.gm)
    page = (await stage.feeder.deliver(asked)).answer.data
    return stage.say.press(listed(page, "decide|"), user=person)


async def _step(stage: Stage) -> tuple[str, str]:
    await challenge(stage)
    await stage.settle()
    _, record, step, *_ = stage.button("Roll")[0].split("|")
    return record, step


async def _bring_up(stage: Stage, person: Person) -> Json:
    return stage.say.press("?bring_up", values=["/".join(await _step(stage))], user=person)


async def _nudge(stage: Stage, person: Person) -> Json:
    return stage.say.press("?nudge", values=["/".join(await _step(stage))], user=person)


async def _roll(stage: Stage, person: Person) -> Json:
    await _step(stage)
    return stage.press("Roll", by=person)


async def _snooze(stage: Stage, person: Person) -> Json:
    # A challenge of a hero of their own, where they may have one.
    name = stage.fresh_name()
    await stage.do("sk new", by=person, name=name, courage=4, prudence=5, temperance=3)
    leap = {"action": "Leap", "virtue": "courage", "rating": 4}
    await stage.do("sk challenge", by=stage.gm, heroes=name, **leap)
    await stage.settle()
    custom_id, _message = stage.button("Roll")
    return stage.say.press(f"snooze|{custom_id.split('|')[1]}", user=person)


async def _back(stage: Stage, person: Person) -> Json:
    await stage.do("away", by=person, until="3 days")
    return stage.say.press(f"im_back|{person.id}", user=person)


async def _give(stage: Stage, person: Person) -> Json:
    await hero(stage)
    return stage.say.press(f"hand_over|{stage.deacon.id}", user=person)


async def _given(stage: Stage, person: Person) -> Json:
    name = await hero(stage)
    return stage.say.modal_submit("hand_over", {"what": [name], "to": stage.wren}, user=person)


async def _ask(stage: Stage, person: Person) -> Json:
    return stage.say.press("ask|gone|step|1|key", user=person)


async def _tell(stage: Stage, person: Person) -> Json:
    return stage.say.modal_submit("tell|gone|step|1|key", {"text": "x"}, user=person)


async def _roll_form(stage: Stage, person: Person) -> Json:
    return stage.say.modal_submit("roll", {"dice": "2d6"}, user=person)


async def _correct(stage: Stage, person: Person) -> Json:
    await stage.feeder.deliver(stage.say.press("roll", user=person))
    refused = await stage.feeder.deliver(stage.say.modal_submit("roll", {"dice": "2d"}, user=person))
    return stage.say.press(listed(refused.answer.data, "correct|"), user=person)


async def _complete(stage: Stage, person: Person) -> Json:
    """The rating that a challenge lacked; whoever may ask for none has no such form."""
    missing = {"heroes": await hero(stage), "action": "Leap", "virtue": "courage"}
    refused = (await stage.do("sk challenge", by=person, **missing)).answer.data
    buttons = [str(part["custom_id"]) for part in components(refused) if "custom_id" in part]
    buttons = [each for each in buttons if each.startswith("correct|")]
    if not buttons:
        return stage.say.modal_submit("complete|gone", {"rating": "4"}, user=person)
    form = (await stage.feeder.deliver(stage.say.press(buttons[0], user=person))).answer.data
    return stage.say.modal_submit(form["custom_id"], {"rating": "4"}, user=person)


async def _begin(stage: Stage, person: Person) -> Json:
    scores = dict.fromkeys(("courage", "prudence", "temperance", "conviction"), "3")
    return stage.say.modal_submit("begin|sk new", {"name": stage.fresh_name(), **scores}, user=person)


def begun(path: str, custom_id: str, *values: str, **typed: str) -> Sampling:
    """A control of a deed that somebody began by `/act`; or its form, sent."""

    async def build(stage: Stage, person: Person) -> Json:
        first = int(stage.slash("act", by=person)["id"])
        kept = await stage.bot.play.keep_form(person.id, first, Form("", "", (), path, {}))
        held = custom_id.format(kept)
        if typed:
            return stage.say.modal_submit(held, typed, user=person)
        return stage.say.press(held, values=list(values) or None, user=person)

    return build


# The forms that commands declare, sent.
FORMS: dict[str, Sampling] = {
    **adventuria_samples.FORMS,
    **second_kingdom_samples.FORMS,
    **sovereign_samples.FORMS,
}


def opener(form: Sampling) -> Sampling:
    """The button that opens such a form."""

    async def pressed(stage: Stage, person: Person) -> Json:
        sent = await form(stage, person)
        return stage.say.press(str(sent["data"]["custom_id"]), user=person)

    return pressed


def from_page(form: Sampling) -> Sampling:
    """Such a form, opened from a page: it shows first what comes of it."""

    async def sent(stage: Stage, person: Person) -> Json:
        payload = await form(stage, person)
        name, _, held = str(payload["data"]["custom_id"]).partition("|")
        payload["data"]["custom_id"] = f"{name}_first|{held}"
        return payload

    return sent


SAMPLES: dict[str, Sampling] = {
    **{f"/{path}": derived(path) for path in commands()},
    "/campaign create": made("campaign create", _begun, ELSEWHERE),
    "/campaign restore": made("campaign restore", _archived),
    "button make_channel": of_campaign("make_channel|{}"),
    "button look_again": of_campaign("look_again|{}"),
    "button another_channel": of_campaign("another_channel|{}"),
    "select secrets_go_to": of_campaign("?secrets_go_to|{}|2000001", "2000002"),
    "button reveal_roll": _reveal_roll,
    "form roll": _roll_form,
    "button correct": _correct,
    "form complete": _complete,
    "button begin": control("begin|sk new"),
    "form begin": _begin,
    "button fill": opener(FORMS["sov pc edit"]),
    "form fill": FORMS["sov pc edit"],
    "form fill_first": from_page(FORMS["sov pc edit"]),
    "/dice forget": _forgotten,
    "/dice verify": made("dice verify", _ended),
    "button reveal": _reveal,
    "button sheet": control("sheet"),
    "button roll": control("roll"),
    "button help": control("help"),
    "select help": control("?help", "sk"),
    "button help_page": control("help_page|Start here|0"),
    "button mine": control("mine"),
    "button act": control("act|player"),
    "select act_else": control("?act_else|player", "+1"),
    "select act": control("?act|player|table/0|", "roll"),
    "button act_deed": control("act_deed|roll"),
    "select act_next": begun("sk fate", "?act_next|{}", "love"),
    "button act_turn": begun("sk fate", "act_turn|{}|0"),
    "button act_type": begun("roll", "act_type|{}"),
    "button act_detail": begun("roll", "act_detail|{}|0"),
    "select act_more": begun("sov new", "?act_more|{}|follows", "x"),
    "form act_type": begun("roll", "act_type|{}", text="2d6"),
    "/campaign pace": command("campaign pace"),
    "button board": control("board|0"),
    "button recap": control("recap"),
    "button recap_page": of_campaign("recap_page|{}|week|0|0|0"),
    "button recap_new": of_campaign("recap_new|{}|0"),
    "button recap_story": of_campaign("recap_story|{}|0"),
    "button pause": control("pause|1"),
    "select rhythm": control("?rhythm", "steady"),
    "button im_back": _back,
    "button snooze": _snooze,
    "button hand_over": _give,
    "form hand_over": _given,
    "button waiting": control("waiting|all|0"),
    "button look": control("look|campaign info|0"),
    "select bring_up": _bring_up,
    "select nudge": _nudge,
    "button settings": of_campaign("settings|{}|table"),
    "select settings_of": of_campaign("?settings_of|{}", "second_kingdom"),
    "select setting": of_campaign("?setting|{}", "table.undo"),
    "button decide": _decide,
    "button check": control("check|0|0"),
    "select try_channel": control("?try_channel", "7"),
    "button unname_founders": control("unname_founders|7000001"),
    "/undo": _own_slip,
    "/redo": _undone,
    "button page": of_campaign("page|{}|5"),
    "button undo": _undo,
    "button redo": _bring_back,
    "button changed": of_campaign("changed|{}|1|0"),
    "button join": of_campaign("join|{}"),
    "button restore": _restore,
    "button do": _roll,
    "button ask": _ask,
    "form tell": _tell,
    "/lantern light": command("lantern light", name="Lamp"),
    **LIBRARY,
    **adventuria_samples.CONTROLS,
    **second_kingdom_samples.CONTROLS,
    **sovereign_samples.CONTROLS,
    **kingdom_samples.CONTROLS,
}
