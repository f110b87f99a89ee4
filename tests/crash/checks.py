"""What must hold after every kill; each check yields what is wrong and the interaction it is about."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby

from bot.engine.asking import FILL
from bot.engine.campaign import Campaign
from bot.engine.card import GAME_MASTERS
from bot.storage.journal import EntryRow
from bot.systems.second_kingdom.attacks.state import Attack, End
from bot.systems.second_kingdom.challenges.state import Challenge, Status
from bot.systems.second_kingdom.state import Hero
from tests.announced import opened
from tests.crash.adventures import adventures
from tests.crash.ledger import EPHEMERAL, Ledger, Wrong, facts, mark
from tests.crash.reigns import reigns
from tests.harness.inputs import components
from tests.harness.world import Json

# Buttons that stay below a message whatever waits: they belong to no step of their record.
LASTING = ("act", "new_adventurer", "pick", FILL)


def kept(ledger: Ledger) -> Wrong:
    """What the database alone must answer for, at any moment."""
    yield from _numbers(ledger)
    yield from _versions(ledger)
    yield from _challenges(ledger)
    yield from _attacks(ledger)
    yield from _conviction(ledger)
    yield from adventures(ledger)
    yield from reigns(ledger)
    yield from _waiting(ledger)
    yield from _asked_for(ledger)


def acknowledged(ledger: Ledger) -> Wrong:
    """Nobody was told of a change that is not there, and everybody the same of the same interaction."""
    for interaction, calls in ledger.calls.items():
        entry = ledger.by_interaction.get(interaction)
        accepted = [c for c in calls if c["status"] < 300 and c["payload"].get("type") == 4]
        for call in accepted:
            said = call["payload"]["data"]
            named = mark({"embeds": said.get("embeds", [])}) if said.get("embeds") else ""
            number = named.removeprefix("#").removesuffix("gm")
            if not said.get("flags", 0) & EPHEMERAL and entry is None:
                yield "a public result was acknowledged and is not in the journal", interaction
            elif number.isdigit() and (entry is None or int(number) != entry.number):
                yield f"it was answered with {named}, which is not its entry", interaction


def shown(ledger: Ledger) -> Wrong:
    """Once nothing is due, each public result is told once in its channel, and each card that waits too.

    By a message of its own, or by a live card that went on to it: that shows the newest which it tells.
    """
    entries = {(entry.campaign_id, entry.number): entry for entry in ledger.entries}
    tells = Counter(
        (row.campaign_id, entry, row.audience)
        for row in ledger.messages
        for entry in ledger.told[row.message_id]
    )
    for row in (row for row in ledger.outbox if row.kind == "post"):
        entry = entries[row.campaign_id, row.entry]
        if tells[row.campaign_id, row.entry, row.audience] != 1:
            times = tells[row.campaign_id, row.entry, row.audience]
            yield f"#{row.entry} is told by {times} messages", entry.interaction_id
        newest = max(ledger.told.get(row.message_id or 0, [row.entry]))
        name = f"#{newest}{'gm' if row.audience == 'gm' else ''}"
        standing = ledger.standing.get((row.channel_id, name), [])
        if len(standing) != 1:
            yield f"{name} stands {len(standing)} times in its channel", entry.interaction_id
        elif int(standing[0]["id"]) != row.message_id:
            yield f"{name} is not the message that is known", entry.interaction_id
    answered = Counter(
        int(m["interaction_metadata"]["id"]) for stand in ledger.standing.values() for m in stand
        if "interaction_metadata" in m
    )  # fmt: skip
    yield from ((f"{times} messages answer it", one) for one, times in answered.items() if times > 1)
    yield from _cards(ledger)
    yield from _mentions(ledger)


def _mentions(ledger: Ledger) -> Wrong:
    """What a player left to the game masters mentions one, once, and nothing mentions one twice."""
    leaders = {str(each) for state in ledger.states(Campaign).values() for each in state.game_masters}
    mentioned: Counter[tuple[str, int]] = Counter()
    standing = {int(each["id"]): each for found in ledger.standing.values() for each in found}
    for row in (row for row in ledger.messages if row.message_id in standing):
        people = {each["id"] for each in standing[row.message_id]["mentions"]}
        # Only what was posted notifies: the first that it told.
        mentioned[row.campaign_id, ledger.told[row.message_id][0]] += len(people & leaders)
    by_players = {
        (entry.campaign_id, entry.number): entry.interaction_id
        for entry in ledger.entries
        if str(entry.actor_id) not in leaders
    }
    left = opened(ledger.context, ledger.changes, ledger.records)
    last = {(each.record, each.step): (each.campaign, each.entry) for each in left}
    waits = {last[row.record_id, row.step] for row in ledger.waiting if row.who is None} & by_players.keys()
    for key, interaction in by_players.items():
        if mentioned[key] > 1 or mentioned[key] < (key in waits):
            yield f"#{key[1]} mentions a game master {mentioned[key]} times", interaction
    yield from (
        (f"#{number} mentions one for their own act", None)
        for (campaign, number), times in mentioned.items()
        if times and (campaign, number) not in by_players
    )


def _cards(ledger: Ledger) -> Wrong:
    """Each record that waits has one card with buttons in the open; each other has none."""
    bearing: defaultdict[str, list[str]] = defaultdict(list)
    secret = {state.game_master_channel for state in ledger.states(Campaign).values()}
    for (channel, _), messages in ledger.standing.items():
        for message in messages if channel not in secret else []:
            for record in set(_borne(ledger, message)):
                bearing[record].append(message["id"])
    waits = {row.record_id for row in ledger.waiting}
    about = {entry.subject_id: entry.interaction_id for entry in ledger.entries}
    for record in {*waits, *bearing}:
        if len(bearing[record]) != (record in waits):
            state = "waits" if record in waits else "is settled"
            cards = "\n".join(ledger.history_of_message(each) for each in bearing[record])
            told = f"{record} {state} and has buttons on the cards {bearing[record]}\n{cards}"
            yield told, about.get(record)


def _borne(ledger: Ledger, message: Json) -> Iterator[str]:
    """The records whose steps the buttons of a message are about, and those behind its game masters' one."""
    campaigns = {row.id for row in ledger.campaigns}
    waits = {row.record_id for row in ledger.waiting}
    for part in components(message):
        name, _, rest = str(part.get("custom_id", "")).partition("|")
        record = rest.partition("|")[0]
        if record and record not in campaigns and name not in LASTING:
            yield record
        if name == GAME_MASTERS:
            yield from (row.id for row in ledger.records if row.parent_id == record and row.id in waits)


