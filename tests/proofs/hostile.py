"""Texts that want to be more than text, and whether a message lets them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import Any

import discord
from discord import AppCommandOptionType

from bot.engine.prose import PROSE_LENGTH
from bot.ui.card import BODY, FIELD, FIELD_NAME, FOOTER, HINT, LABEL, PICK, TITLE, WHOLE
from tests.harness.inputs import STRING_SELECT, components
from tests.harness.world import Json
from tests.proofs.samples import LAST
from tests.stages import Stage

TEXT = AppCommandOptionType.string
# Somebody's words begin and end with these where they are shown; what a line begins with has no beginning.
BEGIN, END = "qa", "zq"
# The same where they are prose, in which bold, quotes, lists and emoji act.
PROSE_BEGIN, PROSE_END = "qb", "zr"
SOMEBODY = "123456789012345678"

_INSIDE = (
    "x" * 196,
    "".join(f"z{chr(0x0300 + number % 100) * 30}" for number in range(6)),
    f" @everyone @here <@{SOMEBODY}> <@!{SOMEBODY}> <@&{SOMEBODY}> <#{SOMEBODY}> ",
    " </roll:1> <t:1:R> <:smile:1> <a:smile:1> <id:customize> <mailto:a@evil.example> ",
    " a|b|c ||spoiler|| d/e/f ?g|h ",
    " **bold** *i* __u__ _i_ ~~gone~~ `code` ",
    " ```\nfence\n``` ",
    "*_~|`[\\",
    "\\*\\_\\`\\[",
    "[x](http://evil.example)",
    "[**bold** ||spoiler|| `code`](http://evil.example)",
    "](http://evil.example) [y",
    " http://evil.example/*a*_b_ <http://evil.example> steam://run/1 ",
    " <a:/**bold**> <t:/||spoiler||> ",
    "\u202eright to left\u202c \u200f\u061c\u2067shalom\u2069 \u05d0\u05d1\u05d2",
    "zero\u200bwidth\u200c\u2060\ufeff\u00ad",
    " a\n# b\r\n- c\td\x0be\x0cf\u2028g\u2029h\x85i ",
    "a\x00b\x1b[31mc\x7f",
    " \U0001f44d\U0001f3fd \U0001f469\u200d\U0001f469\u200d\U0001f467 \U0001f3f3\ufe0f\u200d\U0001f308 ",
    " \ufdfd\ua9c5\u2e3b\U0001242b ",
    " \u3164\u115f\u2800\u2003\u00a0 ",
    "{name} %s {0} ${x} <script>alert(1)</script> '; DROP TABLE journal; --",
)
_LINE = ("# ", "## ", "### ", "-# ", "- ", "* ", "+ ", "1. ", "12) ", "> ", ">>> ", "```", "||", "_ ", "<")
_NOTHING = (" " * 40, "\n\t\r", "\u200b\u202e", "\x00", "\u3164\u2800")

CORPUS = (
    *(f"{BEGIN}{text}{END}" for text in _INSIDE),
    *(f"{mark}head{END}" for mark in _LINE),
    *_NOTHING,
)
# What keeps its form in prose, with what must not act within it or beside it.
PROSE = (
    f"{PROSE_BEGIN} *<@{SOMEBODY}>* *||hidden||* _`code`_ **bold** {PROSE_END}",
    f"> {PROSE_BEGIN} # head **bold** {PROSE_END}\n> ### head\n>>> all\n# head",
    f"- {PROSE_BEGIN} # head **bold** {PROSE_END}\n1. ## head\n-# head\n- -# head",
    f"{PROSE_BEGIN} **bold\n# head\n-# head** [x](http://evil.example) {PROSE_END}",
    f"{PROSE_BEGIN} <:lantern:{SOMEBODY}> **bold** ***||x||*** **[y**](http://evil.example) {PROSE_END}",
    f"{PROSE_BEGIN} **bold** @*everyone* <@*{SOMEBODY}*> \\<@{SOMEBODY}> \\@everyone {PROSE_END}",
    f"{PROSE_BEGIN} **bold** ```\nfence\n``` {PROSE_END}",
    f"*{PROSE_BEGIN} **bold** ** * __ ~~{PROSE_END}",
)

# What markup passes over: a character behind a backslash, and code.
_PASSED_OVER = re.compile(r"\\[^A-Za-z0-9\s]|```(?:[^`]|`(?!``))*```|`[^`\n]*`")
_LIVE = (
    (re.compile(r"[*_~|`\[\]]"), "markup"),
    (re.compile(r"<(?=[#@/:+A-Za-z])"), "a mention, command, time or emoji"),
    (re.compile(r"@(?=everyone|here|&?[0-9])"), "a mention"),
    (re.compile(r":/"), "an address"),
)
# What nobody's words may bring into a message, whole or cut.
_NEVER = re.compile(
    rf"@everyone|@here|<[@#][!&]?{SOMEBODY}>|</roll:1>|<t:1:R>|<a?:smile:1>|<id:customize>|://evil|steam://"
    r"|\]\((?!https://discord\.com/channels/)"
)
_LINE_MARK = re.compile(r"\s*(?:#{1,3}|-|\*|\+|>{1,3}|[0-9]+[.)])\s")
# In prose, a heading wherever a line begins: in a quote or a list too.
_HEADING = re.compile(r"\s*(?:> |[-*] |[0-9]+[.)] |[*_]+)*(?:#{1,3}\s|>>> |-# head)")
_EMOJI = re.compile(r"<a?:\w{2,32}:[0-9]{15,21}>")
_LIVE_IN_PROSE = (
    (re.compile(r"[~|`\[\]]"), "markup"),
    (re.compile(r"<(?=[#@/:+A-Za-z])"), "a mention, command, time or emoji"),
    (re.compile(r"@(?=everyone|here|&?[0-9])"), "a mention"),
    (re.compile(r":/"), "an address"),
)
# What a person may write as prose though it is no longer than a sentence.
SHORT_PROSE = frozenset(
    {
        "adv fight instructions",
        "adv gm offer text",
        "edict gm kingdom note",
        "hex note text",
        "hex gm set notes",
    }
)


def is_prose(path: str, option: Any) -> bool:
    """Whether what is written into that option of a command is shown as prose."""
    return option.max_value == PROSE_LENGTH or f"{path} {option.display_name}" in SHORT_PROSE


def as_prose(text: str) -> str:
    """The text with the marks of prose where it begins and ends."""
    return text.replace(BEGIN, PROSE_BEGIN).replace(END, PROSE_END)


def text_options(stage: Stage) -> list[tuple[str, Any]]:
    """Every option of every command in which a person writes what they like."""
    found = [
        (command.qualified_name, option)
        for command in stage.bot.tree.walk_commands()
        for option in getattr(command, "parameters", ())
        if option.type is TEXT and not option.choices
    ]
    # What needs a channel that is free comes first, what closes the campaign last.
    return sorted(found, key=lambda each: (each[0] != "campaign create", f"/{each[0]}" in LAST))


def written(payload: Json, option: Any, text: str) -> Json:
    """The use of a command with that text in one of its options."""
    payload = deepcopy(payload)
    data = payload["data"]
    while data["options"] and data["options"][0]["type"] in (1, 2):
        data = data["options"][0]
    others = [each for each in data["options"] if each["name"] != option.display_name]
    # Discord lets nobody write more.
    text = cut(text, option.max_value or len(text))
    data["options"] = [*others, {"name": option.display_name, "type": 3, "value": text}]
    return payload


def cut(text: str, most: int) -> str:
    """At most so much of a text, of which it is still to be known where it ends."""
    return text if len(text) <= most else text[: most - len(END)] + END


def unseen(text: str, *, lines: bool = False) -> str | None:
    """What in a text can't be seen or goes on: a mark, a tower of accents, a second line."""
    marks = 0
    for letter in text:
        category = unicodedata.category(letter)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > 4:
            return "a tower of accents"
        if letter in "\u200b\u200d" or (letter == "\n" and lines):
            continue
        if category in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp"):
            return f"U+{ord(letter):04X}"
    return None


