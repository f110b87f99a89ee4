"""How a recap looks, a newcomer's page, and the story."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from bot.engine.card import Button, Card
from bot.engine.text import Safe, T
from bot.engine.words import safe
from bot.play import Entry, Link, Newcomer, Passage, Recap, RecapScene, Waiting
from bot.play.recap import Linked, Member
from bot.ui.text import clip_marked, on_one_line, person, since

LINE = 220
SEALED = T("The dice are sealed, and anyone can check them: `/dice fairness`.")
# What an entry says, as its reader may see it; empty where that is nothing.
Tell = Callable[[Entry], str]


def recap_card(found: Recap, tell: Tell, *, is_here: bool) -> Card:
    """What happened, the newest scene first, and below each the newest of it."""
    name = found.view.campaign.name
    title = T("{name}: since you were here") if is_here else T("{name}: what happened")
    told = [line for scene in found.scenes for line in _scene(scene, tell)]
    lines: list[str] = [_span(found, is_here=is_here, has_news=bool(told)), waits(found.waiting)]
    nothing = T("Nothing new happened.") if is_here else T("Nothing happened in that time.")
    lines += told or ["", nothing()]
    if found.is_more:
        lines += ["", T("These are the newest scenes. `/journal` has the rest.")()]
    return Card(title(name=name), tuple(lines))


def _span(found: Recap, *, is_here: bool, has_news: bool) -> Safe:
    """The words that say since when a recap tells."""
    if found.first > found.last:
        return T("You know everything up to #{last}.")(last=found.last)
    if found.since is None:
        return T("From the beginning to #{last}.")(last=found.last)
    ago = Safe(since(found.since))
    if is_here and not has_news:
        return T("You were here {ago}.")(ago=ago)
    if is_here:
        return T("You were here {ago}. Since then: #{first} to #{last}.")(
            ago=ago, first=found.first, last=found.last
        )
    return T("From #{first}, {ago}, to #{last}.")(ago=ago, first=found.first, last=found.last)


def waits(waiting: Sequence[Waiting]) -> Safe:
    """What waits for the reader now: how much, and what has waited longest."""
    if not waiting:
        return T("Nothing is waiting for you.")()
    says = T("**{n} {n:thing is|things are} waiting for you.** {first:Here it is|The first}: {what}, {ago}.")
    first = waiting[0]
    return says(n=len(waiting), first=len(waiting), what=first.linked(100), ago=first.ago)


def _scene(scene: RecapScene, tell: Tell) -> Iterator[str]:
    """Its name, and below it the newest of it; nothing where its reader may see nothing."""
    lines = list(_entries(scene.entries, tell))
    around = T("Around the table").plain()
    title = T("**{scene:100}**")(scene=scene.record.title if scene.record is not None else around)
    if lines:
        yield from _headed(title, lines)


def _entries(entries: Iterable[Linked], tell: Tell) -> Iterator[str]:
    for entry, link in entries:
        told = clip_marked(on_one_line(tell(entry)), LINE)
        if told:
            yield " · ".join((f"• {numbered(entry.number, link)}", since(entry.at), *_by(entry, told), told))


def numbered(number: int, link: Link | None) -> str:
    """An entry's number, as a link to its message where there is one."""
    return f"[#{number}]({link.url})" if link is not None else f"#{number}"


def _by(entry: Entry, told: str) -> Iterator[str]:
    """Who did it, where the line doesn't name them."""
    if entry.known_actor is not None and (actor := person(entry.known_actor)) not in told:
        yield actor


# -- for who is new -------------------------------------------------------------------------------------


def newcomer_card(found: Newcomer, tell: Tell, can_do: Sequence[str], buttons: Sequence[Button]) -> Card:
    """Who is who, the story so far, what the reader can do now; and that the dice can be checked."""
    lines = [T("**Who's who**")(), *map(_member, found.people)] if found.people else []
    lines += _so_far(found, tell)
    lines += _headed(T("**What you can do now**")(), [*can_do, waits(found.waiting), SEALED()])
    return Card(
        T("{name}: the story so far")(name=found.view.campaign.name), tuple(lines), buttons=tuple(buttons)
    )


def _headed(title: Safe, lines: Sequence[str]) -> Iterator[str]:
    """Lines under a title, with air above it; no page parts it from the first of them."""
    yield f"\n{title}\n{lines[0]}"
    yield from lines[1:]


def _so_far(found: Newcomer, tell: Tell) -> Iterator[str]:
    if story := list(story_lines(found.story, tell)):
        yield from _headed(T("**What happened**")(), story)
        return
    begun = list(_entries(found.beginning, tell))
    if begun:
        yield from _headed(T("**How it began**")(), begun)
    for scene in found.scenes:
        yield from list(_scene(scene, tell))[:1]
    if not begun and not found.scenes:
        yield T("Nothing has happened yet.")()


def story_lines(story: Iterable[Passage], tell: Tell) -> Iterator[str]:
    """What was marked, with its note, and what was written, oldest first."""
    for each in story:
        if each.entry is None:
            yield _written(each)
        elif told := clip_marked(on_one_line(tell(each.entry)), LINE):
            note = T(" *{note:200}*")(note=each.text) if each.text else ""
            yield f"• {numbered(each.number, each.link)} · {told}{note}"


def _written(passage: Passage) -> str:
    if passage.chapter is None:
        return T("📖 {text:prose}")(text=passage.text)
    return T("📖 **Chapter {chapter}:** {text:prose}")(chapter=passage.chapter, text=passage.text)


def _member(member: Member) -> str:
    played = [
        T("**{title}** ({line})")(title=view.title, line=line)
        if line is not None
        else T("**{title}**")(title=view.title)
        for view, line in member.played
    ]
    if member.more:
        played.append(T("{n} more")(n=member.more))
    if member.is_game_master:
        leads = T("• {who:@} is the {gm}{also}.")
        also = T(" and plays {played}")(played=played) if played else ""
        return leads(who=member.user, also=also)
    if not played:
        return T("• {who:@} plays nobody yet.")(who=member.user)
    return T("• {who:@} plays {played}.")(who=member.user, played=played)


def story_card(name: str, story: Sequence[Passage], tell: Tell) -> Card:
    """A card with the whole story."""
    none = T(
        "Nothing belongs to the story yet. Game masters mark entries with `/gm deed: mark` and write "
        "lines with `/gm deed: line`."
    )
    lines = tuple(story_lines(story, tell))
    return Card(T("{name}: the story")(name=safe(name)), lines or (none(),))
