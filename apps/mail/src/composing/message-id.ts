import { BASE32, parseAddress, randomBase32 } from '@parley/mail-text';

const RANDOM_LENGTH = 26;
/** Characters of an id of ours: some servers cut longer ones. */
const OWN_MAX = 99;
const DOMAIN_MAX = OWN_MAX - RANDOM_LENGTH - '<@>'.length;
/** Characters of an id of others that fits a line of 998 (RFC 5322 section 2.1.1) behind the name of the field. */
const FOREIGN_MAX = 900;
const RECENT = 10;

const OWN = new RegExp(`^<(${BASE32}{${RANDOM_LENGTH}})@`);

const OWN_IN_TEXT = new RegExp(`<${BASE32}{${RANDOM_LENGTH}}@[^\\s<>@]{1,255}>`, 'g');

export interface ThreadHeaders {
  readonly inReplyTo: string | null;
  /** Ids, the oldest first. */
  readonly references: readonly string[];
}

/**
 * A new Message-ID: 130 random bits at the domain of the sender, ASCII, below 100 characters. A domain that is too long loses labels from
 * its left. Throws a TypeError if `from` is not an address.
 */
export function newMessageId(from: string): string {
  const parsed = parseAddress(from);
  if (parsed === null) throw new TypeError('The sender is not an address');
  let { domain } = parsed;
  while (domain.length > DOMAIN_MAX) domain = domain.slice(domain.indexOf('.') + 1);
  return `<${randomBase32(RANDOM_LENGTH)}@${domain}>`;
}

/**
 * The random part of an id of {@link newMessageId}, or `null` for another id. It is also sent in a header of its own, which is left where
 * a provider replaces the Message-ID.
 */
export function randomPartOf(messageId: string): string | null {
  return OWN.exec(messageId)?.[1] ?? null;
}

/** The ids in a text that have the form of {@link newMessageId}. */
export const ownIdsIn = (text: string): readonly string[] => text.match(OWN_IN_TEXT) ?? [];

/**
 * An id as a header can carry it, in angle brackets; `null` for what cannot be one: blanks, other brackets, characters outside ASCII, or
 * more than 900 characters. An encoded or folded id would be another one to its readers.
 */
export function messageIdOf(text: string): string | null {
  const id = /^<?([!-;=?-~]+)>?$/.exec(text.trim())?.[1];
  return id === undefined || id.length > FOREIGN_MAX ? null : `<${id}>`;
}

/**
 * The thread of a reply (RFC 5322 section 3.6.4): the root, the last 10 references of the mail that it answers, that mail, and the
 * reply itself. A provider may replace the Message-ID of the reply; References it leaves, so that an answer still names the id that
 * we know. `answered` is `null` in a first mail.
 */
export function threadHeaders(
  messageId: string,
  answered: { readonly messageId: string | null; readonly references: readonly string[] } | null,
): ThreadHeaders {
  const inReplyTo = messageIdOf(answered?.messageId ?? '');
  const known = (answered?.references ?? []).map(messageIdOf).filter((id) => id !== null);
  const last = [...new Set([inReplyTo ?? messageId, messageId])];
  const earlier = [...new Set(known)].filter((id) => !last.includes(id));
  return { inReplyTo, references: [...earlier.slice(0, 1), ...earlier.slice(1).slice(-RECENT), ...last] };
}
