import type { Parley, ParleyOptions } from '@parley/client';
import type { Confirmations } from './confirmations.ts';
import type { Settings } from './settings.ts';

export const VERSION = '0.1.0';

/** Whose calls the tools make, and what they may do. */
export interface Session {
  /** Has the credential of the caller: what the tools do is what the caller may do */
  readonly parley: Parley;
  /** Scopes that the credential has */
  readonly scopes: readonly string[];
  /** Id of the API key, personal access token or grant */
  readonly credentialId: string;
  /** Id of the user whom the credential acts as; of an API key its creator */
  readonly userId: string;
  readonly settings: Settings;
  readonly confirmations: Confirmations;
  /** Takes errors that no caller may know, for the log */
  readonly report: (error: unknown) => void;
}

/** The time that a tool may take. A host that waits longer shows nothing meanwhile. */
export const TOOL_TIMEOUT_MS = 30_000;

/** A wait that a host is told, and that is not spent inside of a call. */
const WAIT_MAX_SECONDS = 5;

/** The rate limit asks for a longer wait than a call may take. */
export class RateLimited extends Error {
  constructor(readonly seconds: number) {
    super(`The rate limit is reached for ${seconds} s`);
  }
}

/** The options of the client that makes the calls: a tool ends in time, and answers are bounded. */
export const CLIENT_OPTIONS: ParleyOptions = {
  app: { name: 'parley-mcp', version: VERSION },
  timeout: 15_000,
  totalTimeout: TOOL_TIMEOUT_MS,
  maxResponseBytes: 16 * 1024 * 1024,
  hooks: {
    onResponse({ status, headers }) {
      const seconds = Number(headers['retry-after']);
      if (status === 429 && seconds > WAIT_MAX_SECONDS) throw new RateLimited(seconds);
    },
  },
};
