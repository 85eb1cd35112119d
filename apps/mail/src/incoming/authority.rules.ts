import { addressKey, mailboxKey, parseAddress } from '@parley/mail-text';
import type { Authentication } from './authentication.rules.ts';
import type { ReadMail } from '@parley/mail-reader';
import type { LookUp } from './threading.rules.ts';

/** The conversation that was found, and by what. */
export interface Match {
  readonly by: LookUp['by'];
  readonly conversationId: string;
  /** The mail is a forward by its subject: what it quotes and refers to is what somebody sends on, not what they answer. */
  readonly isForward: boolean;
  /** The conversation is one of another mailbox than the one that the mail has come to. */
  readonly isOfOtherMailbox: boolean;
}

/** Who has written a mail, as far as authority depends on it. */
export interface Author {
  /** The key of the address (`addressKey`). */
  readonly key: string;
  /**
   * `user`: an active user of the workspace has the address; `sent_copy`: the mail is in the folder of sent mails of the mailbox, so that
   * its people have written it; `contact`: everybody else.
   */
  readonly kind: 'contact' | 'user' | 'sent_copy';
  /** The contact of the conversation is in To or Cc. */
  readonly addressesContact: boolean;
}

export type Action =
  | 'accept'
  /** The message shows its sender and a flag, and nothing is ever sent to that sender without an agent. */
  | 'accept_as_other_sender'
  | 'quarantine'
  | 'new_conversation'
  /** A new conversation that is linked with the one that was found. */
  | 'new_related';

export interface AuthorityDecision {
  readonly action: Action;
  /** The sender is the one that From says. */
  readonly verified: boolean;
  readonly isParticipant: boolean;
  /** The type of the message: a `note` of a user who has written to us alone. */
  readonly type: 'comment' | 'note';
  /** Whose message it is: of the contact with the address, of the user with it, or of the mailbox itself. */
  readonly author: 'contact' | 'user' | 'mailbox';
  readonly reason: string;
}

/** What the workspace allows. */
export interface AuthorityPolicy {
  /** Users add to conversations from their own mail. Otherwise they are senders like others. */
  readonly acceptsUsers: boolean;
}

const DEFAULT_POLICY: AuthorityPolicy = { acceptsUsers: true };

type Outcome = Pick<AuthorityDecision, 'action' | 'reason'>;

/**
 * What a mail may do in the conversation that was found for it. Finding one is no right: a forged mail can add a text with a flag, but obtains
 * nothing and makes nobody a participant. `participants` are keys of addresses: the contact, those to whom we wrote, and those whom
 * an authenticated participant has added.
 */
export function decide(
  match: Match | null,
  author: Author,
  authentication: Authentication,
  participants: ReadonlySet<string>,
  policy: AuthorityPolicy = DEFAULT_POLICY,
): AuthorityDecision {
  const { verified } = authentication;
  if (author.kind === 'sent_copy') return ofMailbox(match);
  if (author.kind === 'user' && verified && policy.acceptsUsers && isAnswer(match, true))
    return ofUser(author);
  const isParticipant = match !== null && participants.has(author.key);
  const outcome = outcomeOf(match, isParticipant, authentication);
  return { ...outcome, verified, isParticipant, type: 'comment', author: 'contact' };
}

/**
 * The participants after a mail, as keys: only an authenticated participant, or an authenticated user, adds those in To and Cc. A forged
 * mail, and one of another sender, adds nobody. A new conversation has participants of its own, its contact among them. `own` are the keys of the mailboxes of the workspace, which are none.
 */
export function participantsAfter(
  decision: AuthorityDecision,
  author: Pick<Author, 'key'>,
  mail: Pick<ReadMail, 'to' | 'cc'>,
  participants: ReadonlySet<string>,
  own: ReadonlySet<string>,
): ReadonlySet<string> {
  const isNew = decision.action === 'new_conversation' || decision.action === 'new_related';
  const after = new Set(isNew ? [] : participants);
  if (isNew && decision.author === 'contact') after.add(author.key);
  if (!mayAdd(decision, isNew)) return after;
  for (const { address } of [...mail.to, ...mail.cc]) {
    if (after.size >= PARTICIPANTS_MAX) break;
    const key = addressKey(address);
    if (parseAddress(address) !== null && !own.has(key) && !own.has(mailboxKey(address))) after.add(key);
  }
  return after;
}

/** Most participants of a conversation: one with more is a list, whose readers nobody answers together. */
const PARTICIPANTS_MAX = 100;

function mayAdd({ action, verified, isParticipant, author }: AuthorityDecision, isNew: boolean): boolean {
  if (!verified) return false;
  return isNew || (action === 'accept' && (isParticipant || author !== 'contact'));
}

/**
 * Whether a mail continues the conversation that was found. A forward to another mailbox does not, nor does any forward of a user, who has a
 * matter of its own with it; but everybody who writes to a token does.
 */
function isAnswer(match: Match | null, isUser: boolean): boolean {
  if (match === null || (isUser && match.by === 'subject')) return false;
  return match.by === 'token' || !match.isForward || !(isUser || match.isOfOtherMailbox);
}

function outcomeOf(
  match: Match | null,
  isParticipant: boolean,
  { verified, policy }: Authentication,
): Outcome {
  if (match === null) return { action: 'new_conversation', reason: 'no_match' };
  const { by } = match;
  if (!isAnswer(match, false))
    return { action: isParticipant ? 'new_related' : 'new_conversation', reason: 'forward' };
  if (isParticipant && verified) return { action: 'accept', reason: `${by}_participant` };
  switch (by) {
    case 'token':
    case 'own':
      return isParticipant
        ? { action: 'accept', reason: `${by}_unverified_participant` }
        : { action: 'accept_as_other_sender', reason: `${by}_other_sender` };
    case 'foreign':
      if (!isParticipant) return { action: 'new_related', reason: 'foreign_other_sender' };
      return policy === 'quarantine' || policy === 'reject'
        ? { action: 'quarantine', reason: `foreign_unverified_policy_${policy}` }
        : { action: 'accept', reason: 'foreign_unverified_participant' };
    case 'quoted':
      return isParticipant
        ? { action: 'accept', reason: 'quoted_unverified_participant' }
        : { action: 'new_conversation', reason: 'quoted_other_sender' };
    case 'subject':
      return { action: 'new_conversation', reason: 'subject_unverified_or_other_sender' };
  }
}

/** A user who writes from their own mail: the contact has it already, or it is for the team alone. */
function ofUser({ addressesContact }: Author): AuthorityDecision {
  const type = addressesContact ? 'comment' : 'note';
  const reason = addressesContact ? 'user_to_contact' : 'user_to_mailbox';
  return { action: 'accept', verified: true, isParticipant: false, type, author: 'user', reason };
}

/** A mail that people have sent from the mailbox elsewhere: the conversation would look unanswered without it. */
function ofMailbox(match: Match | null): AuthorityDecision {
  const action = match === null ? 'new_conversation' : 'accept';
  const reason = match === null ? 'sent_copy_without_match' : 'sent_copy';
  return { action, verified: true, isParticipant: false, type: 'comment', author: 'mailbox', reason };
}
