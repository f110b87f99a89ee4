"""Templates: values made safe on their way in, numbers, plurals, lists, labels, refusals, languages."""

from __future__ import annotations

import copy
import gettext
import io
import pickle
from dataclasses import dataclass
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from bot.engine.text import Called, Labelled, Safe, T, led_by, listed, refused, safe, speaking
from bot.engine.words import clip_marked, nearest, paragraphs, whole_lines, whole_number
from bot.errors import NotAllowed, RuleViolation, Stale, UserError
from bot.storage import codec
from tests.pseudo import CLOSE, OPEN, speaking_pseudo, unspoken
from tests.refusals import refuses


class Holiday(Labelled):
    ONE = "1", "1 a year"
    SIX = "6", "6 a year", "People are glad: Loyalty +1"
    NO_FEAST = "no_feast"


@dataclass(frozen=True, slots=True)
class Kept:
    holiday: Holiday


# -- what is put in -------------------------------------------------------------------------------


def test_texts_are_escaped_and_the_templates_own_markup_stays() -> None:
    said = T("**{name}** claims {hex}.")(name="*Bold* @everyone", hex="[x](y)")
    assert said == "**\\*Bold\\* @\u200beveryone** claims \\[x\\](y)."
    assert type(said) is Safe


def test_texts_in_lists_and_tuples_are_escaped_too() -> None:
    assert T("{names}")(names=["a_b", "*c*"]) == "a\\_b and \\*c\\*"
    assert T("{names}")(names=("`a`",)) == "\\`a\\`"


def test_what_is_safe_already_is_not_escaped_again() -> None:
    inner = T("“{name}”")(name="*A*")
    assert T("{inner} and {name}")(inner=inner, name=safe("*B*")) == "“\\*A\\*” and \\*B\\*"


def test_a_text_put_together_by_hand_is_safe_no_more() -> None:
    assert T("{text}")(text="-" + safe("_")) == "\\-\\\\\\_"


def test_a_text_is_cut_before_it_is_escaped() -> None:
    assert T("{name:5}")(name="*****************") == "\\*\\*\\*\\*…"
    assert len(T("{name}")(name="x" * 1000)) == 300
    assert T("{names:3}")(names=["abcdef", "ab"]) == "ab… and ab"


def test_lines_become_one() -> None:
    assert T("{name}.")(name="a\n# b") == "a # b."


@pytest.mark.parametrize(
    ("template", "value", "said"),
    [
        ("{n}", 1200, "1200"),
        ("{n}", -3, "−3"),
        ("{n:+}", 3, "+3"),
        ("{n:+}", 0, "+0"),
        ("{n:+}", -3, "−3"),
        ("{n:,}", 1200, "1,200"),
        ("{n:+,}", -1200, "−1,200"),
        ("{n:.1%}", 0.125, "12.5%"),
        ("{n:,.2f}", 1234.5, "1,234.50"),
        ("{n:@}", 5, "<@5>"),
        ("{n:@}", None, "the game master"),
        ("{n:#}", 7, "<#7>"),
    ],
)
def test_numbers_people_and_channels(template: str, value: Any, said: str) -> None:
    assert T(template)(n=value) == said


@pytest.mark.parametrize(
    ("template", "value", "said"),
    [
        ("{n} {n:hex|hexes}", 1, "1 hex"),
        ("{n:,} {n:hex|hexes}", 2000, "2,000 hexes"),
        ("{n} {n:hex|hexes}", 0, "0 hexes"),
        ("{n} {n:success|successes}", -1, "−1 success"),
        ("{n:one attribute|{n} attributes}", 1, "one attribute"),
        ("{n:one attribute|{n:,} attributes}", 3, "3 attributes"),
        ("{n} {n:is its settlement|are its settlements}.", ["A", "B_"], "A and B\\_ are its settlements."),
        ("{n} {n:is its settlement|are its settlements}.", ("A",), "A is its settlement."),
        ("Some{n:|s}", 2, "Somes"),
    ],
)
def test_plurals_follow_the_number_or_how_many_there_are(template: str, value: Any, said: str) -> None:
    assert T(template)(n=value) == said


