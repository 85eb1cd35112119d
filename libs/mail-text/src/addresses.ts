import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { Email, emailKey } from '@parley/contracts';
import { randomBase32 } from './base32.ts';
import { headerText } from './text.rules.ts';

/** An address with the name that a header shows beside it. */
export interface NamedAddress {
  readonly name: string | null;
  readonly address: string;
}

/** An address as it is written into headers and envelopes. */
export interface ParsedAddress {
  /** A dot-atom, or a quoted string where the text is none. */
  readonly local: string;
  /** The domain in lower case and ASCII (RFC 5890), or an address literal. */
  readonly domain: string;
  readonly address: string;
  /** The local part is not ASCII: only servers with SMTPUTF8 (RFC 6531) take it. */
  readonly needsSmtpUtf8: boolean;
}

/** Octets of a local part, and of an address without the brackets of a path (RFC 5321 sections 4.5.3.1.1 and 4.5.3.1.3). */
const LOCAL_MAX = 64;
const ADDRESS_MAX = 254;
const NAME_MAX = 200;

const DOT_ATOM = /^[\w!#$%&'*+\-/=?^`{|}~\u0080-\uFFFF]+(?:\.[\w!#$%&'*+\-/=?^`{|}~\u0080-\uFFFF]+)*$/;
const DOMAIN = /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?(?:\.[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?)*$/;

const TOKEN_LENGTH = 20;

/**
 * The address in the form in which mail is sent to it, or `null` if no mail can be: it is no address of the contract ({@link Email}), its
 * domain is none, or it is longer than RFC 5321 allows.
 */
export function parseAddress(text: string): ParsedAddress | null {
  const parsed = Email.safeParse(text);
  if (!parsed.success) return null;
  const at = parsed.data.lastIndexOf('@');
  const local = normalLocal(parsed.data.slice(0, at));
  const domain = normalDomain(parsed.data.slice(at + 1));
  if (domain === null || Buffer.byteLength(local) > LOCAL_MAX) return null;
  const address = `${local}@${domain}`;
  if (Buffer.byteLength(address) > ADDRESS_MAX) return null;
  return { local, domain, address, needsSmtpUtf8: /[^\0-\x7F]/.test(local) };
}

/**
 * The form by which addresses are compared: with folded case, and the domain in ASCII. Every local part is folded: a server that tells
 * `Dana@` from `dana@` is not known to exist.
 */
export function addressKey(address: string): string {
  return emailKey(parseAddress(address)?.address ?? address.toWellFormed());
}

/** The key of the mailbox that receives for the address: without the subaddress (RFC 5233). */
export function mailboxKey(address: string): string {
  const key = addressKey(address);
  const at = key.lastIndexOf('@');
  const cut = key.indexOf('+');
  return cut > 0 && cut < at && !key.startsWith('"') ? key.slice(0, cut) + key.slice(at) : key;
}

/** What nodemailer is given for an address. A name that looks like an encoded word would be decoded by its readers. */
export function mailboxOf({ name, address }: NamedAddress): { name: string; address: string } {
  return { name: headerText((name ?? '').replaceAll('=?', '= ?'), NAME_MAX), address };
}

/** A new token of a reply address: 100 random bits, so that it is found by a look-up and cannot be guessed. */
export function newReplyToken(): string {
  return randomBase32(TOKEN_LENGTH);
}

/**
 * The address of the mailbox with the token as its subaddress, `support+r<token>@…`; `null` where the local part would exceed 64 octets
 * or is a quoted string. Answers then come to the plain address.
 */
export function replyAddress(address: string, token: string): string | null {
  const parsed = parseAddress(address);
  if (parsed === null || parsed.local.startsWith('"')) return null;
  const local = `${parsed.local}+r${token}`;
  return Buffer.byteLength(local) > LOCAL_MAX ? null : `${local}@${parsed.domain}`;
}

/** Drops the quotes of `"dana"@`, which is the address without them, and gives them to `a..b@`, which needs them. */
function normalLocal(local: string): string {
  const content = local.startsWith('"') ? local.slice(1, -1) : local;
  if (DOT_ATOM.test(content)) return content;
  return local.startsWith('"') ? local : `"${local}"`;
}

function normalDomain(text: string): string | null {
  if (text.startsWith('[')) return text.toLowerCase();
  // The host parser of URLs decodes percent signs, and reads `127.1` as an address.
  if (/[%/?#|]/.test(text)) return null;
  const domain = domainToASCII(text);
  return DOMAIN.test(domain) && isIP(domain) === 0 ? domain : null;
}
