"""`State`, the face of the reference: the same members, with the same results, as any engine has."""

from .actions import perform
from .chance import occur, outcomes
from .codes import action_of, code_of, outcome_code, outcome_of
from .errors import IllegalActionError, shown
from .faults import whole
from .legal import legal_actions
from .options import as_rules
from .packing import pack, unpack
from .playout import action_values, playout, sampled
from .refusals import match_words, refusal
from .rounds import following, go_on
from .scoring import breakdown, ranking, scores
from .setup import new_position
from .snapshot_reader import read_snapshot
from .snapshot_writer import write_snapshot
from .words import action_words, event_words, outcome_words
from .worlds import LOW, World, resolve

CHANCE_PLAYER = -1
OVER_PLAYER = -4
POLICIES = ("uniform",)
MOST_PLAYOUTS = 100_000_000


class State:
    """One situation of a game, at a decision, at a chance event or at the end. Never changed."""

    __slots__ = ("_game", "_packed")

    def __init__(self, *_args, **_kwargs):
        raise TypeError("a state comes from State.new, from_snapshot, from_bytes or another state")

    @classmethod
    def _of(cls, game):
        state = object.__new__(cls)
        object.__setattr__(state, "_game", game)
        object.__setattr__(state, "_packed", None)
        return state

    def __setattr__(self, name, value):
        raise AttributeError(f"a state is never changed: {name}")

    def __delattr__(self, name):
        raise AttributeError(f"a state is never changed: {name}")

    @classmethod
    def new(cls, players, boards=None, start_castles=None, rules=None):
        """The first node of a game: the start player is to be drawn, or before that the boards (R1)."""
        return cls._of(new_position(players, boards, start_castles, as_rules(rules)))

    # Whose turn it is.

    @property
    def rules(self):
        """The options and facts the game is played with (R11)."""
        return self._game.rules

    def num_players(self):
        """The number of players (R1.1)."""
        return self._game.players

    def is_chance_node(self):
        """Whether a chance event is due."""
        return self._game.prompt.kind == "chance"

    def is_terminal(self):
        """Whether the game is over (R9)."""
        return self._game.prompt.kind == "over"

    def current_player(self):
        """The seat to act; -1 at chance, -4 when the game is over."""
        if self.is_chance_node():
            return CHANCE_PLAYER
        return OVER_PLAYER if self.is_terminal() else self._game.seat_number()

    # Actions and outcomes.

    def legal_actions(self):
        """The codes of all legal actions, ascending; at a chance node the outcomes."""
        if self.is_chance_node():
            return [outcome for outcome, _ in self.chance_weights()]
        return [code_of(self._game, action) for action in legal_actions(self._game)]

    def chance_weights(self):
        """Outcomes with whole weights, ascending; nothing but at a chance node."""
        if not self.is_chance_node():
            return []
        event = self._game.prompt.event
        return [(outcome_code(event, o), weight) for o, weight in outcomes(self._game, event)]

    def chance_outcomes(self):
        """Outcomes with probabilities, ascending; nothing but at a chance node."""
        weights = self.chance_weights()
        total = sum(weight for _, weight in weights)
        return [(outcome, weight / total) for outcome, weight in weights]

    def child(self, action):
        """The state after an action or an outcome; `IllegalActionError` if it is not legal."""
        code = self._legal(action)
        game = self._game.copy()
        _carry_out(game, code)
        return self._of(game)

    def chance_outcome(self, seed):
        """The outcome of the event that is due, in the world of a seed."""
        seed = _seed(seed)
        if not self.is_chance_node():
            raise ValueError("chance_outcome: no chance event is due, see is_chance_node()")
        event = self._game.prompt.event
        return outcome_code(event, World(seed).outcome(self._game, event))

    def resolve_chance(self, seed):
        """The next decision, or the end, in the world of a seed; a decision is its own next one."""
        seed = _seed(seed)
        if not self.is_chance_node():
            return self
        game = self._game.copy()
        resolve(game, World(seed))
        return self._of(game)

    def explain(self, action):
        """What an action or outcome does up to the next node: events, each with its rule."""
        code = self.string_to_action(action) if isinstance(action, str) else self._legal(action)
        game = self._game.copy()
        game.log = []
        _carry_out(game, code)
        return game.log

    def expand(self, action):
        """Pairs of probability and state after an action and the one event that follows it."""
        after = self.child(action)
        if not after.is_chance_node():
            return [(1.0, after)]
        return [(chance, after.child(outcome)) for outcome, chance in after.chance_outcomes()]

    def sample_action(self, seed):
        """A uniformly drawn legal action, the same for the same state and seed."""
        seed = _seed(seed)
        if self.is_chance_node() or self.is_terminal():
            raise ValueError("sample_action: there is no decision here, see current_player()")
        return sampled(self.key(), seed, self.legal_actions())

    def perft(self, depth, chance="stop"):
        """How many paths of `depth` plies there are; a shorter one ends the game, or at `stop` meets chance."""
        depth = _whole("depth", depth, 0, 10_000)
        if chance not in ("stop", "all"):
            raise ValueError(f"chance: {shown(chance)} is not allowed; allowed: stop, all")
        # The path as a list and not as calls, of which Python allows fewer than a whole game has plies.
        count, path = 0, [iter([self])]
        while path:
            state = next(path[-1], None)
            if state is None:
                path.pop()
            elif (
                len(path) > depth
                or state.is_terminal()
                or (chance == "stop" and state.is_chance_node())
            ):
                count += 1
            else:
                path.append(map(state.child, state.legal_actions()))
        return count

    # Words.

    def action_to_string(self, action):
        """The words of a legal action or outcome."""
        code = self._legal(action)
        game = self._game
        if self.is_chance_node():
            event = game.prompt.event
            return outcome_words(event, outcome_of(game, event, code))
        return action_words(action_of(game, code))

    def string_to_action(self, words):
        """The code of the words of a legal action or outcome."""
        if not isinstance(words, str):
            raise TypeError(f"words are a string, not {shown(words)}")
        code, fault = match_words(self._game, words)
        fault = fault or refusal(self._game, code)
        if fault:
            raise IllegalActionError(words, *fault)
        return code

    def why_illegal(self, action):
        """Why a code or words are not legal here; None if they are."""
        try:
            if isinstance(action, str):
                self.string_to_action(action)
            else:
                self._legal(action)
        except IllegalActionError as error:
            return str(error)
        return None

    # Points.

    def scores(self):
        """VP by seat, the final scoring included once the game is over (R9.1)."""
        return scores(self._game)

    def ranking(self):
        """Seats from first to last, as things stand (R9.2)."""
        return ranking(self._game)

    def returns(self):
        """At the end 1.0 for the first and an equal share of -1.0 for the others; before 0.0."""
        others = self._game.players - 1
        if not self.is_terminal():
            return [0.0] * (others + 1)
        first = self.ranking()[0]
        return [1.0 if who == first else -1.0 / others for who in range(others + 1)]

    def score_breakdown(self):
        """Where each seat's points come from (R9.1)."""
        return [breakdown(self._game, who) for who in range(self._game.players)]

    # Playouts.

    def playouts(self, n, seed, threads=1, policy="uniform"):
        """Final scores of `n` random games from here, each in a world of its own."""
        count = _whole("n", n, 0, MOST_PLAYOUTS)
        return [final for final, _ in self._played_out(count, seed, threads, policy)]

    def evaluate_actions(self, n, seed, threads=1, policy="uniform"):
        """What `n` playouts say about each legal action, all of them in the same worlds."""
        count = _whole("n", n, 1, MOST_PLAYOUTS)
        _check_playouts(seed, threads, policy)
        if self.current_player() < 0:
            raise ValueError("evaluate_actions: there is no decision here")
        actions = self.legal_actions()
        ended = [self.child(a)._played_out(count, seed, threads, policy) for a in actions]
        return action_values(actions, count, ended)

    def _played_out(self, count, seed, threads, policy):
        """Scores and winner of each playout."""
        seed = _check_playouts(seed, threads, policy)
        ended = (playout(self._game, seed, number) for number in range(count))
        return [(scores(game), ranking(game)[0]) for game in ended]

    # Keeping and comparing.

    def snapshot(self):
        """The state as a plain dict."""
        return write_snapshot(self._game)

    @classmethod
    def from_snapshot(cls, snapshot, rules=None):
        """The state of a dict; `SnapshotError` with all faults."""
        return cls._of(read_snapshot(snapshot, None if rules is None else as_rules(rules)))

    def to_bytes(self):
        """The state as bytes; equal situations give equal bytes."""
        if self._packed is None:
            object.__setattr__(self, "_packed", pack(self._game))
        return self._packed

    @classmethod
    def from_bytes(cls, data, rules=None):
        """The state of bytes that `to_bytes` gave; `SnapshotError` for any others."""
        if not isinstance(data, bytes):
            raise TypeError(f"from_bytes takes bytes, not {shown(data)}")
        return cls._of(unpack(bytes(data), None if rules is None else as_rules(rules)))

    def key(self):
        """A number of 64 bits for the situation and its rules, without its history."""
        return int.from_bytes(self.to_bytes()[-8:], "little")

    def copy(self):
        """The state itself, since it never changes."""
        return self

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return _restored, (self.to_bytes(), self.rules)

    def __eq__(self, other):
        if not isinstance(other, State):
            return NotImplemented
        return self.rules == other.rules and self.to_bytes() == other.to_bytes()

    def __hash__(self):
        key = self.key()
        return key - 2**64 if key >> 63 else key  # as a number that a hash can be

    def __repr__(self):
        game = self._game
        if self.is_terminal():
            due = "over"
        elif self.is_chance_node():
            due = f"chance: {event_words(game.prompt.event)}"
        else:
            due = f"seat {game.seat_number()}: {game.prompt.kind}"
        return f"<State {game.players} players, phase {game.phase} round {game.round}, {due}>"

    def _legal(self, action):
        """The code of an action or outcome that is legal here, or `IllegalActionError`."""
        code = _integer("an action", action)
        fault = refusal(self._game, code)
        if fault:
            raise IllegalActionError(code, *fault)
        return code


