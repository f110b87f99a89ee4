"""What is said of files of a library's entries, and of what is wrong in them.

Names come in as they are shown: whoever draws makes them safe first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

WHAT_IS_WANTED = "`/library export` shows what a file looks like."
NOT_UTF8 = f"That file is no text in UTF-8; nothing was changed. {WHAT_IS_WANTED}"
NO_ENTRIES = "That file holds no entries; nothing was changed."
NO_HEADER = f"That JSON file is not of a Waypost library; nothing was changed. {WHAT_IS_WANTED}"
NO_LIST = "Its “entries” are no list; nothing was changed. " + WHAT_IS_WANTED
NOT_AN_ENTRY = "this is no entry; an entry is a JSON object."
UNEVEN_ROW = "this row has more cells than the first one."
MOST_FAULTS = 5


def too_big(size: int, most: int) -> str:
    """A file that is not even downloaded; sizes in bytes."""
    return (
        f"That file has {max(size // 1024, 1):,} KB; at most {most // 1024} KB are read. Nothing was changed."
    )


def too_many(count: int, most: int) -> str:
    """More entries than one import takes."""
    return f"That file holds {count:,} entries; at most {most} are imported at once. Nothing was changed."


def not_json(line: int) -> str:
    """A file that breaks off, or never was JSON."""
    return f"That file is no JSON: line {line} can't be read; nothing was changed. {WHAT_IS_WANTED}"


def not_csv(line: int) -> str:
    """A table whose quotes don't close, or the like."""
    return f"That CSV file can't be read from line {line} on; nothing was changed."


def other_file(what: str) -> str:
    """Another file of Waypost's."""
    return f"That is a Waypost file of {what}, not of a library; nothing was changed."


def other_kind(found: str, wanted: str) -> str:
    """A file of other entries."""
    return f"That file holds {found}, not {wanted}; nothing was changed."


def unknown_columns(names: Sequence[str], fields: Iterable[str]) -> str:
    """A table of something else."""
    more = f" and {len(names) - MOST_FAULTS} more" if len(names) > MOST_FAULTS else ""
    shown = ", ".join(f"“{name}”" for name in names[:MOST_FAULTS])
    return f"That CSV file has columns {shown}{more}; it may have {', '.join(fields)}. Nothing was changed."


def missing_columns(names: Sequence[str]) -> str:
    """A table that lacks something."""
    shown = ", ".join(f"“{name}”" for name in names)
    return f"That CSV file lacks the column {shown}; nothing was changed."


def twice(names: Sequence[str]) -> str:
    """A table with one column twice."""
    return f"That CSV file has the column “{names[0]}” twice; nothing was changed."


def no_text(field: str) -> str:
    """A field that holds a list or the like."""
    return f"what stands under “{field}” is neither a text nor a whole number."


def again(line: int | None) -> str:
    """A name that the file has before."""
    return f"{f'line {line}' if line is not None else 'another one'} has the same name."


def fault(line: int | None, name: str, what: str) -> str:
    """One thing wrong in a file, or in entries from elsewhere."""
    where = f"line {line}, " if line is not None else ""
    return f"{where}“{name}”: {what}" if name else f"{where.removesuffix(', ')}: {what}"


def faults(found: Sequence[str]) -> str:
    """All that is wrong in a file, as far as it is told."""
    told = list(found[:MOST_FAULTS])
    if len(found) > MOST_FAULTS:
        told.append(f"… and {len(found) - MOST_FAULTS} more.")
    lines = "\n".join(f"• {each}" for each in told)
    return f"Nothing was imported; this is wrong:\n{lines}"


def nothing_new(count: str) -> str:
    """An import of what is there already."""
    return f"The library has {count} of that just so already; nothing was changed."
