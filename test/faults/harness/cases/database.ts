import type { FaultCase } from '../fault-case.ts';
import { restoreCommits, slowDownCommits } from '../commits.ts';
import type { Scene } from '../scene.ts';

/** Whether requests have failed since the fault began. */
function wereRefused({ load, brokenAt }: Scene): boolean {
  return load.between(brokenAt).some(({ outcome }) => outcome !== 'ok');
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
];
