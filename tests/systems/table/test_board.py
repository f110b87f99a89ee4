"""What stands on the board, on one screen of a phone; and how each game says how a record stands."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import ceil
from typing import Any

from bot.engine.campaign import Campaign
from bot.engine.card import Card
from bot.engine.pace import Away, Pace, Span
from bot.engine.people import GAME_MASTER, PUBLIC, Viewer
from bot.engine.record import Kind, RecordId
from bot.engine.text import Safe
from bot.engine.views import Glance, InPlay, Link, RecordView, Waiting
from bot.play import Entry, Post
from bot.systems.adventuria.adventurer import ADVENTURER
from bot.systems.adventuria.combat.rules import FIGHT
from bot.systems.adventuria.combat.state import Combat, Fight
from bot.systems.adventuria.combat.state import Phase as FightPhase
from bot.systems.adventuria.state import BEGINNING, Adventurer, Alignment, Attributes, End, Foe, Type
from bot.systems.adventuria.state import Stage as AdventurerStage
from bot.systems.kingdom.book import Phase, Stage
from bot.systems.kingdom.realm import KINGDOM
from bot.systems.kingdom.state import Kingdom, Month
from bot.systems.second_kingdom import SYSTEM as SECOND_KINGDOM
from bot.systems.second_kingdom.attacks.maneuvers import Maneuver
from bot.systems.second_kingdom.attacks.state import Attack, Side
from bot.systems.second_kingdom.attacks.state import Phase as AttackPhase
from bot.systems.second_kingdom.attacks.steps import ATTACK
from bot.systems.second_kingdom.challenges.rules import CHALLENGE
from bot.systems.second_kingdom.challenges.state import Challenge, Status
from bot.systems.second_kingdom.heroes.people import HERO, NPC
from bot.systems.second_kingdom.state import Counter, Hero, Known, Npc, Virtue
from bot.systems.sovereign.book import Unit
from bot.systems.sovereign.delves.rules import DELVE
from bot.systems.sovereign.dungeon import Delve, Member
from bot.systems.sovereign.encounters.rules import ENCOUNTER
from bot.systems.sovereign.encounters.state import Encounter
from bot.systems.sovereign.encounters.state import Fight as Melee
from bot.systems.sovereign.encounters.state import Side as Party_Side
from bot.systems.sovereign.encounters.state import Stage as Met
from bot.systems.sovereign.parties.rules import PARTY
from bot.systems.sovereign.people.rules import CHARACTER
from bot.systems.sovereign.state import Character, Clock, Dying, Effect, Party
from bot.systems.sovereign.state import Known as NpcKnown
from bot.systems.table.board.cards import drawn, pages_of
from bot.systems.table.board.rules import BoardPosted
from bot.systems.table.settings.rules import POSTS
from bot.ui.card import BODY, TITLE, WHOLE, embed_of, text_of

NOW = datetime(2026, 11, 26, tzinfo=UTC)
SYSTEMS = {"second_kingdom": SECOND_KINGDOM}
DEACON, WREN = 4_000_002, 4_000_003
# The longest of what Discord and people write.
LONG = "The Unspeakably Long Bridge of a Thousand Lanterns over the Drowned City of Ys"


def record(name: str, title: str, owner: int | None = None) -> RecordView:
    """One that is in play."""
    return RecordView(RecordId(name), "second_kingdom", "challenge", title, None, 1, owner)


def scene(n: int, asks: int = 1, due: int | None = None, title: str = LONG) -> InPlay:
    """One in which so many steps wait."""
    view, link = record(f"s{n}", f"{n} {title}"), Link(10**18, 10**18 + n, 10**18 + n)
    deadline = NOW + timedelta(hours=due) if due is not None else None
    since = NOW - timedelta(hours=n)
    waits = tuple(
        Waiting(view, f"step{each}", f"{view.title}: {LONG}", 10**18 + each, since, link, deadline)
        for each in range(asks)
    )
    return InPlay(view, Safe("x" * 80), waits, link)


def somebody(n: int, owner: int | None = DEACON) -> InPlay:
    """A character."""
    link = Link(10**18, 10**18, 10**18 + n)
    return InPlay(record(f"p{n}", f"Hero {n}", owner), Safe("HP 5 of 9"), (), link, is_person=True)


def post(*in_play: InPlay, campaign: Campaign | None = None, viewer: Viewer = PUBLIC) -> Post:
    """The board's message."""
    entry = Entry(RecordId("c"), 1, NOW, DEACON, 1, "table", "PostBoard", (BoardPosted(),), ())
    campaign = campaign or Campaign("Ashes", 1)
    return Post(campaign, viewer, entry, None, {}, "#1", glance=Glance(NOW, in_play))


