"""A campaign's pace: how long it waits, who is away, what people say in advance, and when they are reminded.

`bot/engine/pace.py` says what is kept, `bot/play/pace.py` carries out what is due.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from bot.engine.campaign import Campaign
from bot.engine.declare import Action, Person, action, declared, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker, Pair
from bot.engine.habits import Habits, Pings
from bot.engine.orders import ORDER_LENGTH, StandingOrder, order_words
from bot.engine.pace import Away, Beat, Pace, Tempo
from bot.engine.people import Permit, Standing
from bot.engine.saying import Said, Who, Words, say
from bot.engine.system import ActionKind, Kind, Result, World
from bot.engine.text import Labelled, Safe, T, refused
from bot.engine.when import HOURS_A_DAY, days_of, hours_of, hours_of_day, shown_hours, spelled, stretch_of
from bot.engine.working import RecordCopy, campaign_copy, deed
from bot.engine.zones import shown_zone, zone_of, zones_like
from bot.errors import UserError
from bot.systems.table.dice.rules import OWN_HABITS, kept_habits, of_habits, only_own

# -- the campaign's pace ------------------------------------------------------------------------------------

LONGEST = 60 * HOURS_A_DAY
MOST_REMINDERS = 5
MOST_MISSED, MOST_SILENCE = 20, 60
MOST_HOLIDAYS = 20


class Rhythm(Labelled):
    """Paces to begin with."""

    OFF = "off", "Off", "No reminders and no deadlines"
    GENTLE = "gentle", "Gentle", "Two reminders, no deadlines"
    STEADY = "steady", "Steady", "A reminder a day; after three days the story goes on"
    BRISK = "brisk", "Brisk", "Reminders twice a day; after a day and a half the story goes on"


_DAY = HOURS_A_DAY
RHYTHMS: Mapping[Rhythm, Pace] = {
    Rhythm.OFF: Pace(),
    Rhythm.GENTLE: Pace(
        {
            Tempo.FIGHT: Beat(_DAY, 2),
            Tempo.EXPLORATION: Beat(2 * _DAY, 2),
            Tempo.DOWNTIME: Beat(4 * _DAY, 2),
            Tempo.MONTH: Beat(3 * _DAY, 2),
        },
        silence=10,
    ),
    Rhythm.STEADY: Pace(
        {
            Tempo.FIGHT: Beat(_DAY, 2, 2 * _DAY),
            Tempo.EXPLORATION: Beat(_DAY, 2, 3 * _DAY),
            Tempo.DOWNTIME: Beat(3 * _DAY, 2),
            Tempo.MONTH: Beat(2 * _DAY, 2, 5 * _DAY),
        },
        grace=_DAY,
        missed=3,
        silence=7,
        skips_away=True,
    ),
    Rhythm.BRISK: Pace(
        {
            Tempo.FIGHT: Beat(12, 1, _DAY),
            Tempo.EXPLORATION: Beat(12, 2, 36),
            Tempo.DOWNTIME: Beat(2 * _DAY, 2),
            Tempo.MONTH: Beat(_DAY, 2, 3 * _DAY),
        },
        grace=12,
        missed=3,
        silence=4,
        skips_away=True,
    ),
}


class SetPace(Action):
    """Change how long this campaign waits; what is left out stays as it is"""

    rhythm: Rhythm | None = option("A pace to begin with; the rest changes parts of it", default=None)
    scene: Tempo | None = option("The sort of scene that the next three are for", default=None)
    remind: str | None = option("A reminder after so long: 12h, 2d, or none", default=None, is_read=True)
    reminders: int | None = option("At most so many reminders", default=None, least=1, most=MOST_REMINDERS)
    deadline: str | None = option("Time to answer: 36h, 3d, or none", default=None, is_read=True)
    grace: str | None = option("Given once after a deadline: 12h, 1d, or none", default=None, is_read=True)
    weekends: bool | None = option("Whether Saturdays and Sundays count", default=None)
    holidays: str | None = option(
        "Days that don't count: 2026-12-24..2027-01-02, 2027-04-05, or none",
        default=None,
        is_read=True,
    )
    zone: str | None = option(
        "The table's time zone", default=None, suggest=lambda a: zones_like(a.typed), is_read=True
    )
    away: bool | None = option("Whether the story waits for people who are away", default=None)
    missed: int | None = option(
        "Away after so many deadlines missed in a row; 0 is never", default=None, least=0, most=MOST_MISSED
    )
    silence: int | None = option(
        "Days of silence after which Waypost says so; 0 is never", default=None, least=0, most=MOST_SILENCE
    )
    paused: bool | None = option("Stop all the clocks, or let them run again", default=None)


class PaceSet(Event):
    """The campaign has another pace; each line as it read then."""

    lines: tuple[str, ...]

    def sentence(self) -> Safe:
        """What is new."""
        lines = Safe("".join(f"\n• {each}" for each in self.lines))
        return T("The campaign's pace:{lines}")(lines=lines)


@deed(on=campaign_copy, may=Permit.GAME_MASTERS, button="Set the pace")
def set_pace(found: RecordCopy[Campaign], action: SetPace, dice: Dice) -> None:
    """Keep it. Raises RuleViolation for what makes no pace, and where nothing changes."""
    world, before = found.world, found.state.pace
    after = _wanted(world, before, action)
    told: list[Event] = []
    if action.paused is not None:
        if action.paused == before.is_paused:
            now = T("It's paused already.") if action.paused else T("It isn't paused.")
            raise refused("pace.paused_already", "{now} Nothing was changed.", now=now())
        after = after.paused(world.now) if action.paused else after.resumed(world.now)
        told.append(
            say(
                "pace.paused",
                T("{actor:@} pauses the campaign: no deadlines and no reminders until it goes on."),
            )
            if action.paused
            else say(
                "pace.resumed",
                T("{actor:@} lets the campaign go on. Everybody has as much time left as before."),
            )
        )
    if after == before:
        raise refused("pace.same", "That's how it is already; nothing was changed.")
    lines = _changed_lines(before, after)
    if lines:
        told.insert(0, PaceSet(tuple(lines)))
    found.change(pace=after)
    found.tell(*told)


def _wanted(world: World, before: Pace, action: SetPace) -> Pace:
    after = before
    if action.rhythm is not None:
        ready = RHYTHMS[action.rhythm]
        after = replace(
            ready,
            zone=before.zone,
            holidays=before.holidays,
            rests_on_weekends=before.rests_on_weekends,
            pauses=before.pauses,
        )
    after = _with_beat(after, action)
    changes: dict[str, Any] = {
        "grace": _span(action.grace) if action.grace is not None else None,
        "rests_on_weekends": None if action.weekends is None else not action.weekends,
        "zone": zone_of(action.zone) if action.zone is not None else None,
        "skips_away": None if action.away is None else not action.away,
        "missed": action.missed,
        "silence": action.silence,
    }
    after = replace(after, **{name: value for name, value in changes.items() if value is not None})
    if action.holidays is not None:
        after = replace(after, holidays=_holidays(world, action.holidays, after.zone))
    return after


def _with_beat(pace: Pace, action: SetPace) -> Pace:
    """The pace with the rhythm of one sort of scene, or of all where none is named."""
    given = (action.remind, action.reminders, action.deadline)
    if all(each is None for each in given):
        if action.scene is not None:
            raise refused("pace.only_scene", "Say what's new for it: `remind`, `reminders` or `deadline`.")
        return pace
    beats = dict(pace.beats)
    for tempo in (action.scene,) if action.scene is not None else Tempo:
        beat = pace.beat(tempo)
        if action.remind is not None:
            beat = replace(beat, remind=_span(action.remind))
        if action.reminders is not None:
            beat = replace(beat, most=action.reminders)
        if action.deadline is not None:
            beat = replace(beat, limit=_span(action.deadline))
        if beat.limit and beat.remind >= beat.limit:
            raise refused(
                "pace.reminder_too_late",
                "A reminder after {remind} would come after the deadline of {limit}. Remind earlier, or give "
                "more time.",
                remind=spelled(beat.remind),
                limit=spelled(beat.limit),
            )
        beats[tempo.value] = beat
    return replace(pace, beats={name: beat for name, beat in beats.items() if beat.remind or beat.limit})


def _span(text: str) -> int:
    hours = hours_of(text)
    if hours > LONGEST:
        raise refused(
            "pace.too_long",
            "The longest is {most}, not {hours}.",
            most=spelled(LONGEST),
            hours=spelled(hours),
        )
    return hours


def _holidays(world: World, text: str, zone: str) -> Any:
    found = days_of(text, world.now, zone)
    if len(found) > MOST_HOLIDAYS:
        raise refused("pace.too_many_holidays", "Up to {most} holidays, please.", most=MOST_HOLIDAYS)
    return found


def _changed_lines(before: Pace, after: Pace) -> list[Safe]:
    """Lines on what is new in the pace, and what no longer holds."""
    old, new = _parts(before), _parts(after)
    # Without beats the scenes have nothing left to say of each.
    untold = {NO_BEATS, *(before.beats if not after.beats else ())}
    gone = [line for part, line in old.items() if part not in new and part not in untold]
    return [
        *(line for part, line in new.items() if old.get(part) != line),
        *(T("no longer: {line}")(line=line) for line in gone),
    ]


def pace_lines(pace: Pace) -> list[Safe]:
    """What a campaign waits, a line for each part of it."""
    return list(_parts(pace).values())


NO_BEATS = "off"


def _parts(pace: Pace) -> dict[str, Safe]:
    """The parts of a pace in words, by subject."""
    parts = {tempo.value: _beat_line(tempo, pace.beat(tempo)) for tempo in Tempo if tempo.value in pace.beats}
    if not parts:
        parts[NO_BEATS] = T("nobody is reminded, and nothing has a deadline")()
    if pace.grace:
        more = T("{grace} of grace after each deadline")
        is_day = pace.grace == _DAY
        parts["grace"] = T("one extra day of grace")() if is_day else more(grace=spelled(pace.grace))
    if pace.rests_on_weekends:
        parts["weekends"] = T("weekends don't count")()
    for first, last in pace.holidays:
        until = T(" to {last}")(last=last.isoformat()) if last > first else ""
        parts[f"{first}{last}"] = T("{first}{until} doesn't count")(first=first.isoformat(), until=until)
    parts["zone"] = T("the table's time zone is {zone}")(zone=shown_zone(pace.zone))
    parts["away"] = (
        T("nobody waits for people who are away")
        if pace.skips_away
        else T("the story waits for people who are away")
    )()
    if pace.missed:
        says = T("{n} {n:deadline|deadlines} missed in a row {n:counts|count} as away")
        parts["missed"] = says(n=pace.missed)
    if pace.silence:
        parts["silence"] = T("after {n} {n:day|days} of silence, a note on who we're waiting for")(
            n=pace.silence
        )
    return parts


def _beat_line(tempo: Tempo, beat: Beat) -> Safe:
    remind = (
        T("up to {n} {n:reminder|reminders}, {time} apart")(time=spelled(beat.remind), n=beat.most)
        if beat.remind
        else T("no reminders")()
    )
    limit = T("{time} to answer")(time=spelled(beat.limit)) if beat.limit else T("no deadline")()
    return T("{tempo}: {remind}, {limit}")(tempo=tempo.label, remind=remind, limit=limit)


# -- who is away --------------------------------------------------------------------------------------------

LONGEST_AWAY = 366


class GoAway(Action):
    """Say that you're away, from when until when, and who acts for you; or that you're back"""

    until: str | None = option(
        "The last day: Dec 24, friday, 5 days, tomorrow 18:00; left out: until you're back",
        default=None,
        is_read=True,
    )
    since: str | None = option(
        "The first day; left out: from now on", name="from", default=None, is_read=True
    )
    proxy: Person | None = option("Who may answer for you meanwhile", default=None)
    back: bool = option("You're back", default=False)
    player: Person | None = option("For game masters: who is away, if it isn't you", default=None)


class WentAway(Event):
    """Somebody is away, or will be; `former` are those who were to act for them and aren't any longer."""

    concerns: ClassVar[tuple[str, ...]] = ("who", "proxy", "former")
    who: int
    since: int
    until: int | None
    proxy: int | None
    is_now: bool = True
    former: tuple[int, ...] = ()
    # Whether a time of the day was told.
    is_timed: bool = False

    def sentence(self) -> Safe:
        """From when until when, as the clocks of whoever reads it have it, and who acts for them."""
        style = "f" if self.is_timed else "D"
        since = "" if self.is_now else T(" from {at}")(at=Safe(f"<t:{self.since}:{style}>"))
        until = T(" until {at}")(at=Safe(f"<t:{self.until}:{style}>")) if self.until is not None else ""
        proxy = T(" {proxy:@} acts for them.")(proxy=self.proxy) if self.proxy is not None else ""
        told = T("{who:@} is away{since}{until}.{proxy}{no_more}")
        no_more = _acts_no_more(self.former)
        return told(who=self.who, since=since, until=until, proxy=proxy, no_more=no_more)


