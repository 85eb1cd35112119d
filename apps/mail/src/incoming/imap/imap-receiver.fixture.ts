import { Readable } from 'node:stream';
import type { Transport } from '@parley/contracts';
import { readMail } from '@parley/mail-reader';
import type { TestStore } from '@parley/testing';
import { LOGGER } from '@parley/runtime/logging';
import { MailConfig } from '../../mail.config.ts';
import { AccessTokens } from '../../mailboxes/access-tokens.ts';
import { Credentials } from '../../mailboxes/credentials.ts';
import { MailboxHealth } from '../../mailboxes/mailbox-health.ts';
import { OAUTH, storeMailbox, type StoredMailbox } from '../../mailboxes/mailbox.fixture.ts';
import { guard } from '../../transports/smtp/smtp.fixture.ts';
import { arrivals, keepIn, mailOf, openArrivals, SIZE_MAX } from '../arrivals.fixture.ts';
import { MailboxReceiver } from '../fetching/mailbox-receiver.ts';
import { contentKey } from '../keys.rules.ts';
import { FolderImports } from './folder-import.ts';
import { FolderReader } from './folder-reader.ts';
import { IMAP_TIMINGS, type ImapTimings } from './imap-options.ts';
import { ImapSource } from './imap-source.ts';
import { ImapSessions } from './imap-sessions.ts';
import { KnownMails } from './known-mails.ts';
import { MailsLeft } from './mails-left.ts';
import { ScriptedImapServer } from './scripted-imap-server.fixture.ts';

/** Short where a test waits for it to end, and long where it must not. */
const TIMINGS: ImapTimings = { ...IMAP_TIMINGS, claim: 20, renew: 20, retry: 5, poll: 600_000 };

export { mailOf, SIZE_MAX };

interface ProcessOptions {
  timings?: Partial<ImapTimings>;
  mailboxes?: number;
}

/** What is recorded of the folder of a mailbox. */
function recordedFolders(store: TestStore) {
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
  return { left, lastUid };
}

/** Stores the keys of the contents of a mailbox, as the reader does. */
const marking = (store: TestStore, contents: ReadonlyMap<string, string>) =>
  async function markRead({ row }: StoredMailbox): Promise<void> {
    const rows = await store.database.query<{ id: string; source_file_id: string }>(
      `select id, source_file_id from mail.incoming_mail
        where mailbox_id = $1 and content_key is null and has_source`,
      [row.id],
    );
    for (const { id, source_file_id: file } of rows) {
      const source = Readable.from([Buffer.from(contents.get(file) ?? '', 'latin1')]);
      const key = contentKey(await readMail(source, () => Promise.resolve()));
      await store.database.query('update mail.incoming_mail set content_key = $2 where id = $1', [id, key]);
    }
  };

/** Processes that fetch the mails of mailboxes from scripted servers. */
export async function openReceivers() {
  const { store, contents, files, drain, acceptor } = await openArrivals();
  const { db, app } = store;
  const credentials = app.get(Credentials);
  const tokens = new AccessTokens(db, credentials, guard);
  const health = new MailboxHealth(db, credentials, new MailConfig({}));
  const running = new Set<MailboxReceiver>();
  const servers: ScriptedImapServer[] = [];

  function start({ timings = {}, mailboxes = 1_000 }: ProcessOptions = {}): MailboxReceiver {
    const sessions = new ImapSessions(tokens, guard, SIZE_MAX, { ...TIMINGS, ...timings });
    const config = new MailConfig({ MAIL_FETCHED_MAILBOXES: String(mailboxes) });
    const known = new KnownMails(db);
    const folders = new FolderReader(db, acceptor, known, new MailsLeft(acceptor), app.get(LOGGER));
    const imports = new FolderImports(db, folders, known, notedAsRead(store));
    const sources = { imap_smtp: new ImapSource(sessions, imports) };
    const receiver = new MailboxReceiver(db, config, sources, health, app.get(LOGGER), sessions.timings);
    receiver.onApplicationBootstrap();
    running.add(receiver);
    return receiver;
  }
  async function stop(receiver: MailboxReceiver): Promise<void> {
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
      'truncate mail.mailbox, mail.mailbox_activity, mail.mailbox_import, mail.fetching_lease, mail.imap_folder',
    );
  }
  async function close(): Promise<void> {
    await drain();
    await store.close();
  }
  const recorded = { ...arrivals(store, contents), ...recordedFolders(store) };
  const markRead = marking(store, contents);
  return { store, contents, files, start, stop, serve, mailboxAt, markRead, clear, close, ...recorded };
}

/** Mails that were stored are not made messages of: that they were read is noted. */
const notedAsRead = (store: TestStore): ConstructorParameters<typeof FolderImports>[3] => ({
  async receive({ id }) {
    await store.database.query(`update mail.incoming_mail set status = 'delivered' where id = $1`, [id]);
    return 'done';
  },
});

const fetchingFrom = (port: number): Transport => ({
  ...{ ...OAUTH, type: 'imap_smtp', authentication: 'password', oauth_provider: null, client_id: null },
  ...{ imap_host: '127.0.0.1', imap_port: port, imap_security: 'none', after_receiving: 'leave' },
});
