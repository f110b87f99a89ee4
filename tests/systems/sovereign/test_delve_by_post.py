"""A delve of Sovereign by post: twelve Turns under the Barrow, one killed, one chased, three home again.

A game master and four players, days between the posts and a restart between all steps, on both engines. Every
number was reckoned by hand, from the book; the dice are laid out, so all of it comes back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import discord
import pytest
from simcord import ChannelHandle, InteractionResult, MemberActor

from bot.engine.people import Actor
from bot.engine.system import Scope, Want
from bot.play import Request
from bot.systems.sovereign.delves.rules import DELVE
from bot.systems.sovereign.dungeon import Delve
from bot.systems.sovereign.people.files import ImportCharacter, file_of
from bot.systems.sovereign.people.rules import CHARACTER
from bot.systems.sovereign.state import Character, Item, Lamp, Light, Tool
from tests.loaded import loaded
from tests.systems.adventuria.bouts import after_days
from tests.systems.second_kingdom.evening import buttons, entries, is_private
from tests.systems.sovereign.scenes import bo
from tests.tables import Table, press_on, reply_of, said, text

TORCH = Item("torch", "Torch", 1000, tool=Tool.TORCH)
# What only the game masters may read, in whatever the players come to see.
SECRETS = (
    "oblin",
    "Ogre",
    "Niche",
    "Pit",
    "noise at a door",
    "encounter check",
    "2 in 6 each",
    " HD",
    "troll",
    "olled ahead",
    "aken back",
)


class Told(NamedTuple):
    """What a step said: to who took it, in the campaign's channel, and to the game masters."""

    answer: str
    public: str
    secret: str


@dataclass
class Post:
    """The table, who plays there, and all that the players and the game masters have read."""

    table: Table
    ines: MemberActor
    tobin: MemberActor
    read: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)

    @property
    def players(self) -> tuple[MemberActor, ...]:
        """All four of them."""
        return self.table.deacon, self.table.wren, self.ines, self.tobin

    async def uses(self, by: MemberActor, path: str, *dice: int, **options: Any) -> Told:
        """A command after a restart; game masters use theirs in their own channel."""
        await self.table.restart()
        return await self.told(by, lambda: by.slash(self.home(by), path, **options), *dice)

    async def presses(self, by: MemberActor, label: str, *dice: int, **typed: Any) -> Told:
        """The newest button of that label after a restart, and the form that it opens."""
        await self.table.restart()

        async def pressed() -> InteractionResult:
            shown = await press_on(by, self.bearing(by, label), label)
            return await by.submit_modal(shown, typed) if typed else shown

        return await self.told(by, pressed, *dice)

    async def agrees(self, by: MemberActor, asked: InteractionResult, *dice: int) -> Told:
        """What is offered after a question."""
        (label,) = buttons(reply_of(asked))
        return await self.told(by, lambda: by.click(reply_of(asked), label=label), *dice)

    async def asked(self, by: MemberActor, label: str) -> InteractionResult:
        """The question that a button leads to, after a restart."""
        await self.table.restart()
        shown: InteractionResult = await press_on(by, self.bearing(by, label), label)
        await self.table.settle()
        assert is_private(shown)
        return shown

    async def told(self, by: MemberActor, step: Any, *dice: int) -> Told:
        """What comes of a step, with the dice as they are laid out."""
        before = self.shown(self.table.channel), self.shown(self.table.secret)
        with loaded(*dice):
            answer = said(await step())
        await self.table.settle()
        public, secret = [self.news(*each) for each in zip(self.places, before, strict=True)]
        self.read += [public, answer] if by in self.players else [public]
        self.known += [secret, answer] if by == self.table.gm else [secret]
        return Told(answer, public, secret)

    @property
    def places(self) -> tuple[ChannelHandle, ChannelHandle]:
        """The campaign's channel and the game masters' own."""
        return self.table.channel, self.table.secret

    def home(self, by: MemberActor) -> ChannelHandle:
        """Where somebody writes."""
        return self.table.secret if by == self.table.gm else self.table.channel

    def bearing(self, by: MemberActor, label: str) -> discord.Message:
        """The newest message with that button where they look."""
        found = [
            each
            for place in (self.home(by), self.table.channel)
            for each in reversed(self.table.messages(place))
            if label in buttons(each)
        ]
        assert found, f"no {label!r}"
        return found[0]

    def shown(self, place: ChannelHandle) -> Mapping[int, str]:
        """What each message of a channel says."""
        return {each.id: f"{each.content}\n{text(each)}" for each in self.table.messages(place)}

    def news(self, place: ChannelHandle, before: Mapping[int, str]) -> str:
        """What is new or otherwise in it."""
        return "\n".join(each for id_, each in self.shown(place).items() if before.get(id_) != each)

    async def looks_around(self) -> None:
        """All that players can call up for themselves."""
        for by in self.players:
            for path in ("sov turn", "journal", "waiting", "dice stats"):
                await self.uses(by, path)

    async def look(self) -> tuple[Delve | None, dict[str, Character]]:
        """The delve and everybody as they are kept."""
        here = Request(1, self.table.guild.id, self.table.channel.id)
        wants = Scope(wants=(Want(DELVE.name), Want(CHARACTER.name)))
        found = await self.table.bot.play.look(Actor(self.table.gm.id), here, wants)
        delve = next((each.state for each in found.all(DELVE.name)), None)
        return delve, {each.title: each.state for each in found.all(CHARACTER.name)}

    async def who(self, name: str) -> Character:
        """One of them."""
        return (await self.look())[1][name]

    async def turn(self) -> int:
        """Which one it is."""
        delve, _ = await self.look()
        assert delve is not None
        return delve.turn


