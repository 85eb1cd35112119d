# Generated from the API document by `npm run sdks`. Do not edit.

"""Notifications."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Unpack, overload

from ..._core.client import Resource
from ..._core.model import Deleted, NotModified
from ..._core.page import AsyncPage, Page
from ..._core.request import AsyncOptions, AsyncReadOptions, Options, ReadOptions
from ..._core.sync_transport import run
from .. import models
from .. import operations as ops

if TYPE_CHECKING:
    from .. import inputs


class NotificationsCounts(Resource):
    @overload
    def get(self, *, options: Options | None = None) -> models.NotificationCounts: ...
    @overload
    def get(self, *, options: ReadOptions) -> models.NotificationCounts | NotModified: ...
    def get(self, *, options: ReadOptions | Options | None = None) -> models.NotificationCounts | NotModified:
        """Count notifications.

        Counts the unread notifications of the user. They are those of the user of the credential; of an API key, the user
        is its creator.

        Requires the scope `notifications:manage`.

        Error codes, besides those of all: insufficient_scope.
        """
        return run(self._core.read(ops.COUNT_NOTIFICATIONS, models.NotificationCounts, (), {}, options))


class NotificationsPush(Resource):
    @overload
    def get(self, *, options: Options | None = None) -> models.NotificationPush: ...
    @overload
    def get(self, *, options: ReadOptions) -> models.NotificationPush | NotModified: ...
    def get(self, *, options: ReadOptions | Options | None = None) -> models.NotificationPush | NotModified:
        """Retrieve the push configuration.

        Says whether the installation pushes notifications to browsers, and with which key (VAPID, RFC 8292). Test mode
        pushes nothing.

        Requires the scope `notifications:manage`.

        Error codes, besides those of all: insufficient_scope.
        """
        return run(self._core.read(ops.GET_NOTIFICATION_PUSH, models.NotificationPush, (), {}, options))


class NotificationsSettings(Resource):
    @overload
    def get(self, *, options: Options | None = None) -> models.NotificationSettings: ...
    @overload
    def get(self, *, options: ReadOptions) -> models.NotificationSettings | NotModified: ...
    def get(self, *, options: ReadOptions | Options | None = None) -> models.NotificationSettings | NotModified:
        """Retrieve the settings of notifications.

        Returns where the notifications of the user arrive; by default in the list and on the devices. They are those of the
        user of the credential; of an API key, the user is its creator.

        Requires the scope `notifications:manage`.

        Error codes, besides those of all: insufficient_scope.
        """
        return run(self._core.read(ops.GET_NOTIFICATION_SETTINGS, models.NotificationSettings, (), {}, options))

    def update(
        self, *, options: Options | None = None, **body: Unpack[inputs.UpdateNotificationSettingsRequest]
    ) -> models.NotificationSettings:
        """Change the settings of notifications.

        Changes only the channels that are sent, for notifications from now on. They are those of the user of the
        credential; of an API key, the user is its creator.

        Requires the scope `notifications:manage`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, outcome_unknown.
        """
        return run(self._core.record(ops.UPDATE_NOTIFICATION_SETTINGS, models.NotificationSettings, (), body, options))


class NotificationsDevices(Resource):
    def create(
        self, *, options: Options | None = None, **body: Unpack[inputs.CreateNotificationDeviceRequest]
    ) -> models.NotificationDevice:
        """Register a device.

        Takes `endpoint` and `keys` of a PushSubscription, to which the notifications of the user are pushed from then on;
        the endpoint and the keys are stored encrypted, and never shown. An endpoint that is registered already becomes a
        device of this user, with its new keys. A user has at most 10 devices in each mode; beyond that, `too_many_items` is
        returned. Where the installation has no key for push messages, a 422 says so. A device that its push service no
        longer knows is removed.

        Requires the scope `notifications:manage`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        too_many_items, outcome_unknown.
        """
        return run(self._core.record(ops.CREATE_NOTIFICATION_DEVICE, models.NotificationDevice, (), body, options))

    def list(
        self, *, options: Options | None = None, **query: Unpack[inputs.ListNotificationDevicesQuery]
    ) -> Page[models.NotificationDevice]:
        """List devices.

        Returns the browsers to which notifications are pushed. They are those of the user of the credential; of an API key,
        the user is its creator.

        Requires the scope `notifications:manage`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return Page(self._core.listing(ops.LIST_NOTIFICATION_DEVICES, models.NotificationDevice, (), query, options))

    def delete(self, notification_device_id: str, /, *, options: Options | None = None) -> Deleted:
        """Remove a device.

        Nothing is pushed to it any more. They are those of the user of the credential; of an API key, the user is its
        creator.

        Requires the scope `notifications:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, outcome_unknown.
        """
        return run(self._core.nothing(ops.DELETE_NOTIFICATION_DEVICE, (notification_device_id,), options))