def board(*in_play: InPlay, **given: Any) -> Card:
    """The card."""
    card = drawn(post(*in_play, **given), SYSTEMS)
    assert card is not None
    return card


def rows(card: Card) -> int:
    """How many rows of a phone of 390 pixels its lines take, as they are read."""
    read = [re.sub(r"\]\(https://[^)]*\)", "", line) for line in card.lines]
    read = [re.sub(r"<t:\d+:R>", "in 12 hours", re.sub(r"<@\d+>", "@Somebody12", line)) for line in read]
    return sum(ceil(len(line.replace("*", "").replace("[", "")) / 42) for line in read)


# -- what stands on it ------------------------------------------------------------------------------------


def test_a_campaign_without_anything_says_so() -> None:
    assert board().lines == ("Nothing is going on yet.",)


def test_each_scene_has_whose_move_it_is_since_when_and_until_when() -> None:
    card = board(scene(1, due=5, title="Leap"))

    stands, asks = card.lines
    assert stands.startswith("**[1 Leap](https://discord.com/channels/")
    assert stands.endswith(f"** · {'x' * 80}")
    since, due = int((NOW - timedelta(hours=1)).timestamp()), int((NOW + timedelta(hours=5)).timestamp())
    # What is asked begins with the scene's name, which stands above it.
    assert asks.startswith("→ <@1000000000000000000>: The Unspeakably")
    assert asks.endswith(f"· asked <t:{since}:R> · due <t:{due}:R>")


def test_what_only_repeats_the_name_of_its_scene_is_not_said_twice() -> None:
    whole = scene(1, title="Leap the chasm")
    (asked,) = whole.waits
    title = asked.record.title
    for label, shown in (
        (title, " · asked"),
        (f"Evander: {title}", ": Evander · asked"),
        (f"{title}s", f": {title}s · asked"),
    ):
        card = board(replace(whole, waits=(replace(asked, label=label),)))
        assert card.lines[1].startswith(f"→ <@1000000000000000000>{shown}")


def test_several_who_are_asked_in_a_scene_stand_in_one_line() -> None:
    card = board(scene(1, asks=5, title="Leap"))
    assert (
        "→ <@1000000000000000000>, <@1000000000000000001>, <@1000000000000000002> and 2 more"
        in (card.lines[1])
    )
    assert "5 things" in card.lines[1]
    assert "All of it" in [each.label for each in card.buttons]


def test_what_is_due_comes_first_then_what_waits_longest_then_what_waits_for_nobody() -> None:
    quiet, new, old, later, soon = (
        scene(1, asks=0), scene(2), scene(9), scene(3, due=9), scene(4, due=2)
    )  # fmt: skip
    found = Glance(NOW, (quiet, new, old, later, soon)).scenes
    assert found == (soon, later, old, new, quiet)


def test_who_is_away_and_that_it_is_paused_is_said() -> None:
    until = NOW + timedelta(days=3)
    away = (Away(DEACON, NOW, until), Away(WREN, NOW), Away(7, NOW - timedelta(days=2), NOW))
    pace = Pace(pauses=(Span(NOW),))
    card = board(campaign=Campaign("Ashes", 1, away=away, pace=pace))

    assert card.lines[0] == "⏸ **The campaign is paused.**"
    stamp = int(until.timestamp())
    assert card.lines[-1] == f"Away: <@{DEACON}> until <t:{stamp - 1}:d>, <@{WREN}>"


def test_everybody_is_there_before_anything_is_said_at_length() -> None:
    long = Safe("HP 5 of 9 · " + "Wounded, poisoned and out of torches · " * 3)
    everybody = [replace(somebody(n), line=long) for n in range(6)]
    card = board(*(scene(n, asks=2) for n in range(9)), *everybody)
    assert rows(card) <= 15
    named = [line for line in card.lines if "[Hero " in line]
    assert len(named) == 6
    # Who has more said of them has it where there is room.
    assert all(line.endswith(" · HP 5 of 9") for line in named)
    (alone,) = (line for line in board(everybody[0]).lines if "[Hero " in line)
    assert "poisoned" in alone


def test_forty_scenes_and_25_characters_stay_on_one_screen_and_the_rest_is_behind_a_button() -> None:
    in_play = [scene(n, asks=n % 4) for n in range(40)] + [somebody(n) for n in range(25)]
    away = tuple(Away(n, NOW) for n in range(3))
    card = board(*in_play, campaign=Campaign("Ashes" * 16, 1, away=away))

    assert rows(card) <= 15
    assert sum(line.startswith("… and ") for line in card.lines) == 2
    assert sum(" → <@" in line for line in card.lines) >= 3
    assert "**Characters**" in card.lines
    assert "Hero 0" in "\n".join(card.lines)
    assert "All of it" in [each.label for each in card.buttons]
    embed = embed_of(card)
    assert len(embed) <= WHOLE
    assert len(embed.description or "") <= BODY
    assert len(embed.title or "") <= TITLE


