import { createHash } from 'node:crypto';
import {
  Email,
  assertNone,
  ifGiven,
  nameText,
  text,
  validationError,
  type ErrorDetail,
} from '@parley/contracts';
import { addressKey, mailboxKey, parseAddress } from '@parley/mail-text';
import { z } from 'zod';
import type { FormEntry } from '../incoming/providers/form-fields.ts';
import { limit, type Limit } from '../notices/budget.rules.ts';

/** What somebody has written into a form. */
export interface Submission {
  readonly name: string | null;
  readonly address: string;
  readonly subject: string | null;
  readonly body: string;
}

/** The field that people do not see: what fills it in is a program. No browser knows what to put into it. */
export const TRAP = 'leave_blank';
/** What browsers put their charset into. */
const CHARSET = '_charset_';
const KNOWN = ['name', 'email', 'subject', 'message', TRAP, CHARSET];

export const MESSAGE_MAX = 20_000;
/** Fields of the form beside those that are known. */
const OTHERS_MAX = 50;
const OTHER_NAME_MAX = 100;

const Fields = z.object({
  name: ifGiven(nameText(255)),
  email: Email.refine((address) => parseAddress(address) !== null, 'must be an e-mail address'),
  subject: ifGiven(nameText(255)),
  message: text(MESSAGE_MAX),
});

/**
 * What the fields of a form say. Fields that are not known are added to the text, so that nothing is lost. Throws 422 for what is missing,
 * too long or no UTF-8.
 */
export function submissionOf(entries: readonly FormEntry[]): Submission {
  const problems: ErrorDetail[] = [];
  const known = new Map<string, string>();
  const others: string[] = [];
  for (const [name, bytes] of entries) {
    const value = textOf(bytes);
    if (value === null || (value.includes('\0') && !KNOWN.includes(name)))
      problems.push(invalid(name, 'must be UTF-8 text: files are not taken'));
    else if (!KNOWN.includes(name)) {
      if (value !== '') others.push(otherLine(name, value));
    } else if (known.has(name) && name !== CHARSET) problems.push(invalid(name, 'is given more than once'));
    else known.set(name, value);
  }
  if ((known.get(TRAP) ?? '') !== '') problems.push(invalid(TRAP, 'must be empty: people do not see it'));
  if (others.length > OTHERS_MAX || others.some((line) => line === ''))
    problems.push(
      invalid(
        undefined,
        `At most ${OTHERS_MAX} other fields are taken, with names of 1 to ${OTHER_NAME_MAX} characters.`,
      ),
    );
  assertNone(problems);
  const fields = Object.fromEntries(known);
  const { data, error } = Fields.safeParse(fields);
  if (error !== undefined) throw validationError(error, fields);
  const body = [data.message, ...(others.length === 0 ? [] : ['', ...others])].join('\n');
  return { name: data.name ?? null, address: data.email, subject: data.subject ?? null, body };
}

const invalid = (name: string | undefined, message: string): ErrorDetail => ({
  code: 'invalid_parameter',
  message,
  ...(name === undefined ? {} : { param: name.slice(0, OTHER_NAME_MAX).toWellFormed() }),
});

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a field with line feeds alone, without blanks around it; null for bytes that are none. */
function textOf(bytes: Buffer): string | null {
  try {
    return UTF_8.decode(bytes).replaceAll(/\r\n?/g, '\n').trim();
  } catch {
    return null;
  }
}

/** Empty for a name that cannot be shown in a line. */
const otherLine = (name: string, value: string): string =>
  name === '' || name.length > OTHER_NAME_MAX || /\p{Cc}/u.test(name) || !name.isWellFormed()
    ? ''
    : `${name}: ${value}`;

/** Equal for two submissions of a form that say the same: a double click makes one conversation. */
export function contentKeyOf({ name, address, subject, body }: Submission): Buffer {
  const parts = [addressKey(address), name, subject, body];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

const HOUR_MS = 3_600_000;
const OF_CLIENT_MAX = 30;
const OF_ADDRESS_MAX = 10;
const OF_FORM_MAX = 500;

/** What a form takes in an hour: of one client, in the name of one address, and in all. */
export function submissionLimits(formId: string, client: string, { address }: Submission): readonly Limit[] {
  return [
    limit(['form', formId, 'client', client], HOUR_MS, OF_CLIENT_MAX),
    limit(['form', formId, 'address', mailboxKey(address)], HOUR_MS, OF_ADDRESS_MAX),
    limit(['form', formId], HOUR_MS, OF_FORM_MAX),
  ];
}
