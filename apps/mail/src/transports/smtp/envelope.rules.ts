import { domainToASCII } from 'node:url';
import { sendError, type SendErrorCode } from '../send-error.ts';
import type { Envelope, OutgoingMail, RecipientOutcome } from '../transport.ts';
import type { Offer } from './ehlo.rules.ts';

/** An envelope as it is written to the server. */
export interface WireEnvelope {
  readonly from: string;
  /** Addresses as the server sees them, with those of the envelope that they stand for. */
  readonly to: ReadonlyMap<string, readonly string[]>;
  /** The recipients that the server is not asked for. */
  readonly refused: ReadonlyMap<string, RecipientOutcome>;
}

/** Neither white space nor what ends a command or an address: it never reaches the wire. */
const ADDRESS = /^[^\s\p{C}<>]+@[^\s\p{C}<>@]+$/u;
/** RFC 5321 section 4.5.3.1.3, without the angle brackets, in bytes. */
const ADDRESS_MAX = 254;
const ASCII = /^[\x21-\x7e]*$/;

/** An address with its domain as A-label (RFC 5891), or null if it cannot be written. */
function wireAddress(address: string): string | null {
  if (!ADDRESS.test(address)) return null;
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const ascii = ASCII.test(domain) ? domain : domainToASCII(domain);
  const wire = `${address.slice(0, at)}@${ascii}`;
  return ascii === '' || Buffer.byteLength(wire) > ADDRESS_MAX ? null : wire;
}

const failed = (code: SendErrorCode): RecipientOutcome => ({ status: 'failed', error: sendError(code) });

const refuseAll = (recipients: readonly string[], code: SendErrorCode) =>
  new Map(recipients.map((recipient) => [recipient, failed(code)]));

/** Puts an envelope into the form of the wire. Recipients with an invalid address fail; so do all with an invalid sender. */
export function toWire({ from, to }: Envelope): WireEnvelope {
  const sender = from === '' ? '' : wireAddress(from);
  if (sender === null) return { from: '', to: new Map(), refused: refuseAll(to, 'invalid_address') };
  const wire = new Map<string, string[]>();
  const refused = new Map<string, RecipientOutcome>();
  for (const recipient of new Set(to)) {
    const address = wireAddress(recipient);
    if (address === null) refused.set(recipient, failed('invalid_address'));
    else wire.set(address, [...(wire.get(address) ?? []), recipient]);
  }
  return { from: sender, to: wire, refused };
}

/** Keeps the recipients that the server can be asked for. What the headers of a mail need, it needs for all of them. */
export function withinOffer(
  wire: WireEnvelope,
  { size, needsSmtpUtf8 }: Pick<OutgoingMail, 'size' | 'needsSmtpUtf8'>,
  { sizeMax, hasUtf8 }: Offer,
): WireEnvelope {
  const refused = (address: string): SendErrorCode | null => {
    if (sizeMax !== null && size > sizeMax) return 'too_large';
    const needsUtf8 = needsSmtpUtf8 || !ASCII.test(wire.from) || !ASCII.test(address);
    return needsUtf8 && !hasUtf8 ? 'utf8_not_supported' : null;
  };
  const to = new Map<string, readonly string[]>();
  const all = new Map(wire.refused);
  for (const [address, recipients] of wire.to) {
    const code = refused(address);
    if (code === null) to.set(address, recipients);
    else for (const recipient of recipients) all.set(recipient, failed(code));
  }
  return { from: wire.from, to, refused: all };
}
