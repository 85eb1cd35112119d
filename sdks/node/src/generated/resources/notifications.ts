// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../../core/resource.ts';
import type { Change } from '../../core/client.ts';
import type {
  CreateNotificationDeviceRequest,
  ListNotificationDevicesSort,
  ListNotificationsRead,
  ListNotificationsSort,
  NotificationCause,
  NotificationCounts,
  NotificationDevice,
  NotificationPush,
  NotificationSettings,
  PageParams,
  ReadNotifications,
  SortOrder,
  UpdateNotificationRequest,
  UpdateNotificationSettingsRequest,
  UserNotification,
} from '../types.ts';
import type { Deletion, NotModified } from '../../core/values.ts';
import type {
  IfNoneMatch,
  ReadOptions,
  RequestOptions,
  UpdateOptions,
  WriteOptions,
} from '../../core/options.ts';
import type { List } from '../../core/page.ts';

/** Parameters of `notifications.devices.list`. */
export interface ListNotificationDevicesParams extends PageParams {
  /** Field to sort by */
  sort?: ListNotificationDevicesSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** Parameters of `notifications.list`. */
export interface ListNotificationsParams extends PageParams {
  /** Whether it was read: `true` or `false` */
  read?: ListNotificationsRead | undefined;
  /** Cause */
  cause?: NotificationCause[] | undefined;
  /** Field to sort by */
  sort?: ListNotificationsSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** `parley.notifications.counts` */
export class NotificationsCountsResource extends Resource {
  /**
   * Count notifications.
   *
   * Counts the unread notifications of the user. They are those of the user of the credential; of an
   * API key, the user is its creator.
   *
   * Requires the scope `notifications:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`.
   */
  get(options: ReadOptions & IfNoneMatch): Promise<NotificationCounts | NotModified>;
  get(options?: ReadOptions): Promise<NotificationCounts>;
  get(options?: ReadOptions): Promise<NotificationCounts | NotModified> {
    return this.client.record<NotificationCounts>(
      { id: 'countNotifications', method: 'GET', path: ['v1', 'notifications', 'counts'] },
      options,
    );
  }
}

/** `parley.notifications.push` */
export class NotificationsPushResource extends Resource {
  /**
   * Retrieve the push configuration.
   *
   * Says whether the installation pushes notifications to browsers, and with which key (VAPID, RFC
   * 8292). Test mode pushes nothing.
   *
   * Requires the scope `notifications:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`.
   */
  get(options: ReadOptions & IfNoneMatch): Promise<NotificationPush | NotModified>;
  get(options?: ReadOptions): Promise<NotificationPush>;
  get(options?: ReadOptions): Promise<NotificationPush | NotModified> {
    return this.client.record<NotificationPush>(
      { id: 'getNotificationPush', method: 'GET', path: ['v1', 'notifications', 'push'] },
      options,
    );
  }
}

/** `parley.notifications.settings` */
export class NotificationsSettingsResource extends Resource {
  /**
   * Retrieve the settings of notifications.
   *
   * Returns where the notifications of the user arrive; by default in the list and on the devices.
   * They are those of the user of the credential; of an API key, the user is its creator.
   *
   * Requires the scope `notifications:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`.
   */
  get(options: ReadOptions & IfNoneMatch): Promise<NotificationSettings | NotModified>;
  get(options?: ReadOptions): Promise<NotificationSettings>;
  get(options?: ReadOptions): Promise<NotificationSettings | NotModified> {
    return this.client.record<NotificationSettings>(
      { id: 'getNotificationSettings', method: 'GET', path: ['v1', 'notifications', 'settings'] },
      options,
    );
  }

  /**
   * Change the settings of notifications.
   *
   * Changes only the channels that are sent, for notifications from now on. They are those of the user
   * of the credential; of an API key, the user is its creator.
   *
   * Requires the scope `notifications:manage`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `idempotency_mismatch`, `idempotency_in_progress`,
   * `invalid_parameter`, `outcome_unknown`.
   */
  update(params: UpdateNotificationSettingsRequest, options?: WriteOptions): Promise<NotificationSettings> {
    return this.client.record<NotificationSettings>(
      {
        id: 'updateNotificationSettings',
        method: 'PATCH',
        path: ['v1', 'notifications', 'settings'],
        body: params,
      },
      options,
    );
  }
}

/** `parley.notifications.devices` */
export class NotificationsDevicesResource extends Resource {
  /**
   * Register a device.
   *
   * Takes `endpoint` and `keys` of a PushSubscription, to which the notifications of the user are
   * pushed from then on; the endpoint and the keys are stored encrypted, and never shown. An endpoint
   * that is registered already becomes a device of this user, with its new keys. A user has at most 10
   * devices in each mode; beyond that, `too_many_items` is returned. Where the installation has no key
   * for push messages, a 422 says so. A device that its push service no longer knows is removed.
   *
   * Requires the scope `notifications:manage`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `idempotency_mismatch`, `idempotency_in_progress`,
   * `invalid_parameter`, `read_only_parameter`, `missing_parameter`, `too_many_items`,
   * `outcome_unknown`.
   */
  create(params: CreateNotificationDeviceRequest, options?: WriteOptions): Promise<NotificationDevice> {
    return this.client.record<NotificationDevice>(
      {
        id: 'createNotificationDevice',
        method: 'POST',
        path: ['v1', 'notifications', 'devices'],
        body: params,
      },
      options,
    );
  }