def test_there_is_air_where_a_screen_still_takes_it_all() -> None:
    few = [replace(scene(n, title="Leap"), line=Safe("not rolled yet")) for n in (1, 2)]
    card = board(*few, somebody(1))
    assert [place for place, line in enumerate(card.lines) if not line] == [2, 5]
    assert card.lines[6] == "**Characters**"
    assert rows(card) + 2 <= 14
    many = [replace(scene(n, title="Leap"), line=Safe("not rolled yet")) for n in range(1, 4)]
    assert "" not in board(*many, somebody(1), somebody(2)).lines


def test_where_not_all_fits_the_scenes_on_top_say_most() -> None:
    few = [
        replace(scene(n, asks=2, title="Leap", due=n), line=Safe("Turn 7 · Hall · 3 along")) for n in range(6)
    ]
    card = board(*few)
    assert card.lines[0].endswith("** · Turn 7 · Hall · 3 along")
    assert card.lines[1].startswith("→ ")
    at = int((NOW + timedelta(hours=5)).timestamp())
    assert card.lines[-1].endswith(f"** · Turn 7 → <@{10**18}> and 1 more · due <t:{at}:R>")
    assert sum("Leap" in line for line in card.lines) == 6
    assert "All of it" in [each.label for each in card.buttons]


def test_in_plain_text_nothing_of_it_is_cut_either() -> None:
    in_play = [scene(n, title="Leap") for n in range(40)] + [somebody(n) for n in range(25)]
    card = board(*in_play, campaign=Campaign("Ashes", 1, settings={POSTS.key: "text"}))
    told = text_of(replace(card, is_plain=True))
    assert all(line in told for line in card.lines)
    assert sum(" → <@" in line for line in card.lines) >= 4


def test_all_of_it_loses_nothing() -> None:
    in_play = [scene(n, asks=n % 4) for n in range(40)] + [somebody(n) for n in range(25)]
    told, page = "", 0
    while True:
        card = pages_of(Campaign("Ashes", 1), Glance(NOW, tuple(in_play)), SYSTEMS, page)
        assert len(embed_of(card)) <= WHOLE
        told += "\n".join(card.lines)
        page += 1
        if "More…" not in [each.label for each in card.buttons]:
            break
    assert page > 1
    for n in range(40):
        assert f"[{n} The Unspeakably" in told
        assert told.count("→ ") == sum(each % 4 for each in range(40))
    assert all(f"[Hero {n}]" in told for n in range(25))


def test_the_game_masters_have_a_board_by_another_name() -> None:
    assert board(viewer=GAME_MASTER).title == "Ashes: the game masters' board"


# -- how each game says how a record stands ---------------------------------------------------------------


def line(kind: Kind[Any], state: Any, viewer: Viewer = PUBLIC) -> str | None:
    """The line that this viewer reads."""
    seen = kind.view(state, viewer)
    assert kind.line is not None
    if seen is None:
        return None
    found = kind.line(seen)
    assert found is None or len(found) <= 100
    return found


def test_adventuria_says_wounds_gold_and_where_somebody_is() -> None:
    rook = Adventurer("Rook", DEACON, Type.WARRIOR, Alignment.GOOD, BEGINNING[Type.WARRIOR], wounds=2)
    vitae = BEGINNING[Type.WARRIOR].vitae

    assert line(ADVENTURER, rook) == f"2 of {vitae} wounds · 1 gold · {rook.location}"
    turn = replace(rook, stage=AdventurerStage.TURN, turn=4, location="The Bridge")
    assert line(ADVENTURER, turn) == f"2 of {vitae} wounds · 1 gold · The Bridge, turn 4"
    assert line(ADVENTURER, replace(rook, end=End.RETIRED)) is None


def test_adventuria_says_how_a_fight_goes() -> None:
    strong = Attributes(3, 3, 3, 3)
    foes = (Foe("Robber", strong, strong), Foe("Robber", strong, strong, wounds=3))
    fight = Fight(RecordId("a"), "Rook", DEACON, foes)

    assert line(FIGHT, fight) == "it begins with a roll"
    fought = replace(fight, kind=Combat.MELEE, exchange=2, phase=FightPhase.AGAIN)
    assert line(FIGHT, fought) == "Melee Combat, exchange 2 · 1 of 2 monsters stand"
    assert line(FIGHT, replace(fought, phase=FightPhase.OVER)) is None


def test_the_second_kingdom_says_conviction_and_counters() -> None:
    hero = Hero("Evander", DEACON, 6, 5, 3, conviction=3, counters={"Health": Counter(4, most=9)})
    assert line(HERO, hero) == "conviction 3 · Health 4 of 9"
    assert line(HERO, replace(hero, is_retired=True)) is None


