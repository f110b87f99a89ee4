"""What a narrator writes about a turn, read: the scene, and the places where it may end (A46)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.engine.declare import action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import Permit
from bot.engine.system import Record, RecordId, Replace, Scene, Turn
from bot.engine.text import Safe, T, of_length, refused
from bot.engine.words import one_line, paragraphs
from bot.errors import UserError
from bot.systems.adventuria.adventurer import (
    ADVENTURER,
    MEANT,
    MOST_DICE,
    MOST_TARGET,
    OFFER,
    AdventurerMoved,
    AnswerScene,
    CampMade,
    EndTurn,
    MakeCamp,
    Narrate,
    OfDice,
    OnAdventurer,
    RollForPage,
    SceneAnswered,
    SceneTold,
    StartTurn,
    TurnEnded,
    TurnStarted,
    WakeUp,
    WokeUp,
    dice_fell,
    dice_of,
    open_with,
    require_awake,
    require_free,
    require_no_fight,
    require_turn,
    turn_of,
    with_news,
)
from bot.systems.adventuria.ledger import expired, told_attributes, total
from bot.systems.adventuria.offers.rules import title as offer_title
from bot.systems.adventuria.settings import acted_for
from bot.systems.adventuria.state import (
    ANSWER_LENGTH,
    LOCATION_LENGTH,
    MOST_WAYS,
    SCENE_LENGTH,
    Adventurer,
    PageRoll,
    Stage,
    Thrown,
    Until,
)

_BETWEEN = re.compile(r"[;\n\r]")


def text_of(written: str) -> str:
    """The scene, in its own lines. Raises RuleViolation where it is too long."""
    return of_length(
        paragraphs(written),
        SCENE_LENGTH,
        "turns.long_scene",
        "A scene has at most {most} characters, not {length}; tell the rest after it.",
    )


def ways_of(written: str) -> tuple[str, ...]:
    """The places, one a line or separated by semicolons, each once. Raises RuleViolation."""
    if not written.strip():
        return ()
    places = [place_of(part) for part in _BETWEEN.split(written) if part.strip()]
    if not places:
        raise _nameless()
    ways: dict[str, str] = {}
    for place in places:
        ways.setdefault(place.casefold(), place)
    return _few(tuple(ways.values()))


def _few(ways: tuple[str, ...]) -> tuple[str, ...]:
    """The ways. Raises RuleViolation for more than a list holds."""
    if len(ways) > MOST_WAYS:
        raise refused(
            "turns.many_ways",
            "A turn can end in at most {most} places, not {count}.",
            most=MOST_WAYS,
            count=len(ways),
        )
    return ways


def _nameless() -> UserError:
    return refused("turns.nameless", "A place needs a name that can be read.")


def place_of(written: str) -> str:
    """A place's name, in a line. Raises RuleViolation where it has none or too long a one."""
    place = one_line(written)
    if not place:
        raise _nameless()
    return of_length(
        place,
        LOCATION_LENGTH,
        "turns.long_place",
        "A place's name has at most {most} characters, not {length}: “{place:60}”.",
        place=place,
    )


# -- Turns: begun, told, ended, with camps between (A46 to A48) --------------------------------------------


SIDES = 6
# As many rolls as a turn's card repeats.
MOST_THROWN = 3
PURPOSE_LENGTH = 100


# -- the turn -----------------------------------------------------------------------------------------


@action("adv start", may=Permit.OWNER_OR_GAME_MASTER)
def start_turn(scene: Scene, action: StartTurn, dice: Dice) -> Turn:
    """Begin the next turn, at the top of its location (A46). Raises RuleViolation in one, or camped."""
    record, state, player = _acting(scene, action.adventurer)
    require_awake(state)
    if state.stage is Stage.TURN:
        raise refused(
            "turns.begun",
            "{name} is already in turn {turn} at {location}. End that first.",
            name=state.name,
            turn=state.turn,
            location=state.location,
        )
    begun = replace(_clear(state), stage=Stage.TURN, turn=state.turn + 1)
    event = TurnStarted(state.name, begun.turn, state.location)
    return turn_of(scene, record, begun, event, on_behalf_of=player)


@action(may=Permit.GAME_MASTERS)
def narrate(scene: Scene, action: Narrate, dice: Dice) -> Turn:
    """Tell what happens, and where the turn may end (A46). Raises RuleViolation out of a turn, or for bad
    texts."""
    record = scene.get(ADVENTURER, action.adventurer)
    state = record.state
    require_turn(state)
    if action.turn not in (None, state.turn):
        raise refused(
            "turns.other_turn",
            "That was written for another turn: {name} is in turn {turn} now. Nothing was changed.",
            name=state.name,
            turn=state.turn,
        )
    text, ways = text_of(action.text), ways_of(action.ways)
    if not text and not ways:
        raise refused(
            "turns.nothing_told",
            "Say what happens, where the turn may end, or both.",
        )
    event = SceneTold(state.name, state.location, text, ways, state.turn)
    ways = _with_shown(state, ways) if ways else state.ways
    told = replace(_done_with(state), scene=text or state.scene, ways=ways)
    return turn_of(scene, record, told, event)


