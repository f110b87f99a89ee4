"""Heroes and the game master's own: made, found, given conviction, and what the table knows of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from bot.engine.asking import Asks
from bot.engine.declare import Action, Person, action, oneself, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import MINE, Asker, finder
from bot.engine.people import EVERYONE, GAME_MASTERS, Audience, Permit
from bot.engine.portraits import pictures
from bot.engine.prose import PROSE_LENGTH
from bot.engine.roster import require_player
from bot.engine.several import Several
from bot.engine.system import Change, Kind, Record, RecordId, Replace, Result, Scope, Want, World
from bot.engine.text import Safe, T, of_length, refused
from bot.engine.words import one_line, paragraphs, whole_number
from bot.engine.working import RecordCopy, WorkingCopy, correction, deed
from bot.systems.second_kingdom.state import (
    HIGHEST,
    LOWEST,
    Hero,
    Known,
    Npc,
    Virtue,
    line,
    links_of,
    not_within,
    npc_view,
    some,
)

PORTRAIT = pictures("portrait")


# -- Heroes: made, changed, and given conviction -----------------------------------------------------------


NAME_LENGTH = 60
MOST_HELD = 99
REASON_LENGTH = 200


HERO: Kind[Hero] = Kind(
    "hero",
    Hero,
    title=lambda hero: hero.name,
    owner=lambda hero: hero.player,
    links=links_of,
    line=line,
    is_person=True,
    # Another player may be playing somebody else in those channels.
    hand_over=lambda hero, player, _of: replace(hero, player=player, active_in=()),
    ending="is_retired",
)


def no_such_hero(name: str) -> Safe:
    """A name that no hero bears."""
    return T("There's no hero called “{name}” here. Pick one from the list.")(name=name)


def _which_hero(names: Sequence[str]) -> Safe:
    """No hero was named, and the asker has none, or several of whom none is played here."""
    if not names:
        return T("You don't have a hero in this campaign yet. Make one with `/sk new`.")()
    says = T("You have several heroes: {names:,}. Name one, or choose who you play here with `/sk play`.")
    return says(names=some(names))


# Whoever is played in this channel, or the asker's only hero; or one that is named.
HERO_MEANT = finder(
    HERO,
    prefer=MINE,
    here=lambda hero: hero.active_in,
    unknown=no_such_hero,
    several=no_such_hero,
    which=_which_hero,
)
HERO_NAMED = replace(HERO_MEANT, prefer=())
HEROES_MEANT = Several(
    HERO,
    T("all heroes"),
    unknown=lambda name: refused(
        "hero.unknown", "There's no hero called “{name:60}” here. Pick one from the list.", name=name
    ),
    nobody=lambda: refused("hero.none", "Name at least one hero; separate several with commas."),
)


class OnHero(Action):
    """An action on a hero."""

    hero: RecordId = option("Which hero; your own by default", finder=HERO_MEANT)


class CreateHero(Action):
    """Make a hero"""

    name: str = option("The hero's name")
    player: Person | int = option("For game masters: who plays the hero", implied=oneself)
    courage: int = option("1 to 10: prowess and daring", label="Courage", least=LOWEST, most=HIGHEST)
    prudence: int = option("1 to 10: wit and awareness", label="Prudence", least=LOWEST, most=HIGHEST)
    temperance: int = option("1 to 10: resolve and will", label="Temperance", least=LOWEST, most=HIGHEST)
    conviction: int = option(
        "How much conviction the hero starts with", default=0, label="Conviction", least=0, most=MOST_HELD
    )


class HeroCreated(Event):
    """A hero came to the table."""

    concerns: ClassVar[tuple[str, ...]] = ("player",)
    says = T("New at the table: {name}, played by {player:@}.")
    hero: RecordId
    name: str
    player: int
    courage: int
    prudence: int
    temperance: int
    conviction: int


def changed_to(name: str, before: int, after: int) -> Safe:
    """A virtue, a counter or conviction, before → after."""
    return T("{name} {before} → {after}")(name=name, before=before, after=after)


class GrantConviction(Action):
    """Give heroes conviction, or take it away

    A negative amount takes it (Q25: the only way it comes back).
    """

    heroes: tuple[RecordId, ...] = option(
        "Who gets it: names separated by commas, or all heroes", label="Who gets it", finder=HEROES_MEANT
    )
    amount: int = option("How much each; negative takes it away", least=-MOST_HELD, most=MOST_HELD)
    reason: str = option("Why; the table sees it")


@dataclass(frozen=True, slots=True)
class Given:
    """One hero's conviction, before and after."""

    name: str
    player: int
    before: int
    after: int


