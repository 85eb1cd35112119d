import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { services } from '@parley/contracts';
import { eventually, OPERATOR_SECRET, TcpProxy } from '@parley/testing';
import {
  freePorts,
  migrateInstallation,
  newInstallation,
  SERVERS,
  startProcess,
  type Installation,
  type RunningProcess,
} from '../setup/services-process.mjs';

/**
 * `parley status` with no more than the environment of the operator's pod and container: no database, no broker and no data
 * folder. From an installation of which nothing runs yet to one that is broken.
 */
const root = join(import.meta.dirname, '../..');
const apps = [...services, 'gateway'];

interface Part {
  service?: string;
  status: string;
  reason: string | null;
  version: string | null;
  processes: number;
  ready: number;
}
interface Status {
  code: number;
  lines: string[];
  gateway: Part;
  services: Part[];
  other_processes?: { address: string }[];
}

let installation: Installation;
let folder: string;
/** The wire from contact to the database. */
let wire: TcpProxy;
const ports = new Map<string, number>();
const running = new Map<string, Promise<RunningProcess>>();
let pod: Record<string, string>;

beforeAll(async () => {
  (await freePorts(apps.length)).forEach((port, at) => ports.set(apps[at] ?? '', port));
  installation = await newInstallation(
    { ENCRYPTION_KEYS: randomBytes(32).toString('base64'), DATABASE_POOL_SIZE: '5' },
    SERVERS,
    { isEmpty: true },
  );
  const { hostname: host, port } = new URL(SERVERS.DATABASE_URL);
  wire = await TcpProxy.start({ host, port: Number(port || 5432) });
  folder = await mkdtemp(join(tmpdir(), 'parley-operator-'));
  const secret = join(folder, 'operator-secret');
  await writeFile(secret, `${OPERATOR_SECRET}\n`);
  pod = {
    RPC_ADDRESSES: installation.env['RPC_ADDRESSES'] ?? '',
    OPERATIONS_ADDRESSES: apps.map((app) => `${app}=127.0.0.1:${ports.get(app)}`).join(','),
    OPERATOR_SECRET_FILE: secret,
    DATA_DIR: '/nonexistent',
  };
});
afterAll(async () => {
  for (const one of running.values()) await (await one).end('SIGTERM');
  await wire.close();
  await installation.remove();
  await rm(folder, { recursive: true });
});

function start(app: string): void {
  const rpcPort = new RegExp(`\\b${app}=127.0.0.1:(\\d+)`).exec(pod['RPC_ADDRESSES'] ?? '')?.[1] ?? '0';
  const { DATABASE_URL = '' } = installation.env;
  const own = {
    RPC_PORT: rpcPort,
    OPERATIONS_PORT: String(ports.get(app)),
    DATABASE_URL: app === 'contact' ? wire.through(DATABASE_URL) : DATABASE_URL,
  };
  running.set(app, startProcess(app, { ...installation.env, ...own }));
}

/** What the command prints; of a failure the lines on standard error, without the name of the command. */
function status(changes: Readonly<Record<string, string>> = {}): Promise<Status> {
  const program = [join(root, 'apps/cli/bin/parley.mjs'), 'status', '--json'];
  const env = { PATH: process.env['PATH'], ...pod, ...changes };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, program, { env }, (error, stdout, stderr) => {
      const lines = stderr
        .replace(/^status: /, '')
        .split('\n')
        .filter(Boolean);
      try {
        resolve({ ...(JSON.parse(stdout) as Status), code: Number(error?.code ?? 0), lines });
      } catch {
        reject(new Error(`no JSON: ${stdout}${stderr}`));
      }
    });
  });
}

const allReady = { status: 'ready', reason: null, version: expect.any(String), processes: 1, ready: 1 };

