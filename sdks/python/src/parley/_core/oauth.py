"""OAuth 2: authorization code with PKCE (RFC 6749, 7636, 8414, 9207), refresh, revocation and introspection."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, NoReturn, Unpack
from urllib.parse import parse_qs, quote, quote_plus, urlencode, urlsplit

from .calls import Answer, Caller, decode_error
from .config import Config, ConnectionOptions, Origin, parse_url
from .credentials import TokenAuth
from .errors import ApiError, ConfigurationError, DecodeError, OAuthError, json_object
from .request import Call
from .sync_transport import SyncTransport, run
from .token_store import Token, TokenStore
from .wire import Transport

TokenType = Literal["access_token", "refresh_token"]

MAX_SECONDS = 10.0**9


@dataclass(frozen=True, slots=True)
class AuthorizationRequest:
    """Send the user to `url`; keep `state` and `code_verifier` in the session of the user until the callback."""

    url: str
    state: str = field(repr=False)
    code_verifier: str = field(repr=False)


class OAuthCore:
    """The protocol, for the sync and the asyncio class alike."""

    def __init__(self, auth_url: str, client_id: str, client_secret: str | None, redirect_uri: str | None) -> None:
        parse_url(auth_url, "auth_url")
        self.issuer: str = auth_url.rstrip("/")
        self.client_id = client_id
        self._secret = client_secret
        self._redirect_uri = redirect_uri
        self._metadata: dict[str, Any] | None = None

    async def metadata(self, caller: Caller) -> Mapping[str, Any]:
        """Read once. Raises OAuthError if it is that of another issuer (RFC 8414, 3.3)."""
        if self._metadata is None:
            origin, path = parse_url(self.issuer, "auth_url")
            call = Call(
                operation_id="getMetadata",
                verb="GET",
                target=f"/.well-known/oauth-authorization-server{path.rstrip('/')}",
                headers={"accept": "application/json"},
                is_authorized=False,
                origin=origin,
            )
            document = (await caller.send(call)).document
            if document.get("issuer") != self.issuer:
                _fail("invalid_issuer", "The metadata is that of another issuer.")
            self._metadata = document
        return self._metadata

    async def authorization_url(self, caller: Caller, scopes: Sequence[str] | None, prompt: str | None) -> AuthorizationRequest:
        origin, target = await self._endpoint(caller, "authorization")
        state, verifier = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
        parameters = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": self._redirect(),
            "scope": " ".join(scopes) if scopes else None,
            "prompt": prompt,
            "state": state,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        }
        query = urlencode({name: value for name, value in parameters.items() if value is not None}, quote_via=quote)
        # The endpoint may have a query of its own (RFC 6749, 3.1).
        url = f"{origin.scheme}://{origin.authority}{target}{'&' if '?' in target else '?'}{query}"
        return AuthorizationRequest(url, state, verifier)

    async def exchange(self, caller: Caller, callback_url: str, saved: AuthorizationRequest | Mapping[str, str]) -> Token:
        session = asdict(saved) if isinstance(saved, AuthorizationRequest) else saved
        state, verifier = session.get("state"), session.get("code_verifier")
        given = {name: values[0] for name, values in parse_qs(urlsplit(callback_url).query).items()}
        # A session without a state must not match a callback without one, which anybody can send the user to.
        if not state or not hmac.compare_digest(given.get("state", "").encode(), state.encode()):
            _fail("invalid_state", "The callback does not belong to this request.")
        metadata = await self.metadata(caller)
        announces = metadata.get("authorization_response_iss_parameter_supported")
        if given.get("iss", None if announces else self.issuer) != self.issuer:
            _fail("invalid_issuer", "The callback comes from another issuer.")
        if "error" in given:
            _fail(given["error"], given.get("error_description"))
        if "code" not in given:
            _fail("invalid_request", "The callback has no code.")
        form = {
            "grant_type": "authorization_code",
            "code": given["code"],
            "redirect_uri": self._redirect(),
            "code_verifier": verifier,
        }
        return _token_of(await self._post(caller, "token", form, is_repeatable=False))

    async def refresh(self, caller: Caller, refresh_token: str) -> Token:
        form = {"grant_type": "refresh_token", "refresh_token": refresh_token}
        return _token_of(await self._post(caller, "token", form))

    async def revoke(self, caller: Caller, token: str, hint: TokenType | None) -> None:
        await self._post(caller, "revocation", {"token": token, "token_type_hint": hint})

    async def introspect(self, caller: Caller, token: str, hint: TokenType | None) -> Mapping[str, Any]:
        return (await self._post(caller, "introspection", {"token": token, "token_type_hint": hint})).document

    def _redirect(self) -> str:
        if self._redirect_uri is None:
            raise ConfigurationError("redirect_uri is required to sign users in.")
        return self._redirect_uri

    async def _post(
        self, caller: Caller, endpoint: str, form: Mapping[str, str | None], *, is_repeatable: bool = True
    ) -> Answer:
        origin, target = await self._endpoint(caller, endpoint)
        headers = {"accept": "application/json", "content-type": "application/x-www-form-urlencoded"}
        if self._secret is None:
            form = {**form, "client_id": self.client_id}
        else:
            user = f"{quote_plus(self.client_id)}:{quote_plus(self._secret)}"
            headers["authorization"] = f"Basic {base64.b64encode(user.encode()).decode()}"
        call = Call(
            operation_id=endpoint,
            verb="POST",
            target=target,
            headers=headers,
            body=urlencode({name: value for name, value in form.items() if value is not None}).encode(),
            is_repeatable=is_repeatable,
            is_authorized=False,
            origin=origin,
        )
        try:
            return await caller.send(call)
        except DecodeError as error:
            error.body = ""
            raise
        except ApiError as error:
            raise _oauth_error(error) from error

    async def _endpoint(self, caller: Caller, name: str) -> tuple[Origin, str]:
        """Raises ConfigurationError for an address that neither a browser nor a secret must be sent to."""
        url = (await self.metadata(caller)).get(f"{name}_endpoint")
        if not isinstance(url, str):
            _fail("invalid_metadata", f"The metadata has no {name}_endpoint.")
        origin, target = parse_url(url, f"The {name} endpoint")
        caller.config.check_secure(origin)
        return origin, target


def _oauth_error(error: ApiError) -> ApiError | OAuthError:
    document = json_object(error.body or "") or {}
    if error.body is not None:
        # An answer of this server may contain a token.
        error.body, error.args = None, (f"{error.status} error",)
    code, description = document.get("error"), document.get("error_description")
    if not isinstance(code, str):
        return error
    description = description if isinstance(description, str) else None
    result = OAuthError(f"{error.status} {code!r}: {description!r}")
    result.status, result.error, result.error_description = error.status, code, description
    result.outcome, result.attempts, result.request_id = error.outcome, error.attempts, error.request_id
    result.retry_after = error.retry_after
    return result


def _fail(code: str, description: str | None) -> NoReturn:
    # The text may come from a URL that somebody else made up.
    error = OAuthError(f"{code!r}: {description!r}")
    error.error, error.error_description = code, description
    raise error


def _token_of(answer: Answer) -> Token:
    """Raises DecodeError for what RFC 6749, 5.1 does not have."""
    token, refresh, scope = (answer.document.get(name) for name in ("access_token", "refresh_token", "scope"))
    seconds = answer.document.get("expires_in")
    is_duration = seconds is None or (isinstance(seconds, int | float) and 0 <= seconds <= MAX_SECONDS)
    is_rest = isinstance(refresh, str | None) and isinstance(scope, str | None) and is_duration
    if not isinstance(token, str) or not is_rest:
        raise decode_error("The answer is not a token", answer.response, b"")
    expires = None if seconds is None else datetime.now(UTC) + timedelta(seconds=seconds)
    return Token(token, refresh, None if expires is None else expires.isoformat(timespec="seconds"), scope)


class _App:
    def __init__(
        self,
        *,
        auth_url: str,
        client_id: str,
        client_secret: str | None = None,
        redirect_uri: str | None = None,
        **options: Unpack[ConnectionOptions],
    ) -> None:
        unknown = options.keys() - ConnectionOptions.__annotations__.keys()
        if unknown:
            raise ConfigurationError(f"Unknown option: {', '.join(sorted(unknown))}.")
        self._core = OAuthCore(auth_url, client_id, client_secret, redirect_uri)
        config = Config(base_url=auth_url, **options)
        config.check_secure(config.origin)
        self._caller = Caller(config, self._transport(config))

    def _transport(self, config: Config) -> Transport:
        return SyncTransport(config.proxy, config.ca)

    def auth(self, store: TokenStore) -> TokenAuth:
        """The credential of a client, from the token in the store and its successors."""
        return TokenAuth(self._core, store)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._core.client_id} at {self._core.issuer}>"


class OAuth(_App):
    """An app of OAuth. Without `client_secret` it is a public client. Errors are OAuthError."""

    def metadata(self) -> Mapping[str, Any]:
        """Addresses and features of the server (RFC 8414)."""
        return run(self._core.metadata(self._caller))

    def authorization_url(self, *, scopes: Sequence[str] | None = None, prompt: str | None = None) -> AuthorizationRequest:
        """The page on which the user approves, with a fresh state and PKCE verifier; without scopes: all of the app."""
        return run(self._core.authorization_url(self._caller, scopes, prompt))

    def exchange(self, callback_url: str, saved: AuthorizationRequest | Mapping[str, str]) -> Token:
        """The token for the code in the URL of the callback. `saved` has `state` and `code_verifier` of the request."""
        return run(self._core.exchange(self._caller, callback_url, saved))

    def refresh(self, refresh_token: str) -> Token:
        """The next token. Store it before you use it: the old one ends with its first use."""
        return run(self._core.refresh(self._caller, refresh_token))

    def revoke(self, token: str, *, token_type_hint: TokenType | None = None) -> None:
        """Ends an access token; of a refresh token, the grant with all its tokens (RFC 7009)."""
        run(self._core.revoke(self._caller, token, token_type_hint))

    def introspect(self, token: str, *, token_type_hint: TokenType | None = None) -> Mapping[str, Any]:
        """What a token of this app is good for (RFC 7662); needs the secret."""
        return run(self._core.introspect(self._caller, token, token_type_hint))

    def close(self) -> None:
        self._caller.transport.close()


class AsyncOAuth(_App):
    """An app of OAuth, for asyncio. Without `client_secret` it is a public client. Errors are OAuthError."""

    def _transport(self, config: Config) -> Transport:
        from .async_transport import AsyncTransport

        return AsyncTransport(config.proxy, config.ca)

    async def metadata(self) -> Mapping[str, Any]:
        """Addresses and features of the server (RFC 8414)."""
        return await self._core.metadata(self._caller)

    async def authorization_url(
        self, *, scopes: Sequence[str] | None = None, prompt: str | None = None
    ) -> AuthorizationRequest:
        """The page on which the user approves, with a fresh state and PKCE verifier; without scopes: all of the app."""
        return await self._core.authorization_url(self._caller, scopes, prompt)

    async def exchange(self, callback_url: str, saved: AuthorizationRequest | Mapping[str, str]) -> Token:
        """The token for the code in the URL of the callback. `saved` has `state` and `code_verifier` of the request."""
        return await self._core.exchange(self._caller, callback_url, saved)

    async def refresh(self, refresh_token: str) -> Token:
        """The next token. Store it before you use it: the old one ends with its first use."""
        return await self._core.refresh(self._caller, refresh_token)

    async def revoke(self, token: str, *, token_type_hint: TokenType | None = None) -> None:
        """Ends an access token; of a refresh token, the grant with all its tokens (RFC 7009)."""
        await self._core.revoke(self._caller, token, token_type_hint)

    async def introspect(self, token: str, *, token_type_hint: TokenType | None = None) -> Mapping[str, Any]:
        """What a token of this app is good for (RFC 7662); needs the secret."""
        return await self._core.introspect(self._caller, token, token_type_hint)

    async def aclose(self) -> None:
        self._caller.transport.close()
