import {
  INVALID_SPAN_CONTEXT,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions as ApiSpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Env } from '../config.ts';
import type { openExporter } from './exporter.ts';
import { continued, isSampled, spanContextOf, type TraceContext, unsampled } from './trace-context.ts';
import { TracingConfig } from './tracing.config.ts';

export { type Span, SpanKind } from '@opentelemetry/api';

/** What a span shows. Names and attributes are never secrets, and names never contain an id. */
export interface SpanOptions extends Pick<ApiSpanOptions, 'kind' | 'attributes'> {
  /** Other traces that caused the work, such as those of a batch. */
  links?: readonly TraceContext[];
}

/** Work that is being traced: its span, and the context for what the work calls. */
export interface TracedWork {
  readonly span: Span;
  readonly context: TraceContext;
}

const NOT_RECORDED = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/**
 * Traces of the process, exported while a collector is configured. Contexts carry the trace from part to part, so nothing
 * has to be looked up, and work without a sampled trace costs a comparison.
 */
export class Tracing {
  #exporter: ReturnType<typeof openExporter> | undefined;

  /** Exports from now on, if a collector is configured. The SDK is loaded only then. */
  async start(name: string, config: TracingConfig): Promise<void> {
    if (config.OTEL_EXPORTER_OTLP_ENDPOINT === '') return;
    const { openExporter } = await import('./exporter.ts');
    this.#exporter = openExporter(name, config);
  }

  /** Exports what has ended; takes up to five seconds. Never throws. */
  async stop(): Promise<void> {
    const exporter = this.#exporter;
    this.#exporter = undefined;
    await exporter?.shutdown().catch(() => undefined);
  }

  /** Whether the spans of this context are exported. */
  isRecording(ctx: TraceContext): boolean {
    return this.#exporter !== undefined && isSampled(ctx);
  }

  /**
   * Begins the trace of a request from outside, or continues the caller's: whether it is sampled is our decision. Without a
   * collector the caller's context is passed on as it is.
   */
  startRoot(name: string, caller: TraceContext, options: SpanOptions): TracedWork {
    return this.begin(name, this.#exporter === undefined ? caller : unsampled(caller), options);
  }

  /** Runs work as a part of a trace, with a context that names it as the cause of what the work calls. */
  async run<C extends TraceContext, T>(
    name: string,
    ctx: C,
    options: SpanOptions,
    work: (ctx: C, span: Span) => Promise<T>,
  ): Promise<T> {
    if (!this.isRecording(ctx)) return work(ctx, NOT_RECORDED);
    const { span, context } = this.begin(name, ctx, options);
    try {
      return await work({ ...ctx, ...context }, span);
    } catch (error) {
      setFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  /** Begins a part of a trace; its span must be ended. */
  begin(name: string, parent: TraceContext, { kind, attributes, links = [] }: SpanOptions): TracedWork {
    const exporter = this.#exporter;
    if (exporter === undefined) return { span: NOT_RECORDED, context: parent };
    const linked = links.flatMap((link) => spanContextOf(link) ?? []).map((context) => ({ context }));
    const cause = spanContextOf(parent);
    const context = cause === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, cause);
    const span = exporter.tracer.startSpan(name, { kind, attributes, links: linked }, context);
    return { span, context: continued(span.spanContext(), parent.tracestate) };
  }
}

/** Marks the work of a span as failed. Messages of errors may contain what callers sent: only the kind of an error is shown. */
export function setFailed(span: Span, error: unknown): void {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown };
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', [code, name].find((kind) => typeof kind === 'string') ?? 'Error');
}

/** That of this process. */
export const tracing = new Tracing();

/** Starts the tracing of this process, if a collector is configured. */
export async function startTracing(name: string, env: Env): Promise<void> {
  await tracing.start(name, new TracingConfig(env));
}
