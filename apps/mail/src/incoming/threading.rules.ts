import { addressKey, BASE32, mailboxKey } from '@parley/mail-text';
import { ownIdsIn, randomPartOf } from '../composing/message-id.ts';
import { addressesIn, IDS_MAX, referenceKey, valuesOf } from './headers.rules.ts';
import type { ReadMail } from '@parley/mail-reader';

/** What a conversation may be found by, in the order in which it is looked up. */
export type LookUp =
  | { readonly by: 'token'; readonly token: string }
  | {
      readonly by: 'own' | 'foreign' | 'quoted';
      readonly messageId: string;
      /** The key of `thread_reference`. */
      readonly key: Buffer;
    }
  | { readonly by: 'subject'; readonly subject: string };

/** The mailbox that a mail came to, as far as threading needs it. */
export interface ReceivingMailbox {
  /** Its address and its aliases. */
  readonly addresses: readonly string[];
  /** Conversations are also found by their subject; off by default. */
  readonly matchesSubjects: boolean;
}

/** Fields with recipients beside To and Cc: those of servers on the way, and of people who send a mail on (RFC 5322 section 3.6.6). */
const RECIPIENT_FIELDS = ['delivered-to', 'x-original-to', 'envelope-to', 'resent-to', 'resent-cc'];
const TOKEN = new RegExp(`^(.+)\\+r(${BASE32}{20})@([^@]+)$`);

const TOKENS_MAX = 10;
const QUOTED_MAX = 20;
const RECIPIENTS_MAX = 1_000;
/** Characters of a subject by which conversations can be found: "Hello" is in many. */
const SUBJECT_MIN = 8;

/** Prefixes of forwards, whose subject is that of another conversation. */
const FORWARD =
  /^\s*(?:fwd?|wg|tr|rv|i|enc|vb|vl|vs|doorst|pd|továbbítás|fs|yml|轉寄|转发|転送)\s*(?:\[\d{1,3}\])?\s*[:：]/i;
/** Prefixes of replies, with the counters of some programs. */
const REPLY =
  /^\s*(?:re|aw|antw|antwort|sv|odp|r|rif|ref|res|resp|rép|ynt|atb|vá|отв|回复|回覆|返信)\s*(?:\[\d{1,3}\]|\(\d{1,3}\)|\^?\d{1,3})?\s*[:：]\s*/i;

/**
 * The look-ups by which the conversation of a mail is found; the first one that finds one decides. The token of a reply address comes first,
 * since it survives programs that replace References, then ids of In-Reply-To and of References from the newest to the oldest (RFC 5322
 * section 3.6.4), ours before those of others. `envelopeRecipients` are those of the SMTP transaction.
 */
export function candidates(
  mail: ReadMail,
  mailbox: ReceivingMailbox,
  envelopeRecipients: readonly string[] = [],
): readonly LookUp[] {
  const tokens = tokensOf(recipientsOf(mail, envelopeRecipients), mailbox.addresses);
  const ids = referredIds(mail);
  const isOwn = (id: string) => randomPartOf(id) !== null;
  const quoted = quotedIds(mail).filter((id) => !ids.includes(id));
  const subject = mailbox.matchesSubjects ? matchedSubject(mail.subject) : null;
  return [
    ...tokens.map((token): LookUp => ({ by: 'token', token })),
    ...lookUps('own', ids.filter(isOwn)),
    ...lookUps(
      'foreign',
      ids.filter((id) => !isOwn(id)),
    ),
    ...lookUps('quoted', quoted),
    ...(subject === null ? [] : [{ by: 'subject' as const, subject }]),
  ];
}

/** What the tables know of the look-ups of a mail, which are read at once: ids of conversations. */
export interface KnownConversations {
  readonly byToken: ReadonlyMap<string, string>;
  /** Keys of `thread_reference` in hexadecimal. */
  readonly byReference: ReadonlyMap<string, string>;
  readonly bySubject?: ReadonlyMap<string, string>;
}

/** A conversation that a look-up has found. */
export interface FoundConversation {
  readonly by: LookUp['by'];
  readonly conversationId: string;
}

/**
 * The conversations that the look-ups find, in their order: a mail belongs to the first one that still exists. A token that was revoked is
 * not known, so that the next look-up decides.
 */
