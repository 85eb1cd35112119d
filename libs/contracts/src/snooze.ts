// What tickets and conversations have in common to be out of sight for a while.
import { z } from 'zod';
import { Instant, Timestamp } from './schema.ts';

const wakeOnReply = z
  .boolean()
  .describe('Whether a message of the contact ends the snooze; one that a program wrote for it does not');

/** Fields of a record. */
export const snoozeFields = {
  snoozed_until: Timestamp.nullable().describe('Time at which its snooze ends; null unless snoozed'),
  wake_on_reply: wakeOnReply,
};

/** Fields of a request that snoozes or wakes a record. */
export const writableSnooze = {
  snoozed_until: Instant.nullable().meta({
    description:
      'Snoozes an open or pending record until a time within a year, or wakes it (null). Resolving or closing it ends the snooze',
    examples: [null],
  }),
  wake_on_reply: wakeOnReply.meta({
    description:
      'Whether a message of the contact ends the snooze (default true); one that a program wrote for it does not. Only a snoozed record may have `false`',
    examples: [true],
  }),
};

/** The fields of a request that creates a record. */
export const newSnooze = {
  snoozed_until: writableSnooze.snoozed_until.default(null),
  wake_on_reply: writableSnooze.wake_on_reply.default(true),
};
