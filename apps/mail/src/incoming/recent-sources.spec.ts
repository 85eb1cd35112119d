import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ApiError } from '@parley/contracts';
import type { Rpc } from '@parley/rpc';
import { storeMailbox } from '../mailboxes/mailbox.fixture.ts';
import { mailOf, openArrivals, SIZE_MAX } from './arrivals.fixture.ts';
import { IncomingMailRow } from './incoming-mail.entity.ts';
import { MailReading } from './mail-reading.ts';
import { RecentSources } from './recent-sources.ts';

// Its file service answers no reads.
const { store, files, transport, recent, acceptor, drain } = await openArrivals();
const reading = new MailReading(transport, {} as Rpc, recent);
afterAll(async () => {
  await reading.onApplicationShutdown();
  await drain();
  await store.close();
});

async function accepted(bytes: Readable) {
  const { ctx, row } = await storeMailbox(store, {});
  const destination = {
    workspaceId: row.workspace_id,
    mode: row.mode,
    mailboxId: row.id,
  };
  await acceptor.accept({
    destination,
    envelope: { from: null, to: [], client: null },
    transportKey: null,
    bytes,
  });
  const [mail] = await store.database.query<IncomingMailRow>(
    'select id, source_file_id from mail.incoming_mail where mailbox_id = $1',
    [row.id],
  );
  if (mail === undefined) throw new Error('no mail was stored');
  return { ctx, mail };
}

describe('the bytes of a mail that was just stored', () => {
  it('are read without the file service, as often as they are needed', async () => {
    const { ctx, mail } = await accepted(Readable.from([mailOf('One'), 'more'], { objectMode: false }));
    for (let round = 0; round < 2; round += 1) {
      expect(await text(await reading.bytesOf(ctx, mail))).toBe(`${mailOf('One')}more`);
      expect(await reading.read(ctx, mail)).toMatchObject({ subject: 'One' });
    }
  });

  it('are fetched from there once the mail was read, or if it is large', async () => {
    const read = await accepted(Readable.from([mailOf('Two')], { objectMode: false }));
    recent.forget(read.mail.source_file_id);
    const large = await accepted(
      Readable.from([mailOf('Three'), 'x'.repeat(SIZE_MAX - 1_000)], { objectMode: false }),
    );
    for (const { ctx, mail } of [read, large])
      await expect(reading.bytesOf(ctx, mail)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('are read to their end where they cannot be stored', async () => {
    const { receive } = files;
    files.receive = async (_ctx, _head, bytes) => {
      await once(bytes, 'readable');
      throw new ApiError('service_unavailable');
    };
    const bytes = new PassThrough();
    bytes.write(mailOf('Four'));
    await expect(accepted(bytes)).rejects.toMatchObject({ code: 'service_unavailable' });
    files.receive = receive;
    bytes.end('x'.repeat(1_000_000));
    await once(bytes, 'end');
  });

  it('are none where they end before their end', async () => {
    const gone = Readable.from([mailOf('Five')], { objectMode: false });
    gone.destroy();
    await expect(accepted(gone)).rejects.toThrow();
    const broken = new PassThrough();
    broken.once('resume', () => broken.destroy(new Error('the connection is lost')));
    await expect(accepted(broken)).rejects.toThrow();
  });

  it('take up no more than 8 MiB of all mails', () => {
    const sources = new RecentSources();
    const bytes = Buffer.alloc(128 * 1024);
    const ids = Array.from({ length: 100 }, (_, index) => String(index));
    for (const id of ids) sources.keep(id, bytes);
    expect(ids.filter((id) => sources.find(id) !== undefined)).toHaveLength(64);
    sources.forget('0');
    sources.keep('100', bytes);
    expect(sources.find('100')).toBe(bytes);
  });
});
