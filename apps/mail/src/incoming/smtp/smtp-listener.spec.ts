import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ApiError } from '@parley/contracts';
import { createLogger } from '@parley/runtime/logging';
import type { Acceptor, ArrivingMail } from '../acceptor.ts';
import type { MailboxAddresses } from '../mailbox-addresses.ts';
import { ListenerConfig } from './listener.config.ts';
import { networkOf, SmtpListener } from './smtp-listener.ts';

const destination = (mailboxId: string) => ({ workspaceId: 'w', mode: 'live' as const, mailboxId });
const MAILBOXES = new Map([
  ['support@desk.example', destination('a')],
  ['sales@desk.example', destination('b')],
]);

interface Stored {
  readonly envelope: ArrivingMail['envelope'];
  readonly content: string;
}

const open: SmtpListener[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  // A listener that stops waits for the mails of its clients.
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(open.splice(0).map((listener) => listener.beforeApplicationShutdown()));
});

/** A listener that stores mails in an array, unless `refuse` throws. */
async function listen(settings: Record<string, string> = {}, refuse: () => void = () => undefined) {
  const stored: Stored[] = [];
  const acceptor: Pick<Acceptor, 'sizeMax' | 'accept'> = {
    sizeMax: 100_000,
    accept: async ({ envelope, bytes }) => {
      const chunks: Buffer[] = [];
      for await (const chunk of bytes) chunks.push(chunk as Buffer);
      refuse();
      stored.push({ envelope, content: Buffer.concat(chunks).toString() });
      return 'stored';
    },
  };
  const addresses: Pick<MailboxAddresses, 'find'> = {
    find: (address) => Promise.resolve(MAILBOXES.get(address) ?? null),
  };
  const config = new ListenerConfig({ MAIL_LISTEN_PORT: '0', MAIL_LISTEN_HOST: '127.0.0.1', ...settings });
  const logger = createLogger('mail', 'silent');
  const listener = new SmtpListener(config, addresses as MailboxAddresses, acceptor as Acceptor, logger);
  await listener.onApplicationBootstrap();
  open.push(listener);
  return { listener, stored };
}

/** Says lines one after another, and returns the answers. */
class Client {
  #buffer = '';

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => (this.#buffer += chunk.toString()));
    socket.on('error', () => undefined);
  }

  static async connect({ port }: SmtpListener): Promise<Client> {
    const socket = connect(port ?? 0, '127.0.0.1');
    sockets.push(socket);
    const client = new Client(socket);
    await client.answer();
    return client;
  }

