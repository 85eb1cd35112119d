import { z } from 'zod';
import { component, integer, nullableString } from '../documented.ts';
import { idOf } from '../id.ts';
import { defineOperation, noContent } from '../operation.ts';
import { anyOf, listQuery, pageOf } from '../page.ts';
import { defineResource } from '../resource.ts';
import {
  byCause,
  Notification,
  NOTIFICATION_DAYS,
  NOTIFICATION_DEVICES_MAX,
  NotificationCause,
  NotificationChannels,
  NotificationDevice,
  NotificationDeviceInput,
  NOTIFICATIONS_MAX,
  NotificationSettings,
} from './notification.schema.ts';

const SCOPE = 'notifications:manage';

const OWN = 'They are those of the user of the credential; of an API key, the user is its creator.';

const notifications = defineResource('notification', Notification, {
  path: '/v1/notifications',
  read: SCOPE,
  write: SCOPE,
});

export const listNotifications = notifications.list({
  description:
    `Returns the notifications of the user, newest first. ${OWN} They are kept for ${NOTIFICATION_DAYS} days, the newest ` +
    `${NOTIFICATIONS_MAX} of a user in each mode, and no longer than their record.`,
  query: listQuery(['created_at'], {
    read: z
      .enum(['true', 'false'])
      .transform((value) => value === 'true')
      .optional()
      .meta({ description: 'Whether it was read: `true` or `false`', examples: ['false'] }),
    cause: anyOf(NotificationCause, { description: 'Cause', examples: ['assigned,mentioned'] }),
  }),
});

export const countNotifications = defineOperation({
  id: 'notification.counts',
  route: 'GET /v1/notifications/counts',
  scope: SCOPE,
  summary: 'Count notifications',
  description: `Counts the unread notifications of the user. ${OWN}`,
  response: component('NotificationCounts', 'How many notifications a user has not read', {
    unread: integer('Number of unread notifications', 3),
  }),
});

export const getNotification = notifications.get({ description: OWN });

export const updateNotification = notifications.update({
  description: `Marks a notification as read, or as unread. ${OWN}`,
  body: z.object({ read: z.boolean().describe('Whether the user has read it') }).partial(),
});

export const readAllNotifications = defineOperation({
  id: 'notification.read_all',
  route: 'POST /v1/notifications/read_all',
  scope: SCOPE,
  summary: 'Mark all notifications as read',
  description: `Marks every notification of the user as read that exists at the time. ${OWN}`,
  response: component('ReadNotifications', 'What marking all notifications as read has done', {
    marked: integer('Number of notifications that were unread before', 3),
  }),
});

export const getNotificationSettings = defineOperation({
  id: 'notification.get_settings',
  route: 'GET /v1/notifications/settings',
  scope: SCOPE,
  summary: 'Retrieve the settings of notifications',
  description: `Returns where the notifications of the user arrive; by default in the list and on the devices. ${OWN}`,
  response: NotificationSettings,
});

const ChannelsPatch = NotificationChannels.partial().meta({
  id: 'NotificationChannelsPatch',
  description: 'Channels to change',
});

export const updateNotificationSettings = defineOperation({
  id: 'notification.update_settings',
  route: 'PATCH /v1/notifications/settings',
  scope: SCOPE,
  summary: 'Change the settings of notifications',
  description: `Changes only the channels that are sent, for notifications from now on. ${OWN}`,
  body: z.object(byCause((cause) => ChannelsPatch.describe(`Channels of the cause \`${cause}\``))).partial(),
  response: NotificationSettings,
  isUnversioned: true,
});

export const getNotificationPush = defineOperation({
  id: 'notification.get_push',
  route: 'GET /v1/notifications/push',
  scope: SCOPE,
  summary: 'Retrieve the push configuration',
  description:
    'Says whether the installation pushes notifications to browsers, and with which key (VAPID, RFC 8292). Test mode pushes nothing.',
  response: component('NotificationPush', 'Whether and with which key notifications are pushed', {
    available: z.boolean().describe('Whether notifications are pushed'),
    public_key: nullableString(
      'Public key for `applicationServerKey` of `pushManager.subscribe`; null if nothing is pushed',
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    ),
  }),
});

export const listNotificationDevices = defineOperation({
  id: 'notification_device.list',
  route: 'GET /v1/notifications/devices',
  scope: SCOPE,
  summary: 'List devices',
  description: `Returns the browsers to which notifications are pushed. ${OWN}`,
  query: listQuery(['created_at'], {}),
  response: pageOf(NotificationDevice),
});

export const createNotificationDevice = defineOperation({
  id: 'notification_device.create',
  route: 'POST /v1/notifications/devices',
  status: 201,
  scope: SCOPE,
  summary: 'Register a device',
  description:
    'Takes `endpoint` and `keys` of a PushSubscription, to which the notifications of the user are pushed from then on; the endpoint and the ' +
    'keys are stored encrypted, and never shown. An endpoint that is registered already becomes a device of this user, with its new keys. ' +
    `A user has at most ${NOTIFICATION_DEVICES_MAX} devices in each mode; beyond that, \`too_many_items\` is returned. Where the installation has ` +
    'no key for push messages, a 422 says so. A device that its push service no longer knows is removed.',
  body: NotificationDeviceInput,
  response: NotificationDevice,
  errors: ['too_many_items'],
});

export const deleteNotificationDevice = defineOperation({
  id: 'notification_device.delete',
  route: 'DELETE /v1/notifications/devices/{notification_device_id}',
  scope: SCOPE,
  summary: 'Remove a device',
  description: `Nothing is pushed to it any more. ${OWN}`,
  params: z.object({ notification_device_id: idOf('notification_device') }),
  response: noContent,
  isUnversioned: true,
});
