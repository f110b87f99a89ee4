"""An export of `/dice verify` checked roll by roll, far from the bot's database: `python -m bot verify`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bot.engine.dice.checking import Check, Fault
from bot.engine.dice.export import Head, NotAnExport, read
from bot.errors import UserError


@dataclass(frozen=True, slots=True)
class Finding:
    """What an export says of itself, and what checking it came to."""

    head: Head
    check: Check

    @property
    def is_sound(self) -> bool:
        """Whether all is as sealed."""
        return not self.check.faulty

    def __str__(self) -> str:
        head, check = self.head, self.check
        undone = f" ({check.undone:,} of them undone later)" if check.undone else ""
        lines = [
            f"Chapter {head.chapter} of campaign {head.campaign}, {head.kind} dice",
            f"seal:  {head.seal}",
            f"draws: {check.draws:,}{undone}, numbers {head.first:,} to {head.last:,} of {head.draws:,}",
            f"dice:  {check.dice:,}",
            "",
            *self._verdict(),
        ]
        return "\n".join(lines)

    def _verdict(self) -> list[str]:
        check = self.check
        if self.is_sound:
            return [
                "All as sealed. Compare the seal with the one shown while the chapter ran, the number of",
                "draws with the message that ended it, and a few rolls with their messages.",
            ]
        shown = [f"- {fault}" for fault in check.faults]
        rest = check.faulty - len(check.faults)
        more = [f"… and {rest:,} more."] if rest else []
        return [f"NOT as sealed: {check.faulty:,} fault{'s' if check.faulty > 1 else ''}.", *shown, *more]


def verify(file: Path) -> Finding:
    """Check every roll of an export. Raises UserError for a file that is none."""
    try:
        with file.open(encoding="utf-8") as lines:
            head, draws = read(lines)
            check = Check(head.seed, next_draw=head.first)
            check.require_seal(head.seal)
            check.take_all(draws)
    except NotAnExport as problem:
        raise UserError(f"{file} is not what `/dice verify` gave: {problem}. Get the file again.") from None
    except UnicodeDecodeError:
        raise UserError(f"{file} isn't text. Name a file that `/dice verify` gave.") from None
    except OSError as error:
        raise UserError(f"{file} can't be read ({error.strerror}). Name another place.") from None
    check.finish(head.last)
    if check.dice != head.dice:
        check.fault(Fault(f"{head.dice} dice in all", f"{check.dice}"))
    return Finding(head, check)
