"""What a narrator writes about a turn, read: the scene, and the places where it may end (A46)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bot.engine.asking import Asks
from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker
from bot.engine.people import Permit
from bot.engine.prose import PROSE_LENGTH
from bot.engine.record import AtStep, FormField, Press, Step
from bot.engine.steps import at
from bot.engine.system import RecordId, Replace
from bot.engine.text import Safe, T, of_length, refused
from bot.engine.words import one_line, paragraphs
from bot.errors import UserError
from bot.systems.adventuria.adventurer import (
    ANSWER,
    END,
    MEANT,
    MOST_DICE,
    MOST_TARGET,
    OFFER,
    ROLL,
    START,
    TELL,
    WHAT_HAPPENS,
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
    scene_asks,
    with_news,
)
from bot.systems.adventuria.ledger import expired, total
from bot.systems.adventuria.offers.rules import title as offer_title
from bot.systems.adventuria.state import (
    LOCATION_LENGTH,
    MOST_WAYS,
    Adventurer,
    PageRoll,
    Stage,
    Thrown,
    Until,
)
from bot.systems.adventuria.working import SheetCopy, player_action, sheet_action

_BETWEEN = re.compile(r"[;\n\r]")


def text_of(written: str) -> str:
    """The scene, in its own lines. Raises RuleViolation where it is too long."""
    return of_length(
        paragraphs(written),
        PROSE_LENGTH,
        "turns.long_scene",
        "A scene has at most {most} characters{given}; tell the rest after it.",
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
        "A place's name has at most {most} characters{given}: “{place:60}”.",
        place=place,
    )


# -- Turns: begun, told, ended, with camps between (A46 to A48) --------------------------------------------


SIDES = 6
# As many rolls as a turn's card repeats.
MOST_THROWN = 3
PURPOSE_LENGTH = 100


# -- the turn -----------------------------------------------------------------------------------------


def _require_between(state: Adventurer) -> None:
    if state.stage is Stage.TURN:
        raise refused(
            "turns.begun",
            "{name} is already in turn {turn} at {location}. End that first.",
            name=state.name,
            turn=state.turn,
            location=state.location,
        )


@player_action(
    "adv start",
    step=at(START, "start", T("Start the turn"), is_main=True),
    when=(require_free, require_awake, _require_between),
)
def start_turn(sheet: SheetCopy, action: StartTurn, dice: Dice) -> None:
    """Begin the next turn, at the top of its location (A46). Raises RuleViolation in one, or camped."""
    state = sheet.state
    sheet.put(replace(_clear(state), stage=Stage.TURN, turn=state.turn + 1))
    sheet.tell(TurnStarted(state.name, sheet.state.turn, state.location))


def _telling(_adventurer: RecordId, state: Adventurer, _step: Step) -> Iterator[Press]:
    yield Press("tell", T("Tell what happens"), asks=scene_asks(state), is_main=True)


def _today(asker: Asker) -> Mapping[str, str]:
    state: Adventurer = asker.record("adventurer").state
    require_turn(state)
    return {"location": state.location, "turn": str(state.turn)}


def _scene(asker: Asker) -> Sequence[FormField]:
    return scene_asks(asker.record("adventurer").state)


@sheet_action(
    "adv gm scene",
    may=Permit.GAME_MASTERS,
    step=AtStep(TELL, _telling),
    asks=Asks(WHAT_HAPPENS, ("text", "ways"), _today, holds=("turn",), lines=_scene, is_beside=True),
    when=(require_turn,),
    button="Tell it",
)
def narrate(sheet: SheetCopy, action: Narrate, dice: Dice) -> None:
    """Tell what happens, and where the turn may end (A46).

    Raises RuleViolation out of a turn, or for bad texts.
    """
    state = sheet.state
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
    sheet.tell(SceneTold(state.name, state.location, text, ways, state.turn))
    sheet.put(_done_with(state))
    sheet.change(scene=text or state.scene, ways=_with_shown(state, ways) if ways else state.ways)


def _done_with(state: Adventurer) -> Adventurer:
    """The adventurer without what the player was asked and did."""
    return replace(state, answer="", thrown=(), untold=0, asked=None)


def _with_shown(state: Adventurer, ways: Sequence[str]) -> tuple[str, ...]:
    """The ways told, and those that something used has shown (A47). Raises RuleViolation for too many."""
    told = [way.casefold() for way in ways]
    return _few((*ways, *(way for way in state.shown if way.casefold() not in told)))


def _saying(_adventurer: RecordId, _state: Adventurer, step: Step) -> Iterator[Press]:
    hint = T("I knock, and keep the lamp behind my back.").plain()
    ask = FormField("text", T("What you do").plain(), PROSE_LENGTH, True, hint)
    says, is_main = T("Say what you do"), step.name == ANSWER
    label = says if is_main else T("Do something else…")
    yield Press("say", label, asks=(ask,), is_main=is_main, title=says.plain())


@player_action(
    "adv say",
    step=tuple(AtStep(each, _saying, place=2) for each in (ROLL, END, ANSWER)),
    when=(require_free, require_turn, require_no_fight),
    button="Say this",
)
def answer_scene(sheet: SheetCopy, action: AnswerScene, dice: Dice) -> None:
    """Say what the adventurer does; what comes of it is for the narrator to tell.

    Raises RuleViolation out of a turn, in a fight, and for a text that is empty or too long.
    """
    state = sheet.state
    text = of_length(
        paragraphs(action.text),
        PROSE_LENGTH,
        "turns.answer",
        "Say it in 1 to {most} characters{given}.",
        least=1,
    )
    sheet.put(with_news(replace(state, answer=text, asked=None)))
    sheet.tell(SceneAnswered(state.name, text, state.location, state.turn))


# More ways than these are picked from a list.
MOST_BUTTONS = 4


def _ending(_adventurer: RecordId, state: Adventurer, _step: Step) -> Iterator[Press]:
    """Also while the narrator is to tell: its player may still end the turn."""
    if len(state.ways) > MOST_BUTTONS:
        label, ways = T("Where the next turn begins").plain(), tuple((way, way) for way in state.ways)
        yield Press(
            "way", T("End the turn…"), asks=(FormField("location", label, options=ways),), is_main=True
        )
        return
    stay, go = T("End the turn: stay at {way}"), T("End the turn: to {way}")
    for place, way in enumerate(state.ways):
        label = (stay if way == state.location else go).plain(way=way)
        yield Press(f"way{place}", label, {"location": way})


@player_action(
    "adv end",
    step=tuple(AtStep(each, _ending, place=1) for each in (ROLL, END, TELL)),
    when=(require_turn, require_no_fight, require_free),
    confirms=True,
    button="End the turn anyway",
)
def end_turn(sheet: SheetCopy, action: EndTurn, dice: Dice) -> None:
    """End the turn at one of the ways told (A46, A47); what lasted for it is over (A12, Q13).

    Raises RuleViolation for any other place, in a fight, or while something must be decided.
    """
    state = sheet.state
    way = _way(state, action.location)
    sheet.put(expired(state, Until.TURN, Until.FIGHT, Until.COMBAT))
    offers = open_with(sheet.world, sheet.record.id, OFFER)
    sheet.also += (Replace(offer.id, offer.state.closed(), archive=True) for offer in offers)
    lapsed = tuple(offer_title(offer.state) for offer in offers)
    sheet.tell(TurnEnded(state.name, state.turn, state.location, way, lapsed, changes=sheet.changes))
    sheet.put(replace(_clear(sheet.state), stage=Stage.BETWEEN, location=way))


def _clear(state: Adventurer) -> Adventurer:
    """The adventurer without anything that belongs to one turn (A12)."""
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


def _require_no_turn(state: Adventurer) -> None:
    if state.stage is Stage.CAMP:
        raise refused("turns.camps", "{name} is already camping; `/adv wake` continues.", name=state.name)
    if state.stage is not Stage.BETWEEN:
        raise refused(
            "turns.only_between",
            "You can camp only between turns. {name}'s turn {turn} has to end first.",
            name=state.name,
            turn=state.turn,
        )


@player_action("adv camp", step=at(START, "camp", T("Make camp")), when=(require_free, _require_no_turn))
def make_camp(sheet: SheetCopy, action: MakeCamp, dice: Dice) -> None:
    """Pause between two turns; nothing else changes (A48). Raises RuleViolation in a turn, or camped."""
    state = sheet.state
    sheet.change(stage=Stage.CAMP)
    sheet.tell(CampMade(state.name, state.location))


def _require_camp(state: Adventurer) -> None:
    if state.stage is not Stage.CAMP:
        raise refused("turns.awake", "{name} isn't camping.", name=state.name)


@player_action("adv wake", when=(_require_camp,), button="Go on after camping")
def wake_up(sheet: SheetCopy, action: WakeUp, dice: Dice) -> None:
    """Go on where the camp was made (A48). Raises RuleViolation for who doesn't camp."""
    state = sheet.state
    sheet.change(stage=Stage.BETWEEN)
    sheet.tell(WokeUp(state.name, state.location))


