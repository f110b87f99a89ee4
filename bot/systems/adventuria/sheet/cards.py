"""An adventurer's sheet as a card, in two lines or on paper, and what waits in it; how they come and go."""

from __future__ import annotations

from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from typing import cast

from bot.engine.asking import asking
from bot.engine.card import Button, Card, Picture, Tone, step_buttons
from bot.engine.dice.odds import die, percent
from bot.engine.drawing import draws
from bot.engine.event import sentence
from bot.engine.people import Standing
from bot.engine.system import RecordId, Step
from bot.engine.text import Safe, T
from bot.play import Post, RecordView
from bot.systems.adventuria.adventurer import AdventurerFell, AdventurerLeft, SceneTold, dice_of
from bot.systems.adventuria.ledger import limit, room_for_xp, total
from bot.systems.adventuria.settings import Rulings
from bot.systems.adventuria.sheet.pictures import Box, Paper, rows_in
from bot.systems.adventuria.sheet.rules import (
    AdventurerCreated,
    AdventurerRetired,
    AdventurerSettled,
    AttributeSum,
    PortraitSet,
    SheetShown,
    lost_with,
    made_of,
)
from bot.systems.adventuria.state import (
    NAME_LENGTH,
    THE_CITY,
    XP_FOR_A_RISE,
    Adventurer,
    Attribute,
    End,
    Fray,
    PageRoll,
    Possession,
    Stage,
    Subject,
    Ware,
)
from bot.systems.adventuria.turns.rules import SIDES, RollAsked
from bot.ui.card import ALT, portrait_of
from bot.ui.pillow import Image, ImageOps
from bot.ui.text import bare, prose, safe

# -- An adventurer's sheet: whole, as a card or as a picture, and in two lines -----------------------------


# However much is carried, each part of a sheet leaves room for the others.
ROOM = {Ware.ITEM: 800, Ware.SPELL: 400, Ware.ALLY: 400, Ware.ABILITY: 300}
MOST_WAITING, WAITING = 3, 80
XP = ((Attribute.ARMS, Subject.MELEE_XP), (Attribute.MAGIC, Subject.MAGICAL_XP))


@dataclass(frozen=True, slots=True)
class Waits:
    """Something that waits for or around an adventurer, and the address of its card."""

    label: str
    url: str | None = None


# -- in two lines -----------------------------------------------------------------------------------


def brief(state: Adventurer) -> tuple[str, ...]:
    """Where an adventurer stands, in two short lines for cards about something else."""
    value = T("{attribute} **{value}**")
    values = (value(attribute=each, value=total(state, each)) for each in Attribute)
    xp = T("XP melee {melee}/{rise}, magical {magical}/{rise}")
    told = xp(melee=state.melee_xp, magical=state.magical_xp, rise=XP_FOR_A_RISE)
    return " · ".join(values), " · ".join((hearts(state), GOLD(gold=state.gold), told))


GOLD = T("Gold **{gold:,}**")
# As long a row as a phone shows in one line.
LONGEST_ROW = 12


def hearts(state: Adventurer) -> str:
    """The wounds, as a row of hearts and in words."""
    return heart_row(state.wounds, total(state, Attribute.VITAE))


def heart_row(wounds: int, vitae: int) -> str:
    """A row of hearts, those lost to wounds hollow, where it fits a line; and the same in words."""
    taken = min(wounds, vitae)
    row = "♥" * (vitae - taken) + "♡" * taken if vitae <= LONGEST_ROW else ""
    return f"{row} {wounds_told(wounds, vitae)}".strip()


def wounds_told(wounds: int, vitae: int) -> Safe:
    """The wounds in words, with how many an adventurer falls by."""
    if wounds >= vitae:
        return T("fallen with {n} {n:wound|wounds}")(n=wounds)
    if wounds:
        return T("{n} {n:wound|wounds}, falls at {vitae}")(n=wounds, vitae=vitae)
    return T("unhurt, falls at {vitae}")(vitae=vitae)


