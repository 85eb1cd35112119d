import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { getNoticeState } from '@parley/contracts';
import { systemContext } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import { eventually, TestDatabase } from '@parley/testing';
import { mailDatabase } from '../mail.database.ts';
import { ScriptedSmtpServer, type Script } from '../transports/smtp/scripted-smtp-server.fixture.ts';
import { NoticeSender } from './notice-sender.ts';
import {
  invitation,
  newPerson,
  readMail,
  resetLink,
  send,
  startMail,
  through,
  type MailProcess,
} from './notices.fixture.ts';

const database = await TestDatabase.create(mailDatabase);
const server = await ScriptedSmtpServer.start();
const mail = await startMail(database.url, through(server.port));
afterAll(async () => {
  await mail.app.close();
  await server.close();
  await database.drop();
});
afterEach(() => {
  server.script = {};
});

const mailsTo = (address: string, of = server) => of.mails.filter(({ to }) => to.includes(address));
const received = (address: string, count = 1) =>
  eventually(() => {
    const mails = mailsTo(address);
    expect(mails).toHaveLength(count);
    return mails.map(readMail);
  });
const rows = (kind: string) =>
  database.query<{ id: string; attempts: number; encrypted: Buffer }>(
    'select id, attempts, encrypted from mail.notice where kind = $1',
    [kind],
  );
const isDone = () =>
  eventually(async () => expect(await database.query('select from mail.notice')).toEqual([]));
/** What is to be sent before another notice has been sent when that one is. */
const settled = async () => {
  const marker = newPerson();
  await send(mail, marker, resetLink());
  await received(marker);
};
/** Starts another process for a test, and closes it after it. */
async function withProcess<T>(
  env: Record<string, string>,
  work: (process: MailProcess) => Promise<T>,
): Promise<T> {
  const process = await startMail(database.url, env);
  try {
    return await work(process);
  } finally {
    await process.app.close();
  }
}

describe('a notice', () => {
  it('reaches its recipient as a short automatic mail of text and HTML, and is not kept', async () => {
    const [person, notice] = [newPerson(), invitation()];
    expect(await send(mail, person, notice)).toBe(true);
    const [one] = await received(person);
    expect(one).toMatchObject({ from: 'parley@acme.example', to: [person] });
    expect(
      ['From', 'To', 'Subject', 'Auto-Submitted', 'X-Auto-Response-Suppress'].map((name) =>
        one?.header(name),
      ),
    ).toEqual([
      'Parley <parley@acme.example>',
      person,
      'You are invited to a workspace',
      'auto-generated',
      'All',
    ]);
    expect(one?.text).toContain('You are invited to the workspace “Acme”.');
    expect(one?.text.split('\n')).toContain(notice.link);
    expect(one?.html).toContain(`<a href="${notice.link}"`);
    expect(one?.header('Message-ID')).toMatch(/^<\w{26}@acme\.example>$/);
    await isDone();
  });

  it('is sent once, however often it is asked for', async () => {
    const [person, notice, id] = [newPerson(), resetLink(), randomUUID()];
    for (let request = 0; request < 3; request += 1) expect(await send(mail, person, notice, id)).toBe(true);
    await settled();
    await isDone();
    expect(await send(mail, person, notice, id)).toBe(true);
    await settled();
    await received(person);
  });

  it('is stored encrypted while it waits', async () => {
    server.script = { greeting: '421 4.3.2 Not now' };
    const [person, notice] = [newPerson(), resetLink()];
    await send(mail, person, notice);
    const [row] = await eventually(async () => {
      const waiting = await rows('password_reset');
      expect(waiting[0]?.attempts).toBeGreaterThan(0);
      return waiting;
    });
    expect(row?.encrypted.includes(person)).toBe(false);
    expect(row?.encrypted.includes(notice.link)).toBe(false);
    server.script = {};
    await received(person);
  });

  it.each<[string, Script]>([
    ['takes no connection', { greeting: '421 4.3.2 Not now' }],
    ['does not know the recipient yet', { rcpt: '450 4.2.1 Greylisted' }],
    ['breaks off in the middle', { data: 'drop' }],
    ['is busy at the end', { end: '451 4.3.0 Try again' }],
  ])('waits for a server that %s', async (_, script) => {
    server.script = script;
    const [person, notice] = [newPerson(), resetLink()];
    await send(mail, person, notice);
    await eventually(async () => expect((await rows('password_reset'))[0]?.attempts).toBeGreaterThan(0));
    server.mails.length = 0;
    server.script = {};
    expect((await received(person))[0]?.text).toContain(notice.link);
    await isDone();
  });

  it('is sent again in the same bytes if the server ends the connection instead of an answer', async () => {
    server.script = { end: 'drop' };
    const person = newPerson();
    await send(mail, person, resetLink());
    await eventually(() => mailsTo(person).length > 0);
    server.script = {};
    await isDone();
    const contents = new Set(mailsTo(person).map(({ content }) => content.toString('latin1')));
    expect(contents.size).toBe(1);
    expect(mailsTo(person).length).toBeGreaterThan(1);
  });

  it('is given up where the server refuses the recipient for good, or the address is none', async () => {
    const person = newPerson();
    server.script = { rcpt: { [person]: '550 5.1.1 No such user' } };
    await send(mail, person, resetLink());
    const overlong = `${'a'.repeat(70)}@example.com`;
    await send(mail, overlong, resetLink());
    await isDone();
    expect(mailsTo(person)).toEqual([]);
  });

  it('is given up when its link ends', async () => {
    server.script = { greeting: '421 4.3.2 Not now' };
    const person = newPerson();
    await send(mail, person, resetLink(500));
    await eventually(async () => expect(await rows('password_reset')).toEqual([]));
    server.script = {};
    await settled();
    expect(mailsTo(person)).toEqual([]);
  });

  it('of a process that died is sent by another one', async () => {
    server.script = { greeting: '421 4.3.2 Not now' };
    const person = newPerson();
    await send(mail, person, resetLink());
    await eventually(async () => expect((await rows('password_reset'))[0]?.attempts).toBeGreaterThan(0));
    // The lease of the process that died is over.
    await database.query('update mail.notice set lease_token = gen_random_uuid(), due_at = now()');
    server.script = {};
    await received(person);
    await isDone();
  });
});

