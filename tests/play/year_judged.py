"""A slow judge of a simulated year: it reads the journal alone, and knows nothing of how clocks are kept.

It holds that each reminder is true when it is told, and told once; that nothing ends before the time that was
promised; and that whoever stayed silent undisturbed was reminded and called as the campaign's pace says.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

from bot.engine.habits import Pings
from bot.engine.pace import Beat, Tempo, Then
from bot.engine.system import RecordId
from bot.storage.journal import HOUSE, EntryRow
from bot.systems.table.pace.rules import RHYTHMS, Rhythm
from tests.play.year_kept import MINUTES, Away, Before, Campaign, Opening, Person, Vigil

TOLERANCE = timedelta(minutes=31)
# The bot looks at least so often where nothing keeps it from that; what comes within minutes comes twice.
LOOKS, TWICE = timedelta(hours=2, minutes=45), timedelta(minutes=5)
STEADY = timedelta(minutes=100)
UNMENTIONED = (Pings.DIGEST, Pings.NEVER)


def _told_in(entry: EntryRow) -> Iterator[tuple[str, Any]]:
    """Each event by its name, with its facts; the house's own are wrapped."""
    for each in json.loads(entry.events):
        name, facts = each["event"], each["facts"]
        yield (facts["kind"], facts["facts"]) if name == "PlainEvent" else (name, facts)


