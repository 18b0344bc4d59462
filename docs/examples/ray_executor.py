"""A tournament on Ray: `python ray_executor.py [address]`; needs `pip install ray`.

Ray has no executor of its own; its tasks give futures, which is all that is needed. It starts tasks again whose worker was lost.
"""

import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import ray

from burgundy.arena import Settings, run


def call(function: Callable[..., Any], *arguments: Any) -> Any:
    """What a worker does."""
    return function(*arguments)


class RayExecutor(Executor):
    """Calls as tasks of Ray; options are those of `ray.remote`, `num_cpus` and so on."""

    def __init__(self, **options: Any) -> None:
        self._task = ray.remote(call).options(**options)

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **_: Any) -> "Future[Any]":
        """A task, as a future."""
        future: Future[Any] = self._task.remote(function, *arguments).future()
        return future


def main() -> None:
    """Plays where Ray is, or on one that is started here."""
    ray.init(sys.argv[1] if len(sys.argv) > 1 else None, log_to_driver=False)
    workers = int(ray.cluster_resources()["CPU"])
    settings = Settings(bots=("flat:1", "random"), seed=1)
    standings = run(settings, worlds=10, executor=RayExecutor(num_cpus=1), workers=workers)
    print(standings.games, "games, best:", standings.order()[0])


if __name__ == "__main__":
    main()
