import { ApiError, errors, type ErrorCode, type SerializedError, type ServiceName } from '@parley/contracts';
import type { Context } from '@parley/runtime/context';
import type { HandlerResult } from '@parley/runtime/handlers';

export const CALL = 'call';
export const PING = 'ping';
/** Opens a connection: the service replies with its name and its contract. */
export const OPEN = 'open';
/** The two steps of the handshake: the caller names its role and a nonce, then proves that it knows the secret. */
export const HELLO = 'hello';
export const PROOF = 'proof';

/** Id of the one message that is no reply: the server is about to close. */
export const DRAIN_NOTICE = 'drain';

export interface WireRequest {
  id: string;
  pattern: string;
  data?: unknown;
}

/** Carries the remaining time, not the deadline: the clocks of two machines differ. */
export interface WireCall {
  procedure: string;
  remaining: number;
  ctx: Omit<Context, 'deadline'>;
  input: unknown;
  /** Present if the contracts differ: the parts of the input that the caller does not know either. */
  ignored?: readonly string[];
}

/** JSON leaves out a `value` that is undefined. */
export type Reply = HandlerResult | { error: SerializedError };

/** The call was not started: the server drains, or its release does not support the call. */
export type Refusal = { refused: 'draining' | 'unsupported' };
export type WireReply = Reply | Refusal;

/** Release 0.1.0 tells no `service`. */
export type OpenReply = { value: null; contract: string; service?: ServiceName };

/** Replies to the steps of the handshake; `unauthenticated` precedes the end of the connection. */
export type HandshakeReply = { nonce: string } | { proof: string } | { unauthenticated: true };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

export function isRequest(message: unknown): message is WireRequest {
  return isRecord(message) && typeof message['id'] === 'string' && typeof message['pattern'] === 'string';
}

export function isWireCall(data: unknown): data is WireCall {
  return (
    isRecord(data) &&
    typeof data['procedure'] === 'string' &&
    Number.isFinite(data['remaining']) &&
    isRecord(data['ctx']) &&
    typeof data['ctx']['requestId'] === 'string'
  );
}

const FAILURES: ReadonlySet<string> = new Set<ErrorCode>([
  'internal_error',
  'outcome_unknown',
  'service_unavailable',
]);

/** Whether the instance does not work. One that names the time of a retry works, and sheds load. */
export function isFailure(reply: Reply): boolean {
  return 'error' in reply && FAILURES.has(reply.error.code) && reply.error.retryAfter === undefined;
}

/** Whether another instance may answer better; nothing has taken effect. */
export function isUnavailable(reply: Reply): boolean {
  return isFailure(reply) && 'error' in reply && reply.error.code === 'service_unavailable';
}

/** Throws the `ApiError` of the handler. */
export function resultOf(reply: Reply): HandlerResult {
  if (!('error' in reply)) return reply;
  // A newer version of the service may use codes that this process does not know.
  if (!(reply.error.code in errors)) throw new ApiError('internal_error');
  throw ApiError.fromJSON(reply.error);
}
