"""`/act` and `/gm` at the table: a deed from the page to what came of it, by lists and forms."""

from __future__ import annotations

import re
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from bot.engine.card import Pick
from bot.engine.declare import Invocation
from bot.systems.kingdom.book import MonthStep
from bot.ui import acting
from bot.ui.acting import _choice
from tests.givens import commands
from tests.systems.kingdom.conftest import realms  # noqa: F401
from tests.systems.kingdom.income_table import at
from tests.systems.second_kingdom.conftest import armed  # noqa: F401
from tests.systems.sovereign.conftest import barrow  # noqa: F401
from tests.tables import Table, press_on, reply_of, said, text

WAITS = "Waiting for you…"


def list_of(result: InteractionResult, hint: str) -> dict[str, Any]:
    """The list of that hint on an answer."""
    rows = reply_of(result).components
    return next(part for row in rows for part in row["components"] if part.get("placeholder") == hint)


def lines_of(result: InteractionResult, hint: str) -> list[str]:
    """What a list offers."""
    return [each["label"] for each in list_of(result, hint)["options"]]


async def choose(who: MemberActor, result: InteractionResult, hint: str, value: str) -> InteractionResult:
    """Choose a line of that list."""
    return await who.select(reply_of(result), [value], custom_id=list_of(result, hint)["custom_id"])


async def test_a_deed_about_ones_own_character_is_two_presses_away(barrow: Table) -> None:  # noqa: F811
    before = len(barrow.messages())
    page = await barrow.wren.slash(barrow.channel, "act")
    assert said(page).startswith("Barrows: what you can do\nNothing is waiting for you.")
    shown = await choose(barrow.wren, page, "Bo…", "sov harm swim")
    # Nothing has happened yet: its button does it, however late.
    assert len(barrow.messages()) == before
    await barrow.restart()
    await barrow.wren.click(reply_of(shown), label="Swim")
    await barrow.settle()
    assert "Bo" in text(barrow.last())


async def test_what_waits_for_the_asker_is_the_first_list_and_works_after_a_restart(armed: Table) -> None:  # noqa: F811
    given = {"action": "Leap", "virtue": "courage", "rating": 4}
    for hero in ("Evander", "Ysolde"):
        await armed.gm.slash(armed.channel, "sk challenge", heroes=hero, **given)
    await armed.settle()
    page = await armed.deacon.slash(armed.channel, "act")
    offered = list_of(page, WAITS)["options"]
    assert offered[0]["label"] == "Roll"
    # What game masters may do with it isn't a player's to see there, and nothing waits for them.
    assert not {"Edit", "Withdraw"} & {each["label"] for each in offered}
    with pytest.raises(StopIteration):
        list_of(await armed.gm.slash(armed.channel, "gm"), WAITS)
    await armed.restart()
    rolled = await choose(armed.deacon, page, WAITS, offered[0]["value"])
    await armed.settle()
    assert "Evander" in said(rolled)
    assert "Nothing is waiting for you." in said(await armed.deacon.slash(armed.channel, "act"))


async def test_what_can_be_done_at_a_step_comes_before_what_ends_it(realms: Table) -> None:  # noqa: F811
    await at(realms, MonthStep.HEXES)
    page = await realms.deacon.slash(realms.channel, "act")
    lines = lines_of(page, WAITS)
    assert lines.index("Claim a hex…") < lines.index("No more hexes")
    claim = next(each["value"] for each in list_of(page, WAITS)["options"] if each["label"] == "Claim a hex…")
    await realms.restart()
    assert "laim" in said(await choose(realms.deacon, page, WAITS, claim))


async def test_of_several_that_wait_each_line_says_which(armed: Table) -> None:  # noqa: F811
    await armed.gm.slash(
        armed.channel, "sk challenge", heroes="Evander", action="Leap", virtue="courage", rating=4
    )
    await armed.gm.slash(
        armed.channel, "sk challenge", heroes="Evander", action="Climb", virtue="courage", rating=4
    )
    await armed.settle()
    lines = lines_of(await armed.deacon.slash(armed.channel, "act"), WAITS)
    assert {"Leap: Roll", "Climb: Roll"} <= set(lines)


