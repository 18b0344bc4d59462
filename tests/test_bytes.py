"""Bytes and key by their definition (formats.md, 5), and what bytes of any other kind get."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from typing import Any

import pytest
from engines import Engine
from games import Game, hold_over_games
from positions import COLOURS, DATA, SPACES, TILES, play, position, seat

MASK = 2**64 - 1
G = 0x9E3779B97F4A7C15
KINDS = [
    "turn",
    "castle",
    "city_hall",
    "carpenter",
    "church",
    "market",
    "warehouse",
    "ship",
    "second_ship",
    "goods",
    "discard",
    "start_castle",
    "over",
]
EVENTS = ["board", "start", "deal", "depot", "black", "good", "white", "dice"]


def mix(z: int) -> int:
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
    return z ^ z >> 31


def key_of(packed: bytes) -> int:
    """The key over header and body, padded with zeros to whole words."""
    h = 0
    padded = packed + bytes(-len(packed) % 8)
    for at in range(0, len(padded), 8):
        h = ((h ^ int.from_bytes(padded[at : at + 8], "little")) * G) & MASK
        h ^= h >> 32
    return mix(h)


def sealed(packed: bytes) -> bytes:
    """Header and body with their key."""
    return packed + key_of(packed).to_bytes(8, "little")


def face(tile: str | None) -> int:
    """1 `castle` ... 49 `k26`, 0 for none."""
    return 0 if tile is None else 1 + TILES.index(tile)


def goods(counts: dict[str, int]) -> list[int]:
    return [counts.get(str(good), 0) for good in range(1, 7)]


def prompt(asked: dict[str, Any]) -> list[int]:
    """The kind and three arguments."""
    kind = asked["kind"]
    if kind == "chance":
        words = asked["event"].split()
        number = 13 + EVENTS.index(words[0])
        if words[0] == "depot":
            depot, slot = map(int, words[1].split("."))
            return [number, depot - 1, slot - 1, 0]
        return [number, int(words[2]) if len(words) == 3 else 0, 0, 0]
    arguments = []
    if kind in ("second_ship", "goods"):
        arguments.append(asked["depot"] - 1)
    if kind == "goods":
        arguments += [asked["above"], KINDS.index(asked["then"])]
    if kind == "discard":
        arguments += [face(asked["tile"]), KINDS.index(asked["then"])]
    return [KINDS.index(kind), *arguments, 0, 0, 0][:4]


def filled(values: list[int], length: int) -> list[int]:
    return [*values, *[0] * (length - len(values))]


def body(snapshot: dict[str, Any]) -> bytes:
    """The body, field by field."""
    along = [number for stack in reversed(snapshot["track"]) for number in stack]
    space = {number: at for at, stack in enumerate(snapshot["track"]) for number in stack}
    out = ["ABCDE".index(snapshot["phase"]), snapshot["round"], snapshot["turn"]]
    out += [snapshot["bought"], snapshot["white_die"] or 0, *snapshot["order"], *along]
    out += [space[number] for number in range(snapshot["players"])]
    out += filled(snapshot["round_goods"], 5)
    for depot in snapshot["depots"]:
        out += [*map(face, depot["tiles"]), *goods(depot["goods"])]
    out += map(face, snapshot["black_depot"])
    for side in ("normal", "black"):
        out += [snapshot["supply"][side].get(tile, 0) for tile in TILES]
    out += goods(snapshot["supply"]["goods"])
    for colour in COLOURS:
        out += filled([number + 1 for number in snapshot["bonus_tiles"][colour]], 2)
    out += prompt(snapshot["prompt"])
    for one in snapshot["seats"]:
        castle = one["start_castle"]
        out += [one["board"] or 0, 0 if castle is None else 1 + SPACES.index(castle)]
        out += [face(one["estate"].get(place)) for place in SPACES]
        out += filled([face(tile) for tile in one["storage"]], 3)
        out += [*goods(one["goods"]), *goods(one["sold"])]
        for amount in (one["silver"], one["workers"], one["vp"]):
            out += amount.to_bytes(2, "little")
        out += filled(one["dice"], 2)
    return bytes(out)


def header(players: int, options: dict[str, Any]) -> bytes:
    text = "".join(
        (DATA / name).read_text(encoding="utf-8")
        for name in ("board.toml", "boards.toml", "tiles.toml")
    ).replace("\r\n", "\n")
    ties = ["fewest_then_later", "most_then_later", "fewest_then_earlier"]
    bits = (
        (not options.get("purchase_in_effect", True))
        + 2 * (not options.get("decline_effects", True))
        + 4 * ties.index(options.get("tie_break", ties[0]))
    )
    return b"BURG" + bytes([1, players, bits, 0]) + hashlib.sha256(text.encode()).digest()[:8]


def test_bytes_and_key_by_their_definition(engine: Engine) -> None:
    """At every node of random games."""

    def law(game: Game) -> None:
        for state in game.nodes(engine):
            expected = header(game.players, game.options) + body(state.snapshot())
            assert state.to_bytes() == sealed(expected)
            assert state.key() == key_of(expected)

    hold_over_games(engine, law)


def test_every_kind_of_prompt_has_its_bytes(engine: Engine) -> None:
    """Prompts with arguments, from positions."""
    for asked, keys in (
        ({"kind": "second_ship", "depot": 6}, {"depot_goods": {1: {1: 1}}}),
        (
            {"kind": "goods", "depot": 3, "above": 2, "then": "second_ship"},
            {"depot_goods": {3: {3: 1, 4: 1, 5: 1}}},
        ),
        ({"kind": "discard", "tile": "k26", "then": "city_hall"}, {}),
        ({"kind": "castle"}, {}),
        ({"kind": "warehouse"}, {}),
    ):
        state = engine.at(
            seats=[
                seat(
                    estate={"c4": "k5", "e4": "city_hall"},
                    storage=["bank", "ship", "ship"],
                    goods={1: 1, 2: 2},
                    dice=[4],
                )
            ],
            prompt=asked,
            **keys,
        )
        assert state.to_bytes() == sealed(header(2, {}) + body(state.snapshot()))


def test_the_hash_is_the_key(engine: Engine) -> None:
    """Its 64 bits as a signed number, in both engines, also for keys from 2**63 on."""
    high = 0
    for seed in range(8):
        state = engine.State.new(2).resolve_chance(seed)
        key = state.key()
        assert hash(state) == (key if key < 2**63 else key - 2**64)
        high += key >= 2**63
    assert 0 < high < 8


def test_equal_situations_have_equal_bytes(engine: Engine) -> None:
    """Two orders of doing the same: no history is in bytes, key or hash."""
    state = engine.at(
        seats=[seat(storage=["bank", "mine"], dice=[3, 4], silver=2)],
        black=["k7", "castle"],
    )
    one = play(state, "4: place mine on e3", "3: place bank on c3", "buy k7 from black")
    other = play(state, "buy k7 from black", "3: place bank on c3", "4: place mine on e3")
    assert one.to_bytes() == other.to_bytes()
    assert (one.key(), hash(one)) == (other.key(), hash(other))
    given = position(seats=[seat(storage=["bank", "ship"], dice=[5, 2])], black=["ship", "mine"])
    sorted_ = position(seats=[seat(storage=["ship", "bank"], dice=[2, 5])], black=["mine", "ship"])
    read = engine.State.from_snapshot
    assert read(given).to_bytes() == read(sorted_).to_bytes()


def samples(engine: Engine) -> list[bytes]:
    """Bytes of every node of six games."""
    return [
        state.to_bytes()
        for seed in range(6)
        for state in Game(2 + seed % 3, "random", seed=seed, policy="busy").nodes(engine)
    ]


def noise(rng: random.Random, good: list[bytes], count: int) -> Iterator[bytes]:
    """Random strings, with and without the right beginning."""
    for number in range(count):
        start = rng.choice(good)[: (0, 4, 8, 16)[number % 4]]
        yield start + rng.randbytes(rng.randrange(700))


def cuts(rng: random.Random, good: list[bytes], count: int) -> Iterator[bytes]:
    """Strings cut short, grown, or with a piece taken out."""
    for number in range(count):
        packed = rng.choice(good)
        at = rng.randrange(len(packed))
        longer = packed + rng.randbytes(rng.randint(1, 9))
        yield (packed[:at], packed[at + 1 :], packed[:at] + packed[at + 1 :], longer)[number % 4]


def flips(rng: random.Random, good: list[bytes], count: int) -> Iterator[bytes]:
    """Strings with one to three bits turned."""
    for _ in range(count):
        packed = bytearray(rng.choice(good))
        for _ in range(rng.randint(1, 3)):
            packed[rng.randrange(len(packed))] ^= 1 << rng.randrange(8)
        yield bytes(packed)


def forgeries(rng: random.Random, good: list[bytes], count: int) -> Iterator[bytes]:
    """Strings with one to three bytes changed and the key made to fit."""
    for _ in range(count):
        packed = bytearray(rng.choice(good)[:-8])
        for _ in range(rng.randint(1, 3)):
            packed[rng.randrange(len(packed))] = rng.choice((0, 1, 2, 3, 6, 7, 37, 38, 50, 255))
        yield sealed(bytes(packed))


MAKERS = [noise, cuts, flips, forgeries]


@pytest.mark.parametrize("maker", MAKERS, ids=lambda maker: maker.__name__)
def test_other_bytes_give_snapshot_errors_only(engine: Engine, maker: Any) -> None:
    """A hundred thousand strings in all (300 on the reference); what is accepted is what it gives."""
    count = 25_000 if engine.name == "rust" else 75
    good = samples(engine)
    accepted = 0
    for packed in maker(random.Random(1), good, count):
        try:
            state = engine.State.from_bytes(packed)
        except engine.SnapshotError as failure:
            assert str(failure)
            continue
        except BaseException as failure:
            failure.add_note(f"bytes.fromhex({packed.hex()!r})")
            raise
        accepted += 1
        assert state.to_bytes() == packed, packed.hex()
        assert engine.State.from_snapshot(state.snapshot()) == state, packed.hex()
        assert bool(state.legal_actions()) != state.is_terminal(), packed.hex()
    assert (accepted > 0) == (maker is forgeries), f"{accepted} of {count} accepted"


@pytest.mark.parametrize("at", [0, 4, 5, 6, 7, 8, 15])
def test_another_header_is_refused_in_words(engine: Engine, at: int) -> None:
    """Another magic, version, number of players, option, filler or data, with a key that fits."""
    packed = bytearray(engine.State.new(2).to_bytes()[:-8])
    packed[at] = 0xF7
    with pytest.raises(engine.SnapshotError) as caught:
        engine.State.from_bytes(sealed(bytes(packed)))
    assert str(caught.value)


def test_bytes_of_an_earlier_version_name_the_version(engine: Engine) -> None:
    packed = bytearray(engine.State.new(2).to_bytes()[:-8])
    packed[4] = 9
    with pytest.raises(engine.SnapshotError, match="9"):
        engine.State.from_bytes(sealed(bytes(packed)))


def test_other_containers_of_bytes(engine: Engine) -> None:
    """bytearray and memoryview are read or refused, never misread."""
    state = engine.State.new(2).resolve_chance(1)
    for container in (bytearray(state.to_bytes()), memoryview(state.to_bytes())):
        try:
            assert engine.State.from_bytes(container) == state
        except (TypeError, engine.SnapshotError) as failure:
            assert str(failure)
