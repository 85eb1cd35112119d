import { createHash } from 'node:crypto';
import { ApiError, uuidOf, type Transport } from '@parley/contracts';
import { EventsModule, EventTransport, InProcessEvents } from '@parley/events';
import { InProcessFiles, UploadLimitsConfig, type ReceiveUpload } from '@parley/files';
import { LOGGER } from '@parley/runtime/logging';
import { eventually, TestStore } from '@parley/testing';
import { MailConfig } from '../../mail.config.ts';
import { mailDatabase } from '../../mail.database.ts';
import { AccessTokens } from '../../mailboxes/access-tokens.ts';
import { Credentials } from '../../mailboxes/credentials.ts';
import { MailboxHealth } from '../../mailboxes/mailbox-health.ts';
import { OAUTH, storeMailbox, type StoredMailbox } from '../../mailboxes/mailbox.fixture.ts';
import { guard } from '../../transports/smtp/smtp.fixture.ts';
import { Acceptor } from '../acceptor.ts';
import type { IncomingReader } from '../incoming-reader.ts';
import { FolderReader } from './folder-reader.ts';
import { IMAP_TIMINGS, type ImapTimings } from './imap-options.ts';
import { ImapReceiver } from './imap-receiver.ts';
import { ImapSessions } from './imap-sessions.ts';
import { KnownMails } from './known-mails.ts';
import { MailsLeft } from './mails-left.ts';
import { ScriptedImapServer } from './scripted-imap-server.fixture.ts';

export const SIZE_MAX = 100_000;
/** Mails that were stored stay as they are: nobody reads them. */
const NO_READER = { wake: () => undefined } as unknown as IncomingReader;

/** Short where a test waits for it to end, and long where it must not. */
const TIMINGS: ImapTimings = { ...IMAP_TIMINGS, claim: 20, renew: 20, retry: 5, poll: 600_000 };

interface ProcessOptions {
  timings?: Partial<ImapTimings>;
  mailboxes?: number;
}

/** The tables of the mail service in a database of their own, and a file service that keeps mails in memory. */
async function openStore() {
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
  const acceptor = new Acceptor(store.db, transport, limits, NO_READER);
  return { store, contents, files, drain, acceptor };
}

/** What has arrived in mailboxes. */
function arrivals(store: TestStore, contents: ReadonlyMap<string, string>) {
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
  /** The mails that stay at the server of a mailbox. */
  const left = ({ row }: StoredMailbox) =>
    store.database.query<{ code: string; subject: string | null; sender: unknown; size: number }>(
      `select reason ->> 'code' as code, subject, sender, size from mail.incoming_mail
        where mailbox_id = $1 and status = 'failed' and not has_source order by created_at, id`,
      [row.id],
    );
  const lastUid = async ({ row }: StoredMailbox) => {
    const [folder] = await store.database.query<{ last_uid: string }>(
      'select last_uid from mail.imap_folder where mailbox_id = $1',
      [row.id],
    );
    return Number(folder?.last_uid);
  };
  /** Waits until the mails of a mailbox are those with the subjects. */
  const received = (box: StoredMailbox, ...expected: string[]) =>
    eventually(async () => {
      const found = await subjects(box);
      if (found.join() !== expected.join()) throw new Error(`${found.join()} instead of ${expected.join()}`);
    });
  return { contents, stored, left, lastUid, received };
}

/** Processes that fetch the mails of mailboxes from scripted servers. */
export async function openReceivers() {
  const { store, contents, files, drain, acceptor } = await openStore();
  const { db, app } = store;
  const credentials = app.get(Credentials);
  const tokens = new AccessTokens(db, credentials, guard);
  const health = new MailboxHealth(db, credentials);
  const running = new Set<ImapReceiver>();
  const servers: ScriptedImapServer[] = [];

  function start({ timings = {}, mailboxes = 1_000 }: ProcessOptions = {}): ImapReceiver {
    const sessions = new ImapSessions(tokens, guard, SIZE_MAX, { ...TIMINGS, ...timings });
    const config = new MailConfig({ MAIL_IMAP_MAILBOXES: String(mailboxes) });
    const folders = new FolderReader(
      db,
      acceptor,
      new KnownMails(db),
      new MailsLeft(acceptor),
      app.get(LOGGER),
    );
    const receiver = new ImapReceiver(db, config, sessions, folders, health, app.get(LOGGER));
    receiver.onApplicationBootstrap();
    running.add(receiver);
    return receiver;
  }
  async function stop(receiver: ImapReceiver): Promise<void> {
    running.delete(receiver);
    await receiver.beforeApplicationShutdown();
  }
  async function serve(...options: Parameters<typeof ScriptedImapServer.start>) {
    const server = await ScriptedImapServer.start(...options);
    servers.push(server);
    return server;
  }
  const mailboxAt = ({ port }: { port: number }, changes: Partial<Transport> = {}): Promise<StoredMailbox> =>
    storeMailbox(store, { password: 'secret' }, { ...fetchingFrom(port), ...changes });
  /** Ends what a test has begun. */
  async function clear(): Promise<void> {
    for (const receiver of running) await stop(receiver);
    for (const server of servers.splice(0)) await server.close();
    files.receive = keepIn(contents);
    await store.database.query(
      'truncate mail.mailbox, mail.mailbox_activity, mail.imap_lease, mail.imap_folder',
    );
  }
  async function close(): Promise<void> {
    await drain();
    await store.close();
  }
  return { store, files, start, stop, serve, mailboxAt, clear, close, ...arrivals(store, contents) };
}

const fetchingFrom = (port: number): Transport => ({
  ...{ ...OAUTH, type: 'imap_smtp', authentication: 'password', oauth_provider: null, client_id: null },
  ...{ imap_host: '127.0.0.1', imap_port: port, imap_security: 'none', after_receiving: 'leave' },
});

export const mailOf = (subject: string): string => `Subject: ${subject}\r\n\r\nHello\r\n`;

function keepIn(contents: Map<string, string>): ReceiveUpload {
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
