"""A game of random legal actions through PettingZoo."""

from burgundy.adapters import pettingzoo

env = pettingzoo.env(players=3)
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    if termination or truncation:
        print(agent, reward)
        action = None
    else:
        action = env.action_space(agent).sample(info["action_mask"])
    env.step(action)