# -- whole ------------------------------------------------------------------------------------------


def sheet(
    record: RecordView,
    records: Mapping[RecordId, RecordView],
    rulings: Rulings,
    waiting: Sequence[Waits] = (),
) -> Card:
    """The whole sheet; `records` are what it links to."""
    state = cast(Adventurer, record.state)
    lines = (
        T("{type} · {alignment} · played by {player:@}").of(state),
        place(state, safe),
        "",
        *(attribute_line(made_of(state, each)) for each in Attribute),
        hearts(state),
        "",
        GOLD(gold=state.gold),
        *xp_lines(state, rulings),
        *(
            _held(f"**{room(state, ware, rulings)}**", listed(state.held(ware), ROOM[ware], safe))
            for ware in wares(state)
        ),
        *_quest(state),
        *_waiting(waiting),
    )
    notes = prose(state.about)
    return Card(
        safe(state.name, NAME_LENGTH),
        lines,
        fields=((T("Notes")(), notes),) if notes else (),
        tone=Tone.QUIET if state.end is not None else Tone.PLAIN,
        portrait=portrait_of(record, records),
    )


def picture(
    record: RecordView,
    records: Mapping[RecordId, RecordView],
    rulings: Rulings,
    waiting: Sequence[Waits] = (),
) -> Card:
    """The sheet as a picture, with what waits below it in words."""
    state = cast(Adventurer, record.state)
    likeness = records.get(state.picture) if state.picture is not None else None
    face = likeness.state.data if likeness is not None and not state.portrait else ""
    drawn = paper_picture(state, rulings, face)
    # What is on the web, the picture can't have in it.
    portrait = state.portrait or None
    return Card(safe(state.name, NAME_LENGTH), tuple(_waiting(waiting)), picture=drawn, portrait=portrait)


def attribute_line(made: AttributeSum) -> Safe:
    """An attribute as it counts, what it is made of, how far it may rise, and what doesn't last."""
    natural = [sum_of(made)] if made.bonus else []
    natural += [T("never below 1")()] if made.natural + made.bonus < 1 else []
    up_to = T("up to {cap}")(cap=made.cap)
    parts = [T("{parts:,}")(parts=[*natural, up_to])]
    passing = T("{amount:+} {until}")
    parts += [passing(amount=amount, until=until.meaning) for until, amount in made.passing]
    parts += [IN_FRAY[fray](amount=amount) for fray, amount in made.frays]
    line = T("{attribute} **{total}** ({parts})")
    return line(attribute=made.attribute, total=made.total, parts=Safe("; ".join(parts)))


IN_FRAY = {Fray.MELEE: T("{amount:+} in melee"), Fray.MAGICAL: T("{amount:+} in magical Combat")}


def sum_of(made: AttributeSum) -> Safe:
    """The natural value with what comes on top, or goes off."""
    told = T("{natural} + {bonus}") if made.bonus > 0 else T("{natural} − {bonus}")
    return told(natural=made.natural, bonus=abs(made.bonus))


def xp_lines(state: Adventurer, rulings: Rulings) -> Iterator[str]:
    """Both kinds of XP, and where one no longer counts (A36, Q6)."""
    counts = T("{xp} **{count}**/{rise}")
    no_more = T("{xp} **{count}**/{rise} (no longer counts: {attribute} is at its limit)")
    for attribute, what in XP:
        count = getattr(state, what.value)
        if room_for_xp(state, attribute, one_number=rulings.one_number) > 0:
            yield counts(xp=what, count=count, rise=XP_FOR_A_RISE)
        else:
            yield no_more(xp=what, count=count, rise=XP_FOR_A_RISE, attribute=attribute)


def place(state: Adventurer, shown: Callable[[str], str]) -> str:
    """Where an adventurer is, or was last, its location as it is `shown`."""
    location = Safe(shown(state.location))
    if state.end is not None:
        verb = T("Fell") if state.end is End.FALLEN else T("Retired")
        return T("{verb} at {location}, turn {turn}")(verb=verb, location=location, turn=state.turn)
    if state.stage is Stage.TURN:
        return T("Turn {turn} at {location}")(turn=state.turn, location=location)
    between = T("Between turns: turn {next} begins at {location}")
    camping = T("Camping: turn {next} begins at {location}")
    return (camping if state.stage is Stage.CAMP else between)(next=state.turn + 1, location=location)


