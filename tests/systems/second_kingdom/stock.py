"""What scenarios of The Second Kingdom begin with: a hero, a challenge, a game master's panel."""

from __future__ import annotations

from typing import Any

from tests.stages import Stage

HERO: dict[str, Any] = {"courage": 9, "prudence": 5, "temperance": 3, "conviction": 3}


async def hero(stage: Stage) -> str:
    """A hero of Deacon's."""
    name = stage.fresh_name()
    await stage.do("sk new", by=stage.deacon, name=name, **HERO)
    return name


async def challenge(stage: Stage, *, hide: bool = False, rating: int = 9) -> str:
    """An open challenge for a hero of Deacon's."""
    name = await hero(stage)
    options: dict[str, Any] = {"action": "Leap the chasm", "virtue": "courage", "rating": rating}
    await stage.do("sk challenge", by=stage.gm, heroes=name, hide_rating=hide, **options)
    return name


async def panel(stage: Stage) -> None:
    """The newest card's panel, open before the game master."""
    await stage.feeder.deliver(stage.press("Game master…", by=stage.gm))
