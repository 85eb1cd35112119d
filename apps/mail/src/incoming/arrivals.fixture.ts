import { createHash } from 'node:crypto';
import { ApiError, uuidOf } from '@parley/contracts';
import { EventsModule, EventTransport, InProcessEvents } from '@parley/events';
import { InProcessFiles, UploadLimitsConfig, type ReceiveUpload } from '@parley/files';
import { eventually, TestStore } from '@parley/testing';
import { mailDatabase } from '../mail.database.ts';
import { Credentials } from '../mailboxes/credentials.ts';
import type { StoredMailbox } from '../mailboxes/mailbox.fixture.ts';
import { Acceptor } from './acceptor.ts';
import type { IncomingReader } from './incoming-reader.ts';
import { RecentSources } from './recent-sources.ts';

/** The largest mail that is stored. */
export const SIZE_MAX = 100_000;
/** Mails that were stored stay as they are: nobody reads them. */
const NO_READER = { wake: () => undefined } as unknown as IncomingReader;

/** The tables of the mail service in a database of their own, and a file service that keeps mails in memory. */
export async function openArrivals() {
  const store = await TestStore.open(mailDatabase, {
    imports: [EventsModule.forService('mail')],
    providers: [Credentials],
    transports: [{ provide: EventTransport, useValue: new InProcessEvents(['mail']) }],
  });
  const contents = new Map<string, string>();
  const files: { receive: ReceiveUpload } = { receive: keepIn(contents) };
  const transport = new InProcessFiles();
  const drain = await transport.serve({
    receive: (...upload) => files.receive(...upload),
    open: () => Promise.reject(new ApiError('service_unavailable')),
  });
  const limits = new UploadLimitsConfig({ MAIL_SIZE_MAX: String(SIZE_MAX) });
  const recent = new RecentSources();
  const acceptor = new Acceptor(store.db, transport, limits, NO_READER, recent);
  return { store, contents, files, drain, acceptor, transport, recent };
}

/** What has arrived in mailboxes. */
export function arrivals(store: TestStore, contents: ReadonlyMap<string, string>) {
  /** The mails of a mailbox, in the order in which they were stored. */
  async function stored({ row }: StoredMailbox): Promise<string[]> {
    const rows = await store.database.query<{ source_file_id: string }>(
      'select source_file_id from mail.incoming_mail where mailbox_id = $1 and has_source order by created_at, id',
      [row.id],
    );
    return rows.map(({ source_file_id: id }) => contents.get(id) ?? 'no file');
  }
  const subjects = async (box: StoredMailbox) =>
    (await stored(box)).map((content) => /^Subject: (.*)\r$/m.exec(content)?.[1] ?? content);
  /** Waits until the mails of a mailbox are those with the subjects. */
  const received = (box: StoredMailbox, ...expected: string[]) =>
    eventually(async () => {
      const found = await subjects(box);
      if (found.join() !== expected.join()) throw new Error(`${found.join()} instead of ${expected.join()}`);
    });
  return { stored, subjects, received };
}

export const mailOf = (subject: string): string => `Subject: ${subject}\r\n\r\nHello\r\n`;

/** Keeps uploads in memory. */
export function keepIn(contents: Map<string, string>): ReceiveUpload {
  return async (_ctx, { id, name, maxBytes }, bytes) => {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes) throw new ApiError('file_too_large');
    }
    const content = Buffer.concat(chunks);
    contents.set(uuidOf('file', id), content.toString('latin1'));
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { id, name, size, mime_type: 'message/rfc822', sha256 };
  };
}
