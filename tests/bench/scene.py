"""What the bench rolls on: campaigns with heroes, each before an open challenge whose card is posted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import sqlalchemy as sa

from bot.app import Waypost, assemble
from bot.engine.people import Actor
from bot.engine.system import RecordId
from bot.play import Appearance, Outcome, Request, Sent
from bot.play.act import act
from bot.storage.address import Address
from bot.storage.database import open_database
from bot.systems.second_kingdom.challenges.rules import OpenChallenge
from bot.systems.second_kingdom.heroes.people import CreateHero
from bot.systems.second_kingdom.state import Virtue
from bot.systems.table.campaigns.people import JoinCampaign
from bot.systems.table.campaigns.rules import CreateCampaign
from bot.ui.card import embed_of, view_of
from tests.harness.inputs import Inputs, blank_message
from tests.harness.world import Channel, Json, Snowflakes, World

CAMPAIGNS, PLAYERS, BATCH = 10, 5, 100
PRESSED = "Roll, spend 1"


@dataclass(frozen=True, slots=True)
class Scene:
    """A server, and a press for every challenge that waits in it."""

    world: World
    presses: list[Json]


def new_world() -> World:
    """A server with a channel for each campaign."""
    return World(channels=[Channel(2_000_000 + number, f"table-{number}") for number in range(CAMPAIGNS)])


async def prepare(address: Address, challenges: int) -> Scene:
    """Play a migrated database up to that many open challenges. A hero holds plenty of conviction."""
    bot = assemble(open_database(address))
    try:
        return await Preparation(bot, new_world()).play(challenges)
    finally:
        await bot.database.dispose()


class Preparation:
    """Carries out actions past Discord, many in one transaction, their messages taken for posted."""

    def __init__(self, bot: Waypost, world: World) -> None:
        self._bot = bot
        self.world = world
        self._ids = Snowflakes(9)
        self._inputs = Inputs(world, worker=8)
        self.gm = world.person(0)
        self.players = [world.person(number) for number in range(1, PLAYERS + 1)]

    async def play(self, challenges: int) -> Scene:
        """Ten campaigns, and that many challenges that wait."""
        await self.all(self._beginnings())
        made = await self.all(self._heroes(challenges))
        heroes = [outcome.public.entry.subject for outcome in made]
        opened = await self.all(self._openings([hero for hero in heroes if hero is not None]))
        return Scene(self.world, [self.press(outcome) for outcome in opened])

    def _beginnings(self) -> Iterator[tuple[int, Actor, Any]]:
        for place in range(CAMPAIGNS):
            yield place, Actor(self.gm.id, manages_server=True), CreateCampaign("Bench", ("second_kingdom",))
            for player in self.players:
                yield place, Actor(player.id), JoinCampaign()

    def _heroes(self, count: int) -> Iterator[tuple[int, Actor, Any]]:
        for number in range(count):
            player = self.players[number % PLAYERS]
            yield number % CAMPAIGNS, Actor(player.id), CreateHero(f"Hero {number}", player.id, 6, 5, 3, 99)

    def _openings(self, heroes: list[RecordId]) -> Iterator[tuple[int, Actor, Any]]:
        for number, hero in enumerate(heroes):
            opening = OpenChallenge((hero,), "Leap the chasm before the bridge burns", Virtue.COURAGE, 4)
            yield number % CAMPAIGNS, Actor(self.gm.id), opening

    async def all(self, wanted: Iterator[tuple[int, Actor, Any]]) -> list[Outcome]:
        """Carry out what is wanted, many in one transaction, and note its messages as posted."""
        outcomes: list[Outcome] = []
        while batch := list(islice(wanted, BATCH)):
            done = await self._bot.database.write(self._acting(batch))
            outcomes += done
            await self._bot.play.delivered([self._shown(outcome) for outcome in done])
        return outcomes

    def _acting(self, batch: list[tuple[int, Actor, Any]]) -> Callable[[sa.Connection], list[Outcome]]:
        context, guild, places = self._bot.play.context, self.world.guild_id, self.world.channels
        return lambda connection: [
            act(
                connection,
                context,
                actor,
                Request(self._ids(), guild, places[place].id),
                action,
            )
            for place, actor, action in batch
        ]

    def _shown(self, outcome: Outcome) -> Appearance:
        entry, subject = outcome.public.entry, outcome.public.subject
        sent = Sent(
            message_id=_message_id(outcome),
            channel_id=entry.channel,
            campaign_id=entry.campaign,
            entry=entry.number,
            audience="public",
            record_id=subject.id if subject is not None else None,
            posted_at=entry.at,
            is_live=entry.action == OpenChallenge.__name__,
        )
        return Appearance((outcome.rows["public"],), (entry.number,), sent, is_posted=True)

    def press(self, outcome: Outcome) -> Json:
        """The press on a challenge's card that rolls."""
        entry, subject = outcome.public.entry, outcome.public.subject
        assert subject is not None
        card = self._bot.dispatcher.renderer.card(outcome.public)
        view = view_of(card)
        assert view is not None
        message = blank_message(_message_id(outcome), entry.channel, self.world.bot)
        message |= {"embeds": [embed_of(card).to_dict()], "components": view.to_components()}
        button = next(button for button in card.buttons if button.label == PRESSED)
        player = next(player for player in self.players if player.id == subject.owner)
        return self._inputs.press(button.custom_id, message, user=player)


def _message_id(outcome: Outcome) -> int:
    return outcome.rows["public"] + 7_000_000_000
