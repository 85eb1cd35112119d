import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { replaceIn } from '../../rolling/next-release.ts';
import type { AlertFault } from '../alert-fault.ts';

/** After a process is ready; each start must be scraped once. */
const RESTART_EVERY_MS = 700;
/** Above the limit of the alert, and below the timeout of a scrape. */
const BLOCKED_MS = 400;
const RUNNING_MS = 50;

export const processes: readonly AlertFault[] = [
  {
    name: 'redis-frozen',
    title: 'Redis says nothing',
    alerts: ['ParleyLimiterDegraded'],
    begin({ scene }) {
      scene.redis.freeze();
      return Promise.resolve(() => scene.redis.thaw());
    },
  },
  {
    name: 'instance-frozen',
    title: 'the only process of ticket is stopped by SIGSTOP',
    alerts: ['ParleyInstancesEjected', 'ParleyServiceUnavailable'],
    begin({ scene }) {
      scene.freeze('ticket 0');
      return Promise.resolve(() => scene.thaw('ticket 0'));
    },
  },
  {
    name: 'storage-away',
    title: 'the folder of the files is none any more, so that uploads fail',
    alerts: ['ParleyUploadsFailing'],
    async begin({ scene }) {
      const folder = scene.deployment.env['FILE_DIR'] ?? '';
      await rename(folder, `${folder}.away`);
      await writeFile(folder, '');
      return async () => {
        await rm(folder);
        await rename(`${folder}.away`, folder);
      };
    },
  },
  {
    name: 'event-loop-blocked',
    title: `a process runs ${RUNNING_MS} ms out of ${BLOCKED_MS + RUNNING_MS}, by SIGSTOP and SIGCONT instead of a computation`,
    alerts: ['ParleyEventLoopBlocked'],
    begin(stage) {
      const stop = stage.repeat(RUNNING_MS, async () => {
        stage.scene.freeze('contact 0');
        await sleep(BLOCKED_MS);
        stage.scene.thaw('contact 0');
      });
      return Promise.resolve(stop);
    },
  },
  {
    name: 'process-crashes',
    title: 'a process is killed and started again and again',
    alerts: ['ParleyRestarts'],
    begin(stage) {
      const stop = stage.repeat(RESTART_EVERY_MS, () => stage.replace('contact 0'));
      return Promise.resolve(stop);
    },
  },
  {
    name: 'releases-mixed',
    title: 'one process is of another release: the same one under another version',
    alerts: ['ParleyReleasesMixed'],
    async begin(stage) {
      const manifest = join(stage.release.folder, 'libs/runtime/package.json');
      const before = await readFile(manifest, 'utf8');
      const { version } = JSON.parse(before) as { version: string };
      await replaceIn(manifest, [`"version": "${version}"`, '"version": "99.0.0"']);
      await stage.replace('contact 0');
      await writeFile(manifest, before);
      return () => stage.replace('contact 0');
    },
  },
  {
    name: 'gateways-killed',
    title: 'every gateway is killed',
    alerts: ['ParleyAbsent', 'ParleyTargetDown'],
    async begin({ scene }) {
      const keys = scene.deployment.keys.filter((key) => key.startsWith('gateway '));
      await Promise.all(keys.map((key) => scene.kill(key)));
      return () => Promise.all(keys.map((key) => scene.restart(key)));
    },
  },
];
