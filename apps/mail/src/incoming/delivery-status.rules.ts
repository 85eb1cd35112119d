/** What a report says has happened to the mail for a recipient (RFC 3464 section 2.3.3). */
export type ReportedAction = 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';

/** A recipient of a `message/delivery-status` part (RFC 3464 section 2.3), whose fields nobody has checked. */
export interface ReportedRecipient {
  /** The address as the sender wrote it, where the server knows it. */
  readonly originalRecipient: string | null;
  readonly finalRecipient: string | null;
  /** Null for an action that RFC 3464 does not have. */
  readonly action: ReportedAction | null;
  /** Enhanced status code (RFC 3463). */
  readonly status: string | null;
  /** What the other server said, without its type. */
  readonly diagnostic: string | null;
  readonly remoteMta: string | null;
}

export interface DeliveryReport {
  /** The ENVID of the sender (RFC 3461 section 4.4). */
  readonly originalEnvelopeId: string | null;
  readonly reportingMta: string | null;
  readonly recipients: readonly ReportedRecipient[];
}

/** Characters of a report, and of a field, that are read. */
const REPORT_MAX = 262_144;
const VALUE_MAX = 4_000;
export const RECIPIENTS_MAX = 500;

const ACTIONS: ReadonlySet<string> = new Set(['failed', 'delayed', 'delivered', 'relayed', 'expanded']);

type Fields = ReadonlyMap<string, string>;

/**
 * Parses the text of a `message/delivery-status` part (RFC 3464 section 2.1): fields of the mail, then those of each recipient after a blank
 * line. Servers leave the blank line out, or write another one between the fields: a field that a recipient has already begins the next
 * one. The text is read in one pass and nothing in it is an error.
 */
export function parseDeliveryStatus(text: string): DeliveryReport {
  const groups = groupsOf(text.slice(0, REPORT_MAX));
  const first = (name: string) => groups.find((fields) => fields.has(name))?.get(name) ?? null;
  return {
    originalEnvelopeId: blankToNull(first('original-envelope-id')),
    reportingMta: untyped(first('reporting-mta')),
    recipients: groups.filter(isRecipient).slice(0, RECIPIENTS_MAX).map(recipientOf),
  };
}

/** An enhanced status code (RFC 3463 section 2) at the beginning of a text, without the blanks and comments that servers add. */
export function enhancedStatusOf(text: string | null): string | null {
  return /^\s*([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(text ?? '')?.[1] ?? null;
}

function groupsOf(text: string): readonly Fields[] {
  const groups: Map<string, string>[] = [];
  let current = new Map<string, string>();
  const next = () => {
    if (current.size > 0) groups.push(current);
    current = new Map();
  };
  let last: string | null = null;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (/^[ \t]+\S/.test(line)) {
      if (last !== null) current.set(last, `${current.get(last) ?? ''} ${line.trim()}`.slice(0, VALUE_MAX));
      continue;
    }
    const [, name, value] = /^([A-Za-z][\w-]{0,60})[ \t]*:(.*)$/.exec(line) ?? [];
    last = name?.toLowerCase() ?? null;
    if (line.trim() === '') {
      if (isRecipient(current) || !isBegun(current)) next();
    } else if (last !== null) {
      if (current.has(last) && isRecipient(current)) next();
      if (!current.has(last)) current.set(last, (value ?? '').trim().slice(0, VALUE_MAX));
    }
  }
  next();
  return groups;
}

/** Whether the group names whom it is about. */
const isRecipient = (fields: Fields) => fields.has('final-recipient') || fields.has('original-recipient');
/** Whether the group has fields of a recipient, whose address may follow a blank line that does not belong there. */
const isBegun = (fields: Fields) => fields.has('action') || fields.has('status');

function recipientOf(fields: Fields): ReportedRecipient {
  const action = /^[a-z]+/.exec((fields.get('action') ?? '').toLowerCase())?.[0] ?? '';
  return {
    originalRecipient: addressOf(fields.get('original-recipient')),
    finalRecipient: addressOf(fields.get('final-recipient')),
    action: ACTIONS.has(action) ? (action as ReportedAction) : null,
    status: enhancedStatusOf(fields.get('status') ?? null),
    diagnostic: untyped(fields.get('diagnostic-code') ?? null),
    remoteMta: untyped(fields.get('remote-mta') ?? null),
  };
}

/** The value of `rfc822; dana@example.com`: types are not compared, since servers confuse them. */
function untyped(value: string | null): string | null {
  if (value === null) return null;
  return blankToNull(value.replace(/^[\w/-]{1,40}[ \t]*;/, ''));
}

/** An address of a report, without its type, angle brackets and the encoding of RFC 6533 section 3; null for what is none. */
function addressOf(value: string | undefined): string | null {
  const text = untyped(value ?? null);
  if (text === null) return null;
  const inner = /<([^<>]+)>/.exec(text)?.[1] ?? text;
  const address = inner.trim().replaceAll(/\\x\{([\dA-Fa-f]{1,6})\}/g, (whole, hex: string) => {
    const code = Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
  return /^[^\s@]+@[^\s@]+$/.test(address) ? address.toWellFormed() : null;
}

function blankToNull(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