class Notifications(Resource):
    @cached_property
    def counts(self) -> NotificationsCounts:
        return NotificationsCounts(self._core)

    @cached_property
    def push(self) -> NotificationsPush:
        return NotificationsPush(self._core)

    @cached_property
    def settings(self) -> NotificationsSettings:
        return NotificationsSettings(self._core)

    @cached_property
    def devices(self) -> NotificationsDevices:
        return NotificationsDevices(self._core)

    @overload
    def get(self, notification_id: str, /, *, options: Options | None = None) -> models.UserNotification: ...
    @overload
    def get(self, notification_id: str, /, *, options: ReadOptions) -> models.UserNotification | NotModified: ...
    def get(
        self, notification_id: str, /, *, options: ReadOptions | Options | None = None
    ) -> models.UserNotification | NotModified:
        """Retrieve a notification.

        They are those of the user of the credential; of an API key, the user is its creator.

        Requires the scope `notifications:manage`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_NOTIFICATION, models.UserNotification, (notification_id,), {}, options))

    def update(
        self,
        notification_id: str,
        change: Callable[[models.UserNotification], inputs.UpdateNotificationRequest] | None = None,
        /,
        *,
        options: Options | None = None,
        **body: Unpack[inputs.UpdateNotificationRequest],
    ) -> models.UserNotification:
        """Update a notification.

        Marks a notification as read, or as unread. They are those of the user of the credential; of an API key, the user is
        its creator.

        Requires the scope `notifications:manage`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, outcome_unknown.
        """
        return run(
            self._core.update(
                ops.GET_NOTIFICATION,
                models.UserNotification,
                ops.UPDATE_NOTIFICATION,
                models.UserNotification,
                (notification_id,),
                change,
                body,
                options,
            )
        )

    def list(
        self, *, options: Options | None = None, **query: Unpack[inputs.ListNotificationsQuery]
    ) -> Page[models.UserNotification]:
        """List notifications.

        Returns the notifications of the user, newest first. They are those of the user of the credential; of an API key,
        the user is its creator. They are kept for 90 days, the newest 1000 of a user in each mode, and no longer than their
        record.

        Requires the scope `notifications:manage`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return Page(self._core.listing(ops.LIST_NOTIFICATIONS, models.UserNotification, (), query, options))

    def read_all(self, *, options: Options | None = None) -> models.ReadNotifications:
        """Mark all notifications as read.

        Marks every notification of the user as read that exists at the time. They are those of the user of the credential;
        of an API key, the user is its creator.

        Requires the scope `notifications:manage`.

        Error codes, besides those of all: insufficient_scope, idempotency_mismatch, idempotency_in_progress,
        invalid_parameter, outcome_unknown.
        """
        return run(self._core.record(ops.READ_ALL_NOTIFICATIONS, models.ReadNotifications, (), {}, options))


class AsyncNotificationsCounts(Resource):
    @overload
    async def get(self, *, options: AsyncOptions | None = None) -> models.NotificationCounts: ...
    @overload
    async def get(self, *, options: AsyncReadOptions) -> models.NotificationCounts | NotModified: ...
    async def get(self, *, options: AsyncReadOptions | AsyncOptions | None = None) -> models.NotificationCounts | NotModified:
        """Count notifications.

        Counts the unread notifications of the user. They are those of the user of the credential; of an API key, the user
        is its creator.

        Requires the scope `notifications:manage`.

        Error codes, besides those of all: insufficient_scope.
        """
        return await self._core.read(ops.COUNT_NOTIFICATIONS, models.NotificationCounts, (), {}, options)


class AsyncNotificationsPush(Resource):
    @overload
    async def get(self, *, options: AsyncOptions | None = None) -> models.NotificationPush: ...
    @overload
    async def get(self, *, options: AsyncReadOptions) -> models.NotificationPush | NotModified: ...
    async def get(self, *, options: AsyncReadOptions | AsyncOptions | None = None) -> models.NotificationPush | NotModified:
        """Retrieve the push configuration.

        Says whether the installation pushes notifications to browsers, and with which key (VAPID, RFC 8292). Test mode
        pushes nothing.

        Requires the scope `notifications:manage`.

        Error codes, besides those of all: insufficient_scope.
        """
        return await self._core.read(ops.GET_NOTIFICATION_PUSH, models.NotificationPush, (), {}, options)


class AsyncNotificationsSettings(Resource):
    @overload
    async def get(self, *, options: AsyncOptions | None = None) -> models.NotificationSettings: ...
    @overload
    async def get(self, *, options: AsyncReadOptions) -> models.NotificationSettings | NotModified: ...
    async def get(self, *, options: AsyncReadOptions | AsyncOptions | None = None) -> models.NotificationSettings | NotModified:
        """Retrieve the settings of notifications.

        Returns where the notifications of the user arrive; by default in the list and on the devices. They are those of the
        user of the credential; of an API key, the user is its creator.

        Requires the scope `notifications:manage`.

        Error codes, besides those of all: insufficient_scope.
        """
        return await self._core.read(ops.GET_NOTIFICATION_SETTINGS, models.NotificationSettings, (), {}, options)

    async def update(
        self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.UpdateNotificationSettingsRequest]
    ) -> models.NotificationSettings:
        """Change the settings of notifications.

        Changes only the channels that are sent, for notifications from now on. They are those of the user of the
        credential; of an API key, the user is its creator.

        Requires the scope `notifications:manage`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, outcome_unknown.
        """
        return await self._core.record(ops.UPDATE_NOTIFICATION_SETTINGS, models.NotificationSettings, (), body, options)


