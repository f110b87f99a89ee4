"""`/adv gm overview`: how every adventurer fares, and whose move it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.engine.asking import Asking
from bot.engine.card import Card, Pick, Select
from bot.engine.declare import Options, look, option
from bot.engine.people import Permit
from bot.engine.settings import Setting
from bot.engine.system import RecordId
from bot.engine.text import Safe, T
from bot.engine.views import RecordView, Waiting
from bot.errors import RuleViolation
from bot.play import NoCampaign
from bot.systems.adventuria import settings
from bot.systems.adventuria.adventurer import ADVENTURER, COMPANIONS
from bot.systems.adventuria.combat import words as combat_words
from bot.systems.adventuria.ledger import total
from bot.systems.adventuria.state import Adventurer, Attribute, Stage
from bot.ui.commands import handler
from bot.ui.controls import select
from bot.ui.dispatcher import Dispatcher, Interaction
from bot.ui.reply import Reply
from bot.ui.text import safe, since

LABEL = 80


@look("adv gm overview", may=Permit.GAME_MASTERS)
def overview(asking: Asking) -> Card:
    """See how everybody fares, who waits longest first"""
    return _card(asking.seen.campaign.name, asking.all(ADVENTURER), asking.waiting())


def _card(campaign: str, found: Sequence[RecordView], waiting: Iterable[Waiting]) -> Card:
    name = safe(campaign)
    if not found:
        return Card(name, (T("No adventurer is in play; `/adv new` makes one.")(),))
    moves = _moves(waiting)
    ordered = sorted(found, key=lambda each: _order(each, moves.get(each.id)))
    # Two lines for each, kept together.
    entries = ("\n".join(_lines(each, moves.get(each.id))) for each in ordered)
    title = T("{name}: {n} {n:adventurer|adventurers}")(name=campaign, n=len(found))
    return Card(title, tuple(entries))


def _moves(waiting: Iterable[Waiting]) -> dict[RecordId, Waiting]:
    """What each adventurer waits for, in itself or in its fight and offers: a narrator's part first."""
    moves: dict[RecordId, Waiting] = {}
    # The longest first, as the house gives them.
    for each in sorted(waiting, key=lambda each: each.who is not None):
        moves.setdefault(_about(each.record), each)
    return moves


def _about(record: RecordView) -> RecordId:
    adventurer: RecordId = record.state.adventurer if record.kind in COMPANIONS else record.id
    return adventurer


def _order(record: RecordView, move: Waiting | None) -> tuple[int, float, str]:
    """Who waits for the narrator, then who waits for a player, then the others; the longest first."""
    if move is None:
        return 2, 0.0, record.title
    return int(move.who is not None), move.since.timestamp(), record.title


def _lines(record: RecordView, move: Waiting | None) -> tuple[str, str]:
    state: Adventurer = record.state
    when = T("turn {turn}")(turn=state.turn) if state.turn else T("before the first turn")()
    fares = T(
        "**{name:60}** · {type} of {player:@} · {wounds}/{vitae} wounds · {gold:,} gold · {when} at"
        " {location:60}"
    )(
        name=state.name,
        type=state.type,
        player=state.player,
        wounds=state.wounds,
        vitae=total(state, Attribute.VITAE),
        gold=state.gold,
        when=when,
        location=state.location,
    )
    return fares, _move(state, move)


def _move(state: Adventurer, move: Waiting | None) -> str:
    if move is None:
        return T("Camps")() if state.stage is Stage.CAMP else T("Nothing waits")()
    label = safe(move.label, LABEL)
    linked = Safe(f"[{label}]({move.link.url})") if move.link is not None else label
    told = T("{who:@}: {what} · {since}")
    return told(who=move.who, what=linked, since=Safe(since(move.since)))


# -- `/adv rules`: the rules in short, by topic, and what this campaign decided about them -----------------


RULES_LIST = "adv_rules"


SETTINGS: dict[str, tuple[Setting, ...]] = {
    "creation": (settings.CREATION, settings.ADVENTURERS),
    "attributes": (settings.LEDGERS,),
    "gold": (settings.ALL_OF_NOTHING,),
    "spells": (settings.SPELLS_AT_THREE, settings.FULL_OF_SPELLS),
    "experience": (settings.XP_VALUES,),
    "adventuring": (settings.PROXY,),
}
FIRST = next(iter(combat_words.RULES_RULES))


class Topic(Options):
    """Which page."""

    topic: str = option(
        "Which part of them",
        default=FIRST,
        suggest=[(title, key) for key, title in combat_words.TITLES.items()],
    )


@handler("adv rules", may=Permit.EVERYONE)
async def rules(dispatcher: Dispatcher, reply: Reply, asked: Topic) -> None:
    """Read the rules, and what this campaign decided"""
    await reply.private(await _page(dispatcher, reply.interaction, asked.topic))


@select(RULES_LIST, may=Permit.EVERYONE)
async def _turn(dispatcher: Dispatcher, reply: Reply, topic: str) -> Card:
    return await _page(dispatcher, reply.interaction, topic)


async def _page(dispatcher: Dispatcher, interaction: Interaction, topic: str) -> Card:
    """The page of a topic, by its key or title. Raises RuleViolation."""
    near = topic.strip().casefold()
    found = next((key for key, title in combat_words.TITLES.items() if near in (key, title.casefold())), None)
    if found is None:
        raise RuleViolation(combat_words.no_topic(safe(topic, 40)))
    return page(found, await _chosen(dispatcher, interaction))


async def _chosen(dispatcher: Dispatcher, interaction: Interaction) -> Mapping[str, str] | None:
    try:
        return (await dispatcher.look(interaction)).campaign.settings
    except NoCampaign:
        return None


def page(topic: str, chosen: Mapping[str, str] | None) -> Card:
    """One topic's rules and settings; `chosen` is None where no campaign is played."""
    lines = [combat_words.rules_rule(number, text) for number, text in combat_words.RULES_RULES[topic]]
    found = [_decided(setting, chosen or {}) for setting in SETTINGS.get(topic, ())]
    if found:
        how = combat_words.NO_CAMPAIGN if chosen is None else combat_words.HOW_TO_CHANGE
        lines += ["", f"**{combat_words.DECIDED}**", *found, how]
    picks = tuple(Pick(key, title, is_chosen=key == topic) for key, title in combat_words.TITLES.items())
    lists = (Select(combat_words.WHICH, RULES_LIST, picks),)
    return Card(combat_words.page_title(topic), (*lines, combat_words.CREDIT), selects=lists)


def _decided(setting: Setting, chosen: Mapping[str, str]) -> str:
    option = setting.option(setting.of(chosen))
    return combat_words.decided(setting.title, option.label, option.meaning)