async def test_what_a_deed_lacks_is_asked_by_lists_then_by_a_form(barrow: Table) -> None:  # noqa: F811
    page = await barrow.wren.slash(barrow.channel, "act")
    asked = await choose(barrow.wren, page, "Bo…", "party pack coins")
    sent = await barrow.wren.submit_modal(asked, {"amount": "12"})
    assert "12" in said(sent)
    await barrow.restart()
    await barrow.wren.click(reply_of(sent), label="Take, pay or give coins")
    await barrow.settle()
    assert "12" in text(barrow.last())


async def test_what_was_typed_wrong_is_said_and_changes_nothing(barrow: Table) -> None:  # noqa: F811
    page = await barrow.wren.slash(barrow.channel, "act")
    before = len(barrow.messages())
    asked = await choose(barrow.wren, page, "Bo…", "sov harm damage")
    sent = await barrow.wren.submit_modal(asked, {"amount": "a fortnight"})
    assert "fortnight" in said(sent)
    await barrow.settle()
    assert len(barrow.messages()) == before


async def test_a_list_that_was_begun_works_after_a_restart(barrow: Table) -> None:  # noqa: F811
    page = await barrow.wren.slash(barrow.channel, "act")
    begun = await choose(barrow.wren, page, "Bo…", "sov roll")
    await barrow.restart()
    (hint,) = [part["placeholder"] for part in reply_of(begun).components[0]["components"]]
    shown = await choose(barrow.wren, begun, hint, list_of(begun, hint)["options"][0]["value"])
    assert said(shown).startswith("Roll now?")
    assert re.search(r"Bo rolls [A-Z]{3}/\w+ against 10: [0-9.]+% to succeed\.", said(shown))


@pytest.mark.parametrize("path", ["act", "gm"])
async def test_who_isnt_in_the_campaign_is_told_how_to_be(barrow: Table, path: str) -> None:  # noqa: F811
    answer = await barrow.stranger.slash(barrow.channel, path)
    assert "what you can do" not in said(answer)
    if path == "act":
        assert reply_of(answer).components[0]["components"][0]["label"] == "Join"


async def test_a_player_is_told_whose_the_game_masters_page_is(barrow: Table) -> None:  # noqa: F811
    assert said(await barrow.deacon.slash(barrow.channel, "gm")) == (
        "Only a game master of this campaign can do that."
    )


async def test_where_no_campaign_is_played_a_sentence_says_so(barrow: Table) -> None:  # noqa: F811
    assert "campaign" in said(await barrow.deacon.slash(barrow.tavern, "act"))


async def test_the_page_says_why_there_is_nothing_that_deeds_could_be_about(realms: Table) -> None:  # noqa: F811
    page = await realms.deacon.slash(realms.channel, "act")
    assert "There's no kingdom here yet. A game master starts one with `/kingdom found`." in said(page)


async def test_a_players_page_names_nobody_whom_the_table_doesnt_know(barrow: Table) -> None:  # noqa: F811
    for who in (barrow.deacon, barrow.wren):
        page = await barrow_page(who, barrow)
        assert "Ogre" not in page
    assert "Ogre" in str(reply_of(await barrow.gm.slash(barrow.channel, "gm")).components)


async def barrow_page(who: MemberActor, table: Table) -> str:
    """All that somebody's page says and offers."""
    page = await who.slash(table.channel, "act")
    return said(page) + str(reply_of(page).components)


async def test_what_is_done_often_stands_first_of_what_is_possible(barrow: Table) -> None:  # noqa: F811
    page = await barrow.wren.slash(barrow.channel, "act")
    assert lines_of(page, "Bo…")[0] != "Swim"
    for _ in range(2):
        await barrow.wren.slash(barrow.channel, "sov harm swim")
    page = await barrow.wren.slash(barrow.channel, "act")
    assert lines_of(page, "Bo…")[0] == "Swim"
    # What others do often says nothing to them.
    page = await barrow.deacon.slash(barrow.channel, "act")
    assert lines_of(page, "Mira…")[0] != "Swim"


