// The entry point of @parley/client/oauth.
export { OAuth } from './core/oauth.ts';
export type { AuthorizationRequest, Introspection, OAuthMetadata, OAuthOptions } from './core/oauth.ts';
export { FileTokenStore, MemoryTokenStore, Tokens } from './core/token-store.ts';
export type { TokenData, TokenStore } from './core/token-store.ts';
export { AuthorizationExpiredError, OAuthError } from './core/errors.ts';
