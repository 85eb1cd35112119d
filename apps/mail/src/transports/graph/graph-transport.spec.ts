import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { ScriptedHttpServer, type HttpAct } from '../scripted-http-server.fixture.ts';
import { closing, CONTENT, guard, newMail } from '../smtp/smtp.fixture.ts';
import type { OutgoingMail } from '../transport.ts';
import { base64, base64Size } from './base64.ts';
import { GraphTransport, type GraphOptions } from './graph-transport.ts';

const dana = 'dana@example.com';

async function newGraph(act: HttpAct = { status: 202 }, options: Partial<GraphOptions> = {}) {
  const server = closing(await ScriptedHttpServer.start(() => act));
  const transport = closing(
    new GraphTransport({
      ...{ guard, accessToken: 'token', user: 'support@acme.example', isDelegated: true },
      ...{ baseUrl: server.url, ...options },
    }),
  );
  const send = async (mail: OutgoingMail = newMail()) => {
    const { recipients, mailboxFailure } = await transport.send(mail);
    const outcome = recipients.get(dana);
    const code = outcome === undefined || outcome.status === 'sent' ? null : outcome.error.code;
    return { status: outcome?.status, code, failure: mailboxFailure };
  };
  return { server, transport, send };
}

const PART = Buffer.alloc(16 * 1024, 'x');

/** The first half of a mail, whose second one never comes. */
async function* partly(): AsyncGenerator<Buffer> {
  yield PART;
  await new Promise(() => undefined);
}

