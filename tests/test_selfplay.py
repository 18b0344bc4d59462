"""Self-play: what the rows of a shard say, and folders that are gone on with."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import commands
import numpy as np
import pytest
from numpy.typing import NDArray
from test_cli import run, run_json

from burgundy.players import Flat, player
from burgundy.selfplay import SelfPlay, Written, write

PLAY = SelfPlay("flat:1", seed=2, games_a_shard=2)
ARRAYS = "observation mask policy outcome scores action seat game move".split()


def shards(folder: Path) -> dict[str, dict[str, NDArray[Any]]]:
    """The arrays of each shard."""
    found = {}
    for file in sorted(folder.glob("games-*.npz")):
        with np.load(file) as data:
            found[file.name] = {name: data[name] for name in data.files}
    return found


def digests(folder: Path) -> dict[str, str]:
    """What is in a folder, to the byte."""
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.iterdir()}


@pytest.mark.parametrize(("players", "boards"), [(2, None), (3, "random"), (4, (1, 2, 3, 4))])
def test_rows_are_what_the_game_was(players: int, boards: Any, tmp_path: Path) -> None:
    settings = SelfPlay("flat:1", players=players, boards=boards, seed=1, games_a_shard=2)
    assert write(settings, 3, tmp_path) == Written(3, 2, True)
    found = shards(tmp_path)
    assert list(found) == ["games-000000000-000000001.npz", "games-000000002-000000002.npz"]
    rows = {name: np.concatenate([part[name] for part in found.values()]) for name in ARRAYS}
    assert [list(part) for part in found.values()] == [ARRAYS, ARRAYS]
    at = 0
    for game in range(3):
        world = settings.seed_of("world", game)
        state = settings.first_state().resolve_chance(world)
        first, move = at, 0
        while not state.is_terminal():
            seat = state.current_player()
            assert (rows["game"][at], rows["move"][at], rows["seat"][at]) == (game, move, seat)
            assert (rows["observation"][at] == state.observation()).all()
            assert np.flatnonzero(rows["mask"][at]).tolist() == state.legal_actions()
            assert rows["policy"][at][rows["action"][at]] > 0
            assert rows["policy"][at].sum() == pytest.approx(1, abs=1e-5)
            assert not rows["policy"][at][~rows["mask"][at]].any()
            state = state.child(int(rows["action"][at])).resolve_chance(world)
            at, move = at + 1, move + 1
        returns = np.array(state.returns(), np.float32)
        assert (rows["outcome"][first:at] == returns[rows["seat"][first:at]]).all()
        assert (rows["scores"][first:at] == state.scores()).all()
    assert at == len(rows["seat"])


def test_bots_without_a_policy_have_all_of_it_on_their_action(tmp_path: Path) -> None:
    write(replace(PLAY, bot="random"), 1, tmp_path)
    (rows,) = shards(tmp_path).values()
    assert (rows["policy"].argmax(axis=1) == rows["action"]).all()
    assert (rows["policy"].max(axis=1) == 1).all() and (rows["policy"].sum(axis=1) == 1).all()


def test_the_policy_of_flat() -> None:
    """The best action has the most, one that won a standard error less has 1/e of it."""
    state = PLAY.first_state().resolve_chance(4)
    bot = player("flat:64", 5)
    assert isinstance(bot, Flat)
    action, policy = bot.policy(state)
    assert action == Flat(5, 64).act(state)
    assert len(policy) == 512 and sum(policy) == pytest.approx(1)
    import random

    values = state.evaluate_actions(64, random.Random(5).getrandbits(64))
    rates = dict(zip(values.actions.tolist(), values.win_rate[:, state.current_player()]))
    for code, share in enumerate(policy):
        behind = (rates[action] - rates[code]) / (0.5 / 8) if code in rates else np.inf
        assert share == pytest.approx(policy[action] * np.exp(-behind))


def test_drawn_moves_make_games_differ(tmp_path: Path) -> None:
    settings = SelfPlay("arena_bots:Even", seed=3, games_a_shard=1)
    write(settings, 2, tmp_path / "none")
    write(replace(settings, drawn_moves=20), 2, tmp_path / "some")
    without, drawn = shards(tmp_path / "none"), shards(tmp_path / "some")
    for name, rows in without.items():
        lowest = rows["mask"].argmax(axis=1)
        assert (rows["action"] == lowest).all()
        other = drawn[name]
        taken = other["action"] != other["mask"].argmax(axis=1)
        assert taken[:20].any() and not taken[20:].any()


@pytest.mark.parametrize("executor", ["threads", "processes"])
def test_shards_are_the_same_on_any_executor(executor: str, tmp_path: Path) -> None:
    write(PLAY, 7, tmp_path / "here")
    write(PLAY, 7, tmp_path / "there", executor=executor, workers=2)
    assert digests(tmp_path / "there") == digests(tmp_path / "here")
    assert len(digests(tmp_path / "here")) == 5


def test_a_folder_is_gone_on_with(tmp_path: Path) -> None:
    write(PLAY, 7, tmp_path / "whole")
    wanted = digests(tmp_path / "whole")
    part = tmp_path / "part"
    assert write(PLAY, 3, part) == Written(3, 2, True)
    # A shard that is not whole yet, and one that was lost.
    (part / ".games-000000004-000000005.npz.part").write_bytes(b"PK")
    (part / "games-000000000-000000001.npz").unlink()
    told: list[int] = []
    assert write(PLAY, 7, part, progress=told.append) == Written(7, 4, True)
    assert sum(told) == 7
    assert digests(part) == wanted
    # Fewer games are there already, and are in the first three shards.
    assert write(PLAY, 5, part) == Written(5, 3, True)
    assert digests(part) == wanted


def test_shards_that_were_cut_are_played_again(tmp_path: Path) -> None:
    write(PLAY, 4, tmp_path)
    before = digests(tmp_path)
    shard = tmp_path / "games-000000002-000000003.npz"
    whole = shard.read_bytes()
    for cut in (0, 1, len(whole) // 2, len(whole) - 1):
        shard.write_bytes(whole[:cut])
        assert write(PLAY, 4, tmp_path) == Written(4, 2, True)
        assert digests(tmp_path) == before
    # Names of shards that these settings have not.
    for name in ("games-000000001-000000002.npz", "games-000000004-000000099.npz"):
        (tmp_path / name).write_bytes(whole)
    assert write(PLAY, 6, tmp_path) == Written(6, 3, True)
    assert digests(tmp_path).keys() >= before.keys() | {"games-000000004-000000005.npz"}


def test_a_manifest_that_was_cut_is_written_again(tmp_path: Path) -> None:
    write(PLAY, 1, tmp_path)
    manifest = tmp_path / "manifest.json"
    text = manifest.read_bytes()
    (tmp_path / "games-000000000-000000000.npz").unlink()
    for cut in (0, 1, 40, len(text) - 1):
        manifest.write_bytes(text[:cut])
        write(PLAY, 1, tmp_path)
        assert manifest.read_bytes() == text
        (tmp_path / "games-000000000-000000000.npz").unlink()


BAD: list[tuple[dict[str, Any], str]] = [
    ({"bot": "nobody"}, "player: 'nobody'"),
    ({"players": 5}, "players: 5"),
    ({"seed": 2**64}, "seed: "),
    ({"drawn_moves": -1}, "drawn_moves: -1, expected 0 to"),
    ({"games_a_shard": 0}, "games_a_shard: 0, expected 1 to"),
    ({"boards": (1, 2, 3)}, "boards"),
    ({"bot": "arena_bots:Raises"}, "game 0: arena_bots:Raises: raised RuntimeError: no idea"),
    ({"bot": "arena_bots:Illegal"}, "game 0: arena_bots:Illegal: 51"),
    ({"bot": "arena_bots:Words"}, "game 0: arena_bots:Words: raised "),
    ({"bot": "arena_bots:Boolean"}, "game 0: arena_bots:Boolean: raised TypeError: 'bool'"),
    ({"bot": "arena_bots:Leaves"}, "game 0: arena_bots:Leaves: raised SystemExit: 3"),
    ({"bot": "arena_bots:LeavesAtOnce"}, "game 0: arena_bots:LeavesAtOnce: raised SystemExit: 6"),
    ({"bot": "arena_bots:Unmade"}, "game 0: arena_bots:Unmade: raised ValueError: no weights"),
    ({"bot": "arena_bots:Sly"}, "game 0: arena_bots:Sly: raised Error"),
    ({"bot": "arena_bots:Code"}, "game 0: arena_bots:Code: raised SystemExit: 5"),
    ({"bot": "arena_bots:Huge"}, "game 0: arena_bots:Huge: "),
    ({"bot": "arena_bots:Negative"}, "expected (512,), all 0 or more"),
    ({"bot": "arena_bots:Nothing"}, "for an action that is not legal, or 0 for all that are"),
]


@pytest.mark.parametrize(("given", "message"), BAD, ids=str)
def test_what_cannot_be_played(given: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        write(SelfPlay(**{"bot": "random", **given}), 1, tmp_path / "data")
    assert not list(tmp_path.glob("data/games*"))


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"seed": 1.5}, "seed: float"),
        ({"seed": True}, "seed: bool"),
        ({"players": 2.0}, "players: float"),
        ({"drawn_moves": 1.5}, "drawn_moves: float"),
        ({"games_a_shard": True}, "games_a_shard: bool"),
        ({"boards": (1, None)}, "boards[1]: NoneType"),
        ({"bot": 5}, "bot: int"),
    ],
    ids=str,
)
def test_settings_of_other_types(given: dict[str, Any], name: str) -> None:
    with pytest.raises(TypeError, match=re.escape(f"{name}, expected a")):
        replace(PLAY, **given)


def test_integers_of_numpy_are_plain_ones(tmp_path: Path) -> None:
    given = SelfPlay("random", seed=np.uint64(2**63), games_a_shard=np.int8(1))  # type: ignore[arg-type]
    written = write(given, np.int64(1), tmp_path)  # type: ignore[arg-type]
    assert repr(written) == "Written(games=1, shards=1, is_done=True)"
    write(SelfPlay("random", seed=2**63, games_a_shard=1), 1, tmp_path)
    with pytest.raises(TypeError, match="games: float, expected an integer"):
        write(given, 1.0, tmp_path)  # type: ignore[arg-type]


def test_a_policy_of_the_largest_numbers(tmp_path: Path) -> None:
    """Their sum is no number; the shares are."""
    write(SelfPlay("arena_bots:Vast", games_a_shard=1, drawn_moves=3), 1, tmp_path)
    (rows,) = shards(tmp_path).values()
    legal = rows["mask"].sum(axis=1, keepdims=True)
    assert np.allclose(rows["policy"], rows["mask"] / legal)


def test_other_settings_are_named(tmp_path: Path) -> None:
    write(PLAY, 2, tmp_path)
    before = digests(tmp_path)
    with pytest.raises(ValueError, match=r"settings.seed is 2, expected 3"):
        write(replace(PLAY, seed=3), 2, tmp_path)
    assert digests(tmp_path) == before


def test_options_of_the_rules(tmp_path: Path) -> None:
    given = ["selfplay", "--bot", "random", "--out", tmp_path, "--games", 2]
    found = run_json(*given, "--no-decline-effects", "--tie-break", "fewest_then_earlier")
    options = [found[name] for name in ("purchase_in_effect", "tie_break", "decline_effects")]
    assert options == [True, "fewest_then_earlier", False]
    settings = SelfPlay("random", tie_break="fewest_then_earlier", decline_effects=False)
    rules = settings.first_state().rules
    assert (rules.purchase_in_effect, rules.decline_effects) == (True, False)
    assert rules.tie_break == "fewest_then_earlier"
    assert write(settings, 2, tmp_path) == Written(2, 1, True)
    done = run(*given, code=2)
    assert "settings.decline_effects is False, expected True" in done.stderr
    with pytest.raises(TypeError, match="purchase_in_effect: str, expected True or False"):
        SelfPlay("random", purchase_in_effect="no")  # type: ignore[arg-type]


def test_a_folder_without_options_is_of_the_game_of_2011(tmp_path: Path) -> None:
    write(PLAY, 2, tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))
    for name in ("purchase_in_effect", "tie_break", "decline_effects"):
        del manifest["settings"][name]
    (tmp_path / "manifest.json").write_text(json.dumps(manifest) + "\n", encoding="utf-8")
    assert write(PLAY, 4, tmp_path).games == 4


def test_folders_of_something_else_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(ValueError, match="expected a new folder, or one that self-play wrote"):
        write(PLAY, 1, tmp_path)
    (tmp_path / "manifest.json").write_text('{"name": "app"}\n', encoding="utf-8")
    with pytest.raises(ValueError, match="expected what self-play wrote"):
        write(PLAY, 1, tmp_path)
    (tmp_path / "manifest.json").write_text('{"name": "app"', encoding="utf-8")
    with pytest.raises(ValueError, match="expected what self-play wrote"):
        write(PLAY, 1, tmp_path)
    assert sorted(digests(tmp_path)) == ["manifest.json", "thesis.tex"]


def test_the_command(tmp_path: Path) -> None:
    given = ["selfplay", "--bot", "flat:1", "--out", tmp_path / "data", "--games-a-shard", "2"]
    assert run(*given, "--games", 3).stdout == "3 of 3 games in 2 shards\n"
    found = run_json(*given, "--games", 5, "--workers", 2)
    assert (found["games"], found["shards"], found["is_done"]) == (5, 3, True)
    done = run(*given, "--games", 5, "--seed", 1, code=2)
    assert "settings.seed is 0, expected 1" in done.stderr
    done = run("selfplay", "--bot", "flat:1", "--games", 1, "--out", __file__, code=2)
    assert "file exists" in done.stderr
    manifest = json.loads((tmp_path / "data" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["settings"]["bot"] == "flat:1"


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
def test_ctrl_c_keeps_whole_shards(tmp_path: Path) -> None:
    with commands.started(
        [sys.executable, "-m", "burgundy", "selfplay", "--bot", "flat:2", "--games", "100000"]
        + ["--out", str(tmp_path / "data"), "--games-a-shard", "1", "--workers", "2"],
    ) as process:
        commands.until(process, lambda: len(list(tmp_path.glob("data/games-*.npz"))) >= 3)
        code, stdout, stderr = commands.interrupted(process)
    assert (code, stderr) == (130, "")
    kept = shards(tmp_path / "data")
    assert len(kept) >= 3
    assert re.fullmatch(rf"{len(kept)} of 100,000 games in {len(kept)} shards\n", stdout)


def test_workers_that_are_lost_again_and_again_are_told(tmp_path: Path) -> None:
    (tmp_path / "fatal.py").write_text(
        "import os\n"
        "class Bot:\n"
        "    def __init__(self, seed): pass\n"
        "    def act(self, state): os._exit(1)\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-m", "burgundy", "selfplay", "--bot", "fatal:Bot", "--games", "1"]
        + ["--out", "data", "--executor", "processes", "--workers", "1"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 75
    assert done.stderr == "burgundy: numbers 0 to 0: the worker was lost 4 times\n"


def test_the_policy_of_uct_is_shares_of_visits(tmp_path: Path) -> None:
    write(SelfPlay("uct:40", seed=1), 1, tmp_path / "here")
    (rows,) = shards(tmp_path / "here").values()
    wide = rows["mask"].sum(axis=1) > 4
    assert ((rows["policy"][wide] > 0).sum(axis=1) > 1).any()
    assert rows["policy"].sum(axis=1) == pytest.approx(1, abs=1e-5)
    write(SelfPlay("uct:40", seed=1), 1, tmp_path / "there", executor="processes", workers=1)
    assert digests(tmp_path / "there") == digests(tmp_path / "here")
