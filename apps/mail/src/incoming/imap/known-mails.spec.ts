import { Readable } from 'node:stream';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { readMail } from '@parley/mail-reader';
import { newUuid } from '@parley/runtime/records';
import { eventually } from '@parley/testing';
import { provenContentKey } from '../keys.rules.ts';
import { mailOf, openReceivers, SIZE_MAX } from './imap-receiver.fixture.ts';
import type { ScriptedImapServer } from './scripted-imap-server.fixture.ts';

const receivers = await openReceivers();
const { store, start, serve, mailboxAt, left, lastUid, markRead, received, clear } = receivers;
afterEach(clear);
afterAll(() => receivers.close());

const bodies = ({ commands }: ScriptedImapServer) => commands.filter((line) => line.includes('BODY.PEEK[]'));

/** A mailbox with so many mails that were stored and read. */
async function filled(count: number, changes: Parameters<typeof mailboxAt>[1] = {}) {
  const server = await serve();
  const box = await mailboxAt(server, changes);
  start();
  await eventually(() => server.idling === 1);
  domain = `${newUuid()}.example`;
  const subjects = Array.from({ length: count }, (_, nth) => `mail ${nth}`);
  for (const subject of subjects) server.put(identified(subject));
  await received(box, ...subjects);
  await markRead(box);
  return { server, box, subjects };
}
/** Of each test, whose mails are no copies of those of others. */
let domain = '';
const identified = (subject: string) =>
  `Message-ID: <${subject.replace(' ', '-')}@${domain}>\r\nDate: Thu, 5 Nov 2026 10:00:00 +0000\r\n` +
  `From: Dana <dana@example.com>\r\n${mailOf(subject)}`;
const ignored = () => Promise.resolve();

describe('a folder whose mails are known', () => {
  it('is not fetched again though it has other UIDs, except for what is new', async () => {
    const { server, box, subjects } = await filled(250);
    const before = bodies(server).length;
    server.renumber();
    server.put(identified('new'));
    await received(box, ...subjects, 'new');
    expect(bodies(server).length - before).toBe(1);
    expect(await lastUid(box)).toBe(251);
  });

  it('is walked by its heads, and the slower the more it has, at a server that gives it other UIDs at each connection', async () => {
    const { server, box, subjects } = await filled(50);
    const heads = () => server.commands.filter((line) => line.includes('HEADER.FIELDS')).length;
    const walkedAt = (time: string, changes = 'version = version') =>
      store.database.query(
        `with folder as (update mail.imap_folder set walked_at = ${time} where mailbox_id = $1)
         update mail.mailbox set ${changes} where id = $1`,
        [box.row.id],
      );
    server.script = { renumbers: true };
    const { connections } = server;
    server.dropConnections();
    await eventually(() => server.connections > connections && server.idling === 1);
    expect(heads()).toBe(1);
    server.put(identified('new'));
    await received(box, ...subjects, 'new');
    await markRead(box);
    const before = bodies(server).length;
    await walkedAt(`now() + interval '1 hour'`);
    server.dropConnections();
    await eventually(() => server.connections > connections + 1 && server.openConnections === 0);
    expect(heads()).toBe(1);
    // The next connection is made at once, since the mailbox was changed.
    await walkedAt(`now() - interval '1 hour'`, 'transport_version = transport_version + 1');
    await eventually(() => server.idling === 1);
    expect(heads()).toBe(2);
    server.put(identified('newer'));
    await received(box, ...subjects, 'new', 'newer');
    expect(bodies(server).length - before).toBe(1);
  });

  it('is deleted at its server, if the mailbox says so, although it could not be deleted before', async () => {
    const { server, box } = await filled(1, { after_receiving: 'delete' });
    await eventually(() => server.mails.length === 0);
    server.put(identified('mail 0'));
    server.renumber();
    await eventually(() => server.mails.length === 0);
    await received(box, 'mail 0');
  });

  it('is fetched, and read by its content, if it has no ordinary head', async () => {
    const { server, box } = await filled(1);
    const long = (subject: string) => `Subject: ${'x'.repeat(20_000)}\r\n${identified(subject)}`;
    server.put(long('long'));
    await eventually(() => bodies(server).length === 2);
    const before = bodies(server).length;
    server.renumber();
    server.put(identified('new'));
    await eventually(async () => (await lastUid(box)) === 3);
    expect(bodies(server).length - before).toBe(2);
  });

  describe('and one of which has another size than at the server', () => {
    /** Puts another mail with the head of the first one in its place, and gives the folder other UIDs. */
    async function replaced(changes: string) {
      const { server, box } = await filled(1);
      await store.database.query(`update mail.incoming_mail set ${changes} where mailbox_id = $1`, [
        box.row.id,
      ]);
      const genuine = { content: Buffer.from(`${identified('mail 0')}The genuine one.\r\n`) };
      server.mails = server.mails.map((mail) => ({ ...mail, ...genuine }));
      server.renumber();
      return { server, box };
    }

    it.each([
      `authentication = null`,
      `authentication = '{"verified": false}'`,
      `status = 'discarded', is_forgotten = true, authentication = '{"verified": false}'`,
    ])(
      'is fetched, once, where nothing proves the known mail: it may be the one that was imitated (%s)',
      async (changes) => {
        const { server, box } = await replaced(changes);
        await received(box, 'mail 0', 'mail 0');
        const before = bodies(server).length;
        server.renumber();
        server.put(identified('new'));
        await received(box, 'mail 0', 'mail 0', 'new');
        expect(bodies(server).length - before).toBe(1);
      },
    );

    it.each([
      `authentication = '{"verified": true}'`,
      `is_forgotten = true`,
      `status = 'discarded', is_forgotten = true, authentication = '{"verified": true}'`,
    ])('is not fetched where every other one is a copy (%s)', async (changes) => {
      const { server, box } = await replaced(changes);
      server.put(identified('new'));
      await received(box, 'mail 0', 'new');
    });

    it('is not fetched where the genuine mail was kept beside the imitation', async () => {
      const { server, box } = await replaced('authentication = null');
      await received(box, 'mail 0', 'mail 0');
      await store.database.query(
        `update mail.incoming_mail set transport_key = null, authentication = '{"verified": true}', content_key = $2
          where mailbox_id = $1 and content_key is null`,
        [
          box.row.id,
          provenContentKey(await readMail(Readable.from([Buffer.from(identified('mail 0'))]), ignored)),
        ],
      );
      server.renumber();
      server.put(identified('new'));
      await received(box, 'mail 0', 'mail 0', 'new');
    });
  });

  it('is fetched, once, although it has the size of one that came another way and that nothing proves', async () => {
    const { server, box } = await filled(1);
    await store.database.query(
      `update mail.incoming_mail set authentication = null, transport_key = null where mailbox_id = $1`,
      [box.row.id],
    );
    server.renumber();
    await received(box, 'mail 0', 'mail 0');
    server.renumber();
    server.put(identified('new'));
    await received(box, 'mail 0', 'mail 0', 'new');
  });

  it('is recorded once if it is too large', async () => {
    const { server, box } = await filled(0);
    server.put(identified('large') + 'x'.repeat(SIZE_MAX));
    await eventually(async () => (await left(box)).length === 1);
    server.renumber();
    server.put(identified('new'));
    await received(box, 'new');
    expect(await left(box)).toHaveLength(1);
  });
});
