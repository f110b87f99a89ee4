"""What is no dead end: an answer that ends with what to press next, or says that nothing is to do.

What one person alone is answered bears a control, leads to the message where it goes on, or says that it is
about to appear right there. What everybody reads may tell in bare words what happened, as the board and the
card of whatever goes on offer the way: but what waits has its controls on its newest message, and so has what
has just begun. A refusal bears the way on as any private answer; where it names a deed that its reader can do
here, that is what it bears.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import sqlalchemy as sa

from bot.storage.models import messages, records, waiting
from bot.ui.reply import HERE, MESSAGE
from tests.harness.answering import Call
from tests.harness.inputs import components
from tests.harness.messages import EPHEMERAL
from tests.harness.world import Json
from tests.proofs.sentences import shown, texts
from tests.stages import Stage


def leads_on(message: Json) -> bool:
    """Whether a message says what comes next."""
    said = "\n".join(texts(message))
    return any(components(message)) or MESSAGE in said or HERE().strip() in said


def answers(stage: Stage) -> Iterator[list[Json]]:
    """All that an interaction was answered, where some of it is for its person alone."""
    found, private = defaultdict[int, list[Json]](list), set[int]()
    for call in stage.server.calls:
        message = shown(call)
        if call.interaction is not None and message is not None:
            found[call.interaction].append(said_by(call))
            private |= {call.interaction} if message["flags"] & EPHEMERAL else set()
    yield from (found[each] for each in sorted(private))


def bare_answers(stage: Stage) -> list[list[Json]]:
    """The answers after which nobody knows what to press."""
    return [answer for answer in answers(stage) if not any(map(leads_on, answer))]


def said_by(call: Call) -> Json:
    """What a call said, as it was said then: the server's own message may have changed since."""
    return {"embeds": [], "content": "", "components": [], **call.data}


async def begun_or_waiting(stage: Stage) -> list[str]:
    """What waits, or goes on from now on, though the newest message about it has nothing to press."""
    waits = sa.exists().where(waiting.c.record_id == records.c.id)
    asked = (
        sa.select(records.c.id, records.c.system, records.c.kind, records.c.name, records.c.version)
        .add_columns(messages.c.message_id, messages.c.audience)
        .join_from(records, messages, messages.c.record_id == records.c.id)
        .where(sa.not_(records.c.is_archived), sa.or_(waits, records.c.version == 1))
        .order_by(messages.c.entry)
    )
    found = await stage.bot.database.read(lambda connection: list(connection.execute(asked)))
    kept, catalogue = stage.server.messages.kept, stage.bot.play.catalogue
    return [
        each.name
        for each in {(each.id, each.audience): each for each in found}.values()
        if each.message_id in kept
        and not any(components(kept[each.message_id]))
        and (each.version > 1 or catalogue.kind(each.system, each.kind).line is not None)
    ]