def wares(state: Adventurer) -> tuple[Ware, ...]:
    """What a sheet has a place for: abilities once there are any."""
    return tuple(ware for ware in Ware if ware.is_limited or state.held(ware))


def room(state: Adventurer, ware: Ware, rulings: Rulings) -> Safe:
    """How many of them there are, and may be where that is limited."""
    if not ware.is_limited:
        return T("{wares} {count}")(wares=ware.meaning, count=len(state.held(ware)))
    count, most = len(state.held(ware)), limit(state, ware, one_at_three=rulings.one_at_three)
    over = T("{wares} {count}/{most} (over the limit)")
    told = over if count > most else T("{wares} {count}/{most}")
    return told(wares=ware.meaning, count=count, most=most)


def _held(room: str, names: str) -> str:
    return T("{room}: {names}")(room=Safe(room), names=Safe(names)) if names else room


def listed(held: Iterable[Possession], most: int, shown: Callable[[str], str]) -> str:
    """Their names in a line of at most so many characters; those without room are counted."""
    names: list[str] = []
    counted = sheet_named(held)
    left, more = most, sum(count for _, count in counted)
    for name, count in counted:
        told = several(shown(name), count)
        left -= len(told) + 2
        if left < 0:
            break
        names.append(told)
        more -= count
    if not more:
        return ", ".join(names)
    if not names:
        return T("{n} in all")(n=more)
    return T("{names:,} and {n} more")(names=[Safe(name) for name in names], n=more)


def several(name: str, count: int) -> str:
    """The name of a thing, with its count where there are several."""
    return f"{name} ×{count}" if count > 1 else name


def sheet_named(held: Iterable[Possession]) -> list[tuple[str, int]]:
    """Each name and how often it is there, a weapon in hand marked."""
    in_hand = T("{name} (in hand)")
    names = (in_hand.plain(name=each.name) if each.is_wielded else each.name for each in held)
    return list(Counter(names).items())


def _quest(state: Adventurer) -> Iterator[str]:
    if state.quest is not None and state.quest.goal:
        yield T("Quest: {name} ({goal:120})")(name=state.quest.name, goal=state.quest.goal)
    elif state.quest is not None:
        yield T("Quest: {name}")(name=state.quest.name)
    deeds = [T("{n:,} {n:monster|monsters} felled")(n=state.felled)] if state.felled else []
    deeds += [T("{n:,} {n:quest|quests} done")(n=state.quests_done)] if state.quests_done else []
    if deeds:
        yield " · ".join(deeds)


def _waiting(waiting: Sequence[Waits]) -> Iterator[str]:
    if waiting:
        yield ""
    for each in waiting[:MOST_WAITING]:
        label = safe(each.label, WAITING)
        yield T("Waits: {what}")(what=Safe(f"[{label}]({each.url})") if each.url else label)


# -- shown to everybody -----------------------------------------------------------------------------


@draws(SheetShown, rank=1)
def _shown(event: SheetShown, post: Post) -> Card | None:
    """A sheet that was shown, as it is now, with the buttons of what waits in it."""
    shown = post.subject
    if shown is None:
        return None
    drawn = picture if event.as_picture else sheet
    card = drawn(shown, post.records, Rulings.of(post.campaign))
    # Who looks asks nothing of anybody.
    return replace(with_question(card, shown, post), asks=())


# -- What waits in an adventurer, on any card about one: whose move it is, and the buttons for it ----------


USE, WAKE_BUTTON = "adv_use", "adv_wake"
# Steps that come before all else, and those of a turn under way.
DECISIONS, IN_TURN = ("give", "room"), ("roll", "end", "answer", "tell")


