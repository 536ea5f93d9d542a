"""A Battlesnake in Python for a Serpentarium host: copy this file to where your snake is. Python 3.9 or newer.

    import serpentarium

    @serpentarium.move
    def move(turn, context):
        return "up"

    serpentarium.run(color="#ff8800")

The host starts it with `command: [python3, snake.py]` in its YAML. `start`, `move` and `end` are called as they are for
strategies in TypeScript, one at a time. Each takes the turn and, if you like, the context. MIT licence.
"""

from __future__ import annotations

import inspect
import json
import os
import random
import select
import signal
import sys
import threading
import time
import traceback
from collections import deque
from typing import Any, Callable, Literal, Optional, TypedDict, Union

Direction = Literal["up", "down", "left", "right"]


class Coordinate(TypedDict):
    """A cell: `x` is 0 at the left, `y` is 0 at the bottom."""

    x: int
    y: int


class Royale(TypedDict):
    shrinkEveryNTurns: int


class Squad(TypedDict):
    allowBodyCollisions: bool
    sharedElimination: bool
    sharedHealth: bool
    sharedLength: bool


class FogSettings(TypedDict, total=False):
    viewRadius: int


class RulesetSettings(FogSettings):
    foodSpawnChance: int
    minimumFood: int
    hazardDamagePerTurn: int
    hazardMap: str
    hazardMapAuthor: str
    royale: Royale
    squad: Squad


class Ruleset(TypedDict):
    name: str
    version: str
    settings: RulesetSettings


class Game(TypedDict):
    id: str
    ruleset: Ruleset
    map: str
    timeout: int
    source: str


class Customizations(TypedDict):
    color: str
    head: str
    tail: str


class Snake(TypedDict):
    """`body` is from head to tail; stacked cells repeat."""

    id: str
    name: str
    health: int
    body: list[Coordinate]
    latency: str
    head: Coordinate
    length: int
    shout: str
    squad: str
    customizations: Customizations


class UnseenSnake(TypedDict):
    """A living snake that fog of war hides, wholly or in part: what is not seen is `None`."""

    id: str
    name: str
    health: Optional[int]
    body: list[Optional[Coordinate]]
    latency: str
    head: Optional[Coordinate]
    length: Optional[int]
    shout: str
    squad: str
    customizations: Customizations


class Board(TypedDict):
    """`snakes` are the living ones, yours among them; with fog of war, the ones wholly seen."""

    height: int
    width: int
    food: list[Coordinate]
    hazards: list[Coordinate]
    snakes: list[Snake]
    unseen: list[UnseenSnake]


class Turn(TypedDict):
    """The request of the engine, the same from every engine: nothing is missing."""

    game: Game
    turn: int
    board: Board
    you: Snake


class Note(TypedDict, total=False):
    """What a snake thought on a turn, for the journal. `line` has its own next moves."""

    score: float
    depth: int
    nodes: int
    line: list[Direction]
    cells: list[Coordinate]
    text: str


class LastTurn(TypedDict):
    """The fate of the answer to the turn before. Times in ms."""

    used: Literal["yes", "no", "unknown"]
    took: float
    overhead: float


class MoveWithShout(TypedDict, total=False):
    move: Optional[Direction]
    shout: str


MoveResult = Union[Direction, MoveWithShout, None]
"""None means "no idea": the last proposal is sent, or else the host's safe move."""


