// Loaded into each process that is profiled (`node --import`): SIGUSR2 starts a CPU profile, the next one writes it.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';

const app = /apps\/([^/]+)\/dist\/main\.js$/.exec(process.argv[1] ?? '')?.[1];
const folder = process.env.PROFILE_DIR;
if (app !== undefined && folder !== undefined) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  let started;
  process.on('SIGUSR2', async () => {
    if (started === undefined) {
      started = process.cpuUsage();
      await session.post('Profiler.start');
      return;
    }
    const { profile } = await session.post('Profiler.stop');
    const cpu = process.cpuUsage(started);
    started = undefined;
    writeFileSync(join(folder, `${app}.json`), JSON.stringify({ app, cpu, profile }));
  });
  writeFileSync(join(folder, `${app}.pid`), String(process.pid));
}