def faults_of(text: str) -> Iterator[str]:
    """What a text, as it is shown with markup, lets somebody's words do."""
    if odd := unseen(text, lines=True):
        yield f"{odd} in {text!r}"
    plain = _PASSED_OVER.sub("x", text)
    if found := _NEVER.search(plain):
        yield f"{found[0]!r} in {text!r}"
    has_prose = PROSE_BEGIN in text or PROSE_END in text
    for line in plain.split("\n"):
        # The house itself never makes headings or lists, and small print only with words of its own.
        if (_HEADING if has_prose else _LINE_MARK).match(line):
            yield f"a line that begins as {line[:12]!r}"
        yield from _live(line, text)


def _live(line: str, text: str) -> Iterator[str]:
    """Markup within somebody's words."""
    yield from _found(_LIVE, re.findall(rf"{BEGIN}(.*?)(?:{END}|…|$)", line), text)
    prose = re.findall(rf"{PROSE_BEGIN}(.*?)(?:{PROSE_END}|…|$)", _EMOJI.sub("", line))
    yield from _found(_LIVE_IN_PROSE, prose, text)


def _found(
    patterns: Iterable[tuple[re.Pattern[str], str]], written: Iterable[str], text: str
) -> Iterator[str]:
    for words in written:
        for pattern, what in patterns:
            if found := pattern.search(words):
                yield f"{what} ({found[0]!r}) in {words!r} of {text!r}"


