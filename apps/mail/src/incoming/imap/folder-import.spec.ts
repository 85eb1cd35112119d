import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@parley/testing';
import type { StoredMailbox } from '../../mailboxes/mailbox.fixture.ts';
import { openReceivers } from './imap-receiver.fixture.ts';

const SINCE = new Date('2025-01-01T00:00:00Z');
const BEFORE = new Date('2024-12-31T23:59:59Z');
const day = (nth: number) => new Date(`2025-02-0${nth}T10:00:00Z`);

let receivers: Awaited<ReturnType<typeof openReceivers>>;
beforeAll(async () => {
  receivers = await openReceivers();
});
afterEach(() => receivers.clear());
afterAll(() => receivers.close());

const mailOf = (subject: string) =>
  [
    `Message-ID: <${subject}@customer.example>`,
    `Date: ${SINCE.toUTCString()}`,
    `Subject: ${subject}`,
    '',
    'Hello',
    '',
  ].join('\r\n');

async function beginImport({ row }: StoredMailbox): Promise<void> {
  await receivers.store.database.query(
    `insert into mail.mailbox_import (workspace_id, mode, mailbox_id, since) values ($1, $2, $3, $4)`,
    [row.workspace_id, row.mode, row.id, SINCE],
  );
}

const completed = ({ row }: StoredMailbox) =>
  eventually(async () => {
    const found = await receivers.store.database.query<{ completed_at: Date | null }>(
      'select completed_at from mail.mailbox_import where mailbox_id = $1',
      [row.id],
    );
    if (found[0]?.completed_at == null) throw new Error('the import is not completed');
  });

const arrivals = async ({ row }: StoredMailbox) => {
  const rows = await receivers.store.database.query<{ arrived_at: Date | null }>(
    'select arrived_at from mail.incoming_mail where mailbox_id = $1 order by created_at, id',
    [row.id],
  );
  return rows.map(({ arrived_at: at }) => at);
};

/** A server with mails of before, and its mailbox, which imports them. */
async function importing(...subjects: string[]) {
  const imap = await receivers.serve();
  subjects.forEach((subject, index) => imap.put(mailOf(subject), { date: day(index + 1) }));
  const box = await receivers.mailboxAt(imap);
  await beginImport(box);
  return { imap, box };
}

describe('the import of a folder', () => {
  it('stores the mails that came since its time, with their dates, and leaves them at the server', async () => {
    const imap = await receivers.serve();
    imap.put(mailOf('too old'), { date: BEFORE });
    imap.put(mailOf('first'), { date: SINCE });
    imap.put(mailOf('second'), { date: day(2) });
    const box = await receivers.mailboxAt(imap, { after_receiving: 'delete' });
    await beginImport(box);
    receivers.start();
    await completed(box);
    await receivers.received(box, 'first', 'second');
    expect(await arrivals(box)).toEqual([SINCE, day(2)]);
    expect(imap.mails).toHaveLength(3);
    expect(imap.mails.map(({ flags }) => flags.size)).toEqual([0, 0, 0]);
  });

  it('begins soon also if the mailbox is connected already, and is over then', async () => {
    const imap = await receivers.serve();
    imap.put(mailOf('before'), { date: day(1) });
    const box = await receivers.mailboxAt(imap);
    receivers.start();
    await eventually(() => imap.idling === 1);
    expect(await receivers.subjects(box)).toEqual([]);
    await beginImport(box);
    await completed(box);
    await receivers.received(box, 'before');
  });

  it('lets a mail that arrives go first', async () => {
    const { imap, box } = await importing('old 1', 'old 2', 'old 3');
    imap.script = {
      body: (uid) => {
        if (uid === 1 && imap.uidNext === 4) imap.put(mailOf('new'));
        return undefined;
      },
    };
    receivers.start();
    await completed(box);
    await receivers.received(box, 'old 1', 'new', 'old 2', 'old 3');
    expect((await arrivals(box)).map((at) => at === null)).toEqual([false, true, false, false]);
  });

  it('goes on after a lost connection, and in another process, without a mail twice', async () => {
    const { imap, box } = await importing('old 1', 'old 2', 'old 3', 'old 4');
    let drops = 0;
    imap.script = {
      body: (uid) => {
        if (uid !== 3 || drops > 0) return undefined;
        drops += 1;
        return 'drop';
      },
    };
    const first = receivers.start();
    await receivers.received(box, 'old 1', 'old 2', 'old 3', 'old 4');
    await receivers.stop(first);
    receivers.start();
    await completed(box);
    expect(drops).toBe(1);
    expect(await receivers.subjects(box)).toEqual(['old 1', 'old 2', 'old 3', 'old 4']);
  });

  it('fetches a mail although another one with its head arrived that nothing proves', async () => {
    const imap = await receivers.serve();
    imap.put(`${mailOf('imitated')}The genuine one.\r\n`, { date: day(1) });
    const box = await receivers.mailboxAt(imap);
    receivers.start();
    await eventually(() => imap.idling === 1);
    imap.put(mailOf('imitated'));
    await receivers.received(box, 'imitated');
    await receivers.markRead(box);
    await beginImport(box);
    await completed(box);
    await receivers.received(box, 'imitated', 'imitated');
    expect(await arrivals(box)).toEqual([null, day(1)]);
  });

  it('reads first what a process had stored before it ended', async () => {
    const { box } = await importing('old 1');
    const first = receivers.start();
    await completed(box);
    await receivers.stop(first);
    await receivers.store.database.query(
      `update mail.incoming_mail set status = 'importing' where mailbox_id = $1`,
      [box.row.id],
    );
    await receivers.store.database.query(
      'update mail.mailbox_import set completed_at = null where mailbox_id = $1',
      [box.row.id],
    );
    receivers.start();
    await completed(box);
    const rows = await receivers.store.database.query<{ status: string }>(
      'select status from mail.incoming_mail where mailbox_id = $1',
      [box.row.id],
    );
    expect(rows.map(({ status }) => status)).toEqual(['delivered']);
  });
});
