"""Who is in play: whom a player plays where, heroes who retire and return, and NPCs who are removed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from bot.engine.declare import Action, action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import finder
from bot.engine.people import EVERYONE, GAME_MASTERS, Permit
from bot.engine.proposals import PROPOSAL
from bot.engine.roster import played_here
from bot.engine.saying import Name
from bot.engine.system import Kind, Record, RecordId, Replace, Result, Scope, Want, World
from bot.engine.text import T, refused
from bot.engine.working import RecordCopy, correction
from bot.systems.second_kingdom.attacks.steps import ATTACK
from bot.systems.second_kingdom.challenges.requests import REQUEST
from bot.systems.second_kingdom.challenges.rules import CHALLENGE
from bot.systems.second_kingdom.heroes.people import HERO, HERO_NAMED, NPC, NPC_MEANT
from bot.systems.second_kingdom.state import Hero, Known, Npc

# What can wait for somebody: whoever has to do with it stays until it is done.
BUSY: tuple[Kind[Any], ...] = (CHALLENGE, ATTACK, REQUEST, PROPOSAL)
NOWHERE: tuple[int, ...] = ()


class ActivateHero(Action):
    """Choose which of your heroes you play in this channel"""

    hero: RecordId = option(
        "Which of your heroes you play in this channel", finder=replace(HERO_NAMED, is_own=True)
    )


class HeroActivated(Event):
    """A player plays another hero in a channel from now on."""

    concerns: ClassVar[tuple[str, ...]] = ("player",)
    says = T("{player:@} now plays {name} in {channel:#}.")
    name: str
    player: int
    channel: int


class RetireHero(Action):
    """Take a hero out of play; they can be brought back"""

    hero: RecordId = option("Who leaves; nothing may be waiting for them", finder=HERO_NAMED)


class HeroRetired(Event):
    """A hero is out of play."""

    concerns: ClassVar[tuple[str, ...]] = ("player",)
    says = T("Retired: {name}. `/act deed: return` brings them back.")
    name: str
    player: int


def _no_such_retired(name: str) -> str:
    return T("There's no retired hero called “{name}” here. Pick one from the list.")(name=name)


# What was undone is out of play as well, and stays so.
RETIRED = finder(
    HERO,
    archived=True,
    is_offered=lambda shown: shown.state.is_retired,
    unknown=_no_such_retired,
    several=_no_such_retired,
)


class ReturnHero(Action):
    """Bring a retired hero back into play"""

    hero: RecordId = option("Which retired hero comes back", finder=RETIRED)


class HeroReturned(Event):
    """A retired hero is in play again."""

    concerns: ClassVar[tuple[str, ...]] = ("player",)
    says = T("Back at the table: {name}, played by {player:@}.")
    name: str
    player: int


class RemoveNpc(Action):
    """Take an NPC out of play"""

    npc: RecordId = option("Who leaves; nothing may be waiting for them", finder=NPC_MEANT)


# -- whom a player plays ----------------------------------------------------------------------------


def activate_scope(action: ActivateHero) -> Scope:
    """The hero, and all others of its player's."""
    return Scope(ids=(action.hero,), wants=(Want(HERO.name, is_own=True),))


@action("sk play", may=Permit.OWNER, scope=activate_scope, button="Play them here")
def activate_hero(world: World, action: ActivateHero, dice: Dice) -> Result:
    """Take the channel from the player's other heroes. Raises RuleViolation where nothing changes."""
    meant = world.get(HERO, action.hero)
    changes = played_here(world, HERO, meant)
    told = HeroActivated(meant.state.name, meant.state.player, world.channel)
    return Result(changes, (told,), subject=meant.id)


# -- out of play, and back --------------------------------------------------------------------------


def leaving_scope(record: RecordId) -> Scope:
    """Who leaves, and all that has to do with them."""
    return Scope(ids=(record,), wants=tuple(Want(kind.name, linking=record) for kind in BUSY))


def _require_idle(world: World, name: str) -> None:
    """See that nothing of theirs waits. Raises RuleViolation saying what does."""
    steps = [
        step for kind in BUSY for record in world.all(kind) for step in kind.waiting(record.id, record.state)
    ]
    if steps:
        more = len(steps) - 1
        raise refused(
            "roster.still_waits",
            "Something is still waiting for {name}: “{label:100}”{rest}. Finish that first; `/waiting` lists "
            "it.",
            name=name,
            label=steps[0].label,
            rest=T(", and {n} more")(n=more) if more else "",
        )


@correction(
    "sk retire",
    of=HERO,
    may=Permit.OWNER_OR_GAME_MASTER,
    scope=lambda action: leaving_scope(action.hero),
)
def retire_hero(found: RecordCopy[Hero], action: RetireHero, dice: Dice) -> None:
    """Archive the hero. Raises RuleViolation while something of the hero's waits."""
    _require_idle(found.world, found.state.name)
    found.change(active_in=NOWHERE, is_retired=True)
    found.archive()
    found.tell(HeroRetired(found.state.name, found.state.player))


def return_scope(action: ReturnHero) -> Scope:
    """The hero, and all in play: one of them may bear the name by now."""
    return Scope(ids=(action.hero,), wants=(Want(HERO.name),))


def _retired(world: World, hero: RecordId) -> Record[Hero]:
    found = world.records.get(hero)
    # What was undone is out of play as well, and stays so.
    if found is None or found.kind != HERO.name or not found.state.is_retired:
        raise refused("roster.not_retired", "That hero isn't retired. Pick one from the list.")
    return found


def retired_player(world: World, action: Any) -> int | None:
    """The player of the retired hero."""
    return _retired(world, action.hero).state.player


@action("sk return", may=Permit.OWNER_OR_GAME_MASTER, scope=return_scope, owner=retired_player)
def return_hero(world: World, action: ReturnHero, dice: Dice) -> Result:
    """Put the hero back into play. Raises RuleViolation for who isn't retired, or whose name is taken."""
    hero = _retired(world, action.hero).state
    if hero.name.casefold() in (other.state.name.casefold() for other in world.all(HERO)):
        raise refused(
            "roster.name_taken",
            "Another hero is now called {name}. Rename that one before this one returns.",
            name=hero.name,
        )
    back = Replace(action.hero, replace(hero, is_retired=False), restore=True)
    return Result((back,), (HeroReturned(hero.name, hero.player),))


@correction(
    "sk npc remove",
    of=NPC,
    known=lambda npc: GAME_MASTERS if npc.known is Known.HIDDEN else EVERYONE,
    scope=lambda action: leaving_scope(action.npc),
    is_quiet=True,
)
def remove_npc(found: RecordCopy[Npc], action: RemoveNpc, dice: Dice) -> None:
    """Archive the NPC. Raises RuleViolation while something waits that it takes part in."""
    _require_idle(found.world, found.state.name)
    found.archive()
    found.say("npc.removed", T("Out of play: {name}."), name=Name(found.state.name))
