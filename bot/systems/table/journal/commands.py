"""`/journal` and `/undo`: what happened, and taking it back; and `/waiting`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.engine.campaign import Campaign
from bot.engine.card import Button, Card, Pick, Select, Tone
from bot.engine.declare import Options, Person, option
from bot.engine.finders import Pair, asked_of, turns_to_come
from bot.engine.pages import Turns, page_of
from bot.engine.people import ALLOWED, Permit
from bot.engine.system import RecordId
from bot.engine.text import MORE, T, as_read, refused
from bot.engine.words import one_line
from bot.play import HOUSE_ENTRIES, CampaignView, Entry, Filter, Link, Page, Reversal, Waiting
from bot.ui.acting import to_act
from bot.ui.commands import handler
from bot.ui.controls import button, select
from bot.ui.dispatcher import Dispatcher, Interaction, actor_of, request_of
from bot.ui.errors import damaged_button
from bot.ui.pages import in_pages
from bot.ui.renderer import figures
from bot.ui.reply import Reply
from bot.ui.text import clip_marked, on_one_line, person, safe, since
from bot.ui.undone import CHANGED, REDO, differences, how_it_stands, taken_back

LINE = 300
MOST_LISTED = 8
REASON = 50
MOST_NUMBER = 2_000_000_000


# -- buttons and lists ----------------------------------------------------------------------------------


@button("page", may=Permit.EVERYONE)
async def _turn_page(dispatcher: Dispatcher, reply: Reply, campaign: str, before: int, *packed: str) -> Card:
    actor, request, wanted = actor_of(reply.interaction), request_of(reply.interaction), _unpacked(packed)
    page = await dispatcher.play.journal(actor, request, before=before, campaign=campaign, wanted=wanted)
    return _page(dispatcher, page)


@select("undo_from", may=Permit.MEMBERS)
async def _undo_from(dispatcher: Dispatcher, reply: Reply, campaign: str, entry: int) -> None:
    """Preview taking back the entry that was chosen from a game's own list of them."""
    await _preview(dispatcher, reply, entry, campaign=campaign)


@button("undo", may=Permit.MEMBERS)
async def _take_back(
    dispatcher: Dispatcher, reply: Reply, campaign: str, number: int, last: int, reason: str
) -> None:
    actor, request = actor_of(reply.interaction), request_of(reply.interaction)
    undoing = dispatcher.play.undo(actor, request, campaign, number, last, reason[:REASON] or None)
    await dispatcher.show(reply, undoing)


@button(CHANGED, may=Permit.EVERYONE)
async def _changed(dispatcher: Dispatcher, reply: Reply, campaign: str, number: int, page: int) -> Card:
    """All that an undo changed, as far as whoever presses may see it."""
    actor, request = actor_of(reply.interaction), request_of(reply.interaction)
    found = await dispatcher.play.journal(actor, request, before=number + 1, campaign=campaign)
    entry = next((each for each, _link in found.entries if each.number == number), None)
    event = taken_back(entry) if entry is not None else None
    lines = differences(event.facts, is_done=True) if event is not None else []
    card = Card(T("What #{n} changed")(n=number), tuple(lines) or (T("Nothing you can see changed.")(),))
    return in_pages(card, Turns(CHANGED, (campaign, str(number))), page, is_plain=reply.is_plain)


@button(REDO, may=Permit.MEMBERS)
async def _redo(dispatcher: Dispatcher, reply: Reply) -> None:
    """Show what bringing back their own last undo would change."""
    await _preview(dispatcher, reply, redo=True)


@button("mine", may=Permit.EVERYONE)
async def _mine(dispatcher: Dispatcher, reply: Reply) -> None:
    await reply.private(await _waiting_card(dispatcher, reply, EVERYONES))


@button("waiting", may=Permit.EVERYONE)
async def _turn_waiting(dispatcher: Dispatcher, reply: Reply, whose: str, page: int) -> Card:
    return await _waiting_card(dispatcher, reply, whose, page)


