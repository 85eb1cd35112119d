import { addressKey, BASE32 } from '@parley/mail-text';
import { ownIdsIn } from '../composing/message-id.ts';
import { bounceError, type BounceError } from './bounce-error.rules.ts';
import { namedRecipients, proseReport, type NamedRecipient } from './bounce-text.rules.ts';
import { parseDeliveryStatus, type ReportedAction, type ReportedRecipient } from './delivery-status.rules.ts';
import { addressesIn, domainOf, messageIdsIn, valueOf, valuesOf } from './headers.rules.ts';
import type { HeaderField, ReadMail } from '@parley/mail-reader';

export interface BouncedRecipient {
  /** The address to which the mail was sent, as far as the report knows it. */
  readonly address: string;
  /** The address at the end of aliases and forwards, if it is another one. */
  readonly finalAddress: string | null;
  readonly action: ReportedAction;
  readonly status: string | null;
  /** Null unless the action is `failed`: nothing else changes the state of a recipient to the worse. */
  readonly error: BounceError | null;
}

export interface Bounce {
  /** Original-Envelope-Id (RFC 3461 ENVID), where we gave one. */
  readonly envelopeId: string | null;
  /** Ids by which the mail is looked up, the most certain first. Only an id that is known counts: everybody can forge a bounce. */
  readonly messageIds: readonly string[];
  readonly recipients: readonly BouncedRecipient[];
  /** Where the recipients were found: a report says more than prose, and prose more than X-Failed-Recipients. */
  readonly source: 'report' | 'prose' | 'x_failed_recipients' | 'returned_mail' | 'none';
}

const IDS_MAX = 20;
const LOOP_PART = new RegExp(`^${BASE32}{26}$`);

const DELAYED =
  /(?:warning: |delayed|delay(?:ed)? (?:notification|status)|not (?:yet )?been delivered (?:yet|after)|still being retried|will (?:keep trying|continue to (?:try|be tried))|(?:this is )?a warning message only|you do not need to resend)/i;

/**
 * What a notification says about a mail (RFC 3464, or the prose of Exim, qmail, Postfix, Exchange, Gmail and others). The mail is one that
 * {@link bounceEvidence} has found to be a notification. `delayed` is no bounce: such a recipient has no error.
 */
export function bounceOf(mail: ReadMail): Bounce {
  const { deliveryStatus } = mail.reports;
  const report = parseDeliveryStatus(deliveryStatus ?? reportInText(mail.text));
  const prose = proseReport(mail.text);
  const reported = report.recipients.flatMap((one) => ofReport(one, prose.notice));
  const found =
    reported.length > 0 ? { source: 'report' as const, recipients: reported } : ofProse(mail, prose);
  return {
    envelopeId: report.originalEnvelopeId,
    messageIds: idsOf(mail, prose.returned),
    source: found.source,
    recipients: distinct(found.recipients),
  };
}

/** Whether anybody will not get the mail. A report that only tells of a delay, a delivery or a relay is none. */
export const isFailure = ({ recipients }: Bounce) => recipients.some(({ action }) => action === 'failed');

/** The fields of a report that a server has written into the text, from the first one on; empty without any. */
function reportInText(text: string): string {
  const index = text.search(/^[ \t]*(?:reporting-mta|final-recipient|original-recipient):/im);
  return index < 0 ? '' : text.slice(index).replaceAll(/^[ \t]+(?=[A-Za-z-]+:)/gm, '');
}

function ofReport(one: ReportedRecipient, notice: string): readonly BouncedRecipient[] {
  const address = one.originalRecipient ?? one.finalRecipient;
  if (address === null) return [];
  const { finalRecipient, status, diagnostic } = one;
  const action = one.action ?? (status?.startsWith('2') === true ? 'delivered' : 'failed');
  const error = action === 'failed' ? bounceError(status, diagnostic ?? notice) : null;
  const isOther = finalRecipient !== null && addressKey(finalRecipient) !== addressKey(address);
  const finalAddress = isOther ? finalRecipient : null;
  return [{ address, finalAddress, action, status: error?.smtp_status ?? status, error }];
}

