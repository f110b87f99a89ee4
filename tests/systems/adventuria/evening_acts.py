"""What happens on that evening, act by act; every number was reckoned by hand, from the book."""

from __future__ import annotations

from bot.systems.adventuria.state import End, Stage
from tests.systems.adventuria.bouts import monster
from tests.systems.adventuria.evening import Evening
from tests.systems.second_kingdom.evening import buttons, entries
from tests.tables import reply_of, said

FACE = "https://example.org/bran.png"


# -- the first turn -----------------------------------------------------------------------------------


async def a_portrait(night: Evening) -> None:
    """It is on the sheet, after a restart too."""
    assert "Bran sits for a new portrait." in await night.uses("adv portrait", address=FACE)
    await night.table.restart()
    sheet = await night.table.wren.slash(night.table.channel, "adv sheet", adventurer="Bran")
    assert "Warrior" in said(sheet)
    assert sheet.response is not None
    assert sheet.response.embeds[0].thumbnail.url == FACE


async def the_first_turn_begins(night: Evening) -> None:
    """Its player's press, days later; the narrator's form."""
    await night.days_pass(2)
    await night.others_are_refused("Start the turn")
    await night.presses("Start the turn", restart=False)
    scene = {"text": "A market in the rain.", "ways": "The Bridge; The City"}
    told = await night.fills("Tell what happens", by=night.table.gm, **scene)
    assert "A market in the rain." in told
    await night.by_the_book((4, 2, 3, 4), stage=Stage.TURN, turn=1)


async def a_paid_offer(night: Evening) -> None:
    """1 and 4 gold found are 5; the lamp costs 3 (A16)."""
    await night.narrates("gain", gold=4, source="A purse")
    offer = {"kind": "pay", "thing": "Lamp", "price": "3", "text": "Nearly new."}
    assert "Costs **3 gold**" in await night.narrates("offer", **offer)
    await night.days_pass(1)
    await night.others_are_refused("Pay 3 gold")
    assert "3 gold paid (5 → 2)" in await night.presses("Pay 3 gold", restart=False)
    await night.by_the_book((4, 2, 3, 4), gold=2, items="Lamp")


async def a_gift_a_blessing_and_a_spell(night: Evening) -> None:
    """Magic 2 and 2 until the turn ends is 4, twice the beginning value: room for one spell (A9, A22)."""
    await night.narrates("gain", thing="Charm", rules="use: reroll once")
    await night.narrates("attribute", attribute="magic", amount=2, until="turn", source="A blessing")
    await night.narrates("gain", thing="Lead", kind="spell", rules="use: foe arms -8 until fight")
    await night.by_the_book((4, 4, 3, 4), items="Lamp Charm", spells="Lead")


async def the_moth(night: Evening) -> None:
    """It takes 1 from Arms at the start of each Combat; a lost roll is rolled anew; XP is (2 + 2) / 2."""
    await monster(night.table, "Moth", rules="start: foe arms -1 until combat")
    odds = await night.uses("adv odds", monster="Moth")
    assert "Bran against Moth: the odds" in odds
    await night.table.gm.slash(night.thread, "adv fight", monster="Moth")
    await night.table.settle()
    await night.others_are_refused("Roll")
    lost = await night.presses("Roll", 1, 6)
    assert "🎲 1 + 3 = **4** against 🎲 6 + 2 = **8** for Moth: **lost**" in lost
    await night.days_pass(4)
    await night.others_are_refused("Charm: roll again")
    won = await night.presses("Charm: roll again", 6, restart=False)
    assert "🎲 6 + 3 = **9** against 🎲 6 + 2 = **8** for Moth: **won**" in won
    await night.by_the_book((4, 4, 3, 4), wounds=0, felled=0)
    fallen = await night.presses("Again", 5, 1)
    assert "🎲 5 + 3 = **8** against 🎲 1 + 2 = **3** for Moth: **won**" in fallen
    assert "Moth fell\nMelee XP 0 → 2 (Moth)" in fallen
    await night.by_the_book((4, 4, 3, 4), wounds=0, felled=1, melee_xp=2, fight=None)
    # What waits stands on the newest card alone, however many fights there were.
    bearing = [each.id for each in night.table.messages(night.thread) if buttons(each)]
    assert bearing == [night.card.id]