@pytest.mark.parametrize(
    ("template", "said"),
    [("{n}", "a, b and c"), ("{n:and}", "a, b and c"), ("{n:or}", "a, b or c"), ("{n:,}", "a, b, c")],
)
def test_lists(template: str, said: str) -> None:
    assert T(template)(n=["a", "b", "c"]) == said


def test_lists_by_themselves() -> None:
    assert listed([]) == ""
    assert listed(["a_"]) == "a\\_"
    assert listed(["a", "b"], "or") == "a or b"
    assert listed(["a", 2, Holiday.ONE], ",") == "a, 2, 1 a year"
    assert listed(["a", "b", T("{n} more")(n=3)]) == "a, b and 3 more"
    assert type(listed(iter(["a", "b"]))) is Safe


def test_labels_templates_and_errors_are_values_too() -> None:
    assert T("{it}")(it=Holiday.SIX) == "6 a year"
    assert T("{it}")(it=T("a *word*")) == "a *word*"
    assert T("Row 3: {why}")(why=refused("x.y", "{n} is *no* row.", n="_")) == "Row 3: \\_ is *no* row."


def test_the_first_letter() -> None:
    assert T("{it:upper}, {it:lower}")(it="hills Of") == "Hills Of, hills Of"
    assert T("{it:lower}")(it="Hills") == "hills"


@pytest.mark.parametrize("value", [None, True, object(), {"a": 1}, {"a"}, b"x"])
def test_what_has_no_words_is_refused(value: Any) -> None:
    with pytest.raises(TypeError):
        T("{it}")(it=value)


