import { services, type ServiceName } from '@parley/contracts';
import { eventually } from '@parley/testing';
import { messagesOf, queuesOf, type QueueState } from './queues.ts';
import type { Scene } from './scene.ts';
import { violations, type Violation } from './violations.ts';

/** Messages that a consumer has taken are in no queue. */
const PROCESSED_WITHIN_MS = 10_000;

/** What became of the published events of one type at one subscriber. */
export interface Account {
  readonly consumer: string;
  readonly type: string;
  readonly published: number;
  readonly processed: number;
  readonly deadLettered: number;
}

/** Events of all services that are not in a queue of an outbox any more. */
const PUBLISHED = services
  .map(
    (service) => `select o.id, o.type from ${service}.outbox o
       where not exists (select from ${service}.outbox_queue q where q.event_id = o.id)`,
  )
  .join(' union all ');
const STORED = services.map((service) => `select id from ${service}.outbox`).join(' union all ');

/** A subscriber that has processed an event of a type has to process all of them. */
const accountsOf = (service: ServiceName) => `
  with published as (${PUBLISHED}),
  handled as (
    select distinct done.consumer, published.type
      from ${service}.processed_event done join published on published.id = done.message_id)
  select handled.consumer, handled.type, count(*)::int as published, count(done.message_id)::int as processed,
         count(dead.message_id)::int as "deadLettered"
    from handled join published using (type)
    left join ${service}.processed_event done
      on done.consumer = handled.consumer and done.message_id = published.id
    left join ${service}.dead_letter dead
      on dead.consumer in (handled.consumer, '${service}') and dead.message_id = published.id
   group by 1, 2`;

/** What is wrong with the accounts of a service whose queues hold so many messages. */
export function violationsOfAccounts(
  service: ServiceName,
  accounts: readonly Account[],
  waiting: number,
): Violation[] {
  const unaccounted = accounts
    .filter((one) => one.processed + one.deadLettered + waiting < one.published)
    .map(
      ({ consumer, type, published, processed, deadLettered }) =>
        `${consumer}: ${published} ${type} published, ${processed} processed, ${deadLettered} dead-lettered, ${waiting} in the queues of ${service}`,
    );
  return violations('conservation', unaccounted);
}

/** Waits until published = processed + retrying + dead-lettered + in flight, and returns what differs then. */
export async function violationsOfConservation(scene: Scene): Promise<Violation[]> {
  let found: Violation[] = [];
  await eventually(async () => {
    found = await differences(scene, await queuesOf(scene));
    return found.length === 0;
  }, PROCESSED_WITHIN_MS).catch(() => undefined);
  return found;
}

/** At each subscriber; with the dead letters, of which these faults must cause none. */
async function differences(scene: Scene, queues: readonly QueueState[]): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const service of services) {
    const accounts = await scene.sql<Account>(accountsOf(service));
    found.push(...violationsOfAccounts(service, accounts, messagesOf(queues, service)));
    const [sum] = await scene.sql<{ ghosts: number; dead: number; cause: string | null }>(
      `select (select count(*)::int from ${service}.processed_event done
                where not exists (select from (${STORED}) stored where stored.id = done.message_id)) as ghosts,
              (select count(*)::int from ${service}.dead_letter) as dead,
              (select min(consumer || ': ' || error) from ${service}.dead_letter) as cause`,
    );
    if (sum === undefined) continue;
    if (sum.ghosts > 0)
      found.push({
        kind: 'unexpected',
        text: `${service}: ${sum.ghosts} processed that were never committed`,
      });
    if (sum.dead > 0)
      found.push({ kind: 'conservation', text: `${service}: ${sum.dead} dead letters, ${sum.cause ?? ''}` });
  }
  return found;
}
