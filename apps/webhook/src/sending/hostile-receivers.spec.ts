import { retrySchedule } from '@parley/runtime/config';
import { expect, it } from '@jest/globals';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import type { Attempt, AttemptError } from './attempt.ts';
import { EXPIRED_TLS, TLS } from './receiver.fixture.ts';
import { afterAttempt, DEFAULT_RETRY_SCHEDULE, type Decision } from '../deliveries/retries/retry.rules.ts';
import { http, newSender, raw, resolver, send } from './sending.fixture.ts';

/** Deadline of an attempt and of connecting, where something else is to end it. */
const DEADLINE_MS = 60_000;
const CONNECT_TIMEOUT_MS = 30_000;
/** Deadline of an attempt that nothing else ends: before a head comes, and after it. */
const HEADLESS_MS = 400;
const BODY_MS = 1_500;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const never = () => undefined;
const write = (bytes: string | Buffer) => (socket: Socket) => void socket.write(bytes);
/** A byte every 10 ms after these. */
const drip = (bytes: string) => (socket: Socket) => {
  socket.write(bytes);
  const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write('x')), 10);
};
const CHUNK = Buffer.alloc(65_536, 'x');
/** These, and then as many bytes as the other side takes. */
const pour = (bytes: string) => (socket: Socket) => {
  socket.write(bytes);
  const more = () => {
    while (!socket.destroyed) if (!socket.write(CHUNK)) return void socket.once('drain', more);
  };
  more();
};
const reset = (bytes = '') => {
  return (socket: Socket) =>
    bytes === '' ? void socket.resetAndDestroy() : void socket.write(bytes, () => socket.resetAndDestroy());
};
const hangUp = (bytes = '') => {
  return (socket: Socket) => void socket.end(bytes);
};
/** Half a gigabyte of zeros, a megabyte at a time. */
const BOMB = Buffer.concat(Array<Buffer>(512).fill(gzipSync(Buffer.alloc(1024 * 1024))));

interface Case {
  readonly what: string;
  readonly speaks?: (socket: Socket, nth: number) => void;
  readonly http?: RequestListener;
  readonly tls?: typeof TLS;
  /** What a TLS sender trusts; without it the URL is an http one. */
  readonly trusts?: string;
  readonly name?: string;
  /** Only of those that hang or drip. */
  readonly deadlineMs?: number;
  readonly connectMs?: number;
  readonly status: number | null;
  readonly error: AttemptError | null;
  readonly then: Decision['kind'];
}

