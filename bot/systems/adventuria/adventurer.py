"""The turn's actions and events (A46 to A48): begun, told, ended; camp between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from typing import Any, ClassVar, TypeVar

from bot.engine.campaign import Campaign
from bot.engine.declare import Action, option
from bot.engine.event import Event
from bot.engine.finders import HERE_OR_MINE, Asker, Pair, finder
from bot.engine.pace import WAITS, Tempo
from bot.engine.prose import PROSE_LENGTH
from bot.engine.system import FormField, Kind, Record, RecordId, Scope, Step, Want, World
from bot.engine.text import Safe, T, fitting, refused
from bot.errors import UserError
from bot.systems.adventuria.changed import TellsChanges, lines
from bot.systems.adventuria.ledger import owed, total
from bot.systems.adventuria.settings import ADVENTURERS, ONE_EACH
from bot.systems.adventuria.state import Adventurer, Attribute, Cause, End, PageRoll, Stage, Thrown

# -- What waits in an adventurer: one step at a time, so that it is plain whose move it is -----------------


GIVE, ROOM, START, ROLL, END, ANSWER, TELL = "give", "room", "start", "roll", "end", "answer", "tell"
WAYS_LENGTH = 700


def steps(_adventurer: RecordId, state: Adventurer) -> Sequence[Step]:
    """The one step that is open; none for who camps, fights, or adventures no more."""
    if state.end is not None:
        return ()
    decision = _decision(state)
    if decision is not None:
        return (decision,)
    if state.fight is not None or state.stage is Stage.CAMP:
        return ()
    return (_turn(state),)


def is_narrators_move(state: Adventurer) -> bool:
    """Whether the narrator is the one to act."""
    return any(step.who is None for step in steps(RecordId(""), state))


def with_news(state: Adventurer) -> Adventurer:
    """Note that the narrator has something to tell: it's their move, and they are asked anew."""
    return replace(state, untold=state.untold + 1)


def with_reply(state: Adventurer) -> Adventurer:
    """Note what the narrator may have waited for: they are asked anew where it's their move already."""
    return with_news(state) if is_narrators_move(state) else state


def must_decide(state: Adventurer) -> bool:
    """Whether something must be decided before anything else is done; during a Combat nothing is (Q5)."""
    return bool(state.gains or owed(state))


# -- decisions --------------------------------------------------------------------------------------


def _decision(state: Adventurer) -> Step | None:
    if state.gains:
        gain = state.gains[0].possession
        label = T("{name} has no room for {thing}").plain(name=state.name, thing=gain.name)
        return Step(ROOM, label, state.player, revision=state.revision, silent=WAITS)
    first = next(iter(owed(state)), None)
    if first is None:
        return None
    label = T("{name} must lose {some}").plain(name=state.name, some=first.ware.some(first.count))
    return Step(GIVE, label, state.player, revision=state.revision, silent=WAITS)


# -- the turn ---------------------------------------------------------------------------------------


def _turn(state: Adventurer) -> Step:
    at = {"name": state.name, "location": state.location}
    if state.stage is Stage.BETWEEN:
        label = T("{name} begins the next turn at {location}").plain(**at)
        return Step(START, label, state.player, revision=state.revision, silent=WAITS)
    if state.asked is not None:
        said = T("{name} is asked to roll {dice}: {purpose}")
        label = said.plain(name=state.name, dice=dice_of(state.asked), purpose=state.asked.purpose)
        return Step(ROLL, label, state.player, revision=state.revision, silent=WAITS)
    if state.ways and not state.has_untold:
        label = T("{name} is at {location}: act, or end the turn").plain(**at)
        return Step(END, label, state.player, revision=state.revision, silent=WAITS)
    if state.scene and not state.has_untold:
        label = T("{name} is at {location}: what do you do?").plain(**at)
        return Step(ANSWER, label, state.player, revision=state.revision, silent=WAITS)
    label = T("{name} is at {location}: where does the turn lead?").plain(**at)
    label = label if state.scene else scene_title(state)
    return Step(TELL, label, None, revision=state.revision, asked=state.untold, silent=WAITS)


