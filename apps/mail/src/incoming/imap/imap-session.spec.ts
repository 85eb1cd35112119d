import { afterEach, describe, expect, it } from '@jest/globals';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { allowCidrs, EgressGuard } from '@parley/egress';
import { eventually } from '@parley/testing';
import { EXPIRED_TLS, TLS } from '../../transports/smtp/tls.fixture.ts';
import { IMAP_TIMINGS, type ImapOptions } from './imap-options.ts';
import { checkReceiving, ImapSession } from './imap-session.ts';
import { ScriptedImapServer } from './scripted-imap-server.fixture.ts';

const guard = new EgressGuard({
  allow: allowCidrs.parse('127.0.0.1/32'),
  resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
});
const LONG = 60_000;
const signal = () => new AbortController().signal;

/** An answer of Microsoft 365. */
const THROTTLED = 'BAD Request is throttled. Suggested Backoff Time: 92415 milliseconds';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

async function serve(...options: Parameters<typeof ScriptedImapServer.start>): Promise<ScriptedImapServer> {
  const server = await ScriptedImapServer.start(...options);
  open.push(server);
  return server;
}

const optionsFor = ({ port }: { port: number }, changes: Partial<ImapOptions> = {}): ImapOptions => ({
  ...{ guard, host: 'smtp.test', port, security: 'none', username: 'support', sizeMax: 5_000_000 },
  secret: { password: 'Rosebud-1941' },
  timings: { ...IMAP_TIMINGS, connect: LONG, command: LONG },
  ...changes,
});

async function connect(server: ScriptedImapServer, changes: Partial<ImapOptions> = {}): Promise<ImapSession> {
  const session = await ImapSession.open(optionsFor(server, changes));
  open.push(session);
  return session;
}

const failureOf = (server: { port: number }, changes: Partial<ImapOptions> = {}) =>
  checkReceiving(optionsFor(server, changes), signal());

describe('a connection', () => {
  it('signs in over TLS, from the first byte or by STARTTLS', async () => {
    for (const tls of ['implicit', 'starttls'] as const) {
      const security = tls === 'implicit' ? 'tls' : 'starttls';
      expect(await failureOf(await serve({ tls }), { security, ca: TLS.cert })).toBeNull();
    }
  });

  it('signs in with an access token', async () => {
    const server = await serve({ capabilities: 'IMAP4rev1 AUTH=XOAUTH2 SASL-IR' });
    expect(await failureOf(server, { secret: { accessToken: 'granted' } })).toBeNull();
    const sent = server.commands.find((line) => line.includes('AUTHENTICATE XOAUTH2'))?.split(' ')[3] ?? '';
    expect(Buffer.from(sent, 'base64').toString()).toContain('auth=Bearer granted');
  });

  it('sends nothing secret to a server whose certificate is not valid, or that offers no encryption', async () => {
    const expired = await serve({ tls: 'implicit', certificate: EXPIRED_TLS });
    expect(await failureOf(expired, { security: 'tls', ca: EXPIRED_TLS.cert })).toMatchObject({
      ...{ code: 'tls_failed', step: 'tls', needsAdmin: true },
    });
    const other = await serve({ tls: 'implicit' });
    const elsewhere = await failureOf(other, { security: 'tls', ca: TLS.cert, host: 'imap.example' });
    expect(elsewhere).toMatchObject({ code: 'tls_failed', needsAdmin: true });
    const plain = await serve();
    expect(await failureOf(plain, { security: 'starttls' })).toMatchObject({ code: 'tls_not_offered' });
    expect([expired, other, plain].flatMap(({ commands }) => commands).join()).not.toContain('Rosebud');
  });

  it('goes to no address that the operator does not allow', async () => {
    const server = await serve();
    const strict = new EgressGuard({
      allow: [],
      resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    });
    expect(await failureOf(server, { guard: strict })).toMatchObject({ code: 'target_not_allowed' });
    expect(server.connections).toBe(0);
  });

  it.each([
    ['NO [AUTHENTICATIONFAILED] Invalid credentials', 'authentication_failed', true],
    ['NO Invalid login or password', 'authentication_failed', true],
    ['NO [UNAVAILABLE] Temporary authentication failure', 'server_unavailable', false],
    ['NO [ALERT] Too many simultaneous connections. (Failure)', 'server_unavailable', false],
    ['NO [ALERT] IMAP access is disabled for your domain', 'authentication_disabled', true],
    ['drop', 'connection_lost', false],
  ] as const)('tells what a sign-in is answered with: %s', async (login, code, needsAdmin) => {
    const failure = await failureOf(await serve({ script: { login } }));
    expect(failure).toMatchObject({ code, needsAdmin, step: 'authentication' });
  });

  it.each([
    ['sign-in', { login: THROTTLED }],
    ['folder', { select: THROTTLED }],
  ] as const)('tells for how long a server that is asked too often wants rest: %s', async (_, script) => {
    const timings = { ...IMAP_TIMINGS, command: 1_000 };
    expect(await failureOf(await serve({ script }), { timings })).toMatchObject({
      ...{ code: 'server_unavailable', needsAdmin: false, retryAfterMs: 92_415 },
    });
  });

  it('shows at most 200 characters of what a server says, and not the password', async () => {
    const login = `NO Rosebud-1941 is wrong\t${'x'.repeat(500)}` as const;
    const failure = await failureOf(await serve({ script: { login } }));
    expect(failure?.message).toMatch(/The server said: \*\*\* is wrong x+$/);
    expect(failure?.message.split('The server said: ')[1]).toHaveLength(200);
  });

  it.each([
    ['greeting', { greeting: 'silence' }],
    ['sign-in', { login: 'silence' }],
    ['folder', { select: 'silence' }],
  ] as const)('ends by a deadline at a server that is silent at the %s', async (_, script) => {
    const timings = { ...IMAP_TIMINGS, connect: 300, command: 300 };
    expect(await failureOf(await serve({ script }), { timings })).toMatchObject({ code: 'timeout' });
  });

  it('ends where nobody listens', async () => {
    const server = await ScriptedImapServer.start();
    const { port } = server;
    await server.close();
    expect(await failureOf({ port })).toMatchObject({ code: 'connection_refused', step: 'connection' });
  });
});

