"""What the house tells of a campaign's pace: reminders, deadlines, who is silent, away or back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from bot.engine.card import Button
from bot.engine.pace import Then
from bot.engine.system import PlainEvent
from bot.engine.text import Safe, T
from bot.play import Entry, Post
from bot.ui.text import safe

# A first line is short: a phone shows no more of it.
PART = 80


def _until(at: int) -> Safe:
    return T("until {day} ({left})")(day=Safe(f"<t:{at}:f>"), left=Safe(f"<t:{at}:R>"))


def opening(post: Post, people: Collection[int], roles: Collection[int]) -> str:
    """The first line of a ping: campaign, scene, what is to be decided, and until when."""
    view = post.subject
    if view is None or not (people or roles):
        return ""
    waits = [
        step
        for step in view.steps
        if (step.who in people or post.instead.get(step.who) in people if step.who is not None else roles)
    ]
    # What they are asked, and until when, where that is the same for all of them.
    labels = {step.label for step in waits}
    label = labels.pop() if len(labels) == 1 else ""
    is_named = view.title in label or view.title == post.campaign.name
    parts = [post.campaign.name, *([] if is_named else [view.title]), *([label] if label else [])]
    ends = {post.deadlines.get(step.name) for step in waits}
    shown = [safe(part, PART) for part in parts]
    if len(ends) == 1 and (at := ends.pop()) is not None:
        shown.append(_until(int(at.timestamp())))
    return " · ".join(shown)


def deadlines(post: Post) -> Iterator[Safe]:
    """Until when each step of the subject waits; once where it is the same for all."""
    view = post.subject
    if view is None:
        return
    ends = {step: post.deadlines[step.name] for step in view.steps if step.name in post.deadlines}
    if len(set(ends.values())) == 1:
        at = int(next(iter(ends.values())).timestamp())
        yield T("⏳ Open {until}")(until=_until(at))
        return
    for step, end in ends.items():
        says = T("⏳ {who:@} {until}") if step.who is not None else T("⏳ {until}")
        named = {"who": step.who} if step.who is not None else {}
        yield says(until=_until(int(end.timestamp())), **named)


SNOOZE = "snooze"


# Opens the form that hands over what is somebody's: `bot/systems/table/campaigns/commands.py`.
GIVE = "hand_over"


def buttons(post: Post) -> tuple[Button, ...]:
    """What whoever is reminded may want besides, a day more of peace; and what to do for who has left."""
    left = [each.facts["who"] for each in _events(post) if each.kind == "LeftServer"]
    if left and post.entry.undone_by is None:
        return tuple(Button(T("Hand over…").plain(), GIVE, (str(who),), is_main=True) for who in left)
    view = post.subject
    told = [each for event in _events(post) for each in event.facts.get("of", ())]
    # A last call can't be put off.
    if view is None or not view.steps or not told or any(each["is_final"] for each in told):
        return ()
    return (Button(T("Remind me tomorrow").plain(), SNOOZE, (view.id,)),)


def _events(post: Post) -> Iterator[PlainEvent]:
    return (each for each in post.entry.events if isinstance(each, PlainEvent))


# -- told ---------------------------------------------------------------------------------------------------


def _reminded(event: PlainEvent, _entry: Entry) -> Safe:
    """Who is reminded of what, until when, and whether everybody else has answered."""
    is_addressed = event.facts.get("is_addressed", False)
    lines = [_reminder(each, is_addressed=is_addressed) for each in event.facts["of"]]
    if event.facts.get("asks_game_masters") and event.facts.get("next"):
        says = T("⏰ {gms:upper}, this is waiting for you: {label}")
        lines.append(says(label=_whole(event.facts["next"])))
    return Safe("\n".join(lines))


def _reminder(each: Mapping[str, Any], *, is_addressed: bool) -> Safe:
    """What somebody is reminded of; they aren't named where the message mentions them and nobody else."""
    says, to_them = (
        T("⏰ {who:@}, this is waiting for you{stead}: {label}{last}"),
        T("⏰ This is waiting for you{stead}: {label}{last}"),
    )
    if each["is_late"]:
        says, to_them = (
            T("⏰ {who:@}, Waypost was away, so you have more time{until}{stead}: {label}{last}"),
            T("⏰ Waypost was away, so you have more time{until}{stead}: {label}{last}"),
        )
    elif each["is_final"]:
        says, to_them = (
            T("⏰ {who:@}, this is the last call{until}{stead}: {label}{last}"),
            T("⏰ This is the last call{until}{stead}: {label}{last}"),
        )
    says = to_them if is_addressed else says
    stead = T(", in {person:@}'s place")(person=each["for"]) if each["for"] is not None else ""
    until = T(", {until}")(until=_until(each["until"])) if each["until"] is not None else ""
    last = T(" You're the last of {n} to answer.")(n=each["last_of"]) if each["last_of"] else ""
    label = _whole(each["label"])
    values = {"who": each["who"], "label": label, "stead": stead, "until": until, "last": last}
    return says(**{name: value for name, value in values.items() if name in says.names})


def _whole(label: str) -> Safe:
    """A label as a sentence: with a period, unless it is a question already."""
    shown = safe(label, 100)
    return shown if shown.endswith((".", "?", "!", "…")) else T("{label}.")(label=shown)


