import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import { withTimeout } from '../async/timeout.ts';
import type { TracingConfig } from './tracing.config.ts';

const SHUTDOWN_TIMEOUT_MS = 5_000;
/** Spans beyond are dropped: a collector that is out must not cost memory. */
const QUEUE_MAX = 2_048;
const EXPORT_INTERVAL_MS = 1_000;

/** Opens the exporter. A trace that no part has sampled yet is sampled by the configured ratio. */
export function openExporter(name: string, config: TracingConfig) {
  const exporter = new OTLPTraceExporter({
    url: `${config.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`,
    headers: headersOf(config.OTEL_EXPORTER_OTLP_HEADERS),
    timeoutMillis: config.OTEL_EXPORTER_OTLP_TIMEOUT,
  });
  const ratio = new TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG);
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': name, 'service.namespace': 'parley' }),
    sampler: new ParentBasedSampler({ root: ratio, remoteParentNotSampled: ratio }),
    spanProcessors: [
      new BatchSpanProcessor(exporter, {
        maxQueueSize: QUEUE_MAX,
        maxExportBatchSize: QUEUE_MAX / 4,
        scheduledDelayMillis: EXPORT_INTERVAL_MS,
        exportTimeoutMillis: config.OTEL_EXPORTER_OTLP_TIMEOUT,
      }),
    ],
  });
  return {
    tracer: provider.getTracer('parley'),
    shutdown: () => withTimeout(provider.shutdown(), SHUTDOWN_TIMEOUT_MS, 'Export of traces'),
  };
}

function headersOf(text: string): Record<string, string> {
  const pairs = text === '' ? [] : text.split(',').map((pair) => pair.split('='));
  return Object.fromEntries(pairs.map(([name = '', ...value]) => [name, value.join('=')]));
}
