import { randomBytes } from 'node:crypto';

/** W3C Trace Context, as requests, calls, events and deliveries carry it. */
export interface TraceContext {
  traceparent?: string | undefined;
  /** State of the vendors on the way: passed on unchanged. */
  tracestate?: string | undefined;
}

/** Version 00; ids of zeros only and version ff are invalid. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Longest `tracestate` that is passed on: what the specification asks for at least. */
const TRACESTATE_MAX = 512;
const TRACESTATE = /^[\x20-\x7e]+$/;

/** The trace context of headers, without what is invalid. */
export function traceContextOf(headers: Readonly<Record<string, unknown>>): TraceContext {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== 'string' || !TRACEPARENT.test(traceparent)) return {};
  const isState =
    typeof tracestate === 'string' && tracestate.length <= TRACESTATE_MAX && TRACESTATE.test(tracestate);
  return isState ? { traceparent, tracestate } : { traceparent };
}

/** The fields of a trace context alone, without those that are absent. */
export function traceFields({ traceparent, tracestate }: TraceContext): TraceContext {
  if (traceparent === undefined) return {};
  return tracestate === undefined ? { traceparent } : { traceparent, tracestate };
}

/** The trace id, for logs; `undefined` without a trace. */
export function traceIdOf({ traceparent }: TraceContext): string | undefined {
  return traceparent?.slice(3, 35);
}

/** The id of the span that caused the work. */
export function spanIdOf(traceparent: string): string {
  return traceparent.slice(36, 52);
}

/** Whether the spans of the trace are exported. */
export function isSampled({ traceparent }: TraceContext): boolean {
  return traceparent !== undefined && (Number.parseInt(traceparent.slice(53, 55), 16) & 1) === 1;
}

/** A trace that nobody exports: its id is in the logs all the same. */
export function unsampled({ traceparent, tracestate }: TraceContext): TraceContext {
  if (traceparent !== undefined)
    return traceFields({ traceparent: `${traceparent.slice(0, 53)}00`, tracestate });
  const random = randomBytes(24).toString('hex');
  return { traceparent: `00-${random.slice(0, 32)}-${random.slice(32)}-00` };
}

/** Whether a ratio of traces contains this one: the same for each process that is asked. */
export function isChosen(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-13), 16) < ratio * 2 ** 52;
}
