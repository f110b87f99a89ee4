"""A post becomes a card: the game's own drawing, and what the house adds to every one.

A game's screens are a module with any of `tell`, `draw` and `show`; what it lacks is drawn plainly. If a
message takes long to work out, `prepare(post)` gives a function to be called in a thread before it is drawn.
`previewed(preview, card)` may add to the card of a preview: a picture, other ways to do it; and
`led(record, view)` draws what waits in a record for game masters, where that is more than their buttons.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from fractions import Fraction
from typing import Any, Protocol

from bot.engine.card import Button, Card, Tone, game_masters_button, game_masters_buttons, step_buttons
from bot.engine.catalogue import Catalogue
from bot.engine.dice.trying import Roll
from bot.engine.event import sentence
from bot.engine.people import PUBLIC
from bot.engine.proposals import Proposal
from bot.engine.readers import Reader, names
from bot.engine.settings import NOBODY_IS_MENTIONED, POSTS_ARE_TEXT
from bot.engine.system import PlainEvent, RecordId, Settled
from bot.engine.text import Safe, T, led_by
from bot.play import Came, CampaignView, Entry, Link, Post, Preview, RecordView, Shift, Tried
from bot.play.mentions import BY_CLOCK, LEAVE, NUDGED
from bot.ui import pace, proposals
from bot.ui.card import FIELD, IN_A_ROW, MOST_ROWS
from bot.ui.errors import ACTS, LEADS, offered
from bot.ui.text import fitting, on_one_line, safe
from bot.ui.undone import (
    CHANGED,
    NONE,
    REDO,
    REDONE,
    UNDONE,
    in_short,
    numbers,
    struck,
    told_once,
    undo_buttons,
    undone,
)

# Of so many records a preview shows the figures; so many others it names.
MOST_CHANGED = 12
# The button of a preview.
OFFER = "offer"
UNDONE_BY = T("Undone by #{entry}.")
LATELY = T("Before that")


# What tells somebody what happened: since they were here, or all that who is new should know.
RECAP, NEW = "recap", "new"


def since_here() -> Button:
    """Tells whoever presses it what happened since they were here."""
    return Button(T("Since you were here").plain(), RECAP)


def story_so_far() -> Button:
    """Tells somebody new the story so far, and who is who."""
    return Button(T("The story so far").plain(), RECAP, (NEW,))


def with_room(card: Card, *buttons: Button) -> Card:
    """The card with those buttons too, as far as they fit and it hasn't them."""
    room = (MOST_ROWS - len(card.selects)) * IN_A_ROW - len(card.buttons)
    more = [each for each in buttons if each not in card.buttons]
    return card.add(buttons=more[: max(room, 0)])


# These stand below many a card and are no moves in what it is about.
BESIDE = {RECAP, ACTS[0], CHANGED, REDO, pace.SNOOZE, pace.GIVE}


def apart(card: Card) -> Card:
    """The card with one button in place of all that game masters alone may press, where others press too."""
    theirs = [each for each in card.buttons if each.is_game_masters]
    moves = [each for each in card.buttons if each.name not in BESIDE and each not in theirs]
    if not theirs or not moves:
        return card
    records = dict.fromkeys(RecordId(each.args[0]) for each in theirs)
    others = [each for each in card.buttons if each not in theirs and each not in moves]
    return replace(card, buttons=(*moves, *map(game_masters_button, records), *others))


class Screens(Protocol):
    """How one game reads. Each function may give None: the house then draws it plainly.

    One whose events don't say their own sentences has `tell(event, entry)` besides, for a line about one.
    """

    def draw(self, post: Post) -> Card | None:
        """The message about an entry."""
        ...

    def show(self, record: RecordView, post: Post) -> Card | None:
        """A record as it stands, with the buttons of what waits in it."""
        ...


