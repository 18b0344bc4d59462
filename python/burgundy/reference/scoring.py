"""Points: for animals, regions and colours during play, for everything else at the end, and who wins."""

from .knowledge import vp_per_scoring_animal_tile
from .names import ANIMALS, COLOURS, SPACES
from .position import seats_along_track


def animal_vp(game, who, space):
    """VP for the animal tile just placed, and for its species in the same pasture (R6.4)."""
    seat = game.seats[who]
    species, shown = ANIMALS[seat.estate[space]]
    pasture = game.board_of(seat).region[space]
    before = [seat.estate[other] for other in pasture if other in seat.estate and other != space]
    again = [ANIMALS[tile][1] for tile in before if ANIMALS[tile][0] == species]
    more = vp_per_scoring_animal_tile(seat.estate.values()) * (1 + len(again))
    return shown + sum(again) + more


def score_region(game, who, space):
    """VP for a region whose last space has just been filled (R8.1)."""
    seat = game.seats[who]
    region = game.board_of(seat).region[space]
    if all(other in seat.estate for other in region):
        game.give_vp(who, game.tables.region_vp[len(region)], "region", "R8.1")
        game.give_vp(who, game.tables.phase_vp[game.phase], "phase", "R8.1")


def score_colour(game, who, space):
    """The bonus tile of a colour whose last space has just been filled (R8.2)."""
    seat = game.seats[who]
    board = game.board_of(seat)
    colour = board.colour[space]
    taken = game.bonus_tiles[colour]
    if len(taken) == 2 or who in taken:
        return
    if all(other in seat.estate for other in board.spaces_of[colour]):
        tables = game.tables
        size, vp = ("small", tables.small_bonus) if taken else ("large", tables.large_bonus)
        taken.append(who)
        game.tell("bonus_tile", "R8.2", seat=who, colour=colour, size=size)
        game.give_vp(who, vp[game.players], "bonus", "R8.2")


def final_vp(game, who):
    """What the final scoring brings a seat, by source (R9.1)."""
    seat = game.seats[who]
    worth = game.tables.final
    vp = {
        "final_goods": worth["good"] * sum(seat.goods.values()),
        "final_silver": worth["silver"] * seat.silver,
        "final_workers": seat.workers // worth["workers_per_vp"],
    }
    for tile, value in final_knowledge_vp(game, who).items():
        vp[tile] = value if seat.owns(tile) else 0
    return vp


def final_knowledge_vp(game, who):
    """What the knowledge tiles 15 to 26 would bring a seat that owns them (R9.1)."""
    seat = game.seats[who]
    worth = game.tables.final
    buildings = {
        tile: worth["k16_23_per_building"] * seat.tiles_placed(building)
        for tile, building in game.tables.final_building.items()
    }
    species = {ANIMALS[tile][0] for tile in seat.estate.values() if tile in ANIMALS}
    bonus_tiles = [colour for colour in COLOURS if who in game.bonus_tiles[colour]]
    return {
        "k15": worth["k15_per_type_sold"] * len(seat.sold),
        **buildings,
        "k24": worth["k24_per_species"] * len(species),
        "k25": worth["k25_per_good_sold"] * sum(seat.sold.values()),
        "k26": worth["k26_per_bonus_tile"] * len(bonus_tiles),
    }


def score_final(game):
    """The final scoring, seat by seat (R9.1)."""
    for who in range(game.players):
        for source, vp in final_vp(game, who).items():
            game.give_vp(who, vp, source, "R9.1")


def breakdown(game, who):
    """Where a seat's score comes from; all parts but `in_play` are 0 before the end (R9.1)."""
    is_over = game.prompt.kind == "over"
    final = {source: vp if is_over else 0 for source, vp in final_vp(game, who).items()}
    return {"in_play": game.seats[who].vp - sum(final.values()), **final}


def scores(game):
    """VP by seat; they hold the final scoring once the game is over (R9.1)."""
    return [seat.vp for seat in game.seats]


def ranking(game):
    """Seats from first to last: most VP, then the tie-breakers (R9.2, R11.2)."""
    spaces_by, place_by = game.rules.tie_break.split("_then_")
    vp = scores(game)
    line = seats_along_track(game.track)

    def place(who):
        empty = len(SPACES) - len(game.seats[who].estate)
        from_front = line.index(who)
        return (
            -vp[who],
            empty if spaces_by == "fewest" else -empty,
            from_front if place_by == "earlier" else -from_front,
        )

    return sorted(range(game.players), key=place)
