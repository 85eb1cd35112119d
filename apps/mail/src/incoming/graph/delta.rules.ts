import { z } from 'zod';
import { MailboxError, mailboxFailure } from '../../transports/send-error.ts';

/** Mails that a user has moved to the inbox may have arrived elsewhere before: a new round looks back so far. */
const LOOK_BACK_MS = 86_400_000;
const TEXT_MAX = 1_000;
const FIELDS = 'id,receivedDateTime,subject,from';

/** How far the inbox of a mailbox was read. */
export interface Place {
  /** Whose inbox it is. */
  readonly account: string;
  /** The link of the next round: all mails of the rounds before are stored. Null until the first one, and after a link has expired. */
  readonly delta_link: string | null;
  /** When the mailbox began to receive, by the clock of the server. What arrived before is none of its mails. */
  readonly started_at: Date;
  /** When the newest mail that is stored arrived; null without any. */
  readonly last_received_at: Date | null;
}

/** A mail of the inbox as a round lists it. */
export interface ListedMail {
  readonly id: string;
  readonly receivedAt: Date | null;
  readonly subject: string | null;
  readonly from: { readonly address: string; readonly name: string | null } | null;
}

export interface DeltaPage {
  readonly mails: readonly ListedMail[];
  readonly link: string;
  /** Whether the link is that of the next round, and not of the next page. */
  readonly isLast: boolean;
}

const Sender = z.object({
  emailAddress: z.object({ address: z.string().min(1), name: z.string().nullish() }),
});
const Item = z.object({
  // A key of it is part of an index, whose entries have about 2,700 bytes at most.
  id: z
    .string()
    .max(1_000)
    .regex(/^[!-~]+$/),
  receivedDateTime: z.iso.datetime().nullish().catch(null),
  subject: z.string().nullish().catch(null),
  from: Sender.nullish().catch(null),
});
const Removed = z.object({ '@removed': z.unknown().refine((value) => value !== undefined) });
const Page = z.object({
  value: z.array(z.union([Removed, Item])),
  '@odata.nextLink': z.string().optional(),
  '@odata.deltaLink': z.string().optional(),
});

/** A mail of before that time is none of a round without a link of its own. */
export function sinceOf({ started_at: startedAt, last_received_at: last }: Place): Date {
  const from = last === null ? startedAt.getTime() : last.getTime() - LOOK_BACK_MS;
  return new Date(Math.max(startedAt.getTime(), from));
}

/**
 * The link of the first page of a round. The first round of all asks for what arrives from then on; one after an expired link lists the
 * inbox, since Graph gives no more than 5,000 mails of a time (learn.microsoft.com/graph/delta-query-messages).
 */
export function linkOf(inboxUrl: string, place: Place): string {
  if (place.delta_link !== null) return place.delta_link;
  const filter =
    place.last_received_at === null
      ? `&$filter=receivedDateTime+ge+${place.started_at.toISOString().replace(/\.\d+/, '')}`
      : '';
  return `${inboxUrl}/messages/delta?changeType=created&$select=${FIELDS}${filter}`;
}

/** A page of a round. Throws {@link MailboxError} for what is none, and for a link that leads elsewhere: the next request has the token. */
export function pageOf(text: string, inboxUrl: string): DeltaPage {
  const page = Page.safeParse(parseJson(text));
  if (!page.success) throw invalid(page.error);
  const { '@odata.nextLink': next, '@odata.deltaLink': delta, value } = page.data;
  const link = next ?? delta ?? '';
  if (!URL.canParse(link) || new URL(link).origin !== new URL(inboxUrl).origin)
    throw invalid(new Error('the link leads to another server'));
  const mails = value.flatMap((item) => ('id' in item ? [mailOf(item)] : []));
  return { mails, link, isLast: next === undefined };
}

function mailOf({ id, receivedDateTime: received, subject, from }: z.output<typeof Item>): ListedMail {
  const sender = from?.emailAddress;
  return {
    id,
    receivedAt: received == null ? null : new Date(received),
    subject: storable(subject),
    from:
      sender === undefined ? null : { address: storable(sender.address) ?? '', name: storable(sender.name) },
  };
}

/** The beginning of a text without what no column takes; null for none. */
function storable(text: string | null | undefined): string | null {
  const line = (text ?? '')
    .slice(0, TEXT_MAX)
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim();
  return line === '' ? null : line;
}

const invalid = (cause: Error) => new MailboxError(mailboxFailure('protocol_error', 'connection'), cause);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
