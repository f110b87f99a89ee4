"""A leader's plan of an Edict phase: deeds put together beforehand, seen as one, carried out in a row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.engine.card import Button, Card, Pick, Select, Tone
from bot.engine.people import Actor, Permit
from bot.engine.system import Scope
from bot.engine.text import Safe, T, refused
from bot.engine.words import safe
from bot.errors import NotAllowed, RuleViolation, UserError
from bot.play import CampaignView, Request
from bot.systems.kingdom.book import BuildingType, Improvement, MonthStep, Phase
from bot.systems.kingdom.land.claims import AbandonHex, ClaimHex
from bot.systems.kingdom.land.improvements import BuildImprovement, PrepareSite
from bot.systems.kingdom.land.state import spot_of
from bot.systems.kingdom.leaders.leaving import ResignRole, SwitchRole
from bot.systems.kingdom.leaders.rules import AssignLeader
from bot.systems.kingdom.month.course import FinishStep
from bot.systems.kingdom.month.edicts import SetEdicts
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.steps import ASKS, STEPS, Looker, acted_for
from bot.systems.kingdom.towns.building import BuildBuilding, UpgradeBuilding
from bot.systems.kingdom.towns.settlements import AddDistrict, NameCapital
from bot.systems.kingdom.towns.wrecking import DemolishBuilding, RepairBuilding
from bot.ui.card import MOST_PICKS
from bot.ui.commands import handler
from bot.ui.controls import button, select
from bot.ui.dispatcher import Dispatcher, actor_of, request_of
from bot.ui.renderer import OFFER
from bot.ui.reply import Reply

ADD, REMOVE, CLEAR = "edict_add", "edict_remove", "edict_clear"
TAKE_OVER = "edict_take"

# What can be put on a plan, and the step of the Edict phase that it is done in.
STEP_OF: Final[Mapping[type[Any], MonthStep]] = {
    **dict.fromkeys((AssignLeader, ResignRole, SwitchRole), MonthStep.LEADERSHIP),
    **dict.fromkeys((ClaimHex, AbandonHex), MonthStep.HEXES),
    **dict.fromkeys((BuildImprovement, PrepareSite), MonthStep.TERRAIN),
    **dict.fromkeys(
        (BuildBuilding, UpgradeBuilding, DemolishBuilding, RepairBuilding), MonthStep.SETTLEMENTS
    ),
    **dict.fromkeys((AddDistrict, NameCapital), MonthStep.SETTLEMENTS),
    SetEdicts: MonthStep.EDICTS,
}
# What a leader may leave as a draft to whose duty it is.
DRAFTED: Final = tuple(
    each
    for each, step in STEP_OF.items()
    if step in (MonthStep.HEXES, MonthStep.TERRAIN, MonthStep.SETTLEMENTS)
)


@dataclass(frozen=True, slots=True)
class _Draft:
    """What another leader left to be carried out."""

    user: int
    id: str
    who: str
    what: str


@dataclass(frozen=True, slots=True)
class _Plan:
    """The asker's entries by id, what others left to them, and the kingdoms of all that as they see them."""

    entries: Mapping[str, Any]
    drafts: Sequence[_Draft]
    view: CampaignView


@handler("edict plan", may=Permit.MEMBERS)
async def plan(dispatcher: Dispatcher, reply: Reply) -> None:
    """See your plan for the Edict phase and its total, and carry it out"""
    await reply.private(await _card(dispatcher, reply))


async def _who(dispatcher: Dispatcher, reply: Reply) -> tuple[Actor, Request]:
    """Who asks, and where. Raises NotAllowed for those who may have no plan here."""
    await dispatcher.look(reply.interaction)
    return actor_of(reply.interaction), request_of(reply.interaction)


async def _planned(dispatcher: Dispatcher, reply: Reply) -> _Plan:
    """What the asker has on their plan, and may take over. Raises NotAllowed."""
    who = await _who(dispatcher, reply)
    entries, others = await dispatcher.play.plan(*who), await dispatcher.play.plans_of_others(*who)
    deeds = (each for plan in (entries, *others.values()) for each in plan.values())
    scope = Scope(ids=tuple(dict.fromkeys(each.kingdom for each in deeds)), links=True)
    view = await dispatcher.look(reply.interaction, scope)
    return _Plan(entries, [*_drafts(view, others)], view)


