/** A recipient that a notification in prose names, and what it says of it. */
export interface NamedRecipient {
  readonly address: string;
  readonly said: string;
}

/** A notification without a machine-readable part: what the server says, and the mail that it returns below that. */
export interface ProseReport {
  readonly notice: string;
  readonly returned: string;
}

/** Lines of a notification, and characters of a line, that are read. */
const LINES_MAX = 2_000;
const LINE_MAX = 1_000;
/** Lines after an address that tell of it, and characters of them. */
const REASON_LINES = 12;
const REASON_MAX = 2_000;
const RECIPIENTS_MAX = 100;

/** Lines between what a server says and the mail that it returns: those of Exim, qmail, Sendmail, Gmail, Domino and others. */
const SEPARATOR =
  /^[\s>|]*[-=_*]{2,}.*\b(?:copy of|original|returned|unsent|undelivered|message (?:headers?|text)|header)\b|^[\s>]*(?:[-=_*]{2,}\s*)?(?:below this line is a copy|(?:the )?(?:original|returned) (?:message|mail)(?: headers?| text| follows| was)?\b.{0,30}:?\s*$|this is a copy of (?:the|your) (?:original )?(?:message|mail)|received: (?:from|by|\(qmail)|return-path: ?<|message headers follow|unsent message (?:below|follows)|original message headers)/i;
/** A field of the mail that is returned, without a line before it. */
const FIELD = /^(?:message-id|mime-version|received|return-path|content-type|x-mailer):/i;

const ADDRESS = String.raw`[^\s@<>()[\]"',;:]{1,64}@[^\s@<>()[\]"',;:]{1,255}`;
/** An address at the beginning of a line, as all servers write those that failed. */
const LEADING = new RegExp(
  String.raw`^[\s>*•|"'-]*(?:to:? |recipient(?: address)?: *|original recipient: *|final recipient: *|user +|smtp:)?["'(<]*(${ADDRESS})[>"')]*(.*)$`,
  'i',
);
/** An address in a sentence or in what a server repeats of a session. */
const IN_SENTENCE = new RegExp(
  String.raw`(?:rcpt to: *|delivered to |deliver(?:y|ing)?(?: of)?(?: (?:your|the) (?:message|mail))? to |reach |message to |recipient: *|recipient |address |for |mailbox |user |account |to )["'(<]{0,2}(${ADDRESS})`,
  'i',
);

/** Splits a text where the mail that it returns begins. In a text without one everything is said by the server. */
export function proseReport(text: string): ProseReport {
  const lines = text.split('\n').slice(0, LINES_MAX * 5);
  const end = lines.findIndex((line, index) => {
    const short = line.slice(0, LINE_MAX);
    return index > 0 && (SEPARATOR.test(short) || FIELD.test(short));
  });
  if (end < 0) return { notice: text, returned: '' };
  return { notice: lines.slice(0, end).join('\n'), returned: lines.slice(end).join('\n') };
}

/**
 * The recipients of a notification in prose: addresses at the beginning of a line, with the lines up to the next one as what is said of
 * them; without such a line the addresses of its sentences. Addresses of `without`, the reader of the notification, are left out.
 */
export function namedRecipients(notice: string, without: ReadonlySet<string>): readonly NamedRecipient[] {
  const lines = notice
    .split('\n')
    .slice(0, LINES_MAX)
    .map((line) => line.slice(0, LINE_MAX));
  const found = new Map<string, string[]>();
  let reason: string[] | null = null;
  let blanks = 0;
  for (const line of lines) {
    const [, address, rest] = LEADING.exec(line) ?? [];
    if (address !== undefined && !without.has(keyOf(address)) && !isContinuation(line, reason)) {
      reason = found.get(keyOf(address)) ?? [];
      blanks = 0;
      if (found.size < RECIPIENTS_MAX) found.set(keyOf(address), reason);
      reason.push((rest ?? '').replace(/^\s*:/, '').trim());
    } else if (reason !== null && reason.length < REASON_LINES) {
      blanks += line.trim() === '' ? 1 : 0;
      reason.push(line.trim());
      if (blanks > 2) reason = null;
    }
  }
  if (found.size === 0) return inSentences(lines, without);
  return [...found].map(([address, said]) => ({ address, said: joined(said) }));
}

/** Addresses of sentences; each with the whole notice, of which it is not known what belongs to it. */
function inSentences(lines: readonly string[], without: ReadonlySet<string>): readonly NamedRecipient[] {
  const found = new Set<string>();
  for (const line of lines) {
    const address = IN_SENTENCE.exec(line)?.[1];
    if (address !== undefined && !without.has(keyOf(address))) found.add(keyOf(address));
  }
  const said = joined(lines);
  return [...found].slice(0, RECIPIENTS_MAX).map((address) => ({ address, said }));
}

/** Whether a line that begins with an address goes on with what was said of the one before: Exim wraps `<address>: host … said:`. */
function isContinuation(line: string, reason: readonly string[] | null): boolean {
  const last = reason?.at(-1) ?? '';
  return reason !== null && /(?:rcpt to|said|mail from)[^:]*:\s*$/i.test(last) && /^\s{3,}/.test(line);
}

/** The form by which addresses of a notice are compared. A period at its end is that of the sentence. */
const keyOf = (address: string) => address.toLowerCase().replace(/\.$/, '');

const joined = (lines: readonly string[]) =>
  lines
    .filter((line) => line !== '')
    .join(' ')
    .slice(0, REASON_MAX)
    .trim();
