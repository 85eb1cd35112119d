"""Which proxy a connection goes through."""

from __future__ import annotations

import base64
import ipaddress
import os
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from .config import Origin, is_loopback
from .errors import ConfigurationError


class Proxy(NamedTuple):
    """An HTTP proxy; `authorization` is for the proxy alone."""

    host: str
    port: int
    authorization: str | None

    def __repr__(self) -> str:
        return f"<Proxy {self.host}:{self.port}>"

    def connect_head(self, origin: Origin) -> bytes:
        """The request for a tunnel (RFC 9110, 9.3.6)."""
        host = f"[{origin.host}]" if ":" in origin.host else origin.host
        lines = [f"CONNECT {host}:{origin.port} HTTP/1.1", f"Host: {host}:{origin.port}"]
        if self.authorization is not None:
            lines.append(f"Proxy-Authorization: {self.authorization}")
        return "\r\n".join([*lines, "", ""]).encode()


def proxy_for(option: str | None, origin: Origin) -> Proxy | None:
    """That of the option of the client, which is a URL, None or "environment"."""
    if option is None:
        return None
    if option != "environment":
        return parse_proxy(option)
    # A proxy that is elsewhere cannot reach this host, and would get the credential.
    if is_loopback(origin.host) or _is_exempt(origin, _variable("no_proxy")):
        return None
    # CGI gives the header Proxy of a request as HTTP_PROXY (CVE-2016-5385): only the lower case is safe there.
    is_cgi = "REQUEST_METHOD" in os.environ
    url = os.environ.get("http_proxy", "") if origin.scheme == "http" and is_cgi else _variable(f"{origin.scheme}_proxy")
    return parse_proxy(url) if url else None


def _variable(name: str) -> str:
    return os.environ.get(name) or os.environ.get(name.upper()) or ""


def parse_proxy(url: str) -> Proxy:
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        port = parts.port
    except ValueError:
        raise ConfigurationError("The URL of the proxy is not a URL.") from None
    if parts.scheme != "http" or not parts.hostname:
        raise ConfigurationError("The URL of the proxy has to begin with http:// and a host.")
    authorization = None
    if parts.username is not None:
        user = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        authorization = f"Basic {base64.b64encode(user.encode()).decode()}"
    return Proxy(parts.hostname, port or 80, authorization)


def _is_exempt(origin: Origin, no_proxy: str) -> bool:
    return any(_matches(origin, entry.strip().lower()) for entry in no_proxy.split(",") if entry.strip())


def _matches(origin: Origin, entry: str) -> bool:
    if entry == "*":
        return True
    try:
        return ipaddress.ip_address(origin.host) in ipaddress.ip_network(entry.strip("[]"), strict=False)
    except ValueError:
        pass
    name, _, port = entry.rpartition(":") if entry.rpartition(":")[2].isdigit() else (entry, "", "")
    if port and int(port) != origin.port:
        return False
    name = name.strip("[]").removeprefix("*").removeprefix(".")
    return origin.host == name or origin.host.endswith(f".{name}")
