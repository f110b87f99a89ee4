"""`python -m tests.mutants`: change the code a little, and see whether the tests that claim it notice.

WAYPOST_TEST_SEED repeats a run, COUNT says how many changes are made. The exit status is 1 below the share
that must be noticed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import secrets
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Final

from tests.mutants.changes import ROOT, Change, changes
from tests.mutants.claims import CLAIMS, EQUAL, Claim
from tests.mutants.running import Watched, ask, carry_out, load_libraries, watch, watched_of

ENOUGH: Final = 0.95
# What the tests took and called, kept for as long as no file of ours is another.
KEPT: Final = ROOT / "build" / "mutants.json"


@dataclass(frozen=True)
class Asked:
    """A change, and the tests that are asked about it, the fastest first."""

    subject: str
    change: Change
    tests: tuple[str, ...]
    seconds: float


def main() -> None:
    """Read the options, ask, and say what share was noticed."""
    options = _options()
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.default_int_handler)
    seed = int(os.environ.get("WAYPOST_TEST_SEED", "0")) or secrets.randbelow(1 << 31)
    claims = [claim for claim in CLAIMS if not options.only or claim.subject in options.only]
    print(f"WAYPOST_TEST_SEED={seed}", flush=True)
    load_libraries()
    watched = _watched(claims, options.at_once)
    asked = [each for claim in claims for each in _asked(claim, watched)]
    chosen = chosen_of(asked, options.count, seed)
    noticed = _noticed(chosen, options.at_once)
    sys.exit(_tell(chosen, noticed))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("--count", type=int, default=300, help="how many changes are made")
    parser.add_argument("--at-once", type=int, default=os.cpu_count() or 1, help="how many at the same time")
    parser.add_argument(
        "--only", nargs="*", choices=[claim.subject for claim in CLAIMS], help="these subjects"
    )
    return parser.parse_args()


# ------------------------------------------------------------------ the tests as they are


def _watched(claims: Sequence[Claim], at_once: int) -> dict[str, Watched]:
    """What every claiming test takes and calls, from the last run where nothing is changed since."""
    digest, kept = _digest(), {}
    if KEPT.exists() and (read := json.loads(KEPT.read_text()))["digest"] == digest:
        kept = {test: watched_of(each) for test, each in read["watched"].items()}
    wanted = {test for claim in claims for test in claim.tests}
    lacking = sorted(wanted - _modules(kept))
    said = _watch([lacking[start :: at_once * 4] for start in range(at_once * 4)], at_once, kept)
    # On a busy machine a test may fail for once.
    if failed := [test for test, each in kept.items() if not each.is_passed]:
        said += _watch([failed], 1, kept)
    _keep(digest, kept)
    if not wanted <= _modules(kept):
        print(said[-1][-4000:])
        sys.exit(f"Not all tests can be run: {', '.join(sorted(wanted - _modules(kept)))}")
    passed = {test: each for test, each in kept.items() if each.is_passed}
    for test in kept.keys() - passed.keys():
        print(f"FAILS AS IT IS, and isn't asked: {test}", flush=True)
    seconds = sum(each.seconds for each in passed.values())
    print(f"{len(passed)} tests claim the code; they take {seconds:.0f} s.", flush=True)
    return passed


def _modules(tests: Iterable[str]) -> set[str]:
    return {test.partition("::")[0] for test in tests}


def _watch(parts: Sequence[Sequence[str]], at_once: int, kept: dict[str, Watched]) -> list[str]:
    """Watch the tests, each part in a process of its own; what was said where one failed."""
    paths = {code.partition(":")[0] for claim in CLAIMS for code in claim.code}
    failed: list[str] = []

    def answer(found: dict[str, Watched], said: str) -> None:
        kept.update(found)
        if not found or not all(each.is_passed for each in found.values()):
            failed.append(said)

    carry_out([watch(part, paths, answer) for part in parts if part], at_once)
    return failed


def _keep(digest: str, watched: dict[str, Watched]) -> None:
    plain = {test: asdict(each) | {"called": sorted(each.called)} for test, each in watched.items()}
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_text(json.dumps({"digest": digest, "watched": plain}))


def _digest() -> str:
    found = hashlib.sha256()
    files = (file for folder in ("bot", "migrations", "tests") for file in (ROOT / folder).rglob("*.py"))
    # What asks them is none of what is asked.
    for file in sorted(file for file in files if file.parent != Path(__file__).parent):
        found.update(f"{file}\n".encode() + file.read_bytes())
    return found.hexdigest()


# ------------------------------------------------------------------ the changes


def _asked(claim: Claim, watched: dict[str, Watched]) -> Iterator[Asked]:
    own = {test: each for test, each in watched.items() if test.partition("::")[0] in claim.tests}
    for code in claim.code:
        path, _, named = code.partition(":")
        for change in changes(path, tuple(named.split(",")) if named else ()):
            if (path, change.function, change.text) not in EQUAL:
                tests = _claiming(change, own)
                yield Asked(claim.subject, change, tests, sum(watched[test].seconds for test in tests))


def _claiming(change: Change, watched: dict[str, Watched]) -> tuple[str, ...]:
    """The tests that call the changed function, or all where it is done when the module is loaded."""
    called = (change.path, change.function)
    tests = [test for test, each in watched.items() if not change.function or called in each.called]
    modules: dict[str, float] = defaultdict(float)
    for test in tests:
        modules[test.partition("::")[0]] += watched[test].seconds
    # Those of a module stay together, for what its fixtures make is made once.
    return tuple(sorted(tests, key=lambda t: (modules[m := t.partition("::")[0]], m, watched[t].seconds, t)))


def chosen_of(asked: Sequence[Asked], count: int, seed: int) -> list[Asked]:
    """As many of each subject, and of a subject's changes each as likely; the same for the same seed."""
    random, subjects = Random(seed), defaultdict(list)
    for each in asked:
        subjects[each.subject].append(each)
    shuffled = [random.sample(each, len(each)) for each in subjects.values()]
    in_turn = [each[turn] for turn in range(max(map(len, shuffled))) for each in shuffled if turn < len(each)]
    return in_turn[:count]


def _noticed(chosen: Sequence[Asked], at_once: int) -> dict[Change, bool]:
    noticed: dict[Change, bool] = {}

    def hear(each: Asked) -> Callable[[bool], None]:
        def answer(is_noticed: bool) -> None:
            noticed[each.change] = is_noticed
            if not is_noticed:
                print(_survivor(each), flush=True)
            elif len(noticed) % 25 == 0:
                print(f"… {len(noticed)} of {len(chosen)}", flush=True)

        return answer

    work = []
    for each in chosen:
        if each.tests:
            work.append(ask(each.change, each.tests, each.seconds, hear(each)))
        else:
            hear(each)(False)
    carry_out(work, at_once)
    return noticed


def _survivor(each: Asked) -> str:
    modules = Counter(Path(test.partition("::")[0]).name for test in each.tests)
    asked = ", ".join(f"{module} ({count})" for module, count in modules.items()) or "no test calls it"
    return f"NOT NOTICED {each.change}\n    asked: {asked}"


def _tell(chosen: Sequence[Asked], noticed: dict[Change, bool]) -> int:
    subjects: dict[str, list[bool]] = defaultdict(list)
    for each in chosen:
        subjects[each.subject].append(noticed[each.change])
    for subject, answers in (*subjects.items(), ("all", list(noticed.values()))):
        print(f"{subject:12} {sum(answers)} of {len(answers)} noticed: {sum(answers) / len(answers):.1%}")
    return int(sum(noticed.values()) < ENOUGH * len(noticed))


if __name__ == "__main__":
    main()
