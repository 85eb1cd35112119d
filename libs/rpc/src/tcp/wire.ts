import { ApiError, errors, type SerializedError } from '@parley/contracts';
import { remaining, type Context, type HandlerResult } from '@parley/kernel';

/** The two requests that travel: a call, and the question whether somebody is there. */
export const CALL = 'call';
export const PING = 'ping';

/** The id of the one message that answers nothing: the server says that it is about to go. */
export const DRAIN_NOTICE = 'drain';

/** Nest's request packet, as far as we use it. */
export interface Request {
  id: string;
  pattern: string;
  data?: unknown;
}

/** A call as it travels. Clocks of two machines differ, so it carries the milliseconds left, not the deadline. */
export interface WireCall {
  procedure: string;
  remaining: number;
  ctx: Omit<Context, 'deadline'>;
  input: unknown;
}

/** `refused`: the server drains and did not begin with the call. JSON leaves an undefined `value` out. */
export type WireReply = HandlerResult | { error: SerializedError } | { refused: true };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

export function isRequest(message: unknown): message is Request {
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

export function toWire(procedure: string, ctx: Context, input: unknown): WireCall {
  const { deadline: _, ...rest } = ctx;
  return { procedure, remaining: remaining(ctx), ctx: rest, input };
}

/** The context for the handler: its deadline by the clock of this machine. */
export function contextOf(call: WireCall): Context {
  return { ...call.ctx, deadline: Date.now() + call.remaining };
}

/** The answer of a reply. Throws the `ApiError` that the handler threw. */
export function answerOf(reply: Exclude<WireReply, { refused: true }>): HandlerResult {
  if (!('error' in reply)) return reply;
  // A newer service may know codes that this process does not.
  if (!(reply.error.code in errors)) throw new ApiError('internal_error');
  throw ApiError.fromJSON(reply.error);
}