async def _sets_out(table: Table) -> Post:
    """Deacon calls with Mira; Wren's Bo, Ines's Yrsa and Tobin's Sable come along."""
    ines, tobin = [table.guild.add_member(table.env.create_user(name)) for name in ("Ines", "Tobin")]
    post = Post(table, ines, tobin)
    yrsa = bo(name="Yrsa", hp=6, max_hp=6, strength=14, skills={"exert": 1}, items=(TORCH,))
    sable = bo(name="Sable", hp=4, max_hp=4)
    for n, (by, state) in enumerate(((ines, yrsa), (tobin, sable))):
        await by.slash(table.channel, "campaign join")
        here = Request(70 + n, table.guild.id, table.channel.id)
        await table.bot.play.act(Actor(by.id), here, ImportCharacter(by.id, file_of(state)))
    await table.deliver()
    await post.uses(table.deacon, "party pack add", character="Mira", thing="Thieves' tools", kit="thief")
    for by, name in ((table.deacon, "Mira"), (table.wren, "Bo")):
        await post.uses(by, "party pack add", character=name, thing="Torch", kit="torch")
    who = "Mira, Bo, Yrsa, Sable"
    await post.uses(table.gm, "party new", name="The Lanterns", who=who, spokesperson="Mira")
    return post


async def _prepared(post: Post) -> None:
    """A check every 3 Turns, a table, something hidden, a trap and two doors: nobody learns of it."""
    gm, before = post.table.gm, len(post.table.messages())
    await post.uses(gm, "site new", name="Deadhouse")
    for room in ("Hall of jars", "Gallery"):
        await post.uses(gm, "site room add", name=room)
    await post.uses(gm, "site thing add", name="Niche", sort="hidden", room="Hall of jars")
    await post.uses(gm, "site thing add", name="Pit", sort="trap", room="Gallery", damage="1d6")
    await post.uses(gm, "site thing add", name="Bronze door", sort="door", shut="locked")
    form = await gm.slash(post.table.secret, "site table")
    await gm.submit_modal(form, {"text": "1-3 Goblins | 2d4\n4-6 Ogre | 1 | 4 HD | giant"})
    await post.table.settle()
    assert len(post.table.messages()) == before


