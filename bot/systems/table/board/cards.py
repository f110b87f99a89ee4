"""How the board looks: one screen of a phone, and all of it in pages for whoever asks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from math import ceil

from bot.engine.campaign import Campaign
from bot.engine.card import Button, Card, Tone
from bot.engine.finders import asked_of
from bot.engine.pace import Away
from bot.engine.pages import Turns
from bot.engine.people import Permit
from bot.engine.settings import POSTS_ARE_TEXT
from bot.engine.system import System
from bot.engine.text import Safe, T, listed, safe
from bot.engine.views import Glance, InPlay, Waiting
from bot.play import Outcome, Post
from bot.systems.table.board.rules import BoardPosted
from bot.ui.acting import to_act
from bot.ui.card import BODY
from bot.ui.controls import button
from bot.ui.dispatcher import Dispatcher, actor_of, request_of
from bot.ui.pages import ROW, in_pages
from bot.ui.places import place_of
from bot.ui.renderer import since_here
from bot.ui.reply import Reply

Systems = Mapping[str, System]
# So many rows of a phone there are beside title and buttons. Up to so many of them are kept for characters:
# everybody is there before anything is said at length; where they are more than that, so many for some.
ROWS, FOR_PEOPLE, FOR_SOME = 14, 7, 4
# How much of a page there is in characters, the addresses of links with them.
PAGE = 2000
# So many people are named whose move it is; as much of what is asked is shown.
MOST_NAMED, LABEL = 3, 60
# As much as a message in plain text takes, beside its title and its last line.
TEXT = 1600
# And so much of the title of a scene that stands in short.
SHORT = 24
ALL_OF_IT = "board"
PEOPLE = T("**Characters**")
_LINK, _TIME, _MENTION = (
    re.compile(each) for each in (r"\[([^\]]*)\]\(https?://[^)]*\)", r"<t:\d+:\w>", r"<[@#]&?\d+>")
)


def drawn(post: Post, systems: Systems) -> Card | None:
    """The board's message; one that the board has left says so."""
    if post.entry.event(BoardPosted) is None:
        return None
    if post.glance is None:
        return Card(lines=(T("The board was taken down.")(),), tone=Tone.QUIET)
    if post.newer is not None:
        return Card(lines=(T("The board has moved.")(),), tone=Tone.QUIET)
    return _board(post.campaign, post.glance, systems, is_secret=post.is_secret)


async def pinned_by_hand(reply: Reply, _outcome: Outcome) -> None:
    """Whoever posted the board where the bot may pin nothing is told so."""
    place = place_of(reply.interaction)
    if place is not None and not place.permissions_for(place.guild.me).pin_messages:
        says = T("I can't pin it: that takes *Pin Messages* in this channel. Allow that, or pin it by hand.")
        await reply.private(says())


@button(ALL_OF_IT, may=Permit.EVERYONE)
async def all_of_it(dispatcher: Dispatcher, reply: Reply, page: int = 0) -> Card:
    """Everything that whoever presses may see of it, in pages."""
    view, glance = await dispatcher.play.at_a_glance(
        actor_of(reply.interaction), request_of(reply.interaction)
    )
    return pages_of(view.campaign, glance, dispatcher.play.catalogue.systems, page, is_plain=reply.is_plain)


def pages_of(
    campaign: Campaign, glance: Glance, systems: Systems, page: int, *, is_plain: bool = False
) -> Card:
    """A page of all that goes on."""
    lines = tuple(_everything(campaign, glance, systems))
    card = Card(_title(campaign, is_secret=False), lines or (NOTHING(),))
    return in_pages(card, Turns(ALL_OF_IT), page, is_plain=is_plain, most=PAGE)


def _title(campaign: Campaign, *, is_secret: bool) -> Safe:
    title = T("{name}: the game masters' board") if is_secret else T("{name}: the board")
    return title(name=campaign.name)


NOTHING = T("Nothing is going on yet.")


