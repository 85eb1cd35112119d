import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  docUrlOf,
  errors,
  isRead,
  operations,
  ownerOf,
  search,
  SEARCH_TYPES,
  services,
  type ErrorBody,
  type ErrorCode,
  type Operation,
  type ServiceName,
} from '@parley/contracts';
import { errorCodesOf } from '@parley/openapi';
import { connected, eventually, Operator, type Answer, type ApiClient } from '@parley/testing';
import { randomBytes } from 'node:crypto';
import { createRecords, exampleOf, type Records } from '../e2e/examples.ts';
import { FAULTS } from '../e2e/provocations.ts';
import { pidIn } from './pid-of.ts';
import {
  newInstallation,
  startProcess,
  type Installation,
  type RunningProcess,
} from '../setup/services-process.mjs';

/** Of a process that is frozen, requests take all of it. */
const REQUEST_TIMEOUT = '10s';

/** A gateway and one process of each service, and nobody who would start them again. */
let installation: Installation;
let operator: Operator;
let live: ApiClient;
let records: Records;
const running = new Map<string, RunningProcess>();

const baseUrl = () => `http://127.0.0.1:${installation.env['GATEWAY_PORT'] ?? ''}`;

async function start(app: string): Promise<void> {
  const addresses = (installation.env['RPC_ADDRESSES'] ?? '').split(',');
  const own = addresses.find((address) => address.startsWith(`${app}=`));
  // What fails here is meant to; its log is of no interest.
  const settings = {
    LOG_LEVEL: 'silent',
    BASE_URL: baseUrl(),
    ...(own === undefined ? {} : { RPC_PORT: own.split(':')[1] ?? '' }),
  };
  running.set(app, await startProcess(app, { ...installation.env, ...settings }));
}

beforeAll(async () => {
  installation = await newInstallation({
    ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    REQUEST_TIMEOUT,
  });
  operator = await Operator.ofServices(installation.env['RPC_ADDRESSES'] ?? '');
  const started = await Promise.allSettled([...services, 'gateway'].map(start));
  const failed = started.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  const workspace = await operator.workspace();
  live = workspace.live;
  records = await createRecords(workspace, operator);
  // What services show of each other's records they have copied by then.
  await Promise.all(operations.filter(isRepeatable).map(attempt));
});

afterAll(async () => {
  operator.close();
  await Promise.all([...running.values()].map((process) => process.end('SIGTERM')));
  await installation.remove();
});

const table = (chosen: readonly Operation[]) => chosen.map((operation) => [operation.id, operation] as const);
const operationsOf = (service: ServiceName) =>
  operations.filter((operation) => operation.service === service);
/** Operations that fail without a service: its own, and those of the gateway that need it. A search goes on without it. */
const needing = (service: ServiceName) =>
  operations.filter(
    ({ id, service: owner }) =>
      owner === service ||
      (owner === 'gateway' && id !== search.id && (service === 'webhook' || ownerOf(id) === service)),
  );
/** A record that is deleted is there no more for the others. */
const isRepeatable = ({ status }: Operation) => status !== 204;

type Failed = Answer<{ error: ErrorBody }>;

const attempt = (operation: Operation): Promise<Failed> =>
  live.call(operation, exampleOf(operation, records));

/** The whole error: a stranger learns nothing else of what went wrong. */
function expectNothingElse(answer: Failed, code: ErrorCode): void {
  const { type, message, status } = errors[code];
  const requestId = answer.headers.get('x-request-id');
  expect([answer.status, answer.body]).toEqual([
    status,
    { error: { type, code, message, request_id: requestId, doc_url: docUrlOf(baseUrl(), code) } },
  ]);
}

it('every operation declares all server errors', () => {
  for (const operation of operations) {
    const possible = FAULTS.filter((code) => code !== 'outcome_unknown' || !isRead(operation));
    const declared = [...errorCodesOf(operation).values()].flat().filter((code) => FAULTS.includes(code));
    expect([operation.id, declared.toSorted()]).toEqual([operation.id, possible.toSorted()]);
  }
});

describe.each(services)('while %s is stopped', (service) => {
  beforeAll(() => running.get(service)?.end('SIGTERM'), 30_000);
  afterAll(async () => {
    await start(service);
    const [first] = operationsOf(service).filter(isRepeatable);
    await eventually(async () => (await attempt(first as Operation)).status === first?.status);
  });

  it.each(table(needing(service)))('%s: 503 service_unavailable', async (_, operation) => {
    const answer = await attempt(operation);
    expectNothingElse(answer, 'service_unavailable');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  it('a search returns the results of the other services, and names the incomplete types', async () => {
    const lacking = Object.values(SEARCH_TYPES).filter(({ call }) => call.service === service);
    const answer = await attempt(search);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { meta: { partial: lacking.map(({ group }) => group) } },
    ]);
  });

  it('all operations of the other services succeed', async () => {
    const others = operations.filter(
      (operation) => !needing(service).includes(operation) && isRepeatable(operation),
    );
    const answers = await Promise.all(others.map(attempt));
    expect(answers.map(({ status }, index) => [others[index]?.id, status])).toEqual(
      others.map(({ id, status }) => [id, status]),
    );
  });
});

describe.each(services)('while %s cannot find its tables', (service) => {
  beforeAll(() => rename(service, `${service}_away`));
  afterAll(() => rename(`${service}_away`, service));

  it.each(table(needing(service)))('%s: 500 internal_error without details', async (_, operation) => {
    expectNothingElse(await attempt(operation), 'internal_error');
  });
});

// Last, because what a frozen service was sent it does when it continues.
describe.each(services)('while %s is frozen', (service) => {
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    process.kill(pidIn(running, service), name);
  };
  beforeAll(() => {
    signal('SIGSTOP');
  });
  afterAll(() => {
    signal('SIGCONT');
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
        isRead(operation) || needsUpload(operation)
          ? [503, 'service_unavailable', true]
          : [503, 'outcome_unknown', false],
      ]),
    );
  });
});

/** One that never begins here: its file is not taken. */
const needsUpload = ({ multipart }: Operation): boolean => multipart?.required === true;

async function rename(schema: string, other: string): Promise<void> {
  await using client = await connected(installation.env['DATABASE_URL']);
  await client.query(`alter schema ${schema} rename to ${other}`);
}
