"""Asks people from a Python program, through a hub of yourcall. See docs/python.md.

One file, on the standard library alone: `Hub` finds the hub of this user, over its unix socket, or the one at `YOURCALL_URL`.
No failure is ever turned into an outcome: what goes wrong is raised as a `YourcallError`.
"""

import asyncio
import base64
import hashlib
import hmac
import http.client
import json
import os
import random
import socket
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, NotRequired, TypedDict, TypeVar, cast
from urllib.parse import quote, urlencode, urlsplit

Status = Literal["pending", "answered", "declined", "cancelled", "expired"]
Result = TypeVar("Result")


class Option(TypedDict):
    """One of the choices of a question. Answers repeat its `label` exactly."""

    label: str
    description: NotRequired[str]
    preview: NotRequired[str]


class Question(TypedDict):
    """One thing to decide. `kind` is `choice` by default; `text` and `number` have no options."""

    question: str
    header: str
    kind: NotRequired[Literal["choice", "text", "number", "confirm"]]
    options: NotRequired[list[Option]]
    multiSelect: NotRequired[bool]
    placeholder: NotRequired[str]
    required: NotRequired[bool]
    unit: NotRequired[str]
    min: NotRequired[float]
    max: NotRequired[float]


class Agent(TypedDict):
    """Who asks, as people see it. Asks of one `session` belong together."""

    name: str
    session: NotRequired[str]
    title: NotRequired[str]
    cwd: NotRequired[str]


class Approval(TypedDict):
    """A permission to use a tool."""

    tool: str
    input: NotRequired[Any]
    suggestions: NotRequired[list[Any]]
    editable: NotRequired[str]
    options: NotRequired[list[dict[str, str]]]


class AskRequest(TypedDict):
    """One call: 1 to 4 questions together, or one approval. `key` names the call, so that the same call again finds its ask."""

    questions: list[Question]
    kind: NotRequired[Literal["question", "approval"]]
    approval: NotRequired[Approval]
    agent: NotRequired[Agent]
    key: NotRequired[str]
    to: NotRequired[list[str]]
    timeoutMs: NotRequired[int]
    onTimeout: NotRequired[Literal["expire", "recommended"]]
    context: NotRequired[str]
    metadata: NotRequired[dict[str, Any]]
    callback: NotRequired[str]
    asksAgain: NotRequired[bool]
    replyTo: NotRequired[str]
    takeOver: NotRequired[bool]


# "from" is a keyword, so this one is written as a call.
ReviewMark = TypedDict(
    "ReviewMark",
    {
        "from": int,
        "to": int,
        "quote": str,
        "comment": NotRequired[str],
        "replacement": NotRequired[str],
        "file": NotRequired[str],
    },
)


class Attachment(TypedDict):
    """A picture that goes with an answer. `GET /v1/asks/ASK/pictures/HASH` returns its bytes."""

    hash: str
    type: Literal["image/png", "image/jpeg", "image/webp", "image/gif"]
    bytes: int
    width: int
    height: int
    name: NotRequired[str]
    ask: NotRequired[str]


class Answer(TypedDict):
    """The reply to one question."""

    question: str
    header: str
    selectedOptions: list[str]
    customInput: NotRequired[str]
    notes: NotRequired[str]
    skipped: NotRequired[bool]
    edited: NotRequired[str]
    review: NotRequired[list[ReviewMark]]
    attachments: NotRequired[list[Attachment]]


class By(TypedDict):
    """Where and by what act an ask was ended."""

    surface: str
    act: str
    user: NotRequired[str]
    token: NotRequired[dict[str, str]]


class Outcome(TypedDict):
    """How an ask ended. Only `answered` has `answers`."""

    status: Literal["answered", "declined", "cancelled", "expired"]
    at: str
    answers: NotRequired[list[Answer]]
    comment: NotRequired[str]
    reason: NotRequired[str]
    asked: NotRequired[str]
    fallback: NotRequired[list[Answer]]
    by: NotRequired[By]


class Delivery(TypedDict):
    """Whether the outcome reached its agent."""

    state: Literal["waiting", "taken", "refused"]
    at: str
    note: NotRequired[str]