  /** The next answer, with its last line alone; `closed` without one. */
  async answer(): Promise<string> {
    for (;;) {
      const found = /^(?:\d{3}-.*\r\n)*(\d{3} .*)\r\n/.exec(this.#buffer);
      if (found !== null) {
        this.#buffer = this.#buffer.slice(found[0].length);
        return found[1] ?? '';
      }
      if (this.socket.closed) return 'closed';
      await Promise.race([once(this.socket, 'data'), once(this.socket, 'close')]);
    }
  }

  async say(...lines: string[]): Promise<string> {
    let last = '';
    for (const line of lines) {
      this.socket.write(`${line}\r\n`);
      last = await this.answer();
    }
    return last;
  }

  write(bytes: string): void {
    this.socket.write(bytes);
  }
}

const BEGIN = ['EHLO mx.customer.example', 'MAIL FROM:<dana@customer.example>'];

describe('the listener', () => {
  it('takes a mail for a mailbox, with its envelope', async () => {
    const { listener, stored } = await listen();
    const client = await Client.connect(listener);
    await client.say(...BEGIN, 'RCPT TO:<support@desk.example>', 'DATA');
    expect(await client.say('Subject: Hi\r\n\r\n..leading dot\r\n.')).toMatch(/^250 /);
    expect(stored).toEqual([
      {
        envelope: {
          from: 'dana@customer.example',
          to: ['support@desk.example'],
          client: { ip: '127.0.0.1', name: 'mx.customer.example' },
        },
        content: 'Subject: Hi\r\n\r\n.leading dot\r\n',
      },
    ]);
  });

  it.each([
    ['\n.\n', 'two line feeds'],
    ['\n.\r\n', 'a line feed before the dot'],
    ['\r\n.\n', 'a line feed after the dot'],
    ['\r.\r', 'carriage returns'],
  ])('ends a mail at a dot between CRLF alone, not at %j (%s)', async (end) => {
    const { listener, stored } = await listen();
    const client = await Client.connect(listener);
    await client.say(...BEGIN, 'RCPT TO:<support@desk.example>', 'DATA');
    client.write(
      `Subject: Hi\r\n\r\nfirst${end}MAIL FROM:<forged@customer.example>\r\nRCPT TO:<support@desk.example>\r\nDATA\r\nsecond`,
    );
    expect(await client.say('\r\n.')).toMatch(/^250 /);
    expect(stored).toHaveLength(1);
    expect(stored[0]?.content).toContain('second');
  });

  it('refuses what is none of its own, and who asks for too much of it', async () => {
    const { listener } = await listen();
    const client = await Client.connect(listener);
    await client.say(...BEGIN);
    const ask = (nth: number) => client.say(`RCPT TO:<nobody-${nth}@desk.example>`);
    const answers: string[] = [];
    for (let nth = 0; nth < 21; nth += 1) answers.push(await ask(nth));
    expect(new Set(answers.slice(0, 20))).toEqual(new Set(['550 5.1.1 No such mailbox']));
    expect(answers[20]).toMatch(/^421 4\.7\.0 /);
    expect(await client.answer()).toBe('closed');
  });

  it('has a mail for two mailboxes sent to each', async () => {
    const { listener, stored } = await listen();
    const client = await Client.connect(listener);
    await client.say(...BEGIN, 'RCPT TO:<support@desk.example>');
    expect(await client.say('RCPT TO:<sales@desk.example>')).toMatch(/^452 4\.5\.3 /);
    await client.say('DATA', 'Subject: Hi\r\n\r\nHi\r\n.');
    expect(await client.say('MAIL FROM:<dana@customer.example>', 'RCPT TO:<sales@desk.example>')).toMatch(
      /^250 /,
    );
    await client.say('DATA', 'Subject: Hi\r\n\r\nHi\r\n.');
    expect(stored.map(({ envelope }) => envelope.to)).toEqual([
      ['support@desk.example'],
      ['sales@desk.example'],
    ]);
  });

  it('does not take a mail that cannot be stored', async () => {
    const failures = [
      new ApiError('service_unavailable'),
      new ApiError('file_too_large'),
      new Error('something else'),
    ];
    const { listener, stored } = await listen({}, () => {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
    });
    const client = await Client.connect(listener);
    await client.say('EHLO mx.customer.example');
    const send = async () => {
      await client.say('MAIL FROM:<>', 'RCPT TO:<support@desk.example>', 'DATA');
      return client.say('Subject: Hi\r\n\r\nHi\r\n.');
    };
    expect(await send()).toMatch(/^451 4\.3\.0 /);
    expect(await send()).toMatch(/^452 4\.3\.1 /);
    expect(await send()).toMatch(/^451 4\.3\.0 /);
    expect(stored).toEqual([]);
    expect(await send()).toMatch(/^250 /);
  });

  it('refuses a mail that is too large, announced or not', async () => {
    const { listener } = await listen();
    const client = await Client.connect(listener);
    await client.say('EHLO mx.customer.example');
    expect(await client.say('MAIL FROM:<dana@customer.example> SIZE=100001')).toMatch(/^552 /);
    await client.say('MAIL FROM:<dana@customer.example>', 'RCPT TO:<support@desk.example>', 'DATA');
    expect(await client.say(`${'x'.repeat(100_001)}\r\n.`)).toMatch(/^552 /);
  });

  it('takes a bounded number of connections from an address', async () => {
    const { listener } = await listen({ MAIL_LISTEN_CONNECTIONS_PER_ADDRESS: '1' });
    await Client.connect(listener);
    const socket = connect(listener.port ?? 0, '127.0.0.1');
    sockets.push(socket);
    const [greeting] = (await once(socket, 'data')) as [Buffer];
    expect(greeting.toString()).toMatch(/^421 4\.7\.0 /);
  });

  it('outlives clients that go before its greeting, and counts none of them', async () => {
    const { listener } = await listen({ MAIL_LISTEN_CONNECTIONS_PER_ADDRESS: '1' });
    for (let index = 0; index < 3; index += 1) {
      const socket = connect(listener.port ?? 0, '127.0.0.1');
      await once(socket, 'connect');
      socket.resetAndDestroy();
    }
    await Client.connect(listener);
    const second = connect(listener.port ?? 0, '127.0.0.1');
    sockets.push(second);
    const [greeting] = (await once(second, 'data')) as [Buffer];
    expect(greeting.toString()).toMatch(/^421 4\.7\.0 /);
  });

  it('outlives connections that are more than it takes', async () => {
    const { listener } = await listen({ MAIL_LISTEN_CONNECTIONS: '1' });
    const client = await Client.connect(listener);
    const second = connect(listener.port ?? 0, '127.0.0.1');
    sockets.push(second);
    const [greeting] = (await once(second, 'data')) as [Buffer];
    expect(greeting.toString()).toMatch(/^421 /);
    expect(await client.say('NOOP')).toMatch(/^250 /);
  });

  it('lets nobody sign in, and believes no address that an own server hands over', async () => {
    const { listener, stored } = await listen({ MAIL_LISTEN_PROTOCOL: 'lmtp' });
    const client = await Client.connect(listener);
    expect(await client.say('LHLO relay.example')).not.toContain('AUTH');
    expect(await client.say('AUTH PLAIN AGEAYg==')).toMatch(/^5/);
    await client.say('MAIL FROM:<>', 'RCPT TO:<support@desk.example>', 'DATA');
    expect(await client.say('Subject: Hi\r\n\r\nHi\r\n.')).toMatch(/^250 /);
    expect(stored[0]?.envelope).toEqual({ from: '', to: ['support@desk.example'], client: null });
  });
});

describe('a client that sends just enough not to be idle', () => {
  it('is cut off when its session takes too long', async () => {
    const { listener } = await listen();
    listener.limits.sessionMs = 200;
    const client = await Client.connect(listener);
    let last = '';
    while (!last.startsWith('421') && last !== 'closed') last = await client.say('NOOP');
    expect(last).toBe('421 4.4.2 The session takes too long');
    expect(await client.answer()).toBe('closed');
  });

  it('is cut off when its data takes too long, and nothing of it is stored', async () => {
    const { listener, stored } = await listen();
    listener.limits.dataMs = 200;
    const client = await Client.connect(listener);
    await client.say(...BEGIN, 'RCPT TO:<support@desk.example>', 'DATA');
    client.write('Subject: Hi\r\n\r\n');
    expect(await client.answer()).toBe('421 4.4.2 The session takes too long');
    client.write('.\r\n');
    expect(await client.answer()).toBe('closed');
    expect(stored).toEqual([]);
  });
});

describe('connections of an address', () => {
  it('are those of its network of 64 bits in IPv6, and of itself in IPv4', () => {
    expect(networkOf('2001:db8:1:2:3::4')).toBe(networkOf('2001:DB8:1:2::ffff'));
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
    expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
    expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(networkOf('192.0.2.1')).not.toBe(networkOf('192.0.2.2'));
    expect(networkOf('::1')).toBe('0:0:0:0::/64');
  });
});
