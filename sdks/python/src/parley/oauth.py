"""OAuth for apps that act for users: sign-in, tokens and where they are kept."""

from ._core.credentials import TokenAuth
from ._core.oauth import AsyncOAuth, AuthorizationRequest, OAuth
from ._core.token_store import FileTokenStore, MemoryTokenStore, Token, TokenStore

__all__ = [
    "AsyncOAuth",
    "AuthorizationRequest",
    "FileTokenStore",
    "MemoryTokenStore",
    "OAuth",
    "Token",
    "TokenAuth",
    "TokenStore",
]
