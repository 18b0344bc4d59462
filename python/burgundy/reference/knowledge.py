"""What the knowledge tiles 1 to 15 change: each question here is one sentence of the rules.

A tile counts from the moment it lies in the estate (R6.10), and for its owner alone.
`owned` is anything that answers `in`, such as the set of tiles in an estate. Tiles 15 to 26 count only at
the end and stand in `scoring`.
"""

# The tile that gives a free step when a tile of the colour is placed (R4.5).
FREE_STEP_TO_PLACE = {
    "building": "k9",
    "ship": "k10",
    "animal": "k10",
    "castle": "k11",
    "mine": "k11",
    "knowledge": "k11",
}
FREE_STEP_TO_TAKE = "k12"


def may_repeat_buildings(owned):
    """Whether a building's type may occur twice in a city (R5.3d)."""
    return "k1" in owned


def workers_per_mine(owned):
    """Workers for each mine at the end of a phase (R2.6)."""
    return 1 if "k2" in owned else 0


def silver_for_sale(owned):
    """Silver for selling goods (R5.4)."""
    return 2 if "k3" in owned else 1


def workers_for_sale(owned):
    """Workers for selling goods (R5.4)."""
    return 1 if "k4" in owned else 0


def has_second_ship_depot(owned):
    """Whether a ship may go on to a neighbouring depot (R6.3)."""
    return "k5" in owned


def may_buy_from_numbered_depots(owned):
    """Whether the purchase may come from a numbered depot (R7.1)."""
    return "k6" in owned


def vp_per_scoring_animal_tile(owned):
    """What each animal tile that scores brings in addition (R6.4)."""
    return 1 if "k7" in owned else 0


def steps_of_a_worker(owned):
    """By how many steps one worker can change a die (R4.4)."""
    return (1, 2) if "k8" in owned else (1,)


def workers_taken(owned):
    """Workers for the action of taking workers (R5.5)."""
    return 4 if "k14" in owned else 2


def silver_with_workers(owned):
    """Silver for the action of taking workers (R5.5)."""
    return 1 if "k13" in owned else 0
