"""Whom the party meets: what the players see, the party's choice, their reaction, a parley, and its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from bot.engine.asking import HERE_OR_ONLY_ONE, Asking, finder
from bot.engine.declare import Action, action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.pace import Tempo
from bot.engine.people import GAME_MASTERS, Permit, Standing
from bot.engine.system import Change, Kind, Open, Record, RecordId, Replace, Scene, Scope, Turn
from bot.engine.text import Safe, T, of_length, refused
from bot.engine.views import RecordView
from bot.engine.words import one_line, paragraphs
from bot.systems.sovereign.book import CHECK_DICE, CHECK_SIDES, Unit
from bot.systems.sovereign.checks.means import dice_said
from bot.systems.sovereign.delves.doors import Stopped
from bot.systems.sovereign.delves.rules import DELVE, OnDelve, all_batter, people_of
from bot.systems.sovereign.delves.work import released
from bot.systems.sovereign.dungeon import Act, Being, Deed, Delve, Hit, Member
from bot.systems.sovereign.encounters.state import (
    AFTER,
    DECIDED,
    MOST_HD,
    MOST_LEVERAGE,
    MOST_NUMBER,
    TEXT_LENGTH,
    TITLE_LENGTH,
    WHAT_LENGTH,
    Encounter,
    Fellow,
    Lever,
    Leverage,
    Reaction,
    Secret,
    Stage,
    Took,
    Way,
    Wits,
    decided,
    encounter_links,
    encounter_view,
    handed_over,
    line,
    reaction_to,
)
from bot.systems.sovereign.encounters.steps import (
    Announce,
    ChooseWay,
    ComeToBlows,
    DecideReaction,
    EndEncounter,
    Object,
    RollReaction,
    steps,
)
from bot.systems.sovereign.parties.rules import PARTY, Advance, advance, members_of
from bot.systems.sovereign.people.rules import CHARACTER
from bot.systems.sovereign.state import Character

ENCOUNTER: Kind[Encounter] = Kind(
    "encounter",
    Encounter,
    title=lambda state: state.title,
    links=encounter_links,
    tempo=lambda state: Tempo.FIGHT if state.stage in (Stage.CHASE, Stage.FIGHT) else Tempo.EXPLORATION,
    line=line,
    waiting=steps,
    view=encounter_view,
    home=lambda state: state.channel,
    hand_over=handed_over,
    goes_along=True,
    has_live_card=True,
    is_divisible=True,
    word=lambda path, value: ("", None),
    case=lambda state: T("The encounter “{title}”")(title=state.title),
)

ENCOUNTER_MEANT = finder(
    ENCOUNTER,
    prefer=HERE_OR_ONLY_ONE,
    noun=T("encounter"),
    scope=lambda encounter: Scope((encounter,), links=True),
)


class OnEncounter(Action):
    """Something about an encounter."""

    encounter: RecordId = option("Which encounter; this channel's by default", finder=ENCOUNTER_MEANT)


# Of a button alone, so that its class declares no options.
on_encounter = partial(action, scope=lambda of: Scope((of.encounter,), links=True))


def is_led(scene: Scene) -> bool:
    """Whether a game master acts."""
    return scene.standing is Standing.GAME_MASTER


def able(scene: Scene, state: Encounter) -> list[Record[Character]]:
    """Who of the party can act."""
    here = {each.id: each for each in scene.all(CHARACTER)}
    found = [here[each.character] for each in state.crew if each.character in here]
    return [each for each in found if not each.state.is_helpless]


def levels_of(who: Sequence[Record[Character]]) -> int:
    """All their levels together, of an NPC who goes along the Hit Dice."""
    return sum(each.state.level if each.state.hd is None else each.state.hd for each in who)


# -- opened (S72, S74) ------------------------------------------------------------------------------------


def _delves_first(_asking: Asking, found: Sequence[RecordView]) -> Sequence[RecordView]:
    """A party that is on a delve is meant by that."""
    return [each for each in found if each.kind == DELVE.name or each.state.delve is None]


CREW = finder(
    PARTY,
    DELVE,
    prefer=HERE_OR_ONLY_ONE,
    noun=T("delve or party"),
    scope=lambda crew: Scope((crew,), links=True),
    among=_delves_first,
)

TITLE = "What the players see, in a few words"
TEXT = "What they see, hear and smell"


class NewEncounter(Action):
    """Let the party meet somebody: what the players see, and what only you know of them"""

    crew: RecordId = option("Which delve or party meets them; this channel's by default", finder=CREW)
    title: str = option(TITLE, max_length=TITLE_LENGTH)
    text: str = option(TEXT, default="", max_length=TEXT_LENGTH, is_long=True)
    number: int = option("Secret: how many", default=1, least=1, most=MOST_NUMBER)
    hd: int = option("Secret: Hit Dice of each", default=1, least=0, most=MOST_HD)
    being: Being = option("Secret: what they are", default=Being.HUMANOID)
    wits: Wits | None = option("Secret: how clever; by what they are if you don't say", default=None)
    note: str = option("Secret: who they really are", default="", max_length=TEXT_LENGTH)


class SpringHit(OnDelve):
    """Let the wandering encounter that waits happen now"""

    title: str = option(TITLE, max_length=TITLE_LENGTH)
    text: str = option(
        TEXT,
        empty="Leave it empty to describe it yourself.",
        default="",
        max_length=TEXT_LENGTH,
        is_long=True,
    )
    wits: Wits | None = option("Secret: how clever; by what they are if you don't say", default=None)


class Met(Event):
    """The party meets somebody."""

    title: str
    text: str = ""

    def sentence(self) -> T:
        """What they see."""
        return T("**{title}.** {text:600}") if self.text else T("**{title}.**")


class AttackedAtOnce(Event):
    """Who has no wits doesn't wait (S76)."""

    says = T("They attack at once.")


