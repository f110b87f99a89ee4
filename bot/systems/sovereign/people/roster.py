"""Who comes and goes: NPCs, who plays whom where, who leaves play and comes back, and portraits."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from bot.engine.declare import Action, action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import EVERYONE, GAME_MASTERS, Permit
from bot.engine.portraits import PortraitAction, portrayed
from bot.engine.proposals import PROPOSAL
from bot.engine.roster import played_here
from bot.engine.saying import Name, Said, say
from bot.engine.system import Record, RecordId, Replace, Result, Scope, Want, World
from bot.engine.text import Safe, T, refused
from bot.engine.working import RecordCopy, WorkingCopy, correction, deed
from bot.systems.sovereign.book import Save
from bot.systems.sovereign.people.rules import (
    ANYBODY,
    CHARACTER,
    CHARACTER_MEANT,
    MOST_NUMBER,
    NPC_NAMED,
    OWN_NAMED,
    PORTRAIT,
    RETIRED,
    SAME,
    OnCharacter,
    free_name,
    of_name,
    on_character,
    require_nothing_proposed,
    rolled_hp,
    seen_by,
)
from bot.systems.sovereign.state import NAME_LENGTH, Character, Known

# -- the game master's own (S9, S15, S28) -------------------------------------------------------------


class CreateNpc(Action):
    """Make an NPC: HP are rolled by Hit Dice, and only you see the numbers"""

    name: str = option("The NPC's name", max_length=NAME_LENGTH)
    hd: int = option("Hit Dice; 0 for less than one", default=1, least=0, most=MOST_NUMBER)
    is_unnamed: bool = option(
        "Whether it dies at 0 HP, as unimportant ones do; yes by default", name="unimportant", default=True
    )
    known: Known = option(
        "What the players know; nothing by default",
        choices=tuple((each.value, each.texts[1]) for each in Known),
        default=Known.HIDDEN,
    )
    armor_class: int = option("AC", name="ac", default=10, least=0, most=MOST_NUMBER)
    attack: int = option("Attack bonus", default=0, least=-MOST_NUMBER, most=MOST_NUMBER)


class NpcCreated(Event, audience=GAME_MASTERS):
    """The game master made a new NPC."""

    name: str
    hd: int
    hp: int
    save: int
    known: Known

    def sentence(self) -> Safe:
        """Who, and the numbers."""
        says = T("New: {name}, {hd}, {hp} HP, saves on {save}+, {known}.")
        hd = T("{n} HD")(n=self.hd) if self.hd else T("less than 1 HD")()
        return says(name=self.name, hd=hd, hp=self.hp, save=self.save, known=self.known)


def _say_met(name: str) -> Said:
    """The table meets one of the game master's own."""
    return say("npc.met", T("You meet {name}."), name=Name(name))


@deed("sov npc add", may=Permit.GAME_MASTERS, scope=lambda action: of_name(action.name), is_quiet=True)
def create_npc(copy: WorkingCopy, action: CreateNpc, dice: Dice) -> None:
    """Open the record, with HP rolled in secret (S9). Raises RuleViolation for a name in use."""
    bare = Character(
        free_name(copy.world, action.name, is_npc=True),
        hd=action.hd,
        is_unnamed=action.is_unnamed,
        known=action.known,
        armor_class=action.armor_class,
        attack=action.attack,
    )
    hp, _ = rolled_hp(bare, dice)
    state = replace(bare, hp=hp, max_hp=hp)
    copy.open(CHARACTER, state)
    copy.tell(NpcCreated(state.name, action.hd, hp, state.save(Save.PHYSICAL), state.known))
    if state.known is Known.NAMED:
        copy.tell(_say_met(state.name))


class RevealNpc(Action):
    """Let the players know an NPC by name, or hide them again"""

    npc: RecordId = option("Who", finder=NPC_NAMED)
    known: Known = option(
        "What the players know",
        choices=tuple((each.value, each.texts[1]) for each in Known),
        default=Known.NAMED,
    )


@correction(
    "sov npc reveal",
    of=CHARACTER,
    known=lambda npc: EVERYONE if npc.known is Known.NAMED else GAME_MASTERS,
    scope=lambda action: Scope((action.npc,), links=True),
    is_quiet=True,
    button="Set what players know",
)
def reveal_npc(found: RecordCopy[Character], action: RevealNpc, dice: Dice) -> None:
    """Change what the table knows; less is nobody's business. Raises RuleViolation where it is the same."""
    npc = found.state
    if not npc.is_npc:
        raise refused("npc.is_none", "{name} is a player's character, not an NPC.", name=npc.name)
    if npc.known is action.known:
        raise refused("npc.known_so", "Already {known}: {name}.", name=npc.name, known=npc.known)
    found.change(known=action.known)
    if action.known is Known.NAMED:
        found.tell(_say_met(npc.name))
    else:
        found.say("npc.hidden", T("{name} is hidden from the players now."), name=Name(npc.name))
    if npc.picture is not None:
        # A picture is as secret as whom it shows.
        picture = found.world.get(PORTRAIT, npc.picture)
        found.change_other(picture, is_secret=action.known is Known.HIDDEN)