async def the_first_turn_ends(night: Evening) -> None:
    """The blessing ends with it: Magic 4 falls to 2, and the spell is kept all the same (A24)."""
    ended = await night.presses("End the turn: to The Bridge")
    assert "Magic 4 → 2" in ended
    await night.by_the_book(
        (4, 2, 3, 4), stage=Stage.BETWEEN, location="The Bridge", spells="Lead", changes=()
    )


async def a_camp(night: Evening) -> None:
    """Days of it, and what was before is told on waking (A48)."""
    await night.presses("Make camp")
    await night.days_pass(9)
    await night.by_the_book((4, 2, 3, 4), stage=Stage.CAMP)
    woken = said(await night.table.deacon.click(night.card, label="Wake up"))
    await night.table.settle()
    assert "Previously: Bran" in woken
    assert "A market in the rain." in woken
    await night.by_the_book((4, 2, 3, 4), stage=Stage.BETWEEN, location="The Bridge", gold=2)


# -- the second turn ----------------------------------------------------------------------------------


async def the_second_turn_begins(night: Evening) -> None:
    """With a quest (A27)."""
    await night.presses("Start the turn")
    await night.narrates("scene", text="Something breathes below.", ways="The Tower")
    assert "Quest begun: The crown" in await night.narrates("quest", name="The crown", goal="Find it")
    await night.by_the_book((4, 2, 3, 4), turn=2, location="The Bridge")


async def a_full_pack(night: Evening) -> None:
    """Arms 4: eight items (A19). The ninth waits for days, then takes the place of the charm (A20)."""
    for name in ("Rope", "Map", "Cup", "Key", "Ring", "Bell"):
        await night.narrates("gain", thing=name)
    offered = await night.narrates("offer", kind="gain", thing="Crown")
    assert "8 of 8 items" in offered
    assert "No room for Crown: the player decides" in await night.presses("Take it")
    await night.days_pass(12)
    await night.others_are_refused("Lose one for it…", lose=["2"])
    # The charm is number 2 of all that Bran ever had.
    swapped = await night.fills("Lose one for it…", lose=["2"])
    assert "Charm lost" in swapped
    assert "Crown gained" in swapped
    await night.by_the_book((4, 2, 3, 4), items="Lamp Rope Map Cup Key Ring Bell Crown", gains=())


async def the_ogre(night: Evening) -> None:
    """Arms 12, to which the spell does 8: 4. XP by what is printed: (12 + 4) / 2 = 8, with 2 a rise (Q7)."""
    await night.table.gm.slash(night.thread, "adv fight", monster="Ogre", arms=12, vitae=4)
    await night.table.settle()
    used = await night.uses("adv use", thing="Lead")
    assert "Lead used up" in used
    await night.by_the_book((4, 2, 3, 4), spells="")
    lost = await night.presses("Roll", 1, 6)
    assert "🎲 1 + 4 = **5** against 🎲 6 + 4 = **10** for Ogre: **lost**" in lost
    await night.by_the_book((4, 2, 3, 4), wounds=1)


async def the_ogre_falls(night: Evening) -> None:
    """A standoff hurts nobody (A29); the fourth wound fells it, and 10 XP are a level of Arms (A35)."""
    await night.presses("Again", 6, 1)
    await night.days_pass(3)
    standoff = await night.presses("Again", 4, 4, restart=False)
    assert "🎲 4 + 4 = **8** against 🎲 4 + 4 = **8** for Ogre: **a standoff**" in standoff
    await night.presses("Again", 6, 2)
    await night.presses("Again", 5, 2)
    await night.by_the_book((4, 2, 3, 4), wounds=1, melee_xp=2, felled=1)
    won = await night.presses("Again", 4, 1)
    assert "Arms 4 → 5" in won
    await night.by_the_book((5, 2, 3, 4), wounds=1, melee_xp=0, felled=2, fight=None)