async def test_what_isnt_possible_now_says_why_and_is_refused_in_the_same_words(table: Table) -> None:
    await table.gm.slash(table.tavern, "campaign create", name="Road", game="adventuria")
    await table.deacon.slash(table.tavern, "campaign join")
    await table.deacon.slash(table.tavern, "adv new", name="Ash")
    await table.settle()
    page = await table.deacon.slash(table.tavern, "act")
    (wake,) = [each for each in list_of(page, "Ash…")["options"] if each["value"] == "adv wake"]
    assert wake["label"].startswith("✗ ")
    # What is possible comes first.
    marks = [each.startswith("✗") for each in lines_of(page, "Ash…")]
    assert marks == sorted(marks)
    assert wake["description"] in said(await choose(table.deacon, page, "Ash…", "adv wake"))


@pytest.mark.parametrize(
    ("path", "when"),
    [
        ("delve enter", "inside"),
        ("delve leave", "outside"),
        ("party end", "inside"),
        ("party travel", "inside"),
    ],
)
async def test_a_party_is_offered_what_it_can_do_where_it_is(
    barrow: Table,  # noqa: F811
    path: str,
    when: str,
) -> None:
    gm = barrow.gm
    await gm.slash(barrow.secret, "site new", name="Deadhouse")
    await gm.slash(barrow.channel, "party new", name="Lanterns", who="Mira, Bo")
    for where in ("outside", "inside"):
        if where == "inside":
            await gm.slash(barrow.channel, "delve enter")
        page = await gm.slash(barrow.channel, "gm")
        (line,) = [each for each in list_of(page, "Lanterns…")["options"] if each["value"] == path]
        assert line["label"].startswith("✗") is (where == when), line
    # Refused in the same words, before anything is asked for it.
    if when == "inside":
        assert line["description"] in said(await choose(gm, page, "Lanterns…", path))


async def test_what_only_the_able_do_is_marked_for_who_cant_act(barrow: Table) -> None:  # noqa: F811
    async def marked() -> set[str]:
        page = await barrow.wren.slash(barrow.channel, "act")
        lines = list_of(page, "Bo…")["options"]
        return {each["value"] for each in lines if each["label"].startswith("✗")}

    assert not await marked()
    await barrow.gm.slash(barrow.channel, "sov harm damage", character="Bo", amount="5")
    able = {"sov harm swim", "sov roll", "sov try", "party pack light", "sov care first-aid"}
    assert await marked() >= able
    assert "party pack coins" not in await marked()


async def test_a_form_begins_with_what_would_hold_without_it(barrow: Table) -> None:  # noqa: F811
    await barrow.gm.slash(barrow.channel, "party new", name="Lanterns", who="Mira, Bo")
    page = await barrow.gm.slash(barrow.channel, "gm")
    shown = await choose(barrow.gm, page, "Lanterns…", "party rest")
    form = await barrow.gm.click(reply_of(shown), label="Add a detail…")
    assert form.modal is not None
    lists = [part["component"] for part in form.modal["components"] if "options" in part.get("component", {})]
    chosen = {each["custom_id"]: [o["value"] for o in each["options"] if o.get("default")] for each in lists}
    assert (chosen["food"], chosen["water"]) == (["yes"], ["yes"])


async def test_what_is_refused_as_it_is_can_be_changed(barrow: Table) -> None:  # noqa: F811
    page = await barrow.wren.slash(barrow.channel, "act")
    refused = await choose(barrow.wren, page, "Bo…", "sov set")
    form = await barrow.wren.click(reply_of(refused), label="Change it…")
    assert form.modal is not None


async def test_a_player_acts_as_their_own_hero_alone(table: Table) -> None:
    page = await table.deacon.slash(table.channel, "act")
    hints = [part["placeholder"] for row in reply_of(page).components for part in row["components"]]
    assert hints == ["Evander…", "The Second Kingdom…", "The table…"]
    # Who is in the campaign isn't asked to join it.
    assert not any("Join" in each for each in lines_of(page, "The table…"))


async def test_who_can_bind_no_channel_isnt_told_to(barrow: Table) -> None:  # noqa: F811
    assert "/campaign bind" not in said(await barrow.deacon.slash(barrow.tavern, "act"))
    assert "/campaign bind" in said(await barrow.gm.slash(barrow.tavern, "act"))