# -- who plays whom, and where ------------------------------------------------------------------------


class PlayCharacter(Action):
    """Choose which of your characters you play in this channel"""

    character: RecordId = option("Which of your characters", finder=OWN_NAMED)


class CharacterPlayed(Event):
    """A player plays another character in a channel from now on."""

    concerns: ClassVar[tuple[str, ...]] = ("player",)
    says = T("{player:@} now plays {name} in {channel:#}.")
    name: str
    player: int
    channel: int


@action(
    "sov pc play",
    may=Permit.OWNER,
    scope=lambda action: Scope((action.character,), (Want(CHARACTER.name, is_own=True),)),
    button="Play them here",
)
def play_character(world: World, action: PlayCharacter, dice: Dice) -> Result:
    """Take the channel from the player's other characters. Raises RuleViolation where nothing changes."""
    meant = world.get(CHARACTER, action.character)
    changes = played_here(world, CHARACTER, meant)
    told = CharacterPlayed(meant.state.name, world.actor, world.channel)
    return Result(changes, (told,), subject=meant.id)


class LetRoll(OnCharacter):
    """Let game masters roll for you: saves, Notice and the like, at once; or take that back"""

    is_on: bool = option("Whether they may; yes by default", name="allow", default=True)


@on_character(
    "sov pc consent", may=Permit.OWNER, already=("consent.same", SAME[1]), button="Settle who rolls"
)
def let_roll(found: RecordCopy[Character], action: LetRoll, dice: Dice) -> None:
    """Give the consent, or take it back. Raises RuleViolation where it is so already."""
    found.change(is_consenting=action.is_on)
    name = Name(found.state.name)
    if action.is_on:
        found.say(
            "character.rolls_at_once",
            T("{name}: game masters may roll without asking. `/sov pc consent` takes that back."),
            name=name,
        )
    else:
        found.say("character.is_asked", T("{name}: game masters ask before they roll for them."), name=name)


class RetireCharacter(Action):
    """Take a character or NPC out of play; they can be brought back"""

    character: RecordId = option("Who leaves", finder=ANYBODY)


@on_character(
    "sov pc retire",
    confirms=True,
    scope=lambda action: Scope((action.character,), (Want(PROPOSAL.name, linking=action.character),)),
)
def retire_character(found: RecordCopy[Character], action: RetireCharacter, dice: Dice) -> None:
    """Archive them. Raises RuleViolation while something proposed about them waits."""
    name = found.state.name
    require_nothing_proposed(found.world, name)
    if not found.state.is_dead:
        found.note(T("{name} leaves play with all they carry.")(name=name))
    found.change(is_retired=True, active_in=())
    found.archive()
    found.say(
        "character.retired", T("{name} leaves play; `/act deed: return` brings them back."), name=Name(name)
    )


class ReturnCharacter(Action):
    """Bring somebody back into play"""

    character: RecordId = option("Who comes back", finder=RETIRED)


def _returning(world: World, record: RecordId) -> Record[Character]:
    found = world.records.get(record)
    if found is None or found.kind != CHARACTER.name or not found.state.is_retired:
        raise refused("character.not_retired", "Nobody by that name left play. Pick one from the list.")
    return found


@action(
    "sov pc return",
    may=Permit.OWNER_OR_GAME_MASTER,
    scope=lambda action: Scope((action.character,), (Want(CHARACTER.name),)),
    owner=lambda world, action: _returning(world, action.character).state.player,
)
def return_character(world: World, action: ReturnCharacter, dice: Dice) -> Result:
    """Put them back into play. Raises RuleViolation for who didn't leave, or whose name is taken."""
    state = _returning(world, action.character).state
    free_name(world, state.name, action.character, is_npc=state.is_npc)
    back = Replace(action.character, replace(state, is_retired=False), restore=True)
    told = say(
        "character.returned", T("{name} is back in play."), name=Name(state.name), audience=seen_by(state)
    )
    return Result((back,), (told,))


# -- portraits ----------------------------------------------------------------------------------------


class SetPortrait(PortraitAction, OnCharacter):
    """Give a character a portrait, or remove it"""

    character: RecordId = option("Whose portrait; your own character's by default", finder=CHARACTER_MEANT)


@action("sov pc portrait", may=Permit.OWNER_OR_GAME_MASTER, button="Set the portrait")
def set_portrait(world: World, action: SetPortrait, dice: Dice) -> Result:
    """Replace the portrait; what an NPC looks like whom the table doesn't know is a secret."""
    record = world.get(CHARACTER, action.character)
    return portrayed(world, record, PORTRAIT, action, audience=seen_by(record.state))
