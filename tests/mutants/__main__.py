"""`python -m tests.mutants`: change the code a little, and see whether the tests that claim it notice.

WAYPOST_TEST_SEED repeats a run, COUNT says how many changes are made. The exit status is 1 below the share
that must be noticed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import secrets
import signal
import sys
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Final

from tests.mutants.changes import ROOT, Change, changes, users_of
from tests.mutants.claims import CLAIMS, EQUAL, ON_POSTGRES, Claim
from tests.mutants.running import Loaded, Watched, ask, carry_out, load, module_of, watch, watched_of

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
    if options.code:
        claims = [Claim("these", (code,), tuple(options.asker)) for code in options.code]
    print(f"WAYPOST_TEST_SEED={seed}", flush=True)
    ended: list[int] = []

    def go_on(loaded: Loaded) -> None:
        watched = _watched(loaded, options.at_once)
        asked = [each for claim in claims for each in _asked(claim, watched, options.within)]
        chosen = chosen_of(asked, options.count, seed)
        ended.append(_tell(chosen, _noticed(loaded, chosen, options.at_once)))

    tests = {test for claim in claims for test in claim.tests}
    sys.exit(load(tests, _paths(claims), go_on) or ended[0])


def _paths(claims: Iterable[Claim]) -> set[str]:
    return {code.partition(":")[0] for claim in claims for code in claim.code}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("--count", type=int, default=300, help="how many changes are made")
    parser.add_argument(
        "--within", type=float, default=math.inf, help="ask no more tests than take so many seconds a change"
    )
    parser.add_argument("--at-once", type=int, default=os.cpu_count() or 1, help="how many at the same time")
    parser.add_argument(
        "--only", nargs="*", choices=[claim.subject for claim in CLAIMS], help="these subjects"
    )
    parser.add_argument("--code", nargs="*", help="instead, these files, or file:function,function")
    parser.add_argument("--asking", nargs="*", default=[], help="which these files of tests claim")
    return parser.parse_args()


# ------------------------------------------------------------------ the tests as they are


def _watched(loaded: Loaded, at_once: int) -> dict[str, Watched]:
    """What every test takes and calls, from the last run where nothing is changed since."""
    digest, kept = _digest(), {}
    if KEPT.exists() and (read := json.loads(KEPT.read_text()))["digest"] == digest:
        kept = {test: watched_of(each) for test, each in read["watched"].items()}
    lacking = [tests for tests in loaded.modules().values() if not kept.keys() >= set(tests)]
    carry_out([watch(loaded, tests, kept.update) for tests in lacking], at_once)
    # On a busy machine a test may fail for once.
    failed = [test for test, each in kept.items() if not each.is_passed and test in loaded.items]
    carry_out([watch(loaded, [test], kept.update) for test in failed], 1)
    _keep(digest, kept)
    passed = {test: each for test, each in kept.items() if each.is_passed}
    for test in loaded.items.keys() - passed.keys():
        print(f"FAILS AS IT IS, and isn't asked: {test}", flush=True)
    seconds = sum(each.seconds for each in passed.values())
    print(f"{len(passed)} tests claim the code; they take {seconds:.0f} s.", flush=True)
    return passed


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


def _asked(claim: Claim, watched: dict[str, Watched], within: float) -> Iterator[Asked]:
    own = {test: each for test, each in watched.items() if module_of(test) in claim.tests}
    unasked = EQUAL | ON_POSTGRES
    for code in claim.code:
        path, _, named = code.partition(":")
        for change in changes(path, tuple(named.split(",")) if named else ()):
            if (path, change.function, change.text) not in unasked:
                tests = _claiming(change, own)
                until = list(accumulate(watched[test].seconds for test in tests))
                tests = tests[: bisect(until, within)]
                yield Asked(claim.subject, change, tests, until[len(tests) - 1] if tests else 0.0)


def _claiming(change: Change, watched: dict[str, Watched]) -> tuple[str, ...]:
    """The tests that call the changed function, or what uses things made with it."""
    called = {(change.path, user) for user in users_of(change.path, change.function)}
    tests = [test for test, each in watched.items() if called & each.called]
    modules: dict[str, float] = defaultdict(float)
    for test in tests:
        modules[module_of(test)] += watched[test].seconds
    # Those of a module stay together, for what its fixtures make is made once.
    return tuple(sorted(tests, key=lambda t: (modules[m := module_of(t)], m, watched[t].seconds, t)))


def chosen_of(asked: Sequence[Asked], count: int, seed: int) -> list[Asked]:
    """As many of each subject, and of a subject's changes each as likely; the same for the same seed."""
    random, subjects = Random(seed), defaultdict(list)
    for each in asked:
        subjects[each.subject].append(each)
    shuffled = [random.sample(each, len(each)) for each in subjects.values()]
    in_turn = [each[turn] for turn in range(max(map(len, shuffled))) for each in shuffled if turn < len(each)]
    return in_turn[:count]


def _noticed(loaded: Loaded, chosen: Sequence[Asked], at_once: int) -> dict[Change, bool]:
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
            work.append(ask(loaded, each.change, each.tests, each.seconds, hear(each)))
        else:
            hear(each)(False)
    carry_out(work, at_once)
    return noticed


def _survivor(each: Asked) -> str:
    modules = Counter(Path(module_of(test)).name for test in each.tests)
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