class Renderer:
    """Draws every post and line, whatever its game.

    `screens` are each system's; where they draw what is another's, the class of them, made with the renderer;
    None where the house's plain cards do.
    """

    def __init__(
        self,
        screens: Mapping[str, Screens | type[Any] | None],
        catalogue: Catalogue | None = None,
    ) -> None:
        self.catalogue = catalogue or Catalogue(())
        self.screens: dict[str, Any] = {}
        for name, each in screens.items():
            self.screens[name] = each(self) if isinstance(each, type) else each

    async def prepared(self, post: Post) -> Post:
        """The same post, once what its game prepares for it is worked out apart from the event loop."""
        screens = self.screens.get(post.entry.system)
        prepare = getattr(screens, "prepare", None)
        work = prepare(post) if prepare is not None else None
        if work is not None:
            await asyncio.to_thread(work)
        return post

    def card(self, post: Post) -> Card:
        """The message about an entry, as it should look now."""
        with self._speaking_as(post.entry.system):
            return self._card(_addressed(told_once(_about_dice(post))))

    def _speaking_as(self, system: str) -> AbstractContextManager[None]:
        """A game's own word for its game master in what is drawn within."""
        game = self.catalogue.systems.get(system)
        return led_by(game.game_master if game is not None else None)

    def _card(self, post: Post) -> Card:
        is_prose = any(getattr(each, "tells_prose", False) for each in post.entry.events)
        if post.entry.undone_by is None and post.is_behind and post.subject is not None and not is_prose:
            # What it told is past: its card begins with how things are.
            return self._framed(
                self.record(post.subject, post), replace(post, earlier=(post.entry, *post.earlier))
            )
        if post.entry.undone_by is None:
            return self._framed(self._drawn(post), post)
        card = Card(
            lines=(struck(self.line(post.entry)), UNDONE_BY(entry=post.entry.undone_by)), tone=Tone.QUIET
        )
        if post.is_card and post.newer is None:
            # What it told no longer stands, but what it tells of does.
            card = self._standing(card, post)
        return self._framed(card, post)

    def moved(self, post: Post, card: Link | None) -> Card:
        """What somebody did away from the live card that goes on to tell it, for them alone.

        Game masters go on from there: what comes next for them stands below.
        """
        to = () if card is None else (T("→ [See the card]({url})")(url=Safe(card.url)),)
        subject = post.subject if post.viewer.is_game_master else None
        buttons = game_masters_buttons(subject.id, subject.steps) if subject is not None else ()
        return Card(lines=(self.line(post.entry), *to), tone=Tone.QUIET, buttons=buttons)

    def line(self, entry: Entry) -> str:
        """An entry in one line, of the events its viewer may see."""
        return self.told(entry) or T("Something secret.")()

    def told(self, entry: Entry) -> str:
        """What an entry tells its viewer, in one line; empty where that is nothing."""
        return " · ".join(self._lines(in_short(entry)))

    def preview(self, preview: Preview) -> Card:
        """Actions before they are done: what would be told, figures before and after, chances; one button."""
        with self._speaking_as(preview.deeds[0].came.entry.system):
            return self._preview(preview)

    def _preview(self, preview: Preview) -> Card:
        lines = [preview.why] if preview.why else []
        several = len(preview.deeds) + len(preview.untried) > 1
        for number, deed in enumerate(preview.deeds, 1):
            told = list(self._tried(deed))
            if several and self._lines(deed.came.entry):
                # What it comes to says more than its button does.
                told[0] = T("**{number}.** {told}")(number=number, told=Safe(told[0]))
            elif several:
                told.insert(0, T("**{number}. {deed}**")(number=number, deed=deed.name))
            lines += told
        after = range(len(preview.deeds) + 1, len(preview.deeds) + len(preview.untried) + 1)
        untried = T("{number}. {deed}, if what comes before succeeds")
        lines += [untried(number=n, deed=name) for n, name in zip(after, preview.untried, strict=True)]
        offer = (
            (Button(preview.name, OFFER, (preview.offer,), is_main=True, is_dangerous=preview.warns),)
            if preview.offer
            else ()
        )
        refusals = (each for deed in preview.deeds for each in (*deed.refusals, deed.refusal))
        # Several deeds may wait for the same.
        first = dict.fromkeys(button for each in refusals if each is not None for button in offered(each))
        buttons = (*offer, *first)
        title = T("{deed}?")(deed=preview.name)
        tone = Tone.ASKS if preview.offer else Tone.PLAIN
        fields, others = _most(figures(preview.shifts))
        card = Card(title, (*lines, *others), fields, tone, buttons)
        screens = self.screens.get(preview.deeds[0].came.entry.system)
        own = getattr(screens, "previewed", None)
        drawn: Card = own(preview, card) if own is not None else card
        return drawn

    def _tried(self, deed: Tried) -> Iterator[str]:
        yield from self._lines(deed.came.entry, is_tried=True)
        is_settled = any(isinstance(note, Settled) for note in deed.notes)
        if deed.roll is not None and not is_settled:
            yield _roll(deed.roll)
        for branch, came in deed.branches:
            yield T("**{label}** ({likely}):")(label=branch.label, likely=_percent(branch.chance))
            yield from self._came(came)
        if not deed.is_foretold:
            yield T("The outcome depends on things you can't see.")()
        yield from deed.notes
        if deed.asked:
            yield deed.asked
        for refusal in (*deed.refusals, deed.refusal):
            if refusal is not None:
                yield T("⛔ {why}")(why=refusal)

    def _came(self, came: Came) -> Iterator[str]:
        yield from self._lines(came.entry, is_tried=True)
        yield from (figure(each) for each in came.shifts)

    def _drawn(self, post: Post) -> Card:
        view = post.subject
        if view is None or not isinstance(view.state, Proposal):
            return self._acted(post)
        card = self.record(view, post)
        # As long as it waits, the card says itself what was proposed.
        events = [e for e in post.entry.events if not (view.steps and getattr(e, "stands_on_card", False))]
        lines = self._lines(replace(post.entry, events=tuple(events)))
        return replace(card, lines=(*lines, "", *card.lines)) if lines else card

    def _acted(self, post: Post) -> Card:
        own = self.screens.get(post.entry.system)
        card: Card | None = own.draw(post) if own is not None else None
        if card is not None:
            if post.subject is not None and post.subject.system != post.entry.system:
                # What the table did asks somebody in a game.
                card = self._standing(replace(card, asks=tuple(_asked(post.entry))), post)
            paced = (
                self._told(e, post.entry, is_tried=False)
                for e in post.entry.events
                if isinstance(e, PlainEvent) and e.kind in pace.TOLD
            )
            card = replace(card, lines=(*(line for line in paced if line), *card.lines))
            agreed = (
                e for e in post.entry.events if isinstance(e, PlainEvent) and e.kind == "ProposalAccepted"
            )
            return card.add(*(proposals.accepted(each, post.entry) for each in agreed))
        card = self._standing(
            Card(lines=tuple(self._lines(post.entry)), asks=tuple(_asked(post.entry))), post
        )
        card = with_room(card, *undo_buttons(post.entry))
        if post.entry.action not in BY_CLOCK:
            return card
        more = () if post.entry.action == LEAVE else (since_here(),)
        return with_room(card, *pace.buttons(post), *more)

    def _standing(self, card: Card, post: Post) -> Card:
        """The card with the record's waiting steps below it, unless a newer one has them by now."""
        view = post.subject
        if view is None or not view.steps or post.newer is not None:
            return card
        record = self.record(view, post)
        lines = (*card.lines, "", f"**{record.title}**", *record.lines)
        # A reminder is for those whom it names.
        asks = card.asks if post.entry.action in BY_CLOCK else (*card.asks, *record.asks)
        buttons = (*record.buttons, *card.buttons)
        return replace(record, title=card.title, lines=lines, asks=asks, buttons=buttons)

    def record(self, shown: RecordView, post: Post) -> Card:
        """A record as it stands."""
        is_proposal = isinstance(shown.state, Proposal)
        game = shown.state.terms.system if is_proposal else shown.system
        with self._speaking_as(game):
            return self._proposed(shown, post) if is_proposal else self._record(shown, post)

    def _proposed(self, shown: RecordView, post: Post) -> Card:
        own = getattr(self.screens.get(shown.state.terms.system), "proposed", None)
        return proposals.card(shown, post, self.catalogue, self._acted, own)

    def _record(self, shown: RecordView, post: Post) -> Card:
        screens = self.screens.get(shown.system)
        card = screens.show(shown, post) if screens is not None else None
        return card or Card(title=safe(shown.title), buttons=step_buttons(shown.id, shown.steps))

    def for_game_masters(self, shown: RecordView, view: CampaignView) -> Card:
        """What waits in a record for game masters, with their buttons: see `apart`."""
        with self._speaking_as(shown.system):
            own = getattr(self.screens.get(shown.system), "led", None)
            card: Card | None = own(shown, view) if own is not None else None
            if card is not None:
                return card
            title = T("{title:100}: for {gms}")(title=shown.title)
            waits = [each for each in shown.steps if any(c.is_game_masters for c in each.choices)]
            nothing = T("Nothing waits for a {gm} now.")
            lines = [T("→ {label:200}")(label=each.label) for each in waits] or [nothing()]
            return Card(title, tuple(lines), tone=Tone.QUIET, buttons=game_masters_buttons(shown.id, waits))

    def _lines(self, entry: Entry, *, is_tried: bool = False) -> list[str]:
        with self._speaking_as(entry.system):
            told = (self._told(event, entry, is_tried=is_tried) for event in entry.events)
            return [line for line in told if line]

    def _told(self, event: Any, entry: Entry, *, is_tried: bool) -> str | None:
        if isinstance(event, PlainEvent) and event.kind in _HOUSE:
            return _HOUSE[event.kind](event, entry)
        screens = self.screens.get(entry.system)
        tell = getattr(screens, "tell", None)
        line = tell(event, entry) if tell is not None else None
        return line or sentence(event, entry.doer, is_tried=is_tried) or _plainly(event)

    def _framed(self, card: Card, post: Post) -> Card:
        entry = post.entry
        card = apart(card) if post.viewer == PUBLIC else card
        note = post.mark
        if post.campaign.is_server:
            # Its entries have numbers of their own, beside those of a campaign in the same channel.
            note = T("{mark} · Server")(mark=Safe(note))
        if entry.drawing is not None:
            note = T("{mark} · draw {draw}")(mark=Safe(note), draw=entry.drawing)
        again = next((e for e in entry.events if isinstance(e, PlainEvent) and e.kind == "RolledAgain"), None)
        lines = (_rolled_again(again, entry),) if again is not None and entry.undone_by is None else ()
        card = replace(card, note="").add(*lines, note=note).add(note=card.note)
        if lately := self._lately(post, card.title):
            card = replace(card, fields=(*card.fields, (LATELY(), lately)))
        if post.newer is not None:
            card = card.add(T("→ [What came of it]({url})")(url=Safe(post.newer.url)))
        # What one person alone reads is as they want it.
        if post.viewer.user is None and POSTS_ARE_TEXT.holds(post.campaign.settings):
            card = replace(card, is_plain=True)
        if post.newer is not None or (entry.undone_by is not None and not post.is_card):
            others = post.mentions.others if entry.undone_by is None else ()
            return replace(card, buttons=(), selects=(), asks=others)
        return self._asking(card, post)

    def _asking(self, card: Card, post: Post) -> Card:
        """The card with whom it mentions, what they read of it first, and until when it waits."""
        people = _mentioned(post, card.asks)
        roles = post.mentions.roles
        if not card.has_controls and self._goes_on(post):
            # What can be done about it stands on the page of whoever presses.
            card = card.add(buttons=(Button(T("Act…").plain(), *(LEADS if post.is_secret else ACTS)),))
        card = card.add(*pace.deadlines(post)) if card.has_controls else card
        card = with_room(card, since_here()) if not post.absent.isdisjoint(people) else card
        return replace(card, asks=people, roles=roles, opening=pace.opening(post, people, roles))

    def _goes_on(self, post: Post) -> bool:
        """Whether everybody reads of something that waits, or that is new and goes on from now on."""
        view = post.subject
        if (
            view is None
            or view.is_archived
            or post.viewer.user is not None
            or post.entry.undone_by is not None
        ):
            return False
        if view.steps or view.version > 1 or view.system not in self.catalogue.systems:
            return bool(view.steps)
        line = self.catalogue.kind(view.system, view.kind).line
        return line is not None and line(view.state) is not None

    def _lately(self, post: Post, title: str) -> str:
        """What a live card told before and doesn't show anymore, the newest first, each in a line.

        What began it may have told just what its title says.
        """
        left = (_off_card(each) if post.newer is None else each for each in post.earlier)
        lines_of = ((each, on_one_line(self.line(each))) for each in left if each is not None)
        told = ((each, line) for each, line in lines_of if line.removesuffix(".") != title)
        lines = (
            T("#{entry} · {told}")(entry=each.number, told=Safe(struck(line) if each.undone_by else line))
            for each, line in told
        )
        return "\n".join(fitting(lines, FIELD))


