import type { MailAuthentication, MailboxProbe } from '@parley/contracts';

/** What is stored of the last probe of a mailbox. */
export interface ProbeRow {
  token: string;
  plus_token: string;
  mail_id: string;
  plus_mail_id: string;
  started_at: Date;
  deadline_at: Date;
  arrived_at: Date | null;
  has_message_id: boolean | null;
  has_references: boolean | null;
  authentication: MailAuthentication | null;
  plus_arrived_at: Date | null;
  is_plus_refused: boolean;
  worked_before: boolean | null;
}

type Check = MailboxProbe['checks'][number];

/**
 * Whether mails to subaddresses of the mailbox arrive; null if nobody knows. One that is missing says so only if the other one has come back:
 * otherwise the mailbox receives nothing at all.
 */
export function subaddressesWork(row: ProbeRow, now: Date): boolean | null {
  if (row.plus_arrived_at !== null) return true;
  if (row.is_plus_refused) return false;
  return row.arrived_at !== null && now >= row.deadline_at ? false : row.worked_before;
}

/** What the API shows of a probe, or of none. */
export function probeOf(row: ProbeRow | undefined, now: Date): MailboxProbe {
  if (row === undefined) return { status: 'none', started_at: null, checks: [] };
  const checks = [arrival(row, now), subaddressing(row, now), ...kept(row, now), proof(row, now)];
  const has = (status: Check['status']) => checks.some((one) => one.status === status);
  const status = has('pending') ? 'pending' : has('failed') ? 'failed' : 'passed';
  return { status, started_at: row.started_at.toISOString(), checks };
}

function arrival({ arrived_at: at, started_at: start, deadline_at: end }: ProbeRow, now: Date): Check {
  const name = 'arrival';
  if (at !== null) {
    const seconds = Math.max(1, Math.round((at.getTime() - start.getTime()) / 1_000));
    return { name, status: 'passed', detail: `The mail came back after ${seconds} s.` };
  }
  if (now < end) return { name, status: 'pending', detail: 'The mail is on its way.' };
  return { name, status: 'failed', detail: 'The mail has not come back within two minutes.' };
}

function subaddressing(row: ProbeRow, now: Date): Check {
  const name = 'subaddressing';
  if (row.plus_arrived_at !== null)
    return { name, status: 'passed', detail: 'Mails to subaddresses arrive.' };
  if (row.is_plus_refused)
    return { name, status: 'failed', detail: 'The server refuses mails to subaddresses.' };
  if (now < row.deadline_at)
    return { name, status: 'pending', detail: 'The mail to a subaddress is on its way.' };
  if (row.arrived_at === null) return { name, status: 'skipped', detail: NOTHING_ARRIVED };
  return { name, status: 'failed', detail: 'The mail to a subaddress has not arrived.' };
}

const NOTHING_ARRIVED = 'No mail has come back.';

function kept(row: ProbeRow, now: Date): Check[] {
  const check = (name: Check['name'], isKept: boolean | null, field: string): Check => {
    if (isKept === null) return unknown(name, row, now);
    return isKept
      ? { name, status: 'passed', detail: `The field ${field} came back as it was sent.` }
      : { name, status: 'failed', detail: `A server on the way has replaced the field ${field}.` };
  };
  return [
    check('message_id', row.has_message_id, 'Message-ID'),
    check('references', row.has_references, 'References'),
  ];
}

function proof(row: ProbeRow, now: Date): Check {
  const name = 'authentication';
  if (row.authentication === null) return unknown(name, row, now);
  const { verified, dmarc, dkim, spf } = row.authentication;
  const detail = `DMARC: ${dmarc}, DKIM: ${dkim}, SPF: ${spf}.`;
  if (verified) return { name, status: 'passed', detail };
  // A mail that never left its server has no signature, and nothing to check.
  const isChecked = [dmarc, dkim, spf].some((verdict) => verdict === 'pass' || verdict === 'fail');
  return { name, status: isChecked ? 'failed' : 'skipped', detail };
}

const unknown = (name: Check['name'], { deadline_at: end }: ProbeRow, now: Date): Check =>
  now < end
    ? { name, status: 'pending', detail: 'The mail is on its way.' }
    : { name, status: 'skipped', detail: NOTHING_ARRIVED };
