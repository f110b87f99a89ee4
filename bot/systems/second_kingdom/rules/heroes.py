"""Heroes: made, changed, and given conviction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit, Standing
from bot.engine.system import ActionKind, Kind, Open, RecordId, Replace, Scene, Scope, Turn, Want
from bot.engine.words import one_line, safe
from bot.errors import NotAllowed, RuleViolation
from bot.systems.second_kingdom.rules.state import HIGHEST, LOWEST, Hero, Virtue, links_of
from bot.systems.second_kingdom.words import heroes as words
from bot.systems.second_kingdom.words import records

NAME_LENGTH = 60
MOST_HELD = 99
REASON_LENGTH = 200


def upgrade(version: int, data: dict[str, Any]) -> dict[str, Any]:
    """Version 1 kept a counter's value alone."""
    counters = {name: {"value": value} for name, value in data.get("counters", {}).items()}
    return data | {"counters": counters}


HERO: Kind[Hero] = Kind(
    "hero",
    Hero,
    title=lambda hero: hero.name,
    owner=lambda hero: hero.player,
    links=links_of,
    # Another player may be playing somebody else in those channels.
    hand_over=lambda hero, player, _of: replace(hero, player=player, active_in=()),
    word=records.part,
    version=2,
    upgrade=upgrade,
)


@dataclass(frozen=True, slots=True)
class CreateHero:
    """Bring a hero into the campaign, for oneself or, as game master, for a player."""

    name: str
    player: int
    courage: int
    prudence: int
    temperance: int
    conviction: int = 0


@dataclass(frozen=True, slots=True)
class HeroCreated:
    """A hero came to the table."""

    hero: RecordId
    name: str
    player: int
    courage: int
    prudence: int
    temperance: int
    conviction: int
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class SetVirtues:
    """Change a hero's virtues; None leaves one as it is."""

    hero: RecordId
    courage: int | None = None
    prudence: int | None = None
    temperance: int | None = None


@dataclass(frozen=True, slots=True)
class VirtuesSet:
    """A hero's virtues changed: (virtue, before, after) each."""

    name: str
    changed: tuple[tuple[str, int, int], ...]
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class GrantConviction:
    """Give heroes conviction, or take it with a negative amount (Q25: the only way it comes back)."""

    heroes: tuple[RecordId, ...]
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class ConvictionGranted:
    """How older entries tell that one hero's conviction changed by the game master's hand."""

    name: str
    player: int
    before: int
    after: int
    reason: str
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class Given:
    """One hero's conviction, before and after."""

    name: str
    player: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class ConvictionGiven:
    """Conviction of one hero or several changed by the game master's hand."""

    heroes: tuple[Given, ...]
    reason: str
    audience: Audience = EVERYONE


def create_hero_scope(action: CreateHero) -> Scope:
    """Whoever is called so already."""
    return Scope(wants=(Want(HERO.name, text=one_line(action.name)),))


def create_hero(scene: Scene, action: CreateHero, dice: Dice) -> Turn:
    """Open the hero's record. Raises RuleViolation for numbers out of range or a name in use."""
    name = one_line(action.name)
    if not 1 <= len(name) <= NAME_LENGTH:
        raise RuleViolation(words.bad_name(NAME_LENGTH, len(name)))
    if scene.all(HERO):
        raise RuleViolation(words.TAKEN_NAME)
    _require_player(scene, action.player)
    virtues = {virtue: getattr(action, virtue.value) for virtue in Virtue}
    for virtue, score in virtues.items():
        require_score(virtue, score)
    if not 0 <= action.conviction <= MOST_HELD:
        raise RuleViolation(words.bad_conviction(MOST_HELD, action.conviction))
    scores = (action.courage, action.prudence, action.temperance, action.conviction)
    hero = scene.new_id()
    state = Hero(name, action.player, *scores)
    return Turn((Open(hero, HERO.name, state),), (HeroCreated(hero, name, action.player, *scores),))


def _require_player(scene: Scene, player: int) -> None:
    if player != scene.actor and scene.standing is not Standing.GAME_MASTER:
        raise NotAllowed(words.FOR_SOMEBODY_ELSE)
    if scene.campaign.standing(player) not in (Standing.PLAYER, Standing.GAME_MASTER):
        raise RuleViolation(words.no_player(player))


def require_score(virtue: Virtue, score: int) -> None:
    """See that a virtue can be that high. Raises RuleViolation out of 1 to 10 (Q25)."""
    if not LOWEST <= score <= HIGHEST:
        raise RuleViolation(words.bad_score(virtue.value, LOWEST, HIGHEST, score))


def set_virtues(scene: Scene, action: SetVirtues, dice: Dice) -> Turn:
    """Replace the hero's virtues. Raises RuleViolation out of range or where nothing changes."""
    record = scene.get(HERO, action.hero)
    hero, changed = record.state, []
    for virtue in Virtue:
        score = getattr(action, virtue.value)
        if score is None or score == hero.score(virtue):
            continue
        require_score(virtue, score)
        changed.append((virtue.value, hero.score(virtue), score))
        hero = replace(hero, **{virtue.value: score})
    if not changed:
        raise RuleViolation(words.SAME_VIRTUES)
    return Turn((Replace(record.id, hero),), (VirtuesSet(hero.name, tuple(changed)),))


def grant_conviction(scene: Scene, action: GrantConviction, dice: Dice) -> Turn:
    """Change what every one of them holds, or nobody's. Raises RuleViolation below 0 or above 99."""
    records = [scene.get(HERO, hero) for hero in dict.fromkeys(action.heroes)]
    if not records:
        raise RuleViolation(words.NO_HEROES)
    reason = one_line(action.reason)
    if not 1 <= len(reason) <= REASON_LENGTH:
        raise RuleViolation(words.bad_reason(REASON_LENGTH, len(reason)))
    _require_amount(action.amount, [record.state for record in records])
    changes, told = [], []
    for record in records:
        hero, after = record.state, record.state.conviction + action.amount
        changes.append(Replace(record.id, replace(hero, conviction=after)))
        told.append(Given(hero.name, hero.player, hero.conviction, after))
    return Turn(tuple(changes), (ConvictionGiven(tuple(told), reason),))


def _require_amount(amount: int, heroes: Sequence[Hero]) -> None:
    """See that everybody can hold it, or give it. Raises RuleViolation naming who can't."""
    if amount == 0:
        raise RuleViolation(words.NO_AMOUNT)
    short = [(safe(hero.name), hero.conviction) for hero in heroes if hero.conviction + amount < 0]
    if short:
        raise RuleViolation(words.holds_less(-amount, short))
    full = [(safe(hero.name), hero.conviction) for hero in heroes if hero.conviction + amount > MOST_HELD]
    if full:
        raise RuleViolation(words.holds_too_much(MOST_HELD, amount, full))


def hero_player(scene: Scene, action: Any) -> int | None:
    """Whose hero an action is about: it names the hero."""
    return scene.get(HERO, action.hero).state.player


KINDS: tuple[Kind[Any], ...] = (HERO,)
# What changes a sheet waits for approval where the campaign wants that: see `edits`.
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(CreateHero, create_hero, Permit.MEMBERS, create_hero_scope),
    ActionKind(
        GrantConviction, grant_conviction, Permit.GAME_MASTERS, lambda action: Scope(ids=action.heroes)
    ),
)
EVENTS = (HeroCreated, VirtuesSet, ConvictionGranted, ConvictionGiven)
