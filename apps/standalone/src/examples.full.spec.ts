import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { exampleId, type WorkspaceCredentials } from '@parley/contracts';
import { FileTransport, type FileStore, type OpenFile, type ReceiveUpload } from '@parley/files';
import type { Context } from '@parley/runtime/context';
import { openApiDocument, type OperationObject, type Parameter } from '@parley/openapi';
import { RpcTransport } from '@parley/rpc';
import { expectDocumented, isEventStream, TestDatabase } from '@parley/testing';
import { demoCredentials } from './credentials.ts';
import { startPlatform } from './platform.ts';
import { DATABASES } from './services.ts';

const document = openApiDocument();

/** Records of the user of a key that no command can give an id: they are made by events, or by a browser. */
const OF_EVENTS: readonly string[] = ['getNotification', 'updateNotification', 'deleteNotificationDevice'];

interface Example {
  method: string;
  path: string;
  operation: OperationObject;
}

/** The operations under /v1. The examples of /oauth/* have credentials, which no demo workspace has. */
const all = Object.entries(document.paths)
  .filter(([path]) => path.startsWith('/v1/'))
  .flatMap(([path, item]) =>
    Object.entries(item as Record<string, OperationObject>).map(([method, operation]): Example => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );

/** What deletes a record comes last, and what a record belongs to after it. */
const LAST = [
  'removeTicketFollower',
  'removeConversationFollower',
  'removeTeamMember',
  'deleteFile',
  'deleteView',
  'deleteMacro',
  'deleteDraft',
  'deleteMessage',
  'splitConversation',
  'unmergeConversation',
  'mergeConversation',
  'unlinkTicket',
  'unmergeTicket',
  'mergeTicket',
  'deleteTicket',
  'deleteConversation',
  'deleteContact',
  'deleteTag',
  'deleteTeam',
  'deleteConnection',
  'deleteContactForm',
  'deleteMailbox',
  'deleteSendingDomain',
  'deleteSuppression',
  'deleteSenderRule',
  'deleteInbox',
  'deleteWebhook',
];
/** What changes the address of the webhook comes after what sends to it, and what needs a draft after what saves it. */
const FIRST = ['saveDraft', 'testWebhook', 'retryDelivery', 'recoverWebhook'];
const rank = ({ operation: { operationId: id } }: Example) =>
  FIRST.includes(id) ? -1 : LAST.indexOf(id) + 1;
const inOrder = all
  .filter(({ operation: { operationId: id } }) => !OF_EVENTS.includes(id))
  .toSorted((a, b) => rank(a) - rank(b));

/** Delay with which each call begins: the deadline of a request would be over. */
const LATE_MS = 60_000;
/** No statement is sent after the deadline of its context. */
const late = <C extends Context>(ctx: C): C => ({ ...ctx, deadline: ctx.deadline - LATE_MS });

class LateRpc extends RpcTransport {
  constructor(private readonly inner: RpcTransport) {
    super();
  }

  override serve(...service: Parameters<RpcTransport['serve']>) {
    return this.inner.serve(...service);
  }

  override call(...[service, procedure, ctx, input]: Parameters<RpcTransport['call']>) {
    return this.inner.call(service, procedure, late(ctx), input);
  }
}

class LateFiles extends FileTransport {
  constructor(private readonly inner: FileTransport) {
    super();
  }

  override serve(store: FileStore) {
    return this.inner.serve(store);
  }

  override send(...[ctx, head, bytes]: Parameters<ReceiveUpload>) {
    return this.inner.send(late(ctx), head, bytes);
  }

  override read(...[ctx, id]: Parameters<OpenFile>) {
    return this.inner.read(late(ctx), id);
  }
}
/** Made by the first test. */
let workspace: WorkspaceCredentials;

/** As `npm start` does. */
const start = () =>
  demoCredentials({
    transport: new LateRpc(platform.rpc),
    uploads: new LateFiles(platform.uploads),
    dataDir,
    addresses: { base_url: platform.url, auth_url: platform.url, files_url: platform.url },
    log: () => undefined,
  });

const database = await TestDatabase.create(...DATABASES);
const platform = await startPlatform({
  DATABASE_URL: database.url,
  ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
  LOG_LEVEL: 'silent',
  GATEWAY_PORT: '0',
  AUTH_PORT: '0',
  FILES_PORT: '0',
  MAIL_HTTP_PORT: '0',
  WEBHOOK_ALLOW_CIDRS: '',
  PUSH_VAPID_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url'),
});
const dataDir = await mkdtemp(join(tmpdir(), 'parley-demo-'));
afterAll(async () => {
  await platform.close();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

describe('a demo workspace', () => {
  it('is made by the first start, even if every call takes longer than a request may', async () => {
    const first = await start();
    expect(first.isNew).toBe(true);
    workspace = first.credentials;
  });

  it('is found by the next start', async () => {
    expect(await start()).toEqual({ credentials: workspace, isNew: false });
  });
});

/** The request of an example, with every parameter, optional ones too. */
function requestOf({ method, path, operation }: Example, type?: string): [url: URL, init: RequestInit] {
  const parameters = (operation.parameters ?? []).map(
    (one) =>
      ('$ref' in one
        ? document.components.parameters[one.$ref.replace('#/components/parameters/', '')]
        : one) as Parameter,
  );
  const of = (place: string) =>
    parameters
      .filter((one) => one.in === place && one.example !== undefined)
      .map(({ name, example }) => [name, String(example)] as const);
  const filled = of('path').reduce((left, [name, value]) => left.replace(`{${name}}`, value), path);
  const url = new URL(filled, platform.url);
  for (const [name, value] of of('query')) url.searchParams.set(name, value);
  const headers = new Headers({ authorization: `Bearer ${workspace.live_key}` });
  for (const [name, value] of of('header')) headers.set(name, value);
  const content = operation.requestBody?.content ?? {};
  const media = type ?? Object.keys(content)[0];
  if (media === undefined) return [url, { method, headers }];
  const example = content[media]?.example as Record<string, unknown>;
  if (media !== 'multipart/form-data') {
    headers.set('content-type', media);
    return [url, { method, headers, body: JSON.stringify(example) }];
  }
  // Its own Idempotency-Key is that of the JSON body.
  if (type !== undefined) headers.delete('idempotency-key');
  return [url, { method, headers, body: formOf(example) }];
}

function formOf(example: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(example)) {
    if (name === 'file' || name === 'attachments[]')
      form.set(name, new File([String([value].flat()[0])], 'invoice.pdf'));
    // A form cannot say null.
    else if (value !== null) form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}

async function send(example: Example, type?: string): Promise<{ status: number; text: string }> {
  const [url, init] = requestOf(example, type);
  const response = await fetch(url, init);
  const isStream = isEventStream(response.headers);
  // It would go on.
  if (isStream) await response.body?.cancel();
  const text = isStream ? '' : await response.text();
  expectDocumented({
    method: example.method,
    path: url.pathname + url.search,
    sent: init.body as string | FormData | undefined,
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  });
  return { status: response.status, text };
}

/** That of a creation, where an operation may also change what it finds. */
const successOf = ({ operation }: Example): number =>
  Number(Object.keys(operation.responses).findLast((status) => status.startsWith('2')));

const find = (id: string): Example => all.find(({ operation }) => operation.operationId === id) as Example;

describe('on a fresh demo workspace, the example request of', () => {
  it.each(inOrder.map((example) => [example.operation.operationId, example] as const))(
    '%s succeeds as it is',
    async (id, example) => {
      if (id === 'deleteInbox') await deleteTicketsOfInbox();
      if (id === 'saveDraft') await saveFirst(example);
      const { status, text } = await send(example);
      expect({ status, text }).toEqual({ status: successOf(example), text });
      if (id === 'createMessage') expect((await send(example, 'multipart/form-data')).status).toBe(201);
    },
  );

  it('createTicket has no effect when it is sent again, because of its Idempotency-Key', async () => {
    const [url, init] = requestOf(find('createTicket'));
    expect((await fetch(url, init)).headers.get('idempotent-replayed')).toBe('true');
  });
});

/** The example changes the draft that is there: its `If-Match` asks for one. */
async function saveFirst(example: Example): Promise<void> {
  const [url, init] = requestOf(example);
  const headers = new Headers(init.headers);
  headers.delete('if-match');
  expect((await fetch(url, { ...init, headers })).status).toBe(200);
}

/** Those that other examples have made: an inbox with tickets cannot be deleted. */
async function deleteTicketsOfInbox(): Promise<void> {
  const headers = { authorization: `Bearer ${workspace.live_key}` };
  const list = await fetch(new URL(`/v1/tickets?inbox=${exampleId('inbox')}`, platform.url), { headers });
  const { data } = (await list.json()) as { data: { id: string }[] };
  for (const { id } of data)
    await fetch(new URL(`/v1/tickets/${id}`, platform.url), { method: 'DELETE', headers });
}
