import { readFile } from 'node:fs/promises';
import type { FaultCase } from '../fault-case.ts';
import { MORE_MB } from '../resources.ts';
import type { Scene } from '../scene.ts';
import { percentile } from '../../../setup/percentile.mjs';

/** Each of their combinations is a form of its own. */
const FILTERS = [
  ...['status=open', 'priority=high', 'tag=a', 'assignee=none', 'sla_status=on_track', 'q=load'],
  ...['created_after', 'updated_after'].map((name) => `${name}=2026-01-01`),
  ...['created_before', 'updated_before'].map((name) => `${name}=2036-01-01`),
  ...['contact', 'inbox'].map((name) => `${name}=${name}_01h2xcejqtf2nbrexx3vqjhp41`),
];
const FORMS = 3_000;
const PARALLEL = 4;

/** Resident memory of a process in MB (proc(5)). */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024);
}

async function get(scene: Scene, key: string, path: string): Promise<number> {
  const response = await fetch(scene.gateway() + path, {
    headers: { authorization: `Bearer ${key}` },
  });
  await response.arrayBuffer();
  return response.status;
}

export const requests: readonly FaultCase[] = [
  {
    name: 'service-frozen',
    title: 'SIGSTOP of one of two processes of a service for 15 s',
    api: 'may refuse',
    form: { apps: ['ticket'], replicas: 2 },
    async fault(scene) {
      scene.freeze('ticket 1');
      await scene.lasting(15);
    },
    recover(scene) {
      scene.thaw('ticket 1');
      return Promise.resolve();
    },
  },
  {
    name: 'forms-of-a-list',
    title: `${FORMS} forms of a list from one key`,
    api: 'available',
    load: { rate: 5 },
    async fault(scene) {
      const { live_key: key } = scene.workspace.credentials;
      const pid = scene.deployment.pidOf('ticket 0');
      const sorts = ['created_at', 'updated_at', 'priority', 'status', 'first_response_due'];
      const pathOf = (form: number) => {
        const chosen = FILTERS.filter((_, bit) => (form >> bit) % 2 === 1);
        const sort = `sort=${sorts[form % sorts.length]}&order=${form % 2 === 0 ? 'asc' : 'desc'}`;
        return `/v1/tickets?${[...chosen, sort, `per_page=${1 + (form % 50)}`].join('&')}`;
      };
      const before = await memoryOf(pid);
      const statuses = new Set<number>();
      for (let form = 0; form < FORMS; form += PARALLEL)
        for (const status of await Promise.all(
          Array.from({ length: PARALLEL }, (_, at) => get(scene, key, pathOf(form + at))),
        ))
          statuses.add(status);
      const after = await memoryOf(pid);
      scene.notes.push(`memory of the ticket process: ${before} MB, then ${after} MB`);
      if (after > before + MORE_MB) scene.violations.push('the process keeps every form');
      if ([...statuses].some((status) => status !== 200))
        scene.violations.push(`statuses ${[...statuses].join(', ')}`);
    },
  },
  {
    name: 'bulk-at-full-quota',
    title: 'a workspace that changes 100 tickets with each request of its quota, for 20 s',
    api: 'available',
    async fault(scene) {
      const { credentials } = await scene.deployment.operator.workspace('business');
      const call = async (method: string, path: string, body: unknown) => {
        const response = await fetch(scene.gateway() + path, {
          method,
          headers: { authorization: `Bearer ${credentials.live_key}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        return { status: response.status, body: (await response.json()) as { data: { id: string } } };
      };
      const ids: string[] = [];
      while (ids.length < 100)
        ids.push((await call('POST', '/v1/tickets', { subject: 'Bulk' })).body.data.id);
      const until = Date.now() + 20_000;
      let sent = 0;
      let isRefused = false;
      const worker = async () => {
        while (Date.now() < until && !isRefused) {
          sent += 1;
          const { status } = await call('POST', '/v1/tickets/bulk', {
            ids,
            update: { subject: `Bulk ${sent}` },
          });
          isRefused = status === 429;
        }
      };
      await Promise.all([worker(), worker(), worker()]);
      scene.notes.push(`${sent} bulk requests, ${await scene.waiting()} events waited`);
    },
    check({ load, receiver, notes, brokenAt, healedAt }) {
      const sent = new Map(load.between(brokenAt, healedAt).map(({ subject, sentAt }) => [subject, sentAt]));
      const delays = receiver.deliveries.flatMap(({ body, at }) => {
        const sentAt = sent.get(String(body.data['subject']));
        return sentAt === undefined ? [] : [at - sentAt];
      });
      const p99 = Math.round(percentile(delays, 0.99));
      notes.push(
        `events of the other workspace arrive within ${Math.round(percentile(delays, 0.5))}/${p99} ms (p50/p99)`,
      );
      return Promise.resolve();
    },
  },
];