describe('a budget', () => {
  const age = () => database.query(`update mail.notice_count set ends_at = now() where count > 0`);

  it('allows an address three links of a kind in an hour, and answers the same beyond', async () => {
    const person = newPerson();
    for (let request = 0; request < 5; request += 1) expect(await send(mail, person, resetLink())).toBe(true);
    await settled();
    await isDone();
    expect(mailsTo(person)).toHaveLength(3);
    // Another form of the address is the same one, and so is a subaddress.
    for (const same of [person.toUpperCase(), person.replace('@', '+1@')]) {
      await send(mail, same, resetLink());
      await settled();
      expect(mailsTo(same)).toEqual([]);
    }
    await send(mail, person, invitation());
    await received(person, 4);
  });

  it('of the hour leaves that of the day alone when it refuses, which is ten', async () => {
    const person = newPerson();
    const hour = async (requests: number) => {
      for (let request = 0; request < requests; request += 1) await send(mail, person, resetLink());
      await settled();
      await isDone();
    };
    const endHour = `update mail.notice_count set ends_at = now() where ends_at < now() + interval '2 hours'`;
    const counts: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      await hour(6);
      counts.push(mailsTo(person).length);
      await database.query(endHour);
    }
    expect(counts).toEqual([3, 6, 9, 10, 10]);
    await age();
    await hour(1);
    expect(mailsTo(person)).toHaveLength(11);
  });

  it('allows a workspace a hundred invitations in an hour, and others theirs', async () => {
    const workspace = newId('workspace');
    const before = server.mails.length;
    for (let request = 0; request < 105; request += 1)
      expect(await send(mail, newPerson(), invitation('Acme', workspace))).toBe(true);
    await send(mail, newPerson(), invitation());
    await isDone();
    expect(server.mails.length - before).toBe(101);
  });

  it('is kept by requests at the same time', async () => {
    const person = newPerson();
    await Promise.all(Array.from({ length: 12 }, () => send(mail, person, resetLink())));
    await settled();
    await isDone();
    expect(mailsTo(person)).toHaveLength(3);
  });
});

describe('without a mailbox of the installation', () => {
  it('nothing is taken', async () => {
    await withProcess({}, async (off) => {
      expect(await off.rpc.call(getNoticeState, systemContext(), {})).toEqual({ is_on: false });
      expect(await send(off, newPerson(), resetLink())).toBe(false);
      expect(await database.query('select from mail.notice')).toEqual([]);
    });
    expect(await mail.rpc.call(getNoticeState, systemContext(), {})).toEqual({ is_on: true });
  });

  it('what waits is deleted an hour after its end', async () => {
    const sql = `insert into mail.notice (id, kind, encrypted, due_at, expires_at, created_at)
      values (gen_random_uuid(), 'invitation', '', 'infinity', now() - $1::interval, now()) returning id`;
    const idOf = async (age: string) => (await database.query<{ id: string }>(sql, [age]))[0]?.id;
    const [recent] = [await idOf('50 minutes'), await idOf('70 minutes')];
    await mail.app.get(NoticeSender).prune();
    expect(await database.query('select id from mail.notice')).toEqual([{ id: recent }]);
    await database.query('delete from mail.notice');
  });
});

describe('a server', () => {
  it.each([
    ['that offers no encryption gets nothing unless the operator has named its address', {}, {}],
    ['whose certificate nobody trusts gets nothing', { tls: 'implicit' }, { scheme: 'smtps' }],
    [
      'whose certificate nobody trusts gets nothing by STARTTLS, also if it is named',
      { tls: 'starttls' },
      { allow: '127.0.0.1/32' },
    ],
  ] as const)(
    '%s',
    async (_, options, { scheme = 'smtp', allow = '' }: { scheme?: string; allow?: string }) => {
      const own = await TestDatabase.create(mailDatabase);
      const other = await ScriptedSmtpServer.start(options);
      const process = await startMail(own.url, {
        ...{
          SYSTEM_MAIL_URL: `${scheme}://127.0.0.1:${other.port}`,
          SYSTEM_MAIL_FROM: 'parley@acme.example',
        },
        MAIL_ALLOW_CIDRS: allow,
      });
      try {
        await send(process, newPerson(), resetLink());
        await eventually(async () => {
          const [row] = await own.query<{ attempts: number }>('select attempts from mail.notice');
          expect(row?.attempts).toBeGreaterThan(1);
        });
        expect([other.mails, other.commands.filter((line) => /^(?:AUTH|MAIL)/.test(line))]).toEqual([[], []]);
      } finally {
        await process.app.close();
        await other.close();
        await own.drop();
      }
    },
  );
});