class EncounterNoted(Event, audience=GAME_MASTERS):
    """What only game masters know of them."""

    number: int
    hd: int
    being: Being
    wits: Wits
    note: str = ""

    def sentence(self) -> Safe:
        """How many and what."""
        if self.being is Being.EVENT:
            return T("An event, no creature. {note:600}").of(self)
        each = T("{hd} HD").of(self) if self.hd else T("less than 1 HD")()
        return T("{number} of {each} each, {being}, {wits}. {note:600}").of(self, each=each)


@action("encounter new", may=Permit.GAME_MASTERS, is_discreet=True)
def open_encounter(scene: Scene, action: NewEncounter, dice: Dice) -> Turn:
    """Open one that was prepared, or is sudden. Raises RuleViolation for a party that is on a delve."""
    if any(each.id == action.crew for each in scene.all(DELVE)):
        base = _of_delve(scene, scene.get(DELVE, action.crew))
    else:
        base = _of_party(scene, scene.get(PARTY, action.crew))
    secret = Secret(
        action.number,
        action.hd,
        action.being,
        _wits(action.wits, action.being),
        paragraphs(action.note),
    )
    return _opened(scene, base, action.title, action.text, secret)


@action("encounter spring", may=Permit.GAME_MASTERS, is_discreet=True)
def spring_hit(scene: Scene, action: SpringHit, dice: Dice) -> Turn:
    """Take the first hit that waits. Raises RuleViolation where none does."""
    record = scene.get(DELVE, action.delve)
    if not record.state.hits:
        raise refused("encounter.none", "No wandering encounter waits. `/encounter new` makes one.")
    hit: Hit = record.state.hits[0]
    wits = _wits(action.wits, hit.being)
    secret = Secret(max(1, hit.number), hit.hd, hit.being, wits, paragraphs(hit.what))
    taken = Replace(record.id, replace(record.state, hits=record.state.hits[1:]))
    return _opened(scene, _of_delve(scene, record), action.title, action.text, secret, taken)


def _wits(wits: Wits | None, being: Being) -> Wits:
    return wits or (Wits.NONE if being is Being.BEAST else Wits.INTELLIGENT)


def _of_delve(scene: Scene, record: Record[Delve]) -> Encounter:
    state = record.state
    crew = tuple(Fellow(each.character, each.name, each.player) for each in state.crew)
    return Encounter("", state.channel, "", record.id, state.parties, crew, state.caller)


def _of_party(scene: Scene, record: Record[Any]) -> Encounter:
    state = record.state
    if state.delve is not None:
        raise refused("encounter.in_delve", "{name} is on a delve. Name the delve instead.", name=state.name)
    crew = tuple(Fellow(each.id, each.state.name, each.state.player) for each in members_of(scene, state))
    return Encounter("", state.channel, "", None, (record.id,), crew, state.spokesperson)


