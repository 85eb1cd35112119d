import { createHmac, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWebhook, rotateWebhookSecret, testWebhook } from '@parley/contracts';
import { eventually, type TestWorkspace } from '@parley/testing';
import { operator } from '../platform.ts';
import {
  GuideFolder,
  guidesFolder,
  freePort,
  isInstalled,
  postTo,
  readGuide,
  type Started,
} from './guide.ts';

interface Receiver {
  language: string;
  /** How the guide says that it is started. */
  start: readonly [program: string, ...args: string[]];
  /** The argument by which the program tells its version, if it is installed. */
  version: string;
}

const RECEIVERS: readonly Receiver[] = [
  { language: 'Node.js', start: ['node', 'receiver.mjs'], version: '--version' },
  { language: 'Python', start: ['python3', 'receiver.py'], version: '--version' },
  { language: 'Ruby', start: ['rackup', '--port', '4000'], version: '--version' },
  { language: 'PHP', start: ['php', '-S', '127.0.0.1:4000', 'receiver.php'], version: '--version' },
  { language: 'Go', start: ['go', 'run', 'receiver.go'], version: 'version' },
];

/** Rack and its servers are gems; the program needs neither, so that it is tested wherever Ruby is. */
const RACK_SERVER = join(import.meta.dirname, 'rack-server.rb');
const startOf = ({ start }: Receiver, port: number): readonly [string, ...string[]] =>
  start[0] === 'rackup'
    ? ['ruby', RACK_SERVER, 'config.ru', String(port)]
    : (start.map((part) => part.replace('4000', String(port))) as unknown as [string, ...string[]]);

const installed = RECEIVERS.filter((receiver) =>
  isInstalled(startOf(receiver, 0)[0], [receiver.version], `the webhook receiver in ${receiver.language}`),
);

it('the guide says how each receiver is started', async () => {
  const guide = await readFile(join(guidesFolder, 'webhooks.md'), 'utf8');
  for (const { language, start } of RECEIVERS)
    expect(guide).toMatch(`| ${language} | \`${fileOf(start)}\` | \`${start.join(' ')}\``);
});

const fileOf = (start: readonly string[]) =>
  start[0] === 'rackup' ? 'config.ru' : (start.find((part) => part.startsWith('receiver.')) ?? '');

describe.each(installed)('the webhook receiver in $language', (receiver) => {
  let workspace: TestWorkspace;
  let folder: GuideFolder;
  let program: Started;
  let url: string;
  let webhook: { id: `wh_${string}`; signing_secret: string };

  beforeAll(async () => {
    workspace = await operator.workspace();
    const port = await freePort();
    url = `http://127.0.0.1:${port}/`;
    webhook = (await workspace.live.ok(createWebhook, { body: { url, events: ['ticket.*'] } })).data;
    folder = await GuideFolder.create(await readGuide('webhooks'), workspace, { 4000: String(port) });
    const [command, ...args] = startOf(receiver, port);
    program = folder.start(command, args, { WEBHOOK_SECRET: webhook.signing_secret });
    await eventually(() => isListening(port), 120_000).catch((error: unknown) => {
      throw new Error(program.printed(), { cause: error });
    });
  });
  afterAll(async () => {
    await program.end();
    await folder.remove();
  });

  const sent = async () => {
    const { data } = await workspace.live.ok(testWebhook, { params: { webhook_id: webhook.id } });
    return data.success ? data.status_code : data;
  };

  it('accepts what the platform sends, also while the secret is rotated', async () => {
    expect(await sent()).toBe(204);
    await eventually(() => expect(program.printed()).toMatch(/webhook\.test evt_\w{26}/));
    await workspace.live.ok(rotateWebhookSecret, { params: { webhook_id: webhook.id }, body: undefined });
    expect(await sent()).toBe(204);
  });

  it.each<[string, Partial<Forged>, number]>([
    ['accepts a genuine delivery', {}, 204],
    [
      'accepts the second of two signatures',
      { signed: (genuine) => `v1,${'A'.repeat(43)}= ${genuine}` },
      204,
    ],
    ['accepts a clock that differs by four minutes', { age: -240 }, 204],
    ['refuses an old delivery', { age: 310 }, 400],
    ['refuses a delivery from the future', { age: -310 }, 400],
    ['refuses a timestamp that is no number', { timestamp: 'now' }, 400],
    ['refuses another body', { body: '{"event": "ticket.created", "id": "evt_2"}' }, 400],
    ['refuses another secret', { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }, 400],
    ['refuses another version', { signed: (genuine) => genuine.replace('v1,', 'v2,') }, 400],
    ['refuses a signature without its version', { signed: (genuine) => genuine.replace('v1,', '') }, 400],
    ['refuses an empty signature', { signed: () => 'v1,' }, 400],
    ['refuses a delivery without headers', { signed: () => undefined, timestamp: undefined }, 400],
  ])('%s', async (_, forged, status) => {
    expect(await post(url, { secret: webhook.signing_secret, ...forged })).toBe(status);
  });
});

interface Forged {
  secret: string;
  /** In seconds. */
  age: number;
  timestamp: string | undefined;
  /** What is sent instead of what was signed. */
  body: string;
  signed: (genuine: string) => string | undefined;
}

/** Sends a delivery that is genuine except where it says otherwise. */
function post(url: string, forged: Partial<Forged> & Pick<Forged, 'secret'>): Promise<number> {
  const original = '{"event": "ticket.created", "id": "evt_1", "data": {"subject": "Gedämpfte Töne"}}';
  const { secret, age = 0, body = original, signed = (genuine: string) => genuine } = forged;
  const id = `evt_${randomUUID()}`;
  const now = String(Math.floor(Date.now() / 1000) - age);
  const timestamp = 'timestamp' in forged ? forged.timestamp : now;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const content = `${id}.${timestamp ?? ''}.${original}`;
  const signature = signed(`v1,${createHmac('sha256', key).update(content).digest('base64')}`);
  return postTo(url, body, {
    'content-type': 'application/json',
    ...(timestamp === undefined ? {} : { 'webhook-id': id, 'webhook-timestamp': timestamp }),
    ...(signature === undefined ? {} : { 'webhook-signature': signature }),
  });
}

async function isListening(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
