import { NameResolutionError } from './name-resolver.ts';

export type EgressErrorCode =
  | 'target_not_allowed'
  | 'dns_failed'
  | 'connect_timeout'
  | 'connection_refused'
  | 'connection_failed';

/** Why there is no connection. No message contains an address or a name, so that it reveals nothing about a network. */
export class EgressError extends Error {
  override readonly name = 'EgressError';

  constructor(
    readonly code: EgressErrorCode,
    cause?: unknown,
  ) {
    super(MESSAGES[code], { cause });
  }
}

const MESSAGES: Readonly<Record<EgressErrorCode, string>> = {
  target_not_allowed: 'the target is not allowed',
  dns_failed: 'the name of the target has no address',
  connect_timeout: 'the target does not accept the connection in time',
  connection_refused: 'the target refuses the connection',
  connection_failed: 'the connection to the target cannot be established',
};

const SYSTEM_CODES: Readonly<Record<string, EgressErrorCode>> = {
  ECONNREFUSED: 'connection_refused',
  ETIMEDOUT: 'connect_timeout',
};

/** What the error of a socket that is not connected yet means. Of several addresses the first one counts. */
export function egressError(error: unknown): EgressError {
  if (error instanceof EgressError) return error;
  if (error instanceof NameResolutionError) return new EgressError('dns_failed', error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new EgressError(SYSTEM_CODES[code] ?? 'connection_failed', error);
}
