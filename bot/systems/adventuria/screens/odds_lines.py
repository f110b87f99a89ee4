"""Chances of a fight in lines: the next exchange, the fight to its end, and the XP at stake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from bot.engine.campaign import Campaign
from bot.engine.dice.odds import percent
from bot.systems.adventuria.rules.battle import Award, Battle, at_stake, of_fight
from bot.systems.adventuria.rules.fight import Combat, Fight, Order, Phase
from bot.systems.adventuria.rules.odds import Chances
from bot.systems.adventuria.rules.prospects import FEW, Prospect, next_exchange, to_the_end
from bot.systems.adventuria.rules.settings import CURRENT, LEDGERS, ONE_NUMBER, XP_VALUES
from bot.systems.adventuria.rules.state import Adventurer
from bot.systems.adventuria.words import odds as words
from bot.ui.text import fitting, safe

# Of six monsters with long names.
NEXT_ROOM, NAME = 600, 30
BETWEEN_EXCHANGES = (Phase.READY, Phase.AGAIN)


def lines_of_fight(fight: Fight, adventurer: Adventurer, campaign: Campaign) -> list[str]:
    """What a fight's card says of its chances; nothing while the dice are on the table."""
    if fight.phase not in BETWEEN_EXCHANGES or fight.kind is None:
        return []
    one_number, is_current = rulings(campaign)
    battle = of_fight(fight, adventurer, one_number=one_number, is_current=is_current)
    return lines(battle, to_the_end(battle, FEW), words.ASK_FOR_MORE)


def rulings(campaign: Campaign) -> tuple[bool, bool]:
    """What the campaign decided about Q1 and Q7."""
    settings = campaign.settings
    return LEDGERS.of(settings) == ONE_NUMBER, XP_VALUES.of(settings) == CURRENT


def lines(battle: Battle, prospect: Prospect | None, where_left_out: str) -> list[str]:
    """The chances, and what they stand for."""
    if battle.is_over:
        return []
    return [
        *fitting(_next(battle), NEXT_ROOM),
        *_to_the_end(battle, prospect, where_left_out),
        _stake(at_stake(battle), battle.kind),
    ]


def _next(battle: Battle) -> Iterator[str]:
    """The chances against each that may be next, those that are the same once."""
    places = battle.engaged if battle.order is Order.IN_TURN else battle.standing
    alike: dict[Chances, list[str]] = {}
    for place in places:
        alike.setdefault(next_exchange(battle, place), []).append(safe(battle.foes[place].name, NAME))
    for once, names in alike.items():
        whom = words.EACH if len(names) == len(places) > 1 else ", ".join(names)
        against = whom if len(battle.standing) > 1 else ""
        rest = 1 - once.win - once.standoff - once.lose
        unrolled = percent(rest) if rest else ""
        yield words.chances(percent(once.win), percent(once.standoff), percent(once.lose), against, unrolled)


def _to_the_end(battle: Battle, prospect: Prospect | None, where_left_out: str) -> Iterator[str]:
    if prospect is None:
        yield words.TOO_MANY_WAYS
        return
    found = prospect.outcome
    length = words.never(percent(found.never)) if found.exchanges is None else _length(found.exchanges)
    wounds = words.wounds(_number(found.wounds))
    yield words.to_the_end(percent(found.fells), percent(found.falls), length, wounds)
    if not prospect.has_rules:
        yield where_left_out
    if battle.order is Order.CHOOSE and len(battle.standing) > 1:
        yield words.IN_THEIR_ORDER


def _length(exchanges: Fraction) -> str:
    return words.exchanges(_number(exchanges))


def _number(value: Fraction) -> str:
    """To one decimal, with a sign that every font has."""
    return f"{float(value):,.1f}".replace("-", words.MINUS)


def _stake(awards: Sequence[Award], kind: Combat) -> str:
    """All that felling those who stand brings, award for award."""
    worth, wasted = sum(each.worth for each in awards), sum(each.wasted for each in awards)
    if wasted == worth:
        return words.no_xp(worth, kind)
    rises = sum(each.rises for each in awards)
    return words.at_stake(worth, kind, awards[0].before, awards[-1].after, words.rest(kind, rises, wasted))
