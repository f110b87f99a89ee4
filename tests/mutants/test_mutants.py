"""The runner itself: what it changes, that a claimed change is noticed, and that an unclaimed one is told."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import CodeType

import pytest

from tests.mutants import changes, running
from tests.mutants.__main__ import Asked, chosen_of
from tests.mutants.changes import Change, changed
from tests.mutants.claims import CLAIMS, EQUAL, ON_POSTGRES
from tests.mutants.running import Loaded, ask, functions_in

ROOT = Path(__file__).parents[2]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A module that is changed."""
    monkeypatch.setattr(changes, "ROOT", tmp_path)
    return tmp_path / "it.py"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a < b", ["“a < b” becomes “a <= b”", "“a < b” becomes “a >= b”"]),
        ("a is b", ["“a is b” becomes “a is not b”"]),
        ("a and b", ["“a and b” becomes “a or b”"]),
        ("not a", ["“not a” becomes “a”"]),
        ("7", ["“7” becomes “8”", "“7” becomes “6”"]),
        ("True", ["“True” becomes “False”"]),
        ("a - b", ["“a - b” becomes “a + b”"]),
        ("min(a, b)", ["“min(a, b)” becomes “max(a, b)”"]),
        ("a if b else c", ["“a if b else c” becomes “a”", "“a if b else c” becomes “c”"]),
        ("[x for x in y if x]", ["“for x in y if x” becomes “for x in y”"]),
    ],
)
def test_an_expression_is_changed_as_somebody_might_get_it_wrong(
    file: Path, text: str, expected: list[str]
) -> None:
    file.write_text(f"def it():\n    found = {text}\n")
    assert [each.text for each in changes.changes("it.py")] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("    if a: b", ["“if a” becomes “if True”", "“if a” becomes “if False”", "“b” is left out"]),
        ("    while a: break", ["“while a” becomes “while False”", "“break” becomes “continue”"]),
        ("    return a", ["“return a” becomes “return None”"]),
        ("    a.b = c", ["“a.b = c” is left out"]),
        ("    a += c", ["“a += c” is left out"]),
        ("    raise a", ["“raise a” is left out"]),
        ("    return None", []),
        ("    a = c", []),
        ("    '''What it does.'''", []),
        ("    log.info(1 < 2)", []),
        ("    a: Literal[3] = b", []),
        ("    a = f'{b}' + c", []),
        ("    a(lock=True)", ["“a(lock=True)” is left out"]),
    ],
)
def test_a_statement_is_changed_unless_it_speaks_to_readers_alone(
    file: Path, text: str, expected: list[str]
) -> None:
    file.write_text(f"def it():\n{text}\n")
    assert [each.text for each in changes.changes("it.py")] == expected


def test_a_change_knows_the_function_that_runs_it(file: Path) -> None:
    file.write_text(
        "A = 1\nclass B:\n    c = 2\n    def d(self, e=3):\n        def f():\n            return 5\n"
        "        return [lambda: 4]\n"
    )
    found = {(each.text.split()[0], each.function) for each in changes.changes("it.py")}
    # What is done when the module is loaded (A, c and e) isn't changed.
    assert found == {
        ("“return", "B.d"),
        ("“4”", "B.d"),
        ("“return", "B.d.<locals>.f"),
        ("“5”", "B.d.<locals>.f"),
    }


