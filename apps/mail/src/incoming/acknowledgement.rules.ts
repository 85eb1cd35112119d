import { addressKey } from '@parley/mail-text';
import type { Authentication } from './authentication.rules.ts';
import { hasNullSender } from './bounce-evidence.rules.ts';
import type { Classification } from './classify.rules.ts';
import { localOf } from './headers.rules.ts';
import type { ReadMail } from '@parley/mail-reader';

/** How many acknowledgements were sent before: what keeps two machines from answering each other, and attackers from mailing others. */
export interface AcknowledgementCounts {
  /** Those from the mailbox to the address, in 24 hours. */
  readonly toAddress: number;
  /** Those to the domain of the address, in an hour. */
  readonly toDomain: number;
  /** Those of the workspace, in its budget period. */
  readonly ofWorkspace: number;
}

export interface AcknowledgementQuestion {
  readonly mail: Pick<ReadMail, 'headers'>;
  readonly envelopeSender: string | null;
  readonly sender: { readonly address: string; readonly forwardedBy: string | null };
  readonly classification: Pick<Classification, 'class' | 'flood'>;
  readonly authentication: Pick<Authentication, 'verified' | 'policy'>;
  /** The sender is a mailbox of another workspace of the installation: two of them would answer each other. */
  readonly isOfInstallation: boolean;
  /** A suppression of any reason, complaints included. */
  readonly isSuppressed: boolean;
  readonly counts: AcknowledgementCounts;
  readonly workspaceBudget: number;
}

export type AcknowledgementRefusal =
  | 'not_ordinary'
  | 'flood'
  | 'null_sender'
  | 'unauthenticated'
  | 'forwarded'
  | 'of_installation'
  | 'suppressed'
  | 'role_address'
  | 'address_budget'
  | 'domain_budget'
  | 'workspace_budget';

const TO_ADDRESS_MAX = 1;
/** Acknowledgements in an hour to a domain that has no DMARC record, whose senders are less certain than others. */
const TO_DOMAIN_MAX = 5;

/** Addresses behind which nobody reads (RFC 3834 section 2, RFC 2142). */
const ROLES =
  /^(?:mailer-daemon|postmaster|no[-_.]?reply|do[-_.]?not[-_.]?reply|bounces?|owner-.*|.*-(?:request|owner|bounces?))$/;

/** The fields of an automatic mail (RFC 3834 section 5): no machine answers it. Its envelope has no sender where that is allowed. */
export const AUTOMATIC_HEADERS: Readonly<Record<string, string>> = {
  'Auto-Submitted': 'auto-replied',
  'X-Auto-Response-Suppress': 'All',
};

/**
 * Why a mail gets no automatic answer; null if it may get one. The answer goes to the address of From alone, and has neither the subject nor
 * the text of the mail: others would have us send theirs.
 */
export function acknowledgementRefusal(question: AcknowledgementQuestion): AcknowledgementRefusal | null {
  const { mail, envelopeSender, sender, classification, authentication, counts } = question;
  const rules: readonly (readonly [AcknowledgementRefusal, boolean])[] = [
    ['not_ordinary', classification.class !== 'ordinary'],
    ['flood', classification.flood !== null],
    ['null_sender', hasNullSender(mail, envelopeSender)],
    ['forwarded', sender.forwardedBy !== null],
    ['unauthenticated', !authentication.verified],
    ['of_installation', question.isOfInstallation],
    ['suppressed', question.isSuppressed],
    ['role_address', ROLES.test(localOf(addressKey(sender.address)))],
    ['address_budget', counts.toAddress >= TO_ADDRESS_MAX],
    ['domain_budget', authentication.policy === null && counts.toDomain >= TO_DOMAIN_MAX],
    ['workspace_budget', counts.ofWorkspace >= question.workspaceBudget],
  ];
  return rules.find(([, applies]) => applies)?.[0] ?? null;
}
