import { sendError, type SendErrorCode } from '../send-error.ts';
import type { FollowUp, RecipientOutcome } from '../transport.ts';

export interface Simulation {
  readonly outcome: RecipientOutcome;
  /** Null if nothing follows by itself. */
  readonly followUp: FollowUp | null;
}

const error = (code: SendErrorCode, status: string) => sendError(code, { status, text: 'Simulated' });

const sent = (followUp: FollowUp | null): Simulation => ({ outcome: { status: 'sent' }, followUp });
const ended = (outcome: RecipientOutcome): Simulation => ({ outcome, followUp: null });
const delivered = sent({ status: 'delivered' });

/** The local parts that simulate something else than a delivery, below a domain that ends in `.sandbox`. */
const SIMULATIONS: Readonly<Record<string, Simulation>> = {
  sent: sent(null),
  bounced: sent({ status: 'bounced', error: error('recipient_unknown', '5.1.1') }),
  'bounced-full': sent({ status: 'bounced', error: error('mailbox_full', '5.2.2') }),
  deferred: ended({ status: 'deferred', error: error('temporarily_refused', '4.7.1') }),
  'mailbox-full': ended({ status: 'deferred', error: error('mailbox_full', '4.2.2') }),
  failed: ended({ status: 'failed', error: error('recipient_unknown', '5.1.1') }),
  refused: ended({ status: 'failed', error: error('refused_by_policy', '5.7.1') }),
  'too-large': ended({ status: 'failed', error: error('too_large', '5.3.4') }),
  unknown: ended({ status: 'unknown', error: sendError('no_reply') }),
};

/**
 * What becomes of a mail in test mode, by the address of its recipient alone: the same each time. The local part counts, without
 * what follows a `+`; all other addresses get their mails delivered.
 */
export function simulate(address: string): Simulation {
  const at = address.lastIndexOf('@');
  if (
    !address
      .slice(at + 1)
      .toLowerCase()
      .endsWith('.sandbox')
  )
    return delivered;
  const local = address.slice(0, at).toLowerCase().replace(/\+.*/s, '');
  return Object.hasOwn(SIMULATIONS, local) ? (SIMULATIONS[local] ?? delivered) : delivered;
}