DICE = T("{count} {count:die|dice}")


def dice_of(asked: PageRoll) -> Safe:
    """Dice as a sentence names them: “1 die + Craft, 7 or more”."""
    dice = DICE(count=asked.count)
    if asked.attribute is not None:
        dice = T("{dice} + {attribute}")(dice=dice, attribute=asked.attribute)
    return T("{dice}, {target} or more")(dice=dice, target=asked.target) if asked.target is not None else dice


WHAT_HAPPENS = T("{name} is at {location}: what happens?")


def scene_title(state: Adventurer) -> str:
    """The title of what a narrator is asked."""
    return WHAT_HAPPENS.plain(name=state.name, location=state.location)


def scene_asks(state: Adventurer) -> tuple[FormField, ...]:
    """What a narrator writes about a turn: what happens next, and where it may end as told so far."""
    happens, hint = T("What happens").plain(), T("The bridge is out, and something moves below.").plain()
    where, ways = T("Where the turn may end, one place per line").plain(), "\n".join(state.ways)
    return (
        FormField("text", happens, PROSE_LENGTH, True, hint, is_optional=True, empty=STAYS()),
        FormField("ways", where, WAYS_LENGTH, True, WAYS_HINT(), ways, is_optional=True, empty=STAYS()),
    )


WAYS_HINT = T("The Bridge\nThe City")
STAYS = T("Leave it empty and it stays as it was told last.")


# -- The record of an adventurer, and what every action needs besides --------------------------------------


# Kinds of record that end with the adventurer; their states have a `closed()`.
FIGHT, OFFER = "fight", "offer"
COMPANIONS = (FIGHT, OFFER)


def handed_over(state: Any, player: int, _of: RecordId) -> Any:
    """Give an adventurer, or what is open with one, to another player."""
    return replace(state, player=player)


def _refused(campaign: Campaign, theirs: Sequence[Adventurer]) -> str | None:
    """Say why somebody who plays those can't be given another adventurer."""
    if not theirs or ADVENTURERS.of(campaign.settings) != ONE_EACH:
        return None
    return str(they_have(theirs[0].player, theirs[0].name))


def they_have(player: int, name: str) -> UserError:
    """The refusal of a second adventurer where each player has one."""
    return refused(
        "adventurer.they_have",
        "{player:@} still plays {name}, and this campaign allows one adventurer each. First "
        "retire {name} with `/act deed: retire`, or undo the entry in which {name} set out.",
        player=player,
        name=name,
    )


def line(state: Adventurer) -> Safe | None:
    """An adventurer's wounds, gold, and place in its days of adventure, in a line."""
    if state.end is not None:
        return None
    says = T("{wounds} of {vitae} wounds · {gold} gold · {location:40}{when}")
    found = {Stage.TURN: T(", turn {turn}"), Stage.CAMP: T(", in camp")}.get(state.stage)
    when = found.of(state) if found is not None else ""
    return says.of(state, vitae=total(state, Attribute.VITAE), when=when)


ADVENTURER: Kind[Adventurer] = Kind(
    "adventurer",
    Adventurer,
    title=lambda state: state.name,
    owner=lambda state: state.player,
    links=lambda state: (state.picture,) if state.picture is not None else (),
    tempo=Tempo.EXPLORATION,
    line=line,
    is_person=True,
    waiting=steps,
    steps=(GIVE, ROOM, START, ROLL, END, ANSWER, TELL),
    home=lambda state: state.home or None,
    settle=lambda state, home: replace(state, home=home),
    hand_over=handed_over,
    refused=_refused,
    ending="end",
)