class ConvictionGiven(Event):
    """Conviction of one hero or several changed by the game master's hand."""

    heroes: tuple[Given, ...]
    reason: str

    def sentence(self) -> Safe:
        """Whose, from what to what, and why."""
        if len(self.heroes) == 1:
            (only,) = self.heroes
            return T("{name}: conviction {before} → {after}. {reason}")(
                name=only.name, before=only.before, after=only.after, reason=self.reason
            )
        changes = [changed_to(each.name, each.before, each.after) for each in self.heroes]
        return T("Conviction: {changes:,}. {reason}")(changes=some(changes), reason=self.reason)


def free_name(world: World, text: str, own: RecordId | None = None) -> str:
    """A hero's name. Raises RuleViolation for none, one too long, or one that another hero bears."""
    name = one_line(text)
    of_length(
        name, NAME_LENGTH, "hero.name", "A hero's name can have 1 to {most} characters{given}.", least=1
    )
    others = (each.state.name for each in world.all(HERO) if each.id != own)
    if name.casefold() in map(str.casefold, others):
        raise refused("hero.taken", "This campaign already has a hero by that name. Choose another name.")
    return name


def create_hero_scope(action: CreateHero) -> Scope:
    """The scope that finds whoever already has that name."""
    return Scope(wants=(Want(HERO.name, text=one_line(action.name)),))


@deed("sk new", may=Permit.MEMBERS, scope=create_hero_scope)
def create_hero(copy: WorkingCopy, action: CreateHero, dice: Dice) -> None:
    """Open the hero's record. Raises RuleViolation for numbers out of range or a name in use."""
    state = new_hero(copy.world, action)
    scores = (state.courage, state.prudence, state.temperance, state.conviction)
    copy.tell(HeroCreated(copy.open(HERO, state), state.name, action.player, *scores))


def new_hero(world: World, action: CreateHero) -> Hero:
    """The hero as made by hand. Raises RuleViolation for numbers out of range or a name in use."""
    name = free_name(world, action.name)
    require_player(world, action.player, T("a hero"))
    virtues = {virtue: getattr(action, virtue.value) for virtue in Virtue}
    for virtue, score in virtues.items():
        require_score(virtue, score)
    if not 0 <= action.conviction <= MOST_HELD:
        raise not_within(T("Conviction"), 0, MOST_HELD, action.conviction)
    scores = (action.courage, action.prudence, action.temperance, action.conviction)
    return Hero(name, action.player, *scores)


def require_score(virtue: Virtue, score: int) -> None:
    """See that a virtue can be that high. Raises RuleViolation out of 1 to 10 (Q25)."""
    if not LOWEST <= score <= HIGHEST:
        raise not_within(virtue.label, LOWEST, HIGHEST, score)


@action("sk conviction", may=Permit.GAME_MASTERS, button="Change conviction")
def grant_conviction(world: World, action: GrantConviction, dice: Dice) -> Result:
    """Change what every one of them holds, or nobody's. Raises RuleViolation below 0 or above 99."""
    records = [world.get(HERO, hero) for hero in dict.fromkeys(action.heroes)]
    if not records:
        raise refused("conviction.nobody", "Name at least one hero; separate several with commas.")
    reason = one_line(action.reason)
    of_length(
        reason,
        REASON_LENGTH,
        "conviction.reason",
        "Say why in 1 to {most} characters{given}. The table sees it.",
        least=1,
    )
    _require_amount(action.amount, [record.state for record in records])
    changes, told = [], []
    for record in records:
        hero, after = record.state, record.state.conviction + action.amount
        changes.append(Replace(record.id, replace(hero, conviction=after)))
        told.append(Given(hero.name, hero.player, hero.conviction, after))
    return Result(tuple(changes), (ConvictionGiven(tuple(told), reason),))


