import type { Result, testMailbox } from '@parley/contracts';
import type { Database } from '@parley/persistence';
import type { TenantContext } from '@parley/runtime/context';
import type { GraphSource } from '../incoming/graph/graph-source.ts';
import { FOLDER, findPosition } from '../incoming/imap/imap.queries.ts';
import type { ImapSessions } from '../incoming/imap/imap-sessions.ts';
import type { MailboxFailure } from '../transports/transport.ts';
import type { MailboxRow } from './mailbox.entity.ts';

type Check = Result<typeof testMailbox>['checks'][number];

const BY_IMAP = 'The IMAP server accepts the sign-in, and its inbox can be read.';
/** One that does so again and again has its mails wait. */
const RENUMBERED =
  'It gave all mails of the inbox other numbers, which were compared with what is stored, at';
const BY_GRAPH = 'Microsoft Graph accepts the sign-in, and shows the inbox.';
const DAY_MS = 86_400_000;

/** Tests whether the mails of a mailbox can be fetched. */
export class ReceivingCheck {
  constructor(
    private readonly db: Database,
    private readonly sessions: ImapSessions,
    private readonly graph: GraphSource,
  ) {}

  /** What is wrong, or null. */
  failureOf(ctx: TenantContext, mailbox: MailboxRow, signal: AbortSignal): Promise<MailboxFailure | null> {
    const source = mailbox.transport.type === 'graph' ? this.graph : this.sessions;
    return source.check(ctx, mailbox, signal);
  }

  /** The outcome of the step. */
  async outcome(
    ctx: TenantContext,
    { id, transport }: MailboxRow,
    failure: MailboxFailure | null,
  ): Promise<Check> {
    const name = 'receiving';
    if (failure !== null) return { name, status: 'failed', detail: failure.message };
    if (transport.type === 'graph') return { name, status: 'passed', detail: BY_GRAPH };
    const walkedAt = (await this.db.read(ctx).one(findPosition, [id, FOLDER]))?.walked_at ?? null;
    const isRecent = walkedAt !== null && Date.now() - walkedAt.getTime() < DAY_MS;
    const detail = isRecent ? `${BY_IMAP} ${RENUMBERED} ${walkedAt.toISOString()}.` : BY_IMAP;
    return { name, status: 'passed', detail };
  }
}