@pytest.mark.evening
@pytest.mark.slow
async def test_a_delve_of_twelve_turns_by_post(each_barrow: Table) -> None:
    post = await _sets_out(each_barrow)
    await _prepared(post)
    await _the_stair(post)
    await _a_split_party_and_a_lock(post)
    await _a_door_battered(post)
    await _a_trap_for_each(post)
    await _late_in_the_turn(post)
    await _counted_to_death(post)
    await _the_door_gives_way(post)
    await _turns_rolled_ahead(post)
    await _chased(post)
    await _home_with_the_time(post)
    _nobody_read_a_secret(post)


async def _the_stair(post: Post) -> None:
    """Turn 1. Mira's plan carries silent Sable; Bo searches the threshold by himself: 4 + 5 − 1 + 2 = 10."""
    table = post.table
    entering = {"called": "The Barrow", "room": "The stair"}
    told = await post.uses(table.gm, "delve enter", 6, **entering)
    assert "**The Lanterns: into The Barrow.**" in told.public
    assert "The Barrow, Turn 1\n" in told.public
    assert "Day 1, 8:00" in told.public
    for each in post.players:
        assert each.mention in told.public
    assert "Turn 1: no encounter check, rolled 6." in told.secret
    told = await post.uses(table.wren, "party pack light")
    assert "Bo lights a torch: 6 Turns." in told.answer
    told = await post.presses(table.deacon, "Plan for all…", deed=["move"], words="to the hall")
    assert "**Mira's plan: move: to the hall**" in told.public
    assert "↪ Sable follows the plan" in told.public
    await post.presses(table.wren, "Say what you do…", deed=["search"], words="the threshold")
    told = await post.presses(post.ines, "Pass")
    assert "– Yrsa passes" in told.public
    await after_days(table, 1)
    told = await post.presses(table.gm, "Resolve Bo", 4, 5)
    assert "Bo, searching: 2d6 (4, 5) + 1 = 10 against 10. **Succeeds.**" in told.secret
    assert "ucceeds" not in told.public
    told = await post.presses(table.gm, "Next Turn", 6)
    assert "Mira and Sable say nothing and follow the plan: move: to the hall." in told.public
    assert "The Barrow, Turn 2\n" in told.public
    assert "Day 1, 8:10" in told.public
    assert "Turn 2: no encounter check, rolled 6." in told.secret


async def _a_split_party_and_a_lock(post: Post) -> None:
    """Turn 2. Mira and Sable are ahead; the lock holds at 2 + 3 + 2 against 10; a standing order is used."""
    table = post.table
    told = await post.uses(table.deacon, "delve plan", what="move", how="into the hall")
    assert "Mira's plan" in told.public
    told = await post.uses(table.gm, "delve resolve", who="Sable", room="Hall of jars")
    assert "Sable: move: into the hall. Now in: Hall of jars." in told.public
    assert "**The stair**\n" in told.public
    told = await post.uses(table.gm, "delve reveal", thing="Bronze door", says="Green with age.")
    assert "**Found: Bronze door.** Green with age." in told.public
    told = await post.uses(table.deacon, "delve act", what="pick", door="Bronze door")
    # What was found keeps its message: the card stands below it anew.
    assert "✔ Mira: pick a lock (Bronze door)" in told.public
    # 8 or more of two dice: 15 of 36.
    journal = said(await table.deacon.slash(table.channel, "journal"))
    assert "Mira: pick a lock (Bronze door), DEX/Sneak against 10: 41.7%." in journal
    told = await post.uses(table.gm, "delve resolve", 2, 3, who="Mira", room="Hall of jars")
    assert "DEX/Sneak against 10: 2d6 (2, 3) + 2 = 7. **Fails.**" in told.public
    assert "Bronze door: the lock is too much for Mira until they level up." in told.public
    typed = {"silence": ["order"], "words": "Guards the rear."}
    told = await post.presses(table.wren, "If I'm silent…", **typed)
    assert "↪ Bo, standing order: Guards the rear." in told.public
    await post.presses(post.ines, "Say what you do…", deed=["move"], words="after them")
    told = await post.uses(table.gm, "delve resolve", who="Yrsa", room="Hall of jars")
    # A second day without a word of Tobin's.
    await after_days(table, 1)
    told = await post.presses(table.gm, "Next Turn", 6)
    assert "Bo says nothing. Standing order: Guards the rear." in told.public
    assert "The Barrow, Turn 3\n" in told.public
    assert "Day 1, 8:20" in told.public
    assert "Turn 3: encounter check, rolled 6. No encounter." in told.secret


