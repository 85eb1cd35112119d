import * as api from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { withTimeout } from '../async/timeout.ts';
import type { TracingConfig } from './tracing.config.ts';

const EXPORT_TIMEOUT_MS = 5_000;
/** Spans beyond are dropped: a collector that is out must not cost memory. */
const QUEUE_MAX = 2_048;
const EXPORT_INTERVAL_MS = 1_000;

/** Loads the SDK and opens the exporter. What it is given is sampled already. */
export function openExporter(name: string, config: TracingConfig) {
  const exporter = new OTLPTraceExporter({
    url: `${config.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`,
    headers: headersOf(config.OTEL_EXPORTER_OTLP_HEADERS),
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': name, 'service.namespace': 'parley' }),
    sampler: new AlwaysOnSampler(),
    spanProcessors: [
      new BatchSpanProcessor(exporter, {
        maxQueueSize: QUEUE_MAX,
        maxExportBatchSize: QUEUE_MAX / 4,
        scheduledDelayMillis: EXPORT_INTERVAL_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const shutdown = () => withTimeout(provider.shutdown(), EXPORT_TIMEOUT_MS, 'Export of traces');
  return { tracer: provider.getTracer('parley'), api, shutdown };
}

function headersOf(text: string): Record<string, string> {
  const pairs = text === '' ? [] : text.split(',').map((pair) => pair.split('='));
  return Object.fromEntries(pairs.map(([name = '', ...value]) => [name, value.join('=')]));
}
