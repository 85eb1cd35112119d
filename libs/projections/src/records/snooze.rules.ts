import { invalidParameter } from '@parley/contracts';
import type { RecordRow } from './record.entity.ts';

export type Snooze = Pick<RecordRow, 'snoozed_until' | 'snoozed_at' | 'wake_on_reply'>;
export type SnoozePatch = Partial<Pick<RecordRow, 'snoozed_until' | 'wake_on_reply'>>;

export const AWAKE: Snooze = { snoozed_until: null, snoozed_at: null, wake_on_reply: true };

const YEAR_MS = 366 * 86_400_000;

/**
 * The snooze of a record after a patch.
 * @param isDone whether the patch leaves the record resolved or closed, which ends its snooze
 * @throws 422 for a time that has passed or is more than a year away, and for a snooze of a record that is done
 */
export function snoozeAfter(before: Snooze, patch: SnoozePatch, isDone: boolean, at: Date): Snooze {
  const { snoozed_until: requested = before.snoozed_until, wake_on_reply: wakes } = patch;
  const isNew = requested !== null && requested.getTime() !== before.snoozed_until?.getTime();
  if (isNew) requireTime(requested, isDone, at);
  if (requested === null || isDone) {
    if (wakes === false) throw invalidParameter('wake_on_reply', 'must be true unless snoozed_until is set');
    return AWAKE;
  }
  return {
    snoozed_until: requested,
    snoozed_at: isNew ? at : before.snoozed_at,
    wake_on_reply: wakes ?? before.wake_on_reply,
  };
}

function requireTime(until: Date, isDone: boolean, at: Date): void {
  if (isDone) throw invalidParameter('snoozed_until', 'must be null for a record that is resolved or closed');
  if (until <= at) throw invalidParameter('snoozed_until', 'must be in the future');
  if (until.getTime() > at.getTime() + YEAR_MS)
    throw invalidParameter('snoozed_until', 'must be within a year');
}

/** Whether a message of the contact, written at a time, ends a snooze. An older one was known when the record was snoozed. */
export const wakesOn = (record: Snooze, wroteAt: Date): boolean =>
  record.wake_on_reply && record.snoozed_at !== null && record.snoozed_at < wroteAt;
