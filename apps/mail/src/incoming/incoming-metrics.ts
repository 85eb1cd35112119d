import { Counter } from '@parley/runtime/metrics';

export const mailsAccepted = new Counter({
  name: 'parley_incoming_mails_accepted_total',
  help: 'Mails that were stored and taken over, by transport',
  labelNames: ['transport'],
});

// Otherwise the first one would be no increase.
for (const transport of ['smtp', 'lmtp', 'imap', 'postmark', 'mailgun', 'sendgrid', 'ses'])
  mailsAccepted.inc({ transport }, 0);

export const mailsReceived = new Counter({
  name: 'parley_incoming_mails_total',
  help: 'Mails that were read, by what became of them',
  labelNames: ['result'],
});

for (const result of ['delivered', 'quarantined', 'ignored', 'failed']) mailsReceived.inc({ result }, 0);

export const mailsSkipped = new Counter({
  name: 'parley_imap_mails_skipped_total',
  help: 'Mails that were left at their IMAP server, by why they could not be fetched',
  labelNames: ['reason'],
});

for (const reason of ['too_large', 'refused', 'gone']) mailsSkipped.inc({ reason }, 0);

export const folderWalks = new Counter({
  name: 'parley_imap_folder_walks_total',
  help: 'Folders whose mails got other UIDs: their reading from the beginning was begun, or delayed since it happens too often',
  labelNames: ['result'],
});

for (const result of ['begun', 'delayed']) folderWalks.inc({ result }, 0);

export const imapFailures = new Counter({
  name: 'parley_imap_failures_total',
  help: 'Connections to IMAP servers that failed or could not be made, by cause',
  labelNames: ['code'],
});

export const providerRefusals = new Counter({
  name: 'parley_provider_requests_refused_total',
  help: 'Requests of mail providers that were not taken over, by why',
  labelNames: ['type', 'reason'],
});