async def _a_door_battered(post: Post) -> None:
    """Turn 3. STR +1 and Exert 1 batter wood for 4 Turns, to the end of Turn 6; each Turn has its die."""
    table = post.table
    told = await post.uses(table.deacon, "delve act", what="pick", door="Bronze door")
    assert "Mira failed at this lock" in told.answer
    assert not told.public
    told = await post.uses(post.ines, "party pack light")
    assert "Yrsa lights a torch: 6 Turns." in told.answer
    told = await post.uses(post.ines, "delve act", 5, what="batter", door="Bronze door")
    assert "Yrsa batters Bronze door: 4 Turns, until the end of Turn 6." in told.answer
    assert "Battering Bronze door: rolled 5. No encounter." in told.secret
    told = await post.presses(table.wren, "Say what you do…", deed=["move"], words="down to the others")
    assert "Bo has spoken: the standing order ends." in told.public
    assert (await post.who("Bo")).order == ""
    await post.uses(table.gm, "delve resolve", who="Bo", room="Hall of jars")
    told = await post.presses(post.tobin, "Say what you do…", deed=["search"], words="the jars")
    assert "✔ Sable: search: the jars" in told.public
    # A search is at +2, what is only near at nothing: 6 + 3 − 1 + 2 and 5 + 5 − 1.
    told = await post.uses(table.gm, "delve resolve", 6, 3, 5, 5, who="Sable", thing="Niche")
    assert "Sable, searching: 2d6 (6, 3) + 1 = 10 against 10. **Succeeds.**" in told.secret
    assert "Near: Niche." in told.secret
    assert "Sable, noticing Niche by the way: 2d6 (5, 5) − 1 = 9 against 10. **Fails.**" in told.secret
    assert "✅ Sable: search: the jars (done)" in told.public
    # Who is near once more has no second check.
    delve, _ = await post.look()
    assert delve is not None
    assert [len(each) for each in delve.noticed.values()] == [1]
    told = await post.presses(table.gm, "Next Turn", 6, 4)
    assert "Mira does nothing." in told.public
    assert "🔨 Yrsa: batter a door (Bronze door), until the end of Turn 6" in told.public
    assert "Turn 4: no encounter check, rolled 6; noise at a door, rolled 4. No encounter." in told.secret


async def _a_trap_for_each(post: Post) -> None:
    """Turn 4. Three step onto the same lid: 3 and 5 hold, 2 doesn't, and 3 points leave Bo with 2."""
    table = post.table
    await post.presses(table.deacon, "Plan for all…", deed=["move"], words="down the gallery", door=[])
    moving = {"who": "Mira, Bo, Sable", "room": "Gallery", "thing": "Pit"}
    told = await post.uses(table.gm, "delve resolve", 3, 2, 5, **moving)
    assert "Mira, Bo and Sable: move: down the gallery. Now in: Gallery." in told.public
    trap = "Pit, 2 in 6 each: Mira 3, nothing, Bo 2, **it goes off**, Sable 5, nothing. Damage d6:"
    assert trap in told.secret
    told = await post.uses(table.gm, "sov harm damage", 3, character="Bo", amount="1d6", cause="a fall")
    assert (await post.who("Bo")).hp == 2
    await after_days(table, 1)
    # The noise draws somebody: the second die is a 1, then 2 on the table, and 3 + 1 of them.
    told = await post.presses(table.gm, "Next Turn", 6, 1, 2, 3, 1)
    assert "Bo's torch lasts 2 more Turns." in told.public
    assert "The Barrow, Turn 5\n" in told.public
    assert "Day 1, 8:40" in told.public
    assert (
        "Turn 5: no encounter check, rolled 6; noise at a door, rolled 1. **Encounter: 4 × Goblins.**"
        in told.secret
    )


