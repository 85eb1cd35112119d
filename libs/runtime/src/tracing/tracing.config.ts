import { z } from 'zod';
import { Config, integer, secretSetting, setting } from '../config.ts';

export class TracingConfig extends Config({
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    'URL of an OpenTelemetry collector (OTLP over HTTP), such as `http://collector:4318`; empty exports no traces',
    z.union([z.literal(''), z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })]),
    '',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secretSetting(
    'Headers for the collector, comma-separated name=value',
    z.string().regex(/^([\w-]+=[^,]*(,[\w-]+=[^,]*)*)?$/, 'must be name=value, comma-separated'),
    '',
  ),
  OTEL_EXPORTER_OTLP_TIMEOUT: setting(
    'Milliseconds after which spans that the collector has not taken are dropped',
    integer(1, 600_000),
    '10000',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    'Ratio of the traces that are exported, from 0 to 1; whether a caller samples its trace has no influence',
    z
      .string()
      .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
      .transform(Number),
    '1',
  ),
}) {}
