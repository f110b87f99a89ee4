"""Adventurers: made, written about, settled in a thread, retired (A1 to A6, A39, Q23, Q27)."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from bot.engine import portraits
from bot.engine.asking import Asks
from bot.engine.declare import Action, Person, action, oneself, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker, Pair
from bot.engine.people import Permit
from bot.engine.portraits import PortraitAction, pictures
from bot.engine.prose import PROSE_LENGTH
from bot.engine.roster import require_player
from bot.engine.saying import NOTHING, Clause, Name, Said, say
from bot.engine.system import Open, RecordId, Result, Scope, Want, World
from bot.engine.text import Safe, T, of_length, refused
from bot.engine.views import RecordView
from bot.engine.words import one_line, paragraphs, safe
from bot.systems.adventuria.adventurer import (
    ADVENTURER,
    MEANT,
    AdventurerLeft,
    ByPlayer,
    OnAdventurer,
    gone,
    leaving,
    of_adventurer,
    they_have,
)
from bot.systems.adventuria.ledger import bonus, cap, own, total
from bot.systems.adventuria.settings import ADVENTURERS, CHOSEN, CREATION, ONE_EACH, OWN_THREAD, THREADS
from bot.systems.adventuria.state import (
    ALIGNMENTS,
    BEGINNING,
    NAME_LENGTH,
    Adventurer,
    Alignment,
    Attribute,
    End,
    Fray,
    Type,
    Until,
)
from bot.systems.adventuria.working import SheetCopy, sheet_action


class CreateAdventurer(Action):
    """Roll up an adventurer, who gets a thread

    `home` is where everything about it will be posted. What is chosen is not rolled (Q27).
    """

    name: str = option("The adventurer's name")
    player: Person | int = option("For narrators: whose adventurer it is", implied=oneself)
    home: int = 0
    type: Type | None = option("Only where the campaign lets players choose", default=None)
    alignment: Alignment | None = option("Only where the campaign lets players choose", default=None)


class AdventurerCreated(Event):
    """An adventurer sets out; a die of 0 was not thrown, for its player chose."""

    concerns: ClassVar[tuple[str, ...]] = ("player",)
    says = T("{name} sets out, played by {player:@}. {of_type}. {of_alignment}.")
    name: str
    player: int
    type: Type
    alignment: Alignment
    type_die: int
    alignment_die: int
    home: int

    @property
    def of_type(self) -> Safe:
        """The die of the type, and what it means."""
        if not self.type_die:
            return T("Type: **{type}**, chosen").of(self)
        return T("Type: **{type}**, rolled a {type_die}").of(self)

    @property
    def of_alignment(self) -> Safe:
        """The die of the alignment, and what it means."""
        if not self.alignment_die:
            return T("Alignment: **{alignment}**, chosen").of(self)
        return T("Alignment: **{alignment}**, rolled a {alignment_die}").of(self)


class EditAdventurer(ByPlayer):
    """Change an adventurer's name and notes

    None leaves one as it is.
    """

    name: str | None = option("Name", default=None, is_needed=True, max_length=NAME_LENGTH)
    about: str | None = option("Notes", default=None, is_prose=True)
    # The mark of the sheet that its form was filled with; one that has changed since is left alone.
    seen: str = ""


class SettleAdventurer(OnAdventurer):
    """Post everything about an adventurer in that channel or thread from now on."""

    home: int


class AdventurerSettled(Event):
    """An adventurer has another home."""

    says = T("{name}'s story is told in {home:#} from now on.")
    name: str
    home: int


class RetireAdventurer(OnAdventurer):
    """End an adventurer's days for good; asks first"""

    adventurer: RecordId = option("Who leaves; your own by default", finder=MEANT)


class AdventurerRetired(AdventurerLeft):
    """An adventurer has retired: after how many turns, and what it left behind."""

    concerns: ClassVar[tuple[str, ...]] = ("player",)
    says = T("{name} retires after {turns} {turns:turn|turns}.")


# -- made -------------------------------------------------------------------------------------------


def create_scope(action: CreateAdventurer) -> Scope:
    """Whoever is called so already, and whoever that player has."""
    named, own = Want(ADVENTURER.name, text=one_line(action.name)), Want(ADVENTURER.name, owner=action.player)
    return Scope(wants=(named, own))