it('says of each part that nothing answers, before anything runs', async () => {
  const { code, lines, gateway, services: found } = await status();
  expect(code).toBe(1);
  expect(gateway).toMatchObject({ status: 'unavailable', processes: 1, ready: 0 });
  expect(found.map((one) => [one.service, one.status])).toEqual(services.map((one) => [one, 'unavailable']));
  expect(lines).toEqual(
    ['gateway', ...services].map(
      (app) =>
        `${app === 'gateway' ? 'the gateway' : app} is unavailable: nothing answers at 127.0.0.1:${ports.get(app)} (ECONNREFUSED)`,
    ),
  );
});

it('says that a name leads to no process, as that of a container which is not created yet', async () => {
  const { code, lines } = await status({ OPERATIONS_ADDRESSES: 'gateway=gateway.invalid:9464' });
  expect(code).toBe(1);
  expect(lines[0]).toMatch(
    /^the gateway is unavailable: no process is behind the name gateway\.invalid \((ENOTFOUND|EAI_AGAIN)\)$/,
  );
  expect(lines[1]).toBe('identity is unavailable: no process of it is at gateway.invalid:9464');
});

it('says in the first minute that services start, and that they wait for their roles and migrations', async () => {
  for (const app of apps) start(app);
  await eventually(async () => {
    const { code, lines, gateway, services: found } = await status();
    expect(code).toBe(1);
    expect(gateway).toMatchObject(allReady);
    for (const { service = '', ...part } of found) {
      expect(part).toMatchObject({ status: 'starting', processes: 1, ready: 0 });
      expect(part.reason).toMatch(new RegExp(`^database ${service}: .*(role|schema|migration)`));
    }
    expect(lines).toEqual(found.map(({ service, reason }) => `${service} is starting: ${reason}`));
  });
});

it('succeeds once everything is ready', async () => {
  await migrateInstallation(installation.env);
  await Promise.all(running.values());
  const { code, lines, gateway, services: found } = await status();
  expect([code, lines]).toEqual([0, []]);
  expect(gateway).toEqual(allReady);
  for (const part of found)
    expect(part).toMatchObject({ ...allReady, migrations: expect.any(Number), dead_letters: 0 });
});

it('succeeds where addresses do not say what is behind them, as the names of all pods do', async () => {
  const addresses = [...ports.values()].map((port) => `127.0.0.1:${port}`).join(',');
  const { code, gateway, services: found } = await status({ OPERATIONS_ADDRESSES: addresses });
  expect(code).toBe(0);
  expect(gateway).toEqual(allReady);
  expect(found.map(({ processes }) => processes)).toEqual(services.map(() => 1));
});

it('says that commands are refused, though every process is ready', async () => {
  const wrong = join(folder, 'wrong-secret');
  await writeFile(wrong, randomBytes(32).toString('hex'));
  await eventually(async () => {
    const { code, lines } = await status({ OPERATOR_SECRET_FILE: wrong });
    expect(code).toBe(1);
    expect(lines).toEqual(
      services.map(
        (service) =>
          `${service} is unavailable: the ${service} service refuses operator commands: set OPERATOR_SECRET to its value`,
      ),
    );
  });
});

it('says what fails in a process that runs, and that another one has ended', async () => {
  await wire.refuse();
  await (await running.get('ticket'))?.end('SIGKILL');
  await eventually(async () => {
    const { code, lines } = await status();
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^contact is failing: database contact: ./),
      `ticket is unavailable: nothing answers at 127.0.0.1:${ports.get('ticket')} (ECONNREFUSED)`,
    ]);
  });
  await wire.accept();
  await eventually(async () => {
    const { lines } = await status();
    expect(lines).toHaveLength(1);
  });
});

it('tells a file that cannot be read in one line', async () => {
  await expect(status({ OPERATOR_SECRET_FILE: join(folder, 'none') })).rejects.toThrow(
    /^no JSON: status: OPERATOR_SECRET_FILE=\S+: cannot be read \(ENOENT\)\n$/,
  );
});