async def test_a_player_isnt_asked_what_only_game_masters_may_say(barrow: Table) -> None:  # noqa: F811
    fields = []
    for who, path in ((barrow.wren, "act"), (barrow.gm, "gm")):
        page = await who.slash(barrow.channel, path)
        shown = await choose(who, page, "Bo…", "party pack light")
        form = await who.click(reply_of(shown), label="Change it…")
        assert form.modal is not None
        fields.append([part["component"]["custom_id"] for part in form.modal["components"]])
    assert fields == [["lamp", "use"], ["lamp", "use", "is_waived"]]


async def chosen(who: MemberActor, page: InteractionResult, hint: str, path: str, *values: str) -> str:
    """What is shown of a deed once each list it opens was answered with the next of those values."""
    shown = await choose(who, page, hint, path)
    for value in values:
        (lists,) = [
            part for row in reply_of(shown).components for part in row["components"] if "options" in part
        ]
        (wanted,) = [each["value"] for each in lists["options"] if value in (each["value"], each["label"])]
        shown = await who.select(reply_of(shown), [wanted], custom_id=lists["custom_id"])
    return said(shown)


@pytest.mark.parametrize(
    ("path", "told"),
    [
        (
            "sov ask",
            "Call for the roll?\n🎲 The dice decide: 2d6, WIS/Notice\n"
            "Bo rolls WIS/Notice against 10 at once: 8.3%.\nMira is asked for WIS/Notice against 10.",
        ),
        (
            "sov group",
            "Call for a group check?\nGroup check, WIS/Notice against 10: Mira and Bo.\n"
            "Mira rolls for the group: 27.8% alone.",
        ),
    ],
)
async def test_a_call_says_who_rolls_what_before_it_is_sent(barrow: Table, path: str, told: str) -> None:  # noqa: F811
    await barrow.wren.slash(barrow.channel, "sov pc consent")
    await barrow.gm.slash(barrow.channel, "party new", name="Lanterns", who="Mira, Bo")
    page = await barrow.gm.slash(barrow.channel, "gm")
    assert await chosen(barrow.gm, page, "Sovereign…", path, "WIS/Notice", "the party") == told


async def test_what_is_proposed_says_what_is_rolled_and_who_is_asked(barrow: Table) -> None:  # noqa: F811
    page = await barrow.wren.slash(barrow.channel, "act")
    form = await choose(barrow.wren, await choose(barrow.wren, page, "Bo…", "sov try"), "Roll", "DEX/Exert")
    shown = said(await barrow.wren.submit_modal(form, {"what": "climb the wall"}))
    assert shown.endswith(
        "proposes: Bo: climb the wall.\n**DEX/Exert against 10**: 8.3% to succeed.\n"
        "It's up to the game master then."
    )


async def test_who_needs_care_is_offered_first_and_the_others_say_why_not(barrow: Table) -> None:  # noqa: F811
    async def patients(path: str) -> list[tuple[str, str]]:
        page = await barrow.deacon.slash(barrow.channel, "act")
        shown = await choose(barrow.deacon, page, "Mira…", path)
        return [
            (each["label"], each.get("description") or "")
            for each in list_of(shown, "Who is tended")["options"]
        ]

    assert ("✗ Bo", "Bo isn't hurt.") in await patients("sov care first-aid")
    assert ("✗ Bo", "Bo isn't Mortally Injured.") in await patients("sov care stabilize")
    await barrow.gm.slash(barrow.channel, "sov harm damage", character="Bo", amount="2")
    offered = await patients("sov care first-aid")
    assert ("Bo", "") in offered
    marks = [label.startswith("✗") for label, _why in offered]
    assert marks == sorted(marks)


async def test_what_is_typed_is_read_before_anything_else_is_asked(barrow: Table) -> None:  # noqa: F811
    page = await barrow.gm.slash(barrow.channel, "gm")
    shown = await choose(barrow.gm, page, "Sovereign…", "sov ask")
    form = await barrow.gm.click(reply_of(shown), label="Type it…")
    refused = await barrow.gm.submit_modal(form, {"roll": "bananas"})
    assert "bananas" in said(refused)
    # Whom to ask would come next: first that is put right, in a form that has it still.
    await barrow.restart()
    again = await barrow.gm.click(reply_of(refused), label="Change it…")
    assert again.modal is not None
    fields = {part["component"]["custom_id"]: part["component"] for part in again.modal["components"]}
    assert fields["roll"]["value"] == "bananas"
    asked = await barrow.gm.submit_modal(again, {"roll": "WIS/Notice"})
    assert "the party" in lines_of(asked, "Who")


