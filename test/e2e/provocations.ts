import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import * as api from '@parley/contracts';
import { findLimitedArray } from '@parley/openapi';
import {
  connected,
  ApiClient,
  encodeBody,
  eventually,
  expectDocumented,
  type Answer,
  type TestWorkspace,
} from '@parley/testing';
import { exampleFile, exampleOf, nobodys, pathOf, type Records } from './examples.ts';
import { databaseUrl, operator } from './platform.ts';
import { actingUser, withKey } from './steps.ts';

const MIB = 1024 * 1024;

/** What a provocation works with. */
export interface Situation {
  workspace: TestWorkspace;
  client: ApiClient;
  records: Records;
  /** Of a workspace that has no request left in its minute. */
  exhausted: ApiClient;
}

interface Sent {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

type Refused = Answer<{ error: api.ErrorBody }>;
type Provocation = (operation: api.Operation, at: Situation) => Promise<Refused>;

const sentTo = (operation: api.Operation, records: Records) => exampleOf(operation, records) as Sent;

/** The example with this added to its query, sent as it stands: a client would escape it. */
function withQuery(added: string, headers: Record<string, string> = {}): Provocation {
  return (operation, { client, records }) => {
    const { body, query = {} } = sentTo(operation, records);
    const own = new URLSearchParams(query as Record<string, string>).toString();
    const target = `${pathOf(operation, records)}?${own === '' ? '' : `${own}&`}${added}`;
    const encoded = encodeBody(operation, body);
    return client.raw(api.splitRoute(operation.route).method, target, {
      ...encoded,
      headers: { ...encoded.headers, ...headers },
    });
  };
}

function withBody(body: string, type: string, headers: Record<string, string> = {}): Provocation {
  return (operation, { client, records }) =>
    client.raw(api.splitRoute(operation.route).method, pathOf(operation, records), {
      body,
      headers: { 'content-type': type, ...headers },
    });
}

/** The example with these files. */
function withFiles(operation: api.Operation, records: Records, files: readonly File[]): Sent {
  const sent = sentTo(operation, records);
  const [part = ''] = [operation.multipart?.part];
  return { ...sent, body: { ...sent.body, [part]: files } };
}

/** The example as somebody else sends it. */
function by(
  clientOf: (at: Situation, operation: api.Operation) => ApiClient | Promise<ApiClient>,
): Provocation {
  return async (operation, at) =>
    (await clientOf(at, operation)).call(operation, exampleOf(operation, at.records));
}

/**
 * How each error comes about, by status and code: once for all operations. What an operation declares and nothing here
 * provokes fails test/e2e/declared-errors.spec.ts.
 */
export const provocations: Readonly<Record<string, Provocation>> = {
  '400 malformed_json': (operation, at) =>
    operation.body === undefined || operation.multipart?.required === true
      ? unreadableHead(operation, at)
      : withBody('{"subject"', 'application/json')(operation, at),
  '400 malformed_multipart': withBody(
    '--x\r\nContent-Disposition: form-data',
    'multipart/form-data; boundary=x',
  ),
  '400 body_too_large': (operation, at) =>
    withBody('x'.repeat(api.bodyLimitOf(operation) + 1), 'application/json')(operation, at),
  '400 unsupported_encoding': withBody('\u001f\u008b', 'application/json', { 'content-encoding': 'gzip' }),
  '400 missing_parameter': withBody('--x--', 'multipart/form-data; boundary=x'),
  '400 unsupported_media_type': withBody('subject=x', 'text/plain'),
  '400 invalid_parameter': (operation, at) =>
    withQuery(`${api.isEventStream(operation.response) ? 'last_event_id' : 'cursor'}=no-cursor-of-ours`)(
      operation,
      at,
    ),
  '401 missing_api_key': by(({ client }) => new ApiClient(client.baseUrl, undefined)),
  '401 invalid_api_key': by(({ client }) => new ApiClient(client.baseUrl, `${client.token ?? ''}x`)),
  '401 token_expired': by(async ({ workspace: { credentials }, client }) => {
    const { workspace_id: workspace, email } = credentials;
    const asked = { workspace, email, name: 'Short', scopes: api.SCOPES.join(), expires_in: '1ms' };
    const { token } = await operator.run(api.createPat, asked);
    // The end of the window is determined by the clock of another machine.
    await eventually(
      async () => (await new ApiClient(client.baseUrl, token).call(api.getMe, {})).status === 401,
    );
    return new ApiClient(client.baseUrl, token);
  }),
  '403 insufficient_scope': by(({ workspace }, operation) =>
    withKey(workspace, api.SCOPES.find((scope) => !api.hasRequiredScope([scope], operation.scope)) ?? ''),
  ),
  '403 address_not_allowed': by(({ workspace }) =>
    withKey(workspace, api.SCOPES.join(), { allow_ips: '192.0.2.0/24' }),
  ),
  '403 role_forbidden': async (operation, { workspace, client: admin, records }) => {
    const { client } = await actingUser(workspace);
    const [noun = ''] = operation.id.split('.');
    if (!['view', 'macro'].includes(noun)) return client.call(operation, exampleOf(operation, records));
    // Users write views and macros of their own, but not those of the workspace.
    const create = noun === 'view' ? api.createView : api.createMacro;
    const example = sentTo(create, records);
    const made = await admin.call(create, { body: { ...example.body, visibility: 'workspace' } });
    const { id } = (made.body as unknown as { data: { id: string } }).data;
    const { body, ...sent } = sentTo(operation, { ...records, [`${noun}Id`]: id });
    return client.call(operation, { ...sent, ...(body && { body: { ...body, visibility: 'workspace' } }) });
  },
  '403 mode_forbidden': by(({ workspace }) => workspace.test),
  '404 not_found': (operation, { client, records }) =>
    client.call(operation, exampleOf(operation, nobodys(records))),
  '409 idempotency_mismatch': async (operation, { client, records }) => {
    const sent = sentTo(operation, records);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    expectSuccess(operation, await client.call(operation, sent, headers));
    // Another body, or where there is none another record.
    if (sent.body !== undefined)
      return client.call(operation, { ...sent, body: { ...sent.body, another: 'request' } }, headers);
    const others = exampleOf(operation, nobodys(records));
    if (operation.route.includes('{')) return client.call(operation, others, headers);
    // Neither a body nor a record: what was sent first is another operation.
    const used = { 'idempotency-key': crypto.randomUUID() };
    await client.ok(api.createContact, { body: { email: `${crypto.randomUUID()}@example.com` } }, used);
    return client.call(operation, others, used);
  },
  '409 idempotency_in_progress': whileInProgress,
  // A reply, in place of the note of the example.
  '409 not_editable': (operation, { client, records }) => {
    const sent = sentTo(operation, records);
    return client.call(operation, { ...sent, params: { ...sent.params, message_id: records.messageId } });
  },
  '412 precondition_failed': (operation, { client, records }) =>
    client.call(operation, exampleOf(operation, records), { 'if-match': '"0"' }),
  '422 invalid_parameter': async (operation, at) => {
    // The only DELETE that a value forbids.
    if (operation.id === 'inbox.delete')
      await at.client.ok(api.createTicket, {
        body: { subject: 'In it', inbox_id: at.records.inboxId as api.Id<'inbox'> },
      });
    // Any text is a query.
    const parameter = api.queryParametersOf(operation).find((name) => name !== 'q');
    if (parameter !== undefined) return withQuery(`${parameter}=%00`)(operation, at);
    // A PUT takes no key.
    if (operation.route.startsWith('PUT '))
      return withBody('{"body":"\\u0000"}', 'application/json')(operation, at);
    const headers = { 'idempotency-key': 'x'.repeat(256) };
    return at.client.call(operation, exampleOf(operation, at.records), headers);
  },
  '422 missing_parameter': (operation, at) =>
    operation.body === undefined
      ? at.client.raw(api.splitRoute(operation.route).method, pathOf(operation, at.records))
      : // An update requires no field, but what a contact is named by, and the type of a transport.
        withBody(
          operation.route.startsWith('PATCH ') ? '{"contact":{},"transport":{}}' : '{}',
          'application/json',
        )(operation, at),
  '422 position_expired': withQuery(`last_event_id=${'0'.repeat(16)}-${'0'.repeat(26)}-20200101`),
  '422 read_only_parameter': (operation, { client, records }) => {
    const sent = sentTo(operation, records);
    if (operation.id.endsWith('.bulk_update'))
      return client.call(operation, { ...sent, body: { ...sent.body, update: { id: 'another' } } });
    const [param = ''] = api.readOnlyParametersOf(operation);
    return client.call(operation, { ...sent, body: { ...sent.body, [param]: 'another' } });
  },
  '422 unknown_parameter': withQuery('no_such_parameter=1'),
  '422 file_too_large': async (operation, { client, records }) => {
    if (operation.multipart === undefined) {
      const ids: api.Id<'file'>[] = [];
      for (const name of ['a', 'b', 'c']) {
        const file = new File([new Uint8Array(17 * MIB)], name);
        ids.push((await client.ok(api.createFile, { body: { file } })).data.id);
      }
      const sent = sentTo(operation, records);
      const isOfConnection = operation.id === 'connection.receive_message';
      const body = isOfConnection
        ? { attachments: ids }
        : { contact: { id: records.contactId }, message: { attachments: ids } };
      return client.call(operation, { ...sent, body: { ...sent.body, ...body } });
    }
    const file = new File([new Uint8Array(26 * MIB)], 'large.bin');
    return client.call(operation, withFiles(operation, records, [file]));
  },
  '422 too_many_items': async (operation, { client, records }) => {
    if (['view.create', 'view.update'].includes(operation.id)) {
      const all = Array(26).fill({ field: 'status', op: 'eq', value: 'open' });
      const sent = sentTo(operation, records);
      return client.call(operation, { ...sent, body: { ...sent.body, filter: { all } } });
    }
    const list = findLimitedArray(operation);
    if (operation.multipart !== undefined) {
      const files = Array.from({ length: 11 }, (_, index) => exampleFile(`File ${index}`));
      return client.call(operation, withFiles(operation, records, files));
    }
    // Elsewhere, as other errors of macros need one more.
    if (operation.id === 'macro.create')
      return untilRefused(operation, (await operator.workspace()).live, records);
    if (list === null) return untilRefused(operation, client, records);
    const { examples: [example] = [], items, maxItems } = list.schema;
    const item = (example as unknown[] | undefined)?.[0] ?? items?.examples?.[0];
    const sent = sentTo(operation, records);
    const body = withValueAt(sent.body ?? {}, list.path, Array(maxItems + 1).fill(item));
    return client.call(operation, { ...sent, body });
  },
  '422 ambiguous_match': async (operation, { client, records }) => {
    const email = `${randomUUID()}@example.com`;
    const external_id = randomUUID();
    for (const body of [{ email }, { external_id }]) await client.ok(api.createContact, { body });
    const both = { email, external_id };
    if (operation === api.upsertContact) return client.call(operation, { body: both });
    const sent = sentTo(operation, records);
    return client.call(operation, { ...sent, body: { ...sent.body, contact: both } });
  },
  '422 duplicate_value': async (operation, { client, records, workspace }) => {
    if (operation.id.startsWith('user.')) {
      // One who is still invited would be invited again.
      const email = `${randomUUID()}@example.com`;
      const { workspace_id: id } = workspace.credentials;
      await operator.run(api.createUser, { workspace: id, email, name: 'Kim Lee', role: 'agent' });
      const sent = sentTo(operation, records);
      return client.call(operation, { ...sent, body: { ...sent.body, email } });
    }
    const [resource = ''] = operation.id.endsWith('_message') ? ['message'] : operation.id.split('.');
    const create = api.operations.find(({ id }) => id === `${resource}.create`) as api.Operation;
    const example = sentTo(create, records);
    const hasExternalId = ['contact', 'conversation', 'message', 'ticket'].includes(resource);
    const own = hasExternalId ? { external_id: randomUUID() } : {};
    const taken = { ...example, body: { ...example.body, ...own } };
    const made = await client.call(create, taken);
    expectSuccess(create, made);
    const sent = sentTo(operation, records);
    return client.call(operation, { ...sent, body: { ...sent.body, ...taken.body } });
  },
  '429 rate_limit_exceeded': async (operation, { exhausted, records }) => {
    const tried = async () => {
      await exhaust(exhausted);
      return exhausted.call(operation, exampleOf(operation, records));
    };
    const first = await tried();
    // The minute may have ended between the two requests; then another one has begun.
    return first.status === 429 ? first : tried();
  },
};

/** Errors of our own, which test/faults/declared-faults.services.spec.ts provokes for every operation. */
export const FAULTS: readonly api.ErrorCode[] = ['internal_error', 'service_unavailable', 'outcome_unknown'];

/** Uses up the minute of a workspace. */
export async function exhaust(client: ApiClient): Promise<void> {
  while ((await client.call(api.getMe, {})).status !== 429);
}

/** A request whose key another one holds (libs/persistence/src/idempotency): nobody waits, so that no deadline has a part in it. */
async function whileInProgress(operation: api.Operation, { client, records }: Situation): Promise<Refused> {
  const { credential, workspace } = (await client.ok(api.getMe, {})).data;
  const key = randomUUID();
  await using holder = await connected(databaseUrl);
  await holder.query('begin');
  await holder.query(
    `select pg_advisory_xact_lock(hashtextextended(concat_ws('|', $1::text, 'live', $2::text, $3::text), 0))`,
    [api.uuidOf('workspace', workspace.id), credential.id, key],
  );
  const send = () => client.call(operation, exampleOf(operation, records), { 'idempotency-key': key });
  const refused = await send();
  await holder.query('rollback');
  expectSuccess(operation, await send());
  return refused;
}

/** Creates one record more than there may be. */
async function untilRefused(operation: api.Operation, client: ApiClient, records: Records): Promise<Refused> {
  const answer = await client.call(operation, exampleOf(operation, records));
  return answer.status === operation.status ? untilRefused(operation, client, records) : answer;
}

function expectSuccess(operation: api.Operation, { status, body }: Refused): void {
  if (status !== operation.status)
    throw new Error(`${operation.id} answered ${status}: ${JSON.stringify(body)}`);
}

/** An expectation that cannot be met; `fetch` refuses to send one. */
async function unreadableHead(operation: api.Operation, { client, records }: Situation): Promise<Refused> {
  const { method } = api.splitRoute(operation.route);
  const path = pathOf(operation, records);
  const sent = httpRequest(client.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${client.token ?? ''}`, expect: 'a miracle' },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.end();
  const [response] = await answered;
  const text = Buffer.concat((await response.toArray()) as Buffer[]).toString();
  const answer = {
    status: response.statusCode ?? 0,
    headers: new Headers(response.headers as Record<string, string>),
    body: JSON.parse(text) as Refused['body'],
  };
  expectDocumented({ method, path, ...answer });
  return answer;
}

/** The same object with another value at a place in it. */
function withValueAt(
  object: Readonly<Record<string, unknown>>,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const inner = (object[name] ?? {}) as Record<string, unknown>;
  return { ...object, [name]: rest.length === 0 ? value : withValueAt(inner, rest, value) };
}