def _board(campaign: Campaign, glance: Glance, systems: Systems, *, is_secret: bool) -> Card:
    """The board, kept to one screen of a phone."""
    head, tail = list(_head(campaign)), list(_tail(campaign, glance.now, most=MOST_NAMED))
    room = ROWS - _rows(head) - _rows(tail)
    people = [(_person(each),) for each in glance.people]
    short = [(_person_in_short(each),) for each in glance.people]
    least, wanted = (_rows(chain(*each)) + 1 if people else 0 for each in (short, people))
    least = least if least <= FOR_PEOPLE else FOR_SOME
    scenes = _scenes(glance, systems, room - least)
    kept = min(wanted, max(room - _rows(chain(*scenes)), least))
    letters = TEXT if POSTS_ARE_TEXT.holds(campaign.settings) else BODY
    shown = _fitting(scenes, room - kept, letters)
    left = room - _rows(shown) - 1
    fitting = people if _rows(chain(*people)) <= left else short
    named = _fitting(fitting, left, letters - len("\n".join(shown)))
    lines = [*head, *shown, *([PEOPLE(), *named] if named else []), *tail]
    is_whole = lines == [*_everything(campaign, glance, systems)]
    if is_whole:
        lines = _airy([head, *scenes, [PEOPLE(), *named] if named else [], tail])
    buttons = (
        to_act(leads=is_secret, is_main=True),
        Button(T("Waiting for me").plain(), "mine"),
        Button(T("My sheet").plain(), "sheet"),
        since_here(),
        *(() if is_whole else (Button(T("All of it").plain(), ALL_OF_IT),)),
    )
    tone = Tone.ASKS if any(scene.waits for scene in glance.scenes) else Tone.PLAIN
    title = _title(campaign, is_secret=is_secret)
    return Card(title, tuple(lines) or (NOTHING(),), tone=tone, buttons=buttons)


def _airy(parts: Iterable[Sequence[str]]) -> list[str]:
    """Those parts with air between them, where a screen still takes it all; else one below the other."""
    given = [part for part in parts if part]
    lines = [*chain(*given)]
    if _rows(lines) + len(given) - 1 > ROWS:
        return lines
    return [*chain(*(("", *part) for part in given))][1:]


def _everything(campaign: Campaign, glance: Glance, systems: Systems) -> Iterator[str]:
    yield from _head(campaign)
    for scene in glance.scenes:
        yield _stands(scene)
        yield from (_asks(each, systems) for each in scene.waits)
    if glance.people:
        yield PEOPLE()
        yield from (_person(each) for each in glance.people)
    yield from _tail(campaign, glance.now)


def _head(campaign: Campaign) -> Iterator[Safe]:
    if campaign.pace.is_paused:
        yield T("⏸ **The campaign is paused.**")()


def _tail(campaign: Campaign, now: datetime, most: int = 100) -> Iterator[Safe]:
    """Lines on the people who are away."""
    away = [_away(each) for each in campaign.away if each.is_at(now)]
    if away:
        yield T("Away: {who:,}")(who=_few(away, most))


def _few(every: Sequence[Safe], most: int) -> list[Safe]:
    """So many of them, and how many more there are."""
    more = len(every) - most
    return [*every[:most], *([T("{n} more")(n=more)] if more > 0 else [])]


def _away(away: Away) -> Safe:
    if away.last_moment is None:
        return T("{who:@}")(who=away.person)
    until = Safe(f"<t:{int(away.last_moment.timestamp())}:d>")
    return T("{who:@} until {until}")(who=away.person, until=until)


def _person(each: InPlay) -> Safe:
    whose = T(" · {who:@}")(who=each.record.owner) if each.record.owner is not None else ""
    line = T(" · {line}")(line=each.line) if each.line else ""
    return T("{title}{whose}{line}")(title=each.titled(), whose=whose, line=line)


def _person_in_short(each: InPlay) -> Safe:
    """Somebody in one line, with the first of how they are."""
    line = Safe((each.line or "").split(" · ")[0])
    return T("{title} · {line}")(title=each.titled(SHORT), line=line) if line else each.titled(SHORT)


