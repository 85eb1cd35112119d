import { invalidParameter } from '@parley/contracts';
import type { Transaction } from '@parley/persistence';
import { holdConnection } from '../connections/connections.queries.ts';
import { unknownMailbox } from '../mailboxes/mailbox-reference.ts';
import { holdMailbox, holdMailboxOfInbox } from '../mailboxes/mailboxes.queries.ts';
import type { ConversationRow } from './conversation.entity.ts';

/** Uuids of what the replies of a conversation leave through. */
export type Channels = Pick<ConversationRow, 'mailbox_id' | 'connection_id'>;

/**
 * Throws 422 for a channel that a conversation gets beside another one, or that does not exist. The channels are not deleted before
 * the end of the transaction.
 */
export async function holdChannels(
  tx: Transaction,
  changes: Partial<Channels>,
  before: Channels = { mailbox_id: null, connection_id: null },
): Promise<void> {
  const { mailbox_id: mailbox = null, connection_id: connection = null } = changes;
  const after = { ...before, ...changes };
  if (after.mailbox_id !== null && after.connection_id !== null) {
    if (connection === null)
      throw invalidParameter('mailbox_id', 'must be null as long as there is a connection_id');
    throw invalidParameter('connection_id', 'must be null as long as there is a mailbox_id');
  }
  if (mailbox !== null && (await tx.one(holdMailbox, [mailbox])) === undefined) unknownMailbox();
  if (connection !== null && (await tx.one(holdConnection, [connection])) === undefined)
    throw invalidParameter('connection_id', 'is not a connection of this workspace');
}

/** The channels of a new conversation: those that are named, or the mailbox of its inbox. Throws 422 as {@link holdChannels} does. */
export async function channelsOf(tx: Transaction, named: Channels, inbox: string | null): Promise<Channels> {
  await holdChannels(tx, named);
  if (inbox === null || named.connection_id !== null) return named;
  return { ...named, mailbox_id: (await tx.one(holdMailboxOfInbox, [inbox]))?.id ?? null };
}
