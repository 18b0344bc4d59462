"""`burgundy play`: a person at the terminal against bots."""

import argparse
import secrets
from typing import TYPE_CHECKING, Any

from burgundy.cli.arguments import (
    add_position,
    add_seed,
    add_set_up,
    integer,
    new_state,
    position_state,
    refuse_options,
)
from burgundy.cli.files import check_save, record_of

if TYPE_CHECKING:
    from burgundy.game import Game

PERSON = "you"


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "play",
        help="play against bots",
        description="Plays a game in the terminal: choose by number or type an action's words; "
        "? says what else can be typed.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--bots",
        metavar="NAME,...",
        help="the other players: random, light, greedy, flat:50, uct:1000, uct:0.5s and the like, or "
        "module:Class (default: flat); seats without a bot are people's",
    )
    add_set_up(parser)
    parser.add_argument(
        "--seat",
        type=integer(0, 3),
        metavar="N",
        help="the first seat that a person has (default: 0); bots have the seats after the people",
    )
    add_seed(
        parser, "the world to play in", is_optional=True, otherwise="a random one, which is told"
    )
    add_position(parser)
    parser.add_argument(
        "--hints",
        action="store_true",
        help="rate the choices at every decision, by games that light plays on",
    )
    parser.add_argument(
        "--save",
        metavar="FILE",
        help="keep the record of the game here, also when it is broken off; replaces the file's one "
        "game, or the last one of the file that --resume names",
    )
    parser.add_argument(
        "--resume", metavar="FILE", help="go on with the last game of a record file"
    )
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Plays until the game is over or the person leaves."""
    from burgundy.cli.table import Table
    from burgundy.players import player

    if chosen.save is not None and "\0" not in chosen.save:
        try:
            check_save(chosen.save, chosen.resume)
        except ValueError as error:
            raise ValueError(f"--save: {error}") from None
    if chosen.resume is not None:
        game, names = _resumed(chosen)
    else:
        game, names = begun(chosen)
    seed = game.seed or 0
    bots = {
        seat: player(name, (seed + seat + 1) % 2**64)
        for seat, name in enumerate(names)
        if name != PERSON
    }
    table = Table(
        game, names, bots, has_hints=chosen.hints, save=chosen.save, resumed=chosen.resume
    )
    return table.play()


def begun(chosen: argparse.Namespace) -> "tuple[Game, list[str]]":
    """A new game in its world, with who has which seat."""
    from burgundy.game import Game

    bots = chosen.bots.split(",") if chosen.bots else []
    if chosen.position is not None:
        state = position_state(chosen, own=("players", "boards"))
    else:
        if chosen.players is None and not isinstance(chosen.boards, list):
            chosen.players = max(2, min(len(bots) + 1, 4))
        state = new_state(chosen)
    names = _names(bots, state.num_players(), chosen.seat or 0, is_given=chosen.bots is not None)
    seed = secrets.randbits(64) if chosen.seed is None else chosen.seed
    return Game.from_state(state, seed=seed), names


def _names(bots: list[str], players: int, seat: int, is_given: bool) -> list[str]:
    """Who has which seat: people from `seat` on, then the bots, round the table."""
    if not is_given:
        bots = ["flat"] * (players - 1)
    people = players - len(bots)
    if people < 0:
        raise ValueError(f"--bots: {len(bots)} of them, expected {players} at most")
    if seat >= players:
        raise ValueError(f"--seat: {seat}, expected 0 to {players - 1}")
    order = [PERSON] * people + bots
    return [order[(number - seat) % players] for number in range(players)]


def _resumed(chosen: argparse.Namespace) -> "tuple[Game, list[str]]":
    from burgundy.cli.files import records_of
    from burgundy.game import Game

    for name in ("players", "boards", "seed", "position", "seat"):
        if getattr(chosen, name) is not None:
            raise ValueError(f"--{name}: a saved game has its own, leave out --{name} or --resume")
    refuse_options(chosen, "a saved game", "--resume")
    games = sum(1 for _ in records_of(chosen.resume))
    record = record_of(chosen.resume, games or 1)
    game = Game.from_record(record, data=chosen.data)
    if game.seed is None:
        record_seed = secrets.randbits(64)
        game = Game.from_state(game.state, seed=record_seed)
    names = _saved_names(record.info, record.players)
    if chosen.bots is not None:
        names = _with_bots(names, chosen.bots.split(","))
    return game, names


def _with_bots(saved: list[str], bots: list[str]) -> list[str]:
    """The seats with other bots; people stay where they were, and get the seats that bots leave."""
    free = [seat for seat, name in enumerate(saved) if name != PERSON]
    if len(bots) > len(free):
        raise ValueError(
            f"--bots: {len(bots)} of them, expected {len(free)} at most, people have the other seats"
        )
    made = [PERSON] * len(saved)
    for seat, bot in zip(free, bots):
        made[seat] = bot
    return made


def _saved_names(info: Any, players: int) -> list[str]:
    names = info.get("players") if isinstance(info, dict) else None
    if isinstance(names, list) and len(names) == players and all(isinstance(n, str) for n in names):
        return names
    return [PERSON] + ["flat"] * (players - 1)