def _done_with(state: Adventurer) -> Adventurer:
    """With nothing left of what its player was asked and did."""
    return replace(state, answer="", thrown=(), untold=0, asked=None)


def _with_shown(state: Adventurer, ways: Sequence[str]) -> tuple[str, ...]:
    """The ways told, and those that something used has shown (A47). Raises RuleViolation for too many."""
    told = [way.casefold() for way in ways]
    return _few((*ways, *(way for way in state.shown if way.casefold() not in told)))


@action("adv say", may=Permit.OWNER_OR_GAME_MASTER)
def answer_scene(scene: Scene, action: AnswerScene, dice: Dice) -> Turn:
    """Say what the adventurer does; what comes of it is for the narrator to tell.

    Raises RuleViolation out of a turn, in a fight, and for a text that is empty or too long.
    """
    record, state, player = _acting(scene, action.adventurer)
    require_turn(state)
    require_no_fight(state)
    text = of_length(
        paragraphs(action.text),
        ANSWER_LENGTH,
        "turns.answer",
        "Say it in 1 to {most} characters; this has {length}.",
        least=1,
    )
    event = SceneAnswered(state.name, text, state.location, state.turn)
    answered = with_news(replace(state, answer=text, asked=None))
    return turn_of(scene, record, answered, event, on_behalf_of=player)


@action("adv end", may=Permit.OWNER_OR_GAME_MASTER, asks=True, button="End the turn anyway")
def end_turn(scene: Scene, action: EndTurn, dice: Dice) -> Turn:
    """End the turn at one of the ways told (A46, A47); what lasted for it is over (A12, Q13).

    Raises RuleViolation for any other place, in a fight, or while something must be decided.
    """
    record = scene.get(ADVENTURER, action.adventurer)
    require_turn(record.state)
    require_no_fight(record.state)
    record, state, player = _acting(scene, action.adventurer)
    way = _way(state, action.location)
    over = expired(state, Until.TURN, Until.FIGHT, Until.COMBAT)
    offers = open_with(scene, record.id, OFFER)
    event = TurnEnded(
        state.name,
        state.turn,
        state.location,
        way,
        tuple(offer_title(offer.state) for offer in offers),
        changes=told_attributes(state, over),
    )
    ended = replace(_clear(over), stage=Stage.BETWEEN, location=way)
    lapsed = [Replace(offer.id, offer.state.closed(), archive=True) for offer in offers]
    return turn_of(scene, record, ended, event, also=lapsed, on_behalf_of=player)


def _acting(scene: Scene, adventurer: RecordId) -> tuple[Record[Adventurer], Adventurer, int | None]:
    """The adventurer whose player acts, and whom a narrator acts for. Raises RuleViolation or NotAllowed."""
    record = scene.get(ADVENTURER, adventurer)
    player = acted_for(scene, record.state.player)
    require_free(record.state)
    return record, record.state, player


def _clear(state: Adventurer) -> Adventurer:
    """With nothing left of a turn (A12)."""
    return replace(_done_with(state), scene="", ways=(), shown=(), met=(), used=())


def _way(state: Adventurer, location: str) -> str:
    """The way told that is meant. Raises RuleViolation naming those there are (A47)."""
    meant = one_line(location)
    found = next((way for way in state.ways if way.casefold() == meant.casefold()), None)
    if found is not None:
        return found
    if not state.ways:
        raise refused(
            "turns.no_ways",
            "The narrator hasn't said yet where {name}'s turn may end.",
            name=state.name,
        )
    # In quotes: the name of a place may hold a comma.
    ways = [T("“{place:60}”")(place=each) for each in state.ways]
    raise refused(
        "turns.no_such_way",
        "This turn doesn't lead to “{place:60}”; it may end at {ways:or}.",
        place=meant,
        ways=ways,
    )


# -- camp ---------------------------------------------------------------------------------------------


@action("adv camp", may=Permit.OWNER_OR_GAME_MASTER)
def make_camp(scene: Scene, action: MakeCamp, dice: Dice) -> Turn:
    """Pause between two turns; nothing else changes (A48). Raises RuleViolation in a turn, or camped."""
    record, state, player = _acting(scene, action.adventurer)
    if state.stage is Stage.CAMP:
        raise refused("turns.camps", "{name} is already camping; `/adv wake` continues.", name=state.name)
    if state.stage is not Stage.BETWEEN:
        raise refused(
            "turns.only_between",
            "You can camp only between turns. {name}'s turn {turn} has to end first.",
            name=state.name,
            turn=state.turn,
        )
    event = CampMade(state.name, state.location)
    return turn_of(scene, record, replace(state, stage=Stage.CAMP), event, on_behalf_of=player)


