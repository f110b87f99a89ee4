"""Whom the party meets: what the players see, the party's choice, their reaction, a parley, and its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from bot.engine.declare import Action, option
from bot.engine.dice.source import Dice
from bot.engine.finders import HERE_OR_ONLY_ONE, Asker, finder
from bot.engine.pace import Tempo
from bot.engine.people import GAME_MASTERS, Permit, Standing
from bot.engine.record import AtStep, Press, Step
from bot.engine.saying import NOTHING, Clause, Label, Name, Said, Words, say
from bot.engine.steps import at
from bot.engine.system import Kind, Record, RecordId, Scope, World
from bot.engine.text import Safe, T, of_length, refused
from bot.engine.views import RecordView
from bot.engine.words import one_line, paragraphs
from bot.engine.working import Declares, RecordCopy, WorkingCopy, correction, deed
from bot.systems.sovereign.book import CHECK_DICE, CHECK_SIDES, Unit
from bot.systems.sovereign.checks.means import dice_said
from bot.systems.sovereign.delves.doors import Stopped
from bot.systems.sovereign.delves.rules import DELVE, OnDelve, all_batter, people_of
from bot.systems.sovereign.delves.work import released
from bot.systems.sovereign.dungeon import Act, Activity, Being, Delve, Hit, Member
from bot.systems.sovereign.encounters.state import (
    AFTER,
    DECIDED,
    MOST_HD,
    MOST_LEVERAGE,
    MOST_NUMBER,
    TITLE_LENGTH,
    WHAT_LENGTH,
    Encounter,
    Fellow,
    Lever,
    Leverage,
    MeetingDeed,
    Reaction,
    Secret,
    Stage,
    Took,
    Wits,
    decided,
    encounter_links,
    encounter_view,
    handed_over,
    line,
    reaction_to,
    turns,
)
from bot.systems.sovereign.encounters.steps import (
    ANNOUNCE,
    CHASE,
    FIRST,
    MET,
    OPEN,
    ROUND,
    STEPS,
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
from bot.systems.sovereign.state import Character, Party

ENCOUNTER: Kind[Encounter] = Kind(
    "encounter",
    Encounter,
    title=lambda state: state.title,
    links=encounter_links,
    tempo=lambda state: Tempo.FIGHT if state.stage in (Stage.CHASE, Stage.FIGHT) else Tempo.EXPLORATION,
    line=line,
    waiting=steps,
    steps=STEPS,
    turns=turns,
    view=encounter_view,
    home=lambda state: state.channel,
    hand_over=handed_over,
    goes_along=True,
    has_live_card=True,
    is_divisible=True,
    is_untold=True,
    case=lambda state: T("The encounter “{title}”")(title=state.title),
)


def _which(names: Sequence[str]) -> str:
    if not names:
        return T("There's no encounter here now. A {gm} begins one with `/party encounter new`.")()
    return T("That could be any of these: {names:,}. Name one.")(names=[Safe(name) for name in names])


ENCOUNTER_MEANT = finder(
    ENCOUNTER,
    prefer=HERE_OR_ONLY_ONE,
    noun=T("encounter"),
    which=_which,
    scope=lambda encounter: Scope((encounter,), links=True),
)


class OnEncounter(Action):
    """Something about an encounter."""

    encounter: RecordId = option("Which encounter; this channel's by default", finder=ENCOUNTER_MEANT)


A = TypeVar("A")


def on_encounter(
    path: str = "", /, *, may: Permit = Permit.GAME_MASTERS, **declared: Any
) -> Declares[RecordCopy[Encounter], A]:
    """Declare what happens in an encounter, on a copy of it as `correction` makes it.

    The class of a button alone declares no options, so that its scope doesn't follow from it.
    """
    if not path:
        declared = {"scope": lambda of: Scope((of.encounter,), links=True)} | declared
    return correction(path, of=ENCOUNTER, may=may, already=None, **declared)


def is_led(world: World) -> bool:
    """Whether a game master acts."""
    return world.standing is Standing.GAME_MASTER


def able(world: World, state: Encounter) -> list[Record[Character]]:
    """Who of the party can act."""
    here = {each.id: each for each in world.all(CHARACTER)}
    found = [here[each.character] for each in state.crew if each.character in here]
    return [each for each in found if not each.state.is_helpless]


def levels_of(who: Sequence[Record[Character]]) -> int:
    """All their levels together, of an NPC who goes along the Hit Dice."""
    return sum(each.state.level if each.state.hd is None else each.state.hd for each in who)


# -- opened (S72, S74) ------------------------------------------------------------------------------------


def _delves_first(_asking: Asker, found: Sequence[RecordView]) -> Sequence[RecordView]:
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

    crew: RecordId = option(
        "Which delve or party meets them; this channel's by default", name="party", finder=CREW
    )
    title: str = option(TITLE, max_length=TITLE_LENGTH)
    text: str = option(TEXT, default="", is_prose=True)
    number: int = option("Secret: how many", default=1, least=1, most=MOST_NUMBER)
    hd: int = option("Secret: Hit Dice of each", default=1, least=0, most=MOST_HD)
    being: Being = option("Secret: what they are", name="kind", default=Being.HUMANOID)
    wits: Wits | None = option(
        "Secret: how clever; by what they are if you don't say",
        label="Secret: how clever",
        name="cleverness",
        default=None,
    )
    note: str = option("Secret: who they really are", default="", is_prose=True)


class SpringHit(OnDelve):
    """Let the wandering encounter happen now"""

    title: str = option(TITLE, max_length=TITLE_LENGTH)
    text: str = option(
        TEXT,
        empty="Leave it empty to describe it yourself.",
        default="",
        is_prose=True,
    )
    wits: Wits | None = option(
        "Secret: how clever; by what they are if you don't say",
        label="Secret: how clever",
        name="cleverness",
        default=None,
    )


def _say_met(title: Words, text: Words) -> Said:
    """Whom the party meets, and what they see."""
    if text.text:
        return say("encounter.met", T("**{title}.** {text:prose}"), title=title, text=text)
    return say("encounter.met_them", T("**{title}.**"), title=title)


def _say_secret(secret: Secret, by: int) -> Said:
    """What only game masters know of them: how many and what."""
    note = Words(secret.note, by)
    if secret.being is Being.EVENT:
        return say(
            "encounter.event", T("An event, no creature. {note:prose}"), note=note, audience=GAME_MASTERS
        )
    return say(
        "encounter.secret",
        T("{number} of {each} each, {being}, {wits}. {note:prose}"),
        number=secret.number,
        each=Clause(T("{hd} HD"), hd=secret.hd) if secret.hd else Clause(T("less than 1 HD")),
        being=Label(secret.being),
        wits=Label(secret.wits),
        note=note,
        audience=GAME_MASTERS,
    )


def _require_delve_named(crew: Delve | Party) -> None:
    """Raises RuleViolation for a party that is on a delve: whoever is there meets them."""
    if isinstance(crew, Party) and crew.delve is not None:
        raise refused("encounter.in_delve", "{name} is on a delve. Name the delve instead.", name=crew.name)


@deed("party encounter new", may=Permit.GAME_MASTERS, is_discreet=True, when=(_require_delve_named,))
def open_encounter(copy: WorkingCopy, action: NewEncounter, dice: Dice) -> None:
    """Open one that was prepared, or is sudden. Raises RuleViolation for a party that is on a delve."""
    world = copy.world
    if any(each.id == action.crew for each in world.all(DELVE)):
        base = _of_delve(world.get(DELVE, action.crew))
    else:
        base = _of_party(world, world.get(PARTY, action.crew))
    secret = Secret(
        action.number,
        action.hd,
        action.being,
        _wits(action.wits, action.being),
        paragraphs(action.note),
    )
    _open(copy, base, action.title, action.text, secret)


def _require_hit(delve: Delve) -> None:
    if not delve.hits:
        raise refused("encounter.none", "No wandering encounter waits. `/party encounter new` makes one.")


@deed(
    "party encounter spring",
    may=Permit.GAME_MASTERS,
    is_discreet=True,
    when=(_require_hit,),
    button="Let it happen",
)
def spring_hit(copy: WorkingCopy, action: SpringHit, dice: Dice) -> None:
    """Take the first hit that waits. Raises RuleViolation where none does."""
    record = copy.world.get(DELVE, action.delve)
    hit: Hit = record.state.hits[0]
    wits = _wits(action.wits, hit.being)
    secret = Secret(max(1, hit.number), hit.hd, hit.being, wits, paragraphs(hit.what))
    _open(copy, _of_delve(record), action.title, action.text, secret)
    copy.change_other(record, hits=record.state.hits[1:])


def _wits(wits: Wits | None, being: Being) -> Wits:
    return wits or (Wits.NONE if being is Being.BEAST else Wits.INTELLIGENT)


def _of_delve(record: Record[Delve]) -> Encounter:
    state = record.state
    crew = tuple(Fellow(each.character, each.name, each.player) for each in state.crew)
    return Encounter("", state.channel, "", record.id, state.parties, crew, state.caller)


def _of_party(world: World, record: Record[Any]) -> Encounter:
    state = record.state
    crew = tuple(Fellow(each.id, each.state.name, each.state.player) for each in members_of(world, state))
    return Encounter("", state.channel, "", None, (record.id,), crew, state.spokesperson)


def _open(copy: WorkingCopy, base: Encounter, title: str, text: str, secret: Secret) -> None:
    title = of_length(
        one_line(title),
        TITLE_LENGTH,
        "encounter.title",
        "Say what the players see in 1 to {most} characters{given}.",
        least=1,
    )
    actor = copy.world.actor
    secret = replace(secret, levels=levels_of(able(copy.world, base)))
    state = replace(base, title=title, text=paragraphs(text), secret=secret)
    copy.tell(_say_met(Words(title, actor), Words(state.text, actor)))
    if secret.being is Being.EVENT:
        state = state.at(Stage.CALM)
    elif secret.wits is Wits.NONE:
        state = replace(state.at(Stage.FIGHT), reaction=Reaction.COMBAT)
        copy.say("encounter.attacked_at_once", T("They attack at once."))
    copy.tell(_say_secret(secret, actor))
    copy.open(ENCOUNTER, state)


# -- the party's choice (S72) -----------------------------------------------------------------------------


def _require_met(state: Encounter) -> None:
    if state.stage is not Stage.MET:
        raise refused("encounter.answered", "They've already made up their minds. The newest card says how.")


def _ways(_encounter: RecordId, state: Encounter, _step: Step) -> Iterator[Press]:
    for each in MeetingDeed:
        yield Press(each.value, each.label, {"way": each}, is_main=state.way is None)


@on_encounter(may=Permit.MEMBERS, step=AtStep(MET, _ways))
def choose_way(found: RecordCopy[Encounter], action: ChooseWay, dice: Dice) -> None:
    """Let the party's spokesperson, or a game master, choose. Raises RuleViolation for anybody else."""
    world, state, way = found.world, found.state, Label(action.way)
    _require_met(state)
    chooser = None if is_led(world) else _chooser(world, state)
    if state.way is action.way:
        raise refused("encounter.same", "That's what the party does already: {way:lower}.", way=action.way)
    found.change(way=action.way, chooser=chooser.character if chooser is not None else None, objections=())
    if chooser is not None:
        found.say(
            "encounter.way",
            T("{name} decides for the party: **{way:lower}**."),
            name=Name(chooser.name),
            way=way,
        )
    else:
        found.say("encounter.gm_way", T("The {gm} decides for the party: **{way:lower}**."), way=way)