# -- elsewhere, and dice --------------------------------------------------------------------------------


class MoveAdventurer(OnAdventurer):
    """Send an adventurer elsewhere

    As an encounter, spell, item or ally does (A47).
    """

    location: str = option("Where to")
    reason: str = option("What sends them there", default="")
    adventurer: RecordId = option("Who is sent there", finder=MEANT)


@sheet_action("adv gm move", may=Permit.GAME_MASTERS, when=(require_awake, require_no_fight))
def move_adventurer(sheet: SheetCopy, action: MoveAdventurer, dice: Dice) -> None:
    """Send an adventurer elsewhere, as an encounter, spell, item or ally does (A47).

    A turn goes on there, with a new scene to be told; between two turns the next begins there. Raises
    RuleViolation for a bad name, for where it is already, in a fight, and while camped.
    """
    state = sheet.state
    place, reason = place_of(action.location), _short(action.reason)
    if place.casefold() == state.location.casefold():
        raise refused(
            "turns.is_there",
            "{name} is already at {place}; `/adv gm scene` tells what happens there.",
            name=state.name,
            place=state.location,
        )
    sheet.put(replace(_done_with(state), location=place, scene="", ways=(), shown=()))
    sheet.tell(AdventurerMoved(state.name, state.location, place, reason))