def _require_amount(amount: int, heroes: Sequence[Hero]) -> None:
    """See that everybody can hold it, or give it. Raises RuleViolation naming who can't."""
    if amount == 0:
        raise refused(
            "conviction.none", "Give at least 1 conviction, or take some away with a negative amount."
        )
    if short := _holding(hero for hero in heroes if hero.conviction + amount < 0):
        raise refused(
            "conviction.too_little",
            "You can't take {n} conviction from {holding:,}.",
            n=-amount,
            holding=short,
        )
    if full := _holding(hero for hero in heroes if hero.conviction + amount > MOST_HELD):
        raise refused(
            "conviction.too_much",
            "You can't give {n} conviction to {holding:,}, because a hero can have at most {most}.",
            n=amount,
            most=MOST_HELD,
            holding=full,
        )


def _holding(heroes: Iterable[Hero]) -> list[str]:
    return some([T("{name} ({n})")(name=each.name, n=each.conviction) for each in heroes])


NPC: Kind[Npc] = Kind(
    "npc",
    Npc,
    title=lambda npc: npc.name,
    links=links_of,
    line=line,
    is_person=True,
    view=npc_view,
)


def _no_such_npc(name: str) -> Safe:
    return T("There's no NPC called “{name}” here. Pick one from the list.")(name=name)


def _nobody(name: str) -> Safe:
    return T("There's nobody called “{name}” here. Pick one from the list.")(name=name)


NPC_MEANT = finder(NPC, has_secrets=True, unknown=_no_such_npc, several=_no_such_npc)
# Where a hero is called as an NPC is, the hero is meant: whoever made it may not have known.
COMBATANT_MEANT = finder(
    HERO,
    NPC,
    prefer=MINE,
    here=lambda state: state.active_in if isinstance(state, Hero) else (),
    is_ranked=True,
    has_secrets=True,
    unknown=_nobody,
    several=_nobody,
    which=_which_hero,
)
COMBATANT_NAMED = replace(COMBATANT_MEANT, prefer=())
KNOWN = tuple((each.value, each.texts[1]) for each in Known)


class CreateNpc(Action):
    """Make an NPC or a horde, hidden from the players unless you say otherwise"""

    name: str = option("The NPC's name")
    is_horde: bool = option("Whether it is a horde: many that fight as one", name="horde", default=False)
    courage: int | None = option(
        "1 to 10; none by default", label="Courage", default=None, least=LOWEST, most=HIGHEST
    )
    prudence: int | None = option(
        "1 to 10; none by default", label="Prudence", default=None, least=LOWEST, most=HIGHEST
    )
    temperance: int | None = option(
        "1 to 10; none by default", label="Temperance", default=None, least=LOWEST, most=HIGHEST
    )
    known: Known = option("What the players know; nothing by default", choices=KNOWN, default=Known.HIDDEN)


Scores = tuple[tuple[str, int], ...]


def called(name: str, *, is_horde: bool) -> Safe:
    """A name, and that it is many."""
    return (T("{name} (a horde)") if is_horde else T("{name}"))(name=name)


def scored(virtues: Scores) -> Safe:
    """The virtues that are known, one after another."""
    each = [T("{virtue} **{score}**")(virtue=Virtue(name), score=score) for name, score in virtues]
    return Safe(" · ".join(each))


def _met(said: Safe, virtues: Scores) -> Safe:
    return T("{said} {virtues}")(said=said, virtues=scored(virtues)) if virtues else said


class NpcCreated(Event, audience=GAME_MASTERS):
    """Somebody new to strive with, with the virtues that the reader may know."""

    npc: RecordId
    name: str
    is_horde: bool
    known: Known
    virtues: tuple[tuple[str, int], ...] = ()

    def sentence(self) -> Safe:
        """Who is there, and what the table knows."""
        name = called(self.name, is_horde=self.is_horde)
        return _met(T("New: {name}, {known}.")(name=name, known=self.known), self.virtues)


def _score_of(virtue: Virtue) -> Any:
    def read(text: str) -> int:
        if (number := whole_number(text)) is None:
            raise refused(
                "npc.virtue",
                "{virtue} can be 1 to 10, or empty for none, not “{text:20}”.",
                virtue=virtue,
                text=text,
            )
        return number

    label, empty = virtue.texts[0], "Leave it empty for none."
    return option("1 to 10", label=label, empty=empty, default=None, max_length=3, parse=read)


class EditNpc(Action):
    """Change an NPC's name, virtues and notes in a form

    A virtue of None is none.
    """

    npc: RecordId = option("Who to change", finder=NPC_MEANT)
    name: str = option("Name", max_length=NAME_LENGTH)
    courage: int | None = _score_of(Virtue.COURAGE)
    prudence: int | None = _score_of(Virtue.PRUDENCE)
    temperance: int | None = _score_of(Virtue.TEMPERANCE)
    about: str = option("Your notes; players never see them", default="", is_prose=True)


