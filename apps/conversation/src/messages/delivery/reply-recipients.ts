import { PARTICIPANTS_MAX, RECIPIENTS_MAX, type MailAddress, type MessageEmail } from '@parley/contracts';
import { addressKey, mailboxKey } from '@parley/mail-text';

/** What decides whom a reply goes to. */
export interface ReplySituation {
  /** The last mail of the conversation; `null` without one. */
  readonly last: Pick<MessageEmail, 'direction' | 'from' | 'to' | 'cc' | 'authentication'> | null;
  /** Whether the contact has written since the last mail. */
  readonly isAnswered: boolean;
  /** `null` if the contact has no address. */
  readonly contact: MailAddress | null;
  /** Whom the mails of the conversation went to beside the contact. */
  readonly participants: readonly MailAddress[];
  /** The addresses of all mailboxes of the workspace with their aliases. */
  readonly ownAddresses: readonly string[];
}

export type Recipients = Pick<MessageEmail, 'to' | 'cc' | 'bcc'>;

/** Addresses that a user names. With `to`, nobody else is added; without it, a list that is absent is the usual one. */
export interface NamedRecipients {
  readonly to?: readonly string[] | undefined;
  readonly cc?: readonly string[] | undefined;
  readonly bcc?: readonly string[] | undefined;
}

type Usual = Pick<Recipients, 'to' | 'cc'>;
type Ownership = (address: string) => boolean;

const NOBODY: Usual = { to: [], cc: [] };

/**
 * The recipients of a reply. It goes to the sender of the mail that it answers (RFC 5322 section 3.6.3), and in copy to the other
 * recipients of that mail, of whom only those count who take part already where nothing proves its sender, since anybody can forge one; after a mail of ours, to those of that one, with the present address of the contact for a former one. Never to
 * an address of our own, which would be a loop; never to the contact just because it is the contact, as a third party may have written
 * without it. Without a mail, and where the contact has written since the last one, it goes to the contact alone.
 */
export function replyRecipients(situation: ReplySituation, named: NamedRecipients = {}): Recipients {
  const known = nameOf(situation);
  const given = (list: readonly string[] | undefined) =>
    list?.map((address) => ({ address, name: known(address) }));
  const usual = named.to === undefined ? usualRecipients(situation) : NOBODY;
  const {
    to = usual.to,
    cc = usual.cc,
    bcc = [],
  } = { to: given(named.to), cc: given(named.cc), bcc: given(named.bcc) };
  return limited({ to, cc, bcc }, named);
}

/** The first of the named recipients that is a mailbox of our own, as a path such as `to[0]`. */
export function ownAmong(named: NamedRecipients, ownAddresses: readonly string[]): string | undefined {
  const isOwn = ownershipOf(ownAddresses);
  return (['to', 'cc', 'bcc'] as const)
    .flatMap((list) => (named[list] ?? []).map((address, index) => ({ address, path: `${list}[${index}]` })))
    .find(({ address }) => isOwn(address))?.path;
}

function usualRecipients(situation: ReplySituation): Usual {
  const { last, isAnswered, contact, ownAddresses } = situation;
  const isOwn = ownershipOf(ownAddresses);
  const others = (list: readonly MailAddress[]) => list.filter(({ address }) => !isOwn(address));
  const present = last?.direction === 'outgoing' ? presentOf(situation) : others;
  const proven = last === null ? null : withProven(last, situation);
  const answered =
    proven === null || isAnswered ? NOBODY : answering(proven, (list) => others(present(list)));
  if (answered.to.length > 0) return answered;
  return { to: others(contact === null ? [] : [contact]), cc: [] };
}

/** A mail with those recipients alone whom its sender may name: a sender that nothing proves names nobody who takes no part already. */
function withProven(
  last: NonNullable<ReplySituation['last']>,
  { contact, participants, ownAddresses }: ReplySituation,
): NonNullable<ReplySituation['last']> {
  if (last.direction === 'outgoing' || last.authentication?.verified === true) return last;
  const known = new Set([contact ?? [], participants].flat().map(({ address }) => addressKey(address)));
  const isOwn = ownershipOf(ownAddresses);
  const ofThose = (list: readonly MailAddress[]) =>
    list.filter(({ address }) => known.has(addressKey(address)) || isOwn(address));
  return { ...last, to: ofThose(last.to), cc: ofThose(last.cc) };
}

/**
 * Recipients of a mail of ours with the contact in place of its former addresses: those that are of neither the contact nor a participant.
 * Where the oldest participants are forgotten, nobody can tell.
 */
function presentOf({ contact, participants }: ReplySituation) {
  const known = new Set([contact ?? [], participants].flat().map(({ address }) => addressKey(address)));
  return (list: readonly MailAddress[]): readonly MailAddress[] =>
    participants.length >= PARTICIPANTS_MAX
      ? list
      : list.flatMap((one) => (known.has(addressKey(one.address)) ? one : (contact ?? [])));
}

function answering(
  { direction, from, to, cc }: NonNullable<ReplySituation['last']>,
  others: (list: readonly MailAddress[]) => MailAddress[],
): Usual {
  if (direction === 'outgoing') return { to: others(to), cc: others(cc) };
  const named = [...to, ...cc];
  // Where no address of ours is named, we were reached by Bcc: the others do not know that we read it.
  const isNamed = others(named).length < named.length;
  return { to: others(from === null ? [] : [from]), cc: isNamed ? others(named) : [] };
}

/** Subaddresses do not count: a mailbox receives whatever has its name before `+`. */
function ownershipOf(ownAddresses: readonly string[]): Ownership {
  const own = new Set(ownAddresses.map((address) => mailboxKey(address)));
  return (address) => own.has(mailboxKey(address));
}

/** The name that the last mail or the contact has for an address. */
function nameOf({ last, contact }: ReplySituation): (address: string) => string | null {
  const known = [contact, last?.from ?? null, ...(last?.to ?? []), ...(last?.cc ?? [])].filter(
    (one) => one !== null,
  );
  const names = new Map(known.toReversed().map(({ address, name }) => [addressKey(address), name]));
  return (address) => names.get(addressKey(address)) ?? null;
}

/** Each address once, at its first place; of the usual ones as many as the named ones leave room for. */
function limited(lists: Recipients, named: NamedRecipients): Recipients {
  const seen = new Set<string>();
  let room =
    RECIPIENTS_MAX - [named.to, named.cc, named.bcc].reduce((sum, list) => sum + (list?.length ?? 0), 0);
  const take = (list: readonly MailAddress[], isNamed: boolean) =>
    list.filter(({ address }) => {
      const key = addressKey(address);
      if (seen.has(key) || (!isNamed && room <= 0)) return false;
      if (!isNamed) room -= 1;
      return seen.add(key);
    });
  return {
    to: take(lists.to, named.to !== undefined),
    cc: take(lists.cc, named.cc !== undefined),
    bcc: take(lists.bcc, true),
  };
}
