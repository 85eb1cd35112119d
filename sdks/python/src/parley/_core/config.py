"""The options of a client, checked and completed from the environment."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypedDict, cast
from urllib.parse import urlsplit

from .errors import ConfigurationError

if TYPE_CHECKING:
    import logging

    from .credentials import TokenAuth
    from .log import RequestInfo, ResponseInfo

Mode = Literal["live", "test"]


class App(TypedDict, total=False):
    """The program that uses the library, for the header User-Agent."""

    name: str
    version: str
    url: str


class Hooks(TypedDict, total=False):
    """Functions that are called with each attempt. `on_request` may return headers to add, such as `traceparent`."""

    on_request: Callable[[RequestInfo], Mapping[str, str] | None]
    on_response: Callable[[ResponseInfo], None]


class ConnectionOptions(TypedDict, total=False):
    """Options of clients and of OAuth. Durations are in seconds."""

    timeout: float
    """Limit of one attempt. It is longer than the server's own limit, so that its answer arrives."""
    connect_timeout: float
    total_timeout: float
    """Limit of a call with all its attempts and waits."""
    max_retries: int
    """Attempts after the first one; 0 is exactly one attempt."""
    proxy: str | None
    """URL of an HTTP proxy; None for no proxy. Default: HTTPS_PROXY, HTTP_PROXY and NO_PROXY."""
    ca: str
    """Path of a PEM file with certificates to trust besides those of the system."""
    allow_insecure: bool
    """Permits to send the credential to another host by plain HTTP."""
    time_scale: float
    """For tests of this library: a factor of every wait and timeout."""


class ClientOptions(ConnectionOptions, total=False):
    """Options of a client. Durations are in seconds."""

    base_url: str
    """Address of the installation, such as `https://api.example.com`. Default: PARLEY_BASE_URL."""
    api_key: str
    """API key or personal access token. Default: PARLEY_API_KEY."""
    auth: TokenAuth
    """OAuth tokens, in the place of an API key."""
    max_response_bytes: int
    logger: logging.Logger
    hooks: Hooks
    app: App
    expect_mode: Mode
    """Refuses a credential of the other mode."""


class Origin(NamedTuple):
    scheme: str
    host: str
    port: int

    @property
    def authority(self) -> str:
        """The header Host: a port that the scheme implies is left out."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"


DEFAULT_PORTS = {"http": 80, "https": 443}


def parse_url(url: str, name: str) -> tuple[Origin, str]:
    """Origin, and path with query, of an absolute URL of http or https without user information."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
        host = host if host.isascii() else host.encode("idna").decode()
    except ValueError:
        raise ConfigurationError(f"{name} is not a URL.") from None
    if parts.scheme not in DEFAULT_PORTS or not host:
        raise ConfigurationError(f"{name} has to begin with http:// or https:// and a host.")
    if parts.username is not None or parts.password is not None:
        raise ConfigurationError(f"{name} must not contain a user or a password.")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if not re.fullmatch(r"[\w.:%-]+", host, re.ASCII) or not re.fullmatch(r"[\x21-\x7e]*", path):
        raise ConfigurationError(f"{name} contains a character that has to be encoded.")
    return Origin(parts.scheme, host, port or DEFAULT_PORTS[parts.scheme]), path


def is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    base_url: str
    api_key: str | None = field(default=None, repr=False)
    auth: TokenAuth | None = None
    timeout: float = 20.0
    connect_timeout: float = 5.0
    total_timeout: float = 90.0
    max_retries: int = 3
    proxy: str | None = field(default="environment", repr=False)
    ca: str | None = None
    max_response_bytes: int = 64 * 1024 * 1024
    logger: logging.Logger | None = None
    hooks: Hooks = field(default_factory=lambda: Hooks())
    app: App = field(default_factory=lambda: App())
    expect_mode: Mode | None = None
    allow_insecure: bool = False
    time_scale: float = 1.0
    origin: Origin = field(init=False)
    prefix: str = field(init=False)

    @classmethod
    def of(cls, options: ClientOptions) -> Config:
        """The configuration of a new client. Raises ConfigurationError for an option that cannot be used."""
        # None stands for what is not given, but for a proxy.
        given = {name: value for name, value in options.items() if value is not None or name == "proxy"}
        unknown = given.keys() - {one.name for one in fields(cls) if one.init}
        if unknown:
            raise ConfigurationError(f"Unknown option: {', '.join(sorted(unknown))}.")
        if "base_url" not in given:
            given["base_url"] = os.environ.get("PARLEY_BASE_URL")
        if "api_key" not in given and "auth" not in given:
            given["api_key"] = os.environ.get("PARLEY_API_KEY")
        if not given.get("base_url"):
            raise ConfigurationError("base_url is required: give it, or set PARLEY_BASE_URL.")
        return cls(**cast("dict[str, Any]", given)).checked()

    def changed(self, options: ClientOptions) -> Config:
        """A copy with other options."""
        given = cast("dict[str, Any]", dict(options))
        if given.keys() & {"api_key", "auth"}:
            given = {"api_key": None, "auth": None, **given}
        try:
            return replace(self, **given).checked()
        except (TypeError, ValueError) as error:
            raise ConfigurationError(f"Unknown option: {error}.") from None

    def __post_init__(self) -> None:
        origin, path = parse_url(self.base_url, "base_url")
        if "?" in path or "#" in self.base_url:
            raise ConfigurationError("base_url must not contain a query or a fragment.")
        object.__setattr__(self, "origin", origin)
        object.__setattr__(self, "prefix", path.rstrip("/"))
        for name in ("timeout", "connect_timeout", "total_timeout", "time_scale", "max_response_bytes"):
            check_duration(name, getattr(self, name))
        check_retries(self.max_retries)

    def checked(self) -> Config:
        """Raises ConfigurationError without a credential that can be used."""
        if (self.api_key is None) == (self.auth is None):
            raise ConfigurationError("Give either api_key, or set PARLEY_API_KEY, or auth.")
        if self.api_key is not None:
            check_token(self.api_key, "api_key")
            self.check_mode(self.api_key)
        self.check_secure(self.origin)
        return self

    def check_secure(self, origin: Origin) -> None:
        if origin.scheme == "http" and not is_loopback(origin.host) and not self.allow_insecure:
            raise ConfigurationError(f"{origin.host} is called by plain http: credentials would be readable on their way.")

    def check_mode(self, token: str) -> None:
        """Raises ConfigurationError if the credential is of another mode than `expect_mode`."""
        mode = "test" if token.startswith(("sk_test_", "at_test_")) else "live"
        if self.expect_mode not in (None, mode):
            raise ConfigurationError(f"The credential is of {mode} mode, and expect_mode is {self.expect_mode}.")


def check_token(token: str, name: str) -> None:
    """Refuses what a header cannot contain; a line feed from a file of secrets is the commonest cause of a 401."""
    if not re.fullmatch(r"[\x21-\x7e]+", token):
        raise ConfigurationError(f"{name} is empty, or contains a blank, a control character or a letter outside ASCII.")


def check_duration(name: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < float("inf"):
        raise ConfigurationError(f"{name} has to be a number above 0.")


def check_retries(value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ConfigurationError("max_retries has to be a whole number, 0 or more.")