def use_button(campaign: str, adventurer: str) -> Button:
    """The button that opens the list of what an adventurer can use now."""
    return Button(T("Use…").plain(), USE, (campaign, adventurer))


def with_question(card: Card, record: RecordView, post: Post) -> Card:
    """The card with what waits in the adventurer; as it is where a newer one took its place.

    It mentions the player for what a narrator brought: a scene with its ways, a roll, or something to decide.
    """
    state = cast(Adventurer, record.state)
    if post.newer is not None or state.end is not None:
        return card
    if record.steps:
        return _with_step(card, record, record.steps[0], post)
    if state.stage is Stage.CAMP:
        wake = Button(T("Wake up").plain(), WAKE_BUTTON, (post.entry.campaign, record.id), is_main=True)
        camps = T("💤 Camping: the game is paused and nothing waits. **Wake up** continues.")()
        return replace(card.add(camps, buttons=(wake,)), tone=Tone.QUIET)
    if state.fight is not None:
        # Without a button of its own it must still follow: the turn goes on after the fight.
        fights = T("A fight is under way: its own card has the buttons.")()
        return replace(card.add(fights), keeps_up=True)
    return card


def _with_step(card: Card, record: RecordView, step: Step, post: Post) -> Card:
    buttons = [*step_buttons(record.id, (step,))]
    if step.name in IN_TURN:
        buttons.append(use_button(post.entry.campaign, record.id))
    if step.name in IN_TURN and step.who is not None:
        buttons.append(asking(T("Narrator: go on…"), "adv gm scene", record.id))
    asks = (step.who,) if step.who is not None and _is_news(step, step.who, post) else ()
    tone = card.tone if step.who is None else Tone.ASKS
    return replace(card.add(whose_move(record, step), buttons=buttons), asks=asks, tone=tone)


def _is_news(step: Step, who: int, post: Post) -> bool:
    plays = post.campaign.standing(who) in (Standing.PLAYER, Standing.GAME_MASTER)
    is_told = any(isinstance(event, SceneTold | RollAsked) for event in post.entry.events)
    return plays and (is_told or step.name in DECISIONS) and who != post.entry.actor


def whose_move(record: RecordView, step: Step) -> str:
    """The person who acts at a step, and what they can do."""
    state = cast(Adventurer, record.state)
    if step.name in DECISIONS:
        return T("➤ {who:@}, first this: {label:200}.")(who=step.who, label=step.label)
    if step.name == "start":
        begins = T("➤ {who:@}: the next turn begins at **{location}**.")
        return begins(who=step.who, location=state.location)
    if step.name == "roll" and state.asked is not None:
        return T("➤ {who:@}: roll {dice}{chance}.")(
            who=step.who, dice=dice_of(state.asked), chance=_chance(state, state.asked)
        )
    if step.name == "end":
        return T("➤ {who:@}: act, or end the turn.")(who=step.who)
    if step.name == "answer":
        return T("➤ {who:@}: what do you do?")(who=step.who)
    if state.ways:
        leads = T("The narrator tells where this leads; {player:@} may also end the turn.")
        return leads(player=state.player)
    if state.scene:
        return T("The narrator tells where this leads.")()
    return T("The narrator tells what happens now.")()


def _chance(state: Adventurer, asked: PageRoll) -> Safe | str:
    """How likely the target is met as the adventurer is now; nothing without one."""
    if asked.target is None:
        return ""
    needed = asked.target - (total(state, asked.attribute) if asked.attribute is not None else 0)
    chance = die(SIDES).repeat(asked.count).at_least(needed)
    return T(" ({chance})")(chance=Safe(percent(chance)))


def on_behalf(post: Post) -> tuple[str, ...]:
    """Who acted for whom, where a narrator did."""
    entry = post.entry
    if entry.acted_for is None:
        return ()
    acts = T("{actor:@} acts for {player:@}.")
    return (acts(actor=entry.actor, player=entry.acted_for),)


# -- The sheet as a picture in the manner of paper: ruled boxes with a label each --------------------------


