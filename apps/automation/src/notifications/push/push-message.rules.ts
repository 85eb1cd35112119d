import { encodeId } from '@parley/contracts';
import webPush, { type PushSubscription } from 'web-push';
import type { Vapid } from './push.config.ts';
import type { WaitingMessage } from './push.queries.ts';

/** Hours for which a push service keeps a message for a device that is off: what is older is in the list. */
export const KEPT_HOURS = 24;

/** A request to a push service. */
export interface PushRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * The request that pushes a notification: encrypted for the device (RFC 8291), signed (RFC 8292). It says why and of which record, and
 * nothing that anybody has written. The id of the notification is the topic, by which a push service keeps one of two equal messages.
 */
export function pushRequest(
  subscription: PushSubscription,
  message: WaitingMessage,
  vapid: Vapid,
): PushRequest {
  const payload = {
    id: encodeId('notification', message.notification_id),
    cause: message.cause,
    record_id: encodeId(message.kind, message.record_id),
  };
  const { endpoint, headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(payload), {
    vapidDetails: vapid,
    TTL: KEPT_HOURS * 3_600,
    urgency: 'high',
    topic: Buffer.from(message.notification_id.replaceAll('-', ''), 'hex').toString('base64url'),
  });
  return { url: endpoint, headers, body };
}

/** What an answer of a push service means: `gone` for the device, `refused` for the message, `later` for both. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'later';

export function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 408 || status === 429 || status >= 500 ? 'later' : 'refused';
}

/** Milliseconds until the next attempt; null if there is none. A push service may ask for more, up to an hour. */
export function pauseAfter(
  schedule: readonly number[],
  attempts: number,
  retryAfterMs: number | null,
): number | null {
  const pause = schedule[attempts];
  return pause === undefined ? null : Math.max(pause, Math.min(retryAfterMs ?? 0, 3_600_000));
}
