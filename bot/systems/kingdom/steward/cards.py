"""A steward's run on its card: each month in a few lines, and where it stopped."""

from __future__ import annotations

from bot.engine.card import Card, Tone
from bot.engine.drawing import draws
from bot.engine.event import sentence
from bot.engine.text import T, fitting
from bot.play import Post
from bot.systems.kingdom.book import Phase
from bot.systems.kingdom.land.map_cards import realm_picture
from bot.systems.kingdom.month.rules import OmenDrawn
from bot.systems.kingdom.settling import CONSEQUENCES
from bot.systems.kingdom.steward.orders import MonthRun, RunEnded, StewardAppointed, Why, orders_line

# What is told of the months leaves room for the next one on the same card.
ROOM = 2600


# Ranked before the chapters whose events a run tells, too.
@draws(StewardAppointed)
def _draw_orders(event: StewardAppointed, _post: Post) -> Card:
    """The message about the orders."""
    title = T("{name:60}: standing orders")(name=event.name)
    how = T("-# `/kingdom run` lets the steward go on, `/act deed: dismiss` ends the orders.")
    return Card(title, (T("{orders:upper}.")(orders=orders_line(event.orders)), how()))


@draws(RunEnded)
def _draw_run(ended: RunEnded, post: Post) -> Card:
    """The message about a run."""
    lines = list[str]()
    for event in post.entry.events:
        if isinstance(event, OmenDrawn):
            # Those before have come about by now.
            is_coming = event.month == ended.stop.month and ended.stop.phase is not Phase.EVENT
            lines += [event.told] if is_coming else []
        elif not isinstance(event, (RunEnded, *CONSEQUENCES)):
            line = sentence(event)
            lines += [line] if line else []
        if isinstance(event, MonthRun):
            lines += [T("-# {deed}")(deed=deed.sentence()) for each in event.settled for deed in each.deeds]
            # What the steward did stands with whoever let it: only where others had their part it is news.
            if event.closed is not None and len(event.closed.people) > 1:
                lines += event.closed.busy
    tone = Tone.PLAIN if ended.stop.why is Why.DONE else Tone.ASKS
    picture = realm_picture(post) if ended.closed else None
    told = (*fitting(lines, ROOM), "", ended.stop.sentence())
    return Card(ended.headline, told, tone=tone, picture=picture)
