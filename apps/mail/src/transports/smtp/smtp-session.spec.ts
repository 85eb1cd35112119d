import { describe, expect, it } from '@jest/globals';
import { allowCidrs, EgressGuard } from '@parley/egress';
import { guard, LONG, newMail, newServer, newTransport } from './smtp.fixture.ts';
import { EXPIRED_TLS, TLS } from './tls.fixture.ts';

const encrypted = { ca: TLS.cert, security: 'starttls' } as const;
const password = { type: 'password', username: 'kim', password: 'secret' } as const;
const token = { type: 'oauth2', username: 'kim@acme.example', accessToken: 'ya29.token' } as const;
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('an encrypted connection', () => {
  it.each(['starttls', 'implicit'] as const)('is made by %s', async (tls) => {
    const server = await newServer({ tls });
    const security = tls === 'implicit' ? 'tls' : 'starttls';
    const transport = newTransport(server, { ...encrypted, security });
    expect(await transport.check()).toBeNull();
    await transport.send(newMail());
    expect(server.mails[0]?.isEncrypted).toBe(true);
  });

  it.each([
    ['is signed by nobody we trust', { ca: undefined }, TLS, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['has expired', {}, EXPIRED_TLS, 'CERT_HAS_EXPIRED'],
    ['is of another host', { host: 'other.test' }, TLS, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('is refused if the certificate %s', async (_, options, certificate, code) => {
    for (const [tls, security] of [
      ['starttls', 'starttls'],
      ['implicit', 'tls'],
    ] as const) {
      const server = await newServer({ tls, certificate });
      const ca = certificate.cert;
      const failure = await newTransport(server, { ...encrypted, ca, security, ...options }).check();
      expect(failure).toMatchObject({ code: 'tls_failed', step: 'tls', needsAdmin: true });
      expect(failure?.message).toContain(code);
      expect(server.commands.filter((line) => /^(AUTH|MAIL)/.test(line))).toEqual([]);
    }
  });

  it('is required: nothing is sent to a server that offers none', async () => {
    const server = await newServer();
    const transport = newTransport(server, { ...encrypted, authentication: password });
    const { mailboxFailure, recipients } = await transport.send(newMail());
    expect(mailboxFailure).toMatchObject({ code: 'tls_not_offered', step: 'tls', needsAdmin: true });
    expect([...recipients.values()]).toMatchObject([
      { status: 'deferred', error: { code: 'tls_not_offered' } },
    ]);
    expect(server.commands.map((line) => line.split(' ')[0])).toEqual(['EHLO', 'STARTTLS']);
  });

  it('to a server that speaks no TLS fails', async () => {
    const server = await newServer();
    expect(await newTransport(server, { ...encrypted, security: 'tls' }).check()).toMatchObject({
      ...{ code: 'tls_failed', step: 'tls', needsAdmin: false },
    });
  });
});

describe('a sign-in', () => {
  it.each([
    ['AUTH PLAIN LOGIN', [`AUTH PLAIN ${base64('\0kim\0secret')}`]],
    ['AUTH LOGIN XOAUTH2', ['AUTH LOGIN', base64('kim'), base64('secret')]],
  ])('with a password at a server with %s', async (offered, lines) => {
    const server = await newServer({ extensions: [offered] });
    expect(await newTransport(server, { authentication: password }).check()).toBeNull();
    expect(server.commands.slice(1, 1 + lines.length)).toEqual(lines);
  });

  it('with an access token uses XOAUTH2, though the server offers PLAIN first', async () => {
    const server = await newServer();
    expect(await newTransport(server, { authentication: token }).check()).toBeNull();
    const response = base64('user=kim@acme.example\x01auth=Bearer ya29.token\x01\x01');
    expect(server.commands[1]).toBe(`AUTH XOAUTH2 ${response}`);
  });

  it('with an access token that is refused with a challenge fails', async () => {
    const server = await newServer({ script: { auth: '334 eyJzdGF0dXMiOiI0MDEifQ==' } });
    expect(await newTransport(server, { authentication: token }).check()).toEqual({
      ...{ code: 'authentication_failed', smtp_status: '5.7.8', step: 'authentication' },
      ...{ needsAdmin: true, retryAfterMs: null },
      message:
        'The server refuses the sign-in of the mailbox. The server said: Username and Password not accepted',
    });
  });

  it.each([
    [password, base64('\0kim\0secret')],
    [token, base64('user=kim@acme.example\x01auth=Bearer ya29.token\x01\x01')],
  ])('that the server repeats in its refusal is masked: %j', async (authentication, sent) => {
    const server = await newServer({ script: { auth: `535 5.7.8 Unknown: AUTH ${sent} is wrong` } });
    expect(await newTransport(server, { authentication }).check()).toMatchObject({
      message: 'The server refuses the sign-in of the mailbox. The server said: Unknown: AUTH *** is wrong',
    });
  });

  it.each([
    [password, ['AUTH XOAUTH2 CRAM-MD5']],
    [token, ['AUTH PLAIN LOGIN']],
    [password, []],
  ])('is not tried if the server offers no way for %j', async (authentication, extensions) => {
    const server = await newServer({ extensions });
    expect(await newTransport(server, { authentication }).check()).toMatchObject({
      code: 'authentication_not_offered',
    });
    expect(server.commands.filter((line) => line.startsWith('AUTH'))).toEqual([]);
  });

  it('that may work later is no matter of an admin', async () => {
    const server = await newServer({ script: { auth: '454 4.7.0 Temporary authentication failure' } });
    const { mailboxFailure } = await newTransport(server, { authentication: password }).send(newMail());
    expect(mailboxFailure).toMatchObject({ code: 'server_unavailable', needsAdmin: false });
  });
});

describe('a host', () => {
  const strict = (allow: string, address = '127.0.0.1') =>
    new EgressGuard({
      allow: allowCidrs.parse(allow),
      resolve: () => Promise.resolve([{ address, family: 4 }]),
    });

  it('that the operator does not allow is not reached, whatever it would say', async () => {
    const server = await newServer();
    const failure = await newTransport(server, { guard: strict('') }).check();
    expect(failure).toMatchObject({ code: 'target_not_allowed', smtp_status: null, step: 'connection' });
    expect(server.connections).toBe(0);
  });

  it.each([
    ['without encryption', { security: 'none', port: 587 } as const],
    ['at another port', { security: 'tls', port: 6379 } as const],
  ])('is reached %s only if the operator names its address', async (_, options) => {
    const server = await newServer();
    const failure = await newTransport(server, {
      guard: strict('127.0.0.0/8', '8.8.8.8'),
      ...options,
    }).check();
    expect(failure).toMatchObject({ code: 'target_not_allowed', needsAdmin: true });
  });

  it('may be an address in brackets', async () => {
    const server = await newServer();
    expect(await newTransport(server, { host: '[127.0.0.1]' }).check()).toBeNull();
  });

  it('without an address, or without a server, is a failure of the mailbox', async () => {
    const server = await newServer();
    const unresolvable = new EgressGuard({ allow: [], resolve: () => Promise.resolve([]) });
    expect(await newTransport(server, { guard: unresolvable }).check()).toMatchObject({
      ...{ code: 'dns_failed', step: 'dns', needsAdmin: false },
    });
    const closed = await newServer();
    const transport = newTransport(closed, { guard });
    await closed.close();
    expect((await transport.send(newMail())).mailboxFailure).toMatchObject({ code: 'connection_refused' });
  });

  it('that speaks another protocol tells no more than its first line', async () => {
    const server = await newServer({ script: { greeting: '-ERR unknown command' as '250 ' } });
    expect(await newTransport(server).check()).toMatchObject({ code: 'protocol_error', step: 'connection' });
  });

  it('that is silent is waited for within the time of the setup', async () => {
    const server = await newServer({ script: { greeting: 'silence' } });
    const transport = newTransport(server, { timeouts: { ...LONG, setup: 50 } });
    expect(await transport.check()).toMatchObject({ code: 'timeout', step: 'connection' });
  });

  it.each([
    ['greeting', 'connection'],
    ['auth', 'authentication'],
  ])('whose check is interrupted at %s has got no further', async (stage, step) => {
    const abort = new AbortController();
    const interrupt = () => {
      abort.abort();
      return 'silence' as const;
    };
    const server = await newServer({ script: { [stage]: interrupt } });
    const transport = newTransport(server, { authentication: password });
    expect(await transport.check(abort.signal)).toMatchObject({ code: 'timeout', step });
    expect(await transport.check(AbortSignal.abort())).toMatchObject({ code: 'timeout' });
    const { mailboxFailure } = await transport.send(newMail(), abort.signal);
    expect(mailboxFailure).toBeNull();
  });
});