class Context:
    """What a snake may use besides the turn. Make one yourself to test your functions; then nothing is sent."""

    options: dict[str, Any]
    """As in the YAML, complete if `run` was given a schema."""
    memory: Any
    """What `start` returned for this game; yours to change."""
    resumed: bool
    """In `start`: the game had already begun, and the process that played it has exited."""
    last: Optional[LastTurn]
    """None on the first turn of a game that this host sees."""

    def __init__(
        self,
        turn: Turn,
        *,
        options: Optional[dict[str, Any]] = None,
        memory: Any = None,
        left: float = 500,
        last: Optional[LastTurn] = None,
        resumed: bool = False,
        _host: Optional[_Host] = None,
        _job: Optional[dict[str, Any]] = None,
    ) -> None:
        self.options = options or {}
        self.memory = memory
        self.resumed = resumed
        self.last = last
        self._turn = turn
        self._deadline = time.monotonic() + left / 1000
        self._host = _host
        self._job = _job or {}
        self._proposal: Optional[dict[str, Any]] = None
        self._note: dict[str, Any] = {}
        self._noted: dict[str, Any] = {}
        self._offers = 0
        self._next_offer = 0.0
        self._lines = 0
        self._random: Optional[random.Random] = None

    def left(self) -> float:
        """Time until the answer is due, in ms; negative once it has passed."""
        if self._host is not None:
            self._host.look()
        return 1000 * (self._deadline - time.monotonic())

    @property
    def stopped(self) -> bool:
        """Whether the host no longer waits for this move: return as soon as you can."""
        if self._host is not None:
            self._host.look()
        return "stopped" in self._job

    def propose(self, move: Direction, shout: str = "") -> None:
        """Names the best move so far: it is sent if time runs out. Call it as often as you like."""
        proposal = {"propose": move, "shout": shout} if shout else {"propose": move}
        if proposal != self._proposal:
            self._proposal = proposal
            self._offer(proposal)

    def note(self, **note: Any) -> None:
        """Keeps what the snake thought with the turn, see `Note`. Later notes replace earlier ones field by field."""
        score = note.get("score")
        if isinstance(score, float):
            # JSON has no infinity, which is what some searches give a won position, and nothing for NaN.
            most = sys.float_info.max
            note["score"] = max(-most, min(most, score)) if score == score else None
        self._note = {**self._note, **note}
        if self._offer({"note": self._note}):
            self._noted = self._note

    def log(self, text: str, **data: Any) -> None:
        """Writes a line to the host's log, with the snake and the game; so does `print`, without the game."""
        self._lines += 1
        if self._lines <= _MOST_LINES:
            free = {f"{name}_" if name in _OWN_NAMES else name: value for name, value in data.items()}
            self._send({"log": str(text), "game": self._job.get("game", ""), **free})

    @property
    def random(self) -> random.Random:
        """Chance with the same seed for the same game, snake and turn."""
        if self._random is None:
            turn = self._turn
            self._random = random.Random(f"{turn['game']['id']} {turn['you']['id']} {turn['turn']}")
        return self._random

    def _offer(self, message: dict[str, Any]) -> bool:
        """Sends what may be dropped: the first ones at once, then at most one a ms, so that they are no flood."""
        now = time.monotonic()
        if "id" not in self._job or self._offers >= _MOST_OFFERS:
            return False
        if self._offers >= _EAGER_OFFERS and now < self._next_offer:
            return False
        self._offers += 1
        self._next_offer = now + 0.001
        self._send({"id": self._job["id"], **message})
        return True

    def _answer(self, answer: dict[str, Any]) -> None:
        host = self._host
        if host is None:
            return
        if self._note != self._noted:
            self._send({"id": self._job["id"], "note": self._note})
        try:
            host.send({"id": self._job["id"], **answer})
        except (TypeError, ValueError) as wrong:
            host.send({"id": self._job["id"], "error": f"what move returned is no JSON: {wrong}"})

    def _send(self, message: dict[str, Any]) -> None:
        host = self._host
        if host is None:
            return
        try:
            host.send(message)
        except (TypeError, ValueError) as wrong:
            host.send({"log": f"a message is no JSON: {wrong}", "game": self._job.get("game", "")})


# A host ends a snake that sends a thousand messages in a turn.
_MOST_LINES = 300
_EAGER_OFFERS = 50
_MOST_OFFERS = 500
_LOOK_SECONDS = 0.002
_OWN_NAMES = {"type", "id", "move", "shout", "error", "propose", "note", "log", "game"}

_Function = Callable[..., Any]
_functions: dict[str, _Function] = {}


def start(function: _Function) -> _Function:
    """Decorates the function that is called once a game, before its first move; it returns `context.memory`."""
    return _register("start", function)


def move(function: _Function) -> _Function:
    """Decorates the function that is called every turn; it returns a `MoveResult`."""
    return _register("move", function)


def end(function: _Function) -> _Function:
    """Decorates the function that is called when a game is over."""
    return _register("end", function)


def _register(name: str, function: _Function) -> _Function:
    # A test imports several snakes, each as a separate module.
    if name in _functions and _functions[name].__module__ == function.__module__:
        raise TypeError(f"@{name} decorates both {_functions[name].__name__} and {function.__name__}")
    _functions[name] = function
    return function


def run(*, options: Optional[dict[str, Any]] = None, games: str = "many", **customization: str) -> None:
    """Plays for the host until it ends.

    `options` is a JSON schema of the options that the YAML may set. With `games="one"` each running game has a
    separate process. `customization` is color, head, tail, author and version; the YAML wins. `run(**info())` takes
    what a server answers to GET.
    """
    customization.pop("apiversion", None)
    if "move" not in _functions:
        raise SystemExit("No function of this snake is decorated with @serpentarium.move.")
    if sys.stdin.isatty():
        print("A Serpentarium host has to start this snake: command: [python3, <this file>].", file=sys.stderr)
    else:
        # A service manager that signals all processes must not end the snakes of a host that still answers.
        for name in ("SIGTERM", "SIGINT", "SIGHUP"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), signal.SIG_IGN)
    hello: dict[str, Any] = {"type": "hello", "protocol": 1, "customization": customization, "games": games}
    if options is not None:
        hello["options"] = options
    _Host(hello).serve()