export function conversationsOf(
  lookUps: readonly LookUp[],
  { byToken, byReference, bySubject }: KnownConversations,
): readonly FoundConversation[] {
  const conversationOf = (one: LookUp): string | undefined => {
    if (one.by === 'token') return byToken.get(one.token);
    if (one.by === 'subject') return bySubject?.get(one.subject);
    return byReference.get(one.key.toString('hex'));
  };
  const found = new Map<string, FoundConversation>();
  for (const one of lookUps) {
    const id = conversationOf(one);
    if (id !== undefined && !found.has(id)) found.set(id, { by: one.by, conversationId: id });
  }
  return [...found.values()];
}

/** All recipients that a mail names: a reply address in Cc, or one to which a server has delivered, counts like one in To. */
export function recipientsOf(
  mail: Pick<ReadMail, 'headers' | 'to' | 'cc'>,
  envelopeRecipients: readonly string[] = [],
): readonly string[] {
  const named = RECIPIENT_FIELDS.flatMap((name) => valuesOf(mail.headers, name).flatMap(addressesIn));
  const shown = [...mail.to, ...mail.cc].map(({ address }) => address);
  return [...new Set([...envelopeRecipients, ...named, ...shown])].slice(0, RECIPIENTS_MAX);
}

/** Whether an address has the form of one for answers. */
export const hasToken = (address: string): boolean => TOKEN.test(addressKey(address));

/**
 * The tokens of reply addresses of the mailbox among the recipients. Case is folded, as some servers do. A token at the address of another
 * mailbox is none: there the address is a plain one.
 */
export function tokensOf(recipients: readonly string[], addresses: readonly string[]): readonly string[] {
  const own = new Set(addresses.map(addressKey));
  const tokens = recipients.flatMap((recipient) => {
    const [, local, token, domain] = TOKEN.exec(addressKey(recipient)) ?? [];
    if (local === undefined || token === undefined || domain === undefined) return [];
    return own.has(`${local}@${domain}`) ? [token] : [];
  });
  return [...new Set(tokens)].slice(0, TOKENS_MAX);
}

/** The mailboxes that a mail is for, by the keys of {@link mailboxKey}: that of the envelope first, then those that its fields name. */
export function mailboxKeysOf(mail: ReadMail, envelopeRecipients: readonly string[]): readonly string[] {
  const recipients = recipientsOf(mail, envelopeRecipients);
  return [...new Set(recipients.flatMap((one) => [addressKey(one), mailboxKey(one)]))];
}

/** What lists and filters on the way put before a subject: the name of a list in brackets, a mark of spam between asterisks. */
const MARK = /^\s*(?:\[[^\][]{1,40}\]|\*{2,}[^*]{1,20}\*{2,})\s*/;

/** A subject that is equal in two copies of a mail: without prefixes of replies and without what servers on the way put before it. */
export function copiedSubject(subject: string): string {
  let rest = subject.slice(0, 998);
  for (let count = 0; count < 20; count += 1) {
    const next = rest.replace(MARK, '').replace(REPLY, '');
    if (next === rest) break;
    rest = next;
  }
  return normalOf(rest);
}

const normalOf = (subject: string): string =>
  subject.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** A subject as it is compared, without prefixes of replies; null where it may not find a conversation: a forward, or a short one. */
export function matchedSubject(subject: string): string | null {
  if (FORWARD.test(subject)) return null;
  let rest = subject.slice(0, 998);
  for (let count = 0; count < 20 && REPLY.test(rest); count += 1) rest = rest.replace(REPLY, '');
  if (FORWARD.test(rest)) return null;
  const normal = normalOf(rest);
  return normal.length < SUBJECT_MIN ? null : normal;
}

/** Whether somebody sends a mail on: its subject says so. */
export const isForward = (subject: string) => FORWARD.test(subject);

/** Ids that a mail refers to, the newest first; at most 100. */
export function referredIds({
  inReplyTo,
  references,
}: Pick<ReadMail, 'inReplyTo' | 'references'>): readonly string[] {
  const newest = [...[...inReplyTo].reverse(), ...[...references].reverse()];
  return [...new Set(newest)].slice(0, IDS_MAX);
}

/** Ids of ours in what a mail quotes. */
function quotedIds({ text, html }: ReadMail): readonly string[] {
  const plain = (html ?? '').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  const found = [text, plain].flatMap(ownIdsIn);
  return [...new Set(found)].slice(0, QUOTED_MAX);
}

function lookUps(by: 'own' | 'foreign' | 'quoted', ids: readonly string[]): readonly LookUp[] {
  return ids.flatMap((messageId): LookUp[] => {
    const key = referenceKey(messageId);
    return key === null ? [] : [{ by, messageId, key }];
  });
}