def _mentioned(post: Post, asks: Iterable[int]) -> tuple[int, ...]:
    """Whom the message mentions, of those whom it asks, and besides."""
    # No player reads the game master's copy.
    is_quiet = post.is_secret or NOBODY_IS_MENTIONED.holds(post.campaign.settings)
    asked = [] if is_quiet else list(asks)
    if post.entry.action not in BY_CLOCK:
        asked = [each for who in asked if (each := post.instead.get(who, who)) is not None]
    return tuple(dict.fromkeys((*asked, *post.mentions.people, *post.mentions.others)))


def _addressed(post: Post) -> Post:
    """The post that doesn't name whom it reminds, where its message mentions that person and nobody else."""
    events = post.entry.events
    asked = {*_asked(post.entry)}
    if len(asked) != 1 or {*_mentioned(post, asked)} != asked or post.mentions.roles:
        return post
    to_them = (
        replace(each, facts={**each.facts, "is_addressed": True})
        if isinstance(each, PlainEvent) and each.kind in (NUDGED, *pace.TO_ONE)
        else each
        for each in events
    )
    return replace(post, entry=replace(post.entry, events=tuple(to_them)))


def _off_card(entry: Entry) -> Entry | None:
    """Of an entry that stands, what its live card doesn't show by itself; None where it shows all of it."""
    if entry.undone_by is not None:
        return entry
    left = tuple(each for each in entry.events if not getattr(each, "stands_on_card", False))
    return replace(entry, events=left) if left or not entry.events else None