WIDTH, HEIGHT = 900, 1284
MARGIN, GAP = 28, 12
# Where each row of boxes begins and ends, from above.
TITLE, NAME, TYPE = (24, 66), (78, 190), (202, 306)
VALUES, WOUNDS, XP_ROW = (318, 530), (542, 648), (660, 764)
HELD, LAST = (776, 1116), (1128, 1256)
NAME_SIZE, SIZE, NUMBER, SMALL_SIZE = 52, 40, 76, 28
# Of a portrait, which is square; of the numbers within an attribute's box.
FACE, VALUE = 228, 82
MOST_HEARTS = 14
# Letters for everything there is, in words.
WHOLE = 20_000
# What part of the room left in the picture's words each sort of possession has, with its label.
SHARES, LABELLED = {Ware.ITEM: 0.4, Ware.SPELL: 0.2, Ware.ALLY: 0.2, Ware.ABILITY: 0.2}, 55


def paper_picture(state: Adventurer, rulings: Rulings, face: str = "") -> Picture:
    """The sheet for a card, still to be drawn; `face` is an uploaded portrait in base64."""
    drawn = partial(draw_paper, state, rulings, face)
    return Picture("sheet.png", drawn, alt(state, rulings), partial(words, state, rulings))


def draw_paper(state: Adventurer, rulings: Rulings, face: str = "") -> bytes:
    """A PNG of the sheet."""
    paper = Paper(WIDTH, HEIGHT)
    paper.heading(column(TITLE), "Adventuria")
    _who(paper, state, face)
    for place, attribute in enumerate(Attribute):
        _attribute(paper, column(VALUES, place, 4), made_of(state, attribute))
    _wounds(paper, state)
    _xp(paper, state, rulings)
    _possessions(paper, state, rulings)
    quest = state.quest.name if state.quest is not None else T("none").plain()
    paper.text(paper.box(column(LAST, 0, 2), T("Quest").plain()), quest, SMALL_SIZE)
    inside = paper.box(column(LAST, 1, 2), T("Location").plain(), _turn(state))
    paper.text(inside, state.location, SMALL_SIZE)
    if state.end is not None:
        end = T("FALLEN") if state.end is End.FALLEN else T("RETIRED")
        paper.stamp(column(HELD), end.plain())
    return paper.png()


def _turn(state: Adventurer) -> str:
    """In which turn it is, beside the label of its location."""
    if state.stage is Stage.BETWEEN:
        return T("turn {turn} begins").plain(turn=state.turn + 1)
    return T("camping").plain() if state.stage is Stage.CAMP else T("turn {turn}").plain(turn=state.turn)


def column(row: tuple[int, int], place: int = 0, of: int = 1, right: int = WIDTH - MARGIN) -> Box:
    """A box of a row that is divided into so many, up to that edge."""
    width = (right - MARGIN + GAP) / of
    left = MARGIN + place * width
    return round(left), row[0], round(left + width - GAP), row[1]


# -- row by row -------------------------------------------------------------------------------------


def _who(paper: Paper, state: Adventurer, face: str) -> None:
    right = WIDTH - MARGIN - (FACE + GAP if face else 0)
    paper.text(paper.box(column(NAME, right=right), T("Name").plain()), state.name, NAME_SIZE)
    paper.text(paper.box(column(TYPE, 0, 2, right), T("Type").plain()), state.type.label, SIZE)
    inside = paper.box(column(TYPE, 1, 2, right), T("Alignment").plain())
    paper.text(inside, state.alignment.label, SIZE)
    if face:
        box = (right + GAP, NAME[0], right + GAP + FACE, TYPE[1])
        with Image.open(BytesIO(b64decode(face))) as image:
            paper.portrait(box, ImageOps.fit(image.convert("RGB"), (FACE, FACE)))


