"""Games of a bot against itself as training data: shards of arrays in a folder that can be gone on with.

    from burgundy.selfplay import SelfPlay, write

    write(SelfPlay("flat:10"), games=100, folder="data")

The command is `burgundy selfplay`; docs/selfplay.md says what a shard holds.
"""

from burgundy.selfplay.settings import SelfPlay
from burgundy.selfplay.write import Written, write

__all__ = ["SelfPlay", "Written", "write"]