def _about_dice(post: Post) -> Post:
    """The post without the seal of a server's own dice, where its entry has nothing to do with dice."""
    entry = post.entry
    if not post.campaign.is_server or entry.drawing is not None or entry.dice:
        return post
    events = (each for each in entry.events if not _begins_dice(each))
    return replace(post, entry=replace(entry, events=tuple(events)))


def _begins_dice(event: Any) -> bool:
    """Whether it is the first seal, which the first entry bears whatever it is about."""
    return isinstance(event, PlainEvent) and event.kind == "ChapterBegan" and event.facts["chapter"] == 1


def _plainly(event: Any) -> str | None:
    if not isinstance(event, PlainEvent):
        return None
    facts = ", ".join(f"{safe(name)} {safe(str(value))}" for name, value in event.facts.items())
    return f"{safe(event.kind)}: {facts}" if facts else safe(event.kind)


# -- previews ---------------------------------------------------------------------------------------


def figures(shifts: Iterable[Shift]) -> Iterator[tuple[str, str]]:
    """A field for each record: its figures before and after, in words."""
    rows: dict[str, list[Shift]] = {}
    for each in shifts:
        rows.setdefault(each.record, []).append(each)
    for found in rows.values():
        yield safe(found[0].title), "\n".join(figure(each) for each in found)


