"""What an undo or a redo says of itself: one line for everybody, and all that it changes for who asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.engine.card import Button
from bot.engine.system import PlainEvent
from bot.engine.text import Safe, T
from bot.play import Entry, Post
from bot.play.reversal import HOW_IT_IS
from bot.ui.text import clip_marked, on_one_line, safe

UNDONE, REDONE = "Undone", "Redone"
NONE = T("none")
# So many entries are named, and as much of what the undone one told is said of it.
MOST_NAMED, TOLD = 5, 100
# What shows all that an undo changed.
CHANGED = "changed"
# The button that shows whoever presses it what bringing back their own last undo would change.
REDO = "redo"


def undo_buttons(entry: Entry) -> tuple[Button, ...]:
    """What an undo offers: all that it changed, where its line doesn't say that, and the way back."""
    event = taken_back(entry)
    if event is None:
        return ()
    back = (Button(T("Redo…").plain(), REDO),) if event.kind == UNDONE else ()
    if not event.facts["differences"] and len(differences(event.facts, is_done=True)) < 2:
        return back
    return (Button(T("What changed…").plain(), CHANGED, (entry.campaign, str(entry.number), "0")), *back)


def numbers(entries: Sequence[int]) -> Safe:
    """The numbers of entries, the first few where they are many."""
    named = [Safe(f"#{number}") for number in entries[:MOST_NAMED]]
    more = len(entries) - len(named)
    return Safe(", ".join([*named, *([T("{n} more")(n=more)] if more else [])]))


def struck(line: str) -> str:
    """A line that no longer holds."""
    return f"~~{line}~~"


def takes_back(event: Any) -> bool:
    """Whether it tells of an undo or a redo."""
    return isinstance(event, PlainEvent) and event.kind in (UNDONE, REDONE)


def in_short(entry: Entry) -> Entry:
    """An undo without what the entries told that it is about: in a list those have lines of their own."""
    if not any(map(takes_back, entry.events)):
        return entry
    events = (
        replace(each, facts={**each.facts, "told": ""}) if takes_back(each) else each for each in entry.events
    )
    return replace(entry, events=tuple(events))


def told_once(post: Post) -> Post:
    """The post without what an undone entry told, where its card has that among what came before."""
    back = next(filter(takes_back, post.entry.events), None)
    earlier = {each.number for each in post.earlier}
    is_there = back is not None and not earlier.isdisjoint(back.facts.get("again") or back.facts["entries"])
    return replace(post, entry=in_short(post.entry)) if is_there else post


def taken_back(entry: Entry) -> PlainEvent | None:
    """What tells the entry's viewer of an undo: the game masters' own comes last and tells everything."""
    found: PlainEvent | None = next(filter(takes_back, reversed(entry.events)), None)
    return found


def undone(event: PlainEvent, entry: Entry) -> str | None:
    """Who undoes what, or brings back what, how things stand now, and why: in one line."""
    if event is not taken_back(entry):
        return None
    facts = event.facts
    whose = [T("{who:@}")(who=each) for each in facts["who"] if each != entry.actor]
    told = clip_marked(on_one_line(facts.get("told", "")), TOLD).removesuffix(".")
    if event.kind == REDONE:
        says, others = T("{who:@} brings back {entries}{others}{told}."), T(", undone by {whose:,}")
        what = T(": {told}")(told=Safe(told)) if told else ""
    else:
        says, others = T("{who:@} undoes {entries}{others}{told}."), T(", by {whose:,}")
        what = T(": {told}")(told=Safe(struck(told))) if told else ""
    # What entries were undone, a redo of long ago doesn't say.
    entries = numbers(facts.get("again") or facts["entries"])
    line = says(who=entry.actor, entries=entries, others=others(whose=whose) if whose else "", told=what)
    why = T("Reason: {why}")(why=facts["reason"]) if facts["reason"] else None
    return " ".join(each for each in (line, how_it_stands(facts, is_done=True), why) if each)


# What an undo changes, as `Reversal.facts` has it, or the journal.
Facts = Mapping[str, Any]


def differences(facts: Facts, *, is_done: bool) -> list[Safe]:
    """Each thing that an undo changes, as it was and is or will be, in a sentence; whole records first."""
    goes = T("**{name}** was removed.") if is_done else T("**{name}** will be removed.")
    hides = (
        T("The table no longer knows of **{name}**.")
        if is_done
        else T("The table will no longer know of **{name}**.")
    )
    # What was kept before it was said says nothing of how things stand.
    stands, parts = (
        [line for row in facts.get(each, ()) for line in _difference(*row, is_done=is_done)]
        for each in ("stands", "differences")
    )
    gone = [*(goes(name=name) for name in facts["opened"]), *(hides(name=name) for name in facts["hidden"])]
    return [*stands, *gone, *parts]


def how_it_stands(facts: Facts, *, is_done: bool) -> Safe | None:
    """How that stands which an undo is about, the first of its differences; None where nothing says it."""
    return next(iter(differences({**facts, "differences": ()}, is_done=is_done)), None)


# What was undone, and what would be.
_IS = {True: T("{what} is {how}."), False: T("{what} will be {how}.")}
_BACK = {
    True: T("{whose} {part} went back{from_old} to {new}."),
    False: T("{whose} {part} will go back{from_old} to {new}."),
}
_IN_PLAY = {True: T("**{record}** is back in play."), False: T("**{record}** will be back in play.")}
_OUT_OF_PLAY = {
    True: T("**{record}** is out of play again."),
    False: T("**{record}** will be out of play again."),
}
_GONE = {
    True: T("Removed from {whose} {part}: {these}."),
    False: T("{these} will be removed from {whose} {part}."),
}
_COME = {True: T("Back in {whose} {part}: {these}."), False: T("{these} will be back in {whose} {part}.")}


def _difference(
    record: str,
    field: str,
    before: Any,
    after: Any,
    is_worded: bool,
    is_list: bool,
    *,
    is_done: bool,
) -> Iterator[Safe]:
    if field == HOW_IT_IS:
        yield _IS[is_done](what=Safe(record), how=Safe(after))
        return
    if not field:
        yield (_IN_PLAY if after else _OUT_OF_PLAY)[is_done](record=record)
        return
    # A kind without words of its own has its values as they are.
    of = {"whose": _whose(record), "part": Safe(field) if is_worded else safe(field)}
    if is_list:
        if before:
            yield _GONE[is_done](these=Safe(before), **of)
        if after:
            yield _COME[is_done](these=Safe(after), **of)
        return
    old, new = (Safe(each or NONE()) if is_worded else _value(each) for each in (before, after))
    from_old = T(" from {old}")(old=old) if before not in (None, "") else ""
    yield _BACK[is_done](new=new, from_old=from_old, **of)


def _whose(record: str) -> Safe:
    """The record's name in bold, as a possessive."""
    return (T("**{record}**'") if record.endswith("s") else T("**{record}**'s"))(record=record)


def _value(value: Any) -> Safe:
    if value in (None, "", [], {}):
        return NONE()
    if isinstance(value, bool):
        return T("yes")() if value else T("no")()
    return safe(str(value), 80)
