import { createHash } from 'node:crypto';
import { addressKey } from '@parley/mail-text';
import { valueOf } from './headers.rules.ts';
import type { ReadMail } from '@parley/mail-reader';
import { automatic } from './classify.rules.ts';
import type { Envelope, IncomingMailRow } from './incoming-mail.entity.ts';
import { copiedSubject, hasToken, isForward, recipientsOf, referredIds } from './threading.rules.ts';

/** The place at which a mail was found, by which it is never taken twice. SMTP has none: each transaction is a mail of its own. */
export type TransportPlace =
  | {
      readonly kind: 'imap';
      readonly folder: string;
      /** UIDs of a folder are of use only with it (RFC 9051 section 2.3.1.1). */
      readonly uidValidity: bigint | number;
      readonly uid: number;
    }
  | { readonly kind: 'provider'; readonly provider: string; readonly eventId: string };

export interface ContentKeys {
  /** Equal for two copies of a mail in a mailbox, however they came. */
  readonly content: string;
  /** Equal for all mails with the Message-ID; null without one. */
  readonly messageId: string | null;
}

/** What a mail is to those that the mailbox has. */
export type Novelty = 'new' | 'duplicate' | 'reused_message_id';

/** The key of a place, unique in a mailbox. */
export function transportKey(place: TransportPlace): string {
  return place.kind === 'imap'
    ? `imap:${place.uidValidity}:${place.uid}:${place.folder}`
    : `${place.provider}:${place.eventId}`;
}

/**
 * The keys of the content of a mail. With a Message-ID it is that, the Date and the sender: programs that use an id again send with another
 * Date. Without one it is the hash of the content without trace fields. In a mailbox a known content is a duplicate; in another mailbox of
 * the workspace it is the same mail, which belongs to the conversation of the first copy.
 */
export function contentKeys(
  mail: Pick<ReadMail, 'headers' | 'from' | 'messageId' | 'date' | 'contentHash'>,
): ContentKeys {
  const { messageId } = mail;
  if (messageId === null || messageId.trim() === '')
    return { content: `content:${mail.contentHash}`, messageId: null };
  const date = mail.date?.toISOString() ?? valueOf(mail.headers, 'date') ?? '';
  const sender = addressKey(mail.from[0]?.address ?? '');
  return {
    content: `mail:${hash([messageId.trim(), date, sender])}`,
    messageId: `id:${hash([messageId.trim()])}`,
  };
}

/** The key of the content of a mail in the table of incoming mails. */
export const contentKey = (mail: Parameters<typeof contentKeys>[0]): Buffer =>
  createHash('sha256').update(contentKeys(mail).content).digest();

/** The key of a mail whose sender is proven, where a mail that nothing proves has taken the key of its content before it. */
export const provenContentKey = (mail: Parameters<typeof contentKeys>[0]): Buffer =>
  createHash('sha256')
    .update(`proven:${contentKeys(mail).content}`)
    .digest();

/** The key of a copy that a user has released: it is a message of its own, whatever came before it. @param id its uuid */
export const releasedContentKey = (id: string): Buffer =>
  createHash('sha256').update(`released:${id}`).digest();

/**
 * Whether the first of two mails with one Message-ID, Date and sender may be a forged one that came before the mail that it imitates: nothing
 * proves it, and it was held back, was discarded, or has another {@link shownHashOf}. Who has received a mail knows what it takes to imitate
 * it elsewhere. Of one that was a message until it was deleted, every copy is a copy.
 */
export function mayBeImitation(
  first: Pick<IncomingMailRow, 'status' | 'is_forgotten' | 'body_hash' | 'shown_hash'> & {
    readonly authentication: { readonly verified: boolean } | null;
  },
  mail: ReadMail,
  envelope: Pick<Envelope, 'from' | 'to'>,
): boolean {
  if (first.authentication?.verified === true) return false;
  if (first.status === 'quarantined' || first.status === 'discarded') return true;
  if (first.is_forgotten) return false;
  return first.shown_hash === null
    ? first.body_hash?.toString('hex') !== bodyHashOf(mail)?.toString('hex')
    : !first.shown_hash.equals(shownHashOf(mail, envelope));
}

/** The hash of the text of a mail. Null without one: mails without a text have nothing in common. */
export const bodyHashOf = ({ text }: Pick<ReadMail, 'text'>): Buffer | null =>
  text.trim() === '' ? null : createHash('sha256').update(text).digest();

/**
 * The hash of what a mail shows to its reader, and of what decides where it goes, who is answered and what it is taken for. Two copies of a
 * mail have the same one, although servers on their way may encode its parts otherwise, mark its subject and order its recipients.
 */
export function shownHashOf(mail: ReadMail, { from, to: recipients }: Pick<Envelope, 'from' | 'to'>): Buffer {
  const { text, html, parts, subject, reports } = mail;
  const answered = mail.replyTo.filter(({ group }) => group === null);
  return createHash('sha256')
    .update(
      JSON.stringify([
        text.trim(),
        html?.trim() ?? null,
        parts.map(({ name, contentId, sha256 }) => [name, contentId, sha256]),
        [copiedSubject(subject), isForward(subject)],
        [keysOf(mail.to), keysOf(mail.cc), keysOf(answered.length === 0 ? mail.from.slice(0, 1) : answered)],
        [referredIds(mail), keysOf(recipientsOf(mail, recipients).filter(hasToken).map(addressed))],
        [reports.deliveryStatus, reports.feedback, reports.disposition].map((one) => one !== null),
        automatic(mail, { envelopeSender: from }) !== null,
      ]),
    )
    .digest();
}

const addressed = (address: string) => ({ address });
const keysOf = (addresses: readonly { readonly address: string }[]): readonly string[] =>
  [...new Set(addresses.map(({ address }) => addressKey(address)))].toSorted();

/** A mail with a known content is a duplicate; one with a known Message-ID alone is another mail, which is stored with a flag. */
export function noveltyOf(known: { readonly content: boolean; readonly messageId: boolean }): Novelty {
  if (known.content) return 'duplicate';
  return known.messageId ? 'reused_message_id' : 'new';
}

/** Parts are hashed with their lengths, so that none can run into the next one. */
function hash(parts: readonly string[]): string {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(`${part.length}:${part}`);
  return digest.digest('hex');
}