@pytest.mark.parametrize(
    ("template", "value"),
    [("{it:+}", "text"), ("{it:60}", 5), ("{it:or}", "text"), ("{it:@}", "5"), ("{it:,}", Holiday.ONE)],
)
def test_a_value_fits_its_format(template: str, value: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        T(template)(it=value)


# -- templates --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "template",
    [
        "{}",
        "{0}",
        "{a.b}",
        "{a[0]}",
        "{a!r}",
        "{a:>10}",
        "{a:{b}}",
        "{a",
        "a}",
        "{a:x}",
        "{a-b}",
        "{a.b:c|d}",
    ],
)
def test_a_template_knows_plain_names_and_few_formats(template: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        _ = T(template).names


def test_its_names_are_those_within_its_forms_too() -> None:
    assert T("{a} {b:one {c}|{d} many}").names == {"a", "b", "c", "d"}


@pytest.mark.parametrize("values", [{}, {"a": 1}, {"a": 1, "b": 2, "c": 3}, {"a": 1, "x": 2}])
def test_values_are_those_it_names(values: dict[str, int]) -> None:
    with pytest.raises(TypeError, match="takes"):
        T("{a} {b}")(**values)


def test_it_tells_with_fields_and_properties() -> None:
    class Told:
        name = "*A*"

        @property
        def rest(self) -> int:
            return 3

    assert T("{name}: {rest}").of(Told()) == "\\*A\\*: 3"
    # What is given goes before what it has of that name.
    assert T("{name}: {rest}").of(Told(), rest="none") == "\\*A\\*: none"


def test_plain_is_for_labels() -> None:
    assert T("Pay {name}").plain(name="*A* #1 @here\n") == "Pay *A* #1 @here"
    assert T("{a} or {b}").plain(a=["_x_", Holiday.ONE], b=T("none")) == "_x_ and 1 a year or none"


def test_what_is_safe_loses_its_escapes_in_a_label() -> None:
    name = "\\ *_~` [a](b) 1. @everyone @here <@5>"
    assert T("{it}").plain(it=safe(name)) == name
    assert T("{it}").plain(it=T("“{name}”")(name="#1 * 2")) == "“#1 * 2”"


# -- enums ------------------------------------------------------------------------------------------


def test_an_enum_carries_its_labels_and_is_kept_as_its_value() -> None:
    assert (Holiday.SIX.value, Holiday.SIX.label, Holiday.SIX.meaning) == (
        "6",
        "6 a year",
        "People are glad: Loyalty +1",
    )
    assert (Holiday.NO_FEAST.label, Holiday.ONE.meaning) == ("No feast", "")
    assert Holiday("6") is Holiday.SIX
    assert codec.dump(Kept(Holiday.SIX)) == '{"holiday":"6"}'
    assert codec.load(Kept, '{"holiday":"6"}').holiday is Holiday.SIX
    assert pickle.loads(pickle.dumps(Holiday.SIX)) is Holiday.SIX  # noqa: S301
    assert copy.deepcopy(Holiday.SIX) is Holiday.SIX


# -- refusals ---------------------------------------------------------------------------------------


def test_a_refusal_has_a_code_and_a_kind() -> None:
    with refuses("edict.none_chosen") as caught:
        raise refused("edict.none_chosen", "Choose at least {n} for {name}.", n=1, name="*A*")
    assert type(caught.value) is RuleViolation
    assert str(caught.value) == "Choose at least 1 for \\*A\\*."
    for error in (NotAllowed, Stale):
        with refuses("edict.done", error=error):
            raise refused("edict.done", "Done in #{entry}.", error, entry=3)
    assert UserError("x").code == ""


def test_another_code_is_noticed() -> None:
    with pytest.raises(AssertionError), refuses("a.c"):
        raise refused("a.b", "No.")


def test_code_and_error_may_be_names_of_values() -> None:
    refusal = refused("a.b", "{code} {error} {template}", code=1, error=2, template=3)
    assert str(refusal) == "1 2 3"


# -- languages --------------------------------------------------------------------------------------


def _catalogue(**texts: tuple[str, str]) -> gettext.GNUTranslations:
    catalogue = Catalog(locale="cs")
    for english, other in texts.values():
        catalogue.add(english, other)
    written = io.BytesIO()
    write_mo(written, catalogue)
    written.seek(0)
    return gettext.GNUTranslations(written)


def test_a_gettext_catalogue_speaks_with_as_many_forms_as_it_has() -> None:
    czech = _catalogue(
        a=("{name} claims {n} {n:hex|hexes}.", "{n} {n:hex zabírá|hexy zabírá|hexů zabírá} {name}."),
        b=("{items} and {last}", "{items} a {last}"),
        c=("6 a year", "šest ročně"),
    )
    claims = T("{name} claims {n} {n:hex|hexes}.")
    with speaking(czech):
        said = [claims(name="*A*", n=n) for n in (1, 2, 5)]
        assert T("{it}")(it=["a", Holiday.SIX]) == "a a šest ročně"
    assert said == ["1 hex zabírá \\*A\\*.", "2 hexy zabírá \\*A\\*.", "5 hexů zabírá \\*A\\*."]
    assert claims(name="A", n=2) == "A claims 2 hexes."


NARRATED = Called(T("narrator"), T("narrators"))


def test_a_sentence_says_the_games_own_word_for_its_game_master() -> None:
    says = T("{gms:upper} gain {n} {n:hex|hexes for a {gm}}: {who:@}.")
    assert says.names == {"n", "who"}
    assert says(n=2, who=None) == "Game masters gain 2 hexes for a game master: the game master."
    with led_by(NARRATED):
        assert says(n=2, who=None) == "Narrators gain 2 hexes for a narrator: the narrator."
        with led_by(None):
            assert T("{it}")(it=T("a {gm}")) == "a narrator"
    assert T("a {gm}")() == "a game master"


@pytest.mark.parametrize("bad", ["{nobody} claims.", "{name", "{0}", "{name!r}"])
def test_a_translation_that_does_not_fit_is_left_out(bad: str) -> None:
    with speaking(_catalogue(a=("{name} claims.", bad))):
        assert T("{name} claims.")(name="A") == "A claims."


def test_a_translation_need_not_say_every_name() -> None:
    with speaking(_catalogue(a=("{name} claims.", "Zabráno."))):
        assert T("{name} claims.")(name="A") == "Zabráno."


def test_the_pseudo_language_shows_what_passed_through_a_template() -> None:
    with speaking_pseudo() as pseudo:
        said = T("{name} claims {n} {n:hex|hexes}; `/hex claim`, {it}.")(name="Wren", n=2, it=Holiday.SIX)
    assert said.startswith(OPEN)
    assert said.endswith(CLOSE)
    assert "`/hex claim`" in said
    assert len(said) > 1.3 * len("Wren claims 2 hexes; `/hex claim`, 6 a year.")
    assert unspoken(said, "Wren") == []
    assert unspoken(f"{said} by hand", "Wren") == ["by", "hand"]
    assert "6 a year" in pseudo.asked


# -- Words and numbers as people type them --------------------------------------------------------------


def test_the_nearest_names_are_those_most_alike_however_they_are_written() -> None:
    hills = {"Far Hill": 1, "Near Hill": 2, "Mill": 3}
    assert nearest(" far  hil ", hills) == [1]
    assert nearest("FAR HILL", hills, 3) == [1, 2]
    assert nearest("swamp", hills) == []
    assert nearest("far hil", hills, alike=0.95) == []


@pytest.mark.parametrize(
    ("text", "number"),
    [("4", 4), (" +10 ", 10), ("-3", -3), ("−3", -3), ("0", 0), ("999999", 999_999), ("1,200", 1200)],
)
def test_a_whole_number_is_read(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize(
    "text",
    ["", " ", "four", "1.5", "1e3", "²", "--1", "1 2", "1,2", "1000000", "1,000,000", "9" * 5000],
)
def test_what_is_none_is_none(text: str) -> None:
    assert whole_number(text) is None


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("", ""),
        (" \n\u200b\n", ""),
        ("one\r\n  two  ", "one\ntwo"),
        ("\n\none\n\n \n\ntwo\n\n", "one\n\ntwo"),
    ],
)
def test_paragraphs_keep_their_lines_and_one_empty_one_between(text: str, kept: str) -> None:
    assert paragraphs(text) == kept


