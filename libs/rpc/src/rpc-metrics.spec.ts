import { expect, it } from '@jest/globals';
import { ApiError } from '@parley/contracts';
import { metricsText } from '@parley/runtime/metrics';
import { metricValue, parseMetrics } from '@parley/testing';
import { measuredCall } from './rpc-metrics.ts';

it.each<[string, unknown]>([
  ['ok', null],
  ['refused', new ApiError('not_found')],
  ['unavailable', new ApiError('service_unavailable')],
  ['unknown', new ApiError('outcome_unknown')],
  ['failed', new ApiError('internal_error')],
  ['failed', new TypeError('a bug')],
])(
  'the durations of calls are counted as %s after %s, and the result is that of the call',
  async (outcome, error) => {
    const labels = { callee: 'ticket', procedure: 'ticket.get', outcome };
    const count = async () =>
      metricValue(
        parseMetrics((await metricsText()).text),
        'parley_rpc_client_duration_seconds_count',
        labels,
      ) ?? 0;
    const before = await count();
    const call = measuredCall('ticket', 'ticket.get', () =>
      error === null ? Promise.resolve(1) : Promise.reject(error as Error),
    );
    if (error === null) expect(await call).toBe(1);
    else await expect(call).rejects.toBe(error);
    expect(await count()).toBe(before + 1);
  },
);