@select("bring_up", may=Permit.MEMBERS)
async def _bring_up(dispatcher: Dispatcher, reply: Reply, chosen: str) -> None:
    record, _step = _chosen(chosen)
    await dispatcher.play.bring_up(actor_of(reply.interaction), request_of(reply.interaction), record)
    dispatcher.delivery.soon()
    await reply.private(T("It will be at the bottom of its channel in a moment.")())


@select("nudge", may=Permit.GAME_MASTERS)
async def _nudge(dispatcher: Dispatcher, reply: Reply, chosen: str) -> None:
    actor, request = actor_of(reply.interaction), request_of(reply.interaction)
    record, step = _chosen(chosen)
    who = await dispatcher.play.asked_at(record, step)
    if who is not None:
        # Who has left the server is reminded of nothing.
        await reply.interaction.client.notice_left([(request.guild, who)])
    await dispatcher.show(reply, dispatcher.play.nudge(actor, request, record, step))


# -- the journal ----------------------------------------------------------------------------------------


async def _games(dispatcher: Dispatcher, interaction: Interaction, typed: str) -> list[Pair]:
    playing = ("table", *(await dispatcher.look(interaction)).campaign.systems)
    titles = [(s.title, s.name) for s in dispatcher.play.catalogue.systems.values() if s.name in playing]
    return [each for each in titles if typed.casefold() in each[0].casefold()]


async def _kinds(dispatcher: Dispatcher, interaction: Interaction, typed: str) -> list[Pair]:
    playing = ("table", *(await dispatcher.look(interaction)).campaign.systems)
    kinds = [kind for each in playing for kind in dispatcher.play.catalogue.systems[each].actions]
    named = [(kind.spoken, kind.name) for kind in kinds]
    named += [(each.label(), name) for name, each in HOUSE_ENTRIES.items()]
    return [each for each in named if typed.casefold() in each[0].casefold()]


async def _records(dispatcher: Dispatcher, interaction: Interaction, typed: str) -> list[Pair]:
    found = await dispatcher.play.named(actor_of(interaction), request_of(interaction), typed)
    named = T("{name} ({kind})")
    return [(named.plain(name=record.title, kind=as_read(record.kind)), record.id) for record in found]


class JournalOptions(Options):
    """Which entries of the journal to read."""

    player: Person | None = option("Only what this person did", default=None)
    game: str | None = option("Only what happened in this game", default=None)
    record: str | None = option(
        "Only what involved this character, challenge or anything else with a name", default=None
    )
    kind: str | None = option("Only this kind of entry", default=None)
    before: int | None = option("Only entries before this one", default=None, least=1, most=MOST_NUMBER)


@handler("journal", may=Permit.EVERYONE, suggests={"game": _games, "record": _records, "kind": _kinds})
async def journal(dispatcher: Dispatcher, reply: Reply, options: JournalOptions) -> None:
    """Read what happened, newest first; you only see secrets that are yours to see"""
    systems = dispatcher.play.catalogue.systems
    if options.game is not None and options.game not in systems:
        raise refused(
            "journal.no_game",
            "There's no game called “{name:60}”. Pick one: {games:,}.",
            name=options.game,
            games=[system.title for system in systems.values()],
        )
    known = {kind.name for system in systems.values() for kind in system.actions} | set(HOUSE_ENTRIES)
    if options.kind is not None and options.kind not in known:
        raise refused(
            "journal.no_kind",
            "There's no kind of entry called “{name:60}”. Pick one from the list.",
            name=options.kind,
        )
    page = await dispatcher.play.journal(
        actor_of(reply.interaction),
        request_of(reply.interaction),
        before=options.before,
        wanted=Filter(options.player, options.game, options.record, options.kind),
    )
    await reply.private(_page(dispatcher, page))