async def test_what_is_possible_and_never_done_stands_by_the_alphabet(barrow: Table) -> None:  # noqa: F811
    page = await barrow.wren.slash(barrow.channel, "act")
    lines = [each.casefold() for each in lines_of(page, "Bo…")]
    assert len(lines) > 20
    assert lines == sorted(lines)


async def test_what_was_done_already_says_where_it_is_begun_anew(barrow: Table) -> None:  # noqa: F811
    page = await barrow.wren.slash(barrow.channel, "act")
    shown = await choose(barrow.wren, page, "Bo…", "party pack coins")
    sent = await barrow.wren.submit_modal(shown, {"amount": "12"})
    await press_on(barrow.wren, reply_of(sent), "Take, pay or give coins")
    await barrow.settle()
    again = await press_on(barrow.wren, reply_of(sent), "Take, pay or give coins")
    assert "press **Act…**" in said(again)
    anew = await barrow.wren.click(reply_of(again), label="Act…")
    assert "Barrows: what you can do" in said(anew)


async def test_several_are_chosen_at_once(barrow: Table) -> None:  # noqa: F811
    page = await barrow.gm.slash(barrow.channel, "gm")
    rolls = await choose(barrow.gm, page, "Sovereign…", "sov ask")
    asked = await choose(barrow.gm, rolls, "Roll", "WIS/Notice")
    who = list_of(asked, "Who")
    both = [each["value"] for each in who["options"] if each["label"] in ("Bo", "Mira")]
    shown = await barrow.gm.select(reply_of(asked), both, custom_id=who["custom_id"])
    assert said(shown) == "Call for the roll?\nWIS/Notice against 10 for Bo and Mira."


async def test_the_pages_of_a_list_are_alike(barrow: Table) -> None:  # noqa: F811
    page = await barrow.gm.slash(barrow.channel, "gm")
    shown = await choose(barrow.gm, page, "Sovereign…", "sov ask")
    counts = [len(lines_of(shown, "Roll"))]
    while "More…" in labels_of(shown):
        shown = await barrow.gm.click(reply_of(shown), label="More…")
        counts.append(len(lines_of(shown, "Roll")))
    assert len(counts) > 2
    assert max(counts) - min(counts) < len(counts)


def labels_of(result: InteractionResult) -> list[str]:
    """What the buttons of an answer say."""
    return [
        part["label"]
        for row in reply_of(result).components
        for part in row["components"]
        if part.get("label")
    ]


async def test_an_attack_of_the_page_says_its_chances_before_it_is_made(armed: Table) -> None:  # noqa: F811
    before = len(armed.messages())
    for place, told in (
        (0, "are secret, and so are the odds."),
        (1, "Against the best guard: full defense "),
    ):
        page = await armed.deacon.slash(armed.channel, "act")
        form = await choose(armed.deacon, page, "Evander…", "sk attack")
        assert form.modal is not None
        parts = {part["component"]["custom_id"]: part["component"] for part in form.modal["components"]}
        target = parts["target"]["options"][place]["value"]
        maneuver = parts["maneuver"]["options"][0]["value"]
        shown = await armed.deacon.submit_modal(form, {"target": [target], "maneuver": [maneuver]})
        assert said(shown).startswith("Attack?\n🎲 The dice decide: 3d10, Attack by Evander on ")
        assert told in said(shown)
    assert len(armed.messages()) == before
    await armed.deacon.click(reply_of(shown), label="Attack")
    await armed.settle()
    assert "Attack by Evander on Ysolde with Iron Gale" in text(armed.last())


# -- a deed by its words ----------------------------------------------------------------------------------


async def test_a_deed_is_begun_by_a_few_letters_of_it(barrow: Table) -> None:  # noqa: F811
    offered = await barrow.wren.autocomplete(barrow.channel, "act", "deed", "swi bo")
    assert [each["name"] for each in offered] == ["Bo: Swim"]
    before = len(barrow.messages())
    for typed in (offered[0]["value"], "swim"):
        shown = await barrow.wren.slash(barrow.channel, "act", deed=typed)
        assert "Bo swims" in said(shown)
    assert len(barrow.messages()) == before