def _acts_no_more(former: Iterable[int]) -> Safe | str:
    """The sentence that somebody is no longer a proxy."""
    people = [T("{who:@}")(who=each) for each in former]
    return T(" {people} no longer {people:acts|act} for them.")(people=people) if people else ""


class ReturnedEarly(Event):
    """Somebody is back, and their proxies have no more to do."""

    concerns: ClassVar[tuple[str, ...]] = ("who", "former")
    who: int
    former: tuple[int, ...] = ()

    def sentence(self) -> Safe:
        """Who, and who acts for them no longer."""
        return T("{who:@} is back.{no_more}")(who=self.who, no_more=_acts_no_more(self.former))


@deed("away", on=campaign_copy, may=Permit.MEMBERS, button="Say that you're away")
def go_away(found: RecordCopy[Campaign], action: GoAway, dice: Dice) -> None:
    """Note it. Raises RuleViolation for a day that is over, and a proxy who isn't here."""
    world, campaign = found.world, found.state
    who = action.player if action.player is not None else world.actor
    if who != world.actor and world.standing is not Standing.GAME_MASTER:
        raise refused("away.not_yours", "Only a {gm} can say that somebody else is away.")
    _require_seat(campaign, who)
    if action.back:
        _come_back(found, who)
        return
    zone = world.zone_of(who) or campaign.pace.zone
    since, until, is_timed = stretch_of(action.since, action.until, world.now, zone)
    known = campaign.away_at(who, world.now)
    since = known.since if known is not None and since <= world.now else max(since, world.now)
    if until is not None and until <= world.now:
        raise refused("away.past", "That's over already. Name a day from today on.")
    if until is not None and until <= max(since, world.now):
        raise refused("away.backwards", "The last day can't come before the first.")
    if until is not None and (until - world.now).days > LONGEST_AWAY:
        raise refused("away.too_long", "At most a year, please; leave `until` out if you don't know.")
    proxy = _proxy(campaign, who, action.proxy)
    away = Away(who, since, until, proxy)
    if away == known:
        raise refused("away.same", "That's already noted for {who:@}; nothing was changed.", who=who)
    others = tuple(each for each in campaign.away if each.person != who and not each.is_over(world.now))
    told = WentAway(
        who,
        int(since.timestamp()),
        int(until.timestamp()) - (not is_timed) if until is not None else None,
        proxy,
        is_now=since <= world.now,
        former=_proxies(world, who, but=proxy),
        is_timed=is_timed,
    )
    found.change(away=(*others, away))
    found.tell(told)