def _page(dispatcher: Dispatcher, page: Page) -> Card:
    lines = tuple(_line(dispatcher, entry, link) for entry, link in page.entries)
    campaign = page.campaign_view.campaign_id
    turns = ((T("Newer"), page.newer), (T("Older"), page.older))
    buttons = tuple(
        Button(label.plain(), "page", (campaign, str(number), *_packed(page.wanted)))
        for label, number in turns
        if number is not None
    )
    nothing = (
        T("Nothing has happened yet.")
        if page.wanted.is_open
        else T("Nothing matches that, as far as you can see.")
    )
    title = T("Journal of {name}")(name=page.campaign_view.campaign.name)
    return Card(title, lines or (nothing(),), buttons=buttons)


def _line(dispatcher: Dispatcher, entry: Entry, link: Link | None) -> str:
    number = f"[#{entry.number}]({link.url})" if link is not None else f"#{entry.number}"
    told = clip_marked(on_one_line(dispatcher.renderer.line(entry)), LINE)
    undone = T(" *(undone by #{n})*")(n=entry.undone_by) if entry.undone_by is not None else ""
    text = f"{told}{_on_behalf(entry, told)}{undone}"
    return " · ".join((number, since(entry.at), *_actor(entry, told), text))


# -- taking back ----------------------------------------------------------------------------------------


class UndoOptions(Options):
    """Which entries to undo."""

    entry: int | None = option(
        "The entry's number; by default your latest, or as a game master anybody's",
        default=None,
        least=1,
        most=MOST_NUMBER,
    )
    reason: str | None = option("Why, for the journal", default=None, max_length=REASON)


@handler("undo", may=Permit.MEMBERS)
async def undo(dispatcher: Dispatcher, reply: Reply, options: UndoOptions) -> None:
    """Undo something; shows what would change first"""
    await _preview(dispatcher, reply, options.entry, options.reason)


@handler("redo", may=Permit.MEMBERS)
async def redo(dispatcher: Dispatcher, reply: Reply) -> None:
    """Bring back what you undid last; shows what would change first"""
    await _preview(dispatcher, reply, redo=True)


async def _preview(
    dispatcher: Dispatcher,
    reply: Reply,
    entry: int | None = None,
    reason: str | None = None,
    *,
    redo: bool = False,
    campaign: str | None = None,
) -> None:
    actor, request = actor_of(reply.interaction), replace(request_of(reply.interaction), campaign=campaign)
    reversal = await dispatcher.play.preview_undo(actor, request, entry, redo=redo)
    await reply.private(_reversal_card(dispatcher, reversal, reason))


def _reversal_card(dispatcher: Dispatcher, reversal: Reversal, reason: str | None) -> Card:
    number = reversal.entry.number
    told = differences(reversal.facts, is_done=False)
    # How things stand then comes first.
    stands = how_it_stands(reversal.facts, is_done=False)
    lines = [told.pop(0), ""] if stands is not None else []
    lines += [_undone_line(dispatcher, entry) for entry in reversal.entries[:MOST_LISTED]]
    if len(reversal.entries) > MOST_LISTED:
        more = T("… and {n} more, up to #{last}.")
        lines.append(more(n=len(reversal.entries) - MOST_LISTED, last=reversal.undone[-1]))
    if reversal.goes_back:
        lines.append(
            T(
                "All of these are undone together: the later ones built on #{first} or changed the same "
                "things."
            )(first=number)
        )
    lines.append("")
    lines += told[:MOST_LISTED]
    if len(told) > MOST_LISTED:
        lines.append(MORE(n=len(told) - MOST_LISTED))
    if not told:
        nothing = T("Nothing you can see will change.") if stands is None else T("Nothing else will change.")
        lines.append(nothing())
    take_back = T("Go back to before #{n}") if reversal.goes_back else T("Undo #{n}")
    label = T("Redo #{n}") if reversal.is_redo else take_back
    said = one_line(reason or "").replace("|", "/")
    args = (reversal.entry.campaign, str(number), str(reversal.undone[-1]), said)
    take = Button(label.plain(n=number), "undo", args, is_main=True)
    changed = tuple(figures(reversal.shifts))
    if len(changed) > MOST_LISTED:
        more = T("… and the numbers of {n} more.")
        lines.append(more(n=len(changed) - MOST_LISTED))
    title = (T("Redo?") if reversal.is_redo else T("Undo?"))()
    return Card(title, tuple(lines), changed[:MOST_LISTED], tone=Tone.ASKS, buttons=(take,))


