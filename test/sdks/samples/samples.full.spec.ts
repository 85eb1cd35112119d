import { execFile } from 'node:child_process';
import { writeFile, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { type ApiClient, eventually, Receiver, type TestWorkspace } from '@parley/testing';
import { exampleDevice, mention } from '../../e2e/examples.ts';
import { operator } from '../../e2e/platform.ts';
import { addUser } from '../../e2e/steps.ts';

const root = join(import.meta.dirname, '../../..');
const here = import.meta.dirname;

/** How samples of a language are run; those of curl are programs of their own. */
const RUNNERS: Record<string, { command: string[]; env?: Record<string, string> }> = {
  js: { command: [process.execPath, join(here, 'run.mjs')] },
  python: { command: ['python3', join(here, 'run.py')], env: { PYTHONPATH: join(root, 'sdks/python/src') } },
  ruby: { command: ['ruby', '-I', join(root, 'sdks/ruby/lib'), join(here, 'run.rb')] },
  php: { command: ['php', join(here, 'run.php')], env: { PARLEY_PHP: join(root, 'sdks/php/autoload.php') } },
};
const CURL = 'set -euo pipefail; curl() { command curl --silent --show-error --fail-with-body "$@"; }\n';

interface Sample {
  lang: string;
  source: string;
}

const samples = JSON.parse(await readFile(join(root, 'docs/samples.json'), 'utf8')) as Record<
  string,
  Sample[]
>;
const folder = await mkdtemp(join(tmpdir(), 'parley-samples-'));
await writeFile(join(folder, 'invoice.pdf'), '%PDF-1.7\n');
const receiver = await Receiver.start();
afterAll(() => receiver.close());

const ID = /\b([a-z]+)_[0-7][0-9a-z]{25}\b/g;
/** The contact of the examples. */
const DANA = { email: 'dana@example.com', name: 'Dana Reyes' };

/** A contact that no mail can be sent to. */
const NOBODY = { external_id: 'nobody' };
const unique = () => crypto.randomUUID();

/** Records that samples need beside those whose ids they have. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  createMessage: ['mbx'],
  createTicket: ['mbx'],
  createMessageTicket: ['mbx', 'conv'],
  resendMessage: ['mbx'],
  updateMessageDelivery: ['conn'],
  getMessageEmail: ['imail'],
  cancelJob: ['ticket'],
  getJob: ['ticket'],
  listJobResults: ['ticket'],
  getNotification: ['conv'],
  updateNotification: ['conv'],
};

/** How a record of each kind is made, in this order: some need those before them. */
const RECORDS: readonly [kind: string, make: (ids: Ids, sample: string) => { path: string; body: object }][] =
  [
    [
      'mbx',
      () => ({
        path: 'mailboxes',
        body: { name: 'Sample', address: `${unique()}@example.com`, transport: { type: 'sandbox' } },
      }),
    ],
    ['conn', () => ({ path: 'connections', body: { name: 'Sample' } })],
    ['sdom', () => ({ path: 'sending_domains', body: { domain: `${unique()}.example` } })],
    ['srule', () => ({ path: 'sender_rules', body: { sender: `${unique()}.example`, action: 'block' } })],
    ['cform', () => ({ path: 'contact_forms', body: { name: 'Sample' } })],
    ['supp', () => ({ path: 'suppressions', body: { address: `${unique()}@example.com` } })],
    [
      'conv',
      ({ mbx: mailbox_id, conn: connection_id }, sample) => ({
        path: 'conversations',
        body: {
          contact: sample === 'resendMessage' ? NOBODY : { ...DANA, phone: '+49 151 12345678' },
          mailbox_id,
          connection_id,
        },
      }),
    ],
    [
      'msg',
      ({ conv }, sample) => ({
        path: `conversations/${conv}/messages`,
        body: { body: 'Hello', ...(sample === 'updateMessage' && { type: 'note' }) },
      }),
    ],
    ['contact', () => ({ path: 'contacts/upsert', body: { ...DANA, external_id: null } })],
    [
      'ticket',
      ({ conv: conversation_id }) => ({
        path: 'tickets',
        body: { subject: 'Sample', contact: DANA, conversation_id },
      }),
    ],
    [
      'job',
      ({ ticket }) => ({
        path: 'jobs',
        body: { resource: 'ticket', ids: [ticket], update: { priority: 'low' } },
      }),
    ],
    ['macro', () => ({ path: 'macros', body: { name: 'Sample', body: 'Hello' } })],
    ['ndev', () => ({ path: 'notifications/devices', body: exampleDevice() })],
    ['tag', () => ({ path: 'tags', body: { name: 'sample', color: '#3448c5' } })],
    ['inbox', () => ({ path: 'inboxes', body: { name: 'Sample' } })],
    ['team', () => ({ path: 'teams', body: { name: 'Sample' } })],
    ['view', () => ({ path: 'views', body: { name: 'Sample', resource: 'ticket' } })],
    ['wh', () => ({ path: 'webhooks', body: { url: receiver.url, events: ['ticket.created'] } })],
  ];

type Ids = Readonly<Record<string, string>>;

/** Makes the records whose ids are in a sample; returns their ids by prefix. */
async function recordsFor(id: string, source: string, workspace: TestWorkspace): Promise<Ids> {
  const { live } = workspace;
  const kinds = new Set([...source.matchAll(ID)].map(([, kind = '']) => kind).concat(NEEDED[id] ?? []));
  const { data: me } = await live.ok(api.getMe, {});
  const ids: Record<string, string> = { user: me.id };
  for (const [kind, make] of RECORDS) {
    if (!kinds.has(kind) && !(kind === 'conv' && kinds.has('msg')) && !(kind === 'wh' && kinds.has('dlv')))
      continue;
    const { path, body } = make(ids, id);
    ids[kind] = await post(live, `/v1/${path}`, body);
  }
  // A sample that names two of a kind.
  for (const kind of ['conversation', 'ticket'] as const) {
    const other = api.otherExampleId(kind);
    if (!source.includes(other)) continue;
    const of = kind === 'ticket' ? 'ticket' : 'conv';
    const { path, body } = RECORDS.find(([one]) => one === of)?.[1](ids, id) ?? { path: '', body: {} };
    ids[other] = await post(live, `/v1/${path}`, body);
    if (id === 'unlinkTicket')
      await post(live, `/v1/tickets/${ids['ticket']}/links`, {
        type: 'related',
        linked_ticket_id: ids[other],
      });
  }
  if (kinds.has('file')) {
    const { data } = await live.ok(api.createFile, { body: { file: new File(['x'], 'x.txt') } });
    ids['file'] = data.id;
  }
  if (kinds.has('imail')) Object.assign(ids, await receivedMail(live));
  if (kinds.has('dlv')) {
    const { data } = await live.ok(api.testWebhook, {
      params: { webhook_id: ids['wh'] as api.Id<'webhook'> },
    });
    ids['dlv'] = data.delivery_id;
  }
  if (kinds.has('notif')) {
    const colleague = await addUser(workspace, { role: 'agent' });
    ids['notif'] = await mention(live, ids['conv'] ?? '', colleague.id);
  }
  if (id === 'removeConversationFollower')
    await post(live, `/v1/conversations/${ids['conv']}/followers`, { user_id: me.id });
  if (id === 'removeTicketFollower')
    await post(live, `/v1/tickets/${ids['ticket']}/followers`, { user_id: me.id });
  if (id === 'removeTeamMember') await post(live, `/v1/teams/${ids['team']}/members`, { user_id: me.id });
  if (id === 'getDraft' || id === 'deleteDraft')
    await live.ok(api.saveDraft, {
      params: { conversation_id: ids['conv'] as api.Id<'conversation'> },
      body: { body: 'We are looking in' },
    });
  return ids;
}

/** Receives a mail in a sandbox; returns the ids of the mail and of the message that it becomes. */
async function receivedMail(live: ApiClient): Promise<Ids> {
  const body = {
    name: 'Sample',
    address: `${unique()}@example.com`,
    transport: { type: 'sandbox' },
  } as const;
  const { data: mailbox } = await live.ok(api.createMailbox, { body });
  const source = `From: ${DANA.email}\nTo: ${mailbox.address}\nSubject: Sample\n\nHello`;
  const created = await live.ok(api.createIncomingMail, { body: { mailbox_id: mailbox.id, source } });
  return eventually(async () => {
    const params = { incoming_mail_id: created.data.id };
    const { id, conversation_id, message_id } = (await live.ok(api.getIncomingMail, { params })).data;
    if (conversation_id === null || message_id === null) throw new Error(`${id} is no message yet`);
    return { imail: id, conv: conversation_id, msg: message_id };
  });
}

async function post(live: ApiClient, path: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await live.raw<{ data: { id: string } }>('POST', path, {
    headers,
    body: JSON.stringify(body),
  });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data.id;
}

interface Prepared {
  id: string;
  apiKey: string;
  source: string;
}

/** The samples of a language, each with a workspace of its own and the ids of its records. */
async function prepared(lang: string): Promise<Prepared[]> {
  const all: Prepared[] = [];
  for (const [id, own] of Object.entries(samples)) {
    // It does not end; the scenarios of the libraries read streams.
    if (id === 'streamEvents') continue;
    const { source = '' } = own.find((sample) => sample.lang === lang) ?? {};
    const workspace = await operator.workspace();
    const ids = await recordsFor(id, source, workspace);
    all.push({
      id,
      apiKey: workspace.credentials.live_key,
      source: source
        .replaceAll(ID, (example, kind: string) => ids[example] ?? ids[kind] ?? example)
        // An address is that of one mailbox of the installation.
        .replaceAll(
          /(orders|support|help)@example\.com/g,
          (_, name: string) => `${name}-${unique()}@example.com`,
        ),
    });
  }
  return all;
}

function output(command: readonly string[], env: Record<string, string>, input: string): Promise<string> {
  const [program = '', ...args] = command;
  const base = { PARLEY_BASE_URL: baseUrl, ...env };
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...process.env, ...base }, maxBuffer: 2 ** 26 };
    const child = execFile(program, args, options, (error, stdout, stderr) =>
      resolve(`${stdout}\n${stderr}\n${error?.message ?? ''}`),
    );
    // A program that ends before it has read all of it says by its outcome whether it minds.
    child.stdin?.on('error', () => undefined).end(input);
  });
}

const { base_url: baseUrl } = (await operator.workspace()).credentials;

describe.each(Object.entries(RUNNERS))(
  'samples of the API reference for %s',
  (lang, { command, env = {} }) => {
    it('do what they say', async () => {
      const all = await prepared(lang);
      const text = await output(command, env, JSON.stringify(all));
      const failed = text.split('\n').filter((line) => line.startsWith('not ok '));
      expect(failed).toEqual([]);
      const done = text.split('\n').filter((line) => line.startsWith('ok '));
      expect([done.length, done.length < all.length ? text : '']).toEqual([all.length, '']);
    });
  },
);

it('samples of the API reference for curl do what they say', async () => {
  const failed: string[] = [];
  for (const { id, apiKey, source } of await prepared('shell')) {
    const text = await output(['bash', '-c', `${CURL}${source}`], { PARLEY_API_KEY: apiKey }, '');
    if (text.includes('Command failed')) failed.push(`${id}: ${text}`);
  }
  expect(failed).toEqual([]);
});
