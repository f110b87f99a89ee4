"""What a check found, and the report of them all."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class State(Enum):
    """How a check ended; the value is the sign shown before it."""

    GOOD = "✓"
    SKIPPED = "–"
    FAILED = "✗"


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: what was found, and what to do where it is not as it should be."""

    check: str
    state: State
    found: str
    remedy: str = ""

    @property
    def is_skipped(self) -> bool:
        """Whether there was nothing to check."""
        return self.state is State.SKIPPED

    @property
    def failed(self) -> bool:
        """Whether this keeps the bot from running well."""
        return self.state is State.FAILED


def good(check: str, found: str) -> Finding:
    """The check passed."""
    return Finding(check, State.GOOD, found)


def skipped(check: str, found: str) -> Finding:
    """The check does not apply or could not be made."""
    return Finding(check, State.SKIPPED, found)


def failed(check: str, found: str, remedy: str) -> Finding:
    """The check failed."""
    return Finding(check, State.FAILED, found, remedy)


def report(findings: list[Finding], *, plain: bool) -> str:
    """The findings as lines; plain ones are for logs and scripts."""
    if plain:
        return "\n".join(
            f"{f.state.name.lower()}: {f.check}: {f.found}{f' {f.remedy}' if f.remedy else ''}"
            for f in findings
        )
    colours = {State.GOOD: "32", State.SKIPPED: "33", State.FAILED: "31"}
    lines = [
        f"\x1b[{colours[f.state]}m{f.state.value}\x1b[0m {f.check:<15} {f.found}"
        + (f"\n{'':18}→ {f.remedy}" if f.remedy else "")
        for f in findings
    ]
    number = sum(f.failed for f in findings)
    return "\n".join(
        [*lines, "", f"{number} of {len(findings)} checks failed." if number else "All is well."]
    )
