import { ID_PREFIXES, ID_SUFFIX } from '../id.ts';

const NAMED = new RegExp(`(?:${ID_PREFIXES.contact}|${ID_PREFIXES.conversation})_${ID_SUFFIX}`, 'g');

/** The contacts and conversations that a text names; a column beside every copy of a record, by which an erasure finds it. */
export const namesIn = (text: string): string[] => [...new Set(text.match(NAMED))];

/** The same as a literal of PostgreSQL, because an array of arrays cannot be unnested by rows. */
export const namesLiteral = (text: string): string => `{${namesIn(text).join(',')}}`;
