import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { ApiError } from '@parley/contracts';
import { newUuid } from '@parley/runtime/records';
import { eventually, gate } from '@parley/testing';
import { changeMailbox, readMailbox, type StoredMailbox } from '../../mailboxes/mailbox.fixture.ts';
import { mailOf, openReceivers, SIZE_MAX } from './imap-receiver.fixture.ts';
import type { ImapScript, ScriptedImapServer } from './scripted-imap-server.fixture.ts';

const receivers = await openReceivers();
const { store, files, start, stop, serve, mailboxAt, stored, left, lastUid, received, clear } = receivers;
afterEach(clear);
afterAll(() => receivers.close());

/** A server with a mailbox that a process has connected to. */
async function connected(...options: Parameters<typeof serve>) {
  const server = await serve(...options);
  const box = await mailboxAt(server);
  const receiver = start();
  await eventually(() => server.idling === 1);
  return { server, box, receiver };
}

const flagsOf = ({ mails }: ScriptedImapServer) => mails.flatMap(({ flags }) => [...flags]);
const change = ({ row }: StoredMailbox, changes: string) =>
  store.database.query(`update mail.mailbox set ${changes} where id = $1`, [row.id]);

describe('a mailbox', () => {
  it('receives what arrives after its first connection, read or not, and leaves it as it is', async () => {
    const server = await serve();
    server.put(mailOf('before'));
    const box = await mailboxAt(server);
    start();
    await eventually(() => server.idling === 1);
    server.put(mailOf('one'));
    server.put(mailOf('read by somebody'), { flags: ['\\Seen'] });
    await received(box, 'one', 'read by somebody');
    expect(flagsOf(server)).toEqual(['\\Seen']);
    expect(server.commands.filter((line) => / (?:SELECT|STORE|UID STORE) /.test(line))).toEqual([]);
    expect(await stored(box)).toContain(mailOf('one'));
  });

  it('receives what its server does not tell of, by looking for it', async () => {
    const server = await serve({ script: { tells: 'never' } });
    const box = await mailboxAt(server);
    start({ timings: { poll: 20 } });
    await eventually(() => server.idling === 1);
    server.put(mailOf('one'));
    await received(box, 'one');
  });

  it('receives what arrived while no process was there, once', async () => {
    const { server, box, receiver } = await connected();
    server.put(mailOf('one'));
    await received(box, 'one');
    await stop(receiver);
    await eventually(() => server.openConnections === 0);
    server.put(mailOf('two'));
    server.put(mailOf('three'));
    start();
    await received(box, 'one', 'two', 'three');
  });

  it('has one connection, however many processes there are', async () => {
    const { server, box, receiver } = await connected();
    start();
    start();
    const other = await serve();
    await mailboxAt(other);
    await eventually(() => other.idling === 1);
    expect(server.connections).toBe(1);
    await stop(receiver);
    await eventually(() => server.idling === 1);
    server.put(mailOf('one'));
    await received(box, 'one');
  });

  it('is taken over from a process that died', async () => {
    const server = await serve();
    const box = await mailboxAt(server);
    const leaseFor = (seconds: number) =>
      store.database.query(
        `insert into mail.fetching_lease (workspace_id, mode, mailbox_id, holder_id, leased_until)
         select workspace_id, mode, id, $2, now() + make_interval(secs => $3) from mail.mailbox where id = $1
         on conflict (workspace_id, mode, mailbox_id) do update set leased_until = excluded.leased_until`,
        [box.row.id, newUuid(), seconds],
      );
    await leaseFor(3_600);
    start();
    const other = await serve();
    await mailboxAt(other);
    await eventually(() => other.idling === 1);
    expect(server.connections).toBe(0);
    await leaseFor(0.1);
    await eventually(() => server.idling === 1);
  });

  it('is given up by a process that lost its lease, which then stores no position', async () => {
    const { server, box } = await connected();
    server.put(mailOf('one'));
    await received(box, 'one');
    await eventually(async () => (await lastUid(box)) === 1);
    const keep = files.receive;
    files.receive = async (...upload) => {
      await store.database.query('update mail.fetching_lease set holder_id = $1', [newUuid()]);
      return keep(...upload);
    };
    server.put(mailOf('two'));
    await eventually(() => server.openConnections === 0);
    await received(box, 'one', 'two');
    expect(await lastUid(box)).toBe(1);
    // The next one finds the mail stored.
    files.receive = keep;
    await store.database.query('update mail.fetching_lease set leased_until = now()');
    await eventually(async () => (await lastUid(box)) === 2);
    await received(box, 'one', 'two');
  });

  it('is none of a process that has as many as it may', async () => {
    const [one, other] = [await serve(), await serve()];
    await mailboxAt(one);
    await mailboxAt(other);
    start({ mailboxes: 1 });
    await eventually(() => one.idling + other.idling === 1);
    start({ mailboxes: 1 });
    await eventually(() => one.idling === 1 && other.idling === 1);
    expect([one.connections, other.connections]).toEqual([1, 1]);
  });

  it('disconnects while it is disabled, once it is deleted, and when it gets another transport', async () => {
    const { server, box } = await connected();
    await change(box, `status = 'disabled'`);
    await eventually(() => server.openConnections === 0);
    server.put(mailOf('one'));
    await change(box, `status = 'connected'`);
    await received(box, 'one');
    const { connections } = server;
    await change(box, 'transport_version = transport_version + 1');
    await eventually(() => server.connections === connections + 1 && server.idling === 1);
    await store.database.query('delete from mail.mailbox where id = $1', [box.row.id]);
    await eventually(() => server.openConnections === 0);
  });
});

