import type { Receiver } from '@parley/testing';

/** What a process had claimed when it was killed is sent again after its lease. */
export const DELIVERED_WITHIN_MS = 90_000;

/** Which of these tickets the receiver has not heard of. */
export function missingAt(receiver: Receiver, created: readonly string[]): string[] {
  const heard = new Set(receiver.of('ticket.created').map(({ body }) => body.data['id']));
  return created.filter((id) => !heard.has(id));
}
