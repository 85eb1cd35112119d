"""The client library of the Parley API.

    from parley import Parley

    parley = Parley(base_url="https://api.example.com", api_key="sk_live_…")
    ticket = parley.tickets.create(subject="Printer", contact={"email": "kim@example.com"})

`AsyncParley` is the same for asyncio. `parley.webhooks` verifies deliveries, `parley.oauth` signs users in, and
`parley.types` has the records and inputs.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ._version import __version__ as __version__

if TYPE_CHECKING:
    from ._core.cancel import CancelSignal as CancelSignal
    from ._core.config import App as App
    from ._core.config import ClientOptions as ClientOptions
    from ._core.config import Hooks as Hooks
    from ._core.errors import ApiError as ApiError
    from ._core.errors import Attempt as Attempt
    from ._core.errors import AuthenticationError as AuthenticationError
    from ._core.errors import AuthorizationExpiredError as AuthorizationExpiredError
    from ._core.errors import BadRequestError as BadRequestError
    from ._core.errors import CallError as CallError
    from ._core.errors import CancelledError as CancelledError
    from ._core.errors import ConfigurationError as ConfigurationError
    from ._core.errors import ConflictError as ConflictError
    from ._core.errors import ConnectionError as ConnectionError
    from ._core.errors import ConnectTimeoutError as ConnectTimeoutError
    from ._core.errors import DecodeError as DecodeError
    from ._core.errors import DuplicateValueError as DuplicateValueError
    from ._core.errors import IdempotencyInProgressError as IdempotencyInProgressError
    from ._core.errors import IdempotencyMismatchError as IdempotencyMismatchError
    from ._core.errors import NotFoundError as NotFoundError
    from ._core.errors import OAuthError as OAuthError
    from ._core.errors import OutcomeUnknownError as OutcomeUnknownError
    from ._core.errors import PaginationError as PaginationError
    from ._core.errors import ParleyError as ParleyError
    from ._core.errors import PermissionDeniedError as PermissionDeniedError
    from ._core.errors import PositionExpiredError as PositionExpiredError
    from ._core.errors import PreconditionFailedError as PreconditionFailedError
    from ._core.errors import RateLimitError as RateLimitError
    from ._core.errors import RefusedError as RefusedError
    from ._core.errors import ServerError as ServerError
    from ._core.errors import ServiceUnavailableError as ServiceUnavailableError
    from ._core.errors import StreamError as StreamError
    from ._core.errors import TimeoutError as TimeoutError
    from ._core.errors import TlsError as TlsError
    from ._core.errors import TokenExpiredError as TokenExpiredError
    from ._core.errors import TruncatedError as TruncatedError
    from ._core.errors import ValidationError as ValidationError
    from ._core.errors import WebhookSignatureError as WebhookSignatureError
    from ._core.log import RequestInfo as RequestInfo
    from ._core.log import ResponseInfo as ResponseInfo
    from ._core.model import Deleted as Deleted
    from ._core.model import Model as Model
    from ._core.model import NotModified as NotModified
    from ._core.model import Result as Result
    from ._core.model import parse_time as parse_time
    from ._core.model import response_of as response_of
    from ._core.multipart import FileUpload as FileUpload
    from ._core.page import AsyncPage as AsyncPage
    from ._core.page import Page as Page
    from ._core.rate_limit import RateLimit as RateLimit
    from ._core.request import AsyncOptions as AsyncOptions
    from ._core.request import Options as Options
    from ._core.response import Response as Response
    from ._generated.api import API_DOCUMENT_SHA256 as API_DOCUMENT_SHA256
    from ._generated.api import API_VERSION as API_VERSION
    from ._generated.clients import AsyncParley as AsyncParley
    from ._generated.clients import Parley as Parley

__all__ = [
    "API_DOCUMENT_SHA256",
    "API_VERSION",
    "ApiError",
    "App",
    "AsyncOptions",
    "AsyncPage",
    "AsyncParley",
    "Attempt",
    "AuthenticationError",
    "AuthorizationExpiredError",
    "BadRequestError",
    "CallError",
    "CancelSignal",
    "CancelledError",
    "ClientOptions",
    "ConfigurationError",
    "ConflictError",
    "ConnectTimeoutError",
    "ConnectionError",
    "DecodeError",
    "Deleted",
    "DuplicateValueError",
    "FileUpload",
    "Hooks",
    "IdempotencyInProgressError",
    "IdempotencyMismatchError",
    "Model",
    "NotFoundError",
    "NotModified",
    "OAuthError",
    "Options",
    "OutcomeUnknownError",
    "Page",
    "PaginationError",
    "Parley",
    "ParleyError",
    "PermissionDeniedError",
    "PositionExpiredError",
    "PreconditionFailedError",
    "RateLimit",
    "RateLimitError",
    "RefusedError",
    "RequestInfo",
    "Response",
    "ResponseInfo",
    "Result",
    "ServerError",
    "ServiceUnavailableError",
    "StreamError",
    "TimeoutError",
    "TlsError",
    "TokenExpiredError",
    "TruncatedError",
    "ValidationError",
    "WebhookSignatureError",
    "__version__",
    "parse_time",
    "response_of",
]

# What is imported when it is used first: `import parley` alone takes a millisecond. Another public name is an error class.
_MODULES = {
    "CancelSignal": "_core.cancel",
    **dict.fromkeys(["App", "ClientOptions", "Hooks"], "_core.config"),
    **dict.fromkeys(["RequestInfo", "ResponseInfo"], "_core.log"),
    **dict.fromkeys(["Deleted", "Model", "NotModified", "Result", "parse_time", "response_of"], "_core.model"),
    "FileUpload": "_core.multipart",
    **dict.fromkeys(["AsyncPage", "Page"], "_core.page"),
    "RateLimit": "_core.rate_limit",
    **dict.fromkeys(["AsyncOptions", "Options"], "_core.request"),
    "Response": "_core.response",
    **dict.fromkeys(["API_DOCUMENT_SHA256", "API_VERSION"], "_generated.api"),
    **dict.fromkeys(["AsyncParley", "Parley"], "_generated.clients"),
    "Attempt": "_core.errors",
}


def __getattr__(name: str) -> Any:
    module = _MODULES.get(name) or ("_core.errors" if name.endswith("Error") else None)
    if module is None:
        raise AttributeError(f"module 'parley' has no attribute {name!r}")
    value = getattr(importlib.import_module(f".{module}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
