import type { TokenRecord } from '@parley/contracts';

/** The write side, after the commit of identity: once a method has resolved, no later request sees the old state. */
export abstract class TokenStore {
  /** Revokes tokens for good: a look-up in progress cannot restore them. */
  abstract revoke(hashes: readonly string[]): Promise<void>;
  abstract put(hash: string, record: TokenRecord): Promise<void>;
  /** Changes the rate limit of a workspace from the next request on, within the current window. */
  abstract setLimit(workspaceId: string, limitPerMinute: number): Promise<void>;
  /** Drops what is cached about tokens whose records changed, a role for example. */
  abstract invalidate(hashes: readonly string[]): Promise<void>;
}

/** What identity knows about the tokens it issued, read after its commit. */
export interface TokenSource {
  /** The route tags of the workspaces of these tokens, in the same order: a hash does not contain it. */
  routeTagsOf(hashes: readonly string[]): Promise<readonly string[]>;
  routeTagOf(workspaceId: string): Promise<string>;
  /** The hashes of all tokens that were revoked at this time or later. */
  revokedSince(time: Date): Promise<readonly string[]>;
}

/** Injection token of the {@link TokenStoreFactory}, which depends on how the process is deployed. */
export const TOKEN_STORE_FACTORY = Symbol('TOKEN_STORE_FACTORY');

export type TokenStoreFactory = (tokens: TokenSource) => TokenStore;
