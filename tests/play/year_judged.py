"""A slow judge of a simulated year: it reads the journal alone, and knows nothing of how clocks are kept.

It holds that each reminder is true when it is told, and told once; that nothing ends before the time that was
promised; and that whoever stayed silent undisturbed was reminded and called as the campaign's pace says.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from bot.engine.habits import Pings
from bot.engine.pace import Beat, Tempo, Then
from bot.engine.system import RecordId
from bot.storage.journal import HOUSE, EntryRow
from bot.systems.table.pace.rules import RHYTHMS, Rhythm

MINUTES = {
    "22-7": (1320, 420),
    "23:30-6": (1410, 360),
    "1-9": (60, 540),
    "10 pm - 2:30": (1320, 150),
    "13-17": (780, 1020),
}
SLICE, TOLERANCE = timedelta(minutes=15), timedelta(minutes=31)
# The bot looks about this often, where nothing keeps it from that; and whoever is told within this is told twice.
LOOKS, TWICE = timedelta(hours=2, minutes=45), timedelta(minutes=5)
STEADY = timedelta(minutes=100)


@dataclass(frozen=True)
class Person:
    """When somebody wants to be mentioned."""

    zone: str
    quiet: str
    pings: Pings

    def sleeps(self, now: datetime) -> bool:
        """Whether a clock on their wall shows one of their quiet hours."""
        if self.quiet not in MINUTES:
            return False
        first, last = MINUTES[self.quiet]
        here = now.astimezone(ZoneInfo(self.zone))
        minute = here.hour * 60 + here.minute
        return first <= minute < last if first < last else minute >= first or minute < last


@dataclass
class Tempi:
    """A campaign's pace as the journal tells it."""

    beats: dict[str, Beat] = field(default_factory=dict)
    grace: int = 0
    skips_away: bool = False
    silence: int = 0
    rests: bool = False
    holidays: list[tuple[date, date]] = field(default_factory=list)
    zone: str = "UTC"
    pauses: list[list[datetime | None]] = field(default_factory=list)

    def counts(self, at: datetime) -> bool:
        """Whether time counts then."""
        day = at.astimezone(ZoneInfo(self.zone)).date()
        if self.rests and day.weekday() >= 5:
            return False
        if any(first <= day <= last for first, last in self.holidays):
            return False
        return not any(
            since is not None and since <= at and (until is None or at < until)
            for since, until in self.pauses
        )

    def counted(self, since: datetime, until: datetime) -> timedelta:
        """How much of that time counts, slice by slice."""
        if not self.rests and not self.holidays and not self.pauses:
            return until - since
        found, at = timedelta(), since
        while at < until:
            part = min(SLICE, until - at)
            found += part if self.counts(at) else timedelta()
            at += part
        return found

    def after(self, since: datetime, hours: int) -> datetime:
        """When so many hours have counted."""
        left, at = timedelta(hours=hours), since
        while left > timedelta():
            part = min(SLICE, left)
            left -= part if self.counts(at) else timedelta()
            at += part
        return at


@dataclass
class Opening:
    """A step from when it was opened to when it is closed."""

    record: str
    who: int
    round: int
    then: Then
    tempo: str
    opened: datetime
    asks: int
    is_sealed: bool = False
    counts_from: datetime = field(default_factory=lambda: datetime.now(UTC))
    told: list[datetime] = field(default_factory=list)
    finals: list[datetime] = field(default_factory=list)
    until: int | None = None
    last: datetime | None = None
    is_over: bool = False
    # Whether something changed what is to be expected of it; and whether a clock was set back meanwhile.
    is_disturbed: bool = False
    is_jumped: bool = False

    def disturb(self) -> None:
        """No longer all is as it was when it was opened."""
        self.is_disturbed = True

    def begin_anew(self, at: datetime) -> None:
        """Its clock counts from now on."""
        self.is_disturbed, self.is_over, self.counts_from = True, False, at
        self.told, self.finals, self.until = [], [], None
        self.asks = 1


