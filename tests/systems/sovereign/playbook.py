"""How each action of Sovereign comes about."""

from __future__ import annotations

from bot.systems.sovereign.checks.rules import (
    AnswerCall,
    Ask,
    EndCall,
    Group,
    JoinGroup,
    RollGroup,
    RollNow,
    Try,
)
from bot.systems.sovereign.delves.acts import (
    CallForAll,
    Declare,
    SetCaller,
    SettleProcedures,
    SettleSilence,
    StopWork,
)
from bot.systems.sovereign.delves.ahead import PublishTurns, RollAhead
from bot.systems.sovereign.delves.doors import Listen, Reveal, ShowDoor
from bot.systems.sovereign.delves.lights import SetLight
from bot.systems.sovereign.delves.resolving import Resolve
from bot.systems.sovereign.delves.rules import EnterSite, LeaveSite, NextTurn
from bot.systems.sovereign.encounters.chases import StartChase
from bot.systems.sovereign.encounters.fights import SetOrder
from bot.systems.sovereign.encounters.rules import NewEncounter, NoteLeverage, SpringHit
from bot.systems.sovereign.encounters.steps import (
    Acted,
    Announce,
    ChooseWay,
    ComeToBlows,
    DecideReaction,
    EndEncounter,
    GoFirst,
    Hinder,
    MeasureGap,
    Object,
    PassTurn,
    RollReaction,
)
from bot.systems.sovereign.encounters.surprise import Surprise
from bot.systems.sovereign.harm.poison import EndPoison, Poison, RollPoison, TreatPoison
from bot.systems.sovereign.harm.rules import (
    Damage,
    FirstAid,
    Heal,
    Kill,
    RollFrailSave,
    SetStrain,
    Stabilize,
    TreatFrailty,
)
from bot.systems.sovereign.hazards import Fall, HoldBreath, RollBreath, Swim, Travel
from bot.systems.sovereign.packs.rules import (
    AddItem,
    AddMount,
    Coins,
    Drag,
    DropItem,
    GiveItem,
    LoadItem,
    LoseMount,
    MoveItem,
    UnloadItem,
)
from bot.systems.sovereign.parties.rest import Rest
from bot.systems.sovereign.parties.rules import (
    AddEffect,
    Advance,
    ChangeParty,
    DisbandParty,
    EndFight,
    FormParty,
)
from bot.systems.sovereign.people.files import ImportCharacter
from bot.systems.sovereign.people.making import (
    ChooseClass,
    ChooseSkills,
    DropMaking,
    EnterNumbers,
    EnterScores,
    FinishMaking,
    RollScores,
    StartMaking,
)
from bot.systems.sovereign.people.roster import (
    CreateNpc,
    LetRoll,
    PlayCharacter,
    RetireCharacter,
    ReturnCharacter,
    RevealNpc,
    SetPortrait,
)
from bot.systems.sovereign.people.rules import EditSheet, LevelUp, SetCounter, SetSheet
from bot.systems.sovereign.sites.rules import (
    AddRoom,
    AddThing,
    ChangeSite,
    EditRoom,
    EditThing,
    EndSite,
    PrepareSite,
    RemoveRoom,
    RemoveThing,
)
from bot.systems.sovereign.sites.tables import ReadTable, WriteTable
from tests.givens import used
from tests.harness.inputs import components
from tests.harness.world import Json
from tests.stages import Playbook, Scenario, Stage
from tests.systems.sovereign.stock import (
    announced,
    character,
    encounter,
    fight,
    frail,
    opened,
    party,
    poisoned,
    site,
)

# -- made in steps ------------------------------------------------------------------------------------


async def begun(stage: Stage) -> str:
    """A character begun by Deacon."""
    name = stage.fresh_name()
    await stage.do("sov new", by=stage.deacon, name=name)
    await stage.settle()
    return name


async def roll_scores(stage: Stage) -> Json:
    """The dice."""
    await begun(stage)
    return stage.press("Roll scores", by=stage.deacon)


SCORES = {"strength": "12", "dexterity": "9", "constitution": "14", "intelligence": "8", "wisdom": "10"}