describe('a mailbox that receives again', () => {
  it('begins with what arrives from then on', async () => {
    const { server, box } = await connected();
    server.put(mailOf('one'));
    await received(box, 'one');
    const user = { username: 'support', password: 'secret' };
    const transport = { ...user, host: '127.0.0.1', port: 25, security: 'none' } as const;
    await changeMailbox(store, box, { transport: { ...transport, type: 'smtp' } });
    await eventually(() => server.openConnections === 0);
    server.put(mailOf('meanwhile'));
    const imap = { imap_port: server.port, imap_security: 'none' } as const;
    await changeMailbox(store, box, { transport: { ...transport, ...imap, type: 'imap_smtp' } });
    await eventually(() => server.idling === 1);
    server.put(mailOf('two'));
    await received(box, 'one', 'two');
  });
});

describe('a folder that has got other UIDs', () => {
  it('is read from its beginning, without what was there before the mailbox', async () => {
    const server = await serve();
    server.put(mailOf('before'), { date: new Date('2020-01-01') });
    const box = await mailboxAt(server);
    start();
    await eventually(() => server.idling === 1);
    server.put(mailOf('one'));
    await received(box, 'one');
    server.renumber();
    server.put(mailOf('two'));
    // Both copies of the first one are stored; their content tells that they are the same.
    await received(box, 'one', 'one', 'two');
    const keys = await store.database.query<{ count: string }>(
      'select count(distinct transport_key) from mail.incoming_mail where mailbox_id = $1',
      [box.row.id],
    );
    expect(keys).toEqual([{ count: '3' }]);
  });
});

