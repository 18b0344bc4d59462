"""Learning with MaskablePPO of sb3-contrib: `python maskable_ppo.py [steps]`; needs `pip install sb3-contrib`.

It takes PyTorch, so that it is not run with the other examples.
"""

import sys

import numpy as np
from sb3_contrib import MaskablePPO

from burgundy.adapters.gymnasium import BurgundyEnv


def main() -> None:
    """Learns, then plays 50 games."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    env = BurgundyEnv(players=2, mask_in_observation=False)
    model = MaskablePPO("MlpPolicy", env, seed=1, verbose=1)
    model.learn(steps)
    wins = 0
    for seed in range(50):
        observation, _ = env.reset(seed=seed)
        over = False
        while not over:
            action, _ = model.predict(
                observation, action_masks=env.action_masks(), deterministic=True
            )
            observation, reward, over, *_ = env.step(int(np.asarray(action)))
        wins += reward > 0
    print(f"{wins} of 50 games won")


if __name__ == "__main__":
    main()
