import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { services } from '@parley/contracts';
import { MigrationConfig } from '@parley/persistence';
import { checkConfigs } from '@parley/runtime/config';
import { OperationsAddressesConfig } from '@parley/runtime/process';
import { configsOf } from '../../scripts/check/k8s/settings.mjs';
import { composeServices, createdEnv, environmentOf } from '../setup/compose.mjs';

const root = join(import.meta.dirname, '../..');

it('docs/configuration.md matches the config classes (otherwise run: npm run generate)', async () => {
  const print =
    "import('./scripts/generate/configuration.mjs').then(({ document }) => process.stdout.write(document))";
  const env = { ...process.env, NODE_OPTIONS: '' };
  const generated = execFileSync(process.execPath, ['-e', print], { cwd: root, env }).toString();
  expect(await readFile(join(root, 'docs/configuration.md'), 'utf8')).toBe(generated);
});

describe('docker-compose.yml', () => {
  /** Determined by the containers and the network between them. */
  const WIRING = [
    /^DATABASE_(?:URL|MIGRATION_URL|ROLE_PASSWORDS)$/,
    /^(?:AMQP|REDIS)_URL$/,
    /^RPC_(?:HOST|PORT|ADDRESSES)$/,
    /^(?:OPERATIONS|GATEWAY|AUTH|FILES|MAIL_HTTP)_(?:HOST|PORT)$/,
    /^UPLOAD_(?:HOST|PORT|ADDRESSES)$/,
  ];
  const processes = ['gateway', ...services];
  const env = createdEnv();

  it.each(processes)('passes every setting of %s, and starts with .env as made', (name) => {
    const configs = configsOf(name);
    const settings = configs.flatMap((config) => Object.keys(config.settings));
    const passed = Object.keys(composeServices()[name]?.environment ?? {});
    // Its calls are never those of an operator.
    const known = settings.filter((setting) => name !== 'gateway' || setting !== 'OPERATOR_SECRET');
    expect(passed.filter((setting) => !known.includes(setting))).toEqual([]);
    const fixed = (setting: string) => WIRING.some((pattern) => pattern.test(setting));
    expect(known.filter((setting) => !passed.includes(setting) && !fixed(setting))).toEqual([]);
    const given = environmentOf(name, env);
    expect(() => checkConfigs(configs, given)).not.toThrow();
    const changed = environmentOf(name, { ...env, LOG_LEVEL: 'trace', RPC_POOL_SIZE: '7' });
    expect(changed).toMatchObject({ LOG_LEVEL: 'trace', RPC_POOL_SIZE: '7' });
    expect(given).not.toHaveProperty('RPC_POOL_SIZE');
  });

  it('gives each service a role and a password of its own, and the secrets that it needs', () => {
    const passwords = processes.map((name) => {
      const { DATABASE_URL: url } = environmentOf(name, env);
      return url === undefined ? name : [new URL(url).username, new URL(url).password];
    });
    expect(passwords[0]).toBe('gateway');
    expect(passwords.slice(1).map((one) => one[0])).toEqual(services.map((name) => `parley_${name}`));
    expect(new Set(passwords.slice(1).map((one) => one[1])).size).toBe(services.length);
    const ofBroker = ['AMQP_URL', 'BUS_PREFIX', 'BUS_QUEUE_REPLICAS'];
    const ofJob = [...Object.keys(MigrationConfig.settings), ...ofBroker].filter(
      (one) => one !== 'DATABASE_MIGRATION_URL',
    );
    expect(Object.keys(composeServices()['migrate']?.environment ?? {}).toSorted()).toEqual(ofJob.toSorted());
    const { DATABASE_ROLE_PASSWORDS: set } = new MigrationConfig(environmentOf('migrate', env));
    expect([...set].map(([name, password]) => [`parley_${name}`, password])).toEqual(passwords.slice(1));
    for (const name of processes)
      expect(JSON.stringify(environmentOf(name, env))).not.toContain(env['POSTGRES_PASSWORD']);
  });

  it('lets the operator ask every process how it is', () => {
    const given = environmentOf('operator', env);
    expect(() => checkConfigs(configsOf('operator'), given)).not.toThrow();
    const { OPERATIONS_ADDRESSES: addresses } = new OperationsAddressesConfig(given);
    const found = addresses.map(({ component, host, port }) => [component, host, port]);
    expect(found).toEqual(processes.map((name) => [name, name, 9464]));
  });

  it('starts nothing without secrets, or with those of an example', () => {
    const missing = { ...env, RPC_SECRET: '' };
    expect(() => environmentOf('ticket', missing)).toThrow('node scripts/generate/env.mjs');
    const weak = { ...env, RPC_SECRET: 'change-me', RABBITMQ_PASSWORD: 'change-me' };
    const given = environmentOf('ticket', weak);
    expect(() => checkConfigs(configsOf('ticket'), given)).toThrow(/RPC_SECRET: [^]*AMQP_URL: its password/);
  });

  it('has a file of settings that gets what it lacks, and keeps what it has', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'parley-env-')), '.env');
    const script = join(root, 'scripts/generate/env.mjs');
    const create = () => execFileSync(process.execPath, [script, path], { stdio: 'pipe' }).toString();
    create();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const created = await readFile(path, 'utf8');
    expect(create()).toContain('lacks nothing');
    expect(await readFile(path, 'utf8')).toBe(created);

    const [secret = ''] = /^RPC_SECRET=.*\n/m.exec(created) ?? [];
    const earlier = `${created.replace(secret, '').replace(/^LOG_LEVEL=.*$/m, 'LOG_LEVEL=')}KEPT=1`;
    await writeFile(path, earlier);
    expect(create()).toBe(`${path} lacked RPC_SECRET\n`);
    const completed = await readFile(path, 'utf8');
    expect(completed.startsWith(`${earlier}\n`)).toBe(true);
    expect(completed.slice(earlier.length)).toMatch(/^\nRPC_SECRET=[\w-]{43}\n$/);
    expect(completed).not.toContain(secret);
  });

  it.each([
    [[], ['migrate', 'contact', 'ticket', 'gateway']],
    [['--rollback'], ['gateway', 'contact', 'ticket']],
  ])('is upgraded with %j in the order that releases need', async (args, order) => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-docker-'));
    const log = join(folder, 'log');
    await writeFile(
      join(folder, 'docker'),
      `#!/bin/sh
      echo "$*" >> ${log}
      case "$*" in *--services) printf '%s\\n' postgres migrate contact gateway ticket edge ;; *ps*) echo "old-$4" ;; esac\n`,
      { mode: 0o755 },
    );
    const env = { PATH: `${folder}:${process.env['PATH']}` };
    execFileSync(join(root, 'compose/upgrade.sh'), args, { env, stdio: 'pipe' });
    const lines = (await readFile(log, 'utf8')).split('\n');
    const steps = lines.flatMap((line) => /--no-deps (migrate)$|--scale (\w+)=2 /.exec(line)?.slice(1) ?? []);
    expect(steps.filter(Boolean)).toEqual(order);
    for (const name of order.slice(args.length === 0 ? 1 : 0))
      expect(lines.indexOf(`stop old-${name}`)).toBeGreaterThan(
        lines.findIndex((line) => line.includes(`--scale ${name}=2`)),
      );
    await rm(folder, { recursive: true });
  });
});
