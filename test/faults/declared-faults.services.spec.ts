import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { errorCodesOf } from '@parley/openapi';
import { connected, eventually, type Answer, type ApiClient } from '@parley/testing';
import { createRecords, exampleOf, type Records } from '../e2e/examples.ts';
import { FAULTS } from '../e2e/provocations.ts';
import { Deployment } from './rolling/deployment.ts';
import { checkout } from './rolling/releases.ts';

/** Of a process that is frozen, requests take all of the timeout. What fails here is meant to; its log is of no interest. */
const SETTINGS = {
  REQUEST_TIMEOUT: '10s',
  LOG_LEVEL: 'silent',
  PUSH_VAPID_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url'),
};

let deployment: Deployment;
let live: ApiClient;
let records: Records;

beforeAll(async () => {
  deployment = await Deployment.start(checkout, {}, SETTINGS);
  const workspace = await deployment.operator.workspace();
  live = workspace.live;
  records = await createRecords(workspace, deployment.operator);
  // What services show of each other's records they have copied by then.
  await Promise.all(api.operations.filter(isRepeatable).map(attempt));
});

afterAll(() => deployment.remove());

/** Operations that show or write records of a second service. */
const ALSO_NEEDING: Partial<Record<api.ServiceName, readonly string[]>> = {
  contact: ['connection.receive_message'],
  conversation: [
    'macro.apply',
    'conversation_follower.create',
    'conversation_follower.delete',
    'conversation_follower.list',
    'presence.report',
    'ticket.create_message',
    'ticket.list_messages',
  ],
  file: ['incoming_mail.create'],
  identity: ['conversation_follower.create', 'macro.apply', 'report.get', 'ticket_follower.create'],
  mail: ['message.email'],
  ticket: [
    'job.create',
    'macro.apply',
    'ticket_follower.create',
    'ticket_follower.delete',
    'ticket_follower.list',
    'view.counts',
    'view.records',
    'workspace.get',
    'workspace.update',
  ],
};

const table = (chosen: readonly api.Operation[]) =>
  chosen.map((operation) => [operation.id, operation] as const);
const operationsOf = (service: api.ServiceName) =>
  api.operations.filter((operation) => operation.service === service);
/** Operations that fail without a service: its own, and those of the gateway that need it. A search goes on without it. */
const needing = (service: api.ServiceName) =>
  api.operations.filter(
    ({ id, service: owner }) =>
      owner === service ||
      (owner === 'gateway' && id !== api.search.id && (service === 'webhook' || api.ownerOf(id) === service)),
  );
/** A record that is deleted is there no more for the others. */
const isRepeatable = ({ status }: api.Operation) => status !== 204;

type Failed = Answer<{ error: api.ErrorBody }>;

const attempt = (operation: api.Operation): Promise<Failed> =>
  live.call(operation, exampleOf(operation, records));

/** The whole error: a stranger learns nothing else of what went wrong. */
function expectNothingElse(answer: Failed, code: api.ErrorCode): void {
  const { type, message, status } = api.errors[code];
  const requestId = answer.headers.get('x-request-id');
  const docUrl = api.docUrlOf(live.baseUrl, code);
  expect([answer.status, answer.body]).toEqual([
    status,
    { error: { type, code, message, request_id: requestId, doc_url: docUrl } },
  ]);
}

it('every operation declares all server errors', () => {
  for (const operation of api.operations) {
    const possible = FAULTS.filter((code) => code !== 'outcome_unknown' || !api.isRead(operation));
    const declared = [...errorCodesOf(operation).values()].flat().filter((code) => FAULTS.includes(code));
    expect([operation.id, declared.toSorted()]).toEqual([operation.id, possible.toSorted()]);
  }
});

describe.each(api.services)('while %s is stopped', (service) => {
  beforeAll(() => deployment.kill(`${service} 0`, 'SIGTERM'));
  afterAll(async () => {
    await deployment.restart(`${service} 0`, checkout);
    const [first] = operationsOf(service).filter(isRepeatable);
    await eventually(async () => (await attempt(first as api.Operation)).status === first?.status);
  });

  it.each(table(needing(service)))('%s: 503 service_unavailable', async (_, operation) => {
    const answer = await attempt(operation);
    expectNothingElse(answer, 'service_unavailable');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  it('a search returns the results of the other services, and names the incomplete types', async () => {
    const lacking = Object.values(api.SEARCH_TYPES).filter(({ call }) => call.service === service);
    const answer = await attempt(api.search);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { meta: { partial: lacking.map(({ group }) => group) } },
    ]);
  });

  it('all operations of the other services succeed', async () => {
    const others = api.operations.filter(
      (operation) =>
        !needing(service).includes(operation) &&
        !(ALSO_NEEDING[service] ?? []).includes(operation.id) &&
        isRepeatable(operation),
    );
    const answers = await Promise.all(others.map(attempt));
    expect(answers.map(({ status }, index) => [others[index]?.id, status])).toEqual(
      others.map(({ id, status }) => [id, status]),
    );
  });
});

describe.each(api.services)('while %s cannot find its tables', (service) => {
  beforeAll(() => rename(service, `${service}_away`));
  afterAll(() => rename(`${service}_away`, service));

  // What the process alone knows needs no table.
  const reading = needing(service).filter(({ id }) => id !== api.getNotificationPush.id);
  it.each(table(reading))('%s: 500 internal_error without details', async (_, operation) => {
    expectNothingElse(await attempt(operation), 'internal_error');
  });
});

// Last, because what a frozen service was sent it does when it continues.
describe.each(api.services)('while %s is frozen', (service) => {
  beforeAll(() => {
    deployment.signal(`${service} 0`, 'SIGSTOP');
  });
  afterAll(() => {
    deployment.signal(`${service} 0`, 'SIGCONT');
  });

  it('the outcome of every write is unknown at its deadline, and reads are unavailable', async () => {
    const answers = await Promise.all(operationsOf(service).map(attempt));
    const seen = answers.map(({ status, body, headers }, index) => [
      operationsOf(service)[index]?.id,
      [status, body.error.code, headers.has('retry-after')],
    ]);
    expect(seen).toEqual(
      operationsOf(service).map((operation) => [
        operation.id,
        api.isRead(operation) || needsUpload(operation)
          ? [503, 'service_unavailable', true]
          : [503, 'outcome_unknown', false],
      ]),
    );
  });
});

/** One that never begins here: its file is not taken. */
const needsUpload = ({ multipart }: api.Operation): boolean => multipart?.required === true;

async function rename(schema: string, other: string): Promise<void> {
  await using client = await connected(deployment.databaseUrl);
  await client.query(`alter schema ${schema} rename to ${other}`);
}
