import { afterEach, describe, expect, it } from '@jest/globals';
import { ApiError, type CredentialType } from '@parley/contracts';
import { type HandlerResult } from '@parley/runtime/handlers';
import { metricsText } from '@parley/runtime/metrics';
import { EventStreamClient, eventually, gate, StreamRefused, type StreamChoice } from '@parley/testing';
import { startHarness, TICKET_ID, type TestHarness } from '../gateway.fixture.ts';
import type { GatewayConfig } from '../gateway.config.ts';
import type { EventFeeds } from './event-feeds.ts';
import { FakeEventLog, positionOf } from './event-log.fixture.ts';
import { EventStreams } from './event-streams.ts';

const KIB = 1024;
const WRITTEN = 400;

it('the places for event streams of a workspace are other ones for tabs of the account console than for integrations', () => {
  const config = { EVENT_STREAMS_PER_WORKSPACE: 2, EVENT_STREAMS_PER_CREDENTIAL: 2 } as GatewayConfig;
  const streams = new EventStreams(undefined as unknown as EventFeeds, config);
  const reserve = (type: CredentialType, credentialId: string) =>
    streams.reserve({
      type,
      credentialId,
      workspaceId: 'ws_01h2xcejqtf2nbrexx3vqjhp41',
      mode: 'live',
      userId: 'user_01h2xcejqtf2nbrexx3vqjhp41',
      role: 'admin',
      scopes: [],
    });
  const release = reserve('session', 'session_1');
  reserve('session', 'session_2');
  expect(() => reserve('session', 'session_3')).toThrow(/account console of the workspace has 2/);
  reserve('api_key', 'key_1');
  reserve('personal_access_token', 'pat_1');
  expect(() => reserve('oauth_access_token', 'grant_1')).toThrow(/The workspace has 2/);
  release();
  expect(() => reserve('api_key', 'key_2')).toThrow(/The workspace has 2/);
  reserve('session', 'session_3');
});