@dataclass
class Vigil:
    """One record."""

    asked: tuple[int, ...]
    then: Then
    tempo: str
    is_sealed: bool
    round: int = 1
    open: dict[int, Opening] = field(default_factory=dict)
    freed: datetime | None = None
    is_jumped: bool = False
    gm_told: int = 0
    gm_last: datetime | None = None


@dataclass
class Away:
    since: datetime
    until: datetime | None
    proxy: int | None
    is_by_itself: bool = False


@dataclass
class Campaign:
    """What the journal told of one."""

    id: str
    guild: int
    seats: set[int] = field(default_factory=set)
    game_masters: set[int] = field(default_factory=set)
    pace: Tempi = field(default_factory=Tempi)
    is_archived: bool = False
    away: dict[int, Away] = field(default_factory=dict)
    orders: set[int] = field(default_factory=set)
    vigils: dict[str, Vigil] = field(default_factory=dict)
    listed: dict[int, datetime] = field(default_factory=dict)
    last_act: datetime | None = None
    is_silence_told: bool = False
    newest: tuple[int, Any] | None = None

    def away_at(self, who: int, now: datetime) -> Away | None:
        found = self.away.get(who)
        is_there = found is not None and found.since <= now and (found.until is None or now < found.until)
        return found if is_there else None

    def steps(self) -> Iterator[Opening]:
        for vigil in self.vigils.values():
            yield from vigil.open.values()


def _told_in(entry: EntryRow) -> Iterator[tuple[str, Any]]:
    """Each event by its name, with its facts; the house's own are wrapped."""
    for each in json.loads(entry.events):
        name, facts = each["event"], each["facts"]
        yield (facts["kind"], facts["facts"]) if name == "Happened" else (name, facts)


def _short(facts: dict[str, Any]) -> dict[str, Any]:
    return {
        k: v
        for k, v in facts.items()
        if v is not None and k not in ("audience", "campaign", "label", "lines")
    }