async def _card(dispatcher: Dispatcher, reply: Reply) -> Card:
    """The plan as one preview, what was left to others or by them, and what takes something off it."""
    found = await _planned(dispatcher, reply)
    entries, drafts, view = found.entries, found.drafts, found.view
    if not entries and not drafts:
        empty = T(
            "Your plan is empty. Press **Add to my plan** below what `/hex claim`, `/settlement build`, "
            "`/edict set` and others show you."
        )
        return Card(T("Your plan")(), (empty(),), tone=Tone.QUIET)
    left = [each for each in entries.values() if not _is_for(view, view.viewer.user or 0, each)]
    deeds = _in_order(view, [each for each in entries.values() if each not in left])
    who = actor_of(reply.interaction), request_of(reply.interaction)
    try:
        card = dispatcher.renderer.preview(await dispatcher.play.preview(*who, deeds)) if deeds else Card()
    except UserError as refusal:
        card = Card(lines=(str(refusal),))
    lines = [T("**Draft for others:** {what}")(what=Safe(_told(view, each))) for each in left]
    lines += [T("**Draft by {user:@}:** {what}")(user=each.user, what=Safe(each.what)) for each in drafts]
    taken = tuple(Pick(f"{each.user}/{each.id}", f"{each.what} ({each.who})") for each in drafts)
    clear = (Button(T("Clear").plain(), CLEAR),) if entries else ()
    lists = (
        removal(dispatcher, view, REMOVE, entries),
        Select(T("Take over a draft…").plain(), TAKE_OVER, taken[:MOST_PICKS]),
    )
    return replace(
        card.add(*lines),
        title=T("Your plan")(),
        buttons=(*(each for each in card.buttons if each.name == OFFER), *clear),
        selects=tuple(each for each in lists if each.picks),
        note=T("{who} It's done in this order and stops where something no longer works.")(
            who=T("Only you see this, and drafts those who can carry them out.")
            if left
            else T("Only you see this.")
        ),
    )


def _drafts(view: CampaignView, others: Mapping[int, Mapping[str, Any]]) -> Iterator[_Draft]:
    """What other leaders left that the asker may carry out, and they may not."""
    own = view.viewer.user or 0
    for user, plan in others.items():
        for id_, each in plan.items():
            kingdom = _kingdom(view, each)
            if type(each) not in DRAFTED or kingdom is None:
                continue
            if _is_for(view, own, each) and not _is_for(view, user, each):
                names = [leader.name for leader in kingdom.leaders if leader.player == user]
                yield _Draft(user, id_, safe(next(iter(names), "?"), 40), _told(view, each))


def _kingdom(view: CampaignView, deed: Any) -> Kingdom | None:
    record = view.records.get(deed.kingdom)
    return record.state if record is not None and not record.is_archived else None


def _is_for(view: CampaignView, user: int, deed: Any) -> bool:
    """Whether that person may carry it out; what nobody drafts for others is everybody's own."""
    kingdom, task = _kingdom(view, deed), ASKS[STEP_OF[type(deed)]]
    if kingdom is None or task is None or type(deed) not in DRAFTED:
        return True
    try:
        acted_for(Looker(user, view.campaign.standing(user), view), kingdom, task)
    except NotAllowed:
        return False
    return True


def removal(
    dispatcher: Dispatcher, view: CampaignView, control: str, deeds: Mapping[str, Any], *args: str
) -> Select:
    """The list that takes one of several deeds put together off again."""
    names = ((id_, _named(view, dispatcher.play.label(each), each)) for id_, each in deeds.items())
    picks = tuple(Pick(id_, f"{number}. {name}") for number, (id_, name) in enumerate(names, 1))
    return Select(T("Remove…").plain(), control, picks[:MOST_PICKS], args)


