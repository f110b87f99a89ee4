"""Who comes and goes: NPCs, who plays whom where, who leaves play and comes back, and portraits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from bot.engine.declare import Action, action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import EVERYONE, GAME_MASTERS, Permit
from bot.engine.portraits import portrayed
from bot.engine.proposals import PROPOSAL
from bot.engine.roster import played_here
from bot.engine.system import Open, Record, RecordId, Replace, Scene, Scope, Turn, Want
from bot.engine.text import Safe, T, refused
from bot.systems.sovereign.book import Save
from bot.systems.sovereign.people.rules import (
    ANYBODY,
    CHARACTER,
    MOST_NUMBER,
    NPC_NAMED,
    OWN_NAMED,
    PORTRAIT,
    RETIRED,
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
    """Somebody new of the game master's."""

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


class NpcMet(Event):
    """The table meets one of the game master's own, or sees them no more."""

    name: str
    known: Known

    def sentence(self) -> Safe:
        """Whom."""
        if self.known is Known.NAMED:
            return T("You meet {name}.")(name=self.name)
        return T("{name} is hidden from the players now.")(name=self.name)


@action("sov npc add", may=Permit.GAME_MASTERS, scope=lambda action: of_name(action.name), is_quiet=True)
def create_npc(scene: Scene, action: CreateNpc, dice: Dice) -> Turn:
    """Open the record, with HP rolled in secret (S9). Raises RuleViolation for a name in use."""
    bare = Character(
        free_name(scene, action.name, is_npc=True),
        hd=action.hd,
        is_unnamed=action.is_unnamed,
        known=action.known,
        armor_class=action.armor_class,
        attack=action.attack,
    )
    hp, _ = rolled_hp(bare, dice)
    state = replace(bare, hp=hp, max_hp=hp)
    told = NpcCreated(state.name, action.hd, hp, state.save(Save.PHYSICAL), state.known)
    met = (NpcMet(state.name, state.known),) if state.known is Known.NAMED else ()
    return Turn((Open(scene.new_id(), CHARACTER.name, state),), (told, *met))


class RevealNpc(Action):
    """Let the players know an NPC by name, or hide them again"""

    npc: RecordId = option("Who", name="name", finder=NPC_NAMED)
    known: Known = option(
        "What the players know",
        choices=tuple((each.value, each.texts[1]) for each in Known),
        default=Known.NAMED,
    )


@action(
    "sov npc reveal",
    may=Permit.GAME_MASTERS,
    scope=lambda action: Scope((action.npc,), links=True),
    is_quiet=True,
)
def reveal_npc(scene: Scene, action: RevealNpc, dice: Dice) -> Turn:
    """Change what the table knows; less is nobody's business. Raises RuleViolation where it is the same."""
    record = _npc(scene, action.npc)
    if record.state.known is action.known:
        raise refused("npc.known_so", "Already {known}: {name}.", name=record.state.name, known=action.known)
    audience = EVERYONE if action.known is Known.NAMED else GAME_MASTERS
    told = NpcMet(record.state.name, action.known, audience=audience)
    changes = [Replace(record.id, replace(record.state, known=action.known))]
    if record.state.picture is not None:
        # A picture is as secret as whom it shows.
        picture = scene.get(PORTRAIT, record.state.picture)
        is_secret = action.known is Known.HIDDEN
        changes.append(Replace(picture.id, replace(picture.state, is_secret=is_secret)))
    return Turn(tuple(changes), (told,))


def _npc(scene: Scene, npc: RecordId) -> Record[Character]:
    record = scene.get(CHARACTER, npc)
    if not record.state.is_npc:
        raise refused("npc.is_none", "{name} is a player's character, not an NPC.", name=record.state.name)
    return record


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
)
def play_character(scene: Scene, action: PlayCharacter, dice: Dice) -> Turn:
    """Take the channel from the player's other characters. Raises RuleViolation where nothing changes."""
    meant = scene.get(CHARACTER, action.character)
    changes = played_here(scene, CHARACTER, meant)
    told = CharacterPlayed(meant.state.name, scene.actor, scene.channel)
    return Turn(changes, (told,), subject=meant.id)


class LetRoll(OnCharacter):
    """Let game masters roll your saves, Notice and the like at once, or take that back"""

    is_on: bool = option("Whether they may; yes by default", name="allow", default=True)


