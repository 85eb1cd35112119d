import { createHash } from 'node:crypto';
import { addressKey } from '@parley/mail-text';
import { messageIds, type HeaderField } from '@parley/mail-reader';

/** Characters of a field that are looked at: those beyond are no addresses or ids that a person or a program needs. */
const FIELD_MAX = 65_536;
/** Characters of an id: it is kept as opaque text of any form, but a longer one is not looked up (RFC 5322 section 2.1.1). */
const ID_MAX = 998;
/** Ids of a field that are used; the newest are the last ones. */
export const IDS_MAX = 100;

/** The values of all fields with the name, which is in lower case, in the order in which they came. */
export function valuesOf(headers: readonly HeaderField[], name: string): readonly string[] {
  return headers.filter((field) => field.name === name).map(({ value }) => value.slice(0, FIELD_MAX));
}

/** The first field with the name, without comments at its end and blanks around it; null without one. */
export function valueOf(headers: readonly HeaderField[], name: string): string | null {
  return valuesOf(headers, name)[0]?.trim() ?? null;
}

/** The value up to its first parameter or comment, in lower case: `auto-replied` of `Auto-Replied (vacation); x=y`. */
export function keywordOf(headers: readonly HeaderField[], name: string): string | null {
  const value = valueOf(headers, name);
  return value === null ? null : (/^[^\s;(]*/.exec(value)?.[0] ?? '').toLowerCase();
}

/**
 * The ids of a field or a text (RFC 5322 section 3.6.4): everything in angle brackets without blanks. What is between them, commas and prose
 * included, is left out. Of more than `max` the last ones are returned, in their order and each once.
 */
export function messageIdsIn(text: string, max = IDS_MAX): readonly string[] {
  const ids = messageIds(text.slice(-FIELD_MAX), Infinity);
  return ids.filter((id) => id.length <= ID_MAX).slice(-max);
}

/** The key of a Message-ID in the table of thread references: SHA-256 of the id with its angle brackets; null for one that is too long. */
export function referenceKey(messageId: string): Buffer | null {
  return messageId.length > ID_MAX ? null : createHash('sha256').update(messageId).digest();
}

/** Addresses in a field of which only these count: trace fields, whose names and comments are not read. At most 100. */
export function addressesIn(value: string): readonly string[] {
  const words = value.slice(0, FIELD_MAX).split(/[\s<>,;:"()]+/);
  return words.filter((word) => /^[^@]+@[^@]+$/.test(word)).slice(0, 100);
}

/** The part of an address after its last `@`, in the form by which domains are compared; empty for what has none. */
export function domainOf(address: string): string {
  const key = addressKey(address);
  return key.slice(key.lastIndexOf('@') + 1).replace(/\.$/, '');
}

/** The part of an address before its last `@`, with folded case; the whole text without one. */
export function localOf(address: string): string {
  const at = address.lastIndexOf('@');
  return (at < 0 ? address : address.slice(0, at)).toLowerCase();
}
