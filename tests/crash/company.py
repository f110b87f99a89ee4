"""The adventurers of that evening: their turns and fights, in one thread, beside the heroes' challenges."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tests.harness.inputs import Inputs
from tests.harness.world import Json, Person

ADVENTURERS = ("Ada", "Bly", "Cid")
# The keys of choices that are the player's own.
PLAYERS_CHOICES = ("end", "stand", "start", "camp", "way")
# How the buttons of steps begin.
STEPS = ("do|", "adv_fight|")
# What it takes one to three exchanges to fell; it fells who is careless.
ARMS, VITAE = 3, 2
RAT = {"monster": "Rat", "arms": ARMS, "vitae": VITAE}
SCENE = {"text": "Rain on the stairs.", "ways": "The City; The Bridge"}


@dataclass
class Company:
    """Each player has an adventurer; who falls is followed by another of the same name."""

    say: Inputs
    game_master: Person
    players: list[Person]
    dice: random.Random

    def __post_init__(self) -> None:
        self.home = next(channel for channel in self.say.world.channels if channel.parent is not None)

    def arrivals(self) -> list[Json]:
        """Everybody sets out, begins a turn, and meets something."""
        everybody = range(len(ADVENTURERS))
        return [
            *(self._players("adv new", number, name=ADVENTURERS[number]) for number in everybody),
            *(self._players("adv start", number) for number in everybody),
            *(self._narrators("adv gm scene", name, **SCENE) for name in ADVENTURERS),
            *(self._narrators("adv fight", name, **RAT) for name in ADVENTURERS),
        ]

    def something(self) -> Json:
        """Somebody's next command, allowed or not."""
        number = self.dice.randrange(len(ADVENTURERS))
        name = ADVENTURERS[number]
        return self.dice.choice((
            lambda: self._narrators("adv fight", name, **RAT),
            lambda: self._narrators("adv fight", name, **RAT),
            lambda: self._narrators("adv gm scene", name, **SCENE),
            lambda: self._narrators("adv gm gain", name, gold=self.dice.randint(1, 3)),
            lambda: self._narrators("adv gm heal", name),
            lambda: self._narrators("adv gm wound", name, count=1),
            lambda: self._players("adv start", number),
            lambda: self._players("adv new", number, name=name),
        ))()  # fmt: skip

    def _players(self, path: str, number: int, **options: str) -> Json:
        return self.say.slash(path, options, user=self.players[number], channel=self.home)

    def _narrators(self, path: str, name: str, **options: object) -> Json:
        told = {"adventurer": name} | options
        return self.say.slash(path, told, user=self.game_master, channel=self.home)
