import type { AlertFault } from '../alert-fault.ts';
import type { Stage } from '../stage.ts';

/** Twice this is above the objective of reads. */
const LATENCY_MS = 160;
/** One workspace alone gets at most half of the connections. */
const WORKSPACES = 4;
const WORKERS = 6;

/** Requests of several workspaces at once, until the function that it answers is called. */
async function crowd(stage: Stage): Promise<() => Promise<unknown>> {
  const { operator } = stage.scene.deployment;
  const workspaces = await Promise.all(Array.from({ length: WORKSPACES }, () => operator.workspace()));
  const workers = workspaces.flatMap(({ credentials }) =>
    Array.from({ length: WORKERS }, () =>
      stage.repeat(10, () =>
        stage.request(credentials.live_key, 'POST', '/v1/tickets', { subject: 'Crowded' }),
      ),
    ),
  );
  return () => Promise.all(workers.map((stop) => stop()));
}

export const database: readonly AlertFault[] = [
  {
    name: 'database-away',
    title: 'ticket does not reach PostgreSQL',
    alerts: ['ParleyApiErrorBudgetFast', 'ParleyApiErrorBudgetSlow'],
    async begin({ scene }) {
      const wire = scene.wire('ticket 0', 'database');
      await wire.refuse();
      return () => wire.accept();
    },
  },
  {
    name: 'database-far',
    title: `the way from ticket to PostgreSQL and back takes ${2 * LATENCY_MS} ms`,
    alerts: ['ParleyReadsSlow'],
    begin({ scene }) {
      const wire = scene.wire('ticket 0', 'database');
      wire.latencyMs = LATENCY_MS;
      return Promise.resolve(() => {
        wire.latencyMs = 0;
        // What is on its way would come after what is sent from now on.
        wire.reset();
      });
    },
  },
  {
    name: 'table-locked',
    title: 'a session holds a lock on the tickets, for which requests of several workspaces wait',
    alerts: ['ParleyPoolExhausted', 'ParleySchedulerLate'],
    async begin(stage) {
      const unlock = await stage.session('begin', 'lock table ticket.ticket in access exclusive mode');
      const disperse = await crowd(stage);
      return async () => {
        await unlock();
        await disperse();
      };
    },
  },
  {
    name: 'partitions-missing',
    title:
      'the partitions of the hours ahead are dropped, instead of hours that pass, and a session holds the lock of the job that creates them',
    alerts: ['ParleyPartitionsMissing', 'ParleyTaskFailing'],
    async begin(stage) {
      const unlock = await stage.session(`select pg_advisory_lock(7307, hashtext('ticket/events'))`);
      const ahead = await stage.scene.sql<{ name: string }>(
        `select relid::text as name from pg_partition_tree('ticket.outbox')
          where isleaf and right(relid::text, 10) > to_char(now() at time zone 'UTC', 'YYYYMMDDHH24') and relid::text ~ '_\\d{10}$'`,
      );
      for (const { name } of ahead) await stage.scene.sql(`drop table ${name}`);
      return unlock;
    },
  },
];