async def _late_in_the_turn(post: Post) -> None:
    """Turn 5. First they act, then they are met; Mira speaks, Bo objects, 2 + 3 is an attack."""
    table = post.table
    await post.looks_around()
    await _others_are_refused(post, "Pass", "Plan for all…")
    await post.presses(post.tobin, "Say what you do…", deed=["search"], words="the gallery", door=[])
    await post.presses(table.gm, "Resolve Sable", 1, 1)
    await post.presses(table.deacon, "Pass")
    typed = {"title": "Torchlight ahead of you", "text": "Four shapes come up the stair."}
    told = await post.presses(table.gm, "Spring it…", **typed)
    assert "**Torchlight ahead of you.** Four shapes come up the stair." in told.public
    assert "4 HD against 5 levels, short of 3 to 1: where it's about winning, they run." in told.secret
    told = await post.presses(post.tobin, "Fight")
    assert told.answer.startswith("Mira speaks for the party.")
    await post.presses(table.deacon, "Talk")
    told = await post.presses(table.wren, "Object")
    assert "✋ Bo objects." in told.public
    told = await post.presses(table.deacon, "Fight")
    assert "The party's choice: **fight** (Mira)." in told.public
    assert "✋" not in told.public
    told = await post.presses(table.gm, "Roll their reaction", 2, 3)
    assert "Reaction to “fight”: 2d6 (2, 3) = 5. They attack: not announced yet." in told.secret
    assert "attack" not in told.public
    told = await post.presses(table.gm, "Announce")
    assert "**They attack!**" in told.public


async def _others_are_refused(post: Post, *labels: str) -> None:
    """Who isn't at the table presses in vain."""
    table, before = post.table, await entries(post.table)
    for label in labels:
        assert is_private(await post.asked(table.stranger, label))
    assert await entries(table) == before


async def _counted_to_death(post: Post) -> None:
    """Sable falls in the first Round: five pass with a word each, and the sixth after it is the last."""
    table = post.table
    told = await post.presses(table.gm, "They go first")
    assert "**Round 1**: they act." in told.public
    told = await post.uses(table.gm, "sov harm damage", character="Sable", amount="5", cause="a spear")
    assert (await post.who("Sable")).hp == 0
    told = await post.presses(table.gm, "On to the party")
    assert "⏳ Still to act: Mira, Bo, Yrsa" in told.public
    assert "✘ Can't act: Sable" in told.public
    for by, name in ((table.deacon, "Mira"), (table.wren, "Bo"), (post.ines, "Yrsa")):
        told = await post.presses(by, f"{name} acted")
    told = await post.presses(table.gm, "Next Round")
    assert "Sable dies in 5 Rounds; stabilizing is at −1 now." in told.public
    for left in (4, 3, 2, 1):
        await post.presses(table.gm, "On to the party")
        told = await post.presses(table.gm, "Next Round")
        assert f"Sable dies in {left} Round" in told.public
    await post.presses(table.gm, "On to the party")
    told = await post.presses(table.gm, "Next Round")
    assert "Sable dies at the end of this Round; stabilizing is at −6 now." in told.public
    await post.presses(table.gm, "On to the party")
    asked = await post.asked(table.gm, "Next Round")
    assert "**Sable dies.**" in said(asked)
    assert not (await post.who("Sable")).is_dead
    told = await post.agrees(table.gm, asked)
    assert "**Sable dies**: nobody stabilized them." in told.public
    told = await post.presses(table.gm, "Fight over")
    assert "the fight is over after 8 Rounds. It takes one Turn." in told.public
    # All of it was this one Turn.
    assert await post.turn() == 5
    await after_days(table, 1)
    told = await post.presses(table.gm, "Next Turn", 4, 6)
    assert "Bo's torch lasts 1 more Turn." in told.public
    assert "Last light" not in told.public
    assert "The Barrow, Turn 6\n" in told.public
    assert "Day 1, 8:50" in told.public
    assert "Sable" not in told.public.rpartition("Turn 6\n")[2]
    assert "Turn 6: encounter check, rolled 4; noise at a door, rolled 6. No encounter." in told.secret