def _require_seat(campaign: Campaign, who: int) -> None:
    if campaign.standing(who) not in (Standing.PLAYER, Standing.GAME_MASTER):
        raise refused("away.no_seat", "{who:@} isn't in this campaign.", who=who)


def _proxy(campaign: Campaign, who: int, proxy: Person | None) -> int | None:
    if proxy is None:
        return None
    if proxy.is_bot or proxy == who:
        raise refused("away.bad_proxy", "Name somebody else who plays here.")
    _require_seat(campaign, int(proxy))
    return int(proxy)


def _come_back(found: RecordCopy[Campaign], who: int) -> None:
    campaign = found.state
    left = tuple(each for each in campaign.away if each.person != who)
    if left == campaign.away:
        raise refused("away.not_away", "{who:@} isn't away; nothing was changed.", who=who)
    missed = {user: count for user, count in campaign.missed.items() if user != who}
    found.change(away=left, missed=missed)
    found.tell(ReturnedEarly(who, _proxies(found.world, who)))


def _proxies(world: World, who: int, but: int | None = None) -> tuple[int, ...]:
    """Who acts for that person, or was to, in what isn't over."""
    lasting = (each for each in world.campaign.away if not each.is_over(world.now))
    found = (each.proxy for each in lasting if each.person == who)
    return tuple(dict.fromkeys(each for each in found if each is not None and each != but))