describe('the open folder', () => {
  it('has no mail after its last one, though the range includes that', async () => {
    const server = await serve();
    const uid = server.put('Subject: one\r\n\r\n');
    const session = await connect(server);
    expect(await session.openFolder('INBOX')).toEqual({ uidValidity: server.uidValidity, uidNext: 2 });
    expect(await session.mailsAfter(uid)).toEqual([]);
    expect(await session.mailsAfter(0)).toMatchObject([{ uid, size: 16 }]);
  });

  it('gives out the bytes of a mail as they are, in parts or as a whole, without marking it as seen', async () => {
    const content = Buffer.alloc(700_000, 'Grüße\r\n');
    for (const script of [{}, { ignoresParts: true }, { size: () => 1 }, { size: () => 4_000_000 }]) {
      const server = await serve({ script });
      const uid = server.put(content);
      const session = await connect(server);
      await session.openFolder('INBOX');
      const [mail] = await session.mailsAfter(0);
      if (mail === undefined) throw new Error('no mail');
      expect((await buffer(Readable.from(session.bytesOf(mail)))).equals(content)).toBe(true);
      expect(server.mails.find((one) => one.uid === uid)?.flags).toEqual(new Set());
    }
  });

  it('fails for a mail that ends within its bytes', async () => {
    const server = await serve({ script: { body: () => 'cut' } });
    server.put('Subject: one\r\n\r\n');
    const session = await connect(server);
    await session.openFolder('INBOX');
    await expect(
      buffer(Readable.from(session.bytesOf({ uid: 1, size: 16, receivedAt: null }))),
    ).rejects.toThrow();
  });

  it('tells of a new mail while it is waited for', async () => {
    const server = await serve();
    const session = await connect(server);
    await session.openFolder('INBOX');
    const changed = session.changed(600_000, signal());
    await eventually(() => server.idling === 1);
    server.put('Subject: one\r\n\r\n');
    await changed;
    await session.noop();
    expect(await session.mailsAfter(0)).toHaveLength(1);
    expect(server.commands).toContain('DONE');
  });

  it('is looked at again after a while at a server that tells nothing, and one without IDLE', async () => {
    for (const capabilities of ['IMAP4rev1 IDLE', 'IMAP4rev1']) {
      const server = await serve({ capabilities, script: { tells: 'never' } });
      const session = await connect(server);
      await session.openFolder('INBOX');
      server.put('Subject: one\r\n\r\n');
      await session.changed(50, signal());
      expect(await session.mailsAfter(0)).toHaveLength(1);
    }
  });

  it('is waited for until the connection ends, or the wait is over', async () => {
    const server = await serve();
    const session = await connect(server);
    await session.openFolder('INBOX');
    const stopped = new AbortController();
    const waiting = session.changed(600_000, stopped.signal);
    stopped.abort();
    await waiting;
    await session.noop();
    const cut = session.changed(600_000, signal());
    await eventually(() => server.idling === 1);
    server.dropConnections();
    await expect(cut).rejects.toMatchObject({ failure: { code: 'connection_lost' } });
  });
});