def fellow(world: World, state: Encounter) -> Fellow:
    """The actor's own one who is there. Raises RuleViolation for who has none."""
    found = state.played_by(world.actor)
    if found is None:
        raise refused("encounter.not_there", "None of your characters is there.")
    return found


def _chooser(world: World, state: Encounter) -> Fellow:
    """Who of the actor's speaks for the party: its spokesperson, else whoever chose first."""
    own, speaker = fellow(world, state), state.speaker
    if speaker is not None:
        if speaker.player != world.actor:
            raise refused(
                "encounter.speaker",
                "{name} speaks for the party. Once they have chosen, you can object.",
                name=speaker.name,
            )
        return speaker
    if state.way is None:
        return own
    first = state.fellow(state.chooser)
    if first is None or first.player != world.actor:
        raise refused(
            "encounter.chosen",
            "{who} chose for the party first: {way:lower}. Object if you see it differently.",
            who=first.name if first is not None else T("The {gm}")(),
            way=state.way,
        )
    return first


def _has_chosen(state: Encounter) -> bool:
    return state.way is not None


@on_encounter(may=Permit.MEMBERS, step=at(MET, "object", T("Object"), when=_has_chosen))
def object_to(found: RecordCopy[Encounter], action: Object, dice: Dice) -> None:
    """Object, until they react. Raises RuleViolation for who chose it, and before anybody did."""
    state = found.state
    _require_met(state)
    own = fellow(found.world, state)
    way, chooser = _way(state), state.fellow(state.chooser)
    if chooser is not None and chooser.player == found.world.actor:
        raise refused("encounter.own_choice", "That's your own choice. Press another one to change it.")
    if own.character in state.objections:
        raise refused("encounter.objected", "You object already, and everybody sees it.")
    found.change(objections=(*state.objections, own.character))
    found.say(
        "encounter.objected", T("{name} objects to “{way:lower}”."), name=Name(own.name), way=Label(way)
    )


