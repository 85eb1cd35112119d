import { z } from 'zod';

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
  attachment: 'att',
  mailbox: 'mbx',
  incoming_mail: 'imail',
  outgoing_mail: 'omail',
  sending_domain: 'sdom',
  suppression: 'supp',
  sender_rule: 'srule',
  contact_form: 'cform',
  connection: 'conn',
  workspace: 'ws',
  view: 'view',
  notification: 'notif',
  notification_device: 'ndev',
  macro: 'macro',
  job: 'job',
  job_result: 'jres',
  webhook: 'wh',
  event: 'evt',
  delivery: 'dlv',
  dead_letter: 'dead',
  key: 'key',
  pat: 'pat',
  app: 'app',
  grant: 'grant',
  session: 'session',
  invitation: 'inv',
  audit_entry: 'audit',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

/** A TypeID of one kind: `Id<'ticket'>` is `ticket_…`. */
export type Id<K extends IdKind> = `${(typeof ID_PREFIXES)[K]}_${string}`;

/** Crockford base32 in lower case (TypeID specification 0.3). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const VALUE_OF = new Map([...ALPHABET].map((char, value) => [char, value]));
/** 26 characters have 130 bits; a first character above 7 would overflow the 128 bits of a uuid. */
export const ID_SUFFIX = '[0-7][0-9abcdefghjkmnpqrstvwxyz]{25}';

/** Encodes a uuid (36 hex characters with dashes) as a TypeID. */
export function encodeId<K extends IdKind>(kind: K, uuid: string): Id<K> {
  const hex = uuid.replaceAll('-', '');
  // Two leading zero bits pad 128 bits to 26 groups of five. BigInt would be several times slower, for every id of every row.
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

/** The uuid of a TypeID, or `null` if the text is not a TypeID of that kind. */
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

/** The uuid of a validated id. Throws for a malformed one, which is a bug. */
export function uuidOf<K extends IdKind>(kind: K, id: Id<K>): string {
  const uuid = decodeId(kind, id);
  if (uuid === null) throw new TypeError(`not a ${kind} id: ${id}`);
  return uuid;
}

/** The id that examples have, and a record of the demo workspace. */
export function exampleId<K extends IdKind>(kind: K): Id<K> {
  const isInConversation = kind === 'message' || kind === 'file';
  return `${ID_PREFIXES[kind]}_${isInConversation ? '01h2xcf3k5e8gvzq7wd9mtbn4s' : '01h2xcejqtf2nbrexx3vqjhp41'}`;
}

/** The id of a second record in examples that need two of a kind, which the demo workspace has as well. */
export function otherExampleId<K extends IdKind>(kind: K): Id<K> {
  return `${ID_PREFIXES[kind]}_01h2xcejqtf2nbrexx3vqjhp42`;
}

export function idOf<K extends IdKind>(kind: K): z.ZodType<Id<K>, Id<K>> {
  const prefix = ID_PREFIXES[kind];
  const noun = kind.replace('_', ' ');
  return z
    .string()
    .regex(new RegExp(`^${prefix}_${ID_SUFFIX}$`), `must be a valid ${noun} id, like ${exampleId(kind)}`)
    .meta({
      description: `Id of the ${noun}`,
      examples: [exampleId(kind)],
    }) as unknown as z.ZodType<Id<K>, Id<K>>;
}