def test_what_is_too_long_is_cut_between_lines() -> None:
    lines = "one [link](https://a.example)\ntwo [link](https://b.example)\nthree"
    assert whole_lines(lines, len(lines)) == lines
    assert (
        whole_lines(lines, len(lines) - 1)
        == "one [link](https://a.example)\ntwo [link](https://b.example)\n…"
    )
    assert whole_lines(lines, 40) == "one [link](https://a.example)\n…"


def test_a_line_that_is_too_long_by_itself_is_cut_within() -> None:
    assert whole_lines("abcdef", 4) == "abc…"


def test_what_is_not_rendered_is_no_sentence() -> None:
    with pytest.raises(TypeError, match="is said with its values"):
        f"{T('A hex is claimed.')}"
    with pytest.raises(TypeError):
        Safe(T("A hex is claimed."))


@pytest.mark.parametrize(
    ("text", "limit", "cut"),
    [
        ("**Ada** falls", 40, "**Ada** falls"),
        ("**Ada** was removed. · **hold the line**", 36, "**Ada** was removed. · **hold the…**"),
        (r"Ada says \*\*no", 12, r"Ada says \*…"),
        ("~~**Ada** falls~~", 14, "~~**Ada** f…~~"),
        ("use `/sk sheet` now", 12, "use …"),
        ("see [the card](https://example.org)", 20, "see …"),
        ("by <@1000000001>", 10, "by …"),
    ],
)
def test_a_rendered_sentence_is_cut_with_its_markup_whole(text: str, limit: int, cut: str) -> None:
    assert clip_marked(text, limit) == cut
