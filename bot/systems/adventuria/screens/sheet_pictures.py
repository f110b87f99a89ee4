"""The sheet as a picture in the manner of paper: ruled boxes with a label each. PNG, and the same in words.

It takes some milliseconds of drawing: a card's `Picture` does it in another thread. Discord shows it about
390 pixels wide on a phone, two fifths of its own size.
"""

from __future__ import annotations

from base64 import b64decode
from functools import partial
from io import BytesIO

from PIL import Image, ImageOps

from bot.systems.adventuria.rules.ledger import limit, room_to_rise, total
from bot.systems.adventuria.rules.sheets import Made, made_of
from bot.systems.adventuria.rules.state import XP_FOR_A_RISE, Adventurer, Attribute, Ware
from bot.systems.adventuria.screens import sheet_cards
from bot.systems.adventuria.screens.sheet_cards import XP, Rulings
from bot.systems.adventuria.screens.sheet_paper import Box, Paper, rows_in
from bot.systems.adventuria.words import adventurers, changes, game
from bot.systems.adventuria.words import sheets as words
from bot.ui.card import ALT, Picture
from bot.ui.text import bare

WIDTH, HEIGHT = 900, 1284
MARGIN, GAP = 28, 12
# Where each row of boxes begins and ends, from above.
TITLE, NAME, TYPE = (24, 66), (78, 190), (202, 306)
VALUES, WOUNDS, XP_ROW = (318, 530), (542, 648), (660, 764)
HELD, LAST = (776, 1116), (1128, 1256)
NAME_SIZE, SIZE, NUMBER, SMALL = 52, 40, 76, 28
# Of a portrait, which is square; of the numbers within an attribute's box.
FACE, VALUE = 228, 82
MOST_HEARTS = 14
# What part of the room left in the picture's words the items, spells and allies have, each with its label.
SHARES, LABELLED = {Ware.ITEM: 0.5, Ware.SPELL: 0.25, Ware.ALLY: 0.25}, 55


def picture(state: Adventurer, rulings: Rulings, face: str = "") -> Picture:
    """The sheet for a card, still to be drawn; `face` is an uploaded portrait in base64."""
    return Picture("sheet.png", partial(draw, state, rulings, face), alt(state, rulings))


def draw(state: Adventurer, rulings: Rulings, face: str = "") -> bytes:
    """A PNG of the sheet."""
    paper = Paper(WIDTH, HEIGHT)
    paper.heading(column(TITLE), game.TITLE)
    _who(paper, state, face)
    for place, attribute in enumerate(Attribute):
        _attribute(paper, column(VALUES, place, 4), made_of(state, attribute))
    _wounds(paper, state)
    _xp(paper, state, rulings)
    _possessions(paper, state, rulings)
    quest = state.quest.name if state.quest is not None else words.NO_QUEST
    paper.text(paper.box(column(LAST, 0, 2), words.QUEST), quest, SMALL)
    turn = words.turn(state.stage, state.turn)
    paper.text(paper.box(column(LAST, 1, 2), words.LOCATION, turn), state.location, SMALL)
    if state.end is not None:
        paper.stamp(column(HELD), words.ENDS[state.end])
    return paper.png()


def column(row: tuple[int, int], place: int = 0, of: int = 1, right: int = WIDTH - MARGIN) -> Box:
    """A box of a row that is divided into so many, up to that edge."""
    width = (right - MARGIN + GAP) / of
    left = MARGIN + place * width
    return round(left), row[0], round(left + width - GAP), row[1]


# -- row by row -------------------------------------------------------------------------------------


def _who(paper: Paper, state: Adventurer, face: str) -> None:
    right = WIDTH - MARGIN - (FACE + GAP if face else 0)
    paper.text(paper.box(column(NAME, right=right), words.NAME), state.name, NAME_SIZE)
    kind, alignment = adventurers.TYPES[state.type], adventurers.ALIGNMENTS[state.alignment]
    paper.text(paper.box(column(TYPE, 0, 2, right), words.TYPE), kind, SIZE)
    paper.text(paper.box(column(TYPE, 1, 2, right), words.ALIGNMENT), alignment, SIZE)
    if face:
        box = (right + GAP, NAME[0], right + GAP + FACE, TYPE[1])
        with Image.open(BytesIO(b64decode(face))) as image:
            paper.portrait(box, ImageOps.fit(image.convert("RGB"), (FACE, FACE)))


