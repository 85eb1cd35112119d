import { addressKey, mailboxKey } from '@parley/mail-text';
import { limit, type Limit } from '../notices/budget.rules.ts';
import type { Authentication } from './authentication.rules.ts';
import { hasNullSender } from './bounce-evidence.rules.ts';
import type { Classification } from './classify.rules.ts';
import { domainOf, localOf } from './headers.rules.ts';
import type { ReadMail } from '@parley/mail-reader';

export interface AcknowledgementQuestion {
  readonly mail: Pick<ReadMail, 'headers'>;
  readonly envelopeSender: string | null;
  readonly sender: { readonly address: string; readonly forwardedBy: string | null };
  readonly classification: Pick<Classification, 'class' | 'flood'>;
  readonly authentication: Pick<Authentication, 'verified' | 'policy'>;
  /** The sender is a mailbox of another workspace of the installation: two of them would answer each other. */
  readonly isOfInstallation: boolean;
}

export type AcknowledgementRefusal =
  | 'not_ordinary'
  | 'flood'
  | 'null_sender'
  | 'unauthenticated'
  | 'forwarded'
  | 'of_installation'
  | 'role_address';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Acknowledgements in an hour to a domain that has no DMARC record, whose senders are less certain than others. */
const TO_DOMAIN_MAX = 5;
/** Acknowledgements to one address in a day, of all workspaces: a mail with a signature can be sent to each of them again. */
const TO_ADDRESS_MAX = 10;
/** Acknowledgements of a workspace in an hour. */
const OF_WORKSPACE_MAX = 1_000;

/** Addresses behind which nobody reads (RFC 3834 section 2, RFC 2142). */
const ROLES =
  /^(?:mailer-daemon|postmaster|no[-_.]?reply|do[-_.]?not[-_.]?reply|bounces?|owner-.*|.*-(?:request|owner|bounces?))$/;

/**
 * Why a mail gets no automatic answer; null if it may get one. The answer goes to the address of From alone, and has neither the subject nor
 * the text of the mail: others would have us send theirs.
 */
export function acknowledgementRefusal(question: AcknowledgementQuestion): AcknowledgementRefusal | null {
  const { mail, envelopeSender, sender, classification, authentication } = question;
  const rules: readonly (readonly [AcknowledgementRefusal, boolean])[] = [
    ['not_ordinary', classification.class !== 'ordinary'],
    ['flood', classification.flood !== null],
    ['null_sender', hasNullSender(mail, envelopeSender)],
    ['forwarded', sender.forwardedBy !== null],
    ['unauthenticated', !authentication.verified],
    ['of_installation', question.isOfInstallation],
    ['role_address', ROLES.test(localOf(addressKey(sender.address)))],
  ];
  return rules.find(([, applies]) => applies)?.[0] ?? null;
}

/** Whom an acknowledgement is sent to, and for whom. */
export interface Acknowledged {
  readonly workspace: string;
  readonly mailbox: string;
  readonly address: string;
  readonly policy: Authentication['policy'];
}

/**
 * What keeps two machines from answering each other, and attackers from mailing others: one to an address in a day, whatever subaddress it
 * has, a few of all workspaces together, few to a domain without DMARC, and a number for the workspace.
 */
export function acknowledgementLimits({
  workspace,
  mailbox,
  address,
  policy,
}: Acknowledged): readonly Limit[] {
  const subject = (...parts: string[]) => ['acknowledgement', workspace, ...parts];
  return [
    limit(subject('address', mailbox, mailboxKey(address)), DAY_MS, 1),
    limit(['acknowledgement', 'address', mailboxKey(address)], DAY_MS, TO_ADDRESS_MAX),
    limit(subject('workspace'), HOUR_MS, OF_WORKSPACE_MAX),
    ...(policy === null ? [limit(subject('domain', domainOf(address)), HOUR_MS, TO_DOMAIN_MAX)] : []),
  ];
}
