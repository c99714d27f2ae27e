"""What a study shows: wins, length, losses, objectives, luck, and the games worth a look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from grognard.engine.battle import Battle
from grognard.engine.tally import Roster
from grognard.lab.intervals import Interval, Sums, of_share
from grognard.lab.match import PlayedGame, Swing

DECISIVE: Final = 8  # rolls listed


class Outlier(NamedTuple):
    """A game worth a look, and why."""

    what: str
    seed: int
    says: str


class NotedSwing(NamedTuple):
    """A roll, and the game it belongs to."""

    seed: int
    swing: Swing


class UnitCount:
    """What became of a unit over all games."""

    __slots__ = ("fell", "lost")

    def __init__(self) -> None:
        self.lost = 0  # strength points
        self.fell = 0  # games in which nothing was left of it


class PlaceCount:
    """What became of an objective: who had it at the end, and how often he won."""

    __slots__ = ("changes", "held", "won")

    def __init__(self) -> None:
        self.held = [0, 0]
        self.won = [0, 0]
        self.changes = 0


class Summary:
    """A study counted, game by game; of each game only its luck and result are kept."""

    def __init__(self, battle: Battle, roster: Roster) -> None:
        self.battle = battle
        self.roster = roster
        self.games = 0
        self.wins = [0 for _ in battle.sides]
        self.draws = 0
        self.course: list[tuple[int, Interval]] = []  # the share of side 0 as it settles
        self.turns, self.answers, self.rolls = Sums(), Sums(), Sums()
        self.lengths: Counter[int] = Counter()
        self.reasons: Counter[str] = Counter()
        self.strength: list[list[Sums]] = []  # by turn, by side
        self.losses: dict[int, list[float]] = {}  # by turn, by side
        self.units = [UnitCount() for _ in roster.units]
        self.places = [PlaceCount() for _ in roster.objectives]
        self.fell: Counter[tuple[str, int]] = Counter()  # by place and side
        self.lucks: list[tuple[float, float]] = []  # luck and result of side 0
        self.checks: Counter[str] = Counter()  # the kind of the roll that swung a game most
        self.swings: list[NotedSwing] = []
        self._shares = 0.0
        self._outliers: dict[str, tuple[float, Outlier]] = {}

    @staticmethod
    def of(battle: Battle, roster: Roster, games: Iterable[PlayedGame]) -> Summary:
        """The summary of some games, which come in the order of their seeds."""
        summary = Summary(battle, roster)
        for game in games:
            summary.add(game)
        return summary

    def add(self, game: PlayedGame) -> None:
        """Count a game."""
        self.games += 1
        self._shares += game.share
        if game.winner is None:
            self.draws += 1
        else:
            self.wins[game.winner] += 1
        if self.games <= 50 or self.games % (self.games // 50) == 0:
            self.course.append((self.games, of_share(self._shares, self.games)))
        self.turns.add(game.turns)
        self.answers.add(sum(game.answers))
        self.rolls.add(game.rolls)
        self.lengths[game.turns] += 1
        self.reasons[_reason(game.why)] += 1
        self._add_strength(game)
        self._add_places(game)
        self._add_luck(game)
        self._look(game)

    def _add_strength(self, game: PlayedGame) -> None:
        for turn, sums in enumerate(game.strength):
            if turn == len(self.strength):
                self.strength.append([Sums() for _ in sums])
            for side, points in enumerate(sums):
                self.strength[turn][side].add(points)
        for loss in game.losses:
            unit = self.roster.units[loss.unit]
            self.losses.setdefault(loss.turn, [0.0 for _ in self.battle.sides])
            self.losses[loss.turn][unit.side] += loss.points
            self.units[loss.unit].lost += loss.points
            if loss.fell_at:
                self.units[loss.unit].fell += 1
                self.fell[loss.fell_at, unit.side] += 1

    def _add_places(self, game: PlayedGame) -> None:
        for count, holder in zip(self.places, game.held, strict=False):
            if holder >= 0:
                count.held[holder] += 1
                count.won[holder] += game.winner == holder
        for taken in game.taken:
            self.places[taken.objective].changes += 1

    def _add_luck(self, game: PlayedGame) -> None:
        self.lucks.append((game.luck, game.share))
        if game.swings:
            self.checks[game.swings[0].check] += 1
        self.swings += [NotedSwing(game.seed, swing) for swing in game.swings]
        self.swings.sort(key=lambda noted: (-abs(noted.swing.luck), noted.seed))
        del self.swings[DECISIVE:]

    # -- games worth a look ----------------------------------------------------------------------

    def _look(self, game: PlayedGame) -> None:
        titles = self.battle.titles
        self._outlier("shortest", -game.turns - sum(game.answers) / 1e6, game, _length(game))
        self._outlier("longest", game.turns + sum(game.answers) / 1e6, game, _length(game))
        if game.strength and min(game.strength[0]) > 0:
            left = [now / was for now, was in zip(game.strength[-1], game.strength[0], strict=True)]
            says = " and ".join(f"{titles[s]} {100 * part:.0f} %" for s, part in enumerate(left))
            apart = abs(left[0] - left[1])
            self._outlier("closest", -apart, game, f"left of {says}")
            self._outlier("most one-sided", apart, game, f"left of {says}")
        if game.winner is not None:
            lucky = game.luck if game.winner == 0 else -game.luck
            says = f"{titles[game.winner]} won, luck {100 * lucky:+.0f} %".replace("-", "−")
            self._outlier("luckiest winner", lucky, game, says)
            self._outlier("unluckiest winner", -lucky, game, says)

    def _outlier(self, what: str, rank: float, game: PlayedGame, says: str) -> None:
        there = self._outliers.get(what)
        if there is None or rank > there[0]:
            self._outliers[what] = rank, Outlier(what, game.seed, says)

    @property
    def outliers(self) -> list[Outlier]:
        """The games worth a look."""
        return [outlier for _, outlier in self._outliers.values()]

    # -- what it comes to ------------------------------------------------------------------------

    def win(self, side: int) -> Interval:
        """How often a side wins."""
        return of_share(self.wins[side], self.games)

    @property
    def share(self) -> Interval:
        """What side 0 makes of a game, a draw counting half."""
        return of_share(self._shares, self.games)

    def lost(self, side: int) -> float:
        """Mean strength points a side loses in a game."""
        return sum(by_side[side] for by_side in self.losses.values()) / max(1, self.games)

    @property
    def luckier_wins(self) -> Interval:
        """How often the side with the better luck wins, draws left out."""
        told = [(luck > 0) == (share > 0.5) for luck, share in self.lucks if share != 0.5 and luck]
        return of_share(sum(told), len(told))

    def json(self) -> dict[str, Any]:
        """The whole summary as JSON."""
        sides, games = self.battle.sides, max(1, self.games)
        return {
            "battle": self.battle.id,
            "games": self.games,
            "wins": {name: _json(self.win(side)) for side, name in enumerate(sides)},
            "draws": self.draws,
            "share of the first side": _json(self.share),
            "turns": _json(self.turns.interval()),
            "answers": _json(self.answers.interval()),
            "rolls": _json(self.rolls.interval()),
            "decided by": dict(self.reasons.most_common()),
            "strength": [
                {name: _json(by_side[side].interval()) for side, name in enumerate(sides)}
                for by_side in self.strength
            ],
            "losses by turn": {
                str(turn): {name: round(lost[side] / games, 3) for side, name in enumerate(sides)}
                for turn, lost in sorted(self.losses.items())
            },
            "losses by unit": {
                unit.id: {"lost": round(count.lost / games, 3), "fell": count.fell / games}
                for unit, count in zip(self.roster.units, self.units, strict=True)
            },
            "objectives": [
                {
                    "name": place.name,
                    "held at the end": dict(zip(sides, count.held, strict=True)),
                    "and won": dict(zip(sides, count.won, strict=True)),
                }
                for place, count in zip(self.roster.objectives, self.places, strict=True)
            ],
            "luckier side wins": _json(self.luckier_wins),
            "greatest swing by": dict(self.checks.most_common()),
            "outliers": [outlier._asdict() for outlier in self.outliers],
        }


def _json(interval: Interval) -> dict[str, float]:
    return {name: round(value, 4) for name, value in interval._asdict().items()}


def _length(game: PlayedGame) -> str:
    return f"{game.turns} turns, {sum(game.answers)} answers"


def _reason(why: str) -> str:
    """The reason of a victory without its numbers, so that equal ones can be counted."""
    return why.split(":")[0].rstrip(".") if any(c.isdigit() for c in why) else why.rstrip(".")