class AsyncNotificationsDevices(Resource):
    async def create(
        self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.CreateNotificationDeviceRequest]
    ) -> models.NotificationDevice:
        """Register a device.

        Takes `endpoint` and `keys` of a PushSubscription, to which the notifications of the user are pushed from then on;
        the endpoint and the keys are stored encrypted, and never shown. An endpoint that is registered already becomes a
        device of this user, with its new keys. A user has at most 10 devices in each mode; beyond that, `too_many_items` is
        returned. Where the installation has no key for push messages, a 422 says so. A device that its push service no
        longer knows is removed.

        Requires the scope `notifications:manage`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        too_many_items, outcome_unknown.
        """
        return await self._core.record(ops.CREATE_NOTIFICATION_DEVICE, models.NotificationDevice, (), body, options)

    def list(
        self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListNotificationDevicesQuery]
    ) -> AsyncPage[models.NotificationDevice]:
        """List devices.

        Returns the browsers to which notifications are pushed. They are those of the user of the credential; of an API key,
        the user is its creator.

        Requires the scope `notifications:manage`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return AsyncPage(self._core.listing(ops.LIST_NOTIFICATION_DEVICES, models.NotificationDevice, (), query, options))

    async def delete(self, notification_device_id: str, /, *, options: AsyncOptions | None = None) -> Deleted:
        """Remove a device.

        Nothing is pushed to it any more. They are those of the user of the credential; of an API key, the user is its
        creator.

        Requires the scope `notifications:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, outcome_unknown.
        """
        return await self._core.nothing(ops.DELETE_NOTIFICATION_DEVICE, (notification_device_id,), options)


class AsyncNotifications(Resource):
    @cached_property
    def counts(self) -> AsyncNotificationsCounts:
        return AsyncNotificationsCounts(self._core)

    @cached_property
    def push(self) -> AsyncNotificationsPush:
        return AsyncNotificationsPush(self._core)

    @cached_property
    def settings(self) -> AsyncNotificationsSettings:
        return AsyncNotificationsSettings(self._core)

    @cached_property
    def devices(self) -> AsyncNotificationsDevices:
        return AsyncNotificationsDevices(self._core)

    @overload
    async def get(self, notification_id: str, /, *, options: AsyncOptions | None = None) -> models.UserNotification: ...
    @overload
    async def get(self, notification_id: str, /, *, options: AsyncReadOptions) -> models.UserNotification | NotModified: ...
    async def get(
        self, notification_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.UserNotification | NotModified:
        """Retrieve a notification.

        They are those of the user of the credential; of an API key, the user is its creator.

        Requires the scope `notifications:manage`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_NOTIFICATION, models.UserNotification, (notification_id,), {}, options)

    async def update(
        self,
        notification_id: str,
        change: Callable[[models.UserNotification], inputs.UpdateNotificationRequest] | None = None,
        /,
        *,
        options: AsyncOptions | None = None,
        **body: Unpack[inputs.UpdateNotificationRequest],
    ) -> models.UserNotification:
        """Update a notification.

        Marks a notification as read, or as unread. They are those of the user of the credential; of an API key, the user is
        its creator.

        Requires the scope `notifications:manage`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, outcome_unknown.
        """
        return await self._core.update(
            ops.GET_NOTIFICATION,
            models.UserNotification,
            ops.UPDATE_NOTIFICATION,
            models.UserNotification,
            (notification_id,),
            change,
            body,
            options,
        )

    def list(
        self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListNotificationsQuery]
    ) -> AsyncPage[models.UserNotification]:
        """List notifications.

        Returns the notifications of the user, newest first. They are those of the user of the credential; of an API key,
        the user is its creator. They are kept for 90 days, the newest 1000 of a user in each mode, and no longer than their
        record.

        Requires the scope `notifications:manage`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return AsyncPage(self._core.listing(ops.LIST_NOTIFICATIONS, models.UserNotification, (), query, options))

    async def read_all(self, *, options: AsyncOptions | None = None) -> models.ReadNotifications:
        """Mark all notifications as read.

        Marks every notification of the user as read that exists at the time. They are those of the user of the credential;
        of an API key, the user is its creator.

        Requires the scope `notifications:manage`.

        Error codes, besides those of all: insufficient_scope, idempotency_mismatch, idempotency_in_progress,
        invalid_parameter, outcome_unknown.
        """
        return await self._core.record(ops.READ_ALL_NOTIFICATIONS, models.ReadNotifications, (), {}, options)
