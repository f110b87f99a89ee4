"""Heroes on cards and in the journal: made, changed, given conviction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from bot.engine.asking import asking
from bot.engine.card import Button, Card, Pick, Select, Tone
from bot.engine.declare import Options, look, option
from bot.engine.drawing import draws
from bot.engine.event import sentence
from bot.engine.finders import Asker
from bot.engine.pages import MOST
from bot.engine.people import Permit, Viewer
from bot.engine.portraits import PortraitSet
from bot.engine.system import RecordId, Scope, Want
from bot.engine.text import T
from bot.engine.views import CampaignView
from bot.play import Post, RecordView
from bot.systems.second_kingdom.attacks.maneuvers import MANEUVER
from bot.systems.second_kingdom.challenges.cards import note_lines
from bot.systems.second_kingdom.challenges.rules import CHALLENGE
from bot.systems.second_kingdom.heroes.changes import LOST_MANEUVER, SheetChanged, line
from bot.systems.second_kingdom.heroes.counters import in_force
from bot.systems.second_kingdom.heroes.files import HeroImported
from bot.systems.second_kingdom.heroes.people import (
    HERO_MEANT,
    NPC,
    NPC_MEANT,
    HeroCreated,
    NpcRevealed,
    called,
    scored,
    virtues_of,
)
from bot.systems.second_kingdom.heroes.roster import BUSY
from bot.systems.second_kingdom.state import (
    Combatant,
    Counter,
    Guard,
    Hero,
    Known,
    Npc,
    Virtue,
    defence_pair,
    pairs_said,
    some,
)
from bot.ui.card import FIELD, portrait_of
from bot.ui.text import fitting, passage, safe


@draws(HeroImported)
def _imported(event: HeroImported, post: Post) -> Card:
    return _comes(event, post).add(*_left(event))


def _left(event: HeroImported) -> Iterator[str]:
    """What a file's hero had to leave behind."""
    if event.maneuvers_left:
        names = some([safe(name, 60) for name in event.maneuvers_left])
        yield T("Not learned, because this campaign's library doesn't have them: {names:,}.")(names=names)
    if event.conviction_left:
        yield T(
            "The file's {amount} conviction wasn't brought along. A game master gives it with `/sk "
            "conviction`."
        )(amount=event.conviction_left)
    if event.needs_approval:
        yield T(
            "Counters, defenses and maneuvers weren't brought along, because changes to a sheet need "
            "approval here. Add them with `/sk counter`, `/sk defense` and `/sk learn`."
        )()


@draws(HeroCreated)
def _comes(event: HeroCreated | HeroImported, _post: Post) -> Card:
    """A hero who is new at the table."""
    scores = (event.courage, event.prudence, event.temperance)
    virtues = " · ".join(f"{v.label} {n}" for v, n in zip(Virtue, scores, strict=True))
    lines = (
        T("Played by {player:@}")(player=event.player),
        virtues,
        T("Conviction {held}")(held=event.conviction),
    )
    return Card(T("New at the table: {name}")(name=event.name), lines, tone=Tone.GOOD)


# -- Changes of sheets on cards ----------------------------------------------------------------------------


@draws(SheetChanged)
def _changed(changed: SheetChanged, _post: Post) -> Card:
    """A sheet changed: every change in a line of its own, in full."""
    lines = tuple(line(each, safe) for each in changed.changes)
    return Card(T("{name}: sheet changed")(name=changed.name), lines)


@draws(NpcRevealed, PortraitSet)
def _portrayed(event: PortraitSet | NpcRevealed, post: Post) -> Card:
    """Somebody with their portrait, as it is now: whom the table meets, or who has a new one."""
    portrait = portrait_of(post.subject, post.records) if post.subject is not None else None
    return Card(lines=(sentence(event) or "",), portrait=portrait)


# -- Sheets as cards: with their counters, defences, maneuvers and notes, and what waits -------------------