def _numbers(ledger: Ledger) -> Wrong:
    for campaign in ledger.campaigns:
        entries = [entry for entry in ledger.entries if entry.campaign_id == campaign.id]
        drawn = [entry.drawing for entry in entries if entry.drawing is not None]
        if [entry.number for entry in entries] != list(range(1, campaign.entries + 1)):
            yield f"the entries of {campaign.id} have gaps: {campaign.entries} are counted", None
        if drawn != list(range(1, campaign.drawn + 1)):
            yield f"the draws of {campaign.id} have gaps: {campaign.drawn} are counted", None
    times = Counter(entry.interaction_id for entry in ledger.entries)
    yield from (("one interaction has several entries", one) for one, many in times.items() if many > 1)


def _versions(ledger: Ledger) -> Wrong:
    versions = {record.id: record.version for record in ledger.records}
    by_number = {(entry.campaign_id, entry.number): entry for entry in ledger.entries}
    rows = sorted(ledger.changes, key=lambda row: (row.record_id, row.number))
    for record, group in groupby(rows, key=lambda row: row.record_id):
        steps = [(row.version_before, row.version_after) for row in group]
        if steps != [(n, n + 1) for n in range(versions.pop(record, -1))]:
            yield f"record {record} has versions {steps}", None
    yield from ((f"record {record} came of nothing", None) for record in versions)
    for row in rows:
        if (row.campaign_id, row.number) not in by_number:
            yield f"a change of {row.record_id} belongs to no entry", None


def _challenges(ledger: Ledger) -> Wrong:
    """Each challenge is rolled at most once, and shows the dice that the journal has."""
    rolls: dict[str, list[EntryRow]] = defaultdict(list)
    for entry in ledger.entries:
        if entry.action.startswith("RollChallenge") and entry.subject_id is not None:
            rolls[entry.subject_id].append(entry)
    for record, state in ledger.states(Challenge).items():
        dice = [[die["value"] for die in json.loads(entry.dice)] for entry in rolls[record]]
        last = rolls[record][-1].interaction_id if rolls[record] else None
        if dice != ([list(state.roll.dice)] if state.roll is not None else []):
            yield f"challenge {record} shows {state.roll}, the journal has {dice}", last
        if (state.roll is None) != (state.status in (Status.OPEN, Status.WITHDRAWN)):
            yield f"challenge {record} is {state.status} with {state.roll}", last