def _most(fields: Iterable[tuple[str, str]]) -> tuple[tuple[tuple[str, str], ...], tuple[Safe, ...]]:
    """As many records with their figures as a card has room for, and in a line which others change."""
    found = tuple(fields)
    shown, others = found[:MOST_CHANGED], [Safe(name) for name, _ in found[MOST_CHANGED:]]
    if not others:
        return shown, ()
    more = len(others) - MOST_CHANGED
    names = [*others[:MOST_CHANGED], *([T("{n} more")(n=more)] if more > 0 else [])]
    return shown, (T("Figures of these change too: {names:,}.")(names=names),)


def figure(shift: Shift) -> Safe:
    """A figure before and after, or the one that there is."""
    # A percent sign stands close to its number.
    gap = " " if shift.unit not in ("", "%") else ""
    label, unit = safe(shift.label), Safe(f"{gap}{safe(shift.unit)}")
    before, after = _amount(shift.before), _amount(shift.after)
    if shift.before == shift.after:
        return T("{label} {after}{unit} (unchanged)")(label=label, after=after or NONE(), unit=unit)
    if before is None:
        # What was not there before has no number to come from.
        return T("{label} **{after}**{unit}")(label=label, after=after or NONE(), unit=unit)
    if after is None:
        return T("{label} {before}{unit} → **none**")(label=label, before=before, unit=unit)
    return T("{label} {before} → **{after}**{unit}")(label=label, before=before, after=after, unit=unit)