def _way(state: Encounter) -> MeetingDeed:
    if state.way is None:
        raise refused("encounter.no_way", "The party hasn't chosen yet: fight, talk, run or wait.")
    return state.way


# -- their reaction (S76 to S79) --------------------------------------------------------------------------


def _say_rolled(secret: Secret, met: MeetingDeed, rolls: Reaction, comes: Reaction) -> Said:
    """How they react, by the dice and the table; nobody else knows until it is announced."""
    way, rolled, decided_ = Label(met), Label(rolls), Label(comes)
    fell = dice_said("", secret.faces, 0, 0)
    if rolls is comes:
        return say(
            "reaction.rolled",
            T("Reaction to “{way:lower}”: {fell}. They {decided}: not announced yet."),
            way=way,
            fell=fell,
            decided=decided_,
            audience=GAME_MASTERS,
        )
    return say(
        "reaction.outnumbered",
        T(
            "Reaction to “{way:lower}”: {fell}. They {rolled}: {hd} HD against {levels} "
            "{levels:level|levels} of the party's, so they {decided}. Not announced yet."
        ),
        way=way,
        fell=fell,
        rolled=rolled,
        hd=secret.all_hd,
        levels=secret.levels,
        decided=decided_,
        audience=GAME_MASTERS,
    )