def _handler(event: str) -> str:
    """The method that takes in an event, or a sentence by its code, if there is one."""
    if "." in event:
        return "_on_" + event.replace(".", "_")
    return "_on" + re.sub(r"(?=[A-Z])", "_", event).lower()


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
        self.per_record: Counter[tuple[str, int, datetime]] = Counter()
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
                campaign.last_act = None
                campaign.is_silence_told = False

    def habits_changed(self, guild: int, person: int, now: datetime) -> None:
        for campaign in self.campaigns.values():
            if campaign.guild != guild:
                continue
            self.trail[campaign.id].append(f"{now:%m-%d %H:%M} {self.people[guild, person]}")
            # By another clock the next list may come sooner.
            campaign.listed.pop(person, None)
            for each in campaign.steps():
                away = campaign.away_at(each.who, now)
                if person in (each.who, away.proxy if away is not None else None):
                    each.disturb()
                    each.asks += 1

    def snoozed(self, campaign: str, record: str, who: int, now: datetime, until: datetime) -> None:
        """Somebody put off what is asked of them there, and of whoever left that to them."""
        for each in self.campaigns[campaign].steps():
            if each.record == record and who in (each.who, self.proxy_of(campaign, each.who, now)):
                each.disturb()
                each.asks += 1
                each.snoozed = until

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
        return self.campaigns[campaign].newest

    # -- reading --------------------------------------------------------------------------------------

    def read(self, entry: EntryRow) -> None:
        """Judge an entry, and take in what it changes."""
        campaign = self.campaigns[entry.campaign_id]
        self.read_to[entry.campaign_id] = entry.number
        self.counts["entries"] += 1
        events = list(_told_in(entry))
        given = json.loads(entry.input) if entry.input else {}
        self._note(entry, events, given)
        before = Before(
            dict(campaign.away), set(campaign.orders), entry.subject_id, [], set(campaign.vanished)
        )
        for name, facts in events:
            handler = getattr(self, _handler(facts["code"] if name == "Said" else name), None)
            if handler is not None:
                handler(campaign, entry, facts, given)
        before.people += [facts["who"] for name, facts in events if name in ("Replied", "Passed")]
        campaign.newest = entry.number if before.people else None
        campaign.before[entry.number] = before
        if entry.action == "SetPace":
            self._pace(campaign, entry, given)
        if entry.undoes is not None:
            self._undone(campaign, entry)
        if entry.actor_id != HOUSE:
            campaign.last_act, campaign.is_silence_told = entry.at, False
            campaign.last_entry = entry.number
        for each in campaign.vigils.values():
            self._free(campaign, each, entry.at)

    def _note(self, entry: EntryRow, events: Iterable[tuple[str, Any]], given: dict[str, Any]) -> None:
        short = [f"{name} {_short(facts)}" for name, facts in events if name != "ChapterBegan"]
        self.trail[entry.campaign_id].append(
            f"{entry.at:%m-%d %H:%M} #{entry.number} {entry.action} by {entry.actor_id} "
            f"for {entry.on_behalf_of} on {entry.subject_id}: {_short(given)} {'; '.join(short)}"
        )

    def _fail(self, campaign: Campaign, entry: EntryRow, why: str) -> None:
        whole = self.trail[campaign.id]
        paces = [each for each in whole[:-25] if " SetPace " in each]
        trail = "\n    ".join((*paces, str(campaign.pace), *whole[-25:]))
        self.wrong.append(
            f"{why}\n  at {entry.at:%Y-%m-%d %H:%M} #{entry.number} of {campaign.id}\n    {trail}"
        )

    # -- people and pace ------------------------------------------------------------------------------

    def _on_campaign_created(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        campaign.seats.add(entry.actor_id)
        campaign.game_masters.add(entry.actor_id)

    def _on_game_master_added(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        campaign.seats.add(given["member"])
        campaign.game_masters.add(given["member"])

    def _on_member_joined(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        campaign.seats.add(entry.actor_id)
        campaign.vanished.discard(entry.actor_id)
        self._anew(campaign, entry.at, {entry.actor_id})

    def _on_member_left(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        gone = entry.actor_id
        campaign.seats.discard(gone)
        campaign.vanished.discard(gone)
        # Back, they are neither away nor have they answered in advance; nor do they act for anybody.
        campaign.away.pop(gone, None)
        campaign.orders.discard(gone)
        alone = {who for who, away in campaign.away.items() if away.proxy == gone}
        for who in alone:
            campaign.away[who] = replace(campaign.away[who], proxy=None)
        over = {who for who, away in campaign.away.items() if away.until and away.until <= entry.at}
        self._anew(campaign, entry.at, {gone, *alone} - over)

    def _on_campaign_archived(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        campaign.is_archived = True

    def _on_campaign_restored(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        campaign.is_archived = False
        self._anew(campaign, entry.at, None)

    def _on_pace_paused(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        campaign.pace.pauses.append([entry.at, None])
        for each in campaign.steps():
            each.disturb()

    def _on_pace_resumed(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
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
            campaign.listed.clear()
        if given.get("away") is not None:
            pace.skips_away = not given["away"]
        if given.get("grace") is not None:
            pace.grace = {"none": 0, "6h": 6, "1d": 24}[given["grace"]]
        if given.get("paused") is None:
            self._anew(campaign, entry.at, None)

    def _anew(self, campaign: Campaign, at: datetime, who: set[int] | None) -> None:
        """The clocks of those people are set anew, or everybody's."""
        for each in campaign.steps():
            if who is None or each.who in who:
                each.begin_anew(at)
        for vigil in campaign.vigils.values():
            if who is None:
                vigil.freed, vigil.gm_told = None, 0

    def _on_went_away(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        since = datetime.fromtimestamp(facts["since"], UTC)
        until = datetime.fromtimestamp(facts["until"] + 1, UTC) if facts["until"] is not None else None
        campaign.away[facts["who"]] = Away(since, until, facts["proxy"])
        self._anew(campaign, entry.at, {facts["who"]})

    def _on_returned_early(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        gone = campaign.away.pop(facts["who"], None)
        # Whose absence is over already was back before.
        if gone is None or gone.until is None or gone.until > entry.at:
            self._anew(campaign, entry.at, {facts["who"]})

    def _on_came_back(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        who = facts["who"]
        if who in campaign.vanished:
            self._on_found(campaign, entry.at, who)
        away = campaign.away.get(who)
        if away is not None and away.is_by_itself:
            self._on_returned_early(campaign, entry, facts, given)

    def _on_found(self, campaign: Campaign, at: datetime, who: int) -> None:
        """Whoever had vanished is there; so are the proxies that they are."""
        campaign.vanished.discard(who)
        campaign.seats.add(who)
        self._anew(campaign, at, {who, *self._left_to(campaign, at, who)})

    def _on_left_server(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        self.counts["vanished"] += 1
        who = facts["who"]
        if campaign.is_archived:
            self._fail(campaign, entry, "the house spoke in a campaign that rests")
        if who not in campaign.seats:
            self._fail(campaign, entry, f"{who} left the server and wasn't here")
        campaign.seats.discard(who)
        campaign.vanished.add(who)
        self._anew(campaign, entry.at, {who, *self._left_to(campaign, entry.at, who)})

    def _left_to(self, campaign: Campaign, at: datetime, proxy: int) -> set[int]:
        """Who is away and left what is asked of them to that person, who comes or goes."""
        absent = ((who, away) for who, away in campaign.away.items() if away.proxy == proxy)
        return {who for who, away in absent if away.since <= at and (away.until is None or at < away.until)}

    def _on_counted_away(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        campaign.away[facts["who"]] = Away(entry.at, None, None, is_by_itself=True)
        for each in campaign.steps():
            each.is_disturbed |= each.who == facts["who"]

    def _on_standing_order_set(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        campaign.orders.add(entry.actor_id)
        self._anew(campaign, entry.at, {entry.actor_id})

    def _on_standing_order_ended(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        campaign.orders.discard(entry.actor_id)
        self._anew(campaign, entry.at, {entry.actor_id})

    def _on_order_ended(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        campaign.orders.discard(facts["who"])
        self._anew(campaign, entry.at, {facts["who"]})

    # -- steps ----------------------------------------------------------------------------------------

    def _on_called(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
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

    def _on_asked_again(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        assert entry.subject_id is not None
        vigil = campaign.vigils[entry.subject_id]
        vigil.round = facts["round"]
        for who in vigil.asked:
            if who in vigil.open:
                self._complete(campaign, entry, vigil.open[who])
            self._open(campaign, entry, vigil, who)

    def _on_replied(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        assert entry.subject_id is not None
        opening = campaign.vigils[entry.subject_id].open.pop(facts["who"], None)
        if opening is None:
            self._fail(campaign, entry, f"{facts['who']} answered twice")
            return
        self._complete(campaign, entry, opening)

    _on_passed = _on_replied

    def _on_closed(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        assert entry.subject_id is not None
        for each in campaign.vigils.pop(entry.subject_id).open.values():
            self._complete(campaign, entry, each)

    def _undone(self, campaign: Campaign, entry: EntryRow) -> None:
        (number,) = json.loads(entry.undoes or "[]")
        before = campaign.before[number]
        people = {*before.away, *campaign.away}
        moved = {each for each in people if before.away.get(each) != campaign.away.get(each)}
        moved |= before.orders ^ campaign.orders
        campaign.away, campaign.orders = dict(before.away), set(before.orders)
        came_or_went = before.vanished ^ campaign.vanished
        campaign.seats = (campaign.seats | campaign.vanished) - before.vanished
        campaign.vanished = set(before.vanished)
        for who in came_or_went:
            moved |= {who, *self._left_to(campaign, entry.at, who)}
        self._anew(campaign, entry.at, moved)
        vigil = campaign.vigils[before.record or ""]
        freed = vigil.freed, vigil.gm_told
        for who in before.people:
            self._open(campaign, entry._replace(subject_id=before.record), vigil, who)
            vigil.open[who].is_disturbed = True
            vigil.open[who].asks = 1
        # It waited for the game masters all the time where whoever is asked again has left the server.
        vigil.freed, vigil.gm_told = freed

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

    def _on_reminded(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        self.counts["reminder entries"] += 1
        self._may_tell(campaign, entry)
        record = given["record"]
        vigil = campaign.vigils.get(record)
        # Whoever changed something in the same moment may have left somebody else to be told of.
        moment = record, campaign.last_entry, entry.at
        self.per_record[moment] += 1
        if self.per_record[moment] > 1:
            self._fail(campaign, entry, "two messages about one record at once")
        for each in facts["of"]:
            self._told(campaign, entry, vigil, each)
        if facts["asks_game_masters"]:
            self._game_masters_told(campaign, entry, vigil, facts)

    def _told(self, campaign: Campaign, entry: EntryRow, vigil: Vigil | None, each: dict[str, Any]) -> None:
        self.counts["last calls" if each["is_final"] else "reminders"] += 1
        asked, who = each["who"], each["for"] or each["who"]
        step = vigil.open.get(who) if vigil is not None else None
        if step is None:
            self._fail(campaign, entry, f"{asked} was reminded of what isn't open for {who}")
            return
        wrong = [
            *self._wrong_reader(campaign, entry.at, asked, who),
            *_wrong_moment(campaign, entry.at, step),
        ]
        step.last = entry.at
        if each["is_final"]:
            step.finals.append(entry.at)
            step.until = each["until"]
            may_be_more = each["is_late"] or step.is_jumped or step.is_disturbed
            wrong += ["had two last calls"] if len(step.finals) > 1 and not may_be_more else []
        else:
            step.told.append(entry.at)
            wrong += _too_many(campaign, entry.at, step)
        for why in wrong:
            self._fail(campaign, entry, f"{asked} (for {who}) {why}")

    def _wrong_reader(self, campaign: Campaign, now: datetime, asked: int, who: int) -> Iterator[str]:
        """Why that person is the wrong one to be reminded of what waits for somebody."""
        person, away = self.people[campaign.guild, asked], campaign.away_at(who, now)
        if not {asked, who} <= campaign.seats:
            yield "was reminded and isn't here"
        if person.sleeps(now):
            yield f"was reminded in quiet hours: {person}"
        if person.pings in UNMENTIONED:
            yield f"doesn't want to be reminded: {person}"
        if away is not None and away.proxy != asked:
            yield "was reminded and is away"
        if asked != who and (away is None or campaign.away_at(asked, now) is not None):
            yield "was reminded for somebody who is here, or is away too"

    def _game_masters_told(
        self, campaign: Campaign, entry: EntryRow, vigil: Vigil | None, facts: dict[str, Any]
    ) -> None:
        self.counts["game masters reminded"] += 1
        for each in facts["leaders"]:
            person = self.people[campaign.guild, each]
            is_here = each in campaign.game_masters and campaign.away_at(each, entry.at) is None
            if not is_here or person.sleeps(entry.at) or person.pings in UNMENTIONED:
                self._fail(campaign, entry, f"game master {each} was reminded: {person}")
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

    def _on_lapsed(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        self.counts["lapses"] += 1
        self._may_tell(campaign, entry)
        who, vigil = facts["who"], campaign.vigils.get(entry.subject_id or "")
        step = vigil.open.get(who) if vigil is not None else None
        if step is None:
            self._fail(campaign, entry, f"the time of {who} is over, and nothing was open")
            return
        for why in (*_wrong_end(campaign, entry.at, step), *_too_early(campaign, entry.at, step)):
            self._fail(campaign, entry, f"the time of {who} is over: {why}")
        self._complete(campaign, entry, step)
        step.is_over, step.last = True, entry.at
        step.is_disturbed = True

    def _on_answered_in_advance(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
        self.counts["answered in advance"] += 1
        self._may_tell(campaign, entry)
        if facts["who"] not in campaign.orders:
            self._fail(campaign, entry, f"{facts['who']} answered nothing in advance")

    def _on_listed_for_one(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
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

    def _on_fell_silent(self, campaign: Campaign, entry: EntryRow, facts: Any, given: Any) -> None:
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

    def _complete(self, campaign: Campaign, entry: EntryRow, step: Opening) -> None:
        """Whoever was awake and silent, undisturbed, was told all that the pace says."""
        person = self.people.get((campaign.guild, step.who))
        if step.is_disturbed or person is None or person.quiet in MINUTES or person.pings is not Pings.EACH:
            return
        away = campaign.away.get(step.who)
        was_away = away is not None and away.since < entry.at and (away.until or entry.at) > step.opened
        if was_away or step.who in campaign.orders:
            return
        self.counts["openings watched throughout"] += 1
        beat = campaign.pace.beats.get(step.tempo, Beat())
        has_limit = bool(beat.limit) and step.then is not Then.WAITS
        deadline = campaign.pace.after(step.opened, beat.limit) if has_limit else None
        self._reminders_complete(campaign, entry, step, beat, deadline)
        if deadline is not None and deadline + LOOKS <= entry.at:
            self._end_complete(campaign, entry, step, deadline)

    def _reminders_complete(
        self, campaign: Campaign, entry: EntryRow, step: Opening, beat: Beat, deadline: datetime | None
    ) -> None:
        for n in range(1, beat.most * bool(beat.remind) + 1):
            due = campaign.pace.after(step.opened, beat.remind * n)
            is_calm = deadline is not None and due > deadline - timedelta(hours=2)
            if is_calm or due + LOOKS > entry.at:
                break
            if not any(due - TOLERANCE <= at <= due + LOOKS for at in step.told):
                self._fail(campaign, entry, f"{step.who} wasn't reminded at {due}: {step.told}")
            self.counts["reminders expected and found"] += 1

    def _end_complete(self, campaign: Campaign, entry: EntryRow, step: Opening, deadline: datetime) -> None:
        pace = campaign.pace
        if pace.grace and not any(deadline - TOLERANCE <= at <= deadline + LOOKS for at in step.finals):
            self._fail(campaign, entry, f"{step.who} wasn't called at {deadline}: {step.finals}")
        over = pace.after(step.finals[-1] if step.finals else deadline, pace.grace if step.finals else 0)
        is_lapse = any(name == "Lapsed" for name, _ in _told_in(entry))
        if over + LOOKS < entry.at and not is_lapse:
            self._fail(campaign, entry, f"the time of {step.who} was over at {over}, and nothing happened")
        self.counts["deadlines expected and found"] += 1


# -- why something the house did is wrong -----------------------------------------------------------------


def _wrong_moment(campaign: Campaign, now: datetime, step: Opening) -> Iterator[str]:
    """Why somebody is not to be reminded of a step now."""
    if step.is_over:
        yield "was reminded of what is over"
    if step.who in campaign.orders and not step.is_sealed:
        yield "was reminded and answered in advance"
    if step.last is not None and timedelta() <= now - step.last < TWICE:
        yield f"was told twice within minutes, at {step.last:%H:%M}"
    if step.snoozed is not None and now < step.snoozed - TOLERANCE and not step.is_jumped:
        yield f"had put it off to {step.snoozed}"


def _too_many(campaign: Campaign, now: datetime, step: Opening) -> Iterator[str]:
    """Why a step has had too many reminders by now."""
    beat, many = campaign.pace.beats.get(step.tempo, Beat()), len(step.told)
    asks = step.asks + campaign.was_away(step.who, step.counts_from, now)
    if many > beat.most * bool(beat.remind) + asks:
        yield f"was reminded {many} times: {beat}, asked late {asks} times"
    counted = campaign.pace.counted(step.counts_from, now) + TOLERANCE
    most = asks + (counted // timedelta(hours=beat.remind) if beat.remind else 0)
    if many > most and not step.is_jumped:
        yield f"was reminded too early: {many} times in {counted} since {step.counts_from}, {beat}"


def _wrong_end(campaign: Campaign, now: datetime, step: Opening) -> Iterator[str]:
    """Why the time of a step can't be over, whatever the clock says."""
    if step.then is Then.WAITS:
        yield "it waits forever"
    if step.is_over:
        yield "once more"
    if step.who not in campaign.seats:
        yield "they aren't here"
    if step.last is not None and timedelta() <= now - step.last < TWICE:
        yield f"right after a reminder at {step.last:%H:%M}"


def _too_early(campaign: Campaign, now: datetime, step: Opening) -> Iterator[str]:
    """Why the time of a step isn't over yet: what counted of it, and what its person was promised."""
    pace, away = campaign.pace, campaign.away_at(step.who, now)
    if away is not None and away.proxy is None:
        if not pace.skips_away and not away.is_by_itself:
            yield "the story waits for who is away"
        return
    if step.is_jumped:
        return
    beat, counted = pace.beats.get(step.tempo, Beat()), pace.counted(step.counts_from, now)
    if not beat.limit or counted + TOLERANCE < timedelta(hours=beat.limit + pace.grace):
        yield f"{counted} since {step.counts_from}, of {beat} and {pace.grace} hours"
    if step.until is not None and now.timestamp() < step.until - 60:
        yield f"it was open until {datetime.fromtimestamp(step.until, UTC)}"
