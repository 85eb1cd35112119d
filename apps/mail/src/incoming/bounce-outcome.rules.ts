import { addressKey } from '@parley/mail-text';
import type { FollowUp } from '../transports/transport.ts';
import type { Bounce, BouncedRecipient } from './bounce.rules.ts';

/**
 * What a notification about a mail of ours means for its recipients, by their addresses as the mail has them. A recipient is known by the
 * address that we wrote to, or the one behind it. A report about an address that the mail does not have, as that behind a forward,
 * is about its recipient if there is only one. A delay, a relay and an expansion say nothing for good.
 */
export function followUpsOf(
  bounce: Pick<Bounce, 'recipients'>,
  recipients: readonly string[],
): ReadonlyMap<string, FollowUp> {
  const found = new Map<string, FollowUp>();
  for (const one of bounce.recipients) {
    const followUp = followUpOf(one);
    const recipient = recipients.find((address) => isAbout(one, address)) ?? onlyOne(recipients, bounce);
    if (followUp === null || recipient === null) continue;
    // A failure is stronger than a delivery at another address behind the same one.
    if (found.get(recipient)?.status !== 'bounced') found.set(recipient, followUp);
  }
  return found;
}

/** Addresses of a notification that refuse every mail for good, and get none for 90 days: those of hard bounces alone. */
export function suppressedBy(
  bounce: Pick<Bounce, 'recipients'>,
  recipients: readonly string[],
): readonly string[] {
  const hard = bounce.recipients.filter(({ error }) => error?.kind === 'hard');
  return [...followUpsOf({ recipients: hard }, recipients).keys()];
}

function followUpOf({ action, error }: BouncedRecipient): FollowUp | null {
  if (action === 'delivered') return { status: 'delivered' };
  if (action !== 'failed' || error === null) return null;
  const { code, smtp_status, message } = error;
  return { status: 'bounced', error: { code, smtp_status, message } };
}

function isAbout({ address, finalAddress }: BouncedRecipient, recipient: string): boolean {
  const key = addressKey(recipient);
  return addressKey(address) === key || (finalAddress !== null && addressKey(finalAddress) === key);
}

/** The recipient of a mail that has only one, if the notification is about one address. */
const onlyOne = (recipients: readonly string[], bounce: Pick<Bounce, 'recipients'>): string | null =>
  recipients.length === 1 && bounce.recipients.length === 1 ? (recipients[0] ?? null) : null;