class AdventurerChanged(TellsChanges):
    """A sheet changed: what, in its order; `cause` is the value of a Cause, `source` its name."""

    name: str
    cause: str = ""
    source: str = ""
    # Besides its cause (A42).
    is_due_to_combat: bool = False

    @property
    def due(self) -> Safe:
        """What the change is due to; empty where it is only the player's doing."""
        combat = self.is_due_to_combat and self.cause != Cause.COMBAT
        causes = [Cause.COMBAT.meaning] if combat else []
        causes += [Cause(self.cause).meaning] if self.cause else []
        if not causes:
            return Safe("")
        source = T(": {source:60}")(source=self.source) if self.source else ""
        return T("From {causes}{source}.")(causes=causes, source=source)

    def sentence(self) -> Safe:
        """What changed, as far as a line of the journal has room, and by what."""
        changes = Safe("; ".join(fitting(lines(self.changes), IN_SHORT)))
        told = T("{name}: {changes}.")(name=self.name, changes=changes)
        return T("{told} {due}")(told=told, due=self.due) if self.due else told


# As much of what changed as has room in a line of the journal.
IN_SHORT = 400


class AdventurerLeft(Event):
    """An adventurer's days are over: what it came to, and what is lost with it (A39)."""

    concerns: ClassVar[tuple[str, ...]] = ("player",)
    name: str
    player: int
    turns: int
    felled: int
    location: str
    gold: int
    lost: tuple[str, ...]
    quest: str = ""


class AdventurerFell(AdventurerLeft):
    """An adventurer has fallen (A38): with how many wounds."""

    says = T("{name} has fallen at {location}: {wounds} {wounds:wound|wounds} against Vitae {vitae}.")
    wounds: int = field(kw_only=True)
    vitae: int = field(kw_only=True)


L = TypeVar("L", bound=AdventurerLeft)


def leaving(state: Adventurer, event: type[L], **more: Any) -> L:
    """Tell that an adventurer leaves the game, with all that it has."""
    return event(
        state.name,
        state.player,
        state.turn,
        state.felled,
        state.location,
        state.gold,
        tuple(each.name for each in state.possessions),
        state.quest.name if state.quest is not None else "",
        **more,
    )


# -- scopes -------------------------------------------------------------------------------------------


def of_adventurer(adventurer: RecordId) -> Scope:
    """The adventurer, and the fights and offers open with it."""
    return Scope(ids=(adventurer,), wants=tuple(Want(kind, parent=adventurer) for kind in COMPANIONS))


# -- the one meant ------------------------------------------------------------------------------------


def _unknown(name: str) -> str:
    return T("There's no adventurer called “{name}” here. Pick one from the list.")(name=Safe(name))


def _which_one(names: Sequence[str]) -> str:
    if not names:
        return T(
            "You have no adventurer in this campaign; `/adv new` makes one. For somebody else's, fill in "
            "`adventurer`."
        )()
    several = T("You have several adventurers: {names:,}. Name one, or use its thread.")
    return several(names=[Safe(name) for name in names])


MEANT = finder(
    ADVENTURER,
    unknown=_unknown,
    several=_unknown,
    which=_which_one,
    prefer=HERE_OR_MINE,
    # An interaction may be delivered once more after it felled somebody: the action then says so.
    gone=lambda state: state.ended if state.end is not None else None,
    scope=of_adventurer,
)


class OnAdventurer(Action):
    """What is done to an adventurer."""

    adventurer: RecordId = option("Which adventurer; this thread's by default", finder=MEANT)


class ByPlayer(Action):
    """What an adventurer does with what it has."""

    adventurer: RecordId = option("Which adventurer; yours by default", finder=MEANT)


# -- What a player decides before all else: room for a gain, what to lose (A20, Q4, Q5, Q10) ----------------


class MakeRoom(OnAdventurer):
    """Decide about the oldest gain that waits: take it for the possession `lose`, or leave it with None."""

    # The number of the possession that waits, so that an old button decides about nothing else.
    gain: int
    lose: int | None = None


