import type { SpanContext } from '@opentelemetry/api';

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

/** Whether the spans of the trace are exported. */
export function isSampled({ traceparent }: TraceContext): boolean {
  return traceparent !== undefined && (Number.parseInt(traceparent.slice(53, 55), 16) & 1) === 1;
}

/** The span that caused the work. The context is valid: `traceContextOf` has checked it. */
export function spanContextOf({ traceparent }: TraceContext): SpanContext | undefined {
  if (traceparent === undefined) return undefined;
  const [traceId, spanId] = [traceparent.slice(3, 35), traceparent.slice(36, 52)];
  return { traceId, spanId, traceFlags: Number(isSampled({ traceparent })), isRemote: true };
}

/** The context of what a span causes. */
export function continued({ traceId, spanId, traceFlags }: SpanContext, tracestate?: string): TraceContext {
  return traceFields({ traceparent: `00-${traceId}-${spanId}-0${traceFlags}`, tracestate });
}

/** The same trace, about which nobody has decided yet whether it is sampled. */
export function unsampled({ traceparent, tracestate }: TraceContext): TraceContext {
  return traceparent === undefined ? {} : { traceparent: `${traceparent.slice(0, 53)}00`, tracestate };
}
