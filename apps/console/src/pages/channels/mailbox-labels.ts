import type { Mailbox } from '../../desk/directory.ts';
import { humanize, type Label } from '../../desk/labels.ts';
import { withServerWords } from '../../desk/server-words.ts';
import type { Schemas } from '../../api/public.ts';

export const MAILBOX_STATUSES: Readonly<Record<string, Label>> = {
  connected: { text: 'Connected', tone: 'success' },
  disconnected: { text: 'Disconnected', tone: 'danger' },
  disabled: { text: 'Disabled', tone: 'neutral' },
};

/** What the server of a mailbox is called. */
export function transportText({ type, host }: Schemas['Transport']): { name: string; detail: string | null } {
  if (type === 'smtp') return { name: 'SMTP', detail: host };
  if (type === 'imap_smtp') return { name: 'IMAP and SMTP', detail: host };
  return { name: type === 'graph' ? 'Microsoft Graph' : 'Sandbox', detail: null };
}

/** What an admin does about a mailbox that its server refuses. */
const ADVICE: Readonly<Record<string, string>> = {
  authentication_failed: 'Edit the mailbox and enter its password or token again.',
  authentication_disabled: 'Sign in by OAuth 2.0, or use Microsoft Graph.',
  authentication_not_offered: 'Choose another port, or another way to sign in.',
  application_refused: 'Check the application at the provider: its secret, its permission and its consent.',
  reauthorize: 'Make a new refresh token, then edit the mailbox and enter it.',
  reading_not_allowed: 'Give the application the permission Mail.Read, and check the user principal name.',
  sender_not_allowed: 'Let the account send as the address of the mailbox.',
  quota_exceeded: 'Lower the limits of the mailbox.',
  tls_not_offered: 'Choose another port or another encryption.',
  tls_failed: 'Check the name of the server: its certificate is not valid for it.',
  target_not_allowed: 'Ask the operator of this installation to allow the server.',
  server_refused: 'Check the server, or ask its operator.',
  dns_failed: 'Check the name of the server.',
  connection_refused: 'Check the server and the port.',
};

const BY_ITSELF = 'It is tried again by itself.';

/** What keeps a mailbox from working and what to do; null while nothing does. */
export function whyBroken({ status, status_reason: reason }: Mailbox): string | null {
  if (status === 'connected') return null;
  if (status === 'disabled') return 'Its mails wait until an admin enables it, for three days at most.';
  if (reason === null) return `Its mails wait, for three days at most. ${BY_ITSELF}`;
  const effect =
    reason.affects === 'receiving' ? 'Replies leave, but mails that arrive are not fetched. ' : '';
  return `${effect}${withServerWords(reason.message)} ${ADVICE[reason.code] ?? BY_ITSELF}`;
}

interface CheckLabel {
  title: string;
  /** What to do when it fails. */
  advice: string;
}

const CHECKS: Readonly<Record<string, CheckLabel>> = {
  dns: { title: 'Name of the server', advice: 'Check the name of the server.' },
  connection: {
    title: 'Connection',
    advice: 'Check the server and the port, and whether a firewall is in between.',
  },
  tls: { title: 'Encryption', advice: 'Check the encryption, the port and the name of the server.' },
  authentication: { title: 'Sign-in', advice: 'Check the user name, and the password or the token.' },
  sending: {
    title: 'A mail to itself',
    advice: 'Check that the account may send from the address of the mailbox.',
  },
  receiving: {
    title: 'Mails that arrive',
    advice:
      'Check the IMAP server, its port and encryption, and whether the account may use IMAP; with Microsoft Graph the permission Mail.Read.',
  },
  signature: { title: 'Signature', advice: 'Verify the sending domain.' },
  proof: {
    title: 'Proof of the sender',
    advice: 'Publish the SPF and DKIM records of the domain: receivers take the mails for spam without them.',
  },
  arrival: {
    title: 'The mail comes back',
    advice: 'Have your mail server forward the mails of the address to this installation.',
  },
  subaddressing: {
    title: 'Subaddresses',
    advice:
      'Replies name the plain address for answers, and find their conversation by their references. Set subaddresses up at the mail server, then test again.',
  },
  message_id: {
    title: 'Message-ID',
    advice: 'Answers find their conversation by other fields, as far as mail programs send them.',
  },
  references: {
    title: 'References',
    advice: 'Answers find their conversation by the address alone: turn subaddresses on.',
  },
};

/** What a check of a test is called; one that a later version adds has its name. */
export const checkLabel = (name: string): CheckLabel => CHECKS[name] ?? { title: humanize(name), advice: '' };