function ofProse(
  mail: ReadMail,
  { notice, returned }: ReturnType<typeof proseReport>,
): Pick<Bounce, 'recipients' | 'source'> {
  const isDelayed = DELAYED.test(mail.subject) || DELAYED.test(notice.slice(0, 2_000));
  const of = (source: Bounce['source'], named: readonly NamedRecipient[]) => ({
    source,
    recipients: named.map((one) => ofNamed(one, isDelayed, named.length === 1 ? notice : '')),
  });
  const failed = valuesOf(mail.headers, 'x-failed-recipients').flatMap(addressesIn).map(addressKey);
  const readers = new Set([...mail.to, ...mail.from].map(({ address }) => address.toLowerCase()));
  const named = namedRecipients(notice, new Set([...readers].filter((key) => !failed.includes(key))));
  const isNamed = ({ address }: NamedRecipient) =>
    failed.length === 0 || failed.includes(addressKey(address));
  if (named.some(isNamed)) return of('prose', named.filter(isNamed));
  const said = (address: string) => ({ address, said: notice });
  if (failed.length > 0) return of('x_failed_recipients', failed.map(said));
  const recipients = addressesIn(returnedValue(mail, returned, 'to') ?? '').filter(
    (address) => !readers.has(address.toLowerCase()),
  );
  return of(recipients.length > 0 ? 'returned_mail' : 'none', recipients.map(said));
}

/** A recipient of prose. What is said elsewhere in a notice about one recipient counts if the lines beside the address tell no cause. */
function ofNamed({ address, said }: NamedRecipient, isDelayed: boolean, notice: string): BouncedRecipient {
  const beside = bounceError(null, said);
  const whole = beside.code === 'refused' && notice !== '' ? bounceError(null, notice) : beside;
  const error = whole.code === 'refused' ? beside : whole;
  const action = isDelayed ? 'delayed' : 'failed';
  return {
    address,
    finalAddress: null,
    action,
    status: error.smtp_status,
    error: isDelayed ? null : error,
  };
}

/** Ids of the mail that came back: of its head, then those in our form anywhere, then those of its references. */
function idsOf(mail: ReadMail, returned: string): readonly string[] {
  const { returnedHeaders, deliveryStatus } = mail.reports;
  const certain = [
    ...messageIdsIn(returnedValue(mail, returned, 'message-id') ?? ''),
    ...loopIdOf(returnedHeaders ?? []),
  ];
  const everywhere = [mail.text, mail.html ?? '', deliveryStatus ?? ''].flatMap(ownIdsIn);
  const inProse = /^[\s>]*(?:original )?message[- ]id:?\s*(<[^\s<>]{1,996}>)/im.exec(mail.text)?.[1];
  const referred = [...mail.inReplyTo, ...[...mail.references].reverse()];
  const ids = [...certain, ...everywhere, ...(inProse === undefined ? [] : [inProse]), ...referred];
  return [...new Set(ids)].slice(0, IDS_MAX);
}

/** The id that the loop header of the returned mail stands for, where a provider has replaced its Message-ID. */
function loopIdOf(headers: readonly HeaderField[]): readonly string[] {
  const part = valueOf(headers, 'x-parley-id');
  const [from] = addressesIn(valueOf(headers, 'from') ?? '');
  return part === null || from === undefined || !LOOP_PART.test(part) ? [] : [`<${part}@${domainOf(from)}>`];
}

/** A field of the returned mail: of its part, or of the text below the notice. */
function returnedValue({ reports }: ReadMail, returned: string, name: string): string | null {
  if (reports.returnedHeaders !== null) return valueOf(reports.returnedHeaders, name);
  const lines = returned.split('\n');
  const begin = `${name}:`;
  const index = lines.findIndex((line) =>
    line
      .replace(/^[\s>]{0,40}/, '')
      .toLowerCase()
      .startsWith(begin),
  );
  if (index < 0) return null;
  // A long field goes on in the next line.
  const next = lines[index + 1] ?? '';
  return `${lines[index] ?? ''}${/^[ \t]/.test(next) ? next : ''}`.trim().slice(begin.length).trim();
}

/** Each address once: the first report about it. */
function distinct(recipients: readonly BouncedRecipient[]): readonly BouncedRecipient[] {
  const byKey = new Map<string, BouncedRecipient>();
  for (const one of recipients) {
    const key = addressKey(one.address);
    if (!byKey.has(key)) byKey.set(key, one);
  }
  return [...byKey.values()];
}
