"""`/adv gm overview`: how every adventurer is doing, and whose move it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.engine.card import Card, Pick, Select
from bot.engine.declare import Invocation, Options, choices_of, look, option
from bot.engine.finders import Asker
from bot.engine.people import Permit
from bot.engine.settings import Setting
from bot.engine.system import RecordId
from bot.engine.text import Safe, T, refused
from bot.engine.views import RecordView, Waiting
from bot.systems.adventuria import settings
from bot.systems.adventuria.adventurer import ADVENTURER, COMPANIONS
from bot.systems.adventuria.book import RULES, Topic
from bot.systems.adventuria.ledger import total
from bot.systems.adventuria.sheet.commands import EVERYBODY_GONE, gone_by
from bot.systems.adventuria.state import Adventurer, Attribute, Stage
from bot.ui.controls import select
from bot.ui.dispatcher import Dispatcher
from bot.ui.reply import Reply
from bot.ui.text import safe

LABEL = 80


@look("adv gm overview", may=Permit.GAME_MASTERS)
def overview(asker: Asker) -> Card:
    """See how everyone is doing, longest wait first"""
    name, found = asker.seen.campaign.name, asker.all(ADVENTURER)
    if not found:
        return Card(safe(name), (_nobody(asker),))
    return _card(name, found, asker.waiting())


def _nobody(asker: Asker) -> Safe:
    """What there is to say where nobody is in play."""
    in_hall = len(gone_by(asker.look(EVERYBODY_GONE)))
    if in_hall:
        return T("Nobody is in play; {n} in `/adv hall`. `/adv new` makes an adventurer.")(n=in_hall)
    return T("No adventurers yet; `/adv new` makes one.")()


def _card(campaign: str, found: Sequence[RecordView], waiting: Iterable[Waiting]) -> Card:
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
        record = each.record
        moves.setdefault(record.state.adventurer if record.kind in COMPANIONS else record.id, each)
    return moves


def _order(record: RecordView, move: Waiting | None) -> tuple[int, float, str]:
    """Who waits for the narrator, then who waits for a player, then the others; the longest first."""
    if move is None:
        return 2, 0.0, record.title
    return int(move.who is not None), move.since.timestamp(), record.title


def _lines(record: RecordView, move: Waiting | None) -> tuple[str, str]:
    state: Adventurer = record.state
    when = T("turn {turn}")(turn=state.turn) if state.turn else T("before the first turn")()
    fares = T(
        "**{name:60}** · {type}, played by {player:@} · {wounds}/{vitae} wounds · {gold:,} gold · {when} at"
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
        return T("Camping")() if state.stage is Stage.CAMP else T("Nothing waiting")()
    told = T("{who:@}: {what} · {since}")
    return told(who=move.who, what=move.linked(LABEL), since=move.ago)


# -- `/adv rules`: the rules in short, by topic, and the house rules of this campaign -----------------


RULES_LIST = "adv_rules"


SETTINGS: dict[Topic, tuple[Setting, ...]] = {
    Topic.CREATION: (settings.CREATION, settings.ADVENTURERS),
    Topic.ATTRIBUTES: (settings.LEDGERS,),
    Topic.GOLD: (settings.ALL_OF_NOTHING,),
    Topic.SPELLS: (settings.SPELLS_AT_THREE, settings.FULL_OF_SPELLS),
    Topic.EXPERIENCE: (settings.XP_VALUES,),
    Topic.ADVENTURING: (settings.THREADS, settings.PROXY),
}


class HelpPage(Options):
    """Which page of the rules to show."""

    topic: str = option(
        "Which topic",
        default=Topic.CREATION.value,
        suggest=[(each, each.value) for each in Topic],
    )


@look("adv rules", may=Permit.EVERYONE, is_anywhere=True)
def rules(asker: Asker, asked: HelpPage) -> Card:
    """Read the rules and house rules"""
    near = asked.topic.strip().casefold()
    topic = next((each for each in Topic if near in (each.value, each.label.casefold())), None)
    if topic is None:
        raise refused(
            "rules.no_topic",
            "There is no topic “{text:40}”; choose one of: {topics:,}.",
            text=asked.topic,
            topics=list(Topic),
        )
    return page(topic, None if asker.is_outside else asker.seen.campaign.settings)


@select(RULES_LIST, may=Permit.EVERYONE)
async def _turn(dispatcher: Dispatcher, reply: Reply, topic: str) -> None:
    """Show another topic of the rules in place of this one."""
    await dispatcher.show_look(reply, Invocation(dispatcher.commands["adv rules"], {"topic": topic}), 0)


def page(topic: Topic, chosen: Mapping[str, str] | None) -> Card:
    """One topic's rules and settings; `chosen` is None where no campaign is played."""
    lines: list[str] = [T("**A{number}** {rule}")(number=number, rule=rule) for number, rule in RULES[topic]]
    found = [_decided(setting, chosen or {}) for setting in SETTINGS.get(topic, ())]
    if found:
        how = T("-# A narrator can change these with `/campaign settings`.")
        if chosen is None:
            how = T("-# There is no campaign here; these are the defaults.")
        lines += ["", T("**House rules**")(), *found, how()]
    picks = tuple(Pick(key, label, is_chosen=key == topic) for key, label in choices_of(Topic))
    lists = (Select(T("Another topic").plain(), RULES_LIST, picks),)
    credit = T(
        "-# In our own words; the full text is in the game itself, Adventuria Online Roleplaying Game."
    )()
    title = T("Adventuria rules · {topic}")(topic=topic)
    return Card(title, (*lines, credit), selects=lists)


def _decided(setting: Setting, chosen: Mapping[str, str]) -> str:
    option = setting.option(setting.of(chosen))
    decided = T("**{title}:** {option}. {meaning}.")
    title, label, meaning = Safe(setting.title), Safe(option.label), Safe(option.meaning)
    return decided(title=title, option=label, meaning=meaning)