class Ask(TypedDict):
    """An ask as the hub sends it to agents. Times are ISO 8601."""

    id: str
    status: Status
    kind: Literal["question", "approval"]
    agent: Agent
    questions: list[Question]
    createdAt: str
    waiting: dict[str, Any]
    url: str
    key: NotRequired[str]
    token: NotRequired[str]
    approval: NotRequired[Approval]
    context: NotRequired[str]
    metadata: NotRequired[dict[str, Any]]
    to: NotRequired[list[str]]
    callback: NotRequired[str]
    asksAgain: NotRequired[bool]
    replyTo: NotRequired[str]
    thread: NotRequired[list[dict[str, str]]]
    earlierReview: NotRequired[list[ReviewMark]]
    expiresAt: NotRequired[str]
    outcome: NotRequired[Outcome]
    delivery: NotRequired[Delivery]


class YourcallError(Exception):
    """A failure. `code` is one of docs/errors.md; `issues` says what is wrong with an ask, and where."""

    def __init__(self, code: str, message: str, issues: Sequence[dict[str, str]] = (), retry_after: float | None = None):
        super().__init__(message)
        self.code = code
        self.issues = list(issues)
        self.retry_after = retry_after


def choice(question: str, options: Sequence[str | Option], *, header: str = "Question", multi: bool = False) -> Question:
    """A question with options."""
    listed = [Option(label=option) if isinstance(option, str) else option for option in options]
    return Question(question=question, header=header, kind="choice", options=listed, multiSelect=multi)


def text(question: str, *, header: str = "Question") -> Question:
    """A question that is answered in words of the person's own."""
    return Question(question=question, header=header, kind="text", options=[], multiSelect=False)


def approval(tool: str, input: Any, *, question: str | None = None) -> AskRequest:
    """A request for permission to run a tool with this input. `is_allowed` reads its outcome."""
    answers = [Option(label=label) for label in ("allow-once", "allow-always", "deny")]
    asked = choice(question or f"May the agent use {tool}?", answers, header="Approval")
    return AskRequest(kind="approval", approval=Approval(tool=tool, input=input), questions=[asked])


def is_allowed(outcome: Outcome) -> bool:
    """Whether the outcome of `approval` allows the call. Denied, declined, expired and cancelled never do."""
    if outcome["status"] != "answered":
        return False
    selected = [answer["selectedOptions"] for answer in outcome.get("answers", [])]
    return selected in ([["allow-once"]], [["allow-always"]])


def callback_secret(token: str) -> str:
    """The secret that signs the callbacks of asks made with this token, for any library of Standard Webhooks."""
    key = hmac.new(hashlib.sha256(token.encode()).digest(), b"yourcall callback", hashlib.sha256).digest()
    return "whsec_" + base64.b64encode(key).decode()


