import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  createConversation,
  createFile,
  createMailbox,
  createMessage,
  createTicket,
  createWebhook,
  getWebhook,
  services,
} from '@parley/contracts';
import { eventually, parseMetrics, Receiver, type ApiClient, type MetricSample } from '@parley/testing';
import { FAULTS } from '../faults/alerts/cases/index.ts';
import { operationsPort, operator } from './platform.ts';

const root = join(import.meta.dirname, '../..');
const yaml = createRequire(import.meta.url)('js-yaml') as { load(text: string): unknown };
const APPS = [...services, 'gateway'];

interface Rule {
  record?: string;
  alert?: string;
  expr: string;
  annotations?: Record<string, string>;
}

const read = (path: string) => readFile(join(root, path), 'utf8');
const { groups } = yaml.load(await read('observability/prometheus/rules.yml')) as {
  groups: { rules: Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.filter(({ alert }) => alert !== undefined);
/** They depend on metrics of others. */
const ofKubernetes = (
  yaml.load(await read('observability/prometheus/kubernetes.yml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(await read('observability/grafana/parley.json')) as {
  panels: { title: string; targets?: { expr: string }[] }[];
};
const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const expressions = [...rules.map(({ expr }) => expr), ...queries];
const recorded = new Set(rules.flatMap(({ record }) => record ?? []));

/** Names of metrics in an expression, with the label names of their matchers. */
function selectorsOf(expr: string): { name: string; labels: string[] }[] {
  const found = expr.matchAll(/\b((?:parley|nodejs|process)[_:][\w:]*)(?:\{([^}]*)\})?/g);
  return [...found].map(([, name = '', matchers = '']) => ({
    name,
    labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  }));
}

const selectors = expressions.flatMap(selectorsOf);

async function scrape(app: string): Promise<MetricSample[]> {
  const response = await fetch(`http://127.0.0.1:${operationsPort + APPS.indexOf(app)}/metrics`);
  return parseMetrics(await response.text());
}

/** A reply that leaves through the sandbox. */
async function sendMail(client: ApiClient): Promise<void> {
  const address = `support@${randomUUID()}.example`;
  const mailbox = await client.ok(createMailbox, {
    body: { name: 'Support', address, transport: { type: 'sandbox' } },
  });
  const conversation = await client.ok(createConversation, {
    body: { contact: { email: 'dana@example.com' }, mailbox_id: mailbox.data.id },
  });
  const params = { conversation_id: conversation.data.id };
  await client.ok(createMessage, { params, body: { body: 'Counted' } });
}

describe('the metrics of all processes', () => {
  const samples = new Map<string, MetricSample[]>();

  beforeAll(async () => {
    const { live } = await operator.workspace();
    const receivers = await Promise.all([
      Receiver.start(),
      Receiver.start((_, response) => response.writeHead(410).end()),
    ]);
    const [works, gone] = await Promise.all(
      receivers.map(({ url }) => live.ok(createWebhook, { body: { url, events: ['ticket.created'] } })),
    );
    await live.ok(createTicket, { body: { subject: 'Counted' } });
    await live.ok(createFile, { body: { file: new File(['text'], 'a.txt') } });
    await sendMail(live);
    await receivers[0].received('ticket.created');
    const params = { webhook_id: gone?.data.id ?? 'wh_' };
    await eventually(async () => (await live.ok(getWebhook, { params })).data.status === 'disabled');
    expect(works?.data.status).toBe('enabled');
    await Promise.all(receivers.map((receiver) => receiver.close()));
    const used = new Set(selectors.map(({ name }) => name).filter((name) => !recorded.has(name)));
    // Backlogs are read every 15 s.
    await eventually(async () => {
      for (const app of APPS) samples.set(app, await scrape(app));
      const names = new Set([...samples.values()].flat().map(({ name }) => name));
      expect([...used].filter((name) => !names.has(name))).toEqual([]);
    });
  });

  const all = () => [...samples.values()].flat();

  it('have every label that a rule or the dashboard asks for', () => {
    const missing = selectors.filter(
      ({ name, labels }) =>
        !recorded.has(name) &&
        !labels.every((label) => all().some((sample) => sample.name === name && label in sample.labels)),
    );
    expect(missing).toEqual([]);
  });

  it('are all in a rule or a panel, and in docs/metrics.md', async () => {
    const document = await read('docs/metrics.md');
    const base = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '');
    const own = new Set(all().flatMap(({ name }) => (name.startsWith('parley_') ? base(name) : [])));
    const used = new Set(selectors.map(({ name }) => base(name)));
    expect([...own].filter((name) => !used.has(name))).toEqual([]);
    expect(
      [...own].filter((name) => !document.includes(`\`${name}\``) && !document.includes(`\`${name}{`)),
    ).toEqual([]);
    const described = [...document.matchAll(/\| `(parley_\w+)/g)].map(([, name = '']) => name);
    expect(described.filter((name) => !own.has(name))).toEqual([]);
  });

  it('never have an id, an address or a URL as a label', () => {
    const id =
      /(?:^|[^a-z])[a-z]+_[0-9a-hjkmnp-tv-z]{26}|https?:|\d+\.\d+\.\d+\.\d+|[0-9a-f]{8}-[0-9a-f]{4}-/;
    const labels = all().flatMap((sample) => Object.values(sample.labels));
    expect(labels.filter((value) => id.test(value))).toEqual([]);
  });

  it.each(APPS)('of %s come from a process that is started, alive and ready', async (app) => {
    const url = `http://127.0.0.1:${operationsPort + APPS.indexOf(app)}/healthz`;
    for (const probe of ['startup', 'live', 'ready']) {
      const response = await fetch(`${url}/${probe}`);
      expect([probe, response.status]).toEqual([probe, 200]);
    }
    expect(samples.get(app)?.find(({ name }) => name === 'parley_build_info')?.value).toBe(1);
  });
});

describe('the alerts', () => {
  it('each have a page that says what to do, and a test in which they fire', async () => {
    const tests = await read('observability/prometheus/rules.test.yml');
    const runbook = await read('docs/runbooks/alerts.md');
    const all = [...alerts, ...ofKubernetes];
    for (const { alert = '', annotations = {} } of all) {
      expect(annotations['runbook_url']).toBe(`docs/runbooks/alerts.md#${alert.toLowerCase()}`);
      expect(runbook).toContain(`\n## ${alert}\n`);
      expect(tests).toContain(`- name: ${alert} fires\n`);
    }
    expect([...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name).sort()).toEqual(
      all.map(({ alert }) => alert).sort(),
    );
  });

  it('each have one fault in which node scripts/check/observability-alerts.mjs expects them', () => {
    expect(FAULTS.flatMap((fault) => fault.alerts).sort()).toEqual(alerts.map(({ alert }) => alert).sort());
  });
});
