import type { Authentication } from './authentication.rules.ts';
import type { MailContext } from './classify.rules.ts';

/** What is known of a mail beside its content: nothing. */
export const contextOf = (changes: Partial<MailContext> = {}): MailContext => ({
  envelopeSender: null,
  isOwnId: false,
  fromOwner: null,
  isSentFolder: false,
  isTrustedForwarder: false,
  counts: { fromSender: 1, withEqualBody: 1 },
  ...changes,
});

export const AUTHENTICATED: Authentication = {
  dmarc: 'pass',
  dkim: 'pass',
  spf: 'pass',
  verified: true,
  policy: 'reject',
};

export const UNAUTHENTICATED: Authentication = {
  dmarc: 'none',
  dkim: 'none',
  spf: 'none',
  verified: false,
  policy: null,
};