class RollsLet(Event):
    """Game masters may roll for somebody at once, or no longer."""

    name: str
    is_on: bool

    def sentence(self) -> T:
        """Which."""
        if self.is_on:
            return T("{name}: game masters may roll without asking. `/sov pc consent` takes that back.")
        return T("{name}: game masters ask before they roll for them.")


@action("sov pc consent", may=Permit.OWNER)
def let_roll(scene: Scene, action: LetRoll, dice: Dice) -> Turn:
    """Give the consent, or take it back. Raises RuleViolation where it is so already."""
    record = scene.get(CHARACTER, action.character)
    if record.state.is_consenting is action.is_on:
        raise refused("consent.same", "That's how it already is; nothing was changed.")
    after = replace(record.state, is_consenting=action.is_on)
    return Turn((Replace(record.id, after),), (RollsLet(record.state.name, action.is_on),))


class RetireCharacter(Action):
    """Take a character or NPC out of play; /sov pc return brings them back"""

    character: RecordId = option("Who leaves", finder=ANYBODY)


class CharacterRetired(Event):
    """Somebody is out of play."""

    says = T("{name} leaves play; `/sov pc return` brings them back.")
    name: str


@action(
    "sov pc retire",
    may=Permit.OWNER_OR_GAME_MASTER,
    asks=True,
    scope=lambda action: Scope((action.character,), (Want(PROPOSAL.name, linking=action.character),)),
)
def retire_character(scene: Scene, action: RetireCharacter, dice: Dice) -> Turn:
    """Archive them. Raises RuleViolation while something proposed about them waits."""
    record = scene.get(CHARACTER, action.character)
    state = record.state
    require_nothing_proposed(scene, state.name)
    if not state.is_dead:
        scene.note(T("{name} leaves play with all they carry.")(name=state.name))
    gone = replace(state, is_retired=True, active_in=())
    told = CharacterRetired(state.name, audience=seen_by(state))
    return Turn((Replace(record.id, gone, archive=True),), (told,))


class ReturnCharacter(Action):
    """Bring somebody back into play"""

    character: RecordId = option("Who comes back", finder=RETIRED)


class CharacterReturned(Event):
    """Somebody is in play again."""

    says = T("{name} is back in play.")
    name: str


def _returning(scene: Scene, record: RecordId) -> Record[Character]:
    found = scene.records.get(record)
    if found is None or found.kind != CHARACTER.name or not found.state.is_retired:
        raise refused("character.not_retired", "Nobody of that name left play. Pick one from the list.")
    return found


@action(
    "sov pc return",
    may=Permit.OWNER_OR_GAME_MASTER,
    scope=lambda action: Scope((action.character,), (Want(CHARACTER.name),)),
    owner=lambda scene, action: _returning(scene, action.character).state.player,
)
def return_character(scene: Scene, action: ReturnCharacter, dice: Dice) -> Turn:
    """Put them back into play. Raises RuleViolation for who didn't leave, or whose name is taken."""
    state = _returning(scene, action.character).state
    free_name(scene, state.name, action.character, is_npc=state.is_npc)
    back = Replace(action.character, replace(state, is_retired=False), restore=True)
    return Turn((back,), (CharacterReturned(state.name, audience=seen_by(state)),))


# -- portraits ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SetPortrait:
    """Give somebody a portrait, by an address or a small picture; neither takes it away."""

    character: RecordId
    address: str = ""
    data: str = ""


class PortraitSet(Event):
    """Somebody looks otherwise."""

    name: str
    is_gone: bool = False

    def sentence(self) -> T:
        """Whether there is one."""
        return T("Portrait removed: {name}.") if self.is_gone else T("New portrait: {name}.")


@on_character(scope=lambda action: Scope((action.character,), links=True))
def set_portrait(scene: Scene, action: SetPortrait, dice: Dice) -> Turn:
    """Replace the portrait. Raises RuleViolation for what can't be shown, or where nothing changes."""
    record = scene.get(CHARACTER, action.character)
    is_secret = not seen_by(record.state).everyone
    after, opened = portrayed(scene, record, PORTRAIT, action.address, action.data, is_secret=is_secret)
    is_gone = not after.portrait and after.picture is None
    told = PortraitSet(after.name, is_gone, audience=seen_by(after))
    return Turn((*opened, Replace(record.id, after)), (told,), subject=record.id)
