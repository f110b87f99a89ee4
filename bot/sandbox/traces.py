"""What SimCord keeps of all that ever happened, for tests to ask: a long-lived sandbox forgets it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simcord.backend.models.message import EPHEMERAL_FLAG

if TYPE_CHECKING:
    from simcord import Env

# How many private answers a channel keeps: as many as a page shows messages, and as many to scroll back.
PRIVATE = 100


class Count(list[Any]):
    """A list that only counts what is added."""

    happened = 0

    def append(self, _each: Any) -> None:
        """One more."""
        self.happened += 1


def count(env: Env) -> None:
    """Have SimCord count what crosses its two seams instead of keeping it."""
    env.backend.transcript, env.backend.http_requests = Count(), Count()


def happened(env: Env) -> int:
    """How much has happened so far: where that is the same, nothing has."""
    transcript = env.backend.transcript
    return transcript.happened if isinstance(transcript, Count) else len(transcript)


def forget(env: Env) -> None:
    """Forget what nobody can ask for any more: expired interactions, private answers, replaced pictures."""
    backend, now = env.backend, env.backend.now_iso()
    over = [
        each
        for each in backend.interactions.values()
        if each.expires_at is not None and each.expires_at <= now
    ]
    for each in over:
        del backend.interactions[each.id], backend.interaction_tokens[each.token]
    for messages in backend.messages.values():
        private = [each.id for each in messages.values() if each.flags & EPHEMERAL_FLAG]
        for id_ in private[:-PRIVATE]:
            del messages[id_]
    kept = (message for messages in backend.messages.values() for message in messages.values())
    shown = {file["url"] for message in kept for file in message.attachments}
    blobs = backend.cdn._blobs
    for url in [each for each in blobs if "/attachments/" in each and each not in shown]:
        del blobs[url]
