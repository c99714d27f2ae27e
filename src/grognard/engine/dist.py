"""Exact odds: a distribution is a set of outcomes with integer weights.

Questions compose with `map` (relabel), `then` (a further roll that depends on the first),
`combine` (an independent roll) and `times` (n dice summed); floats appear only for display.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm, prod
from types import MappingProxyType
from typing import Generic, TypeVar

from grognard.engine.errors import GrognardError

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
V = TypeVar("V", bound=Hashable)


class Dist(Generic[T]):
    """Outcomes with integer weights, in the order first given; immutable.

    >>> hit = die(6).map(lambda face: "hit" if face >= 5 else "miss")
    >>> hit
    Dist({'miss': 4, 'hit': 2})
    >>> hit.probability("hit")
    Fraction(1, 3)
    """

    __slots__ = ("_total", "_weights")

    def __init__(self, weights: Mapping[T, int]) -> None:
        kept = dict(weights)
        if not kept or min(kept.values()) <= 0:
            kept = _without_zeros(kept)
        self._weights: dict[T, int] = kept
        self._total: int = sum(kept.values())
        if type(self._total) is not int:
            raise GrognardError(f"weights must be whole numbers, not {list(kept.values())!r}")

    @property
    def weights(self) -> Mapping[T, int]:
        """The weight of every possible outcome, read-only, none of them zero."""
        return MappingProxyType(self._weights)

    @property
    def total(self) -> int:
        """The sum of the weights: the denominator of every probability."""
        return self._total

    def probability(self, outcome: T) -> Fraction:
        """The exact chance of one outcome, 0 if it cannot happen."""
        return Fraction(self._weights.get(outcome, 0), self._total)

    def map(self, f: Callable[[T], U]) -> Dist[U]:
        """Relabel the outcomes; those that get the same label are added up."""
        out: dict[U, int] = {}
        for outcome, weight in self._weights.items():
            label = f(outcome)
            out[label] = out.get(label, 0) + weight
        return Dist(out)

    def then(self, f: Callable[[T], Dist[U]]) -> Dist[U]:
        """Roll again, with dice that depend on the first outcome.

        >>> die(6).then(lambda face: die(6) if face == 6 else always(0)).fractions()[6]
        '1/36'
        """
        parts = [(weight, f(outcome)) for outcome, weight in self._weights.items()]
        scale = lcm(*[part._total for _, part in parts])
        out: dict[U, int] = {}
        for weight, part in parts:
            factor = weight * (scale // part._total)
            for outcome, inner in part._weights.items():
                out[outcome] = out.get(outcome, 0) + factor * inner
        return Dist(out).reduced()

    def combine(self, other: Dist[U], f: Callable[[T, U], V]) -> Dist[V]:
        """Roll this and an independent other, and label each pair of outcomes."""
        out: dict[V, int] = {}
        for mine, weight in self._weights.items():
            for theirs, inner in other._weights.items():
                label = f(mine, theirs)
                out[label] = out.get(label, 0) + weight * inner
        return Dist(out)

    def reduced(self) -> Dist[T]:
        """The same odds in the smallest whole weights."""
        divisor = gcd(*self._weights.values())
        if divisor == 1:
            return self
        return Dist({outcome: weight // divisor for outcome, weight in self._weights.items()})

    def mean(self: Dist[int]) -> Fraction:
        """The exact average of a distribution of numbers."""
        return Fraction(sum(k * w for k, w in self._weights.items()), self._total)

    def variance(self: Dist[int]) -> Fraction:
        """The exact mean square distance from the average of a distribution of numbers."""
        squares = Fraction(sum(k * k * w for k, w in self._weights.items()), self._total)
        return squares - self.mean() ** 2

    def floats(self) -> dict[T, float]:
        """The chances as floats, for display only."""
        return {outcome: weight / self._total for outcome, weight in self._weights.items()}

    def fractions(self) -> dict[T, str]:
        """The chances as texts "p/q" in lowest terms, a certainty being "1/1"."""
        out: dict[T, str] = {}
        for outcome, weight in self._weights.items():
            divisor = gcd(weight, self._total)
            out[outcome] = f"{weight // divisor}/{self._total // divisor}"
        return out

    def __eq__(self, other: object) -> bool:
        """Equal odds, whatever the order of the outcomes and the scale of the weights."""
        if not isinstance(other, Dist):
            return NotImplemented
        if len(self._weights) != len(other._weights):
            return False
        return all(
            weight * other._total == other._weights.get(outcome, 0) * self._total
            for outcome, weight in self._weights.items()
        )

    def __hash__(self) -> int:
        return hash(frozenset(self.reduced()._weights.items()))

    def __repr__(self) -> str:
        return f"Dist({self._weights!r})"

    def __str__(self) -> str:
        """One line per outcome: its name, its exact chance and its percentage."""
        texts = self.fractions()
        name = max(len(str(outcome)) for outcome in texts)
        odds = max(len(text) for text in texts.values())
        return "\n".join(
            f"{outcome!s:<{name}}  {text:>{odds}}  {self._weights[outcome] / self._total:6.1%}"
            for outcome, text in texts.items()
        )


def _without_zeros(weights: dict[T, int]) -> dict[T, int]:
    """Leave out impossible outcomes, and refuse what is not a distribution."""
    for outcome, weight in weights.items():
        if weight < 0:
            raise GrognardError(f"outcome {outcome!r} has weight {weight}: weights count from 0 up")
    kept = {outcome: weight for outcome, weight in weights.items() if weight}
    if not kept:
        raise GrognardError("a distribution needs at least one outcome with a weight above 0")
    return kept


def die(sides: int, first: int = 1) -> Dist[int]:
    """One fair die with the faces first, first + 1, and so on: `die(6)`, `die(10, 0)`."""
    if sides < 1:
        raise GrognardError(f"a die of {sides} sides cannot be rolled: give it at least 1")
    return Dist(dict.fromkeys(range(first, first + sides), 1))


def always(outcome: T) -> Dist[T]:
    """A distribution with one certain outcome."""
    return Dist({outcome: 1})


def times(n: int, d: Dist[int]) -> Dist[int]:
    """The sum of n independent rolls of d, by repeated doubling.

    >>> times(2, die(6)).probability(7)
    Fraction(1, 6)
    """
    if n < 0:
        raise GrognardError(f"cannot roll dice {n} times: the number of rolls counts from 0 up")
    result = always(0)
    power = d
    while n:
        if n & 1:
            result = result.combine(power, _plus)
        n >>= 1
        if n:
            power = power.combine(power, _plus)
    return result


def _plus(a: int, b: int) -> int:
    return a + b


def added(*hands: tuple[int, Sequence[int]]) -> list[int]:
    """How many throws of some dice add up to 0, 1, 2 and so on.

    A hand is a number of equal dice, and on how many sides of one of them stand 0, 1, 2 and so on.

    >>> added((2, (0, 1, 1, 1, 1, 1, 1)))[7], added((3, (4, 2)))
    (6, [64, 96, 48, 8])
    """
    # A hand is a polynomial; all its coefficients lie in one int, far enough apart.
    apart = prod(sum(die) ** dice for dice, die in hands).bit_length()
    whole = prod(
        sum(sides << apart * value for value, sides in enumerate(die)) ** dice
        for dice, die in hands
    )
    most = sum(dice * (len(die) - 1) for dice, die in hands)
    mask = (1 << apart) - 1
    return [whole >> apart * total & mask for total in range(most + 1)]
