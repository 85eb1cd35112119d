"""OAuth tokens as the credential of a client."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from .config import check_token
from .errors import AuthorizationExpiredError, ConfigurationError, OAuthError
from .fork import reset_after_fork
from .token_store import Token, TokenStore

if TYPE_CHECKING:
    from .calls import Caller
    from .oauth import OAuthCore


class TokenAuth:
    """Gives each request a valid access token: `Parley(base_url=…, auth=oauth.auth(store))`.

    One refresh is under way at a time, for all threads and tasks. The next token is stored before it is used.
    """

    def __init__(self, core: OAuthCore, store: TokenStore) -> None:
        self._core = core
        self._store = store
        self._token: Token | None = None
        self._flights: dict[type, Any] = {}
        self.after_fork()
        reset_after_fork(self)

    def after_fork(self) -> None:
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"<TokenAuth of {self._core.client_id}>"

    async def token(self, caller: Caller) -> str:
        """The access token, renewed if it expires within a minute."""
        token = self._token
        if token is None:
            self._token = token = self._checked(await caller.transport.blocking(self._store.load))
        if token.is_expiring() and token.refresh_token is not None:
            token = await self._shared(caller, token.access_token)
        return token.access_token

    async def refresh(self, caller: Caller, refused: str) -> None:
        """Renews the token that the server has called expired."""
        await self._shared(caller, refused)

    async def _shared(self, caller: Caller, refused: str) -> Token:
        transport = caller.transport
        with self._lock:
            kind = type(transport)
            flights = self._flights.get(kind)
            if flights is None:
                flights = self._flights[kind] = transport.flights()
        token: Token = await transport.share(flights, lambda: self._refreshed(caller, refused))
        return token

    async def _refreshed(self, caller: Caller, refused: str) -> Token:
        blocking = caller.transport.blocking
        lock = self._store.lock()
        await blocking(lock.__enter__)
        try:
            current = self._checked(await blocking(self._store.load))
            # Another thread or process may have renewed it.
            if current.access_token == refused or current.is_expiring():
                current = await self._renewed(caller, current)
            self._token = current
            return current
        finally:
            await blocking(lambda: lock.__exit__(None, None, None))

    async def _renewed(self, caller: Caller, current: Token) -> Token:
        blocking = caller.transport.blocking
        if current.refresh_token is None:
            raise AuthorizationExpiredError("The access token has expired, and there is no refresh token.")
        try:
            token = await self._core.refresh(caller, current.refresh_token)
        except OAuthError as error:
            if error.error != "invalid_grant":
                raise
            # A process without the lock may have renewed it.
            stored = self._checked(await blocking(self._store.load))
            if stored.refresh_token != current.refresh_token:
                return stored
            expired = AuthorizationExpiredError("The grant has ended: the user has to sign in again.")
            expired.status, expired.error, expired.error_description = error.status, error.error, error.error_description
            raise expired from error
        if not await blocking(lambda: self._store.save(current, token)):
            return self._checked(await blocking(self._store.load))
        return token

    def _checked(self, token: Token | None) -> Token:
        if token is None:
            raise ConfigurationError("The token store is empty: let the user sign in first.")
        check_token(token.access_token, "The access token")
        return token