def _attacks(ledger: Ledger) -> Wrong:
    """Each side of an attack rolls at most once, as the journal has it; what was applied was applied once."""
    dice: dict[str, dict[str, list[list[int]]]] = defaultdict(lambda: defaultdict(list))
    applied: Counter[str] = Counter()
    for entry in ledger.entries:
        # Who attacks may roll with the same entry.
        action = "RollAttack" if entry.action == "DeclareAttack" else entry.action
        fell = [d["value"] for d in json.loads(entry.dice)]
        if action in ("RollAttack", "RollDefence") and entry.subject_id is not None and fell:
            dice[action][entry.subject_id].append(fell)
        if entry.action == "ApplyDamage":
            applied[entry.subject_id or ""] += 1
    for record, state in ledger.states(Attack).items():
        for action, shown in (("RollAttack", state.dice), ("RollDefence", state.defence_dice)):
            if dice[action][record] != ([list(shown)] if shown else []):
                yield f"attack {record} shows {shown}, the journal has {dice[action][record]}", None
        if applied[record] != (state.end is End.APPLIED):
            yield f"the damage of attack {record} was applied {applied[record]} times: {state.end}", None


def _conviction(ledger: Ledger) -> Wrong:
    """What a hero holds is what it began with, and was given, less what it spent."""
    held: Counter[str] = Counter()
    heroes = {state.name: state.conviction for state in ledger.states(Hero).values()}
    for entry in ledger.entries:
        made, given, rolled = (facts(entry, e) for e in ("HeroCreated", "ConvictionGiven", "ChallengeRolled"))
        if made:
            held[made["name"]] += made["conviction"]
        for each in given["heroes"] if given else ():
            held[each["name"]] += json.loads(entry.input)["amount"]
        if rolled:
            held[rolled["hero_name"]] -= rolled["roll"]["conviction"]
            if held[rolled["hero_name"]] != rolled["conviction_after"]:
                yield "the roll says another conviction than the journal comes to", entry.interaction_id
    if held != heroes:
        yield f"heroes hold {heroes}, the journal comes to {dict(held)}", None


def _waiting(ledger: Ledger) -> Wrong:
    """What waits is what the states say."""
    steps = {
        (row.id, step.name, step.revision)
        for row in ledger.records
        for step in ledger.context.steps(row.system, ledger.context.record(row))
    }
    rows = {(row.record_id, row.step, row.revision) for row in ledger.waiting}
    yield from ((f"what waits differs from the states: {one}", None) for one in steps ^ rows)


def _asked_for(ledger: Ledger) -> Wrong:
    """Each entry asked once for the message of everybody it tells something, and of nobody else.

    What only game masters are told is theirs alone to read in the journal where they have no channel.
    """
    led_in = {id_ for id_, state in ledger.states(Campaign).items() if state.game_master_channel}
    posts = (row for row in ledger.outbox if row.kind == "post")
    asked = Counter((row.campaign_id, row.entry, row.audience) for row in posts)
    for entry in ledger.entries:
        told = [event["facts"]["audience"] for event in json.loads(entry.events)]
        is_public = any(audience["everyone"] for audience in told)
        is_shared = any(
            not audience["everyone"] and (audience["person"] is None or audience["with_game_masters"])
            for audience in told
        )
        wanted = (int(is_public), int(is_shared and entry.campaign_id in led_in))
        campaign, number = entry.campaign_id, entry.number
        if (asked[campaign, number, "public"], asked[campaign, number, "gm"]) != wanted:
            yield "its messages were not asked for once", entry.interaction_id


def told(ledger: Ledger, wrong: Iterable[tuple[str, int | None]], most: int = 3) -> str:
    """What is wrong, with the history of the first interactions that it is about; empty where all is well."""
    found = list(wrong)
    lines = [text if one is None else f"{text} (interaction {one})" for text, one in found[:20]]
    about = dict.fromkeys(one for _, one in found if one is not None)
    return "\n".join([*lines, *(ledger.history(one) for one in list(about)[:most])])
