"""Any map that the rules allow, for properties that must hold of all."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from bot.engine.words import one_line
from bot.systems.kingdom.book import Improvement, Special, Terrain
from bot.systems.kingdom.land.state import Direction, Hex, Land, beside, coordinates, direction_of, spot_at
from tests.systems.kingdom.scenes import TARN

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20).map(one_line)
LABEL = TEXT.filter(
    lambda text: len(text) <= 20 and not coordinates(text) and not direction_of(text) and ";" not in text
)
PLAIN_HEX = st.builds(
    Hex,
    st.sampled_from(Terrain),
    LABEL,
    st.just(()),
    st.booleans(),
    st.booleans(),
    st.sets(st.sampled_from(Special)).map(lambda found: tuple(each for each in Special if each in found)),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.sampled_from([None, TARN]),
    st.sets(st.sampled_from(Improvement)).map(
        lambda found: tuple(each for each in Improvement if each in found)
    ),
    st.none() | st.integers(0, 99),
    TEXT,
    TEXT,
)


@st.composite
def lands(draw: st.DrawFn) -> Land:
    """Any map that the rules allow: labels once, rivers that lead somewhere, claimed hexes known."""
    places = draw(st.sets(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=12))
    hexes, labels = {}, set[str]()
    for at in sorted(places):
        each = draw(PLAIN_HEX)
        label = "" if each.label.casefold() in labels else each.label
        labels.add(label.casefold())
        if each.realm is not None:
            each = replace(each, is_explored=True, is_cleared=True, is_revealed=True)
        hexes[spot_at(*at)] = replace(each, label=label)
    for here in hexes:
        flows = draw(st.sets(st.sampled_from(Direction), max_size=2))
        for way in flows:
            for there, flow in ((here, way), (beside(here, way), way.opposite)):
                if there in hexes:
                    rivers = {*hexes[there].rivers, flow}
                    hexes[there] = replace(hexes[there], rivers=tuple(e for e in Direction if e in rivers))
    return Land("The lands", hexes)
