import type { Transport } from '@parley/contracts';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import type { TestStore } from '@parley/testing';
import { MailConfig } from '../../mail.config.ts';
import { AccessTokens } from '../../mailboxes/access-tokens.ts';
import { Credentials } from '../../mailboxes/credentials.ts';
import { MailboxHealth } from '../../mailboxes/mailbox-health.ts';
import { OAUTH, storeMailbox, type StoredMailbox } from '../../mailboxes/mailbox.fixture.ts';
import { guard } from '../../transports/smtp/smtp.fixture.ts';
import { arrivals, keepIn, openArrivals } from '../arrivals.fixture.ts';
import { MailboxReceiver } from '../fetching/mailbox-receiver.ts';
import { FETCH_TIMINGS } from '../fetching/timings.ts';
import { GraphReader } from './graph-reader.ts';
import { GraphSource } from './graph-source.ts';
import { ScriptedGraphServer } from './scripted-graph-server.fixture.ts';

/** Short where a test waits for it to end, and long where it must not. */
const TIMINGS = { ...FETCH_TIMINGS, claim: 20, renew: 20, retry: 5 };

const GRAPH: Transport = {
  ...OAUTH,
  ...{ type: 'graph', host: null, port: null, security: null, username: null },
  ...{ oauth_provider: 'microsoft', tenant_id: 'acme.example', after_receiving: 'leave' },
};

/** What is recorded of the inbox of a mailbox. */
function recordedInboxes(store: TestStore) {
  const place = async ({ row }: StoredMailbox) => {
    const [found] = await store.database.query<{ delta_link: string | null }>(
      'select delta_link from mail.graph_inbox where mailbox_id = $1',
      [row.id],
    );
    return found;
  };
  /** The mails that stay at the server of a mailbox. */
  const left = ({ row }: StoredMailbox) =>
    store.database.query<{ code: string; subject: string | null; sender: unknown; size: number }>(
      `select reason ->> 'code' as code, subject, sender, size from mail.incoming_mail
        where mailbox_id = $1 and status = 'failed' and not has_source order by created_at, id`,
      [row.id],
    );
  return { place, left };
}

/** Processes that fetch the mails of mailboxes from a server that answers as Microsoft Graph. */
export async function openGraph() {
  const { store, contents, files, drain, acceptor } = await openArrivals();
  const { db, app } = store;
  const server = await ScriptedGraphServer.start();
  const credentials = app.get(Credentials);
  const endpoints = { google: `${server.url}/token`, microsoft: `${server.url}/{tenant}/token` };
  const tokens = new AccessTokens(db, credentials, guard, endpoints);
  const health = new MailboxHealth(db, credentials, new MailConfig({}));
  const running = new Set<MailboxReceiver>();
  const limits = { refusedForMs: 0 };
  const reader = new GraphReader(db, acceptor, app.get(LOGGER), limits);
  const source = new GraphSource(db, tokens, guard, reader, { baseUrl: server.url, poll: 20 });

  function start(): MailboxReceiver {
    const receiver = new MailboxReceiver(
      ...([db, new MailConfig({}), { graph: source }, health] as const),
      app.get<Logger>(LOGGER),
      TIMINGS,
    );
    receiver.onApplicationBootstrap();
    running.add(receiver);
    return receiver;
  }
  async function stop(receiver: MailboxReceiver): Promise<void> {
    running.delete(receiver);
    await receiver.beforeApplicationShutdown();
  }
  const newMailbox = (changes: Partial<Transport> = {}): Promise<StoredMailbox> =>
    storeMailbox(store, { client_secret: 'secret' }, { ...GRAPH, ...changes });
  /** Ends what a test has begun. */
  async function clear(): Promise<void> {
    for (const receiver of running) await stop(receiver);
    server.script = () => undefined;
    server.token = 'granted';
    limits.refusedForMs = 0;
    files.receive = keepIn(contents);
    await store.database.query(
      'truncate mail.mailbox, mail.mailbox_activity, mail.fetching_lease, mail.graph_inbox',
    );
  }
  async function close(): Promise<void> {
    await server.close();
    await drain();
    await store.close();
  }
  const recorded = { ...arrivals(store, contents), ...recordedInboxes(store) };
  return { store, files, server, source, limits, start, stop, newMailbox, clear, close, ...recorded };
}
