import type { TokenStore } from './admission.ts';
import type { TokenSource } from './redis/redis-token-store.ts';

/**
 * Injection token of what makes the write side of admission out of identity's tokens. Which form it is, is the
 * business of who starts the process.
 */
export const TOKEN_STORE_FACTORY = Symbol('TOKEN_STORE_FACTORY');

export type TokenStoreFactory = (tokens: TokenSource) => TokenStore;