def _reacting(_encounter: RecordId, state: Encounter, _step: Step) -> Iterator[Press]:
    if state.way is not None:
        # The key names what is reacted to: a press on an older card rolls for nothing else.
        key = f"roll_{state.way.value}"
        yield Press(key, T("Roll their reaction"), {"way": state.way}, is_main=True)


@on_encounter(step=AtStep(MET, _reacting))
def roll_reaction(found: RecordCopy[Encounter], action: RollReaction, dice: Dice) -> None:
    """Roll 2d6 in secret (S77, Q46). Raises RuleViolation before the party chose, and for the witless."""
    state = found.state
    _require_met(state)
    way = _way(state)
    if way is not action.way:
        raise refused("encounter.changed", "The party changed its mind: {way:lower}.", way=way)
    faces = dice.roll(CHECK_DICE, CHECK_SIDES, reason=T("reaction").plain(), secret=True)
    levels, rolled = levels_of(able(found.world, state)), reaction_to(way, sum(faces))
    comes = decided(rolled, state.secret.all_hd, levels)
    secret = replace(state.secret, levels=levels, faces=faces, rolled=rolled, decided=comes)
    found.change(stage=Stage.DECIDED, secret=secret)
    found.tell(_say_rolled(secret, way, rolled, comes))


@on_encounter(
    step=(
        at(MET, "decide", T("Decide their reaction…"), asks=("reaction",), when=_has_chosen),
        at(ANNOUNCE, "decide", T("They do something else…"), asks=("reaction",)),
    ),
)
def decide_reaction(found: RecordCopy[Encounter], action: DecideReaction, dice: Dice) -> None:
    """Choose it, also against the roll. Raises RuleViolation once it is announced."""
    state = found.state
    if state.stage is not Stage.DECIDED:
        _require_met(state)
    if action.reaction not in {each.value for each in DECIDED}:
        raise refused("encounter.which_reaction", "Say what they do.")
    # Only once the party has chosen.
    comes, _ = Reaction(action.reaction), _way(state)
    if state.secret.decided is comes:
        raise refused("encounter.same_reaction", "That's what they do already. Announce it.")
    found.change(stage=Stage.DECIDED, secret=replace(state.secret, decided=comes))
    told = say(
        "reaction.decided",
        T("They {decided}: not announced yet."),
        decided=Label(comes),
        audience=GAME_MASTERS,
    )
    found.tell(told)