# -- standing orders ----------------------------------------------------------------------------------------


def advances_here(asker: Asker) -> Iterable[Pair]:
    """The answers that can be given in advance in the games of this campaign."""
    games = (asker.systems[name] for name in asker.seen.campaign.systems if name in asker.systems)
    return [(str(each.says()), each.key) for game in games for each in game.advances]


class GiveOrder(Action):
    """Say in advance what you do when you're asked; whatever you press yourself ends it"""

    words: str = option("In your words, for whoever acts for you", default="", max_length=ORDER_LENGTH)
    answer: str = option("An answer that Waypost gives for you at once", default="", suggest=advances_here)
    off: bool = option("End your standing order", default=False)


@deed("order", on=campaign_copy, may=Permit.MEMBERS, previewed=True, button="Set standing order")
def give_order(found: RecordCopy[Campaign], action: GiveOrder, dice: Dice) -> None:
    """Keep it. Raises RuleViolation for an answer that there isn't, and where nothing changes."""
    world, campaign = found.world, found.state
    before = campaign.order_of(world.actor) or StandingOrder(world.actor)
    after = StandingOrder(world.actor) if action.off else _ordered(world, before, action)
    if after == before:
        raise refused("order.same", "That's the standing order already; nothing was changed.")
    others = tuple(each for each in campaign.orders if each.person != world.actor)
    found.change(orders=(*others, after) if after.words or after.answers else others)
    found.tell(_order_told(world, after))