def _named(view: CampaignView, label: str, deed: Any) -> str:
    """A deed by its button, and what and where that is: "Build it: Tavern C4"."""
    if not isinstance(deed, ClaimHex | AbandonHex | BuildImprovement | PrepareSite | BuildBuilding):
        return label
    about = T("{label}: {what}")
    return about.plain(label=label, what=" ".join(filter(None, _what_and_where(view, deed))))


def _told(view: CampaignView, deed: Any) -> str:
    """A deed in a few words: what, and where as it was written."""
    kind, where = _what_and_where(view, deed)
    what = T("{step}: {kind} {where:40}") if kind else T("{step}: {where:40}")
    values = {"step": STEP_OF[type(deed)], "kind": kind, "where": where}
    return what.plain(**{name: values[name] for name in what.names})


def _what_and_where(view: CampaignView, deed: Any) -> tuple[str, str]:
    kind = next(
        (getattr(deed, each) for each in ("improvement", "to", "building") if hasattr(deed, each)), ""
    )
    kind = next((each.label for each in (*BuildingType, *Improvement) if each.value == kind), kind)
    where = getattr(deed, "hex", None) or getattr(deed, "place", None) or ""
    kingdom = _kingdom(view, deed)
    land = view.records.get(kingdom.land) if kingdom is not None else None
    if land is not None and hasattr(deed, "hex"):
        with suppress(RuleViolation):
            where = land.state.name_of(spot_of(land.state, where))
    return str(kind), str(where)


def _in_order(view: CampaignView, deeds: Sequence[Any]) -> Sequence[Any]:
    """The deeds by their steps; between them what ends a step, where the next begins only then."""
    sorted_ = sorted(deeds, key=lambda each: list(MonthStep).index(STEP_OF[type(each)]))
    ended: set[tuple[str, MonthStep]] = set()
    found: list[Any] = []
    for each in sorted_:
        kingdom = view.records.get(each.kingdom)
        for step in _before(kingdom.state, STEP_OF[type(each)]) if kingdom is not None else ():
            if (each.kingdom, step) not in ended:
                ended.add((each.kingdom, step))
                found.append(FinishStep(each.kingdom, step))
        found.append(each)
    return found


def _before(kingdom: Kingdom, step: MonthStep) -> Iterator[MonthStep]:
    """The steps that must be over before that one."""
    month = kingdom.month
    if month.phase is Phase.EDICT and not month.in_any_order:
        for each in STEPS[Phase.EDICT]:
            if each is step:
                return
            if not month.is_over(each):
                yield each


@button(ADD, may=Permit.MEMBERS)
async def _add(dispatcher: Dispatcher, reply: Reply, preview: str) -> Card:
    anew = await dispatcher.play.add_to_plan(*await _who(dispatcher, reply), preview)
    return await _card(dispatcher, reply) if anew is None else dispatcher.renderer.preview(anew)


@select(REMOVE, may=Permit.MEMBERS)
async def _remove(dispatcher: Dispatcher, reply: Reply, entry: str) -> Card:
    await dispatcher.play.drop_from_plan(*await _who(dispatcher, reply), entry)
    return await _card(dispatcher, reply)


@button(CLEAR, may=Permit.MEMBERS)
async def _clear(dispatcher: Dispatcher, reply: Reply) -> Card:
    await dispatcher.play.drop_from_plan(*await _who(dispatcher, reply))
    return await _card(dispatcher, reply)


@select(TAKE_OVER, may=Permit.MEMBERS)
async def _take_over(dispatcher: Dispatcher, reply: Reply, entry: str) -> Card:
    """Put what another leader left on one's own plan."""
    user, _, id_ = entry.partition("/")
    if (user, id_) not in {(str(each.user), each.id) for each in (await _planned(dispatcher, reply)).drafts}:
        raise refused("plan.draft_gone", "That draft is gone, or somebody else's to carry out.")
    await dispatcher.play.take_over(*await _who(dispatcher, reply), int(user), id_)
    return await _card(dispatcher, reply)
