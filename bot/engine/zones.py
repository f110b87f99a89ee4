"""Time zones as people name them: by city, country, abbreviation or offset from UTC."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from zoneinfo import available_timezones

from bot.engine.text import Safe, refused, safe
from bot.engine.words import key_of, nearest
from bot.errors import UserError

MOST_NEAR, ALIKE = 3, 0.75

# Of several places that keep the same clocks, the largest; each with its summer time.
_BERLIN, _NEW_YORK, _CHICAGO = "Europe/Berlin", "America/New_York", "America/Chicago"
_DENVER, _LOS_ANGELES, _LONDON = "America/Denver", "America/Los_Angeles", "Europe/London"
_SHORT = {
    **dict.fromkeys(("cet", "cest", "mez", "mesz"), _BERLIN),
    **dict.fromkeys(("et", "est", "edt", "eastern"), _NEW_YORK),
    **dict.fromkeys(("ct", "cst", "cdt", "central"), _CHICAGO),
    **dict.fromkeys(("mt", "mst", "mdt", "mountain"), _DENVER),
    **dict.fromkeys(("pt", "pst", "pdt", "pacific"), _LOS_ANGELES),
    **dict.fromkeys(("akst", "akdt"), "America/Anchorage"),
    **dict.fromkeys(("ast", "adt"), "America/Halifax"),
    **dict.fromkeys(("wet", "west"), "Europe/Lisbon"),
    **dict.fromkeys(("eet", "eest"), "Europe/Helsinki"),
    **dict.fromkeys(("aest", "aedt"), "Australia/Sydney"),
    **dict.fromkeys(("acst", "acdt"), "Australia/Adelaide"),
    **dict.fromkeys(("nzst", "nzdt"), "Pacific/Auckland"),
    **dict.fromkeys(("bst", "uk", "england", "scotland", "wales", "britain"), _LONDON),
    **dict.fromkeys(("gmt", "z", "zulu", "utc"), "UTC"),
    "hst": "Pacific/Honolulu", "nst": "America/St_Johns", "brt": "America/Sao_Paulo",
    "art": "America/Argentina/Buenos_Aires", "msk": "Europe/Moscow", "sast": "Africa/Johannesburg",
    "eat": "Africa/Nairobi", "wat": "Africa/Lagos", "cat": "Africa/Maputo", "gst": "Asia/Dubai",
    "pkt": "Asia/Karachi", "sgt": "Asia/Singapore", "hkt": "Asia/Hong_Kong", "pht": "Asia/Manila",
    "awst": "Australia/Perth", "jst": "Asia/Tokyo", "kst": "Asia/Seoul", "korea": "Asia/Seoul",
    "holland": "Europe/Brussels",
}  # fmt: skip
# What means more than one; the tables of countries have the others.
_UNCLEAR = {
    "ist": ("Asia/Kolkata", "Asia/Jerusalem", "Europe/Dublin"),
    "usa": (_NEW_YORK, _CHICAGO, _DENVER, _LOS_ANGELES),
}
_UNCLEAR["us"] = _UNCLEAR["america"] = _UNCLEAR["usa"]
# Offsets that no whole hour makes, by a place that always keeps it.
_ODD = {
    (1, 3, 30): "Asia/Tehran", (1, 4, 30): "Asia/Kabul", (1, 5, 30): "Asia/Kolkata",
    (1, 5, 45): "Asia/Kathmandu", (1, 6, 30): "Asia/Yangon", (1, 8, 45): "Australia/Eucla",
    (1, 9, 30): "Australia/Darwin", (-1, 9, 30): "Pacific/Marquesas",
}  # fmt: skip
_OFFSET = re.compile(r"(?:utc|gmt)?\s*([+-])\s*([0-9]{1,2})(?::?([0-9]{2}))?", re.ASCII)
_MOST_EAST, _MOST_WEST = 14, 12
_FIXED = re.compile(r"Etc/GMT([+-])([0-9]+)")


@cache
def _zones() -> tuple[str, ...]:
    """Those that people choose from: of a place, or UTC."""
    return (
        "UTC",
        *sorted(
            each for each in available_timezones() if "/" in each and not each.casefold().startswith("etc/")
        ),
    )


def _plainly(text: str) -> str:
    """A name without accents and underlines: Zürich is Zurich, and São Paulo Sao_Paulo."""
    apart = unicodedata.normalize("NFKD", key_of(text).replace("_", " "))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


@cache
def _by_name() -> Mapping[str, str]:
    """Each zone by its whole name and by its city."""
    found: dict[str, str] = {}
    for zone in _zones():
        found.setdefault(_plainly(zone), zone)
        found.setdefault(_plainly(zone.rpartition("/")[2]), zone)
    return found


@cache
def _of_countries() -> Mapping[str, tuple[str, ...]]:
    """The zones of each country, by its name, as the database of time zones lists them."""
    codes: dict[str, list[str]] = {}
    for _code, *rest in _rows("zone1970.tab"):
        codes.setdefault(_code.split(",")[0], []).append(rest[1])
        for other in _code.split(",")[1:]:
            codes.setdefault(other, [])
    for code, zone in ((row[0], row[2]) for row in _rows("zone.tab")):
        if not codes.get(code):
            codes.setdefault(code, []).append(zone)
    return {_plainly(name): tuple(codes.get(code, ())) for code, name in _rows("iso3166.tab")}


def _rows(name: str) -> Iterable[list[str]]:
    text = (files("tzdata") / "zoneinfo" / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]


def zone_of(text: str) -> str:
    """The time zone of that name, city, country, abbreviation or offset. Raises RuleViolation."""
    typed = _plainly(text)
    if (found := _SHORT.get(typed) or _by_name().get(typed) or _fixed(typed)) is not None:
        return found
    several = _UNCLEAR.get(typed) or _of_countries().get(typed, ())
    if len(several) == 1:
        return several[0]
    raise _no_zone(text, several)


def _fixed(typed: str) -> str | None:
    """The zone that always keeps that offset, such as utc+2; None where there is none, or it is no offset."""
    found = _OFFSET.fullmatch(typed)
    if found is None:
        return None
    sign, hours, minutes = 1 if found[1] == "+" else -1, int(found[2]), int(found[3] or 0)
    if minutes:
        return _ODD.get((sign, hours, minutes))
    if hours > (_MOST_EAST if sign > 0 else _MOST_WEST):
        return None
    # The database counts them from the other side.
    return f"Etc/GMT{'-' if sign > 0 else '+'}{hours}" if hours else "UTC"


def _no_zone(text: str, several: Iterable[str]) -> UserError:
    near = list(several)[: MOST_NEAR + 1] or nearest(_plainly(text), _by_name(), MOST_NEAR, alike=ALIKE)
    if near:
        return refused(
            "time.near_zone",
            "“{text:40}” is no single time zone. Did you mean {near:or}?",
            text=text,
            near=[Safe(each) for each in dict.fromkeys(near)],
        )
    return refused(
        "time.no_zone",
        "There's no time zone called “{text:40}”. Give a city, like Berlin, or an offset, like UTC+2.",
        text=text,
    )


def shown_zone(zone: str) -> Safe:
    """A zone as people say it, for a sentence."""
    return safe(_said(zone), 60)


def _said(zone: str) -> str:
    """As people say it: Europe/Berlin, UTC+2."""
    found = _FIXED.fullmatch(zone)
    return f"UTC{'+' if found[1] == '-' else '−'}{found[2]}" if found is not None else zone


def zones_like(typed: str) -> Iterable[tuple[str, str]]:
    """The time zones with that piece in their name, and the one that it is a name of, first."""
    near = _plainly(typed)
    named = [_SHORT.get(near) or _fixed(near), *_UNCLEAR.get(near, ()), *_of_countries().get(near, ())]
    found = [each for each in named if each is not None]
    found += [zone for zone in _zones() if near in _plainly(zone)]
    return [(_said(zone).replace("_", " "), zone) for zone in dict.fromkeys(found)]
