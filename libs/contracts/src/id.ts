import { z } from 'zod';

/** The prefix of each kind of id (decisions.md section 1). The key is the noun used in code. */
export const ID_PREFIXES = {
  conversation: 'conv',
  message: 'msg',
  contact: 'contact',
  ticket: 'ticket',
  inbox: 'inbox',
  user: 'user',
  team: 'team',
  tag: 'tag',
  file: 'file',
  workspace: 'ws',
  webhook: 'wh',
  event: 'evt',
  delivery: 'dlv',
  dead_letter: 'dead',
  key: 'key',
  pat: 'pat',
  app: 'app',
  grant: 'grant',
  audit_event: 'audit',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

/** A TypeID of one kind: `Id<'ticket'>` is `ticket_…`. */
export type Id<K extends IdKind> = `${(typeof ID_PREFIXES)[K]}_${string}`;

/** Crockford's base32 in lower case, as the TypeID specification (version 0.3) has it. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const VALUE_OF = new Map([...ALPHABET].map((char, value) => [char, value]));
/** 26 characters of 5 bits hold 130 bits; a first character above 7 would overflow the 128 of a uuid. */
const SUFFIX = '[0-7][0-9abcdefghjkmnpqrstvwxyz]{25}';

/**
 * Writes a uuid as a TypeID.
 * @param uuid 36 characters, lower or upper case hex with dashes.
 */
export function encodeId<K extends IdKind>(kind: K, uuid: string): Id<K> {
  const hex = uuid.replaceAll('-', '');
  // 128 bits padded with two zero bits in front make 26 groups of five. Numbers of up to 25 bits keep this
  // off BigInt, which is several times slower: every id of every row passes here.
  let out = '';
  let bits = 0;
  let held = 2;
  for (let index = 0; index < hex.length; index += 1) {
    bits = (bits << 4) | Number.parseInt(hex[index] as string, 16);
    held += 4;
    while (held >= 5) {
      held -= 5;
      out += ALPHABET.charAt((bits >>> held) & 31);
    }
    bits &= (1 << held) - 1;
  }
  return `${ID_PREFIXES[kind]}_${out}`;
}

/**
 * Reads the uuid out of a TypeID, or `null` when the text is not a TypeID of that kind.
 */
export function decodeId(kind: IdKind, id: string): string | null {
  const prefix = `${ID_PREFIXES[kind]}_`;
  if (!id.startsWith(prefix) || id.length !== prefix.length + 26) return null;
  let hex = '';
  let bits = 0;
  let held = -2;
  for (let index = prefix.length; index < id.length; index += 1) {
    const value = VALUE_OF.get(id[index] as string);
    if (value === undefined || (index === prefix.length && value > 7)) return null;
    bits = (bits << 5) | value;
    held += 5;
    while (held >= 4) {
      held -= 4;
      hex += ((bits >>> held) & 15).toString(16);
    }
    bits &= (1 << held) - 1;
  }
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The uuid of an id that a schema has already accepted; a malformed one here is a bug and throws. */
export function uuidOf<K extends IdKind>(kind: K, id: Id<K>): string {
  const uuid = decodeId(kind, id);
  if (uuid === null) throw new TypeError(`not a ${kind} id: ${id}`);
  return uuid;
}

/** Schema of an id of one kind. */
export function idOf<K extends IdKind>(kind: K): z.ZodType<Id<K>, Id<K>> {
  const prefix = ID_PREFIXES[kind];
  const noun = kind.replace('_', ' ');
  // By sound: a user, an inbox, an event.
  const named = `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
  return z
    .string()
    .regex(
      new RegExp(`^${prefix}_${SUFFIX}$`),
      `must be the id of ${named}, like ${prefix}_01h2xcejqtf2nbrexx3vqjhp41`,
    )
    .meta({
      description: `Id of ${named}`,
      examples: [`${prefix}_01h2xcejqtf2nbrexx3vqjhp41`],
    }) as unknown as z.ZodType<Id<K>, Id<K>>;
}
