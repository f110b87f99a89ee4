"""The record of an adventurer, how every action keeps it, and what each needs besides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.campaign import Campaign
from bot.engine.people import EVERYONE, Audience
from bot.engine.system import Change, Kind, Record, RecordId, Replace, Scene, Scope, Turn, Want
from bot.engine.words import safe
from bot.errors import RuleViolation
from bot.systems.adventuria.rules.ledger import has_fallen, total
from bot.systems.adventuria.rules.settings import ADVENTURERS, ONE_EACH
from bot.systems.adventuria.rules.state import Adventurer, Attribute, End, Stage
from bot.systems.adventuria.rules.steps import must_decide, steps
from bot.systems.adventuria.rules.told import Told
from bot.systems.adventuria.words import adventurers as words
from bot.systems.adventuria.words import records

# Kinds of record that end with the adventurer; their states have a `closed()`.
FIGHT, OFFER = "fight", "offer"
COMPANIONS = (FIGHT, OFFER)


def _handed_over(state: Adventurer, player: int, _of: RecordId) -> Adventurer:
    return replace(state, player=player)


def _refused(campaign: Campaign, theirs: Sequence[Adventurer]) -> str | None:
    """Why somebody who plays those can't be given another."""
    if not theirs or ADVENTURERS.of(campaign.settings) != ONE_EACH:
        return None
    return words.they_have(theirs[0].player, safe(theirs[0].name))


ADVENTURER: Kind[Adventurer] = Kind(
    "adventurer",
    Adventurer,
    title=lambda state: state.name,
    owner=lambda state: state.player,
    links=lambda state: (state.picture,) if state.picture is not None else (),
    waiting=steps,
    home=lambda state: state.home or None,
    hand_over=_handed_over,
    refused=_refused,
    word=records.part,
)


@dataclass(frozen=True, slots=True)
class AdventurerChanged:
    """A sheet changed: what, in its order; `cause` is the value of a Cause, `source` its name."""

    name: str
    told: tuple[Told, ...]
    cause: str = ""
    source: str = ""
    # Besides its cause (A42).
    is_due_to_combat: bool = False
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class AdventurerFell:
    """An adventurer has fallen (A38, A39): with how many wounds, and what is lost with it."""

    name: str
    player: int
    wounds: int
    vitae: int
    turns: int
    felled: int
    location: str
    gold: int
    lost: tuple[str, ...]
    quest: str = ""
    audience: Audience = EVERYONE


# -- scopes -------------------------------------------------------------------------------------------


def of_adventurer(adventurer: RecordId) -> Scope:
    """The adventurer, and the fights and offers open with it."""
    return Scope(ids=(adventurer,), wants=tuple(Want(kind, parent=adventurer) for kind in COMPANIONS))


def adventurer_scope(action: Any) -> Scope:
    """The adventurer that an action names, and the fights and offers open with it."""
    return of_adventurer(action.adventurer)


def adventurer_player(scene: Scene, action: Any) -> int | None:
    """Who plays the adventurer that an action names."""
    return scene.get(ADVENTURER, action.adventurer).state.player


# -- kept ---------------------------------------------------------------------------------------------


def kept(
    scene: Scene,
    record: Record[Adventurer],
    state: Adventurer,
    *events: Any,
    also: Sequence[Change] = (),
    subject: RecordId | None = None,
    on_behalf_of: int | None = None,
) -> Turn:
    """The turn that keeps an adventurer as it is now, told in its own thread.

    One that has fallen (A38, Q15) loses everything, and is read-only from then on (A39, Q23). `also` are the
    changes of other records; `subject` is whose card is posted, by default the adventurer's.
    """
    changes = list(also)
    if state.end is None and has_fallen(state):
        events = (*events, _fall(state))
        state = gone(state, End.FALLEN)
    if state.end is not None:
        state = replace(state, ended=scene.entry)
        changes += _closed(scene, record.id, {change.id for change in changes})
    state = _revised(scene, record, state)
    changes.insert(0, Replace(record.id, state, archive=state.end is not None))
    shown = record.id if state.end is not None else subject or record.id
    return Turn(tuple(changes), events, shown, channel=state.home or None, on_behalf_of=on_behalf_of)


def gone(state: Adventurer, end: End) -> Adventurer:
    """The adventurer as it leaves the game: everything it had is lost (A39), its numbers stay (Q23)."""
    return replace(
        state,
        gold=0,
        possessions=(),
        quest=None,
        gains=(),
        losses=(),
        met=(),
        fight=None,
        stage=Stage.GONE,
        end=end,
    )


def _fall(state: Adventurer) -> AdventurerFell:
    return AdventurerFell(
        state.name,
        state.player,
        state.wounds,
        total(state, Attribute.VITAE),
        state.turn,
        state.felled,
        state.location,
        state.gold,
        tuple(each.name for each in state.possessions),
        state.quest.name if state.quest is not None else "",
    )


def _closed(scene: Scene, adventurer: RecordId, but: set[RecordId]) -> list[Change]:
    """What was open with it is over, as far as the action itself has not ended it."""
    return [
        Replace(record.id, record.state.closed(), archive=True)
        for record in scene.records.values()
        if record.kind in COMPANIONS
        and record.id not in but
        and not record.is_archived
        and record.state.adventurer == adventurer
    ]


def _revised(scene: Scene, record: Record[Adventurer], state: Adventurer) -> Adventurer:
    """With the entry's number where what its player decides on is another than before."""
    same = replace(state, revision=record.state.revision)
    if steps(record.id, record.state) == steps(record.id, same):
        return same
    return replace(state, revision=scene.entry)


# -- required -----------------------------------------------------------------------------------------


def require_free(state: Adventurer) -> None:
    """See that nothing must be decided first (Q5). Raises RuleViolation naming it."""
    if must_decide(state):
        (step, *_) = steps(RecordId(""), state)
        raise RuleViolation(words.decide_first(safe(step.label, 200)))


def require_awake(state: Adventurer) -> None:
    """See that it doesn't camp (Q20). Raises RuleViolation."""
    if state.stage is Stage.CAMP:
        raise RuleViolation(words.camps(safe(state.name)))


def require_turn(state: Adventurer) -> None:
    """See that a turn is under way. Raises RuleViolation saying how it begins."""
    require_awake(state)
    if state.stage is not Stage.TURN:
        raise RuleViolation(words.no_turn(safe(state.name)))


def require_no_fight(state: Adventurer) -> None:
    """See that it isn't in a fight. Raises RuleViolation."""
    if state.fight is not None:
        raise RuleViolation(words.fights(safe(state.name)))