def _amount(value: int | Fraction | str | None) -> Safe | None:
    if value is None:
        return None
    if isinstance(value, str):
        return safe(value, 80)
    shown = f"{value:,}" if isinstance(value, int) else f"{float(value):,.1f}"
    return Safe(shown.replace("-", "−"))


def _roll(roll: Roll) -> Safe:
    chances = Safe(" · ".join(f"{safe(each.label)} {_percent(each.chance)}" for each in roll.branches))
    dice, reason = Safe(f"{roll.count}d{roll.sides}"), safe(roll.reason, 100)
    # A roll that is for nothing but its dice is called by them.
    what = dice if reason == dice else T("{dice}, {reason}")(dice=dice, reason=reason)
    if not chances:
        return T("🎲 The dice decide: {what}")(what=what)
    return T("🎲 The dice decide: {what}: {chances}")(what=what, chances=chances)


def _percent(chance: Fraction) -> Safe:
    percent = chance * 100
    return Safe(f"{percent.numerator}%" if percent.denominator == 1 else f"{float(percent):.1f}%")


def _rolled_again(event: PlainEvent, _entry: Entry) -> Safe:
    told = T("Rolled again after {entries} was undone. The old dice stay in the journal.")
    return told(entries=numbers(event.facts["undone"]))


def _chapter(event: PlainEvent, _entry: Entry) -> Safe:
    facts = event.facts
    return T("Dice chapter {n} is sealed: open dice `{open}…`, secret dice `{secret}…`.")(
        n=facts["chapter"], open=facts["open"][:16], secret=facts["secret"][:16]
    )


def _asked(entry: Entry) -> Iterator[int]:
    """Whom a line mentions because it is their turn."""
    for event in entry.events:
        if isinstance(event, PlainEvent) and event.kind == NUDGED:
            yield event.facts["who"]
        elif isinstance(event, PlainEvent) and event.kind in _CALLS:
            yield from event.facts["who"]
        elif isinstance(event, PlainEvent) and event.kind in pace.TOLD:
            yield from pace.asked(event)


def _nudged(event: PlainEvent, entry: Entry) -> Safe:
    label = safe(event.facts["label"], 100)
    linked = Safe(f"[{label}]({event.facts['url']})") if "url" in event.facts else label
    proxied = event.facts.get("for")
    stead = T(", in {person:@}'s place")(person=proxied) if proxied is not None else ""
    if event.facts.get("is_addressed"):
        return T("This is waiting for you{stead}: {what}")(stead=stead, what=linked)
    told = T("{who:@}, this is waiting for you{stead}: {what}")
    return told(who=event.facts["who"], stead=stead, what=linked)


