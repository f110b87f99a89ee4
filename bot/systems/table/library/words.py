"""What is said of a campaign's library: its entries, drafts and proposals, and files of entries.

Names and mentions come in as they are shown: whoever draws makes them safe first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bot.engine.words import safe

# -- What is said of a campaign's library: its entries, drafts and proposals, and files of entries


def a(noun: str) -> str:
    """The noun with its article."""
    return f"{'an' if noun[:1].casefold() in tuple('aeiou') else 'a'} {noun}"


def several(count: int, noun: str, plural: str) -> str:
    """So many of them."""
    return f"{count} {noun if count == 1 else plural}"


# -- shelves and entries ----------------------------------------------------------------------------

NO_SHELVES = "The games of this campaign keep no library."
NOT_A_SHELF = "This campaign's library has no such kind of entry any more; nothing was changed."
DAMAGED = "That button is damaged; nothing was changed. `/library list` shows the library."


def unknown_kind(text: str, plurals: Iterable[str]) -> str:
    """No shelf is called so."""
    return f"This campaign's library has no “{text}”; it has {', '.join(plurals)}."


def unknown_entry(text: str) -> str:
    """Nothing in the library is called so."""
    return f"No entry of the library is called “{text}” here; pick one from the list."


def several_entries(text: str) -> str:
    """More than one kind has an entry of that name."""
    return f"Several entries of the library are called “{text}”; pick one from the list."


def is_gone(noun: str) -> str:
    """An entry that was removed, or never was."""
    return f"That {noun} is no longer in the library; nothing was changed."


def is_taken(noun: str, name: str) -> str:
    """Another entry bears the name."""
    return f"The library has {a(noun)} “{name}” already; give this one another name, or edit that one."


def has_changed(name: str) -> str:
    """Somebody else saved the entry meanwhile."""
    return f"“{name}” was changed in the library meanwhile; nothing was saved. `/library edit` shows it anew."


def is_same(name: str) -> str:
    """Sent as it was."""
    return f"“{name}” stands in the library just so; nothing was changed."


def not_yours_to_edit(name: str) -> str:
    """A player sees the entry only in part."""
    return f"Only a game master can edit “{name}”; nothing was changed."


# -- drafts and proposals -----------------------------------------------------------------------------

SAVE, CHANGE, DISCARD = "Save", "Change", "Discard"
APPROVE, DECLINE, WITHDRAW = "Approve", "Decline", "Withdraw"
WHY_NOT = "Why, for its author"
DRAFT_GONE = "That draft was saved, discarded or never was yours; nothing was changed."
SAVES = "Not saved yet: **Save** puts it into the library. `/library show` finds this draft again."
PROPOSES = "Not saved yet: **Save** proposes it to the game masters. `/library show` finds this draft again."
WAITS_FOR_GAME_MASTERS = "It takes effect once a game master approves it."
OUTCOMES = {
    "saved": "Saved.",
    "approved": "Approved.",
    "declined": "Declined.",
    "discarded": "Discarded.",
    "withdrawn": "Withdrawn.",
}


def draft_waits(noun: str, name: str) -> str:
    """What a draft waits for."""
    return f"Save or discard the {noun} {name}"


def proposal_waits(noun: str, name: str) -> str:
    """What a proposal waits for."""
    return f"Answer the proposed {noun} {name}"


def is_drafted(noun: str, name: str) -> str:
    """A second draft of the same."""
    return f"Your draft of the {noun} “{name}” waits already; nothing was changed. `/library show` has it."


def too_many_drafts(most: int) -> str:
    """Somebody drafts without end."""
    return f"{most} drafts and proposals of yours wait already; save, discard or withdraw one first."


def preview_title(name: str, *, is_edit: bool) -> str:
    """Over a draft."""
    return f"{name} (changed draft)" if is_edit else f"{name} (draft)"


def proposal_title(name: str, *, is_edit: bool) -> str:
    """Over a proposal."""
    return f"{name} (proposed change)" if is_edit else f"{name} (proposed)"


def field_change(label: str, before: str, after: str) -> str:
    """A part of an entry that changes."""
    return f"**{label}:** {before or NOTHING} → {after or NOTHING}"


NOTHING = "nothing"


# -- told -----------------------------------------------------------------------------------------------


def drafted(noun: str, name: str) -> str:
    """Somebody drafted an entry; only they read it."""
    return f"Draft of the {noun} **{name}**."


def discarded(noun: str, name: str) -> str:
    """A draft or proposal is gone."""
    return f"The draft of the {noun} **{name}** is discarded."


def withdrawn(author: str, noun: str, name: str) -> str:
    """A proposal was taken back."""
    return f"{author} withdraws the proposed {noun} **{name}**."


def proposed(author: str, noun: str, name: str) -> str:
    """A player's entry waits for the game masters."""
    return f"{author} proposes the {noun} **{name}** for the library."


