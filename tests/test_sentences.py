"""Every sentence that is told where it happens: said as it should be, and in the catalogue of all codes."""

from __future__ import annotations

import pytest

from bot.engine.saying import FILE, Sentence, Sentences, read_sentences
from tests.sentences import AGAIN, Collected, collected, merged, of_the_bot, renewed, written

SAYS = "from bot.engine.saying import Clause, Name, Words, say\n"


def test_every_sentence_is_said_as_it_should_be() -> None:
    assert not of_the_bot().wrong


def test_the_catalogue_holds_all_that_is_said() -> None:
    before = FILE.read_text("utf-8")
    assert renewed(before) == before, AGAIN


def said(source: str) -> Collected:
    """What a module would say."""
    return collected({"rules.py": SAYS + source})


@pytest.mark.parametrize(
    ("source", "sort"),
    [
        ("say('a', T('{n}'), n=3)", "number"),
        ("say('a', T('{n}'), n=len(them) + 1)", "number"),
        ("say('a', T('{n}'), n=Name(it.name), audience=EVERYONE)", "name"),
        ("say('a', T('{n}'), n=Name.each(names))", "list of name"),
        ("say('a', T('{n}'), n=[Words(each, by=3) for each in them])", "list of words"),
        ("say('a', T('{n}'), n=Clause(T('now')) if it else NOTHING)", "clause"),
        ("def of(n: Name) -> Said:\n    return say('a', T('{n}'), n=n)", "name"),
        ("def of(it) -> Said:\n    n = Name(it)\n    return say('a', T('{n}'), n=n)", "name"),
        ("def of(n: list[Name]) -> Said:\n    return say('a', T('{n}'), n=n)", "list of name"),
        ("def name_of(it) -> Name: ...\n\nsay('a', T('{n}'), n=name_of(it))", "name"),
        ("SAYS: Mapping[str, Clause] = {}\nsay('a', T('{n}'), n=SAYS[it])", "clause"),
        ("SAYS: Mapping[str, Clause] = {}\nsay('a', T('{n}'), n=SAYS.get(it, NOTHING))", "clause"),
        ("def of(n: Clause | None) -> Said:\n    return say('a', T('{n}'), n=n)", "clause"),
        ("def of(it) -> Said:\n    n, m = Name(it), 3\n    return say('a', T('{n}'), n=n)", "name"),
        ("move.say('a', T('{n}'), n=it.n)", "number"),
        ("def of(n: Name) -> Said:\n    return say('a', T('{n}'), n=n or Name(it))", "name"),
        ("say('a', T('{n}'), n=[Name(it), *Name.each(names)])", "list of name"),
        ("say('a', T('{n}'), n=[Name(it)] + Name.each(names))", "list of name"),
        ("def of(them: list[Name]) -> Any:\n    return [say('a', T('{n}'), n=n) for n in them]", "name"),
        ("SAYS: Final[Mapping[str, Clause]] = {}\nsay('a', T('{n}'), n=SAYS[it])", "clause"),
    ],
)
def test_values_are_of_the_sort_that_is_written(source: str, sort: str) -> None:
    assert said(source).sentences == {"a": Sentence("{n}", {"n": sort})}


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("say(code, T('It.'))", "where it is said"),
        ("say('a', IT)", "a sentence is"),
        ("say('a', T(f'{n}'))", "a sentence is"),
        ("say('a', T('{n}'))", "takes"),
        ("say('a', T('It.'), n=3)", "takes"),
        ("say('a', T('{n}'), **values)", "takes"),
        ("say('a', T('{n}'), n='Varn')", "of what sort"),
        ("say('a', T('{n}'), n=Name(it) if it else 3)", "of what sort"),
        ("say('a', T('It.'))\nsay('a', T('It.'))", "one code"),
        ("say('a', T('{n}'), n=names or [Clause(T('nobody'))])", "of what sort"),
        ("say('a', T('{n}'), n=[Clause(T('nobody')), 'Varn'])", "of what sort"),
        ("say('a', T('{n}'), n=[Clause(T('nobody')), *names])", "of what sort"),
        ("say('a', T('{n}'), n=[Name(it), Clause(T('nobody'))])", "of what sort"),
        ("say('a', T('{n}'), n=f'{it}')", "of what sort"),
        ("say('a', T('{n}'), n=it is None)", "of what sort"),
        (
            "def f() -> Iterable[tuple[Name, int]]: ...\n\ndef of() -> Any:\n"
            "    return [say('a', T('{n}'), n=n) for n, _ in f()]",
            "of what sort",
        ),
        ("Clause(IT, n=3)", "a clause is"),
        ("Clause(T('{n}'))", "takes"),
    ],
)
def test_what_is_said_otherwise_is_found(source: str, fault: str) -> None:
    (wrong,) = said(source).wrong
    assert fault in wrong
    assert wrong.startswith(f"rules.py:{2 + source.count(chr(10))}: ")


def test_a_verb_that_says_is_no_sentence() -> None:
    verb = "def say(self, code, template, **values):\n    self.tell(say(code, template, **values))"
    assert (said(verb).wrong, said(verb).sentences) == ([], {})


OLD = Sentences({"a": Sentence("{n} go.", {"n": "number"}), "b": Sentence("It.", {})}, frozenset({"now"}))


def test_what_a_release_said_is_kept() -> None:
    found = said("say('a', T('{n} leave.'), n=3)\nClause(T('later'))")
    kept = merged(found, OLD)
    assert kept.by_code["a"] == Sentence("{n} leave.", {"n": "number"}, ("{n} go.",))
    assert kept.by_code["b"] == Sentence(None, {}, ("It.",))
    assert kept.clauses == {"now", "later"}
    # And said again as it was, once and for all.
    again = merged(said("say('a', T('{n} go.'), n=3)"), kept)
    assert again.by_code["a"] == Sentence("{n} go.", {"n": "number"}, ("{n} leave.",))
    assert read_sentences(written(again, keeps=True)) == again


def test_a_code_with_other_values_is_refused_once_it_was_released() -> None:
    with pytest.raises(ValueError, match="another code"):
        merged(said("say('a', T('{n} go.'), n=Name(it))"), OLD)