class Hub:
    """A hub. `ask`, `create` and `wait` survive an absent hub, for `give_up_after` seconds if given; the rest is one attempt."""

    def __init__(
        self,
        url: str | None = None,
        token: str | None = None,
        *,
        agent: str = "python",
        give_up_after: float | None = None,
    ):
        self._given = (url, token)
        self._agent = agent
        self._give_up_after = give_up_after

    def ask(self, request: AskRequest | Question | Sequence[Question]) -> Outcome:
        """Asks and waits until the ask has ended. If this is interrupted, the ask is withdrawn."""
        stop = threading.Event()
        ask = self._create(self._keyed(request), stop)
        try:
            return self._outcome(ask, stop)
        except BaseException:
            self._withdraw(ask["id"])
            raise

    async def ask_async(self, request: AskRequest | Question | Sequence[Question]) -> Outcome:
        """Like `ask`. Cancelling the task withdraws the ask."""
        keyed = self._keyed(request)
        stop = threading.Event()
        creating = asyncio.ensure_future(_in_thread(lambda: self._create(keyed, stop)))
        try:
            ask = await asyncio.shield(creating)
            return await _in_thread(lambda: self._outcome(ask, stop))
        except asyncio.CancelledError:
            stop.set()
            # Whether it was created is only known now.
            created = (await asyncio.gather(creating, return_exceptions=True))[0]
            if not isinstance(created, BaseException):
                await _in_thread(lambda: self._withdraw(created["id"]))
            raise

    def create(self, request: AskRequest | Question | Sequence[Question]) -> Ask:
        """Creates the ask, or finds the one with its key, and does not wait for its end."""
        return self._create(self._keyed(request), threading.Event())

    async def create_async(self, request: AskRequest | Question | Sequence[Question]) -> Ask:
        return await _in_thread(lambda: self.create(request))

    def wait(self, id: str, timeout: float | None = None) -> Outcome | None:
        """How the ask ended; None if it is still pending after `timeout` seconds. Takes the outcome, and never withdraws."""
        ends = None if timeout is None else time.monotonic() + timeout
        while True:
            left = 60 if ends is None else max(0, min(60, ends - time.monotonic()))
            ask = self._keep_trying(lambda: self._get(id, int(left)), threading.Event())
            if "outcome" in ask:
                return ask["outcome"]
            if ends is not None and time.monotonic() >= ends - 1:
                return None

    async def wait_async(self, id: str, timeout: float | None = None) -> Outcome | None:
        return await _in_thread(lambda: self.wait(id, timeout))

    def get(self, id: str) -> Ask:
        """The ask as it is now. Reading takes nothing."""
        return self._get(id, None)

    def cancel(self, id: str, reason: str | None = None) -> Ask:
        """Withdraws an ask. Raises `already-ended` if it has ended."""
        return cast(Ask, self._call("POST", f"{_path(id)}/cancel", {} if reason is None else {"reason": reason}))

    def list(self, **query: str) -> Iterator[Ask]:
        """Asks, page by page: `session`, `status`, `key`, `delivery`, `order`. With the shared token, name a `session`."""
        while True:
            page = cast(dict[str, Any], self._call("GET", f"/v1/asks?{urlencode(query)}"))
            yield from cast("list[Ask]", page["asks"])
            if "cursor" not in page:
                return
            query["cursor"] = page["cursor"]

    def delivered(self, ask: Ask, state: Literal["taken", "refused", "waiting"] = "taken", note: str | None = None) -> Ask:
        """Says what became of an outcome that was read and not waited for."""
        session = ask["agent"].get("session")
        where = "" if session is None else "?" + urlencode({"session": session})
        body = {"state": state} if note is None else {"state": state, "note": note}
        return cast(Ask, self._call("POST", f"{_path(ask['id'])}/delivery{where}", body))

    def _keyed(self, request: AskRequest | Question | Sequence[Question]) -> AskRequest:
        if isinstance(request, dict) and "questions" in request:
            asked = request
        else:
            asked = AskRequest(questions=[request] if isinstance(request, dict) else list(request))
        defaults = {"agent": {"name": self._agent}, "key": str(uuid.uuid4())}
        return cast(AskRequest, defaults | cast(dict[str, Any], asked))

    def _create(self, request: AskRequest, stop: threading.Event) -> Ask:
        return cast(Ask, self._keep_trying(lambda: self._call("POST", "/v1/asks", request), stop))

    def _outcome(self, ask: Ask, stop: threading.Event) -> Outcome:
        while True:
            seen = self._keep_trying(lambda: self._get(ask["id"], 60), stop)
            if "outcome" in seen:
                return seen["outcome"]

    def _withdraw(self, id: str) -> None:
        try:
            self.cancel(id, "The program that asked was interrupted.")
        except YourcallError:
            pass  # It has ended, or the hub is away and shows the ask as left.

    def _get(self, id: str, hold: int | None) -> Ask:
        where = _path(id) if hold is None else f"{_path(id)}?wait={hold}"
        return cast(Ask, self._call("GET", where, hold=hold or 0))

    def _keep_trying(self, attempt: Callable[[], Result], stop: threading.Event) -> Result:
        since, pause = time.monotonic(), 0.1
        while True:
            try:
                return attempt()
            except YourcallError as error:
                if error.code not in ("hub-unreachable", "store-unavailable"):
                    raise
                if self._give_up_after is not None and time.monotonic() - since >= self._give_up_after:
                    raise
                if stop.wait(max(pause * random.uniform(0.5, 1), error.retry_after or 0)):
                    raise
                pause = min(10, pause * 2)

    def _call(self, method: str, path: str, body: Any = None, hold: int = 0) -> Any:
        connection, base, token = _connect(*self._given, timeout=hold + 15)
        headers = {"accept": "application/json", "host": connection.host if base is None else urlsplit(base).netloc}
        if token is not None:
            headers["authorization"] = f"Bearer {token}"
        if body is not None:
            headers["content-type"] = "application/json"
        prefix = "" if base is None else urlsplit(base).path.rstrip("/")
        try:
            connection.request(method, prefix + path, None if body is None else json.dumps(body).encode(), headers)
            response = connection.getresponse()
            content = response.read()
        except (OSError, http.client.HTTPException) as error:
            raise YourcallError("hub-unreachable", f"The hub could not be reached ({error}).") from error
        finally:
            connection.close()
        try:
            reply = json.loads(content)
        except ValueError:
            raise YourcallError("hub-unreachable", f"Something other than a hub responded, with {response.status}.") from None
        if 200 <= response.status < 300:
            return reply
        retry = response.headers.get("retry-after", "")
        code = "store-unavailable" if response.status == 503 else str(reply.get("code", "bad-request"))
        message = str(reply.get("message", f"The hub responded with {response.status}."))
        raise YourcallError(code, message, reply.get("issues", []), float(retry) if retry.isdigit() else None)


