import { queryOptions, useQuery } from '@tanstack/react-query';
import { unwrap, type PublicApi } from '../api/public.ts';
import { usePublicApi } from '../app/session.tsx';
import {
  useConnectionDirectory,
  useMailboxDirectory,
  type Connection,
  type Mailbox,
} from '../desk/directory.ts';
import { mailFormOf, type MailForm } from './mail-form.ts';
import type { Channel, Parent } from './messages.ts';

/** Where a reply goes; `unknown` until that was asked for. */
export type Destination =
  | { kind: 'unknown' }
  | { kind: 'none' }
  | { kind: 'connection'; connection: Connection | undefined }
  | { kind: 'mail'; mailbox: Mailbox | undefined; usual: MailForm | null; error: unknown };

/** Whom a reply goes to. Events tell when that changes. */
const recipientsQuery = (api: PublicApi, id: string) =>
  queryOptions({
    queryKey: recipientsKey(api, id),
    queryFn: async ({ signal }) => {
      const params = { path: { conversation_id: id } };
      return (
        await unwrap(api.GET('/v1/conversations/{conversation_id}/reply_recipients', { params, signal }))
      ).data;
    },
    staleTime: 5 * 60_000,
  });

export const recipientsKey = (api: PublicApi, id: string) => [api.mode, 'conversations', id, 'recipients'];

/** The channel of a conversation that the page does not show itself. */
const channelQuery = (api: PublicApi, id: string) =>
  queryOptions({
    queryKey: [api.mode, 'conversations', id, 'channel'],
    queryFn: async ({ signal }): Promise<Channel> => {
      const params = { path: { conversation_id: id } };
      return (await unwrap(api.GET('/v1/conversations/{conversation_id}', { params, signal }))).data;
    },
    staleTime: 5 * 60_000,
  });

/**
 * Where a reply goes. Nothing is asked for before somebody writes, since reading is more usual than writing; then whom it goes
 * to, and its channel only if the page does not know that and it leaves by no mail.
 */
export function useDestination(parent: Parent, isOpen: boolean): Destination {
  const api = usePublicApi();
  const mailboxes = useMailboxDirectory();
  const known = parent.resource === 'conversations' ? parent.channel : undefined;
  const isAsking = isOpen && parent.resource === 'conversations';
  const recipients = useQuery({
    ...recipientsQuery(api, parent.id),
    enabled: isAsking && (known === undefined || known.mailbox_id !== null),
  });
  const asked = recipients.data;
  const told = useQuery({
    ...channelQuery(api, parent.id),
    enabled: isAsking && known === undefined && asked?.mailbox_id === null,
  });
  const channel = known ?? (asked?.mailbox_id === null ? told.data : withoutConnection(asked));
  const connectionId = channel?.connection_id ?? null;
  const connections = useConnectionDirectory(connectionId !== null);
  if (parent.resource === 'tickets') return firstOf(parent.ticket, mailboxes.items);
  if (channel === undefined) return { kind: 'unknown' };
  if (channel.mailbox_id !== null) {
    const mailbox = mailboxes.items.find(({ id }) => id === channel.mailbox_id);
    const isCurrent = isOpen && asked !== undefined && !recipients.isFetching;
    return { kind: 'mail', mailbox, usual: isCurrent ? mailFormOf(asked) : null, error: recipients.error };
  }
  if (connectionId === null) return { kind: 'none' };
  return { kind: 'connection', connection: connections.items.find(({ id }) => id === connectionId) };
}

/** A conversation with a mailbox has no connection. */
const withoutConnection = (asked: Pick<Channel, 'mailbox_id'> | undefined): Channel | undefined =>
  asked && { mailbox_id: asked.mailbox_id, connection_id: null };

/** The first reply of a ticket begins a conversation, which gets the first mailbox of its inbox. */
function firstOf(
  { inbox_id: inboxId, contact, subject }: Extract<Parent, { resource: 'tickets' }>['ticket'],
  mailboxes: readonly Mailbox[],
): Destination {
  const [mailbox] = mailboxes
    .filter(({ inbox_id: id }) => id !== null && id === inboxId)
    .toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at));
  if (mailbox === undefined) return { kind: 'none' };
  const address = contact?.email ?? null;
  const to = address === null ? [] : [{ address }];
  return { kind: 'mail', mailbox, usual: mailFormOf({ to, cc: [], subject }), error: null };
}
