"""The turn's actions and events (A46 to A48): begun, told, ended; camp between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from typing import Any, ClassVar, TypeVar

from bot.engine.asking import HERE_OR_MINE, Asking, Pair, finder
from bot.engine.campaign import Campaign
from bot.engine.declare import Action, option
from bot.engine.event import Event
from bot.engine.pace import WAITS, Tempo
from bot.engine.system import (
    Ask,
    Change,
    Choice,
    Kind,
    Record,
    RecordId,
    Replace,
    Scene,
    Scope,
    Step,
    Turn,
    Want,
)
from bot.engine.text import Safe, T, fitting, refused
from bot.errors import UserError
from bot.systems.adventuria.changed import TellsChanges, lines
from bot.systems.adventuria.ledger import has_fallen, owed, total
from bot.systems.adventuria.parts import part, same
from bot.systems.adventuria.settings import ADVENTURERS, ONE_EACH
from bot.systems.adventuria.state import (
    ANSWER_LENGTH,
    SCENE_LENGTH,
    Adventurer,
    Attribute,
    Cause,
    End,
    PageRoll,
    Stage,
    Thrown,
    Ware,
)

# -- What waits in an adventurer: one step at a time, so that it is plain whose move it is -----------------


# As many ways as have a button each.
MOST_BUTTONS = 4
WAYS_LENGTH = 700


def steps(adventurer: RecordId, state: Adventurer) -> Sequence[Step]:
    """The one step that is open; none for who camps, fights, or adventures no more."""
    if state.end is not None:
        return ()
    decision = _decision(adventurer, state)
    if decision is not None:
        return (decision,)
    if state.fight is not None or state.stage is Stage.CAMP:
        return ()
    return (_turn(adventurer, state),)


def is_narrators_move(state: Adventurer) -> bool:
    """Whether the narrator is the one to act."""
    return any(step.who is None for step in steps(RecordId(""), state))


def with_news(state: Adventurer) -> Adventurer:
    """After something that the narrator tells the outcome of: it's their move, and they are asked anew."""
    return replace(state, untold=state.untold + 1)


def with_reply(state: Adventurer) -> Adventurer:
    """After what may be all that the narrator waited for: asked anew where it's their move already."""
    return with_news(state) if is_narrators_move(state) else state


def must_decide(state: Adventurer) -> bool:
    """Whether something must be decided before anything else is done; during a Combat nothing is (Q5)."""
    return bool(state.gains or owed(state))


# -- decisions --------------------------------------------------------------------------------------


def _decision(adventurer: RecordId, state: Adventurer) -> Step | None:
    if state.gains:
        return _make_room(adventurer, state)
    first = next(iter(owed(state)), None)
    if first is None:
        return None
    asks = (_which(state, first.ware),)
    give = Choice("give", CHOOSE[first.ware].plain(), GiveUp(adventurer, 0), asks, is_main=True)
    label = T("{name} must lose {some}").plain(name=state.name, some=first.ware.some(first.count))
    return Step("give", label, state.player, (give,), state.revision, silent=WAITS)


CHOOSE = {
    Ware.ITEM: T("Choose an item to lose…"),
    Ware.SPELL: T("Choose a spell to lose…"),
    Ware.ALLY: T("Choose an ally…"),
    Ware.ABILITY: T("Choose an ability to lose…"),
}
SWAP = {
    Ware.ITEM: T("Lose one for it…"),
    Ware.SPELL: T("Discard one first…"),
    Ware.ALLY: T("Give one up for it…"),
}
LEAVE = {Ware.ITEM: T("Leave it"), Ware.SPELL: T("Let it go"), Ware.ALLY: T("Let them go")}


def _make_room(adventurer: RecordId, state: Adventurer) -> Step:
    gain = state.gains[0].possession
    room = MakeRoom(adventurer, gain.number)
    asks = (_which(state, gain.ware, field="lose"),)
    swap = Choice("swap", SWAP[gain.ware].plain(), room, asks, is_main=True)
    leave = Choice("leave", LEAVE[gain.ware].plain(), room)
    choices = (swap, leave) if state.held(gain.ware) else (leave,)
    label = T("{name} has no room for {thing}").plain(name=state.name, thing=gain.name)
    return Step("room", label, state.player, choices, state.revision, silent=WAITS)


def _which(state: Adventurer, ware: Ware, field: str = "possession") -> Ask:
    listed = tuple((str(each.number), each.name) for each in state.held(ware))
    return Ask(field, T("Which one").plain(), options=listed, is_number=True)


# -- the turn ---------------------------------------------------------------------------------------