async def test_of_several_that_are_meant_those_alone_are_shown(barrow: Table) -> None:  # noqa: F811
    shown = await barrow.gm.slash(barrow.channel, "gm", deed="heal magic")
    assert said(shown) == "“heal magic”: which one?"
    assert {*lines_of(shown, "Bo…"), *lines_of(shown, "Mira…")} == {"Heal somebody by magic or otherwise"}


async def test_words_of_nothing_that_can_be_done_say_so(barrow: Table) -> None:  # noqa: F811
    for who, path, typed in (
        (barrow.wren, "act", "conquer"),
        # Game masters' alone; and what was suggested when it was possible.
        (barrow.wren, "act", "freeze"),
        (barrow.gm, "gm", "no such deed|2gqg7vg00002n-3"),
    ):
        told = said(await who.slash(barrow.channel, path, deed=typed))
        assert told.startswith(f"There's nothing like “{typed.partition('|')[0]}” for you to do here.")


async def test_what_is_suggested_is_for_who_may_do_it_alone(barrow: Table) -> None:  # noqa: F811
    for who, path in ((barrow.wren, "gm"), (barrow.stranger, "act"), (barrow.stranger, "gm")):
        assert await who.autocomplete(barrow.channel, path, "deed", "") == []
    theirs = await barrow.wren.autocomplete(barrow.channel, "act", "deed", "fall")
    # What is called so comes before what only mentions it.
    assert theirs[0]["name"] == "Bo: Somebody falls, or leaps down"
    assert all(each["value"].split("|")[0] != "sov harm death" for each in theirs)


async def test_whom_it_may_be_for_besides_is_chosen_below_the_preview(barrow: Table) -> None:  # noqa: F811
    await barrow.gm.slash(barrow.channel, "party pack coins", character="Bo", amount=12)
    asked = await barrow.wren.slash(barrow.channel, "act", deed="coins")
    shown = await barrow.wren.submit_modal(asked, {"amount": "5"})
    await barrow.restart()
    (hint,) = [each for each in hints_of(shown) if each.endswith("(optional)")]
    mira = next(each["value"] for each in list_of(shown, hint)["options"] if each["label"] == "Mira")
    shown = await choose(barrow.wren, shown, hint, mira)
    assert "Mira" in said(shown)
    (line,) = [each for each in list_of(shown, hint)["options"] if each.get("default")]
    assert line["value"] == mira
    # What was chosen can be left out again.
    first = list_of(shown, hint)["options"][0]
    assert first["label"] == "Leave it out"
    shown = await choose(barrow.wren, shown, hint, first["value"])
    assert "Mira" not in said(shown)
    assert "Leave it out" not in [each["label"] for each in list_of(shown, hint)["options"]]


def hints_of(result: InteractionResult) -> list[str]:
    """What the lists of an answer ask."""
    rows = reply_of(result).components
    return [part["placeholder"] for row in rows for part in row["components"] if "placeholder" in part]


def test_a_list_of_what_may_be_said_besides_has_pages_and_begins_with_what_was_chosen() -> None:
    command = commands()["party pack coins"]
    (option,) = (each for each in command.offered.values() if each.name == "to")
    lines = [Pick(str(number), f"Hero {number}") for number in range(50)]

    def labels(chosen: str | None, page: int, among: int = 50) -> list[str]:
        asked = Invocation(command, {option.field: chosen} if chosen else {})
        made = _choice(asked, option, lines[:among], "kept", page)
        assert len(made.picks) <= 25
        assert [each.value for each in made.picks if each.is_chosen] == (
            [chosen] if chosen and not page % 3 else []
        )
        return [each.label for each in made.picks]

    first = labels("49", 0)
    assert first[:3] == ["Leave it out", "Hero 49", "Hero 0"]
    assert first[-1] == "More… (1 to 23 of 50)"
    seen = {label for page in range(3) for label in labels("49", page)}
    assert seen >= {each.label for each in lines}
    # After the last page comes the first.
    assert labels("49", 3) == first
    # What fits has one page.
    assert labels(None, 0, 25) == [each.label for each in lines[:25]]
    assert labels("3", 0, 24)[:2] == ["Leave it out", "Hero 3"]


