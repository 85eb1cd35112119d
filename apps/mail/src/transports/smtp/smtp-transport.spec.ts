import { describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { EXTENSIONS, type ScriptedSmtpServer } from './scripted-smtp-server.fixture.ts';
import { CONTENT, LONG, newMail, newServer, newTransport } from './smtp.fixture.ts';
import type { SmtpTimeouts } from './smtp-options.ts';
import type { SendResult } from '../transport.ts';
import { TLS } from './tls.fixture.ts';

const dana = 'dana@example.com';
const outcome = ({ recipients }: SendResult, address = dana) => {
  const one = recipients.get(address);
  return one === undefined || one.status === 'sent' ? one?.status : [one.status, one.error.code];
};
const commands = ({ commands: lines }: ScriptedSmtpServer, verb: string) =>
  lines.filter((line) => line.startsWith(verb));

describe('a mail', () => {
  it('is handed over unchanged, to the recipients of the envelope', async () => {
    const server = await newServer();
    const content = 'Subject: Dots\r\n\r\n.\r\n..\r\n.a\r\nend\r\n';
    const result = await newTransport(server).send(newMail(['a@example.com', 'b@example.com'], content));
    expect(result).toEqual({
      recipients: new Map([
        ['a@example.com', { status: 'sent' }],
        ['b@example.com', { status: 'sent' }],
      ]),
      mailboxFailure: null,
    });
    expect(server.mails).toMatchObject([
      {
        from: 'support@acme.example',
        to: ['a@example.com', 'b@example.com'],
        content: Buffer.from(content),
        isEncrypted: false,
        answer: 250,
      },
    ]);
  });

  it('names its size, and its Message-ID for bounces', async () => {
    const server = await newServer();
    await newTransport(server).send(newMail());
    expect(commands(server, 'MAIL')).toEqual([
      `MAIL FROM:<support@acme.example> SIZE=${CONTENT.length} ENVID=a1b2c3@acme.example`,
    ]);
  });

  it('that is larger than the server takes is neither read nor sent', async () => {
    const server = await newServer({ extensions: ['SIZE 20'] });
    const mail = { ...newMail(), open: () => Promise.reject(new Error('not to be read')) };
    expect(outcome(await newTransport(server).send(mail))).toEqual(['failed', 'too_large']);
    expect(commands(server, 'MAIL')).toEqual([]);
  });

  it('is not read for recipients that the server refuses', async () => {
    const server = await newServer({ script: { rcpt: '550 5.1.1 No such user' } });
    const mail = { ...newMail(), open: () => Promise.reject(new Error('not to be read')) };
    expect(outcome(await newTransport(server).send(mail))).toEqual(['failed', 'recipient_unknown']);
  });

  it('to an address beyond ASCII needs a server that takes it', async () => {
    const to = ['jürgen@bücher.example', dana];
    const server = await newServer({ extensions: EXTENSIONS.filter((name) => name !== 'SMTPUTF8') });
    const result = await newTransport(server).send(newMail(to));
    expect(outcome(result, to[0])).toEqual(['failed', 'utf8_not_supported']);
    expect(outcome(result)).toBe('sent');
    const named = await newTransport(server).send({ ...newMail(to), needsSmtpUtf8: true });
    expect([outcome(named, to[0]), outcome(named)]).toEqual([
      ['failed', 'utf8_not_supported'],
      ['failed', 'utf8_not_supported'],
    ]);
    expect(server.mails).toHaveLength(1);
    const modern = await newServer();
    expect(outcome(await newTransport(modern).send(newMail(to)), to[0])).toBe('sent');
    expect(commands(modern, 'RCPT')[0]).toBe('RCPT TO:<jürgen@xn--bcher-kva.example>');
    expect(commands(modern, 'MAIL')[0]).toContain(' SMTPUTF8');
  });

  it('whose content cannot be read, or has another size, is not sent', async () => {
    const server = await newServer();
    const transport = newTransport(server);
    const broken = Readable.from(
      (function* () {
        yield Buffer.from('Subject: a\r\n');
        throw new Error('storage');
      })(),
    );
    for (const open of [() => broken, () => Promise.reject(new Error('gone')), () => Readable.from([])])
      expect(outcome(await transport.send({ ...newMail(), open }))).toEqual([
        'deferred',
        'content_unavailable',
      ]);
    expect(server.mailsReceived).toBe(0);
    expect(outcome(await transport.send(newMail()))).toBe('sent');
  });

  it('that is interrupted is deferred, or unknown once the server may have it', async () => {
    const server = await newServer();
    const transport = newTransport(server);
    expect(outcome(await transport.send(newMail(), AbortSignal.abort()))).toEqual(['deferred', 'cancelled']);
    for (const [stage, expected] of [
      ['greeting', ['deferred', 'cancelled']],
      ['mail', ['deferred', 'cancelled']],
      ['end', ['unknown', 'no_reply']],
    ] as const) {
      const abort = new AbortController();
      const interrupt = () => {
        abort.abort();
        return 'silence' as const;
      };
      server.script = { [stage]: interrupt };
      expect(outcome(await transport.send(newMail(), abort.signal))).toEqual(expected);
    }
  });
});

it('a limit of the mailbox is its failure only if nobody got the mail', async () => {
  const limit = '432 4.3.2 Concurrent connections limit exceeded';
  const server = await newServer({ script: { rcpt: { [dana]: limit } } });
  const transport = newTransport(server);
  const some = await transport.send(newMail(['a@example.com', dana]));
  expect([outcome(some, 'a@example.com'), outcome(some)]).toEqual([
    'sent',
    ['deferred', 'server_unavailable'],
  ]);
  expect(some.mailboxFailure).toBeNull();
  const none = await transport.send(newMail());
  expect(outcome(none)).toEqual(['deferred', 'server_unavailable']);
  expect(none.mailboxFailure).toMatchObject({
    code: 'server_unavailable',
    smtp_status: '4.3.2',
    step: 'sending',
  });
});

describe('a kept connection', () => {
  it('takes the next mails', async () => {
    const server = await newServer();
    const transport = newTransport(server);
    for (let n = 0; n < 3; n += 1) await transport.send(newMail());
    expect([server.connections, server.mailsReceived]).toEqual([1, 3]);
  });

  it('that the server has closed is replaced', async () => {
    const server = await newServer();
    const transport = newTransport(server);
    await transport.send(newMail());
    server.dropConnections();
    expect(outcome(await transport.send(newMail()))).toBe('sent');
    expect([server.connections, server.mailsReceived]).toEqual([2, 2]);
  });

  it.each(['drop', '421 4.4.2 Idle for too long'] as const)(
    'that ends at the next mail (%s) is replaced',
    async (step) => {
      const server = await newServer();
      const transport = newTransport(server);
      await transport.send(newMail());
      let calls = 0;
      server.script = { mail: () => (++calls === 1 ? step : '250 OK') };
      expect(outcome(await transport.send(newMail()))).toBe('sent');
      expect([server.connections, server.mailsReceived]).toEqual([2, 2]);
    },
  );

  it('is given up after a mail that it did not take', async () => {
    const server = await newServer();
    const transport = newTransport(server);
    server.script = { rcpt: '450 4.7.1 Later' };
    await transport.send(newMail());
    server.script = {};
    await transport.send(newMail());
    expect(server.connections).toBe(2);
  });

  it('ends with QUIT when its time is over, and when the transport is closed', async () => {
    const server = await newServer();
    const transport = newTransport(server, { idleMs: 1 });
    await transport.send(newMail());
    while (commands(server, 'QUIT').length === 0) await new Promise(setImmediate);
    const other = newTransport(server);
    await other.send(newMail());
    await other.close();
    expect(commands(server, 'QUIT')).toHaveLength(2);
  });

  it('is one of several for mails at the same time', async () => {
    const server = await newServer();
    const transport = newTransport(server);
    await Promise.all(Array.from({ length: 5 }, () => transport.send(newMail())));
    expect([server.connections, server.mailsReceived]).toEqual([5, 5]);
    await Promise.all([transport.send(newMail()), transport.send(newMail())]);
    expect(server.connections).toBe(5);
  });
});

it('closing waits for the mail that is being sent', async () => {
  const server = await newServer();
  const transport = newTransport(server);
  const sending = transport.send(newMail());
  await transport.close();
  expect(outcome(await sending)).toBe('sent');
});

it.each(['greeting', 'ehlo', 'mail', 'end'] as const)(
  'a server that sends nothing but blank lines after its %s is given up',
  async (stage) => {
    for (const tls of ['none', 'starttls'] as const) {
      const server = await newServer({ tls, script: { [stage]: `250 OK${'\n'.repeat(100_000)}` } });
      const transport = newTransport(server, { ca: TLS.cert, security: tls });
      const { recipients } = await transport.send(newMail());
      const [outcome] = recipients.values();
      expect(outcome).toMatchObject({ error: { code: stage === 'end' ? 'no_reply' : 'connection_lost' } });
    }
  },
);

it('a server that never ends its answer is given up', async () => {
  const server = await newServer({ script: { end: `250-${'x'.repeat(100_000)}` } });
  expect(outcome(await newTransport(server).send(newMail()))).toEqual(['unknown', 'no_reply']);
});

it('the answer to the complete body has a time of its own', async () => {
  const running: string[] = [];
  const timeouts = new Proxy(LONG, {
    get: (target, name: keyof SmtpTimeouts) => {
      running.push(name);
      return target[name];
    },
  });
  const atEach: unknown[] = [];
  const noting = (answer: '250 OK' | '354 Go') => () => {
    atEach.push(running.at(-1));
    return answer;
  };
  const script = { mail: noting('250 OK'), data: noting('354 Go'), end: noting('250 OK') };
  const server = await newServer({ script });
  expect(outcome(await newTransport(server, { timeouts }).send(newMail()))).toBe('sent');
  expect(atEach).toEqual(['command', 'command', 'reply']);
});
