import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts, startProcess } from '../../../setup/services-process.mjs';
import { buildForFaults } from '../builds.ts';
import type { FaultCase } from '../fault-case.ts';

const STARTS = 12;
const MIGRATION_S = 30;

export const releases: readonly FaultCase[] = [
  {
    name: 'rolling-restart-behind-proxy',
    title: 'SIGTERM of every gateway and ticket process, one after the other, behind HAProxy',
    needs: ['haproxy'],
    api: 'available',
    form: { apps: ['gateway', 'ticket'], replicas: 2, hasProxy: true, settings: { DRAIN_DELAY: '2s' } },
    async fault(scene) {
      for (const key of ['gateway 0', 'gateway 1', 'ticket 0', 'ticket 1']) {
        await scene.kill(key, 'SIGTERM');
        await scene.restart(key);
        // The proxy looks at it again.
        await scene.lasting(2);
      }
    },
  },
  {
    name: 'starts-during-migration',
    title: `${STARTS} processes of the next release start while its migration takes ${MIGRATION_S} s`,
    api: 'available',
    load: { rate: 5 },
    async fault(scene) {
      const next = await buildForFaults((folder) =>
        writeFile(
          join(folder, 'apps/ticket/src/migrations/9200-long.sql'),
          `select pg_sleep(${MIGRATION_S});\ncreate table of_next_release ();\n`,
        ),
      );
      try {
        const migration = scene.deployment.migrate(next);
        const ports = await freePorts(STARTS);
        const starts = ports.map(async (port, at) => {
          // Twelve at once would leave the load no processor.
          await scene.lasting(at * 1.5);
          const settings = { ...scene.deployment.env, RPC_HOST: '127.0.0.20', RPC_PORT: String(port) };
          const started = await startProcess('ticket', settings, next.folder);
          const [found] = await scene.sql<{ name: string | null }>(
            `select to_regclass('ticket.of_next_release')::text as name`,
          );
          return { started, isEarly: found?.name === null };
        });
        const ready = await Promise.all(starts);
        await migration;
        const early = ready.filter(({ isEarly }) => isEarly).length;
        if (early > 0) scene.violations.push(`${early} processes were ready without the migration`);
        scene.notes.push(`${ready.length} processes became ready after the migration`);
        await Promise.all(ready.map(({ started }) => started.end('SIGTERM')));
      } finally {
        await next.remove();
      }
    },
  },
];