def faults(data: Json) -> list[str]:
    """What is wrong with a message, a form or a list of suggestions as it was sent."""
    found = [fault for text in _texts(data) for fault in faults_of(text)]
    found += [f"{odd} in the label {text!r}" for text in _labels(data) if (odd := unseen(text))]
    return [*found, *_limits(data), *_pings(data)]


def _texts(data: Json) -> Iterator[str]:
    yield data.get("content") or ""
    for embed in data.get("embeds") or ():
        yield embed.get("title") or ""
        yield embed.get("description") or ""
        for field in embed.get("fields", ()):
            yield from (field["name"], field["value"])


def _labels(data: Json) -> Iterator[str]:
    """What Discord shows without markup."""
    yield from (embed["footer"]["text"] for embed in data.get("embeds") or () if embed.get("footer"))
    yield from (choice["name"] for choice in data.get("choices") or ())
    for part in components(data):
        yield from (str(part[key]) for key in ("label", "placeholder") if part.get(key))
        yield from (option["label"] for option in part.get("options", ()))
    yield data.get("title") or ""


def _pings(data: Json) -> Iterator[str]:
    if not (data.get("embeds") or data.get("content")):
        return
    allowed = data["allowed_mentions"]
    if allowed.get("parse") or allowed.get("roles") or len(allowed.get("users", ())) > 1:
        yield f"mentions allowed: {allowed}"


def _limits(data: Json) -> Iterator[str]:
    if len(data.get("content") or "") > 2000:
        yield "content too long"
    for embed in data.get("embeds") or ():
        if not any(embed.get(part) for part in ("title", "description", "fields", "image")):
            yield "an empty card"
        yield from _too_long("embed", embed.get("title"), TITLE)
        yield from _too_long("embed", embed.get("description"), BODY)
        yield from _too_long("footer", embed.get("footer", {}).get("text"), FOOTER)
        for field in embed.get("fields", ()):
            yield from _too_long("field", field["name"], FIELD_NAME)
            yield from _too_long("field", field["value"], FIELD)
        if len(discord.Embed.from_dict(embed)) > WHOLE:
            yield "a card too long as a whole"
    for choice in data.get("choices") or ():
        yield from _label("choice", choice["name"], PICK)
        yield from _label("value", choice["value"], PICK)
    yield from _limits_of_parts(data)


def _limits_of_parts(data: Json) -> Iterator[str]:
    if len(data.get("components") or ()) > 5:
        yield "too many rows"
    for part in components(data):
        if part.get("custom_id"):
            yield from _label("custom_id", part["custom_id"], 100)
        if part["type"] == 2:
            yield from _label("button", part.get("label", ""), LABEL)
        if part["type"] == STRING_SELECT:
            values = [option["value"] for option in part["options"]]
            # A list of a form has a label instead.
            yield from _label("placeholder", part.get("placeholder", "label"), HINT)
            if not 1 <= len(values) <= 25 or len(set(values)) != len(values):
                yield f"a list of {values}"
            for option in part["options"]:
                yield from _label("option", option["label"], PICK)
                yield from _label("value", option["value"], PICK)


def _label(what: str, text: str, most: int) -> Iterator[str]:
    if not len(text.strip()) >= 1 or len(text) > most:
        yield f"{what} {text!r}"


def _too_long(what: str, text: str | None, most: int) -> Iterator[str]:
    if text is not None and not 1 <= len(text.strip()) <= most:
        yield f"{what} {text!r}"
