"""The parents of the generated clients."""

from __future__ import annotations

from typing import Self, Unpack

from .calls import Caller
from .config import ClientOptions, Config
from .core import Core
from .log import shown_token
from .sync_transport import SyncTransport
from .wire import Transport


class Resource:
    """Operations of one kind of records."""

    __slots__ = ("_core",)

    def __init__(self, core: Core) -> None:
        self._core = core


class _Client:
    _core: Core

    def __init__(self, config: Config, transport: Transport) -> None:
        self._core = Core(Caller(config, transport))

    def _with(self, options: ClientOptions) -> Self:
        """A client with other options that shares connections and retry budget, if proxy and CA are the same."""
        caller = self._core.caller
        config = caller.config.changed(options)
        shares = (config.proxy, config.ca) == (caller.config.proxy, caller.config.ca)
        other = type(self).__new__(type(self))
        transport = caller.transport if shares else caller.transport.like(config.proxy, config.ca)
        other._core = Core(Caller(config, transport, caller.budget))
        return other

    def __repr__(self) -> str:
        config = self._core.caller.config
        credential = repr(config.auth) if config.api_key is None else shown_token(config.api_key)
        return f"<{type(self).__name__} {config.base_url} {credential}>"


class Client(_Client):
    """A client for threads. It can be used by several of them, and after a fork."""

    def __init__(self, **options: Unpack[ClientOptions]) -> None:
        config = Config.of(options)
        super().__init__(config, SyncTransport(config.proxy, config.ca))

    def with_options(self, **options: Unpack[ClientOptions]) -> Self:
        """A client with other options, which shares the connections of this one."""
        return self._with(options)

    def close(self) -> None:
        """Closes the idle connections."""
        self._core.caller.transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncClient(_Client):
    """A client for asyncio. It has connections of its own in each event loop."""

    def __init__(self, **options: Unpack[ClientOptions]) -> None:
        from .async_transport import AsyncTransport

        config = Config.of(options)
        super().__init__(config, AsyncTransport(config.proxy, config.ca))

    def with_options(self, **options: Unpack[ClientOptions]) -> Self:
        """A client with other options, which shares the connections of this one."""
        return self._with(options)

    async def aclose(self) -> None:
        """Closes the idle connections of this event loop."""
        self._core.caller.transport.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()