@action("adv new", may=Permit.MEMBERS, scope=create_scope, button="Roll up an adventurer")
def create_adventurer(world: World, action: CreateAdventurer, dice: Dice) -> Result:
    """Roll type and alignment (A2 to A4), as far as they are not chosen, and open the record (A5, A6).

    Raises RuleViolation for a name in use, a second adventurer, or a choice that the campaign leaves to the
    dice; NotAllowed where a player makes one for somebody else.
    """
    require_player(world, action.player, T("an adventurer"))
    _require_alone(world, action.player)
    name = _named(world, action.name)
    if world.setting(CREATION) != CHOSEN and (action.type or action.alignment):
        raise refused(
            "sheet.rolled_here",
            "This campaign rolls type and alignment; leave both out, or have “How type and alignment are"
            " found” changed under `/campaign settings`.",
        )
    type_die = 0 if action.type else _die(dice, "type")
    alignment_die = 0 if action.alignment else _die(dice, "alignment")
    type_ = action.type or tuple(Type)[type_die - 1]
    alignment = action.alignment or ALIGNMENTS[alignment_die - 1]
    home = action.home or world.place
    state = Adventurer(
        name, action.player, type_, alignment, BEGINNING[type_], home=home, revision=world.entry
    )
    event = AdventurerCreated(name, action.player, type_, alignment, type_die, alignment_die, home)
    made = Open(world.new_id(), ADVENTURER.name, state)
    return Result(
        (made,),
        (event,),
        channel=home,
        starts_thread=world.setting(THREADS) == OWN_THREAD,
        on_behalf_of=_for(world, action.player),
    )


def _die(dice: Dice, reason: str) -> int:
    (face,) = dice.roll(1, 6, reason=reason)
    return face


def _require_alone(world: World, player: int) -> None:
    """See that the player may have one more. Raises RuleViolation naming the one there is."""
    own = [each.state for each in world.all(ADVENTURER) if each.state.player == player]
    if not own or world.setting(ADVENTURERS) != ONE_EACH:
        return
    if player != world.actor:
        raise they_have(player, own[0].name)
    raise refused(
        "sheet.has_one",
        "You still play {name}, and this campaign allows one adventurer each. `/act deed: retire` ends "
        "that one's adventures.",
        name=own[0].name,
    )


def _named(world: World, text: str, but: RecordId | None = None) -> str:
    """The name as it is kept. Raises RuleViolation for one that somebody in play bears."""
    name = of_length(
        one_line(text),
        NAME_LENGTH,
        "sheet.name",
        "An adventurer's name has 1 to {most} characters{given}.",
        least=1,
    )
    others = (each.state for each in world.all(ADVENTURER) if each.id != but)
    if any(other.name.casefold() == name.casefold() for other in others):
        raise refused(
            "sheet.taken_name", "This campaign has an adventurer of that name already; choose another name."
        )
    return name


def _for(world: World, player: int) -> int | None:
    return player if player != world.actor else None


# -- changed ----------------------------------------------------------------------------------------


def edit_scope(action: EditAdventurer) -> Scope:
    """The adventurer with what belongs to it, and whoever bears the new name."""
    scope = of_adventurer(action.adventurer)
    if action.name is None:
        return scope
    return replace(scope, wants=(*scope.wants, Want(ADVENTURER.name, text=one_line(action.name))))


def require_in_play(record: RecordView) -> None:
    """Raises RuleViolation for one that has fallen or left."""
    if record.is_archived:
        raise refused("sheet.out_of_play", "“{name}” is no longer in play.", name=record.title)


def _today(asker: Asker) -> Mapping[str, str]:
    record = asker.record("adventurer")
    require_in_play(record)
    state: Adventurer = record.state
    return {"name": state.name, "about": state.about, "seen": mark(state)}


@sheet_action(
    "adv edit",
    may=Permit.OWNER_OR_GAME_MASTER,
    scope=edit_scope,
    asks=Asks(T("Edit {name}"), ("name", "about"), _today, holds=("seen",)),
)
def edit_adventurer(sheet: SheetCopy, action: EditAdventurer, dice: Dice) -> None:
    """Change the name or the notes, as far as they are given.

    Raises RuleViolation for a name in use, long notes, from a form that is old, or where nothing changes.
    """
    before = sheet.state
    if action.seen not in ("", mark(before)):
        raise refused(
            "sheet.old_form",
            "Name or notes were changed while your form was open. Nothing was changed; `/act deed: "
            "change name` opens a new one.",
        )
    name = before.name if action.name is None else _named(sheet.world, action.name, but=sheet.record.id)
    about = before.about if action.about is None else _about(action.about)
    sheet.change(name=name, about=about)
    if not sheet.is_changed:
        raise refused("sheet.same", "Name and notes are the same as before; nothing was changed.")
    sheet.on_behalf_of = _for(sheet.world, before.player)
    sheet.tell(_edited(before, sheet.state))


