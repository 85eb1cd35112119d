// `npm run dev` on a copy of this checkout, because it rebuilds the sources that it watches.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { EmbeddedPostgres } from '@parley/embedded-postgres';
import { eventually } from '@parley/testing';
import { linkPackages } from '../setup/link-packages.mjs';
import { freePorts, WITHOUT_SERVERS } from '../setup/services-process.mjs';
import { postmasterOf } from './standalone-process.ts';

const root = join(import.meta.dirname, '../..');
const CONFIG = 'apps/gateway/src/gateway.config.ts';

let copy: string;
let dataDir: string;
let child: ChildProcess;
let output = '';

async function copyCheckout(): Promise<string> {
  const target = await mkdtemp(join(tmpdir(), 'parley-dev-'));
  const settings = ['package.json', 'package-lock.json', 'nest-cli.json'];
  const compiler = ['tsconfig.base.json', 'tsconfig.build.json'];
  const own = ['libs', 'apps', 'sdks', 'openapi', 'scripts', ...settings, ...compiler];
  await Promise.all(own.map((name) => cp(join(root, name), join(target, name), { recursive: true })));
  linkPackages(root, target);
  return target;
}

beforeEach(async () => {
  copy = await copyCheckout();
  dataDir = await mkdtemp(join(tmpdir(), 'parley-dev-data-'));
  const [gateway = 0, auth = 0, files = 0, http = 0, inspect = 0] = await freePorts(5);
  child = spawn(process.execPath, ['scripts/dev/dev.mjs'], {
    cwd: copy,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      ...WITHOUT_SERVERS,
      DATA_DIR: dataDir,
      GATEWAY_PORT: String(gateway),
      AUTH_PORT: String(auth),
      FILES_PORT: String(files),
      MAIL_HTTP_PORT: String(http),
      OPERATIONS_PORT: '0',
      INSPECT: `127.0.0.1:${inspect}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
});

afterEach(async () => {
  // SIGKILL would leave behind what it has started.
  if (child.kill('SIGINT')) await once(child, 'exit');
  await EmbeddedPostgres.erase(dataDir);
  await Promise.all([copy, dataDir].map((folder) => rm(folder, { recursive: true, force: true })));
});

const starts = () => output.match(/^ready/gm)?.length ?? 0;

it('restarts after a change and keeps the running version after one that does not compile', async () => {
  await eventually(() => starts() === 1);
  expect(output).toContain('Debugger listening on');
  const source = await readFile(join(copy, CONFIG), 'utf8');

  await writeFile(join(copy, CONFIG), `${source}\nexport const = broken;\n`);
  await eventually(() => output.includes('gateway.config.ts'));

  await writeFile(join(copy, CONFIG), `${source}\nprocess.stdout.write('changed\\n');\n`);
  await eventually(() => starts() === 2);
  expect(output).toContain('changed\n');
  const postmaster = await postmasterOf(dataDir);
  expect(postmaster).toBeDefined();

  child.kill('SIGINT');
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
  expect(() => process.kill(postmaster ?? 0, 0)).toThrow();
});