class HeroSheet(Options):
    """A hero, the asker's own by default."""

    hero: RecordId = option("Whose sheet; your own by default", finder=HERO_MEANT)


MOST_WAITING = 5
# However much stands on a sheet, each of its parts leaves room for the others.
COUNTERS_ROOM, NOTES_ROOM, THRESHOLD, WAITING = 900, 900, 40, 60


@look("sk sheet", may=Permit.EVERYONE)
def show_sheet(asker: Asker, whose: HeroSheet) -> Card:
    """See a hero's sheet"""
    return sheet_of(asker.look(sheet_scope(whose.hero)), whose.hero)


def sheet_scope(hero: RecordId) -> Scope:
    """A hero's sheet, and all that waits for it."""
    return Scope((hero,), tuple(Want(kind.name, linking=hero) for kind in BUSY), links=True)


def sheet_of(view: CampaignView, hero: RecordId) -> Card:
    """That hero's sheet."""
    record = view.records[hero]
    waiting = [each for kind in BUSY for each in view.all(kind.name) if each.steps]
    may_edit = view.viewer.is_game_master or record.owner == view.viewer.user
    return sheet(record, view.records, waiting, may_edit=may_edit)


def sheet(
    record: RecordView,
    records: Mapping[RecordId, RecordView],
    waiting: Sequence[RecordView],
    *,
    may_edit: bool = False,
) -> Card:
    """A hero's sheet, with what waits for it; `records` are those that it links to."""
    hero = cast(Hero, record.state)
    lines = [
        T("Played by {player:@}")(player=hero.player),
        " · ".join(f"{v.label} **{hero.score(v)}**" for v in Virtue),
        T("Conviction **{held}**")(held=hero.conviction),
        *counter_lines(hero.counters),
        *fitting(note_lines(hero.notes), NOTES_ROOM),
        *(_waits(each) for each in waiting[:MOST_WAITING]),
    ]
    if len(waiting) > MOST_WAITING:
        lines.append(T("… and {count} more: `/waiting`")(count=len(waiting) - MOST_WAITING))
    edit = (asking(T("Edit"), "sk edit", record.id),) if may_edit else ()
    attack = _attack(record) if may_edit and hero.maneuvers else ()
    return Card(
        safe(hero.name),
        tuple(lines),
        fields=fields(hero, records),
        buttons=(*attack, *edit),
        portrait=portrait_of(record, records),
    )


def _attack(record: RecordView) -> tuple[Button, ...]:
    return (asking(T("Attack…"), "sk attack", record.id, is_main=True),)


def fields(state: Combatant, records: Mapping[RecordId, RecordView]) -> tuple[tuple[str, str], ...]:
    """The parts of anybody's sheet that stand apart: defences, maneuvers and notes, where there are any."""
    parts = (
        (T("Defenses")(), fitting(defence_lines(state), FIELD)),
        (T("Maneuvers")(), fitting(maneuver_lines(state.maneuvers, records), FIELD)),
        (T("Notes")(), passage(state.about)),
    )
    return tuple((name, "\n".join(lines)) for name, lines in parts if lines)


def counter_lines(counters: Mapping[str, Counter]) -> list[str]:
    """Each counter in a line, with the threshold in force."""
    return fitting((_counter(name, each) for name, each in counters.items()), COUNTERS_ROOM)


def _counter(name: str, counter: Counter) -> str:
    threshold = in_force(counter)
    bound = f"/{counter.most}" if counter.most is not None else ""
    means = f" · {safe(threshold.text, THRESHOLD)}" if threshold is not None else ""
    return f"{safe(name)} **{counter.value}**{bound}{means}"


def defence_lines(state: Combatant) -> list[str]:
    """What all sources together add to each guard, and below it each source's share (Q11)."""
    if not state.defences:
        return []
    pairs = {guard: defence_pair(state.defences, guard) for guard in Guard}
    totals = [T("**{pair:upper}**")(pair=pair) for pair in pairs_said(pairs)]
    shares: list[str] = [each.line for each in state.defences]
    return [" · ".join(totals), *shares] if totals else shares


