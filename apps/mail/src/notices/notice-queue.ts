import { Injectable } from '@nestjs/common';
import { Encryptor } from '@parley/runtime/encryptor';
import { EXPIRE_AFTER_MS } from '../mail.config.ts';
import { limitsOf } from './budget.rules.ts';
import { countWithin, type Executor } from './counting.ts';
import { noticesCompleted } from './notice-metrics.ts';
import type { StoredNotice } from './notice.ts';
import { insertNotice, purposeOf, type ClaimedNotice } from './notices.queries.ts';

export interface NewNotice {
  readonly id: string;
  /** Uuid of the workspace that it counts for and belongs to. */
  readonly workspace: string | null;
  readonly stored: StoredNotice;
}

/** Stores notices, encrypted, until they are sent. */
@Injectable()
export class NoticeQueue {
  constructor(private readonly encryptor: Encryptor) {}

  /** Returns whether it was queued: not if a budget is used up, or if its id has been queued in the last day. */
  async add(db: Executor, { id, workspace, stored }: NewNotice): Promise<boolean> {
    const limits = limitsOf(id, workspace, stored);
    const { notice } = stored;
    const rows = await db.system(insertNotice, [
      id,
      workspace,
      notice.kind,
      this.encryptor.encrypt(JSON.stringify(stored), purposeOf(id)),
      expiryOf(stored),
      limits.map(({ subject }) => subject),
      limits.map(({ windowMs }) => windowMs),
      limits.map(({ max }) => max),
    ]);
    if (rows.length === 0) noticesCompleted.inc({ kind: notice.kind, result: 'over_budget' });
    return rows.length > 0;
  }

  /** Counts a notice as {@link add} does, and queues nothing. Returns whether it would have been queued. */
  count(db: Executor, { id, workspace, stored }: NewNotice): Promise<boolean> {
    return countWithin(db, limitsOf(id, workspace, stored));
  }

  /** Throws `service_unavailable` without the key that it was encrypted with. */
  read({ id, encrypted }: Pick<ClaimedNotice, 'id' | 'encrypted'>): StoredNotice {
    return JSON.parse(this.encryptor.decrypt(encrypted, purposeOf(id)).toString()) as StoredNotice;
  }
}

/** A link is worth nothing after its end. */
function expiryOf({ notice }: StoredNotice): Date {
  const latest = Date.now() + EXPIRE_AFTER_MS;
  return new Date('link' in notice ? Math.min(latest, Date.parse(notice.expires_at)) : latest);
}
