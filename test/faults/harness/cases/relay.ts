import { eventually } from '@parley/testing';
import type { BusObserver } from '../bus-observer.ts';
import { restoreCommits, slowDownCommits } from '../commits.ts';
import type { FaultCase } from '../fault-case.ts';
import type { Scene } from '../scene.ts';

/** Leases last 6 s, a relay renews them every 1.5 s. */
const FROZEN_AT_LEAST_S = 8;
/** Several batches of each relay, at a round trip of one second. */
const BATCHES_S = 6;
/** By then a relay that runs has recorded what it was publishing, and published more. */
const BATCH_MS = 2_500;

const pause = () => new Promise((resolve) => setTimeout(resolve, BATCH_MS));

/** Freezes a process after it has published events and before it has recorded that. */
async function freezeWhilePublishing(scene: Scene, key: string, bus: BusObserver): Promise<void> {
  const unrecorded = async (published = bus.ids) => {
    const waiting = await scene.sql<{ id: string }>('select event_id as id from ticket.outbox_queue');
    return waiting.filter(({ id }) => published.has(id)).length;
  };
  await eventually(async () => {
    await eventually(async () => (await unrecorded()) > 0);
    scene.freeze(key);
    // Of another relay these are recorded soon.
    const published = bus.ids;
    await pause();
    const count = await unrecorded(published);
    if (count > 0) return scene.notes.push(`frozen with ${count} events published and not recorded`);
    scene.thaw(key);
    await pause();
    throw new Error('the fault has not happened: no event was published and not recorded');
  });
}

export const relay: readonly FaultCase[] = [
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
      await slowDownCommits(scene, 1.5);
      await eventually(async () => {
        const [row] = await scene.sql<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity where wait_event = 'PgSleep'`,
        );
        return (row?.n ?? 0) > 1;
      });
      await scene.kill('ticket 0');
    },
    async recover(scene) {
      await restoreCommits(scene);
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
      await scene.lasting(8, BATCHES_S);
      // One relay at a time publishes a shard, so nothing is published twice until a relay is frozen for longer than its leases.
      const expectOneRelay = () => {
        if (bus.repeated > 0) scene.violations.push(`${bus.repeated} events were published by both relays`);
      };
      expectOneRelay();
      try {
        await freezeWhilePublishing(scene, 'ticket 1', bus);
      } catch (error) {
        expectOneRelay();
        throw error;
      }
      await scene.lasting(20, FROZEN_AT_LEAST_S);
      // The other relay has taken over.
      await eventually(() => bus.repeated > 0);
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
];