async def _the_door_gives_way(post: Post) -> None:
    """Turn 6. The torch of Turn 1 and the door go at its end; a stuck one holds at 3 + 4 − 1: 2 Turns."""
    table = post.table
    told = await post.presses(table.gm, "Next Turn", 5)
    assert "**Bo's torch goes out.**" in told.public
    assert "Yrsa's torch lasts 2 more Turns." in told.public
    assert "**Bronze door gives way.**" in told.public
    assert "It's dark" not in told.public
    assert "The Barrow, Turn 7\n" in told.public
    assert "Day 1, 9:00" in told.public
    assert "Turn 7: no encounter check, rolled 5." in told.secret
    told = await post.uses(table.gm, "delve door", name="Stone slab", shut="stuck", made_of="metal")
    assert "Stone slab: a metal or stone door, stuck." in told.public
    told = await post.uses(table.wren, "delve act", what="force", door="Stone slab")
    # 11 or more of two dice: 3 of 36.
    assert "Bo: force a stuck door (Stone slab), STR/Exert against 10: 8.3%." in told.answer
    told = await post.presses(table.gm, "Resolve Bo", 3, 4, 2)
    assert "STR/Exert against 10: 2d6 (3, 4) − 1 = 6. **Fails.**" in told.public
    assert "Stone slab opens at the end of Turn 8: 2 Turns." in told.public


async def _turns_rolled_ahead(post: Post) -> None:
    """Turns 8 to 11 in one go, published up to 10: the last light goes out, and the slab opens."""
    table = post.table
    told = await post.uses(table.gm, "delve ahead", 6, 2, 5, 1, turns=4)
    assert not told.public
    assert "Turn 9: encounter check, rolled 2. No encounter." in told.secret
    assert "Turn 11: no encounter check, rolled 1." in told.secret
    await post.looks_around()
    told = await post.presses(table.gm, "Next Turn")
    assert "Turns 8 to 11 are rolled ahead." in told.answer
    told = await post.uses(table.gm, "delve publish", turn=10)
    passed = [
        "Turns 7 to 9 go by.",
        "Mira and Yrsa do nothing.",
        "**Yrsa's torch goes out.**",
        "**It's dark.**",
        "**Stone slab gives way.**",
    ]
    places = [told.public.find(each) for each in passed]
    assert places == sorted(places)
    assert -1 not in places
    # A warning would come too late.
    assert "Last light" not in told.public
    assert "The Barrow, Turn 10\n" in told.public
    assert "Day 1, 9:30" in told.public
    assert "Taken back: what was rolled for Turn 11." in told.secret
    assert (await post.who("Bo")).lights == ()