@action(may=Permit.OWNER_OR_GAME_MASTER)
def wake_up(scene: Scene, action: WakeUp, dice: Dice) -> Turn:
    """Go on where the camp was made (A48). Raises RuleViolation for who doesn't camp."""
    record = scene.get(ADVENTURER, action.adventurer)
    state = record.state
    player = acted_for(scene, state.player)
    if state.stage is not Stage.CAMP:
        raise refused("turns.awake", "{name} isn't camping.", name=state.name)
    event = WokeUp(state.name, state.location)
    return turn_of(scene, record, replace(state, stage=Stage.BETWEEN), event, on_behalf_of=player)


# -- elsewhere, and dice --------------------------------------------------------------------------------


class MoveAdventurer(OnAdventurer):
    """Send an adventurer elsewhere

    As an encounter, spell, item or ally does (A47).
    """

    location: str = option("Where to")
    reason: str = option("What sends them there", default="")
    adventurer: RecordId = option("Who is sent there", finder=MEANT)


@action("adv gm move", may=Permit.GAME_MASTERS)
def move_adventurer(scene: Scene, action: MoveAdventurer, dice: Dice) -> Turn:
    """Send an adventurer elsewhere, as an encounter, spell, item or ally does (A47).

    A turn goes on there, with a new scene to be told; between two turns the next begins there. Raises
    RuleViolation for a bad name, for where it is already, in a fight, and while camped.
    """
    record = scene.get(ADVENTURER, action.adventurer)
    state = record.state
    require_awake(state)
    require_no_fight(state)
    place, reason = place_of(action.location), _short(action.reason)
    if place.casefold() == state.location.casefold():
        raise refused(
            "turns.is_there",
            "{name} is already at {place}; `/adv gm scene` tells what happens there.",
            name=state.name,
            place=state.location,
        )
    event = AdventurerMoved(state.name, state.location, place, reason)
    moved = replace(_done_with(state), location=place, scene="", ways=(), shown=())
    return turn_of(scene, record, moved, event)


@action("adv roll", may=Permit.OWNER_OR_GAME_MASTER)
def roll_for_page(scene: Scene, action: RollForPage, dice: Dice) -> Turn:
    """Throw one or two dice that the text asks for, and tell whether a target is met; what comes of it is
    for the narrator to tell.

    Raises RuleViolation out of a turn, or for no purpose.
    """
    record, state, player = _acting(scene, action.adventurer)
    require_turn(state)
    wanted = _page_roll(action)
    faces = dice.roll(wanted.count, SIDES, reason=wanted.purpose)
    added = total(state, wanted.attribute) if wanted.attribute is not None else 0
    fell = Thrown(wanted.purpose, faces, wanted.attribute, added, wanted.target)
    rolled = replace(
        state,
        thrown=(*state.thrown, fell)[-MOST_THROWN:],
        asked=None if state.asked == wanted else state.asked,
    )
    return turn_of(scene, record, with_news(rolled), dice_fell(state.name, fell), on_behalf_of=player)


class AskForRoll(OfDice):
    """Ask an adventurer for a roll

    Its player gets a button, with the chance to meet the target.
    """


class RollAsked(Event):
    """The narrator asks for a roll."""

    name: str
    roll: PageRoll

    def sentence(self) -> Safe:
        """Which dice, what they must come to, and what for."""
        asks = T("**{name}** is asked to roll {dice}: {purpose}")
        return asks(name=self.name, dice=dice_of(self.roll), purpose=self.roll.purpose)


@action("adv gm roll", may=Permit.GAME_MASTERS)
def ask_for_roll(scene: Scene, action: AskForRoll, dice: Dice) -> Turn:
    """Ask for dice, which are thrown with a button.

    Raises RuleViolation out of a turn, in a fight, for no purpose, and for what is asked already.
    """
    record = scene.get(ADVENTURER, action.adventurer)
    state = record.state
    require_turn(state)
    require_no_fight(state)
    wanted = _page_roll(action)
    if state.asked == wanted:
        raise refused(
            "turns.asked", "{name} is already asked for that roll; nothing was changed.", name=state.name
        )
    return turn_of(scene, record, replace(state, asked=wanted), RollAsked(state.name, wanted))


def _page_roll(action: OfDice) -> PageRoll:
    """The dice. Raises RuleViolation for too many, for no purpose, and for a target that is no number."""
    if not 1 <= action.count <= MOST_DICE:
        raise refused("turns.dice", "A page asks for 1 or 2 dice, not {count}.", count=action.count)
    if action.target is not None and not 1 <= action.target <= MOST_TARGET:
        raise refused(
            "turns.target",
            "A roll can be against 1 to {most}, not {target}.",
            most=MOST_TARGET,
            target=action.target,
        )
    purpose = _short(action.purpose)
    if not purpose:
        raise refused("turns.no_purpose", "Say what the dice are for.")
    return PageRoll(purpose, action.count, action.attribute, action.target)


def _short(text: str) -> str:
    """What something is for, in a line. Raises RuleViolation where it is too long."""
    return of_length(
        one_line(text),
        PURPOSE_LENGTH,
        "turns.long_reason",
        "Say what they're for in at most {most} characters, not {length}.",
    )
