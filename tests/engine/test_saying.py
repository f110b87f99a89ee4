"""Sentences told where they happen: what may be said, how it is kept, and how it is told later."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.engine import saying
from bot.engine.catalogue import Catalogue
from bot.engine.event import sentence
from bot.engine.people import GAME_MASTERS
from bot.engine.saying import NOTHING, Clause, Label, Name, Said, Sentence, Sentences, Who, Words, say
from bot.engine.system import PlainEvent, System
from bot.engine.text import Called, Labelled, Safe, T, led_by
from bot.play.context import event_data, event_of
from bot.storage import codec
from tests.pseudo import CLOSE, OPEN, speaking_pseudo, unspoken

DEACON, WREN = 4011, 4022
CATALOGUE = Catalogue([System("harbor", "Harbor")])


class Cargo(Labelled):
    """What a ship carries."""

    WINE = "wine", "red wine"
    SALT = "salt"


ARRIVED = "{ship} brings {n} {n:cask|casks} of {cargo:lower} for {who:@}{also}: “{note:40}”. Aboard: {crew}."
ALSO = ", and {price:,} gold from {ports:or}"
SENTENCES = Sentences(
    {
        "ship.arrived": Sentence(ARRIVED, {}),
        "ship.sank": Sentence("{ship} sinks.", {}, retired=("{ship} goes down.",)),
        "ship.lost": Sentence(None, {}, retired=("{ship} is never seen again.",)),
        "ship.boarded": Sentence("{actor:@} boards {ship} for the {gm}.", {}),
    },
    frozenset({ALSO}),
)


@pytest.fixture(autouse=True)
def of_the_harbor(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot says what is said in a harbor."""
    monkeypatch.setattr(saying, "sentences", lambda: SENTENCES)


def arrived(**other: Any) -> Said:
    """A ship arrives, with a value of every sort."""
    also = Clause(T(ALSO), price=1200, ports=Name.each(["Varn", "Tuskwater"]))
    values = {
        "ship": Name("Blue *Heron*"),
        "n": 2,
        "cargo": Label(Cargo.WINE),
        "who": Who(DEACON),
        "also": also,
    }
    values |= {"note": Words("It's <@1> who drank the rest", by=WREN), "crew": [Name("Bo"), Name("Mira")]}
    return say("ship.arrived", T(ARRIVED), **{**values, **other})


SAID = (
    r"Blue \*Heron\* brings 2 casks of red wine for <@4011>, and 1,200 gold from Varn or Tuskwater: "
    "“It's <\u200b@\u200b1> who drank the rest”. Aboard: Bo and Mira."
)


def reread(event: Said) -> Any:
    """The event as the journal gives it back."""
    return event_of(CATALOGUE, "harbor", codec.read(codec.text(event_data(event))))


def test_a_sentence_is_told_with_values_of_every_sort() -> None:
    assert sentence(arrived()) == SAID
    assert sentence(arrived(also=NOTHING, n=1)) == SAID.replace(
        ", and 1,200 gold from Varn or Tuskwater", ""
    ).replace("2 casks", "1 cask")
    assert sentence(arrived(who=Who(None))) == SAID.replace("<@4011>", "the game master")
    assert say("ship.arrived", T("It's here."), audience=GAME_MASTERS).audience == GAME_MASTERS


@pytest.mark.parametrize("event", [arrived(), arrived(n=2.5, who=Who(None)), arrived(also=NOTHING, crew=[])])
def test_the_journal_gives_back_what_was_said(event: Said) -> None:
    assert reread(event) == event
    assert sentence(reread(event)) == sentence(event)
    assert hash(reread(event)) == hash(event)


def test_rules_read_the_values_of_it() -> None:
    facts = reread(arrived()).facts()
    assert (facts["ship"], facts["n"], facts["cargo"], facts["who"]) == (
        "Blue *Heron*",
        2,
        Cargo.WINE,
        DEACON,
    )
    assert facts["crew"] == ["Bo", "Mira"]
    assert arrived().values["note"] == {"words": "It's <@1> who drank the rest", "by": WREN}


BUILT: list[Any] = [Safe("Varn"), 3, None, True]


@pytest.mark.parametrize(
    "value",
    [
        "Varn", Safe("Varn"), T("Varn"), Cargo.WINE, None, True, ["Varn"], [True], {"name": "Varn"},
        *map(Name, BUILT), *(Words(each, by=1) for each in BUILT), *map(Who, [*BUILT[:1], "Deacon", True]),
    ],
)  # fmt: skip
def test_what_is_of_no_sort_is_refused_when_it_is_said(value: Any) -> None:
    with pytest.raises(TypeError):
        arrived(ship=value)
    with pytest.raises(TypeError):
        arrived(also=Clause(T("{what}"), what=value))


def test_a_sentence_has_exactly_the_values_of_its_template() -> None:
    with pytest.raises(TypeError, match="takes"):
        say("ship.sank", T("{ship} sinks."))
    with pytest.raises(TypeError, match="takes"):
        say("ship.sank", T("{ship} sinks."), ship=Name("Heron"), n=3)
    with pytest.raises(TypeError, match="takes"):
        Clause(T("{ship}"), n=3)