def maneuver_lines(known: Iterable[RecordId], records: Mapping[RecordId, RecordView]) -> list[str]:
    """The maneuvers known; one that was taken from the library is named as such."""
    return [_maneuver(records.get(each)) for each in known]


def _maneuver(record: RecordView | None) -> str:
    if record is None or record.kind != MANEUVER.name:
        return LOST_MANEUVER()
    says = T("{name:60} (no longer in the library)") if record.is_archived else T("{name:60}")
    return says(name=record.title)


def _waits(record: RecordView) -> str:
    step = record.steps[0]
    if record.kind != CHALLENGE.name:
        return T("Waiting for {who:@}: {what}")(who=step.who, what=safe(step.label, WAITING))
    says = (
        T("Waiting for {who:@} to roll: {title}")
        if step.who is not None
        else T("Waiting for {who:@} to write what it leaves: {title}")
    )
    return says(who=step.who, title=safe(record.title, WAITING))


# -- The game master's own on cards and in the journal, as far as each reader may know them ----------------


@look("sk npc list", may=Permit.GAME_MASTERS)
def list_npcs(asker: Asker) -> Card:
    """See all NPCs, and what the players know about each"""
    return listed(asker.all(NPC))


def listed(found: Sequence[RecordView]) -> Card:
    """All of them, with their virtues and what the table knows of each; and a list that tells it more."""
    if not found:
        return Card(lines=(T("There are no NPCs yet. Make one with `/sk npc add`.")(),), tone=Tone.QUIET)
    shown = sorted(found, key=lambda each: each.title.casefold())
    picks = tuple(_more_known(each) for each in shown if each.state.known is not Known.OPEN)
    reveals = Select(T("Reveal…").plain(), REVEAL, picks)
    # Of more than a list takes, each is named: `/sk npc reveal`.
    selects = (reveals,) if 0 < len(picks) <= MOST else ()
    return Card(T("NPCs")(), tuple(map(_npc_line, shown)), selects=selects)


REVEAL = "reveal_npc"


def _npc_line(record: RecordView) -> str:
    npc: Npc = record.state
    parts = (f"**{_called(npc)}**", npc.known.label, scored(virtues_of(npc)))
    return " · ".join(part for part in parts if part)


def _more_known(record: RecordView) -> Pick:
    more = record.state.known.more
    return Pick(f"{record.id}/{more}", record.title, more.meaning)


def _called(npc: Npc) -> str:
    return called(safe(npc.name, 60), is_horde=npc.is_horde)


class OfNpc(Options):
    """One of the game masters' NPCs."""

    npc: RecordId = option("Who to see", finder=NPC_MEANT)


@look("sk npc show", may=Permit.EVERYONE)
def show_npc(asker: Asker, whom: OfNpc) -> Card:
    """See what you know about an NPC"""
    seen = asker.look(Scope(ids=(whom.npc,), links=True))
    return npc_cards_sheet(seen.records[whom.npc], seen.records, seen.viewer)


def npc_cards_sheet(record: RecordView, records: Mapping[RecordId, RecordView], viewer: Viewer) -> Card:
    """An NPC's card, as this reader may see it."""
    npc: Npc = record.state
    lines = [str(scored(virtues_of(npc))), *counter_lines(npc.counters)]
    if viewer.is_game_master:
        lines.append(T("{known:upper}")(known=npc.known.meaning))
    elif npc.known is Known.NAMED:
        lines.append(T("That's all the table knows.")())
    return Card(
        _called(npc),
        tuple(line for line in lines if line),
        fields=fields(npc, records),
        buttons=_attack(record) if viewer.is_game_master else (),
        portrait=portrait_of(record, records),
    )