class NpcEdited(Event, audience=GAME_MASTERS):
    """A name or virtues changed: (virtue, before, after) each."""

    says = T("{before}: {changes:,}.")
    name: str
    before: str
    virtues: tuple[tuple[str, int | None, int | None], ...] = ()

    @property
    def changes(self) -> list[Safe]:
        """The new name, and each virtue before → after."""
        none = T("none")
        now = [T("now called {name}")(name=self.name)] if self.before != self.name else []
        return now + [
            T("{virtue:lower} {old} → {new}")(virtue=Virtue(virtue), old=old or none, new=new or none)
            for virtue, old, new in self.virtues
        ]


class NpcNoted(Event, audience=GAME_MASTERS):
    """The game masters' notes changed."""

    says = T("{name}: the game masters' notes changed.")
    name: str


class RevealNpc(Action):
    """Decide what the players know of an NPC"""

    npc: RecordId = option("Who to reveal", finder=NPC_MEANT)
    known: Known | None = option(
        "What the players know from now on; the next step up by default",
        name="how",
        choices=KNOWN,
        default=None,
    )


class NpcRevealed(Event):
    """The table knows more of somebody, or less."""

    npc: RecordId
    name: str
    is_horde: bool
    before: Known
    known: Known
    virtues: tuple[tuple[str, int], ...] = ()

    def sentence(self) -> Safe:
        """Whom the table meets, or whose numbers it learns; the game masters, what it knows no more."""
        name = called(self.name, is_horde=self.is_horde)
        if not self.audience.everyone:
            return T("Now {known}: {name}.")(name=name, known=self.known)
        met = (
            T("The table meets {name}.")
            if self.before is Known.HIDDEN
            else T("The table learns the numbers of {name}.")
        )
        return _met(met(name=name), self.virtues)


# -- made -------------------------------------------------------------------------------------------


def audience_of(known: Known) -> Audience:
    """Who may read of what everybody sees of an NPC, but for its numbers: see `Known`."""
    return GAME_MASTERS if known is Known.HIDDEN else EVERYONE


def named_scope(action: CreateNpc) -> Scope:
    """The scope that finds whoever already has that name."""
    return Scope(wants=(Want(NPC.name, text=one_line(action.name)),))


@deed("sk npc add", may=Permit.GAME_MASTERS, scope=named_scope, is_quiet=True, button="Make the NPC")
def create_npc(copy: WorkingCopy, action: CreateNpc, dice: Dice) -> None:
    """Open the record. Raises RuleViolation for a name in use or a virtue out of range."""
    scores = (action.courage, action.prudence, action.temperance)
    npc = Npc(one_line(action.name), action.known, action.is_horde, *scores)
    _require_sound(copy.world, npc)
    told = NpcCreated(copy.open(NPC, npc), npc.name, npc.is_horde, npc.known, virtues_of(npc))
    # To the game masters and, as far as it is known, to everybody.
    if npc.known is Known.HIDDEN:
        copy.tell(told)
    elif npc.known is Known.OPEN or not told.virtues:
        copy.tell(replace(told, audience=EVERYONE))
    else:
        copy.tell(replace(told, virtues=(), audience=EVERYONE), told)


def _require_sound(world: World, npc: Npc, own: RecordId | None = None) -> None:
    of_length(
        npc.name, NAME_LENGTH, "npc.name", "An NPC's name can have 1 to {most} characters{given}.", least=1
    )
    for other in world.all(NPC):
        if other.id != own and other.state.name.casefold() == npc.name.casefold():
            raise refused("npc.taken", "There's already an NPC by that name. Choose another name.")
    for name, score in virtues_of(npc):
        require_score(Virtue(name), score)
    if len(npc.about) > PROSE_LENGTH:
        raise refused(
            "npc.about",
            "Notes can have at most {most} characters, not {n}.",
            most=PROSE_LENGTH,
            n=len(npc.about),
        )


def virtues_of(npc: Npc) -> tuple[tuple[str, int], ...]:
    """The virtues it has."""
    scores = ((virtue.value, npc.score(virtue)) for virtue in Virtue)
    return tuple((name, score) for name, score in scores if score is not None)