def test_it_is_told_in_its_readers_language_and_with_the_games_own_word() -> None:
    with speaking_pseudo():
        said = str(sentence(arrived()))
        assert said.startswith(OPEN)
        assert said.endswith(CLOSE)
        assert (
            unspoken(said, "Blue", "Heron", "Varn", "Tuskwater", "It's", "who drank the rest", "Bo", "Mira")
            == []
        )
    boarded = say("ship.boarded", T("{actor:@} boards {ship} for the {gm}."), ship=Name("Heron"))
    assert sentence(boarded, DEACON) == "<@4011> boards Heron for the game master."
    with led_by(Called(T("harbormaster"), T("harbormasters"))):
        assert sentence(boarded, DEACON) == "<@4011> boards Heron for the harbormaster."


def test_an_older_wording_is_told_as_it_is_worded_today() -> None:
    assert sentence(say("ship.sank", T("{ship} goes down."), ship=Name("Heron"))) == "Heron sinks."
    lost = say("ship.lost", T("{ship} is never seen again."), ship=Name("Heron"))
    assert sentence(lost) == "Heron is never seen again."


FORGED = r"\*\*{ship}\*\* says: the {gm} owes \[me\](https\://x) Blue \*Heron\*, 2, Bo, Mira, 4011"


@pytest.mark.parametrize("code", ["ship.arrived", "ship.burned"])
def test_a_template_that_was_never_ours_is_shown_as_plain_text(code: str) -> None:
    template = "**{SHIP}** says: the {gm} owes [me](https://x) {ship}, {n}, {crew:or}, {who:@}"
    with speaking_pseudo():
        said = sentence(reread(Said(code, template, dict(arrived().values))))
    assert said == FORGED.replace("{ship}", "{SHIP}")


@pytest.mark.parametrize("template", ["{", "{ship!r}", "{ship:zzz}", "{}", "{n:a|b", "<@1> @everyone {0}"])
def test_a_broken_template_is_shown_all_the_same(template: str) -> None:
    said = str(sentence(Said("ship.arrived", template, dict(arrived().values))))
    assert "<@1>" not in said
    assert said


def test_a_forged_clause_makes_all_of_it_plain() -> None:
    event = arrived()
    values = {**event.values, "also": {"clause": " [now](x) {n}", "values": {"n": 4}}}
    said = str(sentence(reread(Said("ship.arrived", ARRIVED, values))))
    assert r"\[now\](x) 4" in said
    assert "<@4011>" not in said


def test_values_that_dont_go_with_it_are_shown_plainly() -> None:
    values = {**arrived().values, "cargo": 3, "who": {"name": "Deacon"}}
    assert sentence(reread(Said("ship.arrived", ARRIVED, values))) is not None
    assert sentence(Said("ship.sank", "{ship} sinks.", {})) == "{ship} sinks."
    assert sentence(Said("ship.sank", "{ship} sinks.", {"ship": {"what": 1}})) is not None


def damaged() -> Iterator[Any]:
    """Values that were never said."""
    yield from (
        {},
        {"what": 1},
        {"name": 1},
        {"name": "A", "by": 1},
        {"person": "A"},
        {"person": True},
        True,
        None,
    )
    yield from ("A", {"label": "wine"}, {"label": "wine", "of": "engine.Cask"}, {"label": "rum", "of": ENUM})
    yield from (
        {"words": "A"},
        {"words": "A", "by": "B"},
        {"clause": "{n}"},
        {"clause": "{n}", "values": [1]},
    )
    yield from ([{"what": 1}], {"clause": "{n}", "values": {"n": "A"}}, [[[[[[[1]]]]]]])


ENUM = arrived().values["cargo"]["of"]


@pytest.mark.parametrize("value", [*damaged()], ids=str)
def test_a_damaged_entry_is_told_by_its_code_alone(value: Any) -> None:
    data = event_data(Said("ship.sank", "{ship} sinks.", {"ship": value}, audience=GAME_MASTERS))
    found = event_of(CATALOGUE, "harbor", data)
    assert isinstance(found, PlainEvent)
    assert (found.kind, found.audience) == ("Said", GAME_MASTERS)


@pytest.mark.parametrize(
    "facts", [{}, {"code": "a"}, {"code": "a", "template": 3, "values": {}}, {"code": "a", "template": "b"}]
)
def test_an_entry_without_what_was_said_is_damaged_too(facts: dict[str, Any]) -> None:
    assert isinstance(event_of(CATALOGUE, "harbor", {"event": "Said", "facts": facts}), PlainEvent)


def test_two_enums_of_a_name_cant_be_kept() -> None:
    class Cargo(Labelled):
        """Another of that name."""

        FISH = "fish"

    with pytest.raises(TypeError, match="two enums"):
        arrived(cargo=Label(Cargo.FISH))