describe('a mail', () => {
  it('that is too large stays where it is, whatever the server says of its size, and is recorded', async () => {
    const { server, box } = await connected();
    const large = (subject: string) =>
      `From: Dana Reyes <dana@example.com>\r\n${mailOf(subject)}${'x'.repeat(SIZE_MAX)}`;
    const put = (subject: string, script: ImapScript) => {
      server.script = script;
      server.put(large(subject));
    };
    put('large', {});
    server.put(mailOf('one'));
    await received(box, 'one');
    put('larger than told', { size: () => 10 });
    await eventually(async () => (await left(box)).length === 2);
    put('sent as a whole', { size: () => 10, ignoresParts: true });
    server.put(mailOf('two'));
    await received(box, 'one', 'two');
    const dana = { name: 'Dana Reyes', address: 'dana@example.com' };
    expect(await left(box)).toMatchObject([
      { code: 'too_large', subject: 'large', sender: dana, size: large('large').length },
      { code: 'too_large', subject: 'larger than told', sender: dana },
      // The connection has ended with it, and the next one does not begin with it again.
      { code: 'too_large', subject: null, sender: null },
    ]);
    expect((await left(box)).every(({ size }) => size > SIZE_MAX)).toBe(true);
  });

  it('is stored as it is, whatever the server says of its size', async () => {
    const { server, box } = await connected();
    for (const [nth, size] of [1, mailOf('0').length - 1, mailOf('0').length + 1, SIZE_MAX].entries()) {
      server.script = { size: () => size };
      server.put(mailOf(String(nth)));
      await received(box, ...Array.from({ length: nth + 1 }, (_, at) => String(at)));
    }
    expect(await stored(box)).toEqual(['0', '1', '2', '3'].map(mailOf));
  });

  it('whose connection breaks within it is fetched again, and stored once', async () => {
    const { server, box } = await connected();
    let cuts = 3;
    server.script = { body: () => (cuts-- > 0 ? 'cut' : undefined) };
    server.put(mailOf('one'));
    server.put(mailOf('two'));
    await received(box, 'one', 'two');
  });

  it('that the server does not hand out does not hold up others for long', async () => {
    const { server, box } = await connected();
    server.script = { body: (uid) => (uid === 1 ? 'NO [SERVERBUG] cannot read it' : undefined) };
    server.put(mailOf('one'));
    server.put(mailOf('two'));
    await received(box, 'two');
    expect(server.connections).toBeGreaterThanOrEqual(5);
    expect(await left(box)).toMatchObject([{ code: 'refused', subject: 'one' }]);
  });

  it('that cannot be stored is fetched again', async () => {
    const { server, box } = await connected();
    const keep = files.receive;
    const faults = ['service_unavailable', 'file_too_large'] as const;
    let next = 0;
    files.receive = (...upload) => {
      const fault = faults[next++];
      return fault === undefined ? keep(...upload) : Promise.reject(new ApiError(fault));
    };
    server.put(mailOf('one'));
    await received(box, 'one');
    expect(next).toBe(3);
  });

  it('is stored although its process stops, and then not again', async () => {
    const { server, box, receiver } = await connected();
    const keep = files.receive;
    const [held, release] = gate();
    let isHeld = false;
    files.receive = async (...upload) => {
      isHeld = true;
      await held;
      return keep(...upload);
    };
    server.put(mailOf('one'));
    server.put(mailOf('two'));
    await eventually(() => isHeld);
    const stopped = stop(receiver);
    release();
    await stopped;
    await received(box, 'one');
    start();
    await received(box, 'one', 'two');
  });

  it('is deleted at its server once it is stored, if the mailbox says so, and no other one', async () => {
    for (const capabilities of ['IMAP4rev1 IDLE UIDPLUS', 'IMAP4rev1 IDLE']) {
      const server = await serve({ capabilities });
      server.put(mailOf('before'), { flags: ['\\Deleted'] });
      const box = await mailboxAt(server, { after_receiving: 'delete' });
      start();
      await eventually(() => server.idling === 1);
      server.put(mailOf('one'));
      await received(box, 'one');
      await eventually(() => server.mails.every(({ flags }) => flags.has('\\Deleted')));
      const left = capabilities.includes('UIDPLUS') ? 1 : 2;
      await eventually(() => expect(server.mails).toHaveLength(left));
    }
  });
});

describe('a server', () => {
  it('that refuses the sign-in disconnects the mailbox, until it works again', async () => {
    const server = await serve({ script: { login: 'NO [AUTHENTICATIONFAILED] Invalid credentials' } });
    const box = await mailboxAt(server);
    start();
    const mailbox = async () => (await readMailbox(store, box)).row;
    await eventually(async () =>
      expect(await mailbox()).toMatchObject({
        status: 'disconnected',
        status_reason: { code: 'authentication_failed' },
      }),
    );
    expect(server.connections).toBe(1);
    server.script = {};
    await change(box, 'transport_version = transport_version + 1');
    await eventually(async () =>
      expect(await mailbox()).toMatchObject({ status: 'connected', status_reason: null }),
    );
    server.put(mailOf('one'));
    await received(box, 'one');
  });

  it('that is busy, or ends connections, is tried again, and disconnects no mailbox', async () => {
    const { server, box } = await connected();
    server.script = { login: 'NO [UNAVAILABLE] Too many connections' };
    server.dropConnections();
    await eventually(() => server.connections > 3);
    expect((await readMailbox(store, box)).row.status).toBe('connected');
    server.script = {};
    server.put(mailOf('one'));
    await received(box, 'one');
  });

  it('from which nothing can be fetched for a long time disconnects the mailbox, until it can again', async () => {
    const server = await serve({ script: { login: 'NO [UNAVAILABLE] Too many connections' } });
    const box = await mailboxAt(server);
    start({ timings: { unreachable: 100 } });
    const mailbox = async () => (await readMailbox(store, box)).row;
    await eventually(async () =>
      expect(await mailbox()).toMatchObject({
        status: 'disconnected',
        status_reason: { code: 'server_unavailable', affects: 'receiving' },
      }),
    );
    server.script = {};
    await eventually(async () =>
      expect(await mailbox()).toMatchObject({ status: 'connected', status_reason: null }),
    );
  });

  it('that falls silent is left for a new connection', async () => {
    const server = await serve();
    const box = await mailboxAt(server);
    start({ timings: { poll: 20, command: 500 } });
    await eventually(() => server.idling === 1);
    server.script = { isSilent: true };
    await eventually(() => server.connections > 1);
    server.script = {};
    server.put(mailOf('one'));
    await received(box, 'one');
  });
});
