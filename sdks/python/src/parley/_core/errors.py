"""The errors of the library. All of them are pickled without the client, and none contains a credential."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast

from .rate_limit import RateLimit, rate_limit_of

if TYPE_CHECKING:
    from .._generated.models import ErrorDetail

Outcome = Literal["not_sent", "rejected", "unknown"]
"""Whether a write that failed may have taken effect: it was not sent, the server refused it, or nobody knows."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One HTTP request of a call: its status or the name of its error, and the wait in seconds until the next one."""

    status: int | None
    error: str | None
    delay: float
    request_id: str


class ParleyError(Exception):
    """The parent of every error that this library raises."""


class ConfigurationError(ParleyError):
    """An option or an argument that cannot be used. Nothing was sent."""


class WebhookSignatureError(ParleyError):
    """A webhook delivery that is not genuine, or too old.

    `reason` is `missing_header`, `bad_timestamp`, `too_old`, `too_new` or `no_match`.
    """

    reason: str

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(reason, message)
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.reason}: {self.args[1]}"


class CallError(ParleyError):
    """A call that failed, after its retries."""

    outcome: Outcome | None = None
    """Of a write: whether it may have taken effect. None for a read."""
    idempotency_key: str | None = None
    """Repeat an unknown write with this key (`options={"idempotency_key": …}`): it is done once."""
    attempts: Sequence[Attempt] = ()
    request_id: str | None = None
    retry_after: float | None = None
    """Seconds that the server asked to wait."""
    cursor: str | None = None
    """Of a list: `cursor` of the page that could not be read, to continue from."""


class CancelledError(CallError):
    """The call was cancelled by its `signal`."""


class ConnectionError(CallError):
    """No complete answer: the name was not resolved, or the connection was refused, reset or closed."""

    was_sent: bool = True
    """Whether the server may have received the request."""
    is_retryable: bool = True
    was_stale: bool = False
    """A reused connection that was closed without a byte of an answer."""


class RefusedError(ConnectionError):
    """Nothing listens at the address."""


class ConnectTimeoutError(ConnectionError):
    """No connection within `connect_timeout`."""


class TimeoutError(ConnectionError):
    """No complete answer within `timeout`."""


class TlsError(ConnectionError):
    """No TLS session: the certificate is not trusted, or the handshake failed."""


class TruncatedError(ConnectionError):
    """The connection was closed in the middle of the answer."""


class DecodeError(CallError):
    """A successful answer, or a signed delivery, that is not what the API sends, such as the page of a proxy."""

    status: int = 0
    content_type: str = ""
    body: str = ""
    """The first 1,024 bytes of the body; none of one that says it is JSON, which may be a credential."""


class PaginationError(CallError):
    """A list that does not end: a cursor came twice, or 1,000 pages in a row were empty."""


class StreamError(CallError):
    """The event stream cannot continue from `position`."""

    code: str | None = None
    position: str | None = None


class PositionExpiredError(StreamError):
    """The position is older than the event log. Read the records, and open the stream without a position."""


class OAuthError(CallError):
    """An error of RFC 6749: `error` is its code, such as `invalid_grant`; `error_description` is untrusted text."""

    status: int = 0
    error: str = ""
    error_description: str | None = None


class AuthorizationExpiredError(OAuthError):
    """The grant has ended: the user has to sign in again."""


class ApiError(CallError):
    """The server answered with an error. Decide by `code`; unknown codes are added over time."""

    status: int = 0
    type: str | None = None
    code: str | None = None
    param: str | None = None
    details: Sequence[ErrorDetail] = ()
    doc_url: str | None = None
    headers: Mapping[str, str] = {}
    rate_limit: RateLimit | None = None
    body: str | None = None
    """The first 1,024 bytes of an answer that is not of the API, such as the page of a proxy."""


class BadRequestError(ApiError):
    """400: the request could not be read."""


class AuthenticationError(ApiError):
    """401: the credential is missing, unknown or revoked."""


class TokenExpiredError(AuthenticationError):
    """401 `token_expired`."""


class PermissionDeniedError(ApiError):
    """403: the credential may not do this."""


class NotFoundError(ApiError):
    """404: there is no such record in this workspace and mode."""


class ConflictError(ApiError):
    """409."""


class IdempotencyMismatchError(ConflictError):
    """409 `idempotency_mismatch`: the key was used with a different request."""


class IdempotencyInProgressError(ConflictError):
    """409 `idempotency_in_progress`: the first request with this key is still running."""


class PreconditionFailedError(ApiError):
    """412: the record has changed since it was read. `record` is its newest state after `update` with a function."""

    record: Any = None


class ValidationError(ApiError):
    """422: a value is not acceptable; `param` names it."""


class DuplicateValueError(ValidationError):
    """422 `duplicate_value`: another record has this value."""


class RateLimitError(ApiError):
    """429: too many requests; wait for `retry_after` seconds."""


class ServerError(ApiError):
    """5xx."""


class ServiceUnavailableError(ServerError):
    """503 `service_unavailable`: a part of the server is out or restarting, and nothing was done."""


class OutcomeUnknownError(ServerError):
    """503 `outcome_unknown`: the write may have taken effect. Repeat it with `idempotency_key`."""


BY_STATUS: dict[int, type[ApiError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    412: PreconditionFailedError,
    422: ValidationError,
    429: RateLimitError,
}
BY_CODE: dict[str, type[ApiError]] = {
    "token_expired": TokenExpiredError,
    "idempotency_mismatch": IdempotencyMismatchError,
    "idempotency_in_progress": IdempotencyInProgressError,
    "duplicate_value": DuplicateValueError,
    "service_unavailable": ServiceUnavailableError,
    "outcome_unknown": OutcomeUnknownError,
}


def excerpt_of(body: bytes) -> str:
    """The first 1,024 bytes as text."""
    return body[:1024].decode("utf-8", "replace")


def json_object(text: bytes | str) -> dict[str, Any] | None:
    """None for what is no JSON, or another value of it."""
    try:
        value: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def api_error(status: int, headers: Mapping[str, str], body: bytes) -> ApiError:
    """The error of an answer with another status than 2xx, also if its body is not that of the API."""
    given: Any = (json_object(body) or {}).get("error")
    is_known = isinstance(given, dict)
    all_fields = cast("dict[str, Any]", given if is_known else {})
    fields = {name: value for name, value in all_fields.items() if isinstance(value, str)}
    code, message = fields.get("code"), fields.get("message", "") if is_known else excerpt_of(body)
    parent = BY_STATUS.get(status, ServerError if status >= 500 else ApiError)
    kind = BY_CODE.get(code or "", parent)
    error_class = kind if issubclass(kind, parent) else parent
    param = fields.get("param")
    request_id = fields.get("request_id") or headers.get("x-request-id")
    head = f"{status} {code or 'error'}" + (f" ({param})" if param else "")
    error = error_class(f"{head}: {message}" + (f" [request {request_id}]" if request_id else ""))
    error.status, error.code, error.param, error.request_id = status, code, param, request_id
    error.type, error.doc_url, error.headers = fields.get("type"), fields.get("doc_url"), dict(headers)
    error.rate_limit = rate_limit_of(headers)
    if not is_known:
        error.body = message
    details = all_fields.get("details")
    if isinstance(details, list):
        from .._generated.models import ErrorDetail

        objects = (cast("dict[str, Any]", one) for one in cast("list[Any]", details) if isinstance(one, dict))
        error.details = [ErrorDetail(one) for one in objects]
    return error