def test_the_second_kingdom_says_of_an_npc_what_its_reader_knows() -> None:
    npc = Npc("The Thing", counters={"Health": Counter(40)})
    assert line(NPC, npc) is None
    assert line(NPC, npc, GAME_MASTER) == "Health 40"
    assert line(NPC, replace(npc, known=Known.NAMED)) == ""
    assert line(NPC, replace(npc, known=Known.OPEN)) == "Health 40"


def test_the_second_kingdom_keeps_a_hidden_rating() -> None:
    leap = Challenge(RecordId("h"), "Evander", DEACON, "Leap", Virtue.COURAGE, 6, 7, is_hidden=True)
    assert line(CHALLENGE, leap) == "Evander, courage against a hidden rating · not rolled yet"
    assert line(CHALLENGE, leap, GAME_MASTER) == "Evander, courage against rating 7 · not rolled yet"
    assert line(CHALLENGE, replace(leap, status=Status.SETTLED)) is None


def test_the_second_kingdom_says_how_far_an_attack_has_come() -> None:
    sides = Side(RecordId("a"), "Evander", DEACON), Side(RecordId("b"), "Gate Warden", None)
    attack = Attack(*sides, Maneuver("Iron Gale"), {}, phase=AttackPhase.ROLLED)
    assert line(ATTACK, attack) == "dice rolled"
    assert line(ATTACK, replace(attack, phase=AttackPhase.OVER)) is None


def test_sovereign_says_hp_strain_and_condition_and_no_secret_effect() -> None:
    secret = Effect("Curse", 3, Unit.TURN, is_secret=True)
    nim = Character(
        "Nim", DEACON, hp=3, max_hp=8, strain=2, effects=(Effect("Blessed", 2, Unit.TURN), secret)
    )
    assert line(CHARACTER, nim) == "HP 3 of 8 · Strain 2 of 10 · Blessed"
    assert line(CHARACTER, nim, GAME_MASTER) == "HP 3 of 8 · Strain 2 of 10 · Blessed · 1 more"
    down = replace(nim, hp=0, dying=Dying(), effects=())
    assert line(CHARACTER, down) == "HP 0 of 8 · Strain 2 of 10 · **Mortally Injured**"


def test_sovereign_says_nothing_of_a_hidden_npc_and_no_number_of_a_known_one() -> None:
    ghoul = Character("Ghoul", hd=3, hp=11, max_hp=14)
    assert line(CHARACTER, ghoul) is None
    assert line(CHARACTER, replace(ghoul, known=NpcKnown.NAMED)) == ""
    assert line(CHARACTER, ghoul, GAME_MASTER) == "HP 11 of 14 · Strain 0 of 10"


def test_sovereign_says_the_time_of_a_party_until_it_is_on_a_delve() -> None:
    party = Party("The Lanterns", 1, (RecordId("a"), RecordId("b")), clock=Clock(2, 9, 3))
    assert line(PARTY, party) == "Day 2, 9:30 · 2 members"
    assert line(PARTY, replace(party, delve=RecordId("d"))) is None


def test_sovereign_says_the_turn_of_a_delve() -> None:
    crew = (
        Member(RecordId("a"), "Nim", DEACON, room="Hall"),
        Member(RecordId("b"), "Hester", WREN, room="Hall"),
    )
    delve = Delve("The Barrow", 1, RecordId("s"), (), crew, turn=7)
    assert line(DELVE, delve) == "Turn 7 · Hall · 2 along"


def test_sovereign_says_whose_turn_it_is_in_a_fight() -> None:
    met = Encounter("Six rats", 1)
    assert line(ENCOUNTER, met) == "met"
    fight = replace(met, stage=Met.FIGHT, fight=Melee(first=Party_Side.PARTY, round=2))
    assert line(ENCOUNTER, fight) == "fight, Round 2 · the party to act"


def test_a_kingdom_says_its_month_and_phase_and_nothing_of_what_is_coming() -> None:
    month = Month(5, Phase.EDICT)
    realm = Kingdom("Olwen", RecordId("l"), stage=Stage.STANDING, treasury=23, unrest=2, month=month)
    assert line(KINGDOM, realm) == "month 5, Edict phase · Treasury 23 BP · Unrest 2"
    assert line(KINGDOM, replace(realm, frozen="")) == (
        "month 5, Edict phase · Treasury 23 BP · Unrest 2 · **frozen**"
    )
    before = replace(realm, month=Month(6))
    assert line(KINGDOM, before) == "month 6, not opened yet · Treasury 23 BP · Unrest 2"
    assert line(KINGDOM, Kingdom("Olwen", RecordId("l"))) == "being founded"