def announced(author: str) -> str:
    """The same where the game masters have no channel to read it in."""
    return f"{author} proposes an entry for the library. Game masters find it with `/library show`."


def written(actor: str, noun: str, name: str, *, is_new: bool, author: str | None) -> str:
    """An entry stands in the library."""
    where = f"the {noun} **{name}** to the library" if is_new else f"the {noun} **{name}** in the library"
    line = f"{actor} {'adds' if is_new else 'changes'} {where}"
    return f"{line}, as {author} proposed." if author is not None else f"{line}."


def declined(actor: str, author: str, noun: str, name: str, reason: str) -> str:
    """What its author and the game masters read of a declined proposal."""
    line = f"{actor} declines the {noun} **{name}** that {author} proposed"
    return f"{line}: {reason}" if reason else f"{line}."


def answered(actor: str, author: str) -> str:
    """What everybody reads of it."""
    return f"{actor} declines what {author} proposed for the library; {author} finds why in `/journal`."


def removed(actor: str, noun: str, name: str) -> str:
    """An entry is gone."""
    return f"{actor} removes the {noun} **{name}** from the library."


def imported(
    actor: str, noun: str, plural: str, counts: tuple[int, int, int], source: str, *, is_whole: bool
) -> str:
    """Many entries came at once; what everybody reads leaves secret ones and the source out."""
    added, replaced, same = counts
    parts = [f"adds {several(added, noun, plural)} to the library"] if added else []
    parts += [f"replaces {several(replaced, noun, plural)}"] if replaced else []
    parts += [f"leaves {several(same, noun, plural)} as before"] if same else []
    origin = f" From {source}, counting secret ones." if is_whole else ""
    return f"{actor} {', '.join(parts)}.{origin}"


# -- in an undo -----------------------------------------------------------------------------------------

PARTS = {
    "shelf": "kind of entry",
    "noun": "kind of entry",
    "entry": "what it changes",
    "stage": "draft",
    "texts": "text",
    "before": "text before",
    "revision": "version",
}
AN_ENTRY = "an entry of the library"


def part(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A part of a draft, before → after; of its text each field by its own name."""
    label = safe(path[-1]) if len(path) > 1 else PARTS.get(path[0], safe(path[0]))
    if value in (None, "", {}, []):
        return label, None
    if path[0] == "author":
        return label, f"<@{value}>"
    return label, AN_ENTRY if path[0] == "entry" else safe(str(value), 80)


# -- lists ----------------------------------------------------------------------------------------------

ADD_SUPPLIED = "Add what comes with the game"
IS_DRAFT, IS_PROPOSED = "draft", "proposed"
MOST_NAMED = 10


def list_title(plural: str, campaign: str) -> str:
    """Over a list of entries."""
    return f"{plural.capitalize()} of {campaign}"


def empty(plural: str, noun: str) -> str:
    """Nothing was written yet."""
    return f"No {plural} are in the library yet; `/library add` writes {a(noun)}."


def nothing_to_export(plural: str) -> str:
    """Nothing that the asker may see."""
    return f"No {plural} are in the library yet; there is nothing to export."


def supplied(names: Sequence[str]) -> str:
    """What comes with the game and isn't in the library."""
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"Comes with the game and is not in the library: {', '.join(names[:MOST_NAMED])}{more}."


def marked(name: str, noun: str, mark: str = "") -> str:
    """An entry in a list of several kinds."""
    return f"{name} ({mark} {noun})" if mark else f"{name} ({noun})"


def add_title(noun: str) -> str:
    """Over the form of a new entry."""
    return f"Add {a(noun)}"


def edit_title(name: str) -> str:
    """Over the form of an entry that there is."""
    return f"Edit {name}"


def nothing_left(plural: str) -> str:
    """All that comes with the game is there."""
    return f"All {plural} that come with the game are in the library already; nothing was changed."


def exported(count: str) -> str:
    """With the file."""
    return (
        f"{count}, as you may see them. `/library import` reads this file in any campaign of the same game."
    )


TOO_BIG_TO_IMPORT = "It holds more than `/library import` takes at once; cut it in two first."


# -- copying --------------------------------------------------------------------------------------------

SAME_CAMPAIGN = "That is this campaign itself; name another one."


def not_led(campaign: str) -> str:
    """A campaign whose game master the asker isn't."""
    return f"Only a game master of “{campaign}” can copy from it; nothing was changed."


def nothing_there(campaign: str, plural: str) -> str:
    """The other library has none."""
    return f"The library of “{campaign}” has no {plural}; nothing was changed."


def nothing_new(count: str) -> str:
    """An import of what is there already."""
    return f"The library has {count} of that just so already; nothing was changed."