  /**
   * List devices.
   *
   * Returns the browsers to which notifications are pushed. They are those of the user of the
   * credential; of an API key, the user is its creator.
   *
   * Requires the scope `notifications:manage`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`.
   */
  list(params?: ListNotificationDevicesParams, options?: RequestOptions): List<NotificationDevice> {
    return this.client.list<NotificationDevice>(
      {
        id: 'listNotificationDevices',
        method: 'GET',
        path: ['v1', 'notifications', 'devices'],
        query: params,
      },
      options,
    );
  }

  /**
   * Remove a device.
   *
   * Nothing is pushed to it any more. They are those of the user of the credential; of an API key, the
   * user is its creator.
   *
   * Requires the scope `notifications:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`, `outcome_unknown`.
   */
  delete(notificationDeviceId: string, options?: RequestOptions): Promise<Deletion> {
    return this.client.deletion(
      {
        id: 'deleteNotificationDevice',
        method: 'DELETE',
        path: ['v1', 'notifications', 'devices', notificationDeviceId],
      },
      options,
    );
  }
}

/** `parley.notifications` */
export class NotificationsResource extends Resource {
  readonly counts = new NotificationsCountsResource(this.client);
  readonly push = new NotificationsPushResource(this.client);
  readonly settings = new NotificationsSettingsResource(this.client);
  readonly devices = new NotificationsDevicesResource(this.client);

  /**
   * Retrieve a notification.
   *
   * They are those of the user of the credential; of an API key, the user is its creator.
   *
   * Requires the scope `notifications:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(notificationId: string, options: ReadOptions & IfNoneMatch): Promise<UserNotification | NotModified>;
  get(notificationId: string, options?: ReadOptions): Promise<UserNotification>;
  get(notificationId: string, options?: ReadOptions): Promise<UserNotification | NotModified> {
    return this.client.record<UserNotification>(
      { id: 'getNotification', method: 'GET', path: ['v1', 'notifications', notificationId] },
      options,
    );
  }

  /**
   * Update a notification.
   *
   * Marks a notification as read, or as unread. They are those of the user of the credential; of an
   * API key, the user is its creator.
   *
   * Requires the scope `notifications:manage`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`, `read_only_parameter`,
   * `outcome_unknown`.
   */
  update(
    notificationId: string,
    change: Change<UserNotification, UpdateNotificationRequest>,
    options?: UpdateOptions,
  ): Promise<UserNotification> {
    return this.client.change<UserNotification, UpdateNotificationRequest, UserNotification>(
      { id: 'updateNotification', method: 'PATCH', path: ['v1', 'notifications', notificationId] },
      'getNotification',
      change,
      options,
    );
  }

  /**
   * List notifications.
   *
   * Returns the notifications of the user, newest first. They are those of the user of the credential;
   * of an API key, the user is its creator. They are kept for 90 days, the newest 1000 of a user in
   * each mode, and no longer than their record.
   *
   * Requires the scope `notifications:manage`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`.
   */
  list(params?: ListNotificationsParams, options?: RequestOptions): List<UserNotification> {
    return this.client.list<UserNotification>(
      { id: 'listNotifications', method: 'GET', path: ['v1', 'notifications'], query: params },
      options,
    );
  }

  /**
   * Mark all notifications as read.
   *
   * Marks every notification of the user as read that exists at the time. They are those of the user
   * of the credential; of an API key, the user is its creator.
   *
   * Requires the scope `notifications:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `invalid_parameter`, `outcome_unknown`.
   */
  readAll(options?: WriteOptions): Promise<ReadNotifications> {
    return this.client.record<ReadNotifications>(
      { id: 'readAllNotifications', method: 'POST', path: ['v1', 'notifications', 'read_all'] },
      options,
    );
  }
}