def _edited(before: Adventurer, after: Adventurer) -> Said:
    """What is told of a new name or new notes."""
    name, has_new_notes = Name(after.name), after.about != before.about
    if before.name == after.name:
        return say("adventurer.new_notes", T("{name} has new notes."), name=name)
    notes = Clause(T(" {name} has new notes."), name=name) if has_new_notes else NOTHING
    return say(
        "adventurer.renamed",
        T("{before} is now called {name}.{notes}"),
        before=Name(before.name),
        name=name,
        notes=notes,
    )


def mark(state: Adventurer) -> str:
    """What tells a form filled with this sheet from one that was filled with an earlier one."""
    return f"{zlib.crc32('|'.join((state.name, state.about)).encode()):08x}"


def _about(text: str) -> str:
    """The notes. Raises RuleViolation where they are too long."""
    return of_length(
        paragraphs(text),
        PROSE_LENGTH,
        "sheet.long_notes",
        "Notes have at most {most} characters{given}.",
    )


@sheet_action(may=Permit.OWNER_OR_GAME_MASTER, button="Post it there")
def settle_adventurer(sheet: SheetCopy, action: SettleAdventurer, dice: Dice) -> None:
    """Give the adventurer another home. Raises RuleViolation where it lives there already."""
    home = action.home or sheet.world.place
    if sheet.state.home == home:
        raise refused(
            "sheet.lives_here",
            "{name}'s story is already told here.",
            name=sheet.name,
        )
    sheet.change(home=home)
    sheet.on_behalf_of = _for(sheet.world, sheet.state.player)
    sheet.tell(AdventurerSettled(sheet.name, home))


@sheet_action("adv retire", may=Permit.OWNER_OR_GAME_MASTER, previewed=True, button="Retire for good")
def retire_adventurer(sheet: SheetCopy, action: RetireAdventurer, dice: Dice) -> None:
    """Archive the adventurer, whatever it was about to do; it loses what the fallen lose (A39, Q23)."""
    event = leaving(sheet.state, AdventurerRetired)
    leaves = T("{name:60} leaves the game for good. The sheet stays in `/adv hall`, read-only.")
    sheet.note(leaves(name=sheet.name), lost_with(event))
    sheet.put(gone(sheet.state, End.RETIRED))
    sheet.on_behalf_of = _for(sheet.world, sheet.state.player)
    sheet.tell(event)


# As many of the things lost as are named.
MOST_NAMED = 6


def lost_with(event: AdventurerLeft) -> Safe:
    """What is lost with an adventurer who leaves play (A39)."""
    things = [T("{gold:,} gold")(gold=event.gold)] if event.gold else []
    things += [safe(each, NAME_LENGTH) for each in event.lost[:MOST_NAMED]]
    if len(event.lost) > MOST_NAMED:
        things.append(T("{n} more")(n=len(event.lost) - MOST_NAMED))
    told = T("{name:60} leaves nothing behind.")(name=event.name)
    if things:
        told = T("Lost with {name:60}: {things:,}.")(name=event.name, things=things)
    quest = T("{told} The quest is abandoned: {quest}.")
    return quest(told=told, quest=event.quest) if event.quest else told


# -- The sheet (A1): what each attribute is made of, and the sheet shown to everybody ----------------------


@dataclass(frozen=True, slots=True)
class AttributeSum:
    """An attribute as it counts: of its natural value and what comes on top or goes off (A8, A9, Q1)."""

    attribute: Attribute
    total: int
    natural: int
    bonus: int
    cap: int
    # What of the bonus doesn't last, and what comes on top in one kind of Combat alone.
    passing: tuple[tuple[Until, int], ...]
    frays: tuple[tuple[Fray, int], ...]