def _turn(adventurer: RecordId, state: Adventurer) -> Step:
    at = {"name": state.name, "location": state.location}
    if state.stage is Stage.BETWEEN:
        start = Choice("start", T("Start the turn").plain(), StartTurn(adventurer), is_main=True)
        camp = Choice("camp", T("Make camp").plain(), MakeCamp(adventurer))
        label = T("{name} begins the next turn at {location}").plain(**at)
        return Step("start", label, state.player, (start, camp), state.revision, silent=WAITS)
    if state.asked is not None:
        said = T("{name} is asked to roll {dice}: {purpose}")
        label = said.plain(name=state.name, dice=dice_of(state.asked), purpose=state.asked.purpose)
        choices = (_roll(adventurer, state.asked), *_ends(adventurer, state), _say(adventurer, ELSE))
        return Step("roll", label, state.player, choices, state.revision, silent=WAITS)
    if state.ways and not state.has_untold:
        label = T("{name} is at {location}: act, or end the turn").plain(**at)
        choices = (*_ends(adventurer, state), _say(adventurer, ELSE))
        return Step("end", label, state.player, choices, state.revision, silent=WAITS)
    if state.scene and not state.has_untold:
        label = T("{name} is at {location}: what do you do?").plain(**at)
        say = _say(adventurer, SAY, is_main=True)
        return Step("answer", label, state.player, (say,), state.revision, silent=WAITS)
    label = T("{name} is at {location}: where does the turn lead?").plain(**at)
    label = label if state.scene else scene_title(state)
    told = T("Tell what happens").plain()
    tell = Choice("tell", told, Narrate(adventurer), scene_asks(state), is_main=True)
    # Meanwhile its player may still end the turn.
    choices = (tell, *_ends(adventurer, state))
    return Step("tell", label, None, choices, state.revision, state.untold, silent=WAITS)


def _ends(adventurer: RecordId, state: Adventurer) -> Sequence[Choice]:
    if not state.ways:
        return ()
    if len(state.ways) <= MOST_BUTTONS:
        stay, go = T("End the turn: stay at {way}"), T("End the turn: to {way}")
        return [
            Choice(
                f"way{place}",
                (stay if way == state.location else go).plain(way=way),
                EndTurn(adventurer, way),
            )
            for place, way in enumerate(state.ways)
        ]
    where = Ask("location", NEXT.plain(), options=tuple((way, way) for way in state.ways))
    return [Choice("way", T("End the turn…").plain(), EndTurn(adventurer, ""), (where,), is_main=True)]


NEXT = T("Where the next turn begins")


SAY, ELSE = T("Say what you do"), T("Do something else…")


def _say(adventurer: RecordId, label: T, *, is_main: bool = False) -> Choice:
    hint = T("I knock, and keep the lamp behind my back.").plain()
    ask = Ask("text", T("What you do").plain(), ANSWER_LENGTH, True, hint)
    return Choice("say", label.plain(), AnswerScene(adventurer, ""), (ask,), is_main, title=SAY.plain())


def _roll(adventurer: RecordId, asked: PageRoll) -> Choice:
    action = RollForPage(adventurer, asked.purpose, asked.count, asked.attribute, asked.target)
    label = T("Roll {dice}").plain(dice=dice_of(replace(asked, target=None)))
    return Choice("roll", label, action, is_main=True)


DICE = T("{count} {count:die|dice}")


def dice_of(asked: PageRoll) -> Safe:
    """1 die + Craft, 7 or more."""
    dice = DICE(count=asked.count)
    if asked.attribute is not None:
        dice = T("{dice} + {attribute}")(dice=dice, attribute=asked.attribute)
    return T("{dice}, {target} or more")(dice=dice, target=asked.target) if asked.target is not None else dice


def scene_title(state: Adventurer) -> str:
    """What a narrator is asked."""
    return T("{name} is at {location}: what happens?").plain(name=state.name, location=state.location)


def scene_asks(state: Adventurer) -> tuple[Ask, ...]:
    """What a narrator writes about a turn: what happens next, and where it may end as told so far."""
    happens, hint = T("What happens").plain(), T("The bridge is out, and something moves below.").plain()
    where, ways = T("Where the turn may end, one place a line").plain(), "\n".join(state.ways)
    return (
        Ask("text", happens, SCENE_LENGTH, True, hint, is_optional=True, empty=STAYS()),
        Ask("ways", where, WAYS_LENGTH, True, WAYS_HINT(), ways, is_optional=True, empty=STAYS()),
    )


WAYS_HINT = T("The Bridge\nThe City")
STAYS = T("Leave it empty and it stays as it was told last.")


# -- The record of an adventurer, how every action keeps it, and what each needs besides -------------------


# Kinds of record that end with the adventurer; their states have a `closed()`.
FIGHT, OFFER = "fight", "offer"
COMPANIONS = (FIGHT, OFFER)


def handed_over(state: Any, player: int, _of: RecordId) -> Any:
    """An adventurer, or what is open with one, when another plays it."""
    return replace(state, player=player)


