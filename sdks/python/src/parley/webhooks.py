"""Webhook deliveries: verified as specified by Standard Webhooks, and read as events."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from ._core.errors import ConfigurationError, DecodeError, WebhookSignatureError, json_object

if TYPE_CHECKING:
    from ._generated.models import UnknownEvent, WebhookEvent

__all__ = ["WebhookSignatureError", "is_known", "sign", "verify"]

Headers = Mapping[str, str] | Iterable[tuple[str | bytes, str | bytes]]


def verify(
    body: bytes | str,
    headers: Headers,
    secrets: str | Sequence[str],
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> WebhookEvent | UnknownEvent:
    """The event of a delivery.

    `body` is what arrived, byte for byte; `headers` is a mapping or pairs, in any case; `secrets` is one or, during a
    rotation, several. `tolerance` is in seconds, `now` in Unix seconds.

    Raises WebhookSignatureError if the delivery is not genuine or its `webhook-timestamp` is further away than the tolerance;
    DecodeError if it is genuine, but no JSON object; TypeError for a body that was parsed; ConfigurationError for a secret that
    is empty.
    """
    if not isinstance(body, bytes | bytearray | memoryview | str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(
            "The signature is over the raw body: pass request.get_data() (Flask), request.body (Django) "
            "or await request.body() (FastAPI), not the parsed JSON."
        )
    raw = body.encode() if isinstance(body, str) else bytes(body)
    keys = [_key_of(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    if not keys:
        raise ConfigurationError("At least one webhook secret is required.")
    message_id, timestamp, signatures = _signed_headers(headers)
    _check_time(timestamp, tolerance, time.time() if now is None else now)
    content = f"{message_id}.{timestamp}.".encode("utf-8", "replace") + raw
    expected = [_digest(key, content) for key in keys]
    given = [_decoded(entry[3:]) for entry in signatures.split(" ") if entry.startswith("v1,")]
    # All pairs are compared, so that the time does not tell which one matched.
    matches = [hmac.compare_digest(one, other) for one in given for other in expected]
    if not any(matches):
        raise WebhookSignatureError("no_match", "No signature matches the secrets and the body.")
    event = json_object(raw)
    if event is None:
        raise DecodeError("The delivery is signed, but its body is no JSON object.")
    return _event_of(event)


def sign(body: bytes | str, secret: str, *, id: str, now: float | None = None) -> dict[str, str]:
    """The headers of a delivery, for tests of a receiver."""
    raw = body.encode() if isinstance(body, str) else body
    timestamp = str(int(time.time() if now is None else now))
    digest = _digest(_key_of(secret), f"{id}.{timestamp}.".encode() + raw)
    signature = f"v1,{base64.b64encode(digest).decode()}"
    return {"webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature}


def is_known(event: WebhookEvent | UnknownEvent) -> bool:
    """Whether this release has a class for the type of the event."""
    from ._generated.models import UnknownEvent

    return not isinstance(event, UnknownEvent)


def _key_of(secret: str) -> bytes:
    """What follows `whsec_`, decoded from Base64; another secret is the key itself."""
    if not secret:
        raise ConfigurationError("A webhook secret is empty.")
    if not secret.startswith("whsec_"):
        return secret.encode()
    key = _decoded(secret.removeprefix("whsec_"))
    if not key:
        raise ConfigurationError("What follows whsec_ in a webhook secret is not Base64.")
    return key


def _digest(key: bytes, content: bytes) -> bytes:
    return hmac.new(key, content, hashlib.sha256).digest()


def _signed_headers(headers: Headers) -> tuple[str, str, str]:
    pairs = cast(Any, headers).items() if hasattr(headers, "items") else headers
    found = {_text(name).lower(): _text(value) for name, value in cast("Iterable[tuple[Any, Any]]", pairs)}
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    missing = [name for name in names if not found.get(name)]
    if missing:
        raise WebhookSignatureError("missing_header", f"The delivery has no {', '.join(missing)}.")
    message_id, timestamp, signatures = (found[name] for name in names)
    return message_id, timestamp, signatures


def _text(value: Any) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def _check_time(timestamp: str, tolerance: float, now: float) -> None:
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 15):
        raise WebhookSignatureError("bad_timestamp", "webhook-timestamp is not a whole number of seconds.")
    if not tolerance >= 0:
        raise ConfigurationError("tolerance must be a number of seconds, 0 or more.")
    age = now - int(timestamp)
    if age > tolerance:
        raise WebhookSignatureError("too_old", f"The delivery is {age:.0f} s old.")
    if age < -tolerance:
        raise WebhookSignatureError("too_new", f"The delivery is {-age:.0f} s in the future.")


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""


def _event_of(raw: dict[str, Any]) -> WebhookEvent | UnknownEvent:
    from ._generated.models import EVENT_TYPES, UnknownEvent

    return EVENT_TYPES.get(str(raw.get("event")), UnknownEvent)(raw)
