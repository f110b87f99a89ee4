"""What messages say, sentence by sentence: twice in one, or to one person what everybody reads there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from tests.harness.answering import Call
from tests.harness.messages import EPHEMERAL
from tests.harness.world import Json
from tests.proofs.readers import MENTION
from tests.stages import Stage

# What ends a sentence, or a piece of a line that stands for one.
_ENDS = re.compile(r"\n|(?<=[.!?…])\s+|\s+·\s+")
_MARKUP = re.compile(r"[*_~`>#\\•⏳-]|\]\([^)\s]*\)|\[")
# Fewer words are a label or a number, which may well stand in two places.
_WORD, LEAST = re.compile(r"[^\W\d_]{2,}"), 4


def sentences(message: Json) -> Iterator[str]:
    """What a message says, sentence by sentence, without its marks and the mentions above it."""
    for text in texts(message):
        for piece in _ENDS.split(text):
            bare = " ".join(_MARKUP.sub("", piece).split()).strip(" .:→")
            if len(_WORD.findall(bare)) >= LEAST:
                yield bare


def texts(message: Json) -> Iterator[str]:
    """All that a message shows in words.

    What stands above its card is all that a phone shows of it first: that may say what the card does.
    """
    if not message.get("embeds"):
        yield MENTION.sub("", message.get("content") or "")
    for embed in message.get("embeds") or ():
        yield embed.get("title") or ""
        yield embed.get("description") or ""
        for field in embed.get("fields", ()):
            yield f"{field['name']}\n{field['value']}"
        yield (embed.get("footer") or {}).get("text", "")


def twice(message: Json) -> list[str]:
    """The sentences that a message says more than once."""
    return [sentence for sentence, n in Counter(sentences(message)).items() if n > 1]


def repeated(stage: Stage) -> set[str]:
    """What one person alone was answered, word for word what everybody reads in the same channel.

    A preview says before it is done what all read then: it bears the button that does it.
    """
    public, private = set[tuple[int, str]](), set[tuple[int, str]]()
    for call in stage.server.calls:
        message = shown(call)
        if message is None or not (said := "\n".join(sentences(call.data))):
            continue
        place = int(message["channel_id"]), said
        if not message["flags"] & EPHEMERAL:
            public.add(place)
        elif not call.data.get("components") or place in public:
            private.add(place)
    return {said for _, said in private & public}


def shown(call: Call) -> Json | None:
    """The message that a call came to, as Discord kept it."""
    reply = call.reply or {}
    found = reply.get("resource", {}).get("message") if call.is_callback else reply
    return found if isinstance(found, dict) and "flags" in found and "channel_id" in found else None
