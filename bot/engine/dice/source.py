"""Where dice come from, and how a player checks them.

A die is computed from a 32-byte seed whose SHA-256 was published before the first roll:

1. Message: drawing number (8 bytes) ‖ interaction id (8 bytes) ‖ counter (4 bytes), all big-endian.
2. Digest: HMAC-SHA-256 with the seed as key, 32 bytes, read as eight unsigned big-endian 32-bit words.
3. Let `fair` be the largest multiple of `sides` that is at most 2**32. The first word below `fair` counts,
   and the die shows `word % sides + 1`. Each face has exactly `fair / sides` words: none is favoured.
4. The counter goes up by one. If no word was below `fair`, start again at 1 with the new counter.

Within one drawing the counter starts at 0 and runs on from die to die in the order rolled. Public and secret
dice have each their own seed, drawing number and counter, so that neither says anything about the other.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from hashlib import sha256
from struct import Struct
from typing import TYPE_CHECKING, Final, Protocol

from bot.engine.dice.trying import Branch

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

MOST_SIDES: Final = 1_000_000
SEED_BYTES: Final = 32
COUNTER_BYTES: Final = 4
WORDS: Final = 2**32
DIGEST: Final = Struct(">8I")
FIRST_WORD: Final = Struct(">I28x")  # nearly always the one that counts

# HMAC's own numbers (RFC 2104).
BLOCK_BYTES: Final = 64
INNER_PAD: Final = bytes(byte ^ 0x36 for byte in range(256))
OUTER_PAD: Final = bytes(byte ^ 0x5C for byte in range(256))


@dataclass(frozen=True, slots=True)
class Die:
    """One die as it fell; `reason` says what it was rolled for, for example "challenge"."""

    sides: int
    value: int
    reason: str
    secret: bool = False


class Dice(Protocol):
    """The dice as rules see them."""

    def roll(self, count: int, sides: int, *, reason: str, secret: bool = False) -> tuple[int, ...]:
        """Roll `count` dice and return their faces, 1 to `sides`, in the order they fell."""
        ...

    def check(
        self, sides: int, *, reason: str, branches: tuple[Branch, ...] = (), secret: bool = False
    ) -> int:
        """Roll one die whose chances are known: a preview tells them. Return its face."""
        (face,) = self.roll(1, sides, reason=reason, secret=secret)
        return face


@dataclass(frozen=True, slots=True)
class Seed:
    """What fixes every die of a chapter; never printed, and published only when the chapter is over.

    Raises ValueError unless it is 32 bytes long.
    """

    value: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.value) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, this one {len(self.value)}")

    @property
    def commitment(self) -> str:
        """The seed's SHA-256 in lower-case hexadecimal, published before the first die."""
        return sha256(self.value).hexdigest()


def die_value(seed: Seed, drawing: int, interaction: int, counter: int, sides: int) -> tuple[int, int]:
    """Compute one die and the counter of the die after it, as the module's text defines them.

    Raises ValueError for sides outside 1 to 1,000,000, OverflowError for a number that does not fit
    its bytes.
    """
    _check_sides(sides)
    stream = _Drawing(seed, drawing, interaction, counter)
    (value,) = stream.draw(1, sides)
    return value, stream.counter


def face_in(digest: bytes, sides: int) -> int | None:
    """The face that the first fair word of a digest shows, or None if all its words must be rejected."""
    fair = WORDS // sides * sides
    words: tuple[int, ...] = DIGEST.unpack(digest)
    for word in words:
        if word < fair:
            return word % sides + 1
    return None


class _RecordedDice(Dice, ABC):
    """Keeps every die in the order rolled, for the journal."""

    def __init__(self) -> None:
        self._rolled: list[tuple[int, tuple[int, ...], str, bool]] = []

    @property
    def rolled(self) -> tuple[Die, ...]:
        """Every die so far, in order, public and secret."""
        return tuple(
            Die(sides, value, reason, secret)
            for sides, values, reason, secret in self._rolled
            for value in values
        )

    @property
    def drew_public(self) -> bool:
        """Whether the public drawing number was used."""
        return any(values and not secret for _, values, _, secret in self._rolled)

    @property
    def drew_secret(self) -> bool:
        """Whether the secret drawing number was used."""
        return any(values and secret for _, values, _, secret in self._rolled)

    def roll(self, count: int, sides: int, *, reason: str, secret: bool = False) -> tuple[int, ...]:
        """Roll `count` dice and return their faces in order; no dice at all is a legal roll.

        Raises ValueError for a negative count, or for sides outside 1 to 1,000,000.
        """
        if count < 0:
            raise ValueError(f"cannot roll {count} dice for {reason}")
        _check_sides(sides)
        values = self._draw(count, sides, reason, secret)
        self._rolled.append((sides, values, reason, secret))
        return values

    @abstractmethod
    def _draw(self, count: int, sides: int, reason: str, secret: bool) -> tuple[int, ...]: ...