def made_of(state: Adventurer, attribute: Attribute) -> AttributeSum:
    """The parts of which an attribute is the sum."""
    value, natural = total(state, attribute), state.natural.of(attribute)
    passing = dict.fromkeys((until for until in Until if until is not Until.ALWAYS), 0)
    for change in state.changes:
        if change.attribute is attribute and change.until in passing:
            passing[change.until] += change.amount
    frays = ((fray, total(state, attribute, fray) - value) for fray in (Fray.MELEE, Fray.MAGICAL))
    return AttributeSum(
        attribute,
        value,
        natural,
        own(state, attribute) + bonus(state, attribute) - natural,
        cap(state, attribute),
        tuple((until, amount) for until, amount in passing.items() if amount),
        tuple((fray, amount) for fray, amount in frays if amount),
    )


@dataclass(frozen=True, slots=True)
class SheetMeant:
    """Finds whose sheet is meant: in play, or one who adventures no more; not one whose making was undone."""

    is_implied: bool = True

    def find(self, asker: Asker, text: str | None) -> RecordId:
        """The adventurer; of one name, who is in play comes before who is not. Raises RuleViolation."""
        if text is not None:
            known = self._known(asker, text=text)
            meant = [each for each in known if not each.is_archived] or known
            if len(meant) == 1:
                return meant[0].id
            if meant:
                raise refused(
                    "sheet.several_gone",
                    "Several past adventurers were called “{name:60}”; pick one from the list.",
                    name=text,
                )
        return MEANT.find(asker, text)

    def suggest(self, asker: Asker) -> Iterable[Pair]:
        """Everybody by name, those whose adventures are over too."""
        known = self._known(asker, part=asker.typed)
        over = T("{name} (adventures over)")
        named = [(over.plain(name=e.title) if e.is_archived else e.title, str(e.id)) for e in known]
        return sorted(named, key=lambda pair: pair[0].casefold())

    def _known(self, asker: Asker, *, text: str | None = None, part: str | None = None) -> list[RecordView]:
        want = Want(ADVENTURER.name, text=text, part=part)
        found = asker.look(Scope(wants=(want, replace(want, archived=True)))).all(ADVENTURER.name)
        return [each for each in found if not each.is_archived or each.state.end is not None]

    def scope(self, found: RecordId) -> Scope:
        """The adventurer alone."""
        return MEANT.scope(found)

    def owner(self, world: World, found: RecordId) -> int | None:
        """The adventurer's player."""
        return MEANT.owner(world, found)


class ShowSheet(Action):
    """Show everybody a sheet, that of one who adventures no more too; as a picture if wanted."""

    adventurer: RecordId = option("Which adventurer; yours by default", finder=SheetMeant())
    as_picture: bool = option("As a picture", name="picture", default=False)
    show: bool = option("Show it to everyone, in its thread", default=False)


class SheetShown(Event):
    """A sheet was shown."""

    says = T("{name}'s sheet is shown.")
    name: str
    as_picture: bool = False


@action(may=Permit.MEMBERS, scope=lambda action: Scope(ids=(action.adventurer,)))
def _show_sheet(world: World, action: ShowSheet, dice: Dice) -> Result:
    """The sheet comes up in the adventurer's own thread. Raises RuleViolation where there is none."""
    record = world.records.get(action.adventurer)
    if record is None or record.kind != ADVENTURER.name:
        raise refused("sheet.none", "That adventurer isn't part of this campaign.")
    event = SheetShown(record.state.name, action.as_picture)
    return Result(events=(event,), subject=record.id, channel=record.state.home or None)


# -- What adventurers look like: an address, or a picture that was uploaded --------------------------------


LIKENESS = pictures("likeness")


class SetPortrait(PortraitAction, OnAdventurer):
    """Give an adventurer a portrait, or take it away"""

    adventurer: RecordId = option("Which adventurer; yours by default", finder=MEANT)


class PortraitSet(portraits.PortraitSet):
    """An adventurer has another portrait, or none anymore."""

    def sentence(self) -> T:
        """The sentence for a new portrait, or for a removed one."""
        if self.is_gone:
            return T("{name}'s portrait comes off the wall.")
        return T("{name} sits for a new portrait.")


@action("adv portrait", may=Permit.OWNER_OR_GAME_MASTER, button="Set the portrait")
def _set_portrait(world: World, action: SetPortrait, dice: Dice) -> Result:
    """Replace the portrait, told in the adventurer's thread."""
    record = world.get(ADVENTURER, action.adventurer)
    portrayed = portraits.portrayed(world, record, LIKENESS, action, tells=PortraitSet)
    return replace(portrayed, channel=record.state.home or None)
