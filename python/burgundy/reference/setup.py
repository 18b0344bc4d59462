"""A new game, up to its first event (R1)."""

from collections.abc import Mapping

from .actions import put_start_castle
from .errors import shown
from .faults import whole
from .names import CENTRE, GOODS, SPACES
from .position import Event, Position
from .rounds import go_on, next_board

PLAYERS = (2, 3, 4)


def new_position(players, boards, start_castles, rules):
    """The first node of a game; wrong arguments: `ValueError`."""
    count = whole(players)
    if count is None:
        raise TypeError(f"players: {shown(players)} is no integer; allowed: 2, 3 or 4 (R1.1)")
    players = count
    if players not in PLAYERS:
        raise ValueError(f"players: {shown(players)} is not allowed; allowed: 2, 3 or 4 (R1.1)")
    tables = rules.tables
    numbers = chosen_boards(players, boards, tables)
    spaces = chosen_start_castles(players, numbers, start_castles, tables)

    game = Position(rules, players)
    # One start castle per player is put aside before anything is drawn (R1.2).
    game.normal_supply = dict(tables.normal_stock)
    game.normal_supply["castle"] -= players
    game.black_supply = dict(tables.black_stock)
    game.goods_supply = dict.fromkeys(GOODS, tables.goods_copies)
    for who in range(players):
        game.seats[who].silver = tables.start_silver
        game.seats[who].board = numbers[who]
        if spaces[who] is not None:
            put_start_castle(game, who, spaces[who])
    go_on(game, next_board(game, 0) if numbers[0] is None else Event("start player"))
    return game


def chosen_boards(players, boards, tables):
    """A board number per seat, or None per seat if they are drawn (R1.7, R1.8)."""
    if boards is None:
        boards = [1] * players
        if 1 not in tables.boards or tables.boards[1].copies < players:
            raise ValueError("boards: there is no board 1 for every player (R1.7)")
    if isinstance(boards, str):
        if boards != "random":
            raise ValueError(f"boards: {shown(boards)} is not allowed; allowed: numbers or random")
        if sum(board.copies for board in tables.boards.values()) < players:
            raise ValueError(f"boards: the data has too few boards for {players} players (R1.8)")
        return [None] * players
    given = items("boards", boards, players, "a sequence of numbers, random or None")
    boards = [whole(number) for number in given]
    for number, board in zip(boards, given, strict=True):
        if number is None:
            raise TypeError(f"boards: {shown(board)} is no integer (R1.8)")
        if number not in tables.boards:
            allowed = ", ".join(str(known) for known in sorted(tables.boards))
            raise ValueError(
                f"boards: there is no board {shown(number)}; allowed: {allowed} (R1.8)"
            )
        if boards.count(number) > tables.boards[number].copies:
            raise ValueError(
                f"boards: board {number} is given {boards.count(number)} times; "
                f"allowed: {tables.boards[number].copies} times (R1.8)"
            )
    return boards


def chosen_start_castles(players, boards, start_castles, tables):
    """A space per seat, or None for a seat that chooses (R1.7, R1.8)."""
    if start_castles is None:
        is_basic = all(number == 1 for number in boards) and tables.boards[1].centre_is_castle()
        return [CENTRE if is_basic else None] * players
    if isinstance(start_castles, str):
        if start_castles != "choose":
            raise ValueError(
                f"start_castles: {shown(start_castles)} is not allowed; "
                "allowed: a sequence of spaces or None, choose, or None"
            )
        return [None] * players
    allowed = "a sequence of spaces or None, choose, or None"
    start_castles = items("start_castles", start_castles, players, allowed)
    for who, space in enumerate(start_castles):
        if space is None:
            continue
        if not isinstance(space, str) or space not in SPACES:
            raise ValueError(f"start_castles: there is no space {shown(space)} (R1.8)")
        if boards[who] is None:
            raise ValueError(
                f"start_castles: {space} is given to seat {who}, whose board is not known yet; "
                "allowed with random boards: None or choose (R1.8)"
            )
        board = tables.boards[boards[who]]
        if board.colour[space] != "castle":
            allowed = ", ".join(board.spaces_of["castle"])
            raise ValueError(
                f"start_castles: {space} is no dark green space of board {board.number}; "
                f"allowed: {allowed} (R1.8)"
            )
    return list(start_castles)


def items(name, sequence, players, allowed):
    """The items of a sequence of any kind, one for each player."""
    has_items = hasattr(sequence, "__len__") and hasattr(sequence, "__getitem__")
    if not has_items or isinstance(sequence, (str, Mapping)):
        raise TypeError(f"{name}: {shown(sequence)} is not allowed; allowed: {allowed}")
    if len(sequence) != players:
        raise ValueError(f"{name}: {len(sequence)} are given for {players} players")
    return [sequence[who] for who in range(players)]