class VerifiableDice(_RecordedDice):
    """The dice of one action: one drawing number serves all its public dice, another all its secret ones.

    Raises ValueError if both seeds are the same: revealing one would then reveal the other's dice.
    """

    def __init__(
        self, *, public: Seed, secret: Seed, drawing: int, secret_drawing: int, interaction: int
    ) -> None:
        super().__init__()
        if public.value == secret.value:
            raise ValueError("public and secret dice need different seeds")
        self._public = _Drawing(public, drawing, interaction)
        self._secret = _Drawing(secret, secret_drawing, interaction)

    def _draw(self, count: int, sides: int, reason: str, secret: bool) -> tuple[int, ...]:
        return (self._secret if secret else self._public).draw(count, sides)


class _Drawing:
    """One numbered drawing from one seed, and how far it has come.

    HMAC hashes the message under one padded key, and the result under another. Both begin alike for all the
    dice of a drawing, so the hashes are begun once and continued from copies: a third of the time.
    """

    __slots__ = ("_begun", "_numbers", "_seed", "counter")

    def __init__(self, seed: Seed, number: int, interaction: int, counter: int = 0) -> None:
        self._seed = seed
        self._numbers = number, interaction
        self._begun: tuple[Hash, Hash] | None = None  # most actions never draw the secret one
        self.counter = counter

    def draw(self, count: int, sides: int) -> tuple[int, ...]:
        """Draw that many dice."""
        inner, outer = self._begun or self._begin()
        fair, counter = WORDS // sides * sides, self.counter
        first_word = FIRST_WORD.unpack
        values: list[int] = []
        while len(values) < count:
            within, around = inner.copy(), outer.copy()
            within.update(counter.to_bytes(COUNTER_BYTES, "big"))
            around.update(within.digest())
            digest = around.digest()
            counter += 1
            (word,) = first_word(digest)
            if word < fair:
                values.append(word % sides + 1)
            elif (face := face_in(digest, sides)) is not None:
                values.append(face)
        self.counter = counter
        return tuple(values)

    def _begin(self) -> tuple[Hash, Hash]:
        key = self._seed.value.ljust(BLOCK_BYTES, b"\0")
        number, interaction = self._numbers
        message = number.to_bytes(8, "big") + interaction.to_bytes(8, "big")
        self._begun = sha256(key.translate(INNER_PAD) + message), sha256(key.translate(OUTER_PAD))
        return self._begun


class FixedDice(_RecordedDice):
    """Dice for tests and sketches that fall as laid out: `FixedDice(2, 6, 9)`.

    A roll raises AssertionError, and takes none, if too few are left or one cannot be a face of that die.
    """

    def __init__(self, *values: int) -> None:
        super().__init__()
        self._left = values

    def all_used(self) -> None:
        """Raise AssertionError if dice are left over."""
        if self._left:
            raise AssertionError(f"never rolled: {_listed(self._left)}")

    def _draw(self, count: int, sides: int, reason: str, secret: bool) -> tuple[int, ...]:
        values, left = self._left[:count], self._left[count:]
        if len(values) < count:
            raise AssertionError(f"{count}d{sides} for {reason}: only {len(values)} left ({_listed(values)})")
        if not all(1 <= value <= sides for value in values):
            raise AssertionError(f"{count}d{sides} for {reason}: {_listed(values)} does not fit a d{sides}")
        self._left = left
        return values


def _listed(values: tuple[int, ...]) -> str:
    return ", ".join(map(str, values)) or "none"


def _check_sides(sides: int) -> None:
    if not 1 <= sides <= MOST_SIDES:
        raise ValueError(f"a die has 1 to {MOST_SIDES:,} sides, not {sides:,}")