class GiveUp(OnAdventurer):
    """Lose the possession of that number: one of those that must go (Q5), or of a number to be lost (Q10)."""

    possession: int


# -- The turn (A46 to A48): begun, told, ended; camp between them -----------------------------------------


class OfPlayer(Action):
    """What a player's adventurer does."""

    adventurer: RecordId = option("Which of yours, if you have several", finder=MEANT)


class StartTurn(OfPlayer):
    """Begin your next turn"""


class Narrate(OnAdventurer):
    """Tell a turn, and where it may end

    That is one place per line, or separated by semicolons. An empty part leaves what was said before.
    """

    text: str = option("What happens; with neither, a form opens", default="", is_prose=True)
    ways: str = option("Where the turn may end, separated by semicolons", default="")
    adventurer: RecordId = option("Whose turn it is", finder=MEANT)
    # The turn that it is written for, where a form was open for long.
    turn: int | None = None


class AnswerScene(OfPlayer):
    """Say what you do

    The narrator then tells what comes of it.
    """

    text: str = option("What you do or say", is_prose=True)


def ways_told(asker: Asker) -> Iterable[Pair]:
    """Where the turn of the adventurer meant may end."""
    return [(way, way) for way in asker.record("adventurer").state.ways]


class EndTurn(OfPlayer):
    """End your turn where the narrator says it may"""

    location: str = option("Where the next turn begins", suggest=ways_told)


class MakeCamp(OfPlayer):
    """Pause the game between two turns"""


class WakeUp(OfPlayer):
    """Go on after camping, and read what happened"""


# As many as a page asks for.
MOST_DICE = 2


# As high as an attribute and two dice may come.
MOST_TARGET = 99 + 12


class OfDice(OnAdventurer):
    """Dice for a text: how many, what is added, and what it takes."""

    purpose: str = option("What the dice are for")
    count: int = option("1 or 2", label="How many dice", name="dice", default=1, least=1, most=MOST_DICE)
    attribute: Attribute | None = option("An attribute to add", name="add", default=None)
    target: int | None = option("What it takes: this or more", default=None, least=1, most=MOST_TARGET)


class RollForPage(OfDice):
    """Throw dice that the text asks for"""


class TurnStarted(Event):
    """A turn began there."""

    says = T("**{name}** begins turn {turn} at **{location}**.")
    name: str
    turn: int
    location: str


class SceneTold(Event):
    """The narrator told what happens, and where the turn may end."""

    name: str
    location: str
    text: str
    ways: tuple[str, ...]
    # 0 where it was told before entries kept it.
    turn: int = 0

    @property
    def tells_prose(self) -> bool:  # type: ignore[override]
        """Whether it tells more than where the turn may end."""
        return bool(self.text)

    def sentence(self) -> T:
        """The scene, or where the turn may end."""
        if not self.text:
            return T("{name}'s turn at {location} may end at {ways:,}.")
        return T("{name} at {location}: {text:prose 200}")


class SceneAnswered(Event):
    """The player said what the adventurer does."""

    says = T("**{name}:** {text:prose}")
    name: str
    text: str
    # Where and when; empty and 0 where it was said before entries kept them.
    location: str = ""
    turn: int = 0


class TurnEnded(TellsChanges):
    """A turn ended; the next begins there. `lapsed` are offers that nobody took.

    Attributes change as what lasted for the turn is over.
    """

    name: str
    turn: int
    location: str
    next_location: str
    lapsed: tuple[str, ...] = ()

    def sentence(self) -> T:
        """Where the next turn begins."""
        if self.location == self.next_location:
            return T("**{name}** ends turn {turn} and stays at **{location}**.")
        return T("**{name}** ends turn {turn} at {location} and goes to **{next_location}**.")


class CampMade(Event):
    """An adventurer camps."""

    says = T("**{name}** makes camp; the next turn begins at **{location}**.")
    name: str
    location: str


