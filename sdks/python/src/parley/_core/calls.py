"""The life of a call: its attempts, the waits between them, and what is known at its end."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast
from uuid import uuid4

from .._version import __version__
from .config import Config
from .errors import (
    ApiError,
    Attempt,
    CallError,
    CancelledError,
    ConnectionError,
    DecodeError,
    NotFoundError,
    Outcome,
    TokenExpiredError,
    api_error,
    excerpt_of,
    json_object,
)
from .exchange import WireResponse
from .log import RequestInfo, ResponseInfo, shown_headers, shown_target
from .multipart import Form
from .request import UPLOAD_TIMEOUT_SECONDS, Call, check_header, extra_headers
from .response import Response
from .retry import RetryBudget, backoff, is_retryable, outcome_of, retry_after_seconds
from .wire import Limits, Transport, WireRequest

IDLE_SECONDS = 60.0
"""Limit of a silence in uploads, downloads and streams."""


@dataclass(slots=True)
class Answer:
    """A successful answer: the JSON object in its body, or the open response for what is read piece by piece."""

    response: Response
    document: dict[str, Any] = field(default_factory=dict[str, Any])
    opened: WireResponse | None = None
    already_gone: bool = False


def decode_error(message: str, response: Response, body: bytes) -> DecodeError:
    content_type = response.headers.get("content-type", "")
    error = DecodeError(f"{response.status}: {message} ({content_type or 'no content type'}).")
    error.status, error.content_type = response.status, content_type
    error.body = "" if "json" in content_type.lower() else excerpt_of(body)
    error.request_id, error.attempts = response.request_id, response.attempts
    return error


class _Progress:
    """What the attempts of a call have in common."""

    def __init__(self, call: Call, config: Config) -> None:
        options, scale = call.options, config.time_scale
        is_upload = isinstance(call.body, Form)
        timeout = options.get("timeout", UPLOAD_TIMEOUT_SECONDS if is_upload else config.timeout)
        total = options.get("total_timeout", max(config.total_timeout, timeout) if is_upload else config.total_timeout)
        self.call = call
        self.timeout = timeout * scale
        self.idle = IDLE_SECONDS * scale if is_upload else None
        self.deadline = time.monotonic() + total * scale
        self.request_id = str(uuid4())
        self.attempts: list[Attempt] = []
        self.retries = 0
        self.can_repeat = not isinstance(call.body, Form) or call.body.is_replayable
        self.max_retries = options.get("max_retries", config.max_retries) if self.can_repeat else 0
        # One attempt must not meet a connection that the server has closed.
        self.is_fresh = not self.can_repeat
        self.was_refreshed = False
        self.outcome: Outcome | None = None

    def left(self) -> float:
        return self.deadline - time.monotonic()

    def note(self, outcome: Outcome) -> None:
        """Once one attempt may have taken effect, the call may have."""
        if self.outcome != "unknown":
            self.outcome = outcome

    def end(self, error: CallError) -> CallError:
        """The error of the call: that of its last attempt, with what is known of all."""
        error.attempts = tuple(self.attempts)
        error.idempotency_key = self.call.idempotency_key
        error.outcome = (self.outcome or "not_sent") if self.call.is_write else None
        error.request_id = error.request_id or self.request_id
        return error


class Caller:
    """Sends calls by a transport, with the timeouts and retries of a configuration."""

    def __init__(self, config: Config, transport: Transport, budget: RetryBudget | None = None) -> None:
        self.config = config
        self.transport = transport
        self.budget: RetryBudget = budget or RetryBudget()
        self._deprecated: set[str] = set()
        self._common = {"user-agent": _user_agent(config)}

    async def send(self, call: Call, *, opens: bool = False) -> Answer:
        """The successful answer, after retries where they are safe; with `opens`, as soon as its head is there."""
        progress = _Progress(call, self.config)
        while True:
            token = await self._token(progress)
            result = await self._attempt(progress, token, opens)
            if isinstance(result, Answer):
                self.budget.refund()
                return result
            # An earlier attempt, whose answer was lost, has deleted it.
            if (
                call.verb == "DELETE"
                and isinstance(result, NotFoundError)
                and result.code == "not_found"
                and progress.outcome == "unknown"
            ):
                response = Response(result.status, result.headers, result.request_id, tuple(progress.attempts))
                return Answer(response, already_gone=True)
            progress.note(outcome_of(result))
            await self._prepare(progress, result, token)

    async def _token(self, progress: _Progress) -> str | None:
        if not progress.call.is_authorized:
            return None
        if self.config.auth is None:
            return self.config.api_key
        try:
            token = await self.config.auth.token(self)
        except CallError as error:
            raise progress.end(error) from error.__cause__
        self.config.check_mode(token)
        return token

    async def _attempt(self, progress: _Progress, token: str | None, opens: bool) -> Answer | CallError:
        call, number = progress.call, len(progress.attempts) + 1
        request_id = progress.request_id if number == 1 else f"{progress.request_id}.{number}"
        info = RequestInfo(call.verb, shown_target(call.target), number, request_id)
        headers = {**self._common, **call.headers, "x-request-id": request_id, **self._hook_headers(info)}
        if token is not None:
            headers["authorization"] = f"Bearer {token}"
        limits = Limits(
            connect=self.config.connect_timeout * self.config.time_scale,
            total=max(0.0, min(progress.timeout, progress.left())),
            idle=progress.idle,
        )
        request = WireRequest(
            origin=call.origin or self.config.origin,
            verb=call.verb,
            target=call.target,
            headers=headers,
            body=call.body,
            limits=limits,
            is_fresh=progress.is_fresh,
            signal=cast(Any, call.options).get("signal"),
        )
        started = time.monotonic()
        wire: WireResponse | None = None
        result: Answer | CallError
        try:
            wire = await self.transport.send(request)
            result = await self._result(progress, wire, request_id, opens)
        except CallError as error:
            result = error
        error_name = None if isinstance(result, Answer) else name_of(result)
        if len(progress.attempts) < number:
            progress.attempts.append(Attempt(None, error_name, 0.0, request_id))
        self._report(call, info, headers, wire, error_name, time.monotonic() - started)
        if isinstance(result, CancelledError):
            progress.note("unknown")
            raise progress.end(result) from result.__cause__
        return result

    async def _result(self, progress: _Progress, wire: WireResponse, request_id: str, opens: bool) -> Answer | CallError:
        is_success = 200 <= wire.status < 300 or (wire.status == 304 and "if-none-match" in progress.call.headers)
        body = b"" if opens and is_success else await self._read(wire)
        given_id = wire.headers.get("x-request-id", request_id)
        error = None if is_success else api_error(wire.status, wire.headers, body)
        progress.attempts.append(Attempt(wire.status, name_of(error) if error else None, 0.0, given_id))
        if error is not None:
            error.retry_after = retry_after_seconds(wire.headers.get("retry-after"))
            error.request_id = error.request_id or given_id
            return error
        response = Response(wire.status, wire.headers, given_id, tuple(progress.attempts))
        if opens:
            return Answer(response, opened=wire)
        document = json_object(body) if body else {}
        # The page of a proxy has the status 200: only 204 says that something was deleted.
        if document is None or (progress.call.verb == "DELETE" and wire.status != 204):
            return decode_error("The answer is not that of the API", response, body)
        return Answer(response, document)

    async def _read(self, wire: WireResponse) -> bytes:
        pieces: list[bytes] = []
        size = 0
        while piece := await wire.read_some():
            pieces.append(piece)
            size += len(piece)
            if size > self.config.max_response_bytes:
                wire.close()
                message = f"The answer is larger than {self.config.max_response_bytes} bytes"
                raise decode_error(message, Response(wire.status, wire.headers), pieces[0])
        return b"".join(pieces)

    async def _prepare(self, progress: _Progress, error: CallError, token: str | None) -> None:
        """Waits until the next attempt, or raises the error."""
        call, auth = progress.call, self.config.auth
        if isinstance(error, TokenExpiredError) and auth and token and progress.can_repeat and not progress.was_refreshed:
            progress.was_refreshed = True
            try:
                await auth.refresh(self, token)
            except CallError as failure:
                raise progress.end(failure) from error
            return
        if progress.retries >= progress.max_retries or not is_retryable(error, is_repeatable=call.is_repeatable):
            raise progress.end(error) from error.__cause__
        delay = self._delay(progress, error)
        uses_budget = isinstance(error, ConnectionError) or (isinstance(error, ApiError) and error.status >= 500)
        if delay >= progress.left() or (uses_budget and not self.budget.take()):
            raise progress.end(error) from error.__cause__
        progress.retries += 1
        progress.attempts[-1] = replace(progress.attempts[-1], delay=delay)
        if self.config.logger is not None:
            words = (call.verb, call.target.partition("?")[0], progress.retries, delay, name_of(error))
            self.config.logger.warning("%s %s: retry %d in %.3f s after %s", *words)
        try:
            await self.transport.sleep(delay, cast(Any, call.options).get("signal"))
        except CancelledError as cancelled:
            raise progress.end(cancelled) from error

    def _delay(self, progress: _Progress, error: CallError) -> float:
        if isinstance(error, ConnectionError) and error.was_stale and not progress.is_fresh:
            # The server has closed an idle connection, and others may be closed too.
            progress.is_fresh = True
            return 0.0
        delay = backoff(progress.retries + 1)
        if error.retry_after is not None:
            delay = max(delay, error.retry_after * random.uniform(1.0, 1.1))
        return delay * self.config.time_scale

    def _hook_headers(self, info: RequestInfo) -> Mapping[str, str]:
        hook = self.config.hooks.get("on_request")
        return extra_headers((hook and hook(info)) or {})

    def _report(
        self,
        call: Call,
        info: RequestInfo,
        sent: Mapping[str, str],
        wire: WireResponse | None,
        error: str | None,
        seconds: float,
    ) -> None:
        status = None if wire is None else wire.status
        headers: Mapping[str, str] = {} if wire is None else wire.headers
        hook = self.config.hooks.get("on_response")
        if hook is not None:
            hook(ResponseInfo(info, status, headers, error, seconds))
        logger = self.config.logger
        if logger is None:
            return
        words = (info.method, info.url, info.number, status or error, seconds, shown_headers(sent), shown_headers(headers))
        logger.debug("%s %s attempt %d: %s in %.3f s; sent %s; received %s", *words)
        if "deprecation" in headers and call.operation_id not in self._deprecated:
            self._deprecated.add(call.operation_id)
            logger.warning("%s is deprecated; it ends: %s", call.operation_id, headers.get("sunset", "no date yet"))


def name_of(error: Exception) -> str:
    """The name of its class without "Error", the same in all languages."""
    return type(error).__name__.removesuffix("Error")


def _user_agent(config: Config) -> str:
    python = ".".join(str(part) for part in sys.version_info[:3])
    agent = f"parley-python/{__version__} (python/{python}; {sys.platform})"
    app = config.app
    if "name" in app:
        agent += f" {app['name']}" + (f"/{app['version']}" if "version" in app else "")
        agent += f" (+{app['url']})" if "url" in app else ""
    check_header("user-agent", agent)
    return agent
