import { Counter, ObservedMetric } from '@parley/runtime/metrics';

const decisions = new Counter({
  name: 'parley_limiter_decisions_total',
  help:
    'Requests by what was decided: limiter token (admitted, limited, refused, wrong-address, unavailable), and the limiters ' +
    'of addresses and OAuth clients (admitted, limited)',
  labelNames: ['limiter', 'decision'],
});

export const countDecision = (limiter: string, decision: string) => decisions.inc({ limiter, decision });

export const degradedRequests = new Counter({
  name: 'parley_limiter_degraded_requests_total',
  help: 'Requests that were limited by this process alone, because the shared state was unavailable',
});

export const degradedMode = new ObservedMetric({
  name: 'parley_limiter_degraded',
  help: '1 if the latest request could not use the shared state of limits, else 0',
  labelNames: ['state'],
});
