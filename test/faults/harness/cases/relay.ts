import { eventually } from '@parley/testing';
import type { LoadCase } from '../fault-case.ts';

export const relay: readonly LoadCase[] = [
  {
    name: 'killed-before-publishing',
    title: 'kill -9 of a service between its commits and their publication',
    api: 'may refuse',
    async fault(scene) {
      scene.wire('ticket 0', 'broker').blackhole();
      await eventually(async () => (await scene.waiting()) > 30);
      await scene.kill('ticket 0');
    },
    async recover(scene) {
      scene.wire('ticket 0', 'broker').heal();
      await scene.restart('ticket 0');
    },
  },
  {
    name: 'killed-before-commit',
    title: 'kill -9 of a service whose transactions have written their events and not committed',
    api: 'may refuse',
    async fault(scene) {
      await scene.sql(`
        create function ticket.commit_slowly() returns trigger language plpgsql as
          $$ begin perform pg_sleep(1.5); return null; end $$;
        create constraint trigger commit_slowly after insert on ticket.outbox_queue
          deferrable initially deferred for each row execute function ticket.commit_slowly()`);
      await eventually(async () => {
        const [row] = await scene.sql<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity where wait_event = 'PgSleep'`,
        );
        return (row?.n ?? 0) > 1;
      });
      await scene.kill('ticket 0');
    },
    async recover(scene) {
      await scene.sql('drop function ticket.commit_slowly() cascade');
      await scene.restart('ticket 0');
    },
  },
  {
    name: 'killed-before-recording',
    title: 'kill -9 of a service after its events were confirmed and before that is recorded',
    api: 'may refuse',
    async fault(scene) {
      const bus = await scene.observe();
      await scene.sql('alter function ticket.record_outbox_results rename to record_nothing');
      await eventually(() => bus.repeated > 10);
      await scene.kill('ticket 0');
      scene.notes.push(`${bus.repeated} events published again`);
    },
    async recover(scene) {
      await scene.sql('alter function ticket.record_nothing rename to record_outbox_results');
      await scene.restart('ticket 0');
    },
  },
  {
    name: 'relay-frozen',
    title: 'SIGSTOP of one of two relays in the middle of a batch for 20 s, then SIGCONT',
    api: 'may refuse',
    form: { apps: ['ticket'], replicas: 2 },
    async fault(scene) {
      const bus = await scene.observe();
      // A confirm takes so long that a batch is under way at any time.
      for (const at of [0, 1]) scene.wire(`ticket ${at}`, 'broker').latencyMs = 500;
      await scene.lasting(8);
      // One relay at a time publishes a shard, so nothing is published twice until there is a fault.
      if (bus.repeated > 0) scene.violations.push(`${bus.repeated} events were published by both relays`);
      scene.freeze('ticket 1');
      await scene.lasting(20);
      scene.thaw('ticket 1');
      await scene.lasting(8);
      scene.notes.push(`${bus.repeated} of ${bus.messages.length} events published again`);
      if (bus.outOfOrder.length > 0)
        scene.violations.push(`${bus.outOfOrder.length} out of order on the bus`);
    },
    recover(scene) {
      for (const at of [0, 1]) scene.wire(`ticket ${at}`, 'broker').latencyMs = 0;
      return Promise.resolve();
    },
  },
  {
    name: 'frozen-while-publishing',
    title: 'SIGSTOP of the only relay while it publishes, for longer than its leases',
    api: 'may refuse',
    async fault(scene) {
      scene.wire('ticket 0', 'broker').latencyMs = 500;
      await scene.lasting(3);
      scene.freeze('ticket 0');
      await scene.lasting(10);
      scene.thaw('ticket 0');
    },
    recover(scene) {
      scene.wire('ticket 0', 'broker').latencyMs = 0;
      return Promise.resolve();
    },
  },
];
