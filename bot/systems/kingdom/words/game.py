"""Kingdom turns themselves: title and guide."""

from __future__ import annotations

TITLE = "Kingdom turns"

GUIDE = (
    "**Leaders:** `/month` shows where the month stands and whose move it is; its buttons are the steps. "
    "`/kingdom sheet` has every number, `/kingdom why` says where one comes from.",
    "**Game masters:** `/kingdom found` begins a kingdom, `/hex-gm` draws the map, `/month-gm` steps on, "
    "steps back, places events and closes the month.",
)