def _attribute(paper: Paper, box: Box, made: Made) -> None:
    left, top, right, bottom = paper.box(box, changes.ATTRIBUTES[made.attribute])
    paper.text((left, top, right, top + VALUE), str(made.total), NUMBER)
    lasting = words.sum_of(made.natural, made.bonus)
    passing = [words.for_now(sum(amount for _, amount in made.passing))] if made.passing else []
    passing += [words.in_fray(amount, fray) for fray, amount in made.frays]
    lines = (lasting, ", ".join(passing), words.up_to(made.cap))
    paper.small((left, top + VALUE, right, bottom), [line for line in lines if line])


def _wounds(paper: Paper, state: Adventurer) -> None:
    vitae = total(state, Attribute.VITAE)
    # As wide as two of three.
    wide = (*column(WOUNDS, 0, 3)[:2], *column(WOUNDS, 1, 3)[2:])
    inside = paper.box(wide, words.WOUNDS, words.of(state.wounds, vitae))
    taken = min(state.wounds, vitae)
    if vitae <= MOST_HEARTS:
        paper.hearts(inside, vitae - taken, taken)
    else:
        paper.text(inside, words.wounds(state.wounds, vitae), SIZE)
    paper.text(paper.box(column(WOUNDS, 2, 3), words.GOLD), f"{state.gold:,}", SIZE)


def _xp(paper: Paper, state: Adventurer, rulings: Rulings) -> None:
    for place, (attribute, field) in enumerate(XP):
        count = getattr(state, field)
        counts = room_to_rise(state, attribute, one_number=rulings.one_number) > 0
        aside = words.of(count, XP_FOR_A_RISE)
        inside = paper.box(column(XP_ROW, place, 2), words.XP[attribute], aside)
        if counts:
            paper.ticks(inside, count, XP_FOR_A_RISE)
        else:
            paper.small(inside, [words.NO_MORE])


def _possessions(paper: Paper, state: Adventurer, rulings: Rulings) -> None:
    left, top, right, bottom = column(HELD, 1, 2)
    middle = (top + bottom) // 2
    boxes = {
        Ware.ITEM: column(HELD, 0, 2),
        Ware.SPELL: (left, top, right, middle - GAP // 2),
        Ware.ALLY: (left, middle + GAP // 2, right, bottom),
    }
    for ware, box in boxes.items():
        most = limit(state, ware, one_at_three=rulings.one_at_three)
        inside = paper.box(box, words.WARES[ware], words.carried(len(state.held(ware)), most))
        paper.rows(inside, rows(state, ware, rows_in(inside)))


def rows(state: Adventurer, ware: Ware, most: int) -> list[str]:
    """A line for each name; what there is no line for is counted in the last one."""
    named = sheet_cards.named(state.held(ware))
    if len(named) <= most:
        return [words.several(name, count) for name, count in named]
    rest = sum(count for _, count in named[most - 1 :])
    return [*(words.several(name, count) for name, count in named[: most - 1]), words.and_more(rest)]


# -- in words ---------------------------------------------------------------------------------------


def alt(state: Adventurer, rulings: Rulings) -> str:
    """What the picture shows, in words: of a full pack, as many names as there is room for."""
    numbers = [sheet_cards.attribute_line(made_of(state, each)) for each in Attribute]
    numbers += [sheet_cards.hearts(state), words.gold(state.gold), *sheet_cards.xp_lines(state, rulings)]
    head = [words.sheet_of(bare(state.name)), words.who(state.type, state.alignment)]
    # Nobody's words are among the numbers.
    head += [line.replace("**", "") for line in numbers]
    foot = [words.quest(bare(state.quest.name), "")] if state.quest is not None else []
    foot.append(sheet_cards.place(state, bare))
    room = ALT - len("\n".join((*head, *foot)))
    held = (_held(state, ware, rulings, int(room * share) - LABELLED) for ware, share in SHARES.items())
    return "\n".join((*head, *held, *foot))


def _held(state: Adventurer, ware: Ware, rulings: Rulings, most: int) -> str:
    return words.held(
        sheet_cards.room(state, ware, rulings), sheet_cards.listed(state.held(ware), most, bare)
    )