def _channel_lost(_event: PlainEvent, _entry: Entry) -> Safe:
    return T(
        "The game master's channel was deleted. Its messages are kept and will appear in the next one: set "
        "it with `/campaign bind` and `for_game_masters`. Until then, game masters find them in `/journal`."
    )()


def _readers_found(event: PlainEvent, _entry: Entry) -> Safe:
    return T(
        "Not only game masters can read this channel: {who}. Secrets wait until one of you decides. Close "
        "it to them in its settings, under Permissions; or have secrets posted anyway, or elsewhere."
    )(who=names([Reader(**each) for each in event.facts["readers"]]))


def _readers_gone(_event: PlainEvent, _entry: Entry) -> Safe:
    return T("Only game masters can read this channel again. What was waiting appears now.")()


def _board_lost(_event: PlainEvent, _entry: Entry) -> Safe:
    return T("The board is gone with its channel. Post it in another one with `/campaign board`.")()


def _digested(event: PlainEvent, _entry: Entry) -> Safe:
    """What waits for the game masters, each with where it stands."""
    line = T("• {title:100}: {label}, <t:{since}:R>")
    lines = [T("**Waiting for the game masters**")()]
    for each in event.facts["listed"]:
        label = safe(each["label"], 100)
        linked = Safe(f"[{label}]({each['url']})") if each["url"] else label
        lines.append(line(title=each["title"], label=linked, since=each["since"]))
    if event.facts["more"]:
        lines.append(T("… and {n} more: `/waiting`.")(n=event.facts["more"]))
    return Safe("\n".join(lines))


def _thread_started(event: PlainEvent, _entry: Entry) -> Safe:
    # It is told in that very thread: a link to it would say its name once more.
    return T("{name}'s story goes on in a thread of its own.")(name=event.facts["name"])


def _thread_refused(event: PlainEvent, _entry: Entry) -> Safe:
    told = T(
        "No thread for {name}: Waypost isn't allowed to {lacks:,} in {channel:#}. An admin can allow it; "
        "until then everything happens in the channel."
    )
    lacks = [T("*{permission}*")(permission=each) for each in event.facts["lacks"]]
    return told(name=event.facts["name"], channel=event.facts["channel"], lacks=lacks)


def _post_refused(event: PlainEvent, _entry: Entry) -> Safe:
    facts = event.facts
    if facts.get("is_locked"):
        return T(
            "{channel:#} is locked, so Waypost says nothing more there. Once somebody unlocks it, what "
            "belongs there appears; until then it's in `/journal`."
        )(channel=facts["channel"])
    if facts["is_forbidden"]:
        return T(
            "Waypost isn't allowed to post in {channel:#}. An admin can see with `/server check` what's "
            "missing. Until it's allowed, what belongs there is in `/journal`."
        )(channel=facts["channel"])
    return T(
        "Discord refuses the message about entry #{entry} in {channel:#}. Read it in `/journal`; Waypost "
        "tries again now and then."
    )(channel=facts["channel"], entry=facts["entry"])


# What the house tells mentions whom it concerns.
_CALLS = ("BoardLost", "ChannelLost", "PostRefused", "ThreadRefused", "ThreadStarted")
_HOUSE = {
    **pace.TOLD,
    "Digested": _digested,
    "ChannelLost": _channel_lost,
    "BoardLost": _board_lost,
    "PostRefused": _post_refused,
    "ReadersFound": _readers_found,
    "ReadersGone": _readers_gone,
    "ThreadStarted": _thread_started,
    "ThreadRefused": _thread_refused,
    "ProposalAccepted": proposals.accepted,
    NUDGED: _nudged,
    "RolledAgain": _rolled_again,
    UNDONE: undone,
    REDONE: undone,
    "ChapterBegan": _chapter,
}
