import type { Span, SpanKind, Tracer } from '@opentelemetry/api';
import type { Env } from '../config.ts';
import {
  isChosen,
  isSampled,
  spanIdOf,
  traceFields,
  traceIdOf,
  unsampled,
  type TraceContext,
} from './trace-context.ts';
import { TracingConfig } from './tracing.config.ts';

/** What a span is called and shows. Names and attributes are never secrets, and names never contain an id. */
export interface SpanOptions {
  kind?: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  attributes?: Readonly<Record<string, string | number | undefined>>;
  /** Other traces that caused the work, such as those of a batch. */
  links?: readonly TraceContext[];
}

/** Work that is being traced. */
export interface ActiveSpan {
  /** Context for what the work calls. */
  readonly context: TraceContext;
  set(attributes: SpanOptions['attributes']): void;
  end(error?: unknown): void;
}

interface Exporting {
  readonly tracer: Tracer;
  readonly ratio: number;
  readonly api: typeof import('@opentelemetry/api');
  shutdown(): Promise<void>;
}

const KINDS = { internal: 0, server: 1, client: 2, producer: 3, consumer: 4 } satisfies Record<
  string,
  SpanKind
>;

/**
 * Traces of the process, exported while a collector is configured. Contexts carry the trace from part to part, so nothing
 * has to be looked up, and work without a sampled trace costs a comparison.
 */
export class Tracing {
  #exporting: Exporting | undefined;

  /** Exports from now on, if a collector is configured. The SDK is loaded only then. */
  async start(name: string, config: TracingConfig): Promise<void> {
    if (config.OTEL_EXPORTER_OTLP_ENDPOINT === '') return;
    const { openExporter } = await import('./exporter.ts');
    this.#exporting = { ...openExporter(name, config), ratio: config.OTEL_TRACES_SAMPLER_ARG };
  }

  /** Exports what has ended; takes up to five seconds. Never throws. */
  async stop(): Promise<void> {
    const exporting = this.#exporting;
    this.#exporting = undefined;
    await exporting?.shutdown().catch(() => undefined);
  }

  /** Whether the spans of this context are exported. */
  isRecording(ctx: TraceContext): boolean {
    return this.#exporting !== undefined && isSampled(ctx);
  }

  /**
   * Begins the trace of a request from outside, or continues the caller's: whether it is sampled is our decision. Without a
   * collector the caller's context is passed on as it is.
   */
  startRoot(name: string, caller: TraceContext, options: SpanOptions): ActiveSpan {
    if (this.#exporting === undefined) return notRecorded(caller);
    const { ratio } = this.#exporting;
    const id = traceIdOf(caller);
    const isTaken = id === undefined ? Math.random() < ratio : isChosen(id, ratio);
    return isTaken ? this.#record(this.#exporting, name, caller, options) : notRecorded(unsampled(caller));
  }

  /** Begins a part of a trace; it must be ended. */
  begin(name: string, ctx: TraceContext, options: SpanOptions = {}): ActiveSpan {
    if (this.#exporting === undefined || !isSampled(ctx)) return notRecorded(ctx);
    return this.#record(this.#exporting, name, ctx, options);
  }

  /** Runs work as a part of a trace, with a context that names it as the cause of what the work calls. */
  async run<C extends TraceContext, T>(
    name: string,
    ctx: C,
    options: SpanOptions,
    work: (ctx: C) => Promise<T>,
  ): Promise<T> {
    if (!this.isRecording(ctx)) return work(ctx);
    const span = this.begin(name, ctx, options);
    try {
      const result = await work({ ...ctx, ...span.context });
      span.end();
      return result;
    } catch (error) {
      span.end(error);
      throw error;
    }
  }

  #record(
    { tracer, api }: Exporting,
    name: string,
    parent: TraceContext,
    { kind = 'internal', attributes = {}, links = [] }: SpanOptions,
  ): ActiveSpan {
    const span = tracer.startSpan(
      name,
      {
        kind: KINDS[kind],
        attributes: withoutUndefined(attributes),
        links: links.flatMap((link) => {
          const context = spanContextOf(link);
          return context === undefined ? [] : [{ context }];
        }),
      },
      parentContext(api, parent),
    );
    return new RecordedSpan(span, parent.tracestate, api.SpanStatusCode.ERROR);
  }
}

class RecordedSpan implements ActiveSpan {
  readonly context: TraceContext;

  constructor(
    private readonly span: Span,
    tracestate: string | undefined,
    private readonly errorCode: number,
  ) {
    const { traceId, spanId } = span.spanContext();
    this.context = traceFields({ traceparent: `00-${traceId}-${spanId}-01`, tracestate });
  }

  set(attributes: SpanOptions['attributes'] = {}): void {
    this.span.setAttributes(withoutUndefined(attributes));
  }

  /** Messages of errors may contain what callers sent: only the kind of an error is shown. */
  end(error?: unknown): void {
    if (error !== undefined) {
      const { code, name } = Object(error) as { code?: unknown; name?: unknown };
      const type = typeof code === 'string' ? code : typeof name === 'string' ? name : 'Error';
      this.span.setStatus({ code: this.errorCode });
      this.span.setAttribute('error.type', type);
    }
    this.span.end();
  }
}

const nothing = (): void => undefined;
const notRecorded = (context: TraceContext): ActiveSpan => ({ context, set: nothing, end: nothing });

function withoutUndefined(attributes: Readonly<Record<string, string | number | undefined>>) {
  return Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
  );
}

function spanContextOf({ traceparent }: TraceContext) {
  if (traceparent === undefined) return undefined;
  return { traceId: traceparent.slice(3, 35), spanId: spanIdOf(traceparent), traceFlags: 1, isRemote: true };
}

function parentContext({ trace, ROOT_CONTEXT }: typeof import('@opentelemetry/api'), parent: TraceContext) {
  const context = spanContextOf(parent);
  return context === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, context);
}

/** That of this process. */
export const tracing = new Tracing();

/** Starts the tracing of this process, if a collector is configured. */
export async function startTracing(name: string, env: Env): Promise<void> {
  await tracing.start(name, new TracingConfig(env));
}
