import { systemStatement, tenantStatement } from '@parley/persistence';

export interface AttemptSummary {
  succeeded_at: Date | null;
  /** Failures after that, and how many of them were first attempts of an event. */
  failures: number;
  first_failures: number;
  /** Pause that the receiver requested by Retry-After. */
  pause_ms: number | null;
}

export interface HealthChange extends AttemptSummary {
  id: string;
  url: string;
  is_slow: boolean;
}

export interface EndpointState {
  id: string;
  failures: number;
  failed_events: number;
  failing_ms: number | null;
  has_tripped: boolean;
}

export const updateHealth = systemStatement<EndpointState>(
  'webhook.update_health',
  'results belong to claimed deliveries',
  'select * from update_endpoint_health($1)',
);

export const resetHealth = tenantStatement<never>(
  'webhook.reset_health',
  `update webhook set paused_until = '-infinity', circuit_open_until = '-infinity', circuit_trips = 0, failures = 0,
          failed_events = 0, failing_since = null, is_slow = false, is_half_open = true
    where workspace_id = $1 and mode = $2 and id = $3`,
);

export const isStillFailing = tenantStatement<{ id: string }>(
  'webhook.is_still_failing',
  `select id from webhook where workspace_id = $1 and mode = $2 and id = $3
      and failing_since <= now() - make_interval(secs => $4::double precision / 1000)`,
);