def _attribute(paper: Paper, box: Box, made: AttributeSum) -> None:
    left, top, right, bottom = paper.box(box, made.attribute.label)
    paper.text((left, top, right, top + VALUE), str(made.total), NUMBER)
    lasting = [sum_of(made)] if made.bonus else []
    amounts = [amount for _, amount in made.passing]
    passing = [T("{amount:+} for now").plain(amount=sum(amounts))] if amounts else []
    passing += [IN_FRAY[fray].plain(amount=amount) for fray, amount in made.frays]
    lines = (*lasting, ", ".join(passing), T("up to {cap}").plain(cap=made.cap))
    paper.small((left, top + VALUE, right, bottom), [line for line in lines if line])


OF = T("{count} of {most}")


def _wounds(paper: Paper, state: Adventurer) -> None:
    vitae = total(state, Attribute.VITAE)
    # As wide as two of three.
    wide = (*column(WOUNDS, 0, 3)[:2], *column(WOUNDS, 1, 3)[2:])
    inside = paper.box(wide, T("Wounds").plain(), OF.plain(count=state.wounds, most=vitae))
    taken = min(state.wounds, vitae)
    if vitae <= MOST_HEARTS:
        paper.hearts(inside, vitae - taken, taken)
    else:
        paper.text(inside, wounds_told(state.wounds, vitae), SIZE)
    paper.text(paper.box(column(WOUNDS, 2, 3), T("Gold").plain()), f"{state.gold:,}", SIZE)


def _xp(paper: Paper, state: Adventurer, rulings: Rulings) -> None:
    for place, (attribute, what) in enumerate(XP):
        count = getattr(state, what.value)
        counts = room_for_xp(state, attribute, one_number=rulings.one_number) > 0
        aside = OF.plain(count=count, most=XP_FOR_A_RISE)
        inside = paper.box(column(XP_ROW, place, 2), what.label, aside)
        if counts:
            paper.ticks(inside, count, XP_FOR_A_RISE)
        else:
            paper.small(inside, [T("no longer counts").plain()])


def _possessions(paper: Paper, state: Adventurer, rulings: Rulings) -> None:
    boxes: dict[Ware, Box] = {}
    for place, several in enumerate(((Ware.ITEM, Ware.ABILITY), (Ware.SPELL, Ware.ALLY))):
        boxes |= _stacked(column(HELD, place, 2), [ware for ware in several if ware in wares(state)])
    for ware, box in boxes.items():
        inside = paper.box(box, ware.meaning, _carried(state, ware, rulings))
        paper.rows(inside, rows(state, ware, rows_in(inside)))


def _stacked(box: Box, several: Sequence[Ware]) -> dict[Ware, Box]:
    """A column of boxes in that one, of the same height."""
    left, top, right, bottom = box
    high = (bottom - top + GAP) // len(several)
    ends = [*(top + high * place - GAP for place in range(1, len(several))), bottom]
    return {
        ware: (left, top + high * place, right, end)
        for place, (ware, end) in enumerate(zip(several, ends, strict=True))
    }


def _carried(state: Adventurer, ware: Ware, rulings: Rulings) -> str:
    """How many there are, of how many there may be; spells may be more (A24)."""
    count = len(state.held(ware))
    if not ware.is_limited:
        return T("{count}").plain(count=count)
    most = limit(state, ware, one_at_three=rulings.one_at_three)
    carried = T("{count} of {most}, over") if count > most else OF
    return carried.plain(count=count, most=most)


def rows(state: Adventurer, ware: Ware, most: int) -> list[str]:
    """A line for each name; what there is no line for is counted in the last one."""
    named = sheet_named(state.held(ware))
    if len(named) <= most:
        return [several(name, count) for name, count in named]
    rest = T("… and {n} more").plain(n=sum(count for _, count in named[most - 1 :]))
    return [*(several(name, count) for name, count in named[: most - 1]), rest]


# -- in words ---------------------------------------------------------------------------------------


def words(state: Adventurer, rulings: Rulings) -> Sequence[str]:
    """The facts on the sheet's picture, in words."""
    return alt(state, rulings, WHOLE).splitlines()