@pytest.mark.parametrize("code", sorted({code for claim in CLAIMS for code in claim.code}))
def test_every_change_of_claimed_code_can_be_made(code: str) -> None:
    path, _, named = code.partition(":")
    found = changes.changes(path, tuple(named.split(",")) if named else ())
    source = (ROOT / path).read_text(encoding="utf-8")
    same = compile(source, path, "exec", dont_inherit=True)
    for each in found[:: max(1, len(found) // 10)]:
        other = compile(changed(each), path, "exec", dont_inherit=True)
        assert other != same, each
        # A function takes another's code only where it needs the same names from around it.
        assert _lasting(other) == _lasting(same), each


def _lasting(code: CodeType) -> dict[tuple[str, int], tuple[str, ...]]:
    """The names that its functions need, but for comprehensions, which are made anew each time."""
    found = functions_in(code)
    return {where: made.co_freevars for where, made in found if not where[0].endswith(("comp>", "expr>"))}


def test_every_test_that_claims_code_is_there() -> None:
    assert [test for claim in CLAIMS for test in claim.tests if not (ROOT / test).is_file()] == []


def test_every_change_that_is_called_equal_can_be_made() -> None:
    """One whose code is another by now is looked at anew."""
    found = {(each.path, each.function, each.text) for each in _all_changes()}
    assert (EQUAL | ON_POSTGRES).keys() - found == set()


def test_every_test_that_notices_a_change_on_postgresql_is_there() -> None:
    for file, _, name in (test.partition("::") for test in ON_POSTGRES.values()):
        assert f"async def {name}(" in (ROOT / file).read_text(encoding="utf-8")


def _all_changes() -> list[Change]:
    paths = {code.partition(":")[0] for claim in CLAIMS for code in claim.code}
    return [each for path in sorted(paths) for each in changes.changes(path)]


def _offered(subject: str, number: int) -> list[Asked]:
    return [Asked(subject, Change(subject, each, "", 0, ""), (), 0.0) for each in range(number)]


def test_each_subject_is_changed_as_often_and_a_seed_repeats_the_choice() -> None:
    offered = [*_offered("many", 500), *_offered("few", 50)]
    chosen = chosen_of(offered, 60, 5)
    assert Counter(each.subject for each in chosen) == {"many": 30, "few": 30}
    assert chosen == chosen_of(offered, 60, 5) != chosen_of(offered, 60, 6)
    assert len(chosen_of(offered, 1000, 5)) == len(set(chosen_of(offered, 1000, 5))) == 550


# ------------------------------------------------------------------ a run

CODE = """
def price(count):
    if count > 10:
        return count * 2
    return total(count)

def total(count):
    found = 0
    while count:
        found = found + 5
        count -= 1
    return found

def seen(count):
    return count < 3

def unseen(count):
    return count < 3
"""
TESTS = """
from sums import price, seen

def test_price():
    assert [price(count) for count in (0, 1, 2, 10, 11, 12)] == [0, 5, 10, 50, 22, 24]

def test_seen():
    seen(2)
"""
# Nothing else is loaded in each of the processes than what the small project needs.
SETTINGS = {"PYTHONPATH": str(ROOT), "WAYPOST_TEST_SEED": "7", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
RUN = """
from tests.mutants import __main__ as mutants, running
from tests.mutants.claims import Claim
mutants.CLAIMS = (Claim("sums", ({code},), ("test_sums.py",)),)
running._PROCESSOR = 4
mutants.main()
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project with tests of its own."""
    (tmp_path / "sums.py").write_text(CODE)
    (tmp_path / "test_sums.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    return tmp_path


def _ran(project: Path, code: str, count: int = 100) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", RUN.format(code=code), "--at-once", "2", "--count", str(count)],
        cwd=project,
        env=os.environ | SETTINGS,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_where_enough_is_noticed_all_is_well(project: Path) -> None:
    answer = _ran(project, '"sums.py:price"', count=3)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert answer.stdout.splitlines()[0] == "WAYPOST_TEST_SEED=7"
    assert re.search(r"^all +3 of 3 noticed: 100\.0%$", answer.stdout, re.MULTILINE)


@pytest.mark.slow
def test_what_no_test_claims_is_told_with_its_place_and_who_was_asked(project: Path) -> None:
    """What they claim is noticed, a loop that never ends too, and nothing is written into the project."""
    answer = _ran(project, '"sums.py"')
    assert answer.returncode == 1
    assert (project / "sums.py").read_text() == CODE
    survived = re.findall(r"NOT NOTICED (\S+) (\w+): (.*)\n    asked: (.*)", answer.stdout)
    assert {(place, function, asked) for place, function, _, asked in survived} == {
        ("sums.py:15", "seen", "test_sums.py (1)"),
        ("sums.py:18", "unseen", "no test calls it"),
    }
    assert "“count < 3” becomes “count <= 3”" in {text for _, _, text, _ in survived}


def test_a_test_that_fails_as_the_code_is_is_told_and_asked_nothing(project: Path) -> None:
    (project / "sums.py").write_text(CODE.replace("* 2", "* 3"))
    answer = _ran(project, '"sums.py:price"', count=1)
    assert answer.returncode == 1
    assert "FAILS AS IT IS, and isn't asked: test_sums.py::test_price" in answer.stdout
    assert "asked: no test calls it" in answer.stdout


CLOSURES = """
def _made(most):
    def is_few(count):
        return count < most
    return is_few

def _limit():
    return 3

MOST = _limit()
is_few = _made(MOST)
del _made

def is_most(count):
    return count == MOST
"""
CLOSURE_TESTS = """
from sums import is_few, is_most

def test_few():
    assert [is_few(count) for count in (2, 3)] == [True, False]

def test_most():
    assert [is_most(count) for count in (2, 3)] == [False, True]
"""


def test_what_a_module_made_when_it_was_loaded_is_changed_too(project: Path) -> None:
    """A function whose maker is gone, and what a function gave a constant."""
    (project / "sums.py").write_text(CLOSURES)
    (project / "test_sums.py").write_text(CLOSURE_TESTS)
    answer = _ran(project, '"sums.py"')
    assert "can't be made" not in answer.stdout + answer.stderr
    survived = re.findall(r"NOT NOTICED (\S+) (\S+): (.*)\n    asked: (.*)", answer.stdout)
    assert survived == [("sums.py:5", "_made", "“return is_few” becomes “return None”", "no test calls it")]


def test_a_change_that_cannot_be_put_in_ends_the_run_instead_of_counting(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were it noticed, the tool would praise tests that were never asked."""
    loaded = Loaded({}, {})
    (project / "sums.py").write_text("def total(count):\n    return count < 3\n")
    monkeypatch.setattr(changes, "ROOT", project)
    first = changes.changes("sums.py")[0]
    answers: list[bool] = []
    work = ask(loaded, first, (), 0.0, answers.append)
    assert work.do() == running._NOT_MADE
    with pytest.raises(RuntimeError, match="can't be made"):
        work.answer(running._NOT_MADE, "LookupError")
    assert answers == []


def test_tests_that_cannot_be_run_end_it(project: Path) -> None:
    (project / "sums.py").write_text("price = 3")
    answer = _ran(project, '"sums.py"')
    assert answer.returncode == 1
    assert "cannot import name 'seen'" in answer.stdout
    assert "pytest ends with" in answer.stderr