def _block(scene: InPlay, systems: Systems) -> tuple[str, ...]:
    """A scene, and below it whose move it is."""
    if not scene.waits:
        return (_stands(scene),)
    if len(scene.waits) == 1:
        return _stands(scene), _asks(scene.waits[0], systems)
    says = T("→ {who}, {n} things · asked {since}{due}")
    return _stands(scene), says(
        who=_who(scene, systems), n=len(scene.waits), since=_since(scene), due=_due(scene.due)
    )


def _scenes(glance: Glance, systems: Systems, room: int) -> list[tuple[str, ...]]:
    """Each scene in short; those on top say more, as far as so many rows still take them all."""
    found: list[tuple[str, ...]] = [(_in_short(scene, systems, 0),) for scene in glance.scenes]
    rows = [_rows(block) for block in found]
    some: list[tuple[str, ...]] = [(_in_short(scene, systems, 1),) for scene in glance.scenes]
    for fuller in (some, [_block(scene, systems) for scene in glance.scenes]):
        for place, block in enumerate(fuller):
            more = _rows(block)
            if sum(rows) - rows[place] + more <= room:
                found[place], rows[place] = block, more
    return found


def _in_short(scene: InPlay, systems: Systems, parts: int) -> Safe:
    """A scene in one line, with so many parts of how it stands."""
    stands = Safe("".join(f" · {part}" for part in (scene.line or "").split(" · ")[:parts] if part))
    title = scene.titled(SHORT)
    if not scene.waits:
        return T("**{title}**{stands}")(title=title, stands=stands)
    says = T("**{title}**{stands} → {who} · {when}")
    when = _since(scene) if scene.due is None else T("due <t:{at}:R>")(at=int(scene.due.timestamp()))
    return says(title=title, stands=stands, who=_who(scene, systems, most=1), when=when)


def _who(scene: InPlay, systems: Systems, most: int = MOST_NAMED) -> Safe:
    """Whose move it is, each of them once."""
    return listed(_few(list(dict.fromkeys(asked_of(each, systems) for each in scene.waits)), most))


def _since(scene: InPlay) -> Safe:
    """How long the longest wait has lasted, in words."""
    return min(scene.waits, key=lambda each: each.since).ago


def _stands(scene: InPlay) -> Safe:
    line = T(" · {line}")(line=scene.line) if scene.line else ""
    return T("**{title}**{line}")(title=scene.titled(), line=line)


def _asks(waiting: Waiting, systems: Systems) -> Safe:
    says = T("→ {who}{label} · asked {since}{due}")
    return says(
        who=asked_of(waiting, systems),
        label=_cut(waiting),
        since=waiting.ago,
        due=_due(waiting.deadline),
    )


def _cut(waiting: Waiting) -> Safe:
    """What is asked, without the name of its record, which stands above it."""
    title = waiting.record.title
    if waiting.label == title:
        return Safe("")
    label = waiting.label.removeprefix(f"{title}: ").removesuffix(f": {title}")
    return T(": {label}")(label=safe(label, LABEL))


def _due(deadline: datetime | None) -> Safe | str:
    return T(" · due <t:{at}:R>")(at=int(deadline.timestamp())) if deadline is not None else ""


# -- on a phone -------------------------------------------------------------------------------------------


def _rows(lines: Iterable[str]) -> int:
    """How many rows of a phone those lines take."""
    return sum(max(1, ceil(_width(line) / ROW)) for line in lines)


def _width(line: str) -> int:
    """How long a line is as it is read: no addresses, and times and names as Discord writes them."""
    seen = _MENTION.sub("@" * 12, _TIME.sub("@" * 14, _LINK.sub(r"\1", line)))
    return len(seen.replace("**", "").replace("\\", ""))


def _fitting(blocks: Sequence[tuple[str, ...]], room: int, letters: int) -> list[str]:
    """As many of them as there is room for, in rows and in letters with all addresses; the others counted."""
    every = [*chain(*blocks)]
    if not blocks or (_rows(every) <= room and len("\n".join(every)) <= letters):
        return every
    lines: list[str] = []
    left = len(blocks)
    for block in blocks:
        with_it = [*lines, *block]
        if _rows(with_it) > room - 1 or len("\n".join(with_it)) > letters - LABEL:
            break
        lines = with_it
        left -= 1
    return [*lines, T("… and {n} more")(n=left)]
