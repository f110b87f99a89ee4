"""`/campaign pace`: a campaign's rhythm at a glance, and its buttons; a reminder that somebody puts off."""

from __future__ import annotations

from datetime import datetime

from bot.engine.campaign import Campaign
from bot.engine.card import Button, Card, Pick, Select
from bot.engine.drawing import draws
from bot.engine.orders import StandingOrder
from bot.engine.pace import Away
from bot.engine.people import Permit, only
from bot.engine.system import RecordId
from bot.engine.text import Safe, T
from bot.play import Outcome, Post
from bot.systems.table.pace.rules import GoAway, Rhythm, SetPace, WentAway, pace_lines
from bot.ui.commands import handler
from bot.ui.controls import ID, Do, button, number, select
from bot.ui.dispatcher import Dispatcher, actor_of, request_of
from bot.ui.reply import Reply

SNOOZE, PAUSE, RHYTHM, BACK = "snooze", "pause", "rhythm", "im_back"


@handler("campaign pace", may=Permit.EVERYONE)
async def pace(dispatcher: Dispatcher, reply: Reply, wanted: SetPace) -> None:
    """See how long this campaign waits, and who is away; game masters change it here"""
    if wanted != SetPace():
        await dispatcher.carry_out(reply, wanted)
        return
    seen = await dispatcher.look(reply.interaction)
    await reply.private(card(seen.campaign, dispatcher.play.context.now(), is_led=seen.viewer.is_game_master))


def card(campaign: Campaign, now: datetime, *, is_led: bool) -> Card:
    """The campaign's rhythm, who is away and what people said in advance; who leads it may change it."""
    lines: list[str] = [T("• {line}")(line=each) for each in pace_lines(campaign.pace)]
    if campaign.pace.is_paused:
        lines.insert(0, T("⏸ **Paused**: no deadlines and no reminders until it goes on.")())
    if away := [each for each in campaign.away if not each.is_over(now)]:
        lines += ["", T("**Away**")(), *map(_away, away)]
    if campaign.orders:
        lines += ["", T("**Standing orders**")(), *map(_order, campaign.orders)]
    found = Card(T("Pace of {name}")(name=campaign.name), tuple(lines))
    if not is_led:
        return found.add(
            "", T("-# `/away` says that you're away, `/preferences reminders` when you're mentioned.")()
        )
    stop = T("Go on") if campaign.pace.is_paused else T("Pause")
    picks = tuple(Pick(each.value, each.label, each.meaning) for each in Rhythm)
    return found.add(
        "",
        T(
            "-# `/campaign pace` with its options changes parts of it: one sort of scene, grace, holidays, "
            "absences."
        )(),
        buttons=(Button(stop.plain(), PAUSE, ("" if campaign.pace.is_paused else "1",)),),
        selects=(Select(T("A pace to begin with").plain(), RHYTHM, picks),),
    )


@draws(WentAway)
def _gone(gone: WentAway, _post: Post) -> Card:
    """A card saying that somebody is away, with a button to come back."""
    return Card(lines=(gone.sentence(),), buttons=(Button(T("I'm back").plain(), BACK, (str(gone.who),)),))


def _away(away: Away) -> Safe:
    since = Safe(f"<t:{int(away.since.timestamp())}:D>")
    last = away.last_moment
    until = T(" until {at}")(at=Safe(f"<t:{int(last.timestamp())}:D>")) if last is not None else ""
    proxy = T(", {proxy:@} acts for them")(proxy=away.proxy) if away.proxy is not None else ""
    missed = T(", after missing deadlines")() if away.is_by_itself else ""
    told = T("{who:@}: from {since}{until}{proxy}{missed}")
    return told(who=away.person, since=since, until=until, proxy=proxy, missed=missed)


def _order(order: StandingOrder) -> Safe:
    n = len(order.answers)
    answers = T(" ({n} {n:answer|answers} in advance)")(n=n) if n else ""
    return T("{who:@}: {words}{answers}")(who=order.person, words=order.words or "–", answers=answers)


def _panel(outcome: Outcome) -> Card:
    """The panel of the pace, as it is now."""
    return card(outcome.private.campaign, outcome.private.entry.at, is_led=True)


@button(PAUSE, may=Permit.GAME_MASTERS)
async def _pause(_dispatcher: Dispatcher, _reply: Reply, paused: str) -> Do:
    return Do(SetPace(paused=bool(paused)), panel=_panel)


@select(RHYTHM, may=Permit.GAME_MASTERS)
async def _rhythm(_dispatcher: Dispatcher, _reply: Reply, rhythm: Rhythm) -> Do:
    return Do(SetPace(rhythm=rhythm), panel=_panel)


@button(BACK, may=Permit.MEMBERS)
async def _back(_dispatcher: Dispatcher, reply: Reply, who: str = "") -> Do:
    """Theirs alone whose absence the card told; older cards don't hold whose it was."""
    if who and number(who, ID) != reply.interaction.user.id:
        raise only(T("{who:@}")(who=number(who, ID)))
    return Do(GoAway(back=True))


@button(SNOOZE, may=Permit.MEMBERS)
async def _snooze(dispatcher: Dispatcher, reply: Reply, record: str) -> None:
    actor, request = actor_of(reply.interaction), request_of(reply.interaction)
    until = await dispatcher.play.snooze(actor, request, RecordId(record))
    told = T("You won't be reminded of that before {at}. It still waits for you.")
    await reply.private(told(at=Safe(f"<t:{int(until.timestamp())}:f>")))