class WokeUp(Event):
    """An adventurer goes on."""

    says = T("**{name}** breaks camp; the next turn begins at **{location}**.")
    name: str
    location: str


class AdventurerMoved(Event):
    """An adventurer was sent elsewhere."""

    name: str
    before: str
    after: str
    reason: str = ""

    def sentence(self) -> T:
        """From where to where, and why."""
        if not self.reason:
            return T("**{name}** is sent from {before} to **{after}**.")
        return T("**{name}** is sent from {before} to **{after}** ({reason}).")


class PageDiceRolled(Event):
    """Dice that the text asked for; `added` is the attribute's value."""

    name: str
    purpose: str
    dice: tuple[int, ...]
    attribute: Attribute | None = None
    added: int = 0
    target: int | None = None

    @property
    def total(self) -> int:
        """The sum of the dice."""
        return sum(self.dice) + self.added

    @property
    def sum(self) -> Safe:
        """The faces one after another, the attribute, and what they come to."""
        faces = Safe(" + ".join(map(str, self.dice)))
        if self.attribute is not None:
            added = T("{faces} + {attribute} {added} = **{total}**")
            return added(faces=faces, attribute=self.attribute, added=self.added, total=self.total)
        if len(self.dice) == 1:
            return T("**{total}**")(total=self.total)
        return T("{faces} = **{total}**")(faces=faces, total=self.total)

    def sentence(self) -> T:
        """What was rolled, and against a target what came of it."""
        if self.target is None:
            return T("🎲 {name} rolls {sum}: {purpose}")
        if self.total >= self.target:
            return T("🎲 {name} rolls {sum} against {target}, **success**: {purpose}")
        return T("🎲 {name} rolls {sum} against {target}, **failure**: {purpose}")


def dice_fell(name: str, fell: Thrown) -> PageDiceRolled:
    """The event that tells how dice fell."""
    return PageDiceRolled(name, fell.purpose, fell.dice, fell.attribute, fell.added, fell.target)


# -- out of the game -----------------------------------------------------------------------------------


def gone(state: Adventurer, end: End) -> Adventurer:
    """Take an adventurer out of the game: everything it had is lost (A39), its numbers stay (Q23)."""
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


def open_with(world: World, adventurer: RecordId, *kinds: str) -> list[Record[Any]]:
    """The records of those kinds that are open with the adventurer."""
    return [
        record
        for record in world.records.values()
        if record.kind in kinds and not record.is_archived and record.state.adventurer == adventurer
    ]


# -- required -----------------------------------------------------------------------------------------


def require_free(state: Adventurer) -> None:
    """See that nothing must be decided first (Q5). Raises RuleViolation naming it."""
    if must_decide(state):
        (step, *_) = steps(RecordId(""), state)
        raise refused(
            "adventurer.decide_first",
            "First this: {label:200}. Its card has the buttons; nothing was changed.",
            label=step.label,
        )


def require_awake(state: Adventurer) -> None:
    """See that it doesn't camp (Q20). Raises RuleViolation."""
    if state.stage is Stage.CAMP:
        raise refused(
            "adventurer.camps",
            "{name} is camping; `/adv wake` continues. Nothing was changed.",
            name=state.name,
        )


def require_turn(state: Adventurer) -> None:
    """See that a turn is under way. Raises RuleViolation saying how it begins."""
    require_awake(state)
    if state.stage is not Stage.TURN:
        raise refused(
            "adventurer.no_turn",
            "{name} is between two turns; `/adv start` begins the next one.",
            name=state.name,
        )


def require_no_fight(state: Adventurer) -> None:
    """See that it isn't in a fight. Raises RuleViolation."""
    if state.fight is not None:
        raise refused(
            "adventurer.fights",
            "{name} is in a fight. End that first, with the buttons on its card.",
            name=state.name,
        )