def _opened(scene: Scene, base: Encounter, title: str, text: str, secret: Secret, *changes: Change) -> Turn:
    title = of_length(
        one_line(title),
        TITLE_LENGTH,
        "encounter.title",
        "Say what the players see in 1 to {most} characters, not {length}.",
        least=1,
    )
    secret = replace(secret, levels=levels_of(able(scene, base)))
    state = replace(base, title=title, text=paragraphs(text), secret=secret)
    told: list[Event] = [Met(title, state.text)]
    if secret.being is Being.EVENT:
        state = state.at(Stage.CALM)
    elif secret.wits is Wits.NONE:
        state = replace(state.at(Stage.FIGHT), reaction=Reaction.COMBAT)
        told.append(AttackedAtOnce())
    told.append(EncounterNoted(secret.number, secret.hd, secret.being, secret.wits, secret.note))
    id_ = scene.new_id()
    return Turn((Open(id_, ENCOUNTER.name, state), *changes), tuple(told), subject=id_)


# -- the party's choice (S72) -----------------------------------------------------------------------------


class WayChosen(Event):
    """What the party does."""

    way: Way
    name: str = ""

    def sentence(self) -> T:
        """Who says so."""
        if self.name:
            return T("{name} decides for the party: **{way:lower}**.")
        return T("The {gm} decides for the party: **{way:lower}**.")


class Objected(Event):
    """Somebody of the party sees it differently."""

    says = T("{name} objects to “{way:lower}”.")
    name: str
    way: Way


def _meeting(scene: Scene, encounter: RecordId) -> Record[Encounter]:
    record = scene.get(ENCOUNTER, encounter)
    if record.state.stage is not Stage.MET:
        raise refused("encounter.answered", "They've already made up their minds. The newest card says how.")
    return record


@on_encounter(may=Permit.MEMBERS)
def choose_way(scene: Scene, action: ChooseWay, dice: Dice) -> Turn:
    """Let the party's spokesperson, or a game master, choose. Raises RuleViolation for anybody else."""
    record = _meeting(scene, action.encounter)
    state = record.state
    chooser = None if is_led(scene) else _chooser(scene, state)
    if state.way is action.way:
        raise refused("encounter.same", "That's what the party does already: {way:lower}.", way=action.way)
    after = replace(
        state,
        way=action.way,
        chooser=chooser.character if chooser is not None else None,
        objections=(),
    )
    told = WayChosen(action.way, chooser.name if chooser is not None else "")
    return Turn((Replace(record.id, after),), (told,))


def fellow(scene: Scene, state: Encounter) -> Fellow:
    """The actor's own one who is there. Raises RuleViolation for who has none."""
    found = state.played_by(scene.actor)
    if found is None:
        raise refused("encounter.not_there", "None of your characters is there.")
    return found


def _chooser(scene: Scene, state: Encounter) -> Fellow:
    """Who of the actor's speaks for the party: its spokesperson, else whoever chose first."""
    own, speaker = fellow(scene, state), state.speaker
    if speaker is not None:
        if speaker.player != scene.actor:
            raise refused(
                "encounter.speaker",
                "{name} speaks for the party. Once they have chosen, you can object.",
                name=speaker.name,
            )
        return speaker
    if state.way is None:
        return own
    first = state.fellow(state.chooser)
    if first is None or first.player != scene.actor:
        raise refused(
            "encounter.chosen",
            "{who} chose for the party first: {way:lower}. Object if you see it differently.",
            who=first.name if first is not None else T("The {gm}")(),
            way=state.way,
        )
    return first


@on_encounter(may=Permit.MEMBERS)
def object_to(scene: Scene, action: Object, dice: Dice) -> Turn:
    """Object, until they react. Raises RuleViolation for who chose it, and before anybody did."""
    record = _meeting(scene, action.encounter)
    state, own = record.state, fellow(scene, record.state)
    way, chooser = _way(state), state.fellow(state.chooser)
    if chooser is not None and chooser.player == scene.actor:
        raise refused("encounter.own_choice", "That's your own choice. Press another one to change it.")
    if own.character in state.objections:
        raise refused("encounter.objected", "You object already, and everybody sees it.")
    after = replace(state, objections=(*state.objections, own.character))
    return Turn((Replace(record.id, after),), (Objected(own.name, way),))


def _way(state: Encounter) -> Way:
    if state.way is None:
        raise refused("encounter.no_way", "The party hasn't chosen yet: fight, talk, run or wait.")
    return state.way


# -- their reaction (S76 to S79) --------------------------------------------------------------------------