def _rolling(_adventurer: RecordId, state: Adventurer, _step: Step) -> Iterator[Press]:
    asked = state.asked
    if asked is not None:
        names = ("purpose", "count", "attribute", "target")
        label = T("Roll {dice}").plain(dice=dice_of(replace(asked, target=None)))
        yield Press("roll", label, {name: getattr(asked, name) for name in names}, is_main=True)


@player_action("adv roll", step=AtStep(ROLL, _rolling), when=(require_free, require_turn))
def roll_for_page(sheet: SheetCopy, action: RollForPage, dice: Dice) -> None:
    """Throw one or two dice that the text asks for, and tell whether a target is met.

    What comes of it is for the narrator to tell. Raises RuleViolation out of a turn, or for no purpose.
    """
    state = sheet.state
    wanted = _page_roll(action)
    faces = dice.roll(wanted.count, SIDES, reason=wanted.purpose)
    added = total(state, wanted.attribute) if wanted.attribute is not None else 0
    fell = Thrown(wanted.purpose, faces, wanted.attribute, added, wanted.target)
    asked = None if state.asked == wanted else state.asked
    sheet.put(with_news(replace(state, thrown=(*state.thrown, fell)[-MOST_THROWN:], asked=asked)))
    sheet.tell(dice_fell(state.name, fell))


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


@sheet_action("adv gm roll", may=Permit.GAME_MASTERS, when=(require_turn, require_no_fight))
def ask_for_roll(sheet: SheetCopy, action: AskForRoll, dice: Dice) -> None:
    """Ask for dice, which are thrown with a button.

    Raises RuleViolation out of a turn, in a fight, for no purpose, and for what is asked already.
    """
    state = sheet.state
    wanted = _page_roll(action)
    if state.asked == wanted:
        raise refused(
            "turns.asked", "{name} is already asked for that roll; nothing was changed.", name=state.name
        )
    sheet.change(asked=wanted)
    sheet.tell(RollAsked(state.name, wanted))


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
        "Say what they're for in at most {most} characters{given}.",
    )