async def enter_scores(stage: Stage) -> Json:
    """Typed in."""
    await begun(stage)
    return stage.fill("Enter scores…", by=stage.deacon, **SCORES)


async def choose_class(stage: Stage) -> Json:
    """Typed in."""
    await begun(stage)
    return stage.fill("Class…", by=stage.deacon, title="Warrior", hit_points="1d6+2", foci="Die Hard")


async def choose_skills(stage: Stage) -> Json:
    """Typed in."""
    await begun(stage)
    return stage.fill("Skills…", by=stage.deacon, skills="Stab 1, Exert 0")


async def enter_numbers(stage: Stage) -> Json:
    """Typed in."""
    await begun(stage)
    numbers = {"armor_class": "14", "attack": "1", "initiative": "0", "effort": "0", "coins": "30"}
    return stage.fill("Numbers…", by=stage.deacon, **numbers)


async def finish(stage: Stage) -> Json:
    """Scores, and done."""
    await begun(stage)
    await stage.feeder.deliver(stage.press("Roll scores", by=stage.deacon))
    await stage.settle()
    return stage.press("Done", by=stage.deacon)


async def give_up(stage: Stage) -> Json:
    """After all, no."""
    await begun(stage)
    return stage.press("Cancel", by=stage.deacon)


async def edit_sheet(stage: Stage) -> Json:
    """The sheet's form."""
    name = await character(stage)
    form = str((await opened(stage, "sov pc edit", stage.deacon, character=name))["custom_id"])
    texts = {"name": name, "title": "Rogue", "hit_points": "1d8", "foci": "", "about": "Limps."}
    return stage.say.modal_submit(form, texts, user=stage.deacon)


async def play(stage: Stage) -> Json:
    """The second of two."""
    await character(stage)
    return stage.slash("sov pc play", by=stage.deacon, character=await character(stage))


PEOPLE: Playbook = {
    StartMaking: used("sov new"),
    RollScores: Scenario(roll_scores),
    EnterScores: Scenario(enter_scores),
    ChooseClass: Scenario(choose_class),
    ChooseSkills: Scenario(choose_skills),
    EnterNumbers: Scenario(enter_numbers),
    FinishMaking: Scenario(finish),
    DropMaking: Scenario(give_up),
    ImportCharacter: used("sov pc import", is_shown=True),
    SetSheet: used("sov set"),
    EditSheet: Scenario(edit_sheet),
    LevelUp: used("sov pc levelup", by="gm", repeats=19),
    SetCounter: used("sov pc counter"),
    CreateNpc: used("sov npc add", by="gm"),
    RevealNpc: used("sov npc reveal"),
    PlayCharacter: Scenario(play),
    LetRoll: used("sov pc consent"),
    RetireCharacter: used("sov pc retire", is_shown=True),
    ReturnCharacter: used("sov pc return"),
    SetPortrait: used("sov pc portrait"),
}


# -- rolls --------------------------------------------------------------------------------------------


async def called(stage: Stage) -> None:
    """Two of Deacon's are asked to save."""
    names = f"{await character(stage)},{await character(stage)}"
    await stage.do("sov ask", by=stage.gm, who=names, roll="Evasion", why="Falling rocks")
    await stage.settle()


async def grouped(stage: Stage) -> str:
    """Two of Deacon's are asked to sneak together; the name of who is to join."""
    first, second = await character(stage, dexterity=16), await character(stage, skills={})
    await stage.do("sov group", by=stage.gm, who=f"{first},{second}", roll="DEX/Sneak", roller=first)
    await stage.settle()
    return second


async def tried(stage: Stage) -> Json:
    """What a player tries, as a game master accepts it."""
    name = await character(stage)
    await stage.do("sov try", by=stage.deacon, character=name, what="Sneak past", roll="DEX/Sneak")
    await stage.settle()
    return await stage.gm_press("Agree and roll")


async def answer(stage: Stage) -> Json:
    """The first one's save."""
    await called(stage)
    return stage.press(_label(stage, ": roll ("), by=stage.deacon)