class ReactionRolled(Event, audience=GAME_MASTERS):
    """How they react, as it was rolled or decided; nobody else knows until it is announced."""

    way: Way
    decided: Reaction
    faces: tuple[int, ...] = ()
    rolled: Reaction | None = None
    hd: int = 0
    levels: int = 0

    def sentence(self) -> Safe:
        """The dice, the table, and what is suggested."""
        if self.rolled is None:
            return T("They {decided}: not announced yet.").of(self)
        fell = dice_said("", self.faces, 0, 0)
        if self.rolled is self.decided:
            return T("Reaction to “{way:lower}”: {fell}. They {decided}: not announced yet.").of(
                self, fell=fell
            )
        says = T(
            "Reaction to “{way:lower}”: {fell}. They {rolled}: {hd} HD against {levels} "
            "{levels:level|levels} of the party's, so they {decided}. Not announced yet."
        )
        return says.of(self, fell=fell)


@on_encounter(may=Permit.GAME_MASTERS)
def roll_reaction(scene: Scene, action: RollReaction, dice: Dice) -> Turn:
    """Roll 2d6 in secret (S77, Q46). Raises RuleViolation before the party chose, and for the witless."""
    record = _meeting(scene, action.encounter)
    state, way = record.state, _way(record.state)
    if way is not action.way:
        raise refused("encounter.changed", "The party changed its mind: {way:lower}.", way=way)
    faces = dice.roll(CHECK_DICE, CHECK_SIDES, reason=T("reaction").plain(), secret=True)
    levels, rolled = levels_of(able(scene, state)), reaction_to(way, sum(faces))
    comes = decided(rolled, state.secret.all_hd, levels)
    secret = replace(state.secret, levels=levels, faces=faces, rolled=rolled, decided=comes)
    told = ReactionRolled(way, comes, faces, rolled, secret.all_hd, levels)
    after = replace(state, stage=Stage.DECIDED, secret=secret)
    return Turn((Replace(record.id, after),), (told,))


@on_encounter(may=Permit.GAME_MASTERS)
def decide_reaction(scene: Scene, action: DecideReaction, dice: Dice) -> Turn:
    """Choose it, also against the roll. Raises RuleViolation once it is announced."""
    record = scene.get(ENCOUNTER, action.encounter)
    state = record.state
    if state.stage is not Stage.DECIDED:
        record = _meeting(scene, action.encounter)
    if action.reaction not in {each.value for each in DECIDED}:
        raise refused("encounter.which_reaction", "Say what they do.")
    comes, way = Reaction(action.reaction), _way(state)
    if state.secret.decided is comes:
        raise refused("encounter.same_reaction", "That's what they do already. Announce it.")
    after = replace(state, stage=Stage.DECIDED, secret=replace(state.secret, decided=comes))
    return Turn((Replace(record.id, after),), (ReactionRolled(way, comes),))


ANNOUNCED = {
    Reaction.COMBAT: T("**They attack!**"),
    Reaction.RUN: T("**They run.** The party can give chase."),
    Reaction.CHASE: T("**They come after the party.**"),
    Reaction.PARLEY: T("**They're ready to talk.** Only leverage gets more than small talk."),
    Reaction.IGNORE: T("**They leave the party alone** and go on with what they were doing."),
}


class ReactionAnnounced(Event):
    """What they do, for everybody."""

    title: str
    reaction: Reaction

    def sentence(self) -> Safe:
        """That."""
        return ANNOUNCED.get(self.reaction, ANNOUNCED[Reaction.COMBAT])()


@on_encounter(may=Permit.GAME_MASTERS)
def announce(scene: Scene, action: Announce, dice: Dice) -> Turn:
    """Tell everybody. Raises RuleViolation where nothing is decided."""
    record = scene.get(ENCOUNTER, action.encounter)
    state, comes = record.state, record.state.secret.decided
    if state.stage is not Stage.DECIDED or comes is None:
        raise refused("encounter.undecided", "Roll or decide their reaction first.")
    after = replace(state.at(AFTER[comes]), reaction=comes)
    return Turn((Replace(record.id, after),), (ReactionAnnounced(state.title, comes),))


class CameToBlows(Event):
    """It is a fight now."""

    says = T("**It comes to a fight.**")


@on_encounter(may=Permit.GAME_MASTERS)
def come_to_blows(scene: Scene, action: ComeToBlows, dice: Dice) -> Turn:
    """Begin a fight. Raises RuleViolation for one that is under way."""
    record = scene.get(ENCOUNTER, action.encounter)
    state = record.state
    if state.stage is Stage.FIGHT:
        raise refused("fight.begun", "The fight is under way.")
    return Turn((Replace(record.id, replace(state.at(Stage.FIGHT), chase=None)),), (CameToBlows(),))


