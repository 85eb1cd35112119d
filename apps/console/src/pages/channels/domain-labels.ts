import type { Schemas } from '../../api/public.ts';
import type { Label } from '../../desk/labels.ts';

export type SendingDomain = Schemas['SendingDomain'];
export type DnsRecord = Schemas['DnsRecord'];

export const DOMAIN_STATUSES: Readonly<Record<string, Label>> = {
  pending: { text: 'Not verified yet', tone: 'warning' },
  verified: { text: 'Verified', tone: 'success' },
  failed: { text: 'Failed', tone: 'danger' },
};

export const RECORD_STATUSES: Readonly<Record<string, Label>> = {
  found: { text: 'Found', tone: 'success' },
  missing: { text: 'Missing', tone: 'warning' },
  different: { text: 'Another value', tone: 'danger' },
};

/** What each record is for. */
export const PURPOSES: Readonly<Record<string, { title: string; note: string }>> = {
  dkim: { title: 'DKIM', note: 'The key with which mails are signed. The domain is verified by it.' },
  spf: {
    title: 'SPF',
    note: 'Which servers may send for the domain. If there is one already, add what it names to that.',
  },
  dmarc: {
    title: 'DMARC',
    note: 'What receivers do with mails that the others do not cover. If there is one already, keep it.',
  },
};