const CASES: readonly Case[] = [
  // It hangs.
  { what: 'says nothing', speaks: never, deadlineMs: HEADLESS_MS, status: null, error: 'timeout', then: 'retry' },
  { what: 'stops within its head', speaks: write('HTTP/1.1 200 OK\r\nx: '), deadlineMs: HEADLESS_MS, status: null, error: 'timeout', then: 'retry' },
  { what: 'stops after an early hint', speaks: write('HTTP/1.1 103 Early Hints\r\n\r\n'), deadlineMs: HEADLESS_MS, status: null, error: 'timeout', then: 'retry' },
  { what: 'stops within the body of a success', speaks: write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx'), deadlineMs: BODY_MS, status: 200, error: null, then: 'delivered' },
  { what: 'stops within the body of a failure', speaks: write('HTTP/1.1 500 No\r\ncontent-length: 9\r\n\r\nx'), deadlineMs: BODY_MS, status: 500, error: 'unexpected_status', then: 'retry' },
  { what: 'never shakes hands', speaks: never, trusts: TLS.cert, connectMs: 200, status: null, error: 'connect_timeout', then: 'retry' },
  // It drips.
  { what: 'drips its head', speaks: drip('HTTP/1.1 200 OK\r\nx-slow: '), deadlineMs: HEADLESS_MS, status: null, error: 'timeout', then: 'retry' },
  { what: 'drips the body of a success', speaks: drip('HTTP/1.1 200 OK\r\n\r\n'), deadlineMs: BODY_MS, status: 200, error: null, then: 'delivered' },
  { what: 'drips the body of a failure', speaks: drip('HTTP/1.1 500 No\r\n\r\n'), deadlineMs: BODY_MS, status: 500, error: 'unexpected_status', then: 'retry' },
  { what: 'drips chunks', speaks: drip('HTTP/1.1 404 No\r\ntransfer-encoding: chunked\r\n\r\nffffff\r\n'), deadlineMs: BODY_MS, status: 404, error: 'unexpected_status', then: 'retry' },
  // It does not end.
  { what: 'pours a head without end', speaks: pour('HTTP/1.1 200 OK\r\nx-long: '), status: null, error: 'invalid_response', then: 'retry' },
  { what: 'pours the body of a success', speaks: pour('HTTP/1.1 200 OK\r\n\r\n'), status: 200, error: null, then: 'delivered' },
  { what: 'pours the body of a failure', speaks: pour('HTTP/1.1 503 No\r\n\r\n'), status: 503, error: 'unexpected_status', then: 'retry' },
  { what: 'pours one chunk', speaks: pour('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffffff\r\n'), status: 200, error: null, then: 'delivered' },
  { what: 'says 410 and pours', speaks: pour('HTTP/1.1 410 Gone\r\n\r\n'), status: 410, error: 'unexpected_status', then: 'gone' },
  { what: 'sends a gzip bomb with a success', http: (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB), status: 200, error: null, then: 'delivered' },
  { what: 'sends a gzip bomb with a failure', http: (_, response) => response.writeHead(500, { 'content-encoding': 'gzip, gzip' }).end(BOMB), status: 500, error: 'unexpected_status', then: 'retry' },
  // It hangs up.
  { what: 'resets the connection', speaks: reset(), status: null, error: 'connection_reset', then: 'retry' },
  { what: 'resets within its head', speaks: reset('HTTP/1.1 20'), status: null, error: 'connection_reset', then: 'retry' },
  { what: 'resets within the body of a success', speaks: reset('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx'), status: 200, error: null, then: 'delivered' },
  { what: 'resets within the body of a failure', speaks: reset('HTTP/1.1 500 No\r\ncontent-length: 9\r\n\r\nx'), status: 500, error: 'unexpected_status', then: 'retry' },
  { what: 'hangs up without a word', speaks: hangUp(), status: null, error: 'connection_reset', then: 'retry' },
  { what: 'hangs up within the body of a failure', speaks: hangUp('HTTP/1.1 502 No\r\ncontent-length: 9\r\n\r\nx'), status: 502, error: 'unexpected_status', then: 'retry' },
  // It speaks something else.
  { what: 'is a mail server', speaks: write('220 mail.example.com ESMTP\r\n'), status: null, error: 'invalid_response', then: 'retry' },
  { what: 'answers bytes', speaks: write(Buffer.from([0, 255, 1, 254])), status: null, error: 'invalid_response', then: 'retry' },
  { what: 'has a status of two digits', speaks: write('HTTP/1.1 20 OK\r\n\r\n'), status: null, error: 'invalid_response', then: 'retry' },
  { what: 'has a header without a colon', speaks: write('HTTP/1.1 200 OK\r\nbad header\r\n\r\n'), status: null, error: 'invalid_response', then: 'retry' },
  { what: 'has two lengths', speaks: write('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx'), status: null, error: 'invalid_response', then: 'retry' },
  { what: 'has a length that is no number', speaks: write('HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n'), status: null, error: 'invalid_response', then: 'retry' },
  { what: 'has a line break within a header', speaks: write('HTTP/1.1 200 OK\r\nx: y\rz: 1\r\n\r\n'), status: null, error: 'invalid_response', then: 'retry' },
  { what: 'switches protocols', speaks: write('HTTP/1.1 101 Yes\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n'), status: null, error: 'invalid_response', then: 'retry' },
  { what: 'speaks no TLS', http: (_, response) => response.end(), trusts: TLS.cert, status: null, error: 'tls_failed', then: 'retry' },
  // Its certificate is no good.
  { what: 'has an expired certificate', http: (_, response) => response.end(), tls: EXPIRED_TLS, trusts: EXPIRED_TLS.cert, status: null, error: 'tls_failed', then: 'retry' },
  { what: 'has a certificate of nobody', http: (_, response) => response.end(), tls: TLS, trusts: '', status: null, error: 'tls_failed', then: 'retry' },
  { what: 'has the certificate of another', http: (_, response) => response.end(), tls: TLS, trusts: TLS.cert, name: 'another.test', status: null, error: 'tls_failed', then: 'retry' },
  { what: 'is as it should be', http: (_, response) => response.end(), tls: TLS, trusts: TLS.cert, status: 200, error: null, then: 'delivered' },
]; // oxfmt-ignore

const senderThatTrusts = (ca = '', connectTimeoutMs = CONNECT_TIMEOUT_MS) =>
  newSender({ connectTimeoutMs, resolve: resolver(['127.0.0.1']), ...(ca !== '' && { ca }) });

const decisionAfter = (attempt: Attempt): Decision =>
  afterAttempt(attempt, {
    attempt: 1,
    schedule: retrySchedule.parse(DEFAULT_RETRY_SCHEDULE),
    now: new Date(),
    random: Math.random,
  });

it.each(CASES)('a receiver that $what: $error, then $then', async (one) => {
  const receiver = await (one.http === undefined
    ? raw(one.speaks ?? never)
    : http(one.http, { tls: one.tls ?? false }));
  const sender = senderThatTrusts(one.trusts, one.connectMs);
  const scheme = one.trusts === undefined ? 'http' : 'https';
  const url = `${scheme}://${one.name ?? 'receiver.test'}:${receiver.port}/`;
  const attempt = await send(sender, url, { timeoutMs: one.deadlineMs ?? DEADLINE_MS });
  expect(attempt).toMatchObject({ statusCode: one.status, error: one.error });
  expect(Buffer.byteLength(attempt.responseSnippet)).toBeLessThanOrEqual(4096);
  const decision = decisionAfter(attempt);
  expect(decision).toMatchObject({ kind: one.then, ...(one.then === 'retry' && { attemptsUsed: 1 }) });
  // Nothing of it goes on behind our back.
  await sender.close();
  for (let nth = 0; nth < receiver.connections; nth += 1) await receiver.hungUp(nth);
});

it.each([
  ['resets', reset(), 200, null, 'delivered', 2],
  ['hangs up', hangUp(), 200, null, 'delivered', 2],
  ['says nothing', never, null, 'timeout', 'retry', 1],
  ['resets in the middle of its answer', reset('HTTP/1.1 2'), null, 'connection_reset', 'retry', 1],
  ['speaks nonsense', write('nonsense\r\n'), null, 'invalid_response', 'retry', 1],
] as const)('a dead keep-alive connection and %s', async (_, second, status, error, then, connections) => {
  const timeoutMs = error === 'timeout' ? HEADLESS_MS : DEADLINE_MS;
  const used = new Set<Socket>();
  const receiver = await raw((socket) =>
    used.size === used.add(socket).size ? second(socket) : socket.write(OK),
  );
  const sender = senderThatTrusts();
  const url = `http://receiver.test:${receiver.port}/`;
  expect(await send(sender, url)).toMatchObject({ statusCode: 200 });
  const attempt = await send(sender, url, { timeoutMs });
  // The count is read at once: undici soon opens a connection in place of one that it has cut off, for whatever comes
  // next.
  expect(receiver.connections).toBe(connections);
  expect(attempt).toMatchObject({ statusCode: status, error });
  expect(decisionAfter(attempt).kind).toBe(then);
});

it('reads little of a hundred endless responses at once and uses little memory', async () => {
  const receiver = await raw(pour('HTTP/1.1 500 No\r\n\r\n'));
  const sender = senderThatTrusts();
  const memory = () => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
  // What is collected meanwhile is to be none of the garbage of before.
  collectGarbage();
  const before = memory();
  const samples: number[] = [];
  const watch = setInterval(() => samples.push(memory()), 5);
  const url = `http://receiver.test:${receiver.port}/`;
  const attempts = await Promise.all(
    Array.from({ length: 100 }, () => send(sender, url, { timeoutMs: 20_000 })),
  );
  clearInterval(watch);
  expect(attempts.map(({ statusCode }) => statusCode)).toEqual(Array(100).fill(500));
  // Usage may also fall below the start, when a collection runs meanwhile.
  expect(samples.length).toBeGreaterThan(0);
  expect(Math.max(...samples) - before).toBeLessThan(100 * 1024 * 1024);
  // What the buffers of the kernel took, not what we read.
  for (const { bytesWritten } of receiver.sockets) expect(bytesWritten).toBeLessThan(32 * 1024 * 1024);
});