describe('a mail', () => {
  it('is handed over as MIME in Base64', async () => {
    const { server, send } = await newGraph();
    expect(await send()).toEqual({ status: 'sent', code: null, failure: null });
    expect(server.requests).toMatchObject([
      { path: '/me/sendMail', headers: { authorization: 'Bearer token', 'content-type': 'text/plain' } },
    ]);
    expect(Buffer.from(String(server.requests[0]?.body), 'base64').toString()).toBe(CONTENT);
  });

  it('of an application names the mailbox, and recipients in Bcc get a header', async () => {
    const { server, send } = await newGraph({ status: 202 }, { isDelegated: false });
    const bcc = ['boss@acme.example', 'dana@bücher.example', '"Reed, D;<x>:"@acme.example'];
    const mail = newMail([dana, ...bcc]);
    expect(await send({ ...mail, envelope: { ...mail.envelope, bcc } })).toMatchObject({ status: 'sent' });
    expect(server.requests[0]?.path).toBe('/users/support%40acme.example/sendMail');
    expect(Buffer.from(String(server.requests[0]?.body), 'base64').toString()).toBe(
      `Bcc: boss@acme.example,\r\n dana@xn--bcher-kva.example,\r\n "Reed, D;<x>:"@acme.example\r\n${CONTENT}`,
    );
  });

  it('fails for a recipient in Bcc whose address no header can have, and is sent to the others', async () => {
    const { server, transport } = await newGraph();
    const bcc = ['x@y.z\r\nTo: evil@example.com', 'jürgen@acme.example', 'two@acme.example'];
    const mail = newMail([dana, ...bcc]);
    const { recipients } = await transport.send({ ...mail, envelope: { ...mail.envelope, bcc } });
    const failed = { status: 'failed', error: { code: 'invalid_address' } };
    expect([...recipients.values()]).toMatchObject([failed, failed, { status: 'sent' }, { status: 'sent' }]);
    expect([...recipients.keys()].sort()).toEqual([...mail.envelope.to].sort());
    expect(Buffer.from(String(server.requests[0]?.body), 'base64').toString()).toBe(
      `Bcc: two@acme.example\r\n${CONTENT}`,
    );
    const alone = { ...newMail(bcc.slice(0, 2)).envelope, bcc: bcc.slice(0, 2) };
    const none = await transport.send({ ...mail, envelope: alone });
    expect([...none.recipients.values()]).toMatchObject([failed, failed]);
    expect(server.requests).toHaveLength(1);
  });

  it.each<[HttpAct, string, string | null, object | null]>([
    [
      { status: 400, body: { error: { code: 'ErrorInvalidRecipients', message: 'No' } } },
      'failed',
      'refused',
      null,
    ],
    [{ status: 413 }, 'failed', 'too_large', null],
    [{ status: 500 }, 'deferred', 'temporarily_refused', null],
    [{ status: 502 }, 'unknown', 'no_reply', null],
    [{ status: 504 }, 'unknown', 'no_reply', null],
    ['drop', 'unknown', 'no_reply', null],
    [{ status: 401 }, 'deferred', 'authentication_failed', { needsAdmin: true, step: 'authentication' }],
    [{ status: 403 }, 'deferred', 'sender_not_allowed', { needsAdmin: true }],
    [{ status: 404 }, 'deferred', 'sender_not_allowed', { needsAdmin: true }],
    [
      { status: 429, headers: { 'retry-after': '30' } },
      ...(['deferred', 'quota_exceeded'] as const),
      { needsAdmin: false, retryAfterMs: 30_000 },
    ],
    [{ status: 503 }, 'deferred', 'server_unavailable', { needsAdmin: false, retryAfterMs: null }],
  ])('that is answered with %j is %s', async (act, status, code, failure) => {
    const { send } = await newGraph(act);
    const result = await send();
    expect(result).toMatchObject({ status, code });
    if (failure === null) expect(result.failure).toBeNull();
    else expect(result.failure).toMatchObject({ code, ...failure });
  });

  it('is unknown if the server is silent after all of it', async () => {
    const { send } = await newGraph('silence', { timeoutMs: 300 });
    expect(await send()).toMatchObject({ status: 'unknown' });
  });

  it('is deferred if the connection ends before all of it was handed over', async () => {
    const { server, send } = await newGraph();
    server.dropsEarly = true;
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const mail = {
      ...newMail(),
      size: 512 * chunk.length,
      open: () => Readable.from(Array<Buffer>(512).fill(chunk)),
    };
    expect(await send(mail)).toEqual({ status: 'deferred', code: 'connection_lost', failure: null });
  });

  it('is deferred without a failure of the mailbox if its upload takes too long', async () => {
    const { server, send } = await newGraph({ status: 202 }, { timeoutMs: 300 });
    const open = () => Readable.from(partly());
    expect(await send({ ...newMail(), size: 2 * PART.length, open })).toEqual({
      ...{ status: 'deferred', code: 'timeout', failure: null },
    });
    expect(server.requests).toEqual([]);
  });

  it('has more time the larger it is', async () => {
    const { send } = await newGraph({ status: 202 }, { timeoutMs: 1 });
    const large = Array<Buffer>(64).fill(PART);
    expect(await send({ ...newMail(), size: 64 * PART.length, open: () => Readable.from(large) })).toEqual({
      ...{ status: 'sent', code: null, failure: null },
    });
  });

  it('is deferred if its content cannot be read or has another size', async () => {
    const { server, send } = await newGraph();
    for (const open of [() => Promise.reject(new Error('storage')), () => Readable.from([])])
      expect(await send({ ...newMail(), open })).toEqual({
        ...{ status: 'deferred', code: 'content_unavailable', failure: null },
      });
    expect(server.requests).toEqual([]);
  });

  it('that cannot reach the server is a failure of the mailbox', async () => {
    const { server, send } = await newGraph();
    await server.close();
    expect(await send()).toMatchObject({ status: 'deferred', failure: { code: 'connection_refused' } });
    const blocked = await newGraph({ status: 202 }, { baseUrl: 'http://10.0.0.1' });
    expect(await blocked.send()).toMatchObject({ failure: { code: 'target_not_allowed' } });
  });
});

it.each([
  [{ status: 400 }, null],
  [{ status: 202 }, null],
  [{ status: 401 }, 'authentication_failed'],
  ['drop', 'connection_lost'],
] as const)('a check that is answered with %j finds %s', async (act, code) => {
  const { server, transport } = await newGraph(act);
  expect((await transport.check())?.code ?? null).toBe(code);
  expect(server.requests[0]?.body.length).toBe(0);
});

it('Base64 does not depend on the sizes of the chunks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 10 })), async (chunks) => {
      const bytes = chunks.map((chunk) => Buffer.from(chunk));
      const encoded = await buffer(base64(Readable.from(bytes)));
      expect(encoded.toString()).toBe(Buffer.concat(bytes).toString('base64'));
      expect(encoded.length).toBe(base64Size(Buffer.concat(bytes).length));
    }),
  );
});
