import { z } from 'zod';
import { component, nullableString, string } from '../documented.ts';
import { idOf } from '../id.ts';
import { CreatedAt, text, Timestamp } from '../schema.ts';

/** Notifications that a user keeps in one mode; the oldest ones make room. */
export const NOTIFICATIONS_MAX = 1_000;
/** Days for which a notification is kept. */
export const NOTIFICATION_DAYS = 90;
/** Browsers of a user to which notifications are pushed, in one mode. */
export const NOTIFICATION_DEVICES_MAX = 10;

const CAUSES = ['assigned', 'mentioned', 'reply', 'sla_warning', 'woken'] as const;

export const NotificationCause = z.enum(CAUSES).meta({
  id: 'NotificationCause',
  description:
    'Why a user is notified. `assigned`: a record was assigned to them; `mentioned`: a note mentions them; `reply`: the contact wrote on a ' +
    'record that is assigned to them or that they follow; `sla_warning`: the first response to a ticket of theirs is soon due; `woken`: a snooze ' +
    'of theirs has ended',
});
export type NotificationCause = z.output<typeof NotificationCause>;

export const Notification = component(
  // A `Notification` is a global of browsers.
  'UserNotification',
  'What a user should know of a ticket or a conversation',
  {
    id: idOf('notification'),
    cause: NotificationCause,
    ticket_id: idOf('ticket')
      .nullable()
      .meta({ description: 'Id of the ticket; null if it is about a conversation', examples: [null] }),
    conversation_id: idOf('conversation')
      .nullable()
      .describe('Id of the conversation; null if it is about a ticket'),
    message_id: idOf('message')
      .nullable()
      .describe('Id of the message, for the causes `mentioned` and `reply`; otherwise null'),
    read: z.boolean().describe('Whether the user has read it'),
    read_at: Timestamp.nullable().describe('Time at which it was marked as read, or null'),
    created_at: CreatedAt,
  },
);
export type Notification = z.output<typeof Notification>;

export const NotificationChannels = component(
  'NotificationChannels',
  'Where notifications of a cause arrive',
  {
    in_app: z.boolean().describe('Whether they are in the list of notifications'),
    push: z.boolean().describe('Whether they are pushed to the devices of the user'),
    mail: z.boolean().describe('Whether the user gets a mail about those that stay unread for an hour'),
  },
);
export type NotificationChannels = z.output<typeof NotificationChannels>;

/** One value for each cause. */
export const byCause = <Value>(valueOf: (cause: NotificationCause) => Value) =>
  Object.fromEntries(CAUSES.map((cause) => [cause, valueOf(cause)])) as Record<NotificationCause, Value>;

export const NotificationSettings = component(
  'NotificationSettings',
  'Where the notifications of a user arrive, by cause',
  byCause((cause) => NotificationChannels.describe(`Notifications with the cause \`${cause}\``)),
);
export type NotificationSettings = z.output<typeof NotificationSettings>;

export const NotificationDevice = component('NotificationDevice', 'A browser that gets push messages', {
  id: idOf('notification_device'),
  name: nullableString('Name that the user has given it, or null', 'Firefox on the desk'),
  push_service: string('Host of the push service of the browser', 'push.example.com'),
  created_at: CreatedAt,
});
export type NotificationDevice = z.output<typeof NotificationDevice>;

/** Bytes in base64url without padding, as `PushSubscription.toJSON()` has them. */
const base64url = (bytes: number) => {
  const characters = Math.ceil((bytes * 4) / 3);
  return text(characters).regex(
    new RegExp(`^[A-Za-z0-9_-]{${characters}}$`),
    `must be ${bytes} bytes in base64url`,
  );
};

export const NotificationDeviceInput = z.object({
  name: text(255)
    .nullable()
    .default(null)
    .meta({ description: 'Name of the browser for its user, or null', examples: ['Firefox on the desk'] }),
  endpoint: text(2048).meta({
    description: 'URL at the push service, `endpoint` of the PushSubscription',
    examples: ['https://push.example.com/wpush/v2/gAAAAABn'],
  }),
  keys: z
    .object({
      p256dh: base64url(65).meta({
        description: 'Public key of the browser',
        examples: ['BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'],
      }),
      auth: base64url(16).meta({
        description: 'Secret of the browser',
        examples: ['BTBZMqHH6r4Tts7J_aSIgg'],
      }),
    })
    .describe('Keys with which payloads are encrypted, `keys` of the PushSubscription'),
});
