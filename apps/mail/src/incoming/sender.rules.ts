import { Email } from '@parley/contracts';
import { addressKey } from '@parley/mail-text';
import type { Authentication } from './authentication.rules.ts';
import { addressesIn, domainOf, valueOf } from './headers.rules.ts';
import type { ReadAddress, ReadMail } from '@parley/mail-reader';

/** What an agent is told about the sender of a message. */
export type SenderWarning =
  /** The name beside the address has another address in it. */
  | 'name_shows_other_address'
  /** Answers go to an address of another domain. */
  | 'reply_to_elsewhere'
  /** Several From fields or addresses, of which the first one is taken. */
  | 'several_senders'
  /** A forwarder that the mailbox trusts has sent the mail of this person. */
  | 'sent_by_forwarder';

/** Why a mail has no sender who can be a contact, and is held. */
export type SenderProblem = 'no_sender' | 'group_sender' | 'unusable_address';

export interface MailSender {
  /** The address as it was written, with the domain in lower case. */
  readonly address: string;
  readonly name: string | null;
  /** The form by which addresses are compared. */
  readonly key: string;
  /** Where answers go (RFC 5322 section 3.6.2). */
  readonly replyTo: readonly { readonly address: string; readonly name: string | null }[];
  /** The address of the forwarder, whose authentication says nothing of this sender; null without one. */
  readonly forwardedBy: string | null;
  readonly warnings: readonly SenderWarning[];
}

export type SenderResult =
  | { readonly sender: MailSender; readonly problem: null }
  | { readonly sender: null; readonly problem: SenderProblem };

const REPLY_TO_MAX = 10;
/** Fields in which forwarders keep the sender whom they have replaced; Reply-To is the last one. */
const ORIGINAL_FIELDS = ['x-original-from', 'x-original-sender'];

/**
 * The person who has written a mail: the first address of the first From. An address that no contact can have, a group and no address at all
 * are problems. A forwarder on the list of the mailbox that is authenticated is replaced by the sender whom it names; any other
 * forwarder is the sender, and answers go to Reply-To.
 */
export function senderOf(
  mail: ReadMail,
  authentication: Pick<Authentication, 'verified'>,
  trustedForwarders: readonly string[] = [],
): SenderResult {
  const [from] = mail.from;
  if (from === undefined) return { sender: null, problem: 'no_sender' };
  if (from.group !== null) return { sender: null, problem: 'group_sender' };
  const isTrusted = trustedForwarders.map(addressKey).includes(addressKey(from.address));
  const original = isTrusted && authentication.verified ? originalOf(mail, from) : null;
  const person = original ?? from;
  if (!isUsable(person.address)) return { sender: null, problem: 'unusable_address' };
  const replyTo = mail.replyTo
    .filter(({ address, group }) => group === null && isUsable(address))
    .slice(0, REPLY_TO_MAX)
    .map(({ address, name }) => ({ address, name }));
  const { address, name } = person;
  const forwardedBy = original === null ? null : from.address;
  const sender = { address, name, key: addressKey(address), replyTo, forwardedBy };
  return { sender: { ...sender, warnings: warningsOf(mail, sender) }, problem: null };
}

/**
 * The authentication of a sender: that of the mail, unless a forwarder has written From. It has passed the mail on without saying whether it
 * was authentic.
 */
export function authenticationOfSender(
  sender: Pick<MailSender, 'forwardedBy'>,
  authentication: Authentication,
): Authentication {
  return sender.forwardedBy === null ? authentication : { ...authentication, verified: false, policy: null };
}

/** Whether a contact can have the address: a quoted local part, an IP literal and more than 320 characters it cannot have. */
function isUsable(address: string): boolean {
  return Email.safeParse(address).success && !address.startsWith('"') && !address.endsWith(']');
}

function originalOf(mail: ReadMail, from: ReadAddress): Pick<ReadAddress, 'address' | 'name'> | null {
  for (const field of ORIGINAL_FIELDS) {
    const [address] = addressesIn(valueOf(mail.headers, field) ?? '');
    if (address !== undefined) return { address, name: nameOf(from) };
  }
  const [first, second] = mail.replyTo;
  // Several answers go to people of whom nobody knows which one has written.
  if (first === undefined || second !== undefined || first.group !== null) return null;
  return addressKey(first.address) === addressKey(from.address)
    ? null
    : { address: first.address, name: first.name ?? nameOf(from) };
}

/** The name without what groups add to it: `Dana via Support`. */
function nameOf({ name }: ReadAddress): string | null {
  const [, person] = /^['"]?(.+?)['"]? via .+$/i.exec(name ?? '') ?? [];
  return person ?? name;
}

function warningsOf(mail: ReadMail, sender: Omit<MailSender, 'warnings'>): readonly SenderWarning[] {
  const fields = mail.headers.filter(({ name }) => name === 'from').length;
  const elsewhere = sender.replyTo.some(({ address }) => domainOf(address) !== domainOf(sender.address));
  const warnings: readonly (readonly [SenderWarning, boolean])[] = [
    ['name_shows_other_address', showsOtherAddress(sender)],
    ['reply_to_elsewhere', elsewhere],
    ['several_senders', fields > 1 || mail.from.length > 1],
    ['sent_by_forwarder', sender.forwardedBy !== null],
  ];
  return warnings.flatMap(([warning, applies]) => (applies ? [warning] : []));
}

function showsOtherAddress({ name, key }: Pick<MailSender, 'name' | 'key'>): boolean {
  return addressesIn(name ?? '').some(
    (shown) => /@[^@]+\.[^@]+$/.test(shown) && addressKey(shown.replace(/[.'"\]]+$/, '')) !== key,
  );
}