def alt(state: Adventurer, rulings: Rulings, most: int = ALT) -> str:
    """What the picture shows, in words: of a full pack, as many names as there is room for."""
    numbers: list[str] = [attribute_line(made_of(state, each)) for each in Attribute]
    numbers += [hearts(state), GOLD(gold=state.gold), *xp_lines(state, rulings)]
    head: list[str] = [
        T("Sheet of {name}").plain(name=state.name),
        T("{type} · {alignment}").plain(type=state.type, alignment=state.alignment),
    ]
    # Nobody's words are among the numbers.
    head += [line.replace("**", "") for line in numbers]
    foot = [T("Quest: {name}").plain(name=state.quest.name)] if state.quest is not None else []
    foot.append(place(state, bare))
    left = most - len("\n".join((*head, *foot)))
    held = (
        _held(room(state, ware, rulings), listed(state.held(ware), int(left * share) - LABELLED, bare))
        for ware, share in SHARES.items()
        if ware in wares(state)
    )
    return "\n".join((*head, *held, *foot))


# -- How adventurers come and go, on cards and in the journal ----------------------------------------------


NEW_BUTTON = "new_adventurer"


@draws(AdventurerCreated, rank=1)
def _created(event: AdventurerCreated, post: Post) -> Card:
    lines: list[str] = [PLAYED_BY(player=event.player), event.of_type, event.of_alignment]
    if post.subject is not None:
        lines += brief(post.subject.state)
    lines.append(T("The first turn begins at {location}.")(location=THE_CITY))
    if post.viewer.user is not None:
        lines.append(T("{name:60}'s story is told in {home:#}.").of(event))
    buttons = step_buttons(post.subject.id, post.subject.steps) if post.subject is not None else ()
    title = T("{name:60} sets out").of(event)
    return Card(title, tuple(lines), tone=Tone.GOOD, buttons=buttons)


PLAYED_BY = T("Played by {player:@}")


@draws(AdventurerSettled, PortraitSet, rank=1)
def _changed(event: AdventurerSettled | PortraitSet, post: Post) -> Card:
    """A new home, or a new portrait as it is now, with what waits there."""
    card, record = Card(lines=(str(sentence(event)),)), post.subject
    if record is None:
        return card
    if isinstance(event, PortraitSet):
        card = replace(card, portrait=portrait_of(record, post.records))
    else:
        card = card.add(*brief(record.state))
    # The newest card bears what is open; whoever must act was told so before.
    return replace(with_question(card, record, post), asks=())


@draws(AdventurerRetired, rank=1)
def _retired(event: AdventurerRetired, post: Post) -> Card:
    lines = (PLAYED_BY(player=event.player), *_left(event))
    return Card(T("{name:60} retires").of(event), lines, tone=Tone.QUIET, buttons=_anew(post))


def _left(event: AdventurerLeft) -> Iterator[str]:
    """What an adventurer came to, and what is gone with it."""
    yield lost_with(event)
    yield T(
        "{turns} {turns:turn|turns}, {felled} {felled:monster|monsters} felled; the end came at {location}."
    ).of(event)
    yield T("The sheet is kept in `/adv hall`.")()


# -- the end ----------------------------------------------------------------------------------------


def with_fall(card: Card | None, post: Post) -> Card | None:
    """The card with what is told of a fall, wherever an adventurer fell (A38, A39)."""
    event = post.entry.event(AdventurerFell)
    if event is None:
        return card
    card = card or Card()
    lines = (
        *([""] if card.lines else []),
        T("**{name:60} has fallen**").of(event),
        T("{wounds} {wounds:wound|wounds} against Vitae {vitae}.").of(event),
        *_left(event),
    )
    return replace(card, tone=Tone.BAD).add(*lines, buttons=_anew(post))


def _anew(post: Post) -> tuple[Button, ...]:
    """The player's next adventurer: asks a name, and works as long as the message stands."""
    subject = post.subject
    return (
        (Button(T("New adventurer").plain(), NEW_BUTTON, (subject.id,), is_main=True),)
        if subject is not None
        else ()
    )