def _lapsed(event: PlainEvent, _entry: Entry) -> Safe:
    """What somebody's silence came to."""
    facts = event.facts
    who, then = facts["who"], Then(facts["then"])
    if then is Then.DECIDES:
        says = T("⌛ {who:@} was away: {label} A {gm} decides.")
        if not facts["is_away"]:
            says = T("⌛ {who:@} didn't answer in time: {label} A {gm} decides.")
        told = says(who=who, label=_whole(facts["label"]))
        if not facts.get("order"):
            return told
        return T("{told} Their standing order: {words}")(told=told, words=facts["order"])
    says = T("⌛ {who:@} was away and {does}{unless}.{more}")
    if not facts["is_away"]:
        says = T("⌛ {who:@} said nothing in time and {does}{unless}.{more}")
    # It holds until they come back to it, and what was told stays where it stands.
    unless = T(", unless they still answer")() if then is Then.HOLDS else ""
    following = facts.get("next")
    more = T(" Everybody has had their say: {label}")(label=_whole(following)) if following else ""
    told = says(who=who, does=safe(facts["does"]), unless=unless, more=more)
    return T("{told}\n-# {label}")(told=told, label=safe(facts["label"], 100))


def _answered(event: PlainEvent, _entry: Entry) -> Safe:
    return T("📌 {who:@} answered in advance.")(who=event.facts["who"])


def _came_back(event: PlainEvent, _entry: Entry) -> Safe:
    return T("{who:@} is back.")(who=event.facts["who"])


def _counted_away(event: PlainEvent, _entry: Entry) -> Safe:
    told = T(
        "{who:@} missed {n} {n:deadline|deadlines} in a row and counts as away until they do something again."
    )
    return told(who=event.facts["who"], n=event.facts["n"])


def _left_server(event: PlainEvent, _entry: Entry) -> Safe:
    """Who has left, what waited for them, and what can be done."""
    facts = event.facts
    waits = T(" {n:One thing was|{n} things were} waiting for them: decide in their place, or hand it over.")
    none = T(" Nothing was waiting for them.")
    lead = T(" Nobody leads this campaign now: an admin can name somebody with `/campaign gm add`.")
    told = T(
        "🚪 **{who:@} is no longer on this server.**{waits}{lead} They aren't reminded anymore; if they come "
        "back, whatever they do ends that."
    )
    n = facts["waiting"]
    return told(
        who=facts["who"],
        waits=waits(n=n) if n else none(),
        lead="" if facts["is_led"] else lead(),
    )


def _stands_in(event: PlainEvent, _entry: Entry) -> Safe:
    return T("{by:@} acts for {who:@}, as their proxy.")(by=event.facts["by"], who=event.facts["who"])


def _order_ended(event: PlainEvent, _entry: Entry) -> Safe:
    return T("{who:@} acts, so their standing order ends.")(who=event.facts["who"])


def _listed(event: PlainEvent, _entry: Entry) -> Safe:
    """What waits for one person, each with where it stands."""
    facts = event.facts
    whom = T("you")() if facts.get("is_addressed") else T("{who:@}")(who=facts["who"])
    lines = [T("**{campaign}: waiting for {whom}**")(campaign=facts["campaign"], whom=whom)]
    for each in facts["listed"]:
        label = safe(each["label"], 100)
        linked = Safe(f"[{label}]({each['url']})") if each["url"] else label
        ends = _until(each["until"]) if each["until"] else Safe(f"<t:{each['since']}:R>")
        lines.append(T("• {label}, {ends}")(label=linked, ends=ends))
    if facts["more"]:
        lines.append(T("… and {n} more: `/waiting`.")(n=facts["more"]))
    return Safe("\n".join(lines))


def _fell_silent(event: PlainEvent, _entry: Entry) -> Safe:
    """That nothing happened for days, and whom that waits for."""
    facts = event.facts
    people = [T("{who:@}")(who=each) for each in facts["people"]]
    people += [T("the {gms}")()] if facts["game_masters"] else []
    days = T("It has been quiet here for {n} {n:day|days}.")(n=facts["days"])
    if not people:
        return T("{days} Nothing is waiting for anybody.")(days=days)
    return T("{days} The story waits for {people}: `/waiting`.")(days=days, people=people)


def _comes_next(event: PlainEvent, _entry: Entry) -> Safe:
    """Who comes next, after those whose turn it is."""
    who, after = ([T("{who:@}")(who=each) for each in event.facts[name]] for name in ("who", "after"))
    return T("⏭ Next after {after:and}: {who:and}.")(after=after, who=who)


TOLD = {
    "ComesNext": _comes_next,
    "Reminded": _reminded,
    "Lapsed": _lapsed,
    "AnsweredInAdvance": _answered,
    "CameBack": _came_back,
    "CountedAway": _counted_away,
    "LeftServer": _left_server,
    "StandsIn": _stands_in,
    "OrderEnded": _order_ended,
    "ListedForOne": _listed,
    "FellSilent": _fell_silent,
}


# What mentions people to tell them something, and names them where it isn't for one alone.
TO_ONE = ("Reminded", "ListedForOne")


def asked(event: PlainEvent) -> Iterable[int]:
    """Whom such an event mentions."""
    if event.kind == "Reminded":
        return [each["who"] for each in event.facts["of"]]
    return [event.facts["who"]] if event.kind == "ListedForOne" else []
