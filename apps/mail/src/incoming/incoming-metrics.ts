import { ReceivingType } from '@parley/contracts';
import { initializedCounter } from '@parley/runtime/metrics';
import { MAILBOX_ERROR_CODES } from '../transports/send-error.ts';

import { REFUSAL_REASONS } from './providers/refusal.ts';

export const mailsAccepted = initializedCounter(
  {
    name: 'parley_incoming_mails_accepted_total',
    help: 'Mails that were stored and taken over, by transport',
  },
  { transport: ['smtp', 'lmtp', 'imap', 'graph', ...ReceivingType.options] },
);

export const mailsReceived = initializedCounter(
  { name: 'parley_incoming_mails_total', help: 'Mails that were read, by what became of them' },
  { result: ['delivered', 'quarantined', 'ignored', 'failed'] },
);

export const mailsSkipped = initializedCounter(
  {
    name: 'parley_imap_mails_skipped_total',
    help: 'Mails that were left at their IMAP server, by why they could not be fetched',
  },
  { reason: ['too_large', 'refused', 'gone'] },
);

export const folderWalks = initializedCounter(
  {
    name: 'parley_imap_folder_walks_total',
    help: 'Folders whose mails got other UIDs: their reading from the beginning was begun, or delayed since it happens too often',
  },
  { result: ['begun', 'delayed'] },
);

export const imapFailures = initializedCounter(
  {
    name: 'parley_imap_failures_total',
    help: 'Connections to IMAP servers that failed or could not be made, by cause',
  },
  { code: MAILBOX_ERROR_CODES },
);

export const graphMailsSkipped = initializedCounter(
  {
    name: 'parley_graph_mails_skipped_total',
    help: 'Mails that were left at Microsoft 365, by why they could not be fetched',
  },
  { reason: ['too_large', 'refused', 'gone'] },
);

export const graphFailures = initializedCounter(
  {
    name: 'parley_graph_failures_total',
    help: 'Failures to fetch the mails of a mailbox from Microsoft Graph, by cause',
  },
  { code: MAILBOX_ERROR_CODES },
);

export const providerRefusals = initializedCounter(
  {
    name: 'parley_provider_requests_refused_total',
    help: 'Requests of mail providers that were not taken over, by why',
  },
  { type: [...ReceivingType.options, 'unknown'], reason: REFUSAL_REASONS },
);