async def a_curse(night: Evening) -> None:
    """Arms 5 less 2 is 3: six items of eight, and the player chooses which two go (Q5)."""
    cursed = await night.narrates("attribute", attribute="arms", amount=-2, source="A curse")
    assert "Arms 5 → 3" in cursed
    await night.table.restart()
    await night.others_are_refused("Choose an item to lose…", possession=["6"])
    assert "Cup lost" in await night.fills("Choose an item to lose…", possession=["6"])
    await night.table.restart()
    assert "Bell lost" in await night.fills("Choose an item to lose…", possession=["9"])
    await night.by_the_book((3, 2, 3, 4), items="Lamp Rope Map Key Ring Crown", losses=())
    sheet = await night.uses("adv sheet")
    for part in ("Arms **3**", "Items 6/6", "Gold **2**", "The crown"):
        assert part in sheet


async def the_second_turn_ends(night: Evening) -> None:
    """The quest is done."""
    assert "Quest completed: The crown" in await night.narrates("quest", end="done")
    await night.presses("End the turn: to The Tower")
    await night.by_the_book(
        (3, 2, 3, 4), stage=Stage.BETWEEN, location="The Tower", quest=None, quests_done=1
    )


# -- the third turn -----------------------------------------------------------------------------------


async def the_giant(night: Evening) -> None:
    """Three Combats lost, with one wound from before: fallen at Vitae 4 (A38)."""
    await night.presses("Start the turn")
    await night.narrates("scene", text="A shadow over the stair.", ways="The City")
    await night.table.gm.slash(night.thread, "adv fight", monster="Giant", arms=30, vitae=9)
    await night.table.settle()
    await night.presses("Roll", 6, 1)
    await night.presses("Again", 5, 2)
    await night.by_the_book((3, 2, 3, 4), wounds=3, turn=3)
    fell = await night.insists("Again: 100% to fall", "Roll anyway", 2, 2)
    assert "Bran has fallen" in fell
    assert buttons(night.card) == ["New adventurer"]


async def the_end(night: Evening) -> None:
    """Everything is lost, the numbers stay (A39, Q23); whoever tries on is told so."""
    nothing = {"gold": 0, "items": "", "spells": "", "fight": None, "stage": Stage.GONE}
    await night.by_the_book((3, 2, 3, 4), **nothing, wounds=4, end=End.FALLEN, felled=2, turn=3)
    before = await entries(night.table)
    for command in ("start", "camp"):
        await night.uses(f"adv {command}")
    await night.narrates("gain", gold=1)
    assert await entries(night.table) == before


async def the_hall(night: Evening) -> None:
    """The whole story, for everybody to read: page by page back to where it began."""
    page = await night.table.stranger.slash(night.table.channel, "adv hall", adventurer="Bran")
    assert "fallen with 4 wounds" in said(page)
    assert "2 monsters felled · 1 quest done" in said(page)
    story = said(page)
    while "Older" in buttons(reply_of(page)):
        page = await night.table.stranger.click(reply_of(page), label="Older")
        story += said(page)
    for part in ("sets out", "Lead used", "Quest begun: The crown", "Arms 4 → 5", "Cup lost"):
        assert part in story
    assert "Bran has fallen at The Tower: 4 wounds against Vitae 4" in story


async def a_new_adventurer(night: Evening) -> None:
    """Deacon's next one goes on in the same thread; its dice are not loaded."""
    before = await entries(night.table)
    refused = await night.table.wren.click(night.card, label="New adventurer")
    assert f"This one is for {night.table.deacon.mention}" in said(refused)
    assert await entries(night.table) == before
    await night.table.restart()
    assert "Ada sets out" in await night.fills("New adventurer", name="Ada")
    assert len(list(night.table.channel.threads)) == 1
