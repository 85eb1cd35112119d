import { setTimeout as sleep } from 'node:timers/promises';
import type { EgressGuard } from '@parley/egress';
import type { Database } from '@parley/persistence';
import type { TenantContext } from '@parley/runtime/context';
import { isFresh, type AccessTokens } from '../../mailboxes/access-tokens.ts';
import type { MailboxRow } from '../../mailboxes/mailbox.entity.ts';
import { findMailbox } from '../../mailboxes/mailboxes.queries.ts';
import type { Secrets } from '../../mailboxes/transport.rules.ts';
import { GRAPH_URL } from '../../transports/graph/graph-transport.ts';
import type { MailboxFailure } from '../../transports/send-error.ts';
import type { Fetching, MailConnection, MailSource } from '../fetching/mail-source.ts';
import { graphFailures } from '../incoming-metrics.ts';
import { GraphClient } from './graph-client.ts';
import type { GraphReader } from './graph-reader.ts';
import { graphFailure } from './graph-refusal.rules.ts';

/** Time between two rounds; a quarter of it more or less, so that the mailboxes of a process spread. */
const POLL_MS = 15_000;
const JITTER = 0.5;

export interface GraphSettings {
  readonly baseUrl: string;
  /** Milliseconds between two rounds. */
  readonly poll: number;
}

/** The inboxes of mailboxes at Microsoft Graph, which is asked again and again: it has no connection that lasts. */
export class GraphSource implements MailSource {
  readonly name = 'graph';

  constructor(
    private readonly db: Database,
    private readonly tokens: AccessTokens,
    private readonly guard: EgressGuard,
    private readonly reader: GraphReader,
    private readonly settings: GraphSettings = { baseUrl: GRAPH_URL, poll: POLL_MS },
  ) {}

  async open(ctx: TenantContext, mailbox: MailboxRow, signal: AbortSignal): Promise<MailConnection> {
    const ended = new AbortController();
    const client = this.#clientOf(() => ctx, mailbox, ended.signal);
    const now = await client.lookAtInbox(signal);
    const connected = (fetching: Fetching) => this.#clientOf(fetching.newCtx, mailbox, ended.signal);
    return new GraphConnection(this.reader, connected, ended, { now, poll: this.settings.poll });
  }

  /** Asks for the inbox. Resolves to what is wrong, or null. */
  async check(ctx: TenantContext, mailbox: MailboxRow, signal: AbortSignal): Promise<MailboxFailure | null> {
    try {
      await this.#clientOf(() => ctx, mailbox, signal).lookAtInbox(signal);
      return null;
    } catch (error) {
      return graphFailure(error);
    }
  }

  failureOf(error: unknown): MailboxFailure {
    return graphFailure(error);
  }

  countFailure(code: string): void {
    graphFailures.inc({ code });
  }

  #clientOf(newCtx: () => TenantContext, mailbox: MailboxRow, ended: AbortSignal): GraphClient {
    let kept: Secrets | undefined;
    const secrets = async ({ renews }: { renews: boolean }): Promise<Secrets> => {
      if (!renews && kept !== undefined && isFresh(kept)) return kept;
      // The row has the token that another process may have got meanwhile.
      const row = (await this.db.read(newCtx()).one(findMailbox, [mailbox.id])) ?? mailbox;
      kept = await this.tokens.secretsOf(newCtx(), row, { renews });
      return kept;
    };
    const { baseUrl } = this.settings;
    const user = mailbox.transport.username ?? mailbox.address;
    return new GraphClient({ guard: this.guard, baseUrl, user, secrets, ended });
  }
}

/** Reads the inbox by one round after the other. */
class GraphConnection implements MailConnection {
  constructor(
    private readonly reader: GraphReader,
    private readonly clientOf: (fetching: Fetching) => GraphClient,
    private readonly ended: AbortController,
    private readonly options: { readonly now: Date; readonly poll: number },
  ) {}

  async fetch(fetching: Fetching, signal: AbortSignal, onWorked: () => Promise<void>): Promise<void> {
    const { now, poll } = this.options;
    const reading = { ...fetching, client: this.clientOf(fetching), storedAt: 0, expiredAt: 0 };
    let place = await this.reader.open(reading, accountOf(fetching.mailbox), now);
    for (let rounds = 0; !signal.aborted; rounds += 1) {
      place = await this.reader.round(reading, place, signal);
      // A token that opens an inbox may not be allowed to read its mails yet.
      if (rounds === 0) await onWorked();
      const wait = poll * (1 + JITTER * (Math.random() - 0.5));
      await sleep(wait, undefined, { signal }).catch(() => undefined);
    }
  }

  wake(): void {
    // Rounds follow each other soon enough, and nothing is imported.
  }

  destroy(): void {
    this.ended.abort();
  }

  close(): Promise<void> {
    this.destroy();
    return Promise.resolve();
  }
}

/** Whose inbox it is. Another user of the tenant has another one, whose mails begin with the change. */
const accountOf = ({ transport, address }: MailboxRow): string =>
  `${transport.tenant_id ?? ''}/${transport.username ?? address}`.toLowerCase();
