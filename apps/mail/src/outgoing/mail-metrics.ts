import { Gauge, Histogram, initializedCounter, ObservedMetric } from '@parley/runtime/metrics';

export const mailsCompleted = initializedCounter(
  {
    name: 'parley_mail_results_total',
    help: 'Attempts to send a mail by what became of it: sent, queued (deferred), unknown, failed, cancelled, or mailbox (paused)',
  },
  { result: ['sent', 'queued', 'unknown', 'failed', 'cancelled', 'mailbox'] },
);

export const firstAttemptDelay = new Histogram({
  name: 'parley_mail_first_attempt_delay_seconds',
  help: 'Time from the arrival of a message in the mail service to the first attempt to send it, without the delay of its mailbox',
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300, 1800],
});

export const mailsInFlight = new Gauge({
  name: 'parley_mail_in_flight',
  help: 'Mails that this process is sending',
});

export const mailBacklog = new Gauge({
  name: 'parley_mail_backlog',
  help: 'Mails that are due in mailboxes that are connected and not at their limits, in the whole installation',
});

export const mailboxesDisconnected = new Gauge({
  name: 'parley_mailboxes_disconnected',
  help: 'Mailboxes that cannot send or receive, in the whole installation',
});

export const oldestMail = new ObservedMetric({
  name: 'parley_mail_backlog_oldest_age_seconds',
  help: 'How long the oldest mail has been due in a mailbox that is connected and not at its limits; 0 if there is none',
  labelNames: [],
});
