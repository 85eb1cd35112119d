import { createHash } from 'node:crypto';
import { mailboxKey } from '@parley/mail-text';
import type { NoticeKind, StoredNotice } from './notice.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The most that may be counted for a subject in a window, which begins with the first. */
export interface Limit {
  readonly subject: Buffer;
  readonly windowMs: number;
  readonly max: number;
}

interface Budget {
  /** Notices to one address. */
  readonly address?: { readonly hour: number; readonly day: number };
  /** Notices of one workspace in an hour. */
  readonly workspace?: number;
}

/**
 * What may be sent: the limits of each kind by itself, so that nobody uses up those of another. Invitations to an address keep no
 * link for a password from it.
 */
const BUDGETS: { readonly [Kind in NoticeKind]: Budget } = {
  invitation: { address: { hour: 3, day: 10 }, workspace: 100 },
  password_reset: { address: { hour: 3, day: 10 } },
  // Anybody asks for these in the name of anybody: few, over all workspaces.
  form_confirmation: { address: { hour: 3, day: 5 }, workspace: 200 },
  webhook_disabled: { address: { hour: 10, day: 30 } },
  mailbox_disconnected: { address: { hour: 10, day: 30 } },
  // A user gets one in an hour; these are for an address with accounts in several workspaces.
  notification_digest: { address: { hour: 5, day: 50 } },
};
export const NOTICE_KINDS = Object.keys(BUDGETS) as readonly NoticeKind[];
/** Notices to the admins of one workspace in an hour, of all kinds. */
const ADMIN_NOTICES_MAX = 20;

/** The limits of a notice: its id counts too, so that a repeat of the request sends nothing. */
export function limitsOf(id: string, workspace: string | null, stored: StoredNotice): readonly Limit[] {
  const limits = [limit(['id', id], DAY_MS, 1)];
  if (stored.to === null) {
    const { notice } = stored;
    if (notice.kind === 'notification_digest') return limits;
    // One of a webhook or a mailbox in a day, however often it fails.
    const about = notice.kind === 'webhook_disabled' ? notice.webhook_id : notice.mailbox_id;
    limits.push(limit(['about', about], DAY_MS, 1));
    limits.push(limit(['admins', workspace ?? ''], HOUR_MS, ADMIN_NOTICES_MAX));
    return limits;
  }
  const { kind } = stored.notice;
  const { address, workspace: perHour } = BUDGETS[kind];
  // Subaddresses are one mailbox: they would multiply what its owner gets.
  const key = mailboxKey(stored.to);
  if (address !== undefined) {
    limits.push(limit([kind, 'hour', key], HOUR_MS, address.hour));
    limits.push(limit([kind, 'day', key], DAY_MS, address.day));
  }
  if (perHour !== undefined) limits.push(limit([kind, 'workspace', workspace ?? ''], HOUR_MS, perHour));
  return limits;
}

/** A limit whose subject names nobody: a hash. */
export function limit(subject: readonly string[], windowMs: number, max: number): Limit {
  return { subject: createHash('sha256').update(JSON.stringify(subject)).digest(), windowMs, max };
}
