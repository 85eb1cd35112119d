import { uuidOf } from '@parley/contracts';
import { newId } from '@parley/kernel';
import { eventually } from '@parley/testing';
import { shardOf, type Envelope } from '../../../../libs/events/src/envelope.ts';
import type { FaultCase } from '../fault-case.ts';
import { restoreCommits, slowDownCommits } from '../commits.ts';
import type { Scene } from '../scene.ts';

/** How many are inserted by one statement. */
const CHUNK = 20_000;
/** How many events wait, by default a million. */
const WAITING = Number(process.env['FAULTS_WAITING'] ?? 1_000_000);

/** Whether requests have failed since the fault began. */
function wereRefused({ load, brokenAt }: Scene): boolean {
  return load.between(brokenAt).some(({ outcome }) => outcome !== 'ok');
}

/** Lets events of another workspace wait: copies of one, each with an id and a ticket of its own. */
async function fillOutbox(scene: Scene, count: number): Promise<void> {
  const [found] = await scene.sql<{ envelope: Envelope }>(
    `select envelope from ticket.outbox where type = 'ticket.created' limit 1`,
  );
  const workspace = newId('workspace');
  for (let left = count; left > 0; left -= CHUNK) {
    const rows = Array.from({ length: Math.min(left, CHUNK) }, () => {
      const [id, ticket] = [newId('event'), newId('ticket')];
      const of = { id, subject: ticket, partitionkey: ticket, workspaceid: workspace };
      // With a subject of their own, or they would be taken for events of the load in another workspace.
      const data = { ...found?.envelope.data, id: ticket, subject: 'Backlog' };
      const envelope = { ...found?.envelope, ...of, data };
      return { id: uuidOf('event', id), ticket, shard: shardOf(ticket), envelope };
    });
    await scene.sql(
      `with event as (
         insert into ticket.outbox (id, aggregatetype, aggregateid, type, shard, workspace_id, envelope)
           select id, 'ticket', ticket, 'ticket.created', shard, $2, envelope
             from json_to_recordset($1) as row (id uuid, ticket text, shard smallint, envelope jsonb)
           returning shard, workspace_id, position, id, occurred_at)
       insert into ticket.outbox_queue (shard, workspace_id, position, event_id, occurred_at)
         select shard, workspace_id, position, id, occurred_at from event`,
      [JSON.stringify(rows), uuidOf('workspace', workspace)],
    );
  }
}

/** Tables of the services, partitions left out. */
async function tablesOf(scene: Scene): Promise<string[]> {
  const rows = await scene.sql<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition
        and n.nspname in ('identity', 'contact', 'conversation', 'ticket', 'webhook')`,
  );
  return rows.map(({ name }) => name);
}

export const database: readonly FaultCase[] = [
  {
    name: 'database-stopped',
    title: 'PostgreSQL is stopped without a checkpoint, and started again after 5 s',
    api: 'may refuse',
    async fault(scene) {
      await scene.postgres.stopImmediately();
      await scene.lasting(5);
      scene.assertFault(wereRefused(scene), 'no request was refused');
    },
    recover: (scene) => scene.postgres.run(),
  },
  {
    name: 'primary-lost',
    title: 'kill -9 of the primary under commits, and its synchronous standby is promoted',
    api: 'may refuse',
    form: { hasStandby: true },
    async fault(scene) {
      const { standby } = scene;
      if (standby === undefined) throw new Error('no standby');
      await scene.postgres.kill();
      await scene.lasting(3);
      scene.assertFault(wereRefused(scene), 'no request was refused');
      await standby.promote();
      scene.postgres = standby;
      for (const wire of scene.wires('database')) wire.aim({ host: '127.0.0.1', port: standby.port });
    },
    recover(scene) {
      for (const wire of scene.wires('database')) wire.cut();
      return Promise.resolve();
    },
  },
  {
    name: 'commit-cut',
    title: 'connections to the database that are reset every 300 ms for 15 s, some in a COMMIT',
    api: 'may refuse',
    async fault(scene) {
      // A commit takes so long that each reset meets some.
      await slowDownCommits(scene, 0.1);
      const storm = setInterval(() => {
        scene.wire('ticket 0', 'database').reset();
      }, 300);
      await scene.lasting(15);
      clearInterval(storm);
      const cut = scene.load.between(scene.brokenAt).filter(({ code }) => code === 'outcome_unknown');
      scene.notes.push(`${cut.length} commits were cut`);
      scene.assertFault(cut.length > 0, 'no commit was cut');
    },
    async recover(scene) {
      await restoreCommits(scene);
    },
  },
  {
    name: 'one-without-database',
    title: 'one of two processes of a service cannot reach the database for 15 s',
    api: 'may refuse',
    form: { apps: ['ticket'], replicas: 2 },
    async fault(scene) {
      const wire = scene.wire('ticket 1', 'database');
      scene.assertFault(wire.connections > 0, 'the process had no connections');
      await wire.refuse();
      await scene.lasting(15);
    },
    recover: (scene) => scene.wire('ticket 1', 'database').accept(),
  },
  {
    name: 'pooler-cut',
    title:
      'everything through PgBouncer in transaction mode, whose connections are cut every second for 10 s',
    api: 'may refuse',
    needs: ['pgbouncer'],
    mayReorder: true,
    form: { hasPgBouncer: true },
    async fault(scene) {
      let cut = 0;
      const storm = setInterval(() => {
        for (const wire of scene.wires('database')) {
          cut += wire.connections;
          wire.cut();
        }
      }, 1_000);
      await scene.lasting(10, 3);
      clearInterval(storm);
      scene.notes.push(`${cut} connections cut`);
      scene.assertFault(cut > 0, 'there were no connections');
    },
  },
  {
    name: 'columns-added',
    title: 'every table gets another column under the processes that do not know it',
    api: 'available',
    async fault(scene) {
      const names = await tablesOf(scene);
      for (const name of names)
        await eventually(() =>
          scene.sql(`set lock_timeout = '300ms'; alter table ${name} add column of_next_release text`),
        );
      scene.notes.push(`${names.length} tables`);
      await scene.lasting(5);
    },
  },
  {
    name: 'outbox-of-a-million',
    title: `${WAITING} events of another workspace wait in the outbox`,
    api: 'available',
    isBacklogLeft: true,
    async fault(scene) {
      scene.wire('ticket 0', 'broker').blackhole();
      await fillOutbox(scene, WAITING);
    },
    async recover(scene) {
      scene.wire('ticket 0', 'broker').heal();
      scene.notes.push(`${await scene.waiting()} events waited`);
    },
    async check(scene) {
      const left = await scene.waiting();
      scene.notes.push(`${left} still waited when the events of this workspace had arrived`);
      await scene.sql('truncate ticket.outbox_queue');
    },
  },
];