describe('the event streams of a gateway', () => {
  let harness: TestHarness;
  let log: FakeEventLog;
  let token: string;
  const opened: EventStreamClient[] = [];

  async function start(env: Record<string, string> = {}): Promise<void> {
    harness = await startHarness({ EVENT_STREAM_POLL_INTERVAL: '10ms', ...env });
    log = new FakeEventLog(harness.tickets);
    token = harness.issue({ scopes: ['tickets:read'], limit: 1_000 });
  }
  async function open(choice: StreamChoice = {}, by = token): Promise<EventStreamClient> {
    const stream = await EventStreamClient.open({ baseUrl: harness.url, token: by }, choice);
    opened.push(stream);
    return stream;
  }
  /** A stream whose client reads nothing, with more events than the sockets of both sides hold. */
  async function openDeaf(by = token): Promise<EventStreamClient> {
    const stream = await open({}, by);
    await eventually(() => stream.lastEventId !== '');
    stream.response.pause();
    for (let count = 0; count < WRITTEN; count += 1) log.add(64 * KIB);
    return stream;
  }
  const refusal = (by = token) =>
    open({}, by).then(
      () => null,
      (error: unknown) => (error instanceof StreamRefused ? error : Promise.reject(error as Error)),
    );
  const receives = (stream: EventStreamClient, count: number) =>
    eventually(() => expect(stream.events.map(({ id }) => id)).toHaveLength(count));

  /** Whether nobody has read the log for ten times as long as readers wait. */
  async function readsStopped(): Promise<boolean> {
    const before = log.reads.length;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return log.reads.length === before;
  }

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((stream) => stream.close()));
    await harness.close();
  });

  it('read the log of a workspace once for all of them', async () => {
    await start();
    const streams = await Promise.all(Array.from({ length: 10 }, () => open()));
    log.add();
    for (const stream of streams) await receives(stream, 1);
    const before = log.reads.length;
    await eventually(() => log.reads.length >= before + 5);
    expect(new Set(log.reads.slice(before))).toEqual(new Set([1]));
  });

  it('read the logs of several workspaces together, and nothing once they are closed', async () => {
    await start();
    const tokens = Array.from({ length: 5 }, () => harness.issue({ scopes: ['tickets:read'] }));
    const streams = await Promise.all(tokens.map((one) => open({}, one)));
    // How many depends on how far apart they were opened.
    await eventually(() => expect(Math.max(...log.reads)).toBeGreaterThan(1));
    await Promise.all(streams.map((stream) => stream.close()));
    await eventually(readsStopped);
  });

  it('are not held up by a log that cannot be read', async () => {
    await start();
    const tokens = Array.from({ length: 5 }, () => harness.issue({ scopes: ['tickets:read'] }));
    const streams = await Promise.all(tokens.map((one) => open({}, one)));
    const { answer } = harness.tickets;
    let unreadable: unknown;
    harness.tickets.answer = (call) => {
      const { logs } = call.input as { logs?: { workspace_id: string }[] };
      // One that is read with others.
      if (logs !== undefined && logs.length > 1) unreadable ??= logs.at(-1)?.workspace_id;
      return logs?.some(({ workspace_id: id }) => id === unreadable) === true
        ? Promise.reject(new ApiError('internal_error'))
        : (answer?.(call) as Promise<HandlerResult>);
    };
    // When logs are read together depends on how far apart the streams were opened.
    await eventually(() => unreadable !== undefined);
    log.add();
    await eventually(() => expect(streams.filter(({ events }) => events.length === 1)).toHaveLength(4));
    harness.tickets.answer = answer;
    for (const stream of streams) await receives(stream, 1);
  });

  it('catch up with the others before they follow with them', async () => {
    await start();
    const first = await open();
    for (let count = 0; count < 250; count += 1) log.add();
    await receives(first, 250);
    const second = await open({ lastEventId: '0' });
    log.add();
    await receives(second, 251);
    await receives(first, 251);
    expect(second.events).toEqual(first.events);
  });

  it('get new events at once while another is sent old ones', async () => {
    await start();
    for (let count = 0; count < 250; count += 1) log.add();
    const { answer } = harness.tickets;
    const [held, release] = gate();
    harness.tickets.answer = async (call) => {
      const { logs = [] } = call.input as { logs?: { after: string }[] };
      if (logs.some(({ after }) => after === positionOf(100))) await held;
      return answer?.(call) as Promise<HandlerResult>;
    };
    const resumed = await open({ lastEventId: '0' });
    const live = await open();
    await receives(resumed, 100);
    log.add();
    await receives(live, 1);
    expect(resumed.events.length).toBeLessThan(200);
    release();
    await receives(resumed, 251);
  });

  it('of a workspace read the log in turn to catch up, and leave room for those of others', async () => {
    await start();
    for (let count = 0; count < 250; count += 1) log.add();
    const { answer } = harness.tickets;
    const [held, release] = gate();
    const reading = new Map<string, number>();
    harness.tickets.answer = async (call) => {
      const [one] = (call.input as { logs?: { workspace_id: string }[] }).logs ?? [];
      if (one === undefined) return answer?.(call) as Promise<HandlerResult>;
      reading.set(one.workspace_id, (reading.get(one.workspace_id) ?? 0) + 1);
      await held;
      return answer?.(call) as Promise<HandlerResult>;
    };
    const streams = await Promise.all(Array.from({ length: 5 }, () => open({ lastEventId: '0' })));
    const other = await open({ lastEventId: '0' }, harness.issue({ scopes: ['tickets:read'] }));
    await eventually(() => expect([...reading.values()]).toEqual([1, 1]));
    release();
    for (const stream of [...streams, other]) await receives(stream, 250);
  });

  it('are kept open by comments while nothing happens', async () => {
    await start({ EVENT_STREAM_HEARTBEAT: '100ms' });
    const stream = await open();
    await eventually(() => expect(stream.comments).toBeGreaterThan(2));
    expect(stream.events).toEqual([]);
  });

  it('tell a client whose filters match nothing where it is', async () => {
    await start({ EVENT_STREAM_HEARTBEAT: '100ms' });
    const stream = await open({ query: 'resource=ticket_01h2xcejqtf2nbrexx3vqjhp41' });
    await eventually(() => stream.lastEventId !== '');
    const before = stream.lastEventId;
    log.add();
    await eventually(() => expect(stream.lastEventId > before).toBe(true));
    expect(stream.events).toEqual([]);
  });

  it('are ended when the client reads too slowly, and resume without a loss', async () => {
    await start({ EVENT_STREAM_BUFFER: '64KiB', EVENT_STREAM_DRAIN_TIMEOUT: '500ms' });
    const slow = await openDeaf();
    await eventually(async () => (await metricsText()).text.includes('parley_gateway_event_streams 0\n'));
    slow.response.resume();
    await slow.ended;
    expect(slow.events.length).toBeLessThan(WRITTEN);
    const resumed = await open({ lastEventId: slow.lastEventId });
    await receives(resumed, WRITTEN - slow.events.length);
    const ids = [...slow.events, ...resumed.events].map(({ id }) => id);
    expect(new Set(ids).size).toBe(WRITTEN);
  });

  it('end when their credential has ended, also for a client that reads nothing', async () => {
    await start({ EVENT_STREAM_DRAIN_TIMEOUT: '10m' });
    const idle = await open();
    const deaf = await openDeaf(harness.issue({ scopes: ['tickets:read'], expiresAt: Date.now() + 4_000 }));
    await eventually(async () => (await metricsText()).text.includes('parley_gateway_event_streams 1\n'));
    deaf.response.resume();
    await deaf.ended;
    expect(deaf.events.length).toBeLessThan(WRITTEN);
    await receives(idle, WRITTEN);
  });

  it('end at a shutdown, also for a client that reads nothing', async () => {
    await start({ EVENT_STREAM_DRAIN_TIMEOUT: '10m' });
    const deaf = await openDeaf();
    const { answer } = harness.tickets;
    const [held, release] = gate();
    harness.tickets.answer = async (call) => {
      if (call.procedureId !== 'ticket.get') return answer?.(call) as Promise<HandlerResult>;
      await held;
      return { value: {}, replayed: false };
    };
    const running = harness.request(`/v1/tickets/${TICKET_ID}`);
    await eventually(() => harness.tickets.calls.some(({ procedureId }) => procedureId === 'ticket.get'));
    const closing = harness.gateway.close();
    await eventually(async () => (await metricsText()).text.includes('parley_gateway_event_streams 0\n'));
    // Not because the time of the shutdown was over, at which running requests are cut too.
    release();
    expect((await running).status).toBe(200);
    await closing;
    deaf.response.resume();
    await deaf.ended;
    expect(deaf.events.length).toBeLessThan(WRITTEN);
  });

  it('are over for a client that leaves while the log is read for it', async () => {
    await start();
    for (let count = 0; count < 250; count += 1) log.add();
    const { answer } = harness.tickets;
    const [held, release] = gate();
    harness.tickets.answer = async (call) => {
      if (call.procedureId === 'event.read_logs') await held;
      return answer?.(call) as Promise<HandlerResult>;
    };
    const left = await open({ lastEventId: '0' });
    // So that it has something to catch up with.
    const reading = await open({ lastEventId: '0' });
    await left.close();
    await eventually(async () => (await metricsText()).text.includes('parley_gateway_event_streams 1\n'));
    release();
    await receives(reading, 250);
  });

  it('are limited by credential and by workspace, with a clear error', async () => {
    await start({ EVENT_STREAMS_PER_CREDENTIAL: '2' });
    const [first] = [await open(), await open()];
    const refused = await refusal();
    expect([refused?.status, refused?.headers['retry-after']]).toEqual([429, '5']);
    expect(JSON.parse(refused?.body ?? '')).toMatchObject({
      error: { code: 'rate_limit_exceeded', message: expect.stringContaining('2 event streams') as unknown },
    });
    // Not of others.
    await open({}, harness.issue({ scopes: ['tickets:read'] }));
    await first.close();
    await eventually(async () => (await refusal()) === null);
  });

  it('count as a request when they are opened, and as none afterwards', async () => {
    await start();
    const few = harness.issue({ scopes: ['tickets:read'], limit: 3 });
    const { headers } = (await open({}, few)).response;
    expect(headers['x-ratelimit-remaining']).toBe('2');
    // Two checks of the credential later.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await open({}, few)).response.headers['x-ratelimit-remaining']).toBe('1');
  });

  it('end at a shutdown, and tell clients to connect again at different times', async () => {
    await start();
    const streams = await Promise.all([open(), open(), open()]);
    await harness.gateway.close();
    await Promise.all(streams.map((stream) => stream.ended));
    expect(new Set(streams.map(({ retryMs }) => retryMs)).size).toBeGreaterThan(1);
    for (const { retryMs } of streams) expect(retryMs).toBeGreaterThanOrEqual(1_000);
  });

  it('answer HEAD without a body', async () => {
    await start();
    const { status, headers } = await harness.request('/v1/events/stream', { method: 'HEAD' });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  });

  it('stay open while the log cannot be read, and continue then', async () => {
    await start();
    const stream = await open();
    await eventually(() => stream.lastEventId !== '');
    const { answer } = harness.tickets;
    let failed = 0;
    harness.tickets.answer = () => Promise.reject(new Error(`down ${(failed += 1)}`));
    log.add();
    await eventually(() => failed > 0);
    harness.tickets.answer = answer;
    await receives(stream, 1);
  });
});
