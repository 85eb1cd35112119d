import type { Scene } from './scene.ts';
import { violations, type Violation } from './violations.ts';

/** The retry schedule of the harness: as many attempts as it has steps. */
export const RETRY_SCHEDULE = '0s,1s,2s,4s,8s,16s';
const ATTEMPTS_MAX = RETRY_SCHEDULE.split(',').length;
const DELIVERED = 2;
const EXHAUSTED = 3;
const CANCELLED = 4;

/** What became of the events of a webhook. */
export interface Outcome {
  readonly webhook: string;
  readonly isEnabled: boolean;
  /** Of the deliveries; `null` for events without a completed delivery. */
  readonly status: number | null;
  readonly count: number;
  readonly attempts: number;
}

/** Each event ends delivered, exhausted or, at a disabled webhook, cancelled; with no more attempts than the schedule has. */
export function violationsOfOutcomes(outcomes: readonly Outcome[]): Violation[] {
  const isEnd = ({ status, isEnabled }: Outcome) =>
    status === DELIVERED || status === EXHAUSTED || (status === CANCELLED && !isEnabled);
  const ended = outcomes
    .filter((outcome) => !isEnd(outcome))
    .map(({ webhook, count, status }) => `${webhook}: ${count} events ended with status ${status ?? 'none'}`);
  const tooOften = outcomes
    .filter(({ attempts }) => attempts > ATTEMPTS_MAX)
    .map(({ webhook, attempts }) => `${webhook}: ${attempts} attempts of ${ATTEMPTS_MAX}`);
  return violations('delivery', [...ended, ...tooOften]);
}

/** What is wrong with the deliveries: as they arrived, and as the webhook service has recorded them. */
export async function violationsOfDeliveries(scene: Scene): Promise<Violation[]> {
  const outcomes = await scene.sql<Outcome>(
    `select w.id as webhook, w.status = 'enabled' as "isEnabled", d.status, count(*)::int as count,
            coalesce(max(d.attempts_made), 0)::int as attempts
       from webhook.webhook w
       join ticket.outbox o on o.workspace_id = w.workspace_id and o.envelope->>'mode' = w.mode
        and o.type = any(w.events) and o.occurred_at > w.created_at
       left join webhook.completed_delivery d on d.workspace_id = w.workspace_id and d.mode = w.mode
        and d.webhook_id = w.id and d.event_id = o.id
      group by 1, 2, 3`,
  );
  const ofTenants = scene.tenants.flatMap(({ name, refused, undocumented, attempts }) => [
    ...first(refused, `deliveries to ${name} without a valid signature`),
    ...first(undocumented, `deliveries to ${name} that the API document does not describe`),
    ...first(
      [...attempts].filter(([, count]) => count > ATTEMPTS_MAX).map(([id, count]) => `${id}, ${count} times`),
      `events that ${name} got more than ${ATTEMPTS_MAX} times`,
    ),
  ]);
  return [...violationsOfOutcomes(outcomes), ...violations('delivery', ofTenants)];
}

const first = (found: readonly string[], what: string): string[] =>
  found.length === 0 ? [] : [`${found.length} ${what}: ${found[0]}`];