# -- changed ----------------------------------------------------------------------------------------


def edit_scope(action: EditNpc) -> Scope:
    """The NPC, and whoever is called as it shall be."""
    return Scope(ids=(action.npc,), wants=(Want(NPC.name, text=one_line(action.name)),))


def _today(asker: Asker) -> Mapping[str, str]:
    npc: Npc = asker.record("npc").state
    scores = {virtue.value: str(npc.score(virtue) or "") for virtue in Virtue}
    return {"name": npc.name, **scores, "about": npc.about}


FORM = ("name", *(virtue.value for virtue in Virtue), "about")


@correction(
    "sk npc edit",
    of=NPC,
    scope=edit_scope,
    asks=Asks(T("{name}"), FORM, _today),
    is_quiet=True,
    button="Change the NPC",
)
def edit_npc(found: RecordCopy[Npc], action: EditNpc, dice: Dice) -> None:
    """Replace what is written of it. Raises RuleViolation as for a new one, or where nothing changes."""
    found.change(
        name=one_line(action.name),
        courage=action.courage,
        prudence=action.prudence,
        temperance=action.temperance,
        about=paragraphs(action.about),
    )
    _require_sound(found.world, found.state, action.npc)
    found.tell(*_edited(found.before, found.state))


def _edited(before: Npc, after: Npc) -> list[NpcEdited | NpcNoted]:
    """The notes are the game masters' alone, and the numbers of whoever isn't open."""
    changed = tuple(
        (virtue.value, before.score(virtue), after.score(virtue))
        for virtue in Virtue
        if before.score(virtue) != after.score(virtue)
    )
    told: list[NpcEdited | NpcNoted] = []
    if changed or before.name != after.name:
        audience = EVERYONE if after.known is Known.OPEN else GAME_MASTERS
        told.append(NpcEdited(after.name, before.name, changed, audience=audience))
    if before.about != after.about:
        told.append(NpcNoted(after.name))
    return told


# -- revealed ---------------------------------------------------------------------------------------


def reveal_scope(action: RevealNpc) -> Scope:
    """The NPC, and its picture."""
    return Scope(ids=(action.npc,), links=True)


@action(
    "sk npc reveal",
    may=Permit.GAME_MASTERS,
    scope=reveal_scope,
    is_quiet=True,
    button="Set what players know",
)
def reveal_npc(world: World, action: RevealNpc, dice: Dice) -> Result:
    """Change what the table knows; less is nobody's business. Raises RuleViolation where it is the same."""
    record = world.get(NPC, action.npc)
    npc = record.state
    known = action.known or npc.known.more
    if npc.known is known:
        raise refused("npc.known_so", "Already {known}: {name}.", name=npc.name, known=npc.known)
    steps = list(Known)
    is_more = steps.index(known) > steps.index(npc.known)
    virtues = virtues_of(npc) if known is Known.OPEN else ()
    audience = EVERYONE if is_more else GAME_MASTERS
    told = NpcRevealed(action.npc, npc.name, npc.is_horde, npc.known, known, virtues, audience=audience)
    return Result(known_as(world, record, known), (told,), subject=action.npc)


def known_as(world: World, npc: Record[Npc], known: Known) -> tuple[Change, ...]:
    """What the table knows of somebody from now on; an uploaded picture is as secret as whom it shows."""
    change = Replace(npc.id, replace(npc.state, known=known))
    if npc.state.picture is None:
        return (change,)
    picture = world.get(PORTRAIT, npc.state.picture)
    is_secret = known is Known.HIDDEN
    if picture.state.is_secret is is_secret:
        return (change,)
    return (change, Replace(picture.id, replace(picture.state, is_secret=is_secret)))


# -- Who is meant where an action concerns a hero or one of the game master's own alike --------------------


def combatant(world: World, record: RecordId) -> Record[Hero] | Record[Npc]:
    """The hero, or one of the game master's own, of that id. Raises RuleViolation for anything else."""
    found = world.records.get(record)
    if found is not None and found.kind == NPC.name:
        return world.get(NPC, record)
    return world.get(HERO, record)


def combatants_audience_of(record: Record[Hero] | Record[Npc]) -> Audience:
    """Who may be told the numbers on its sheet; an NPC's are the game masters' until it is open."""
    state = record.state
    return GAME_MASTERS if isinstance(state, Npc) and state.known is not Known.OPEN else EVERYONE
