"""Portraits of whoever plays a part: by an address on the web, or by a small picture that is kept.

A state with a portrait has two fields: `portrait`, the address, and `picture`, the record of an uploaded one,
which it links to. A game declares the kind of that record with `pictures`, and its action:

    class SetPortrait(PortraitAction, OnHero):
        \"\"\"Give a hero a portrait, or remove it\"\"\"

    @action("hero portrait", may=Permit.OWNER_OR_GAME_MASTER)
    def set_portrait(world: World, action: SetPortrait, dice: Dice) -> Result:
        return portrayed(world, world.get(HERO, action.hero), PORTRAIT, action)
"""

from __future__ import annotations

import re
from base64 import b64decode
from dataclasses import dataclass, replace
from typing import Annotated, Any

from bot.engine.declare import Action, option
from bot.engine.event import Event
from bot.engine.parts import Unlisted
from bot.engine.people import EVERYONE, Audience, Viewer
from bot.engine.system import Kind, Open, Record, RecordId, Replace, Result, World
from bot.engine.text import T, of_length, refused
from bot.errors import UserError

ADDRESS_LENGTH = 300
# In base64: a picture of 256 by 256 is seldom a tenth of that.
DATA_LENGTH = 200_000
# A host with a name, and from then on what needs no escaping: anything else Discord refuses to show.
_ADDRESS = re.compile(
    r"https://(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}(?::[0-9]{1,5})?"
    r"(?:[/?#][a-z0-9\-._~:/?#@!$&'()*+,;=%]*)?",
    re.ASCII | re.IGNORECASE,
)

TITLE = T("Portrait")


@dataclass(frozen=True, slots=True)
class Portrait:
    """An uploaded picture of somebody: a small WebP, in base64.

    It never changes; another picture is a record of its own. What it shows of somebody whom the table
    doesn't know is the game masters' secret.
    """

    of: Unlisted[RecordId]
    data: Annotated[str, TITLE, _uploaded]
    is_secret: Annotated[bool, TITLE, _secrecy] = False


def _uploaded(_data: str) -> str:
    return T("an uploaded picture").plain()


def _secrecy(is_secret: bool) -> str:
    return (T("secret") if is_secret else T("known")).plain()


def pictures(name: str) -> Kind[Portrait]:
    """The kind of the pictures that a game keeps. They have no name: whom one shows may be a secret."""
    return Kind(name, Portrait, title=lambda _state: TITLE.plain(), is_nameless=True, view=_view)


def _view(state: Portrait, viewer: Viewer) -> Portrait | None:
    """Nothing, for whoever doesn't know whom it shows."""
    return state if viewer.is_game_master or not state.is_secret else None


class PortraitAction(Action):
    """What somebody is to look like: by an address or by a picture; by neither, without a portrait."""

    address: str = option("Its web address: https://…", default="")
    data: str = option(
        "Or upload it, up to 4 MB; leave both out to remove it", name="picture", default="", is_picture=True
    )


class PortraitSet(Event):
    """Somebody has another portrait, or none anymore."""

    name: str
    is_gone: bool = False

    def sentence(self) -> T:
        """The sentence for a new portrait, or for a removed one."""
        return T("Portrait removed: {name}.") if self.is_gone else T("New portrait: {name}.")


def portrayed(
    world: World,
    record: Record[Any],
    pictures: Kind[Portrait],
    action: PortraitAction,
    *,
    audience: Audience = EVERYONE,
    tells: type[PortraitSet] = PortraitSet,
) -> Result:
    """Replace somebody's portrait, and keep the picture that was uploaded.

    `audience` is who may know of them. Raises RuleViolation for what can't be shown, and where nothing would
    change.
    """
    before: Any = record.state
    address = _address(action, before)
    is_secret = not audience.everyone
    data = action.data
    opened = (Open(world.new_id(), pictures.name, Portrait(record.id, data, is_secret)),) if data else ()
    after = replace(before, portrait=address, picture=opened[0].id if opened else None)
    told = tells(before.name, not address and not opened, audience=audience)
    return Result((*opened, Replace(record.id, after)), (told,), subject=record.id)


def _address(action: PortraitAction, before: Any) -> str:
    """The portrait's address to keep; empty if a picture was uploaded, or neither was given."""
    if action.address and action.data:
        raise refused("portrait.one_of_them", "Give an address or a picture, not both.")
    if action.data:
        _require_data(action.data)
        return ""
    address = require_address(action.address) if action.address else ""
    if address == before.portrait and before.picture is None:
        if address:
            raise refused("portrait.same", "That's already the portrait.")
        raise refused("portrait.none", "There's no portrait to remove. Give an address or a picture.")
    return address


def bad_picture() -> UserError:
    """The refusal of an upload that can't be shown as a picture."""
    return refused(
        "portrait.bad_picture", "That picture can't be used. Upload a PNG, JPEG, GIF or WebP file."
    )


def require_address(text: str) -> str:
    """The address of a picture. Raises RuleViolation where Discord could not show it."""
    address = of_length(
        text.strip(),
        ADDRESS_LENGTH,
        "portrait.address_length",
        "A portrait's address can have at most {most} characters{given}. Upload the picture instead.",
    )
    if not _ADDRESS.fullmatch(address):
        raise refused(
            "portrait.bad_address",
            "A portrait's address has to start with `https://`, like `https://example.org/face.png`.",
        )
    return address


def _require_data(data: str) -> None:
    try:
        decoded = b64decode(data, validate=True)
    except ValueError:
        decoded = b""
    if not decoded or len(data) > DATA_LENGTH:
        raise bad_picture()