def _label(stage: Stage, part: str) -> str:
    """The newest button's label with that in it."""
    for message in reversed(stage.server.messages.kept.values()):
        for each in components(message):
            if part in str(each.get("label", "")):
                return str(each["label"])
    raise LookupError(part)


async def end_call(stage: Stage) -> Json:
    """Called off."""
    await called(stage)
    return await stage.gm_press("Call it off")


async def join(stage: Stage) -> Json:
    """The one who is asked joins."""
    await grouped(stage)
    return stage.press(_label(stage, " joins ("), by=stage.deacon)


async def roll_group(stage: Stage) -> Json:
    """The roller doesn't wait."""
    await grouped(stage)
    return stage.press(_label(stage, "Roll ("), by=stage.deacon)


ROLLS: Playbook = {
    Try: Scenario(tried),
    RollNow: used("sov roll", repeats=50),
    Ask: used("sov ask", repeats=50),
    Group: used("sov group", repeats=50),
    AnswerCall: Scenario(answer),
    JoinGroup: Scenario(join),
    RollGroup: Scenario(roll_group),
    EndCall: Scenario(end_call),
}


# -- harm and care ------------------------------------------------------------------------------------


async def frail_save(stage: Stage) -> Json:
    """A week without care is over."""
    together = await frail(stage, goes=True)
    await stage.do("party rest", by=stage.gm, party=together, nights=7, sleep="rough", care="nobody")
    await stage.feeder.deliver(stage.press("Rest", by=stage.gm))
    await stage.settle()
    return stage.press("Roll the save", by=stage.deacon)


async def breath(stage: Stage) -> Json:
    """The fourth Round under water."""
    name = await character(stage)
    together = await party(stage, name)
    await stage.do("sov harm breath", by=stage.gm, character=name, underwater=True)
    for _ in range(4):
        await stage.do("party clock", by=stage.gm, party=together, unit="round")
    await stage.settle()
    return stage.press("Roll", by=stage.deacon)


async def roll_poison(stage: Stage) -> Json:
    """The save."""
    await character(stage)
    await poisoned(stage)
    return stage.press("Roll now", by=stage.deacon)


async def end_poison(stage: Stage) -> Json:
    """Called off."""
    await character(stage)
    await poisoned(stage)
    return await stage.gm_press("Call it off")


HARM: Playbook = {
    Damage: used("sov harm damage", repeats=4),
    Kill: used("sov harm death", is_shown=True),
    Heal: used("sov care heal"),
    SetStrain: used("sov care strain", repeats=13),
    Stabilize: used("sov care stabilize"),
    FirstAid: used("sov care first-aid"),
    TreatFrailty: used("sov care treat"),
    RollFrailSave: Scenario(frail_save),
    Poison: used("sov harm poison", repeats=50),
    TreatPoison: used("sov care poison"),
    RollPoison: Scenario(roll_poison),
    EndPoison: Scenario(end_poison),
    Fall: used("sov harm fall"),
    HoldBreath: used("sov harm breath"),
    Swim: used("sov harm swim", repeats=50),
    RollBreath: Scenario(breath),
}


# -- parties and packs --------------------------------------------------------------------------------


async def shown_pack(stage: Stage) -> str:
    """A pack before Deacon; whose it is."""
    name = await character(stage)
    await stage.do("party pack show", by=stage.deacon, character=name)
    return name


async def picked(stage: Stage, name: str, thing: int = 1) -> Json:
    """The card of a thing in that pack."""
    shown = await opened(stage, "party pack show", stage.deacon, character=name)
    listed = next(
        each for each in components(shown) if str(each.get("custom_id", "")).startswith("?sov_item")
    )
    press = stage.say.press(
        listed["custom_id"], values=[listed["options"][thing]["value"]], user=stage.deacon
    )
    return (await stage.feeder.deliver(press)).answer.data