def _undone_line(dispatcher: Dispatcher, entry: Entry) -> str:
    """An entry that would go, and whose it is: a game master undoes anybody's."""
    told = clip_marked(on_one_line(dispatcher.renderer.line(entry)), LINE // 2)
    return " · ".join((f"#{entry.number}", *_actor(entry, told), told))


def _actor(entry: Entry, told: str) -> Iterator[str]:
    """Who did it, where its reader may know that and the line doesn't name them."""
    if entry.known_actor is not None and (actor := person(entry.known_actor)) not in told:
        yield actor


def _on_behalf(entry: Entry, told: str) -> str:
    """For whom it was done, where that may be known and the line doesn't name them."""
    player = person(entry.on_behalf_of) if entry.on_behalf_of is not None else ""
    if not player or not entry.events or player in told:
        return ""
    return T(" (for {player:@})")(player=entry.on_behalf_of)


def _packed(wanted: Filter) -> tuple[str, ...]:
    """A filter as a button keeps it; nothing where every entry is wanted."""
    if wanted.is_open:
        return ()
    player = f"{wanted.player:x}" if wanted.player is not None else ""
    return (player, wanted.system or "", wanted.record or "", wanted.action or "")


def _unpacked(packed: tuple[str, ...]) -> Filter:
    """A filter out of a button. Raises Stale where it holds something else."""
    if len(packed) not in (0, 4):
        raise damaged_button()
    player, *others = packed or ("", "", "", "")
    if not re.fullmatch("[0-9a-f]{0,16}", player):
        raise damaged_button()
    return Filter(int(player, 16) if player else None, *(text or None for text in others))


# -- `/waiting`: what is asked of whom since when; bringing up a buried card, and nudging


# As many on a page: short enough for a phone.
MOST_WAITING = 12
# What stands in a button for what is asked of one person; of everybody, one's own first; of the others.
MINE, EVERYONES, OTHERS = "mine", "all", "others"


class WaitingOptions(Options):
    """Whose waiting steps to list."""

    mine: bool = option("Only what's waiting for me", default=False)


@handler("waiting", may=Permit.EVERYONE, is_anywhere=True)
async def waiting(dispatcher: Dispatcher, reply: Reply, options: WaitingOptions) -> None:
    """See what's waiting for you and others; bring a card back up, or nudge a player"""
    await reply.private(await _waiting_card(dispatcher, reply, MINE if options.mine else EVERYONES))


async def _waiting_card(dispatcher: Dispatcher, reply: Reply, whose: str, page: int = 0) -> Card:
    if reply.interaction.guild_id is None:
        return _everywhere(await dispatcher.play.waits_everywhere(reply.interaction.user.id), page)
    actor, request = actor_of(reply.interaction), request_of(reply.interaction)
    view, found = await dispatcher.play.waiting(actor, request, mine=whose == MINE)
    card, rows = _card(view, found, whose, page)
    systems = dispatcher.play.catalogue.systems
    lines = [f"{asked_of(each, systems)} · {each.linked(100)} · {each.when}" for each in rows]
    if whose == EVERYONES and not page:
        lines += turns_to_come(found, actor.user, systems)
    card = card.add(*lines)
    for game in view.campaign.systems if whose != OTHERS and not page else ():
        more = await dispatcher.moves[game](reply.interaction) if game in dispatcher.moves else None
        card = card.add(*more.lines, buttons=more.buttons) if more is not None else card
    return (
        card.add(buttons=(to_act(leads=view.viewer.is_game_master),))
        if view.viewer.standing in ALLOWED[Permit.MEMBERS]
        else card
    )


def _everywhere(found: Sequence[tuple[Campaign, Sequence[Waiting]]], page: int) -> Card:
    """What waits for who asks in a direct message, campaign by campaign."""
    rows = [(campaign, each) for campaign, own in found for each in own]
    if not rows:
        return Card(lines=(T("Nothing is waiting for you, in any campaign.")(),))
    shown = page_of(rows, Turns("waiting", (MINE,)), page, most=MOST_WAITING)
    lines: list[str] = []
    for number, (campaign, each) in enumerate(shown.rows):
        if not number or shown.rows[number - 1][0] is not campaign:
            lines += ["", f"**{safe(campaign.name)}**"] if lines else [f"**{safe(campaign.name)}**"]
        lines.append(f"{each.linked(100)} · {each.when}")
    title = T("{n} {n:thing is|things are} waiting for you")(n=len(rows))
    return Card(title, tuple(lines), buttons=shown.buttons, note=shown.span)


def _card(
    view: CampaignView, found: tuple[Waiting, ...], whose: str, page: int
) -> tuple[Card, Sequence[Waiting]]:
    """What waits for the asker, and behind a button what waits for others; theirs at once where it is all.

    The rows stand apart, for their lines.
    """
    name = view.campaign.name
    own = tuple(each for each in found if view.is_asked(each.who))
    others = tuple(each for each in found if each not in own)
    if not found and whose != MINE:
        return Card(T("{name}: nothing is waiting")(name=name)), ()
    if whose == MINE and not own:
        return Card(safe(name), (T("Nothing is waiting for you.")(),)), ()
    is_own = bool(own) and whose != OTHERS
    rows = own if is_own else others
    shown = page_of(rows, Turns("waiting", (whose,)), page, most=MOST_WAITING)
    selects = [_select(T("Bring a card back up"), "bring_up", shown.rows)]
    if view.viewer.is_game_master:
        players = tuple(each for each in shown.rows if each.who is not None)
        selects.append(_select(T("Nudge a player"), "nudge", players))
    if is_own:
        title = T("{name}: {n} {n:thing is|things are} waiting for you")(name=name, n=len(rows))
        turns = _turn(T("For others ({n})"), OTHERS, others)
    else:
        title = T("{name}: {n} {n:thing is|things are} waiting for others")(name=name, n=len(rows))
        turns = _turn(T("For you ({n})"), EVERYONES, own)
    nothing = T("Nothing is waiting for you; {n} {n:thing|things} for others.")
    card = Card(
        title if own else safe(name),
        () if own else (nothing(n=len(rows)),),
        selects=tuple(each for each in selects if each.picks),
        buttons=(*shown.buttons, *turns),
        note=shown.span,
    )
    return card, shown.rows


def _turn(label: T, whose: str, found: tuple[Waiting, ...]) -> tuple[Button, ...]:
    """The button that shows those instead, where there are any."""
    return (Button(label.plain(n=len(found)), "waiting", (whose, "0")),) if found else ()


def _select(hint: T, name: str, found: tuple[Waiting, ...]) -> Select:
    return Select(hint.plain(), name, tuple(map(_pick, found)))


def _pick(waiting: Waiting) -> Pick:
    record = waiting.record
    meaning = "" if record.title in waiting.label else record.title
    return Pick(f"{record.id}/{waiting.step}", waiting.label, meaning)


def _chosen(text: str) -> tuple[RecordId, str]:
    """Record and step of what was chosen. Raises Stale where the list holds something else."""
    record, slash, step = text.partition("/")
    if not slash or not record or not step:
        raise damaged_button()
    return RecordId(record), step