class _Host:
    """The host at the other end of standard input and output, and the games that it has here.

    While a move looks at its time, what has arrived meanwhile is read: so the next one knows since when it has waited.
    """

    def __init__(self, hello: dict[str, Any]) -> None:
        self._hello = hello
        self._output = os.fdopen(os.dup(1), "wb")
        # What the snake prints must not mix with the answers: it goes to standard error, which the host logs.
        os.dup2(2, 1)
        sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
        sys.stdout.flush()
        self._writing = threading.Lock()
        self._reading = threading.Lock()
        self._begun = b""
        self._is_open = True
        self._looked = 0.0
        self._arrived: deque[tuple[dict[str, Any], float]] = deque()
        self._unanswered: dict[int, dict[str, Any]] = {}
        self._options: dict[str, Any] = {}
        self._memories: dict[str, Any] = {}

    def send(self, message: dict[str, Any]) -> None:
        line = json.dumps(message, allow_nan=False, separators=(",", ":"), default=_plain).encode() + b"\n"
        with self._writing:
            try:
                self._output.write(line)
                self._output.flush()
            except BrokenPipeError:
                os._exit(0)

    def serve(self) -> None:
        while self._arrived or self._is_open:
            if not self._arrived:
                with self._reading:
                    self._read()
                continue
            message, at = self._arrived.popleft()
            kind = message.get("type")
            if kind == "hello":
                self._options = message.get("options") or {}
                self.send(self._hello)
            elif kind == "options":
                self._options = message["options"]
            elif kind == "forget":
                self._memories.pop(message["game"], None)
            elif kind in ("start", "move", "end"):
                self._call(kind, message, at)

    def look(self) -> None:
        """Reads what is there, without waiting, if a look is due."""
        now = time.monotonic()
        if now < self._looked + _LOOK_SECONDS or not self._reading.acquire(blocking=False):
            return
        try:
            self._looked = now
            while self._is_open and select.select([0], [], [], 0)[0]:
                self._read()
        finally:
            self._reading.release()

    def _read(self) -> None:
        data = os.read(0, 1 << 16)
        self._is_open = data != b""
        at = time.monotonic()
        *lines, self._begun = (self._begun + data).split(b"\n")
        for line in lines:
            message = json.loads(line)
            if message.get("type") == "stop":
                self._unanswered.get(message["id"], {})["stopped"] = True
                continue
            if message.get("type") == "move":
                self._unanswered[message["id"]] = message
            self._arrived.append((message, at))

    def _call(self, kind: str, message: dict[str, Any], at: float) -> None:
        game = message["game"]
        context = Context(
            message["turn"],
            options=self._options,
            memory=self._memories.get(game),
            left=message.get("left", 1000) - 1000 * (time.monotonic() - at),
            last=message.get("last"),
            resumed=message.get("resumed", False),
            _host=self,
            _job=message,
        )
        returned, error = None, None
        if kind in _functions:
            try:
                returned = _apply(_functions[kind], message["turn"], context)
            except Exception as raised:
                error = _describe(raised, _functions[kind])
        if kind == "move":
            self._memories[game] = context.memory
            context._answer(_to_answer(returned) if error is None else {"error": error})
            del self._unanswered[message["id"]]
            return
        if kind == "start":
            self._memories[game] = returned
        else:
            self._memories.pop(game, None)
        if error is not None:
            self.send({"error": f"{kind} raised {error}", "game": game})
        self.send({"done": game})


def _apply(function: _Function, turn: Turn, context: Context) -> Any:
    takes_context = len(inspect.signature(function).parameters) > 1
    return function(turn, context) if takes_context else function(turn)


def _to_answer(returned: Any) -> dict[str, Any]:
    return {"move": None, **returned} if isinstance(returned, dict) else {"move": returned}


def _plain(value: Any) -> Any:
    """What JSON has no form for: the numbers of NumPy as numbers, all else as text."""
    return value.item() if hasattr(value, "item") else str(value)


def _describe(raised: Exception, function: _Function) -> str:
    """The error in one line, with the place in the snake's own file."""
    try:
        what = f"{type(raised).__name__}: {raised}"
    except Exception:
        what = f"{type(raised).__name__}: something that cannot be shown"
    frames = traceback.extract_tb(raised.__traceback__)
    own = [frame for frame in frames if frame.filename == inspect.getsourcefile(function)] or frames
    return f"{what} (at {os.path.basename(own[-1].filename)}:{own[-1].lineno})"