class Judge:
    """Reads every entry in order."""

    def __init__(self, people: dict[tuple[int, int], Person]) -> None:
        self.people = people
        self.campaigns: dict[str, Campaign] = {}
        self.read_to: dict[str, int] = {}
        self.counts: Counter[str] = Counter()
        self.per_record: Counter[tuple[str, datetime]] = Counter()
        self.wrong: list[str] = []
        # When the clock last did what it doesn't do by itself.
        self.irregular: datetime | None = None
        self.trail: dict[str, list[str]] = defaultdict(list)

    # -- what the world tells -------------------------------------------------------------------------

    def begins(self, campaign: str, guild: int) -> None:
        self.campaigns[campaign] = Campaign(campaign, guild)
        self.read_to[campaign] = 0

    def time_passes(self, before: datetime, now: datetime) -> None:
        """An irregular step disturbs what is open; a clock set back makes times useless."""
        if before <= now <= before + STEADY:
            return
        self.irregular = now
        for campaign in self.campaigns.values():
            for vigil in campaign.vigils.values():
                vigil.is_jumped |= now < before
            for each in campaign.steps():
                each.disturb()
                each.is_jumped |= now < before
            if now < before:
                campaign.listed.clear()
                campaign.last_act = now
                campaign.is_silence_told = False

    def habits_changed(self, guild: int, person: int, now: datetime) -> None:
        for campaign in self.campaigns.values():
            if campaign.guild != guild:
                continue
            for each in campaign.steps():
                away = campaign.away_at(each.who, now)
                if person in (each.who, away.proxy if away is not None else None):
                    each.disturb()
                    each.asks += 1

    def snoozed(self, campaign: str, record: str, who: int, until: datetime) -> None:
        for each in self.campaigns[campaign].steps():
            if each.record == record and each.who == who:
                each.disturb()
                each.asks += 1
                each.snoozed = until  # type: ignore[attr-defined]

    # -- what the world asks --------------------------------------------------------------------------

    def open_records(self, campaign: str) -> list[tuple[RecordId, int]]:
        return [(RecordId(each), vigil.round) for each, vigil in self.campaigns[campaign].vigils.items()]

    def open_steps(self, campaign: str) -> list[tuple[RecordId, int, int]]:
        return [(RecordId(each.record), each.round, each.who) for each in self.campaigns[campaign].steps()]

    def proxy_of(self, campaign: str, who: int, now: datetime) -> int | None:
        away = self.campaigns[campaign].away_at(who, now)
        return away.proxy if away is not None else None

    def away(self, campaign: str) -> list[int]:
        return sorted(self.campaigns[campaign].away)

    def is_paused(self, campaign: str) -> bool:
        pauses = self.campaigns[campaign].pace.pauses
        return bool(pauses) and pauses[-1][1] is None

    def undoable(self, campaign: str) -> int | None:
        newest = self.campaigns[campaign].newest
        return newest[0] if newest is not None else None

    # -- reading --------------------------------------------------------------------------------------

    def read(self, entry: EntryRow) -> None:
        """Judge an entry, and take in what it changes."""
        campaign = self.campaigns[entry.campaign_id]
        self.read_to[entry.campaign_id] = entry.number
        self.counts["entries"] += 1
        events = list(_told_in(entry))
        given = json.loads(entry.input) if entry.input else {}
        short = [f"{name} {_short(facts)}" for name, facts in events if name != "ChapterBegan"]
        self.trail[entry.campaign_id].append(
            f"{entry.at:%m-%d %H:%M} #{entry.number} {entry.action} by {entry.actor_id} "
            f"for {entry.on_behalf_of} on {entry.subject_id}: {_short(given)} {'; '.join(short)}"
        )
        before = (dict(campaign.away), set(campaign.orders), entry.subject_id, [])
        campaign.newest = None
        for name, facts in events:
            handler = getattr(self, f"_{name}", None)
            if handler is not None:
                handler(campaign, entry, facts, given)
            if name in ("Replied", "Passed"):
                before[3].append(facts["who"])
        if entry.action == "SetPace":
            self._pace(campaign, entry, given)
        if entry.undoes is None and before[3]:
            campaign.newest = (entry.number, before)
        if entry.undoes is not None:
            self._undone(campaign, entry)
        campaign.undo = {**getattr(campaign, "undo", {}), entry.number: before}  # type: ignore[attr-defined]
        if entry.actor_id != HOUSE:
            campaign.last_act, campaign.is_silence_told = entry.at, False
        for each in campaign.vigils.values():
            self._free(campaign, each, entry.at)

    def _fail(self, campaign: Campaign, entry: EntryRow, why: str) -> None:
        trail = "\n    ".join(self.trail[campaign.id][-25:])
        self.wrong.append(
            f"{why}\n  at {entry.at:%Y-%m-%d %H:%M} #{entry.number} of {campaign.id}\n    {trail}"
        )

    # -- people and pace ------------------------------------------------------------------------------

    def _CampaignCreated(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        campaign.seats.add(entry.actor_id)
        campaign.game_masters.add(entry.actor_id)

    def _GameMasterAdded(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        campaign.seats.add(given["member"])
        campaign.game_masters.add(given["member"])

    def _MemberJoined(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        campaign.seats.add(entry.actor_id)
        self._anew(campaign, entry.at, {entry.actor_id})

    def _MemberLeft(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        campaign.seats.discard(entry.actor_id)
        self._anew(campaign, entry.at, {entry.actor_id})

    def _CampaignArchived(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        campaign.is_archived = True

    def _CampaignRestored(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        campaign.is_archived = False
        self._anew(campaign, entry.at, None)

    def _PacePaused(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        campaign.pace.pauses.append([entry.at, None])
        for each in campaign.steps():
            each.disturb()

    def _PaceResumed(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        campaign.pace.pauses[-1][1] = entry.at

    def _pace(self, campaign: Campaign, entry: EntryRow, given: dict[str, Any]) -> None:
        pace = campaign.pace
        if given.get("rhythm") is not None:
            ready = RHYTHMS[Rhythm(given["rhythm"])]
            pace.beats, pace.grace = dict(ready.beats), ready.grace
            pace.skips_away, pace.silence = ready.skips_away, ready.silence
        if given.get("weekends") is not None:
            pace.rests = not given["weekends"]
        if given.get("holidays") is not None:
            first, _, last = given["holidays"].partition("..")
            pace.holidays = [(date.fromisoformat(first), date.fromisoformat(last))]
        if given.get("zone") is not None:
            pace.zone = given["zone"]
        if given.get("away") is not None:
            pace.skips_away = not given["away"]
        if given.get("grace") is not None:
            pace.grace = {"none": 0, "6h": 6, "1d": 24}[given["grace"]]
        if given.get("paused") is None:
            self._anew(campaign, entry.at, None)

    def _anew(self, campaign: Campaign, at: datetime, who: set[int] | None) -> None:
        """The clocks of those people are wound anew, or everybody's."""
        for each in campaign.steps():
            if who is None or each.who in who:
                each.begin_anew(at)
        for vigil in campaign.vigils.values():
            if who is None:
                vigil.freed, vigil.gm_told = None, 0

    def _WentAway(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        since = datetime.fromtimestamp(facts["since"], UTC)
        until = datetime.fromtimestamp(facts["until"] + 1, UTC) if facts["until"] is not None else None
        campaign.away[facts["who"]] = Away(since, until, facts["proxy"])
        self._anew(campaign, entry.at, {facts["who"]})

    def _ReturnedEarly(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        gone = campaign.away.pop(facts["who"], None)
        # Whose absence is over already was back before.
        if gone is None or gone.until is None or gone.until > entry.at:
            self._anew(campaign, entry.at, {facts["who"]})

    def _CameBack(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        self._ReturnedEarly(campaign, entry, facts, given)

    def _CountedAway(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        campaign.away[facts["who"]] = Away(entry.at, None, None, is_by_itself=True)
        for each in campaign.steps():
            each.is_disturbed |= each.who == facts["who"]

    def _OrderSet(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        (campaign.orders.add if facts["answers"] else campaign.orders.discard)(facts["who"])
        self._anew(campaign, entry.at, {facts["who"]})

    def _OrderEnded(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        campaign.orders.discard(facts["who"])
        self._anew(campaign, entry.at, {facts["who"]})

    # -- steps ----------------------------------------------------------------------------------------

    def _Called(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        assert entry.subject_id is not None
        tempo, then = given.get("tempo", Tempo.FIGHT.value), Then(given.get("then", Then.ACTS.value))
        vigil = Vigil(tuple(given["who"]), then, tempo, bool(given.get("is_sealed")))
        campaign.vigils[entry.subject_id] = vigil
        for who in vigil.asked:
            self._open(campaign, entry, vigil, who)

    def _open(self, campaign: Campaign, entry: EntryRow, vigil: Vigil, who: int) -> None:
        assert entry.subject_id is not None
        person = self.people.get((campaign.guild, who))
        is_told = (
            person is not None
            and person.pings in (Pings.EACH, Pings.LAST)
            and not person.sleeps(entry.at)
            and campaign.away_at(who, entry.at) is None
            and who not in campaign.orders
            and who in campaign.seats
        )
        opening = Opening(
            entry.subject_id,
            who,
            vigil.round,
            vigil.then,
            vigil.tempo,
            entry.at,
            0 if is_told else 1,
            vigil.is_sealed,
            counts_from=entry.at,
        )
        opening.is_disturbed = not is_told or campaign.is_archived or self.is_paused(campaign.id)
        vigil.open[who] = opening
        vigil.freed, vigil.gm_told = None, 0

    def _AskedAgain(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        assert entry.subject_id is not None
        vigil = campaign.vigils[entry.subject_id]
        vigil.round = facts["round"]
        for who in vigil.asked:
            if who in vigil.open:
                self._closed(campaign, entry, vigil.open[who])
            self._open(campaign, entry, vigil, who)

    def _Replied(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        assert entry.subject_id is not None
        opening = campaign.vigils[entry.subject_id].open.pop(facts["who"], None)
        if opening is None:
            self._fail(campaign, entry, f"{facts['who']} answered twice")
            return
        self._closed(campaign, entry, opening)

    _Passed = _Replied

    def _Closed(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        assert entry.subject_id is not None
        for each in campaign.vigils.pop(entry.subject_id).open.values():
            self._closed(campaign, entry, each)

    def _undone(self, campaign: Campaign, entry: EntryRow) -> None:
        (number,) = json.loads(entry.undoes or "[]")
        away, orders, subject, people = campaign.undo[number]  # type: ignore[attr-defined]
        moved = {each for each in {*away, *campaign.away} if away.get(each) != campaign.away.get(each)}
        moved |= orders ^ campaign.orders
        campaign.away, campaign.orders = dict(away), set(orders)
        self._anew(campaign, entry.at, moved)
        vigil = campaign.vigils[subject]
        for who in people:
            self._open(campaign, entry._replace(subject_id=subject), vigil, who)
            vigil.open[who].is_disturbed = True
            vigil.open[who].asks = 1

    def _free(self, campaign: Campaign, vigil: Vigil, at: datetime) -> None:
        """The game masters' time begins when everybody who is here has answered or had their time."""
        left = [each for each in vigil.open.values() if not each.is_over and each.who in campaign.seats]
        if left:
            vigil.freed, vigil.gm_told = None, 0
        elif vigil.freed is None:
            vigil.freed, vigil.is_jumped, vigil.gm_told = at, False, 0

    # -- what the house did ---------------------------------------------------------------------------

    def _may_tell(self, campaign: Campaign, entry: EntryRow) -> None:
        if campaign.is_archived:
            self._fail(campaign, entry, "the house spoke in a campaign that rests")
        if self.is_paused(campaign.id):
            self._fail(campaign, entry, "the house spoke in a campaign that stands still")

    def _Reminded(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        self.counts["reminder entries"] += 1
        self._may_tell(campaign, entry)
        record = given["record"]
        self.per_record[record, entry.at] += 1
        if self.per_record[record, entry.at] > 1:
            self._fail(campaign, entry, "two messages about one record at once")
        vigil = campaign.vigils.get(record)
        for each in facts["of"]:
            self._told(campaign, entry, vigil, each)
        if facts["asks_game_masters"]:
            self._game_masters_told(campaign, entry, vigil, facts)

    def _told(self, campaign: Campaign, entry: EntryRow, vigil: Vigil | None, each: dict[str, Any]) -> None:
        self.counts["last calls" if each["is_final"] else "reminders"] += 1
        asked, who = each["who"], each["for"] or each["who"]
        step = vigil.open.get(who) if vigil is not None else None
        fail = lambda why: self._fail(campaign, entry, f"{asked} (for {who}) {why}")  # noqa: E731
        if step is None or vigil is None:
            fail("was reminded of what isn't open")
            return
        if asked not in campaign.seats or who not in campaign.seats:
            fail("was reminded and isn't here")
        if step.is_over:
            fail("was reminded of what is over")
        person = self.people[campaign.guild, asked]
        if person.sleeps(entry.at):
            fail(f"was reminded in quiet hours {person}")
        away = campaign.away_at(who, entry.at)
        if away is not None and (away.proxy is None or away.proxy != asked):
            fail("was reminded and is away")
        if asked != who and campaign.away_at(asked, entry.at) is not None:
            fail("was reminded for another and is away too")
        if asked != who and away is None:
            fail("was reminded for somebody who is here")
        if person.pings in (Pings.DIGEST, Pings.NEVER):
            fail(f"doesn't want to be reminded: {person.pings}")
        if who in campaign.orders and not vigil.is_sealed:
            fail("was reminded and answered in advance")
        if step.last is not None and timedelta() <= entry.at - step.last < TWICE:
            fail(f"was told twice within minutes, at {step.last:%H:%M}")
        step.last = entry.at
        beat = campaign.pace.beats.get(step.tempo, Beat())
        if each["is_final"]:
            step.finals.append(entry.at)
            step.until = each["until"]
            lates = each["is_late"] or step.is_jumped or step.is_disturbed
            if len(step.finals) > 1 and not lates:
                fail("had two last calls")
        else:
            step.told.append(entry.at)
            if len(step.told) > beat.most * bool(beat.remind) + step.asks:
                fail(f"was reminded {len(step.told)} times: {beat}, asks {step.asks}")
            counted = campaign.pace.counted(step.counts_from, entry.at) + TOLERANCE
            many = step.asks + (counted // timedelta(hours=beat.remind) if beat.remind else 0)
            if len(step.told) > many and not step.is_jumped:
                fail(
                    f"was reminded too early: {len(step.told)} in {counted} since {step.counts_from}, {beat}"
                )
        snoozed = getattr(step, "snoozed", None)
        if (
            snoozed is not None
            and entry.at < snoozed - TOLERANCE
            and not step.is_jumped
            and not each["is_final"]
        ):
            fail(f"had put it off to {snoozed}") if step.counts_from < entry.at - timedelta(days=1) else None

    def _game_masters_told(
        self, campaign: Campaign, entry: EntryRow, vigil: Vigil | None, facts: dict[str, Any]
    ) -> None:
        self.counts["game masters reminded"] += 1
        for each in facts.get("leaders", ()):
            person = self.people[campaign.guild, each]
            if (
                each not in campaign.game_masters
                or person.sleeps(entry.at)
                or person.pings
                in (
                    Pings.DIGEST,
                    Pings.NEVER,
                )
            ):
                self._fail(campaign, entry, f"game master {each} was reminded: {person}")
            away = campaign.away_at(each, entry.at)
            if away is not None:
                self._fail(campaign, entry, f"game master {each} was reminded and is away")
        if vigil is None:
            return
        if vigil.freed is None:
            self._fail(campaign, entry, "game masters were reminded while players are waited for")
            return
        beat = campaign.pace.beats.get(vigil.tempo, Beat())
        vigil.gm_told += 1
        counted = campaign.pace.counted(vigil.freed, entry.at) + TOLERANCE
        many = min(beat.most, counted // timedelta(hours=beat.remind) if beat.remind else 0)
        if vigil.gm_told > many and not vigil.is_jumped:
            self._fail(campaign, entry, f"game masters were reminded {vigil.gm_told} times, not {many}")

    def _Lapsed(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        self.counts["lapses"] += 1
        self._may_tell(campaign, entry)
        who, vigil = facts["who"], campaign.vigils.get(entry.subject_id or "")
        step = vigil.open.get(who) if vigil is not None else None
        fail = lambda why: self._fail(campaign, entry, f"the time of {who} is over: {why}")  # noqa: E731
        if step is None:
            fail("nothing was open")
            return
        if step.then is Then.WAITS:
            fail("it waits forever")
        if step.is_over:
            fail("once more")
        if who not in campaign.seats:
            fail("they aren't here")
        if step.last is not None and timedelta() <= entry.at - step.last < TWICE:
            fail(f"right after a reminder at {step.last:%H:%M}")
        away = campaign.away_at(who, entry.at)
        is_gone = away is not None and away.proxy is None
        if is_gone and not campaign.pace.skips_away and not away.is_by_itself:  # type: ignore[union-attr]
            fail("the story waits for who is away")
        if not is_gone and not step.is_jumped:
            beat = campaign.pace.beats.get(step.tempo, Beat())
            needs = timedelta(hours=beat.limit + campaign.pace.grace)
            counted = campaign.pace.counted(step.counts_from, entry.at)
            if not beat.limit or counted + TOLERANCE < needs:
                fail(f"{counted} of {needs} since {step.counts_from}")
            if step.until is not None and entry.at.timestamp() < step.until - 60:
                fail(f"it was open until {datetime.fromtimestamp(step.until, UTC)}")
        self._complete(campaign, entry, step)
        step.is_over, step.last = True, entry.at
        step.is_disturbed = True

    def _AnsweredInAdvance(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        self.counts["answered in advance"] += 1
        self._may_tell(campaign, entry)
        if facts["who"] not in campaign.orders:
            self._fail(campaign, entry, f"{facts['who']} answered nothing in advance")

    def _ListedForOne(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        self.counts["lists"] += 1
        self._may_tell(campaign, entry)
        who = facts["who"]
        person = self.people[campaign.guild, who]
        if who not in campaign.seats or person.sleeps(entry.at) or person.pings is not Pings.DIGEST:
            self._fail(campaign, entry, f"{who} was listed what waits: {person}")
        if campaign.away_at(who, entry.at) is not None:
            self._fail(campaign, entry, f"{who} was listed what waits and is away")
        last = campaign.listed.get(who)
        is_steady = self.irregular is None or entry.at - self.irregular > timedelta(hours=26)
        if last is not None and timedelta() <= entry.at - last < timedelta(hours=14 if is_steady else 0.1):
            self._fail(campaign, entry, f"{who} had a list at {last}")
        campaign.listed[who] = entry.at

    def _FellSilent(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        self.counts["silences"] += 1
        self._may_tell(campaign, entry)
        if campaign.is_silence_told:
            self._fail(campaign, entry, "said twice that it is silent")
        campaign.is_silence_told = True
        if campaign.last_act is not None and entry.at - campaign.last_act < timedelta(
            days=campaign.pace.silence
        ):
            self._fail(campaign, entry, f"isn't silent: {campaign.last_act}")

    # -- nothing was left out -------------------------------------------------------------------------

    def _closed(self, campaign: Campaign, entry: EntryRow, step: Opening) -> None:
        self._complete(campaign, entry, step)

    def _complete(self, campaign: Campaign, entry: EntryRow, step: Opening) -> None:
        """Whoever was awake and silent, undisturbed, was told all that the pace says."""
        person = self.people.get((campaign.guild, step.who))
        if step.is_disturbed or person is None or person.quiet in MINUTES or person.pings is not Pings.EACH:
            return
        if campaign.away_at(step.who, entry.at) is not None or step.who in campaign.orders:
            return
        self.counts["openings watched throughout"] += 1
        pace, beat, end = campaign.pace, campaign.pace.beats.get(step.tempo, Beat()), entry.at
        has_limit = bool(beat.limit) and step.then is not Then.WAITS
        deadline = pace.after(step.opened, beat.limit) if has_limit else None
        for n in range(1, beat.most * bool(beat.remind) + 1):
            due = pace.after(step.opened, beat.remind * n)
            is_calm = deadline is not None and due > deadline - timedelta(hours=2)
            if is_calm or due + LOOKS > end:
                break
            if not any(due - TOLERANCE <= at <= due + LOOKS for at in step.told):
                self._fail(campaign, entry, f"{step.who} wasn't reminded at {due}: {step.told}")
            self.counts["reminders expected and found"] += 1
        if deadline is None or deadline + LOOKS > end:
            return
        if pace.grace and not any(deadline - TOLERANCE <= at <= deadline + LOOKS for at in step.finals):
            self._fail(campaign, entry, f"{step.who} wasn't called at {deadline}: {step.finals}")
        over = pace.after(step.finals[-1] if step.finals else deadline, pace.grace if step.finals else 0)
        is_lapse = any(name == "Lapsed" for name, _ in _told_in(entry))
        if over + LOOKS < end and not is_lapse:
            self._fail(campaign, entry, f"the time of {step.who} was over at {over}, and nothing happened")
        self.counts["deadlines expected and found"] += 1