ANNOUNCED: Mapping[Reaction, Clause] = {
    Reaction.COMBAT: Clause(T("**They attack!**")),
    Reaction.RUN: Clause(T("**They run.** The party can give chase.")),
    Reaction.CHASE: Clause(T("**They come after the party.**")),
    Reaction.PARLEY: Clause(T("**They're ready to talk.** Only leverage gets more than small talk.")),
    Reaction.IGNORE: Clause(T("**They leave the party alone** and go on with what they were doing.")),
}


@on_encounter(step=at(ANNOUNCE, "announce", T("Announce"), is_main=True, place=-1))
def announce(found: RecordCopy[Encounter], action: Announce, dice: Dice) -> None:
    """Tell everybody. Raises RuleViolation where nothing is decided."""
    state, comes = found.state, found.state.secret.decided
    if state.stage is not Stage.DECIDED or comes is None:
        raise refused("encounter.undecided", "Roll or decide their reaction first.")
    found.put(replace(state.at(AFTER[comes]), reaction=comes))
    reaction = ANNOUNCED.get(comes, ANNOUNCED[Reaction.COMBAT])
    found.say("reaction.announced", T("{reaction}"), reaction=reaction)


@on_encounter(
    step=(
        at(OPEN, "fight", T("It comes to a fight"), place=2),
        at(CHASE, "fight", T("It comes to a fight"), place=2),
    ),
)
def come_to_blows(found: RecordCopy[Encounter], action: ComeToBlows, dice: Dice) -> None:
    """Begin a fight. Raises RuleViolation for one that is under way."""
    if found.state.stage is Stage.FIGHT:
        raise refused("fight.begun", "The fight is under way.")
    found.put(replace(found.state.at(Stage.FIGHT), chase=None))
    found.say("encounter.came_to_blows", T("**It comes to a fight.**"))


# -- parley (S80) -----------------------------------------------------------------------------------------


class NoteLeverage(OnEncounter):
    """Put leverage on the table: without it, talk gets nothing of value"""

    kind: Leverage = option("What sort", choices=tuple((each.value, each.texts[1]) for each in Leverage))
    what: str = option("What you have, promise, did or threaten", max_length=WHAT_LENGTH)


