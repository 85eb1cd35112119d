import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually, TcpProxy } from '@parley/testing';
import { newInstallation, SERVERS, type Installation } from '../setup/services-process.mjs';

let installation: Installation;
let proxy: TcpProxy;
beforeAll(async () => {
  installation = await newInstallation({}, SERVERS, { isEmpty: true });
  const { hostname: host, port } = new URL(SERVERS.DATABASE_URL);
  proxy = await TcpProxy.start({ host, port: Number(port || 5432) });
});
afterAll(async () => {
  await proxy.close();
  await installation.remove();
});

/** `npm run db:migrate` through the proxy: what it prints, and its exit code at its end. */
function migrate(env: Record<string, string>) {
  const run = { output: '', ended: Promise.resolve<unknown[]>([]) };
  const script = join(import.meta.dirname, '../../scripts/dev/db-migrate.mjs');
  const child = spawn(process.execPath, [script], {
    env: { ...installation.env, DATABASE_URL: proxy.through(installation.env['DATABASE_URL'] ?? ''), ...env },
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => (run.output += String(text)));
  run.ended = once(child, 'close');
  return run;
}

it('the first migrations wait for a database that is not there yet, and say so', async () => {
  await proxy.refuse();
  const run = migrate({ DATABASE_MIGRATION_WAIT: '1h' });
  await eventually(() =>
    expect(run.output).toMatch(/waiting DATABASE_URL: the database .* cannot be used: .*ECONNREFUSED/),
  );
  await proxy.accept();
  expect((await run.ended)[0]).toBe(0);
  expect(run.output).toContain('applied identity: ');
});

it('migrations whose database cannot be reached fail with the reason', async () => {
  await proxy.refuse();
  const run = migrate({});
  expect((await run.ended)[0]).toBe(1);
  expect(run.output).toMatch(/^DATABASE_URL: the database .* cannot be used: .*ECONNREFUSED/m);
  await proxy.accept();
});
