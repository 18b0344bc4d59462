"""Training data from many games at once: `python training_data.py file.npz [games]`.

Each decision of random games becomes a row: features, mask, the action taken, and what the game brought the seat in the end.
"""

import sys

import numpy as np

import burgundy


def main() -> None:
    """Plays the games and writes the file."""
    if len(sys.argv) < 2:
        sys.exit("python training_data.py file.npz [games]: no file was named")
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 64
    batch = burgundy.Batch(games, players=2, seed=1)
    out = batch.new_arrays("masks", "observations", "current_player", "rewards")
    batch.observe(out)
    rng = np.random.default_rng(1)
    rows: dict[str, list[np.ndarray]] = {
        "features": [],
        "masks": [],
        "actions": [],
        "game": [],
        "seat": [],
    }
    returns = np.zeros((games, 2), np.float32)
    while (going := np.flatnonzero(out["current_player"] >= 0)).size:
        masks = out["masks"][going]
        chosen = np.where(masks, rng.random(masks.shape), -1).argmax(axis=1)  # a network, say
        rows["features"].append(out["observations"][going].astype(np.float16))
        rows["masks"].append(np.packbits(masks, axis=1))
        rows["actions"].append(chosen.astype(np.int16))
        rows["game"].append(going)
        rows["seat"].append(out["current_player"][going])
        actions = np.full(games, -1)
        actions[going] = chosen
        batch.step(actions, out)
        returns += out["rewards"]
    data = {name: np.concatenate(parts) for name, parts in rows.items()}
    data["returns"] = returns[data["game"], data["seat"]]
    np.savez_compressed(sys.argv[1], **data)
    print(len(data["actions"]), "decisions of", games, "games")


if __name__ == "__main__":
    main()