# -- parley (S80) -----------------------------------------------------------------------------------------


class NoteLeverage(OnEncounter):
    """Put leverage on the table: without it, talk gets nothing of value"""

    kind: Leverage = option("What sort", choices=tuple((each.value, each.texts[1]) for each in Leverage))
    what: str = option("What you have, promise, did or threaten", max_length=WHAT_LENGTH)


class LeverageNoted(Event):
    """Something was put forward."""

    kind: Leverage
    what: str
    name: str = ""

    def sentence(self) -> T:
        """Who says what."""
        return T("{name} has leverage, {kind}: {what}") if self.name else T("Leverage, {kind}: {what}")


@action("encounter leverage", may=Permit.MEMBERS)
def note_leverage(scene: Scene, action: NoteLeverage, dice: Dice) -> Turn:
    """Note it for everybody. Raises RuleViolation for who isn't there, and twice the same."""
    record = scene.get(ENCOUNTER, action.encounter)
    state = record.state
    name = "" if is_led(scene) else fellow(scene, state).name
    what = of_length(
        one_line(action.what),
        WHAT_LENGTH,
        "leverage.what",
        "Say what it is in 1 to {most} characters, not {length}.",
        least=1,
    )
    lever = Lever(action.kind, what, name)
    if lever in state.levers:
        raise refused("leverage.same", "That's on the table already.")
    if len(state.levers) >= MOST_LEVERAGE:
        raise refused("leverage.too_much", "{n} are on the table; that's enough.", n=MOST_LEVERAGE)
    after = replace(state, levers=(*state.levers, lever))
    return Turn((Replace(record.id, after),), (LeverageNoted(action.kind, what, name),))


# -- over (S21, Q49) --------------------------------------------------------------------------------------


class EncounterEnded(Event):
    """It is over, and whether it took a Turn."""

    title: str
    took: Took | None = None
    rounds: int = 0

    def sentence(self) -> Safe:
        """What it was."""
        if self.took is None:
            return T("{title}: the encounter is over.").of(self)
        after = T(" after {rounds} {rounds:Round|Rounds}").of(self) if self.rounds else ""
        return T("{title}: the {took} is over{after}. It takes one Turn.").of(self, after=after)


@on_encounter(may=Permit.GAME_MASTERS, asks=True)
def end_encounter(scene: Scene, action: EndEncounter, dice: Dice) -> Turn:
    """Close it: a fight, chase or parley is one Turn, however long it lasts (S21, Q49).

    On a delve that Turn goes on with its own; a party without one lets it pass now.
    """
    record = scene.get(ENCOUNTER, action.encounter)
    state = record.state
    ended = Replace(record.id, state, archive=True)
    told = EncounterEnded(state.title, state.took, state.fight.round)
    changes, events = _afterwards(scene, state, dice)
    return Turn((ended, *changes), (told, *events), subject=record.id)


def _afterwards(scene: Scene, state: Encounter, dice: Dice) -> tuple[list[Change], list[Any]]:
    parties = [each for each in scene.all(PARTY) if each.id in state.parties]
    changes, events = list[Change](), list[Any]()
    for party in parties:
        if state.took is not None and state.delve is None:
            turn = advance(scene, Advance(party.id, Unit.TURN), dice)
            changes += turn.changes
            events += turn.events
        elif party.state.clock.round:
            clock = replace(party.state.clock, round=0)
            changes.append(Replace(party.id, replace(party.state, clock=clock)))
    delve = next((each for each in scene.all(DELVE) if each.id == state.delve), None)
    if delve is not None and state.took is not None:
        act = Act(Deed.OTHER, str(state.took.label), is_resolved=True)
        after = delve.state
        if state.took is Took.CHASE:
            # Who runs leaves the door behind.
            here = {each.character for each in state.crew}
            gave_up = [each for each in after.crew if each.character in here and after.is_busy(each)]
            ids = [each.character for each in gave_up]
            after = released(after, ids, people_of(scene), is_group=all_batter(scene))
            events += [Stopped(each.name) for each in gave_up]
        for each in state.crew:
            member = after.member(each.character)
            if member is not None and _is_free(after, member):
                after = after.with_member(replace(member, act=act))
        changes.append(Replace(delve.id, after))
    return changes, events


def _is_free(delve: Delve, member: Member) -> bool:
    """Whether the fight can be what they do this Turn: nothing of theirs is carried out yet."""
    is_done = member.act is not None and member.act.is_resolved
    return member.is_able and not is_done and not delve.is_busy(member)