async def on_thing(stage: Stage, control: str, name: str, *, value: int | None = None) -> Json:
    """A press on what its card offers."""
    card = await picked(stage, name)
    found = next(e for e in components(card) if str(e.get("custom_id", "")).lstrip("?").startswith(control))
    values = None if value is None else [found["options"][value]["value"]]
    return stage.say.press(found["custom_id"], values=values, user=stage.deacon)


async def move(stage: Stage) -> Json:
    """The rope is drawn."""
    return await on_thing(stage, "sov_move", await character(stage))


async def drop(stage: Stage) -> Json:
    """The rope is dropped."""
    return await on_thing(stage, "sov_drop", await character(stage))


async def give(stage: Stage) -> Json:
    """The rope is given to another."""
    name = await character(stage)
    await party(stage, name, await character(stage))
    return await on_thing(stage, "sov_give", name, value=0)


async def with_mule(stage: Stage) -> str:
    """Somebody whose party has a mule."""
    name = await character(stage)
    together = await party(stage, name)
    await stage.do("party pack beast", by=stage.gm, party=together, what="mule", name="Bess")
    await stage.settle()
    return name


async def load(stage: Stage) -> Json:
    """The rope goes on the mule."""
    return await on_thing(stage, "sov_load", await with_mule(stage))


async def unload(stage: Stage) -> Json:
    """The rope comes off it."""
    name = await with_mule(stage)
    await stage.feeder.deliver(await on_thing(stage, "sov_load", name))
    shown = await opened(stage, "party pack show", stage.deacon, character=name)
    listed = next(e for e in components(shown) if str(e.get("custom_id", "")).startswith("?sov_unload"))
    return stage.say.press(listed["custom_id"], values=[listed["options"][0]["value"]], user=stage.deacon)


PARTIES: Playbook = {
    FormParty: used("party new"),
    ChangeParty: used("party set"),
    DisbandParty: used("party end", is_shown=True),
    Advance: used("party clock", repeats=50),
    EndFight: used("party fight-over"),
    Rest: used("party rest"),
    Travel: used("party travel"),
    AddEffect: used("sov effect"),
    AddItem: used("party pack add", repeats=11),
    MoveItem: Scenario(move),
    DropItem: Scenario(drop),
    GiveItem: Scenario(give),
    LoadItem: Scenario(load),
    UnloadItem: Scenario(unload),
    Coins: used("party pack coins", repeats=50),
    Drag: used("party pack drag"),
    AddMount: used("party pack beast", repeats=20),
    LoseMount: used("party pack part"),
}

# -- sites --------------------------------------------------------------------------------------------


async def site_form(stage: Stage, path: str, **texts: str) -> Json:
    """A form of a site's card, filled in."""
    shown = await opened(stage, "site show", stage.gm, site=await site(stage))
    found = next(e for e in components(shown) if str(e.get("custom_id", "")).startswith(f"fill|{path}|"))
    form = (await stage.feeder.deliver(stage.say.press(found["custom_id"], user=stage.gm))).answer.data
    return stage.say.modal_submit(str(form["custom_id"]), texts, user=stage.gm)


async def write_table(stage: Stage) -> Json:
    """Two lines."""
    return await site_form(stage, "WriteTable", text="1-3 Goblins | 2d4\n4-6 Ogre | 1 | 3 | giant")


async def write_room(stage: Stage) -> Json:
    """Another room."""
    return await site_form(stage, "site room add", name="Well", notes="Deep.")


async def write_thing(stage: Stage) -> Json:
    """Another trap."""
    texts = {"name": "Dart", "sort": "trap", "room": "Hall", "damage": "1d6", "notes": ""}
    return await site_form(stage, "site thing add", **texts)


SITES: Playbook = {
    PrepareSite: used("site new"),
    ChangeSite: used("site set"),
    EndSite: used("site end", is_shown=True),
    AddRoom: used("site room add"),
    EditRoom: used("site room edit"),
    RemoveRoom: used("site room remove", is_shown=True),
    AddThing: used("site thing add"),
    EditThing: used("site thing edit"),
    RemoveThing: used("site thing remove"),
    WriteTable: Scenario(write_table),
    ReadTable: used("site table", is_shown=True),
}

# -- delves -------------------------------------------------------------------------------------------