@on_encounter("party encounter leverage", may=Permit.MEMBERS)
def note_leverage(found: RecordCopy[Encounter], action: NoteLeverage, dice: Dice) -> None:
    """Note it for everybody. Raises RuleViolation for who isn't there, and twice the same."""
    world, state = found.world, found.state
    name = "" if is_led(world) else fellow(world, state).name
    what = of_length(
        one_line(action.what),
        WHAT_LENGTH,
        "leverage.what",
        "Say what it is in 1 to {most} characters{given}.",
        least=1,
    )
    lever = Lever(action.kind, what, name)
    if lever in state.levers:
        raise refused("leverage.same", "That's on the table already.")
    if len(state.levers) >= MOST_LEVERAGE:
        raise refused("leverage.too_much", "{n} are on the table; that's enough.", n=MOST_LEVERAGE)
    found.change(levers=(*state.levers, lever))
    kind, words = Label(action.kind), Words(what, by=world.actor)
    if name:
        found.say(
            "leverage.of", T("{name} has leverage, {kind}: {what}"), name=Name(name), kind=kind, what=words
        )
    else:
        found.say("leverage.noted", T("Leverage, {kind}: {what}"), kind=kind, what=words)


# -- over (S21, Q49) --------------------------------------------------------------------------------------


def _say_over(state: Encounter) -> Said:
    """What it was, and whether it took a Turn."""
    title, rounds = Words(state.title, by=None), state.fight.round
    if state.took is None:
        return say("encounter.over", T("{title}: the encounter is over."), title=title)
    after = Clause(T(" after {rounds} {rounds:Round|Rounds}"), rounds=rounds) if rounds else NOTHING
    return say(
        "encounter.took_turn",
        T("{title}: the {took} is over{after}. It takes one Turn."),
        title=title,
        took=Label(state.took),
        after=after,
    )


@on_encounter(
    confirms=True,
    step=(
        at(MET, "over", T("Call it off"), place=1),
        at(OPEN, "over", T("Encounter over"), is_main=True),
        at(CHASE, "over", T("Chase over"), place=3),
        at(FIRST, "over", T("Fight over"), place=1),
        at(ROUND, "over", T("Fight over"), place=1),
    ),
    button="End the encounter",
)
def end_encounter(found: RecordCopy[Encounter], action: EndEncounter, dice: Dice) -> None:
    """Close it: a fight, chase or parley is one Turn, however long it lasts (S21, Q49).

    On a delve that Turn goes on with its own; a party without one lets it pass now.
    """
    world, state = found.world, found.state
    found.archive()
    found.tell(_say_over(state))
    for party in [each for each in world.all(PARTY) if each.id in state.parties]:
        if state.took is not None and state.delve is None:
            result = advance(world, Advance(party.id, Unit.TURN), dice)
            found.also += result.changes
            found.tell(*result.events)
        elif party.state.clock.round:
            found.change_other(party, clock=replace(party.state.clock, round=0))
    delve = next((each for each in world.all(DELVE) if each.id == state.delve), None)
    if delve is not None and state.took is not None:
        _spend_turn(found, delve, state.took)


def _spend_turn(found: RecordCopy[Encounter], delve: Record[Delve], took: Took) -> None:
    """Let it be what they do this Turn of their delve; who runs leaves the door behind."""
    after = delve.state
    if took is Took.CHASE:
        here = {each.character for each in found.state.crew}
        gave_up = [each for each in after.crew if each.character in here and after.is_busy(each)]
        ids, world = [each.character for each in gave_up], found.world
        after = released(after, ids, people_of(world), is_group=all_batter(world))
        found.tell(*(Stopped(each.name) for each in gave_up))
    act = Act(Activity.OTHER, str(took.label), is_resolved=True)
    for each in found.state.crew:
        member = after.member(each.character)
        if member is not None and _is_free(after, member):
            after = after.with_member(replace(member, act=act))
    found.put_other(delve.id, after)


def _is_free(delve: Delve, member: Member) -> bool:
    """Whether the fight can be what they do this Turn: nothing of theirs is carried out yet."""
    is_done = member.act is not None and member.act.is_resolved
    return member.is_able and not is_done and not delve.is_busy(member)