def _order_told(world: World, order: StandingOrder) -> Said:
    """What somebody said in advance."""
    who = Who(order.person)
    answers = (order.words, *_answers(world, order))
    said = [Words(each, by=order.person) for each in answers if each]
    if not said:
        return say("standing_order.ended", T("{who:@} has no standing order anymore."), who=who)
    return say("standing_order.set", T("{who:@}'s standing order: {said:,}"), who=who, said=said)


def _nothing_ordered(world: World, before: StandingOrder) -> UserError:
    """What somebody is told who writes nothing: what stands now, if anything does."""
    if not before.words and not before.answers:
        return refused("order.empty", "Write your standing order, or pick an answer from the list.")
    return refused(
        "order.stands",
        "{told}\nWrite another, add an answer from the list, or end it with `off`.",
        told=_order_told(world, before).tell(),
    )


def _answers(world: World, order: StandingOrder) -> tuple[str, ...]:
    """The answers of an order, in words."""
    says = {each.key: str(each.says()) for each in world.advances}
    return tuple(says[key] for key in order.answers if key in says)


def _ordered(world: World, before: StandingOrder, action: GiveOrder) -> StandingOrder:
    words = order_words(action.words)
    if not words and not action.answer:
        raise _nothing_ordered(world, before)
    answers = before.answers
    if action.answer:
        near = action.answer.strip().casefold()
        found = next(
            (each for each in world.advances if near in (each.key, str(each.says()).casefold())), None
        )
        if found is None:
            raise refused(
                "order.no_answer",
                "There's no such answer here. Pick one from the list.",
            )
        answers = tuple(dict.fromkeys((*answers, found.key)))
    return replace(before, words=words or before.words, answers=answers)


# -- when somebody is reminded ----------------------------------------------------------------------------


class SetReminders(Action):
    """How Waypost reminds you on this server: your time zone, quiet hours, and how often"""

    zone: str | None = option(
        "Your time zone", default=None, suggest=lambda a: zones_like(a.typed), is_read=True
    )
    quiet: str | None = option("Hours without mentions: 22-7, or none", default=None, is_read=True)
    mentions: Pings | None = option("How often you're mentioned", default=None)
    ahead: bool | None = option("Also when you come next after somebody", name="next", default=None)


class RemindersSet(Event):
    """How somebody is reminded from now on."""

    zone: str
    quiet: tuple[int, int] | None
    pings: Pings
    ahead: bool = False

    def sentence(self) -> Safe:
        """All of it."""
        zone = T("in {zone}")(zone=shown_zone(self.zone)) if self.zone else T("in the campaign's time zone")()
        quiet = (
            T("from {hours} {zone}")(hours=shown_hours(self.quiet), zone=zone) if self.quiet else T("none")()
        )
        ahead = T(" You're also told when you come next after somebody.")() if self.ahead else ""
        told = T("You're mentioned: {pings:lower} ({meaning}). Quiet hours: {quiet}.{ahead}")
        return told(pings=self.pings.label, meaning=self.pings.meaning, quiet=quiet, ahead=ahead)


@action(
    "preferences reminders",
    may=Permit.EVERYONE,
    scope=lambda _: OWN_HABITS,
    where="server",
    button="Set my reminders",
)
def set_reminders(world: World, action: SetReminders, dice: Dice) -> Result:
    """Keep it with the person. Raises RuleViolation for no zone, no hours, and where nothing changes."""
    before = kept_habits(world)
    after = _reminded(before, action)
    told = RemindersSet(after.zone, after.quiet, after.pings, after.ahead, audience=only_own(world))
    if action == SetReminders():
        raise refused(
            "reminders.nothing_given",
            "{told} Change it with `zone`, `quiet`, `mentions` and `next`.",
            told=told.sentence(),
        )
    if after == before:
        raise refused("reminders.same", "That's how it is already; nothing was changed.")
    return of_habits(world, after, told)


def _reminded(before: Habits, action: SetReminders) -> Habits:
    after = before
    if action.zone is not None:
        after = replace(after, zone=zone_of(action.zone))
    if action.quiet is not None:
        after = replace(after, quiet=hours_of_day(action.quiet))
    if action.mentions is not None:
        after = replace(after, pings=action.mentions)
    if action.ahead is not None:
        after = replace(after, ahead=action.ahead)
    return after


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS = declared(__name__, ActionKind)
EVENTS = declared(__name__, Event)