class _SocketConnection(http.client.HTTPConnection):
    def __init__(self, path: str, timeout: float):
        super().__init__("localhost", timeout=timeout)
        self._socket_path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._socket_path)


def _path(id: str) -> str:
    return f"/v1/asks/{quote(id, safe='')}"


def _connect(url: str | None, token: str | None, timeout: float) -> tuple[http.client.HTTPConnection, str | None, str | None]:
    """A connection, the address if it is not a socket, and the token. Looked up each time: the hub may have moved."""
    url, token = url or os.environ.get("YOURCALL_URL"), token or os.environ.get("YOURCALL_TOKEN")
    directory = _state_directory()
    hub = {} if directory is None else _read(directory / "hub.json")
    # The tokens of the state directory are never sent to another hub.
    if url and url.rstrip("/") != str(hub.get("url", "")).rstrip("/"):
        return _open(url, timeout), url, token
    if directory is None or "url" not in hub:
        raise YourcallError("hub-unreachable", "No hub is running. Start one with `yourcall serve`.")
    token = token or _read(directory / "tokens.json").get("agent")
    path = str(hub.get("socket", ""))
    # With a socket the port is never tried: it may be somebody else's by now, and must not get the token.
    if path != "" and hasattr(socket, "AF_UNIX"):
        _refuse_intruders([Path(path).parent])
        return _SocketConnection(path, timeout), None, token
    return _open(str(hub["url"]), timeout), str(hub["url"]), token


def _open(url: str, timeout: float) -> http.client.HTTPConnection:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or parts.hostname is None:
        raise YourcallError("bad-request", f'"{url}" is not the address of a hub. Use one like http://127.0.0.1:2255.')
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    return kind(parts.hostname, parts.port, timeout=timeout)


def _state_directory() -> Path | None:
    env, home = os.environ, os.environ.get("HOME") or os.environ.get("USERPROFILE")
    if env.get("YOURCALL_HOME"):
        directory = Path(env["YOURCALL_HOME"]).absolute()
    elif sys.platform == "win32" and env.get("LOCALAPPDATA"):
        directory = Path(env["LOCALAPPDATA"]) / "yourcall"
    elif sys.platform not in ("win32", "darwin") and env.get("XDG_STATE_HOME"):
        directory = Path(env["XDG_STATE_HOME"]) / "yourcall"
    elif not home:
        return None
    else:
        usual = {"darwin": "Library/Application Support/yourcall", "win32": "yourcall"}
        directory = Path(home) / usual.get(sys.platform, ".local/state/yourcall")
    _refuse_intruders([directory, directory / "hub.json", directory / "tokens.json"])
    return directory


def _refuse_intruders(paths: Sequence[Path]) -> None:
    """Others who can change these could have questions and tokens sent to themselves."""
    if not hasattr(os, "getuid"):
        return
    for path in paths:
        try:
            stats = path.stat()
        except OSError:
            continue
        writable = 0o022 if path.is_dir() else 0o002
        if stats.st_uid not in (os.getuid(), 0) or stats.st_mode & writable:
            raise YourcallError("forbidden", f"Other users can change {path}, so it is not used.")


def _read(file: Path) -> dict[str, Any]:
    try:
        value: Any = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return cast(dict[str, Any], value) if isinstance(value, dict) else {}


async def _in_thread(act: Callable[[], Result]) -> Result:
    """A thread of its own for each call: those of the event loop's pool are few, and a person takes long to answer."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Result] = loop.create_future()

    def settle(result: Result | None, error: BaseException | None) -> None:
        if done.cancelled():
            return
        if error is None:
            done.set_result(cast(Result, result))
        else:
            done.set_exception(error)

    def run() -> None:
        result, error = None, None
        try:
            result = act()
        except BaseException as caught:
            error = caught
        try:
            loop.call_soon_threadsafe(settle, result, error)
        except RuntimeError:
            pass  # The loop has ended, and with it whoever waited.

    threading.Thread(target=run, daemon=True).start()
    return await done