async def _chased(post: Post) -> None:
    """Turn 10. 2 + 2 is a chase: oil stops 5 in 6, a corner 4; the faces are 6, 2 and at last 3."""
    table = post.table
    await after_days(table, 1)
    told = await post.uses(table.deacon, "party pack light")
    assert "Mira lights a torch: 6 Turns." in told.answer
    secret = {"number": 1, "hd": 3, "kind": "giant", "cleverness": "semi", "note": "A troll"}
    told = await post.uses(table.gm, "party encounter new", title="Heavy steps behind you", **secret)
    assert "**Heavy steps behind you.**" in told.public
    # Ten of 36 falls are 5 or less, and come after who runs.
    assert "A troll" in told.secret
    assert "chase the party 27.8%" in told.secret
    await post.presses(table.deacon, "Run")
    told = await post.presses(table.gm, "Roll their reaction", 2, 2)
    assert "Reaction to “run”: 2d6 (2, 2) = 4. They chase the party: not announced yet." in told.secret
    told = await post.presses(table.gm, "Announce")
    assert "**They come after the party.**" in told.public
    told = await post.presses(table.gm, "Gap…", gap="60")
    assert "They're after the party, 60 feet behind." in told.public
    told = await post.presses(table.gm, "Burning oil… (stops 5 in 6)", 6, what="A flask of oil")
    assert "A flask of oil: **they keep coming.** The oil burns away." in told.public
    assert "Rolled 6; 5 in 6 end the pursuit." in told.secret
    again = await post.presses(table.gm, "Burning oil… (stops 5 in 6)", what="A flask of oil")
    assert "That was already rolled for" in again.answer
    corner = "Corner, door, stairs… (2 in 6 follow)"
    told = await post.presses(table.gm, corner, 2, what="The bend")
    assert "The bend: **they keep coming.**" in told.public
    told = await post.presses(table.gm, corner, 3, what="The slab")
    assert "The slab: **they stop.** The party gets away." in told.public
    assert "Rolled 3; 4 in 6 end the pursuit." in told.secret
    told = await post.presses(table.gm, "Encounter over")
    assert "the chase is over. It takes one Turn." in told.public
    delve, _ = await post.look()
    assert delve is not None
    assert all(each.act is not None and each.act.is_resolved for each in delve.crew)
    told = await post.presses(table.gm, "Next Turn", 3)
    # The last check was in Turn 9, two Turns ago.
    assert "Turn 11: no encounter check, rolled 3." in told.secret


async def _home_with_the_time(post: Post) -> None:
    """Turn 11 is the way out; what came in Turn 12 is left behind. Eleven Turns were 110 minutes."""
    table = post.table
    await post.presses(table.deacon, "Plan for all…", deed=["move"], words="out")
    found = {"room": ["The stair"], "answer": "Daylight above."}
    told = await post.presses(table.gm, "Resolve the plan (3)…", **found)
    assert "Mira, Bo and Yrsa: move: out. Now in: The stair. Daylight above." in told.public
    told = await post.presses(table.gm, "Next Turn", 1, 5)
    assert "Turn 12: encounter check, rolled 1. **Encounter: 1 × Ogre.**" in told.secret
    await post.looks_around()
    await table.restart()
    asked = await table.gm.slash(table.secret, "delve leave")
    assert "An encounter still waits; it's dropped." in said(asked)
    told = await post.agrees(table.gm, asked)
    assert "**The Lanterns: out of The Barrow** after 12 Turns." in told.public
    delve, people = await post.look()
    assert delve is None
    assert people["Mira"].lights == (Light(Lamp.TORCH, 4),)
    assert [people[name].hp for name in ("Mira", "Bo", "Yrsa", "Sable")] == [9, 2, 6, 0]
    shown = await post.uses(table.deacon, "party show")
    assert "Day 1, 9:50" in shown.answer


def _nobody_read_a_secret(post: Post) -> None:
    """Neither in the channel, nor in an answer to a player; the game masters have read all of it."""
    read, known = "\n".join(post.read), "\n".join(post.known)
    assert [each for each in SECRETS if each not in known] == []
    assert [each for each in SECRETS if each in read] == []