DELVES: Playbook = {
    EnterSite: used("delve enter"),
    LeaveSite: used("delve leave"),
    NextTurn: used("delve advance", is_shown=True),
    RollAhead: used("delve ahead"),
    PublishTurns: used("delve publish"),
    Declare: used("delve act"),
    StopWork: used("delve stop"),
    CallForAll: used("delve plan"),
    SetCaller: used("delve caller"),
    SettleSilence: used("delve silent"),
    SettleProcedures: used("party always"),
    Listen: used("delve listen"),
    ShowDoor: used("delve door"),
    Reveal: used("delve reveal", repeats=50),
    Resolve: used("delve resolve"),
    SetLight: used("party pack light"),
}


# -- encounters ---------------------------------------------------------------------------------------


async def choose(stage: Stage) -> Json:
    """Deacon speaks first."""
    await encounter(stage)
    return stage.press("Talk", by=stage.deacon)


async def chosen(stage: Stage, label: str) -> Json:
    """Deacon has chosen; a button of the game master's."""
    await stage.feeder.deliver(await choose(stage))
    await stage.settle()
    return stage.press(label, by=stage.gm)


async def object_to(stage: Stage) -> Json:
    """Wren sees it differently."""
    await encounter(stage, await character(stage), await character(stage, stage.wren))
    await stage.feeder.deliver(stage.press("Fight", by=stage.deacon))
    await stage.settle()
    return stage.press("Object", by=stage.wren)


async def roll_reaction(stage: Stage) -> Json:
    """The dice."""
    return await chosen(stage, "Roll their reaction")


async def decide_reaction(stage: Stage) -> Json:
    """Without dice."""
    await stage.feeder.deliver(await choose(stage))
    await stage.settle()
    return await stage.gm_fill("Decide their reaction…", reaction=["run"])


async def announce(stage: Stage) -> Json:
    """What was decided."""
    await stage.feeder.deliver(await decide_reaction(stage))
    await stage.settle()
    return stage.press("Announce", by=stage.gm)


def pressed(reaction: str, label: str) -> Scenario:
    """A game master's button after they did that."""

    async def payload(stage: Stage) -> Json:
        await announced(stage, reaction)
        return stage.press(label, by=stage.gm)

    return Scenario(payload)


async def acted(stage: Stage) -> Json:
    """One of two has acted."""
    name = await character(stage)
    await fight(stage, name, await character(stage))
    return stage.press(f"{name} acted", by=stage.deacon)


async def pass_turn(stage: Stage) -> Json:
    """Without the silent."""
    await fight(stage)
    return await stage.gm_press("On to their side")


async def measure(stage: Stage) -> Json:
    """They are after the party."""
    await announced(stage, "chase")
    return await stage.gm_fill("Gap…", gap="60")


async def hinder(stage: Stage) -> Json:
    """Something to eat."""
    await stage.feeder.deliver(await measure(stage))
    await stage.settle()
    return stage.fill("Food…", by=stage.gm, what="A ham")


ENCOUNTERS: Playbook = {
    NewEncounter: used("party encounter new", repeats=50),
    SpringHit: used("party encounter spring"),
    Surprise: used("party encounter surprise"),
    ChooseWay: Scenario(choose),
    Object: Scenario(object_to),
    RollReaction: Scenario(roll_reaction),
    DecideReaction: Scenario(decide_reaction),
    Announce: Scenario(announce),
    ComeToBlows: pressed("parley", "It comes to a fight"),
    NoteLeverage: used("party encounter leverage"),
    GoFirst: pressed("combat", "They go first"),
    Acted: Scenario(acted),
    PassTurn: Scenario(pass_turn),
    SetOrder: used("party encounter order"),
    StartChase: used("party encounter chase"),
    MeasureGap: Scenario(measure),
    Hinder: Scenario(hinder),
    EndEncounter: pressed("ignore", "Encounter over"),
}

PLAYBOOK: Playbook = {**PEOPLE, **ROLLS, **HARM, **PARTIES, **SITES, **DELVES, **ENCOUNTERS}