def _refused(campaign: Campaign, theirs: Sequence[Adventurer]) -> str | None:
    """Why somebody who plays those can't be given another."""
    if not theirs or ADVENTURERS.of(campaign.settings) != ONE_EACH:
        return None
    return str(they_have(theirs[0].player, theirs[0].name))


def they_have(player: int, name: str) -> UserError:
    """A second adventurer where each has one."""
    return refused(
        "adventurer.they_have",
        "{player:@} still plays {name}, and this campaign allows one adventurer each. First "
        "retire {name} with `/adv retire`, or undo the entry in which {name} set out.",
        player=player,
        name=name,
    )


def line(state: Adventurer) -> Safe | None:
    """Wounds, gold, and where in its days it is."""
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
    home=lambda state: state.home or None,
    settle=lambda state, home: replace(state, home=home),
    hand_over=handed_over,
    refused=_refused,
    word=part,
    ending="end",
    same=same,
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
        """What it comes from; nothing where it is nobody's but the player's doing."""
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
    """What is told of one who leaves the game with all that it has."""
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
    """Tell what happens in the turn, and where it may end: one place a line, or separated by semicolons.

    An empty part leaves what was said before.
    """

    text: str = ""
    ways: str = ""
    # The turn that it is written for, where a form was open for long.
    turn: int | None = None


class AnswerScene(OfPlayer):
    """Say what you do

    The narrator then tells what comes of it.
    """

    text: str = option("What you do or say")


def ways_told(asking: Asking) -> Iterable[Pair]:
    """Where the turn of the adventurer meant may end."""
    return [(way, way) for way in asking.record("adventurer").state.ways]


class EndTurn(OfPlayer):
    """End your turn where the narrator says it may"""

    location: str = option("Where the next turn begins", suggest=ways_told)


class MakeCamp(OfPlayer):
    """Pause the game between two turns"""


class WakeUp(OfPlayer):
    """Go on after camping."""


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

    def sentence(self) -> T:
        """The scene, or where the turn may end."""
        if not self.text:
            return T("{name}'s turn at {location} may end at {ways:,}.")
        return T("{name} at {location}: {text:200}")


class SceneAnswered(Event):
    """The player said what the adventurer does."""

    says = T("**{name}:** {text:300}")
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
        """Where it went."""
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
        """All of it together."""
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
    """What is told of dice."""
    return PageDiceRolled(name, fell.purpose, fell.dice, fell.attribute, fell.added, fell.target)


# -- kept ---------------------------------------------------------------------------------------------


def turn_of(
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
    _warn(scene, record.state, state)
    if state.end is None and has_fallen(state):
        vitae = total(state, Attribute.VITAE)
        events = (*events, leaving(state, AdventurerFell, wounds=state.wounds, vitae=vitae))
        state = gone(state, End.FALLEN)
    if state.end is not None:
        state = replace(state, ended=scene.entry)
        # What the action itself has not ended.
        ended = {change.id for change in changes}
        others = (each for each in open_with(scene, record.id, *COMPANIONS) if each.id not in ended)
        changes += [Replace(each.id, each.state.closed(), archive=True) for each in others]
    state = _revised(scene, record, state)
    changes.insert(0, Replace(record.id, state, archive=state.end is not None))
    shown = record.id if state.end is not None else subject or record.id
    return Turn(tuple(changes), events, shown, channel=state.home or None, on_behalf_of=on_behalf_of)


FALLS = T(
    "**{name} falls:** {wounds} {wounds:wound|wounds} against Vitae {vitae}. The fallen are out of the game "
    "and lose everything they had."
)
OVERLOADED = T("**{name} can then carry less** and has to give up {some} at once.")


def _warn(scene: Scene, before: Adventurer, after: Adventurer) -> None:
    """Note a fall, or things that must go by it (Q5): the player's own doing and wounds ask first then."""
    if after.end is None and has_fallen(after):
        vitae = total(after, Attribute.VITAE)
        scene.note(FALLS(name=after.name, wounds=after.wounds, vitae=vitae))
        return
    must = {each.ware: each.count for each in owed(before)}
    more = [each for each in owed(after) if each.count > must.get(each.ware, 0)]
    if after.end is None and more:
        scene.note(OVERLOADED(name=after.name, some=[each.ware.some(each.count) for each in more]))


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


def open_with(scene: Scene, adventurer: RecordId, *kinds: str) -> list[Record[Any]]:
    """The records of those kinds that are open with the adventurer."""
    return [
        record
        for record in scene.records.values()
        if record.kind in kinds and not record.is_archived and record.state.adventurer == adventurer
    ]


def _revised(scene: Scene, record: Record[Adventurer], state: Adventurer) -> Adventurer:
    """With the entry's number where what its player decides on is another than before."""
    same = replace(state, revision=record.state.revision)
    before, after = (
        [replace(step, asked=0) for step in steps(record.id, each)] for each in (record.state, same)
    )
    if before == after:
        return same
    return replace(state, revision=scene.entry)


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