def _carry_out(game, code):
    """An action, or an outcome and what follows it."""
    if game.prompt.kind == "chance":
        event = game.prompt.event
        occur(game, event, outcome_of(game, event, code))
        go_on(game, following(game, event))
    else:
        perform(game, action_of(game, code))


def _restored(packed, rules):
    """A state from a pickle."""
    return State.from_bytes(packed, rules)


def _integer(name, value):
    """An integer, also one of another library, but no boolean."""
    number = whole(value)
    if number is None:
        raise TypeError(f"{name} is an integer, not {shown(value)}")
    return number


def _whole(name, value, least, most=None):
    """An integer that is not too small, nor too large where there is a limit."""
    number = _integer(name, value)
    if number < least or (most is not None and number > most):
        allowed = f"{least} or more" if most is None else f"{least} to {most}"
        raise ValueError(f"{name}: {shown(number)} is not allowed; allowed: {allowed}")
    return number


def _seed(seed):
    """A seed in its range."""
    number = _whole("seed", seed, 0)
    if number > LOW:
        raise ValueError(f"seed: {shown(number)} is not allowed; allowed: 0 to 2**64 - 1")
    return number


def _check_playouts(seed, threads, policy):
    """The seed, after all arguments of playouts but their number are checked."""
    _whole("threads", threads, 1, 1024)
    if policy not in POLICIES:
        raise ValueError(f"policy: {shown(policy)} is not allowed; allowed: {', '.join(POLICIES)}")
    return _seed(seed)