async def test_another_page_of_such_a_list_leaves_what_was_said(barrow: Table, monkeypatch: Any) -> None:  # noqa: F811
    page = await barrow.gm.slash(barrow.channel, "gm")
    asked = await choose(barrow.gm, page, "Bo…", "party pack coins")
    monkeypatch.setattr(acting, "MOST", 2)
    shown = await barrow.gm.submit_modal(asked, {"amount": "5"})
    (hint,) = [each for each in hints_of(shown) if each.endswith("(optional)")]
    seen = list[str]()
    for number in range(3):
        line, more = list_of(shown, hint)["options"]
        seen.append(line["label"])
        assert more["label"].startswith(f"More… ({number + 1} to {number + 1} of ")
        shown = await choose(barrow.gm, shown, hint, more["value"])
        assert "Bo: coins 0 → 5." in said(shown)
    assert len(set(seen)) == 3


async def test_a_hero_without_maneuvers_is_told_so_before_attacking(table: Table) -> None:
    page = await table.deacon.slash(table.channel, "act")
    (line,) = [each for each in list_of(page, "Evander…")["options"] if each["value"] == "sk attack"]
    why = "There are no maneuvers on the sheet of Evander. Learn one with /sk learn."
    assert (line["label"], line["description"].replace("`", "")) == ("✗ Attack somebody with a maneuver", why)


async def test_of_what_is_refused_whom_it_is_for_can_be_chosen_anew(barrow: Table) -> None:  # noqa: F811
    for who in ("Bo", "Mira"):
        await barrow.gm.slash(barrow.channel, "sov harm damage", character=who, amount="2")
    page = await barrow.wren.slash(barrow.channel, "act")
    asked = await choose(barrow.wren, page, "Bo…", "sov care first-aid")
    of = {each["label"]: each["value"] for each in list_of(asked, "Who is tended")["options"]}
    refused = await choose(barrow.wren, asked, "Who is tended", of["Bo"])
    assert "Bo can't tend themself." in said(refused)
    # Wren has nobody else who could: no list of healers, and what can't be done without isn't left out.
    assert hints_of(refused) == ["Who is tended"]
    (line,) = [each for each in list_of(refused, "Who is tended")["options"] if each.get("default")]
    assert line["value"] == of["Bo"]
    assert set(lines_of(refused, "Who is tended")) == {"Bo", "Mira"}
    await barrow.restart()
    shown = await choose(barrow.wren, refused, "Who is tended", of["Mira"])
    assert "Bo has no healer's kit." in said(shown)
    # A game master may name anybody as the healer.
    page = await barrow.gm.slash(barrow.channel, "gm")
    asked = await choose(barrow.gm, page, "Bo…", "sov care first-aid")
    refused = await choose(barrow.gm, asked, "Who is tended", of["Bo"])
    healers = "Who tends them; your own character by default"
    shown = await choose(barrow.gm, refused, healers, of["Mira"])
    form = await barrow.gm.click(reply_of(shown), label="Change it…")
    shown = await barrow.gm.submit_modal(form, {"is_without_kit": ["yes"], "times": "2"})
    assert "Mira gives Bo first aid up to 2 times: 1d6 HP and 1 Strain each time." in said(shown)


async def test_of_what_is_refused_several_can_be_chosen_anew(barrow: Table) -> None:  # noqa: F811
    page = await barrow.gm.slash(barrow.channel, "gm")
    rolls = await choose(barrow.gm, page, "Sovereign…", "sov ask")
    asked = await choose(barrow.gm, rolls, "Roll", "WIS/Notice")
    who = list_of(asked, "Who")
    refused = await barrow.gm.select(
        reply_of(asked),
        [each["value"] for each in who["options"] if each["label"] == "the party"],
        custom_id=who["custom_id"],
    )
    again = list_of(refused, "Who")
    assert again["max_values"] == len(again["options"])
    both = [each["value"] for each in again["options"] if each["label"] in ("Bo", "Mira")]
    shown = await barrow.gm.select(reply_of(refused), both, custom_id=again["custom_id"])
    assert said(shown) == "Call for the roll?\nWIS/Notice against 10 for Bo and Mira."
