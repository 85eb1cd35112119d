# Generated from the API document by `npm run sdks`. Do not edit.

"""Webhooks."""

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


class WebhooksDeliveries(Resource):
    @overload
    def get(self, webhook_id: str, delivery_id: str, /, *, options: Options | None = None) -> models.DeliveryWithAttempts: ...
    @overload
    def get(
        self, webhook_id: str, delivery_id: str, /, *, options: ReadOptions
    ) -> models.DeliveryWithAttempts | NotModified: ...
    def get(
        self, webhook_id: str, delivery_id: str, /, *, options: ReadOptions | Options | None = None
    ) -> models.DeliveryWithAttempts | NotModified:
        """Retrieve a delivery.

        Requires the scope `webhooks:manage`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_DELIVERY, models.DeliveryWithAttempts, (webhook_id, delivery_id), {}, options))

    def list(
        self, webhook_id: str, /, *, options: Options | None = None, **query: Unpack[inputs.ListDeliveriesQuery]
    ) -> Page[models.Delivery]:
        """List the deliveries of a webhook.

        Returns the deliveries of the last 30 days, newest first by default.

        Requires the scope `webhooks:manage`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope, not_found.
        """
        return Page(self._core.listing(ops.LIST_DELIVERIES, models.Delivery, (webhook_id,), query, options))

    def retry(self, webhook_id: str, delivery_id: str, /, *, options: Options | None = None) -> models.Delivery:
        """Retry a delivery.

        Sends the same payload with the same `webhook-id` again, even if it was delivered. An attempt in progress is not
        duplicated. If the attempt fails, the retry schedule starts over. Returns 422 if the webhook is disabled.

        Requires the scope `webhooks:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, idempotency_mismatch, idempotency_in_progress,
        invalid_parameter, outcome_unknown.
        """
        return run(self._core.record(ops.RETRY_DELIVERY, models.Delivery, (webhook_id, delivery_id), {}, options))


class Webhooks(Resource):
    @cached_property
    def deliveries(self) -> WebhooksDeliveries:
        return WebhooksDeliveries(self._core)

    def recover(
        self, webhook_id: str, /, *, options: Options | None = None, **body: Unpack[inputs.RecoverWebhookRequest]
    ) -> models.Recovery:
        """Replay failed deliveries.

        Retries the failed deliveries of a time range, for example after an outage of your endpoint. Replays up to 10,000,
        oldest first; repeat the request while `has_more` is true. Returns 422 if the webhook is disabled.

        Requires the scope `webhooks:manage`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, missing_parameter, outcome_unknown.
        """
        return run(self._core.record(ops.RECOVER_WEBHOOK, models.Recovery, (webhook_id,), body, options))

    def create(
        self, *, options: Options | None = None, **body: Unpack[inputs.CreateWebhookRequest]
    ) -> models.WebhookWithSecret:
        """Create a webhook.

        Receives the events that occur from then on. Deliveries are signed as specified by Standard Webhooks. A secret is
        generated if none is sent. The secret is returned only in this response. A workspace can have 50 webhooks in each
        mode, or 500 on the plan `unlimited`; beyond that, `too_many_items` is returned.

        Requires the scope `webhooks:manage`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        too_many_items, outcome_unknown.
        """
        return run(self._core.record(ops.CREATE_WEBHOOK, models.WebhookWithSecret, (), body, options))

    def list(self, *, options: Options | None = None, **query: Unpack[inputs.ListWebhooksQuery]) -> Page[models.Webhook]:
        """List webhooks.

        Requires the scope `webhooks:manage`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return Page(self._core.listing(ops.LIST_WEBHOOKS, models.Webhook, (), query, options))

    def delete(self, webhook_id: str, /, *, options: Options | None = None) -> Deleted:
        """Delete a webhook.

        Pending deliveries are cancelled.

        Requires the scope `webhooks:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, precondition_failed, outcome_unknown.
        """
        return run(self._core.nothing(ops.DELETE_WEBHOOK, (webhook_id,), options))

    @overload
    def get(self, webhook_id: str, /, *, options: Options | None = None) -> models.Webhook: ...
    @overload
    def get(self, webhook_id: str, /, *, options: ReadOptions) -> models.Webhook | NotModified: ...
    def get(self, webhook_id: str, /, *, options: ReadOptions | Options | None = None) -> models.Webhook | NotModified:
        """Retrieve a webhook.

        Requires the scope `webhooks:manage`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_WEBHOOK, models.Webhook, (webhook_id,), {}, options))

    def update(
        self,
        webhook_id: str,
        change: Callable[[models.Webhook], inputs.UpdateWebhookRequest] | None = None,
        /,
        *,
        options: Options | None = None,
        **body: Unpack[inputs.UpdateWebhookRequest],
    ) -> models.ChangedWebhook:
        """Update a webhook.

        Changes only the fields that are sent. `status: disabled` cancels pending deliveries; `status: enabled` resumes with
        new events. The response contains the secret only if the request sets it.

        Requires the scope `webhooks:manage`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, too_many_items, outcome_unknown.
        """
        return run(
            self._core.update(
                ops.GET_WEBHOOK, models.Webhook, ops.UPDATE_WEBHOOK, models.ChangedWebhook, (webhook_id,), change, body, options
            )
        )

    def rotate_secret(
        self, webhook_id: str, /, *, options: Options | None = None, **body: Unpack[inputs.RotateWebhookSecretRequest]
    ) -> models.WebhookWithSecret:
        """Rotate the secret of a webhook.

        For 24 hours, deliveries are signed with both the old and the new secret. To replace the secret immediately, update
        the webhook with `secret` instead. The new secret is generated if none is sent, and is returned only in this
        response.

        Requires the scope `webhooks:manage`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, outcome_unknown.
        """
        return run(self._core.record(ops.ROTATE_WEBHOOK_SECRET, models.WebhookWithSecret, (webhook_id,), body, options))

    def test(self, webhook_id: str, /, *, options: Options | None = None) -> models.WebhookTestResult:
        """Send a test event.

        Sends `webhook.test` to this webhook, even if it is disabled, and waits for the response of your endpoint. Returns
        200 even if your endpoint fails; check `success`.

        Requires the scope `webhooks:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, idempotency_mismatch, idempotency_in_progress,
        invalid_parameter, outcome_unknown.
        """
        return run(self._core.record(ops.TEST_WEBHOOK, models.WebhookTestResult, (webhook_id,), {}, options))


class AsyncWebhooksDeliveries(Resource):
    @overload
    async def get(
        self, webhook_id: str, delivery_id: str, /, *, options: AsyncOptions | None = None
    ) -> models.DeliveryWithAttempts: ...
    @overload
    async def get(
        self, webhook_id: str, delivery_id: str, /, *, options: AsyncReadOptions
    ) -> models.DeliveryWithAttempts | NotModified: ...
    async def get(
        self, webhook_id: str, delivery_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.DeliveryWithAttempts | NotModified:
        """Retrieve a delivery.

        Requires the scope `webhooks:manage`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_DELIVERY, models.DeliveryWithAttempts, (webhook_id, delivery_id), {}, options)

    def list(
        self, webhook_id: str, /, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListDeliveriesQuery]
    ) -> AsyncPage[models.Delivery]:
        """List the deliveries of a webhook.

        Returns the deliveries of the last 30 days, newest first by default.

        Requires the scope `webhooks:manage`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope, not_found.
        """
        return AsyncPage(self._core.listing(ops.LIST_DELIVERIES, models.Delivery, (webhook_id,), query, options))

    async def retry(self, webhook_id: str, delivery_id: str, /, *, options: AsyncOptions | None = None) -> models.Delivery:
        """Retry a delivery.

        Sends the same payload with the same `webhook-id` again, even if it was delivered. An attempt in progress is not
        duplicated. If the attempt fails, the retry schedule starts over. Returns 422 if the webhook is disabled.

        Requires the scope `webhooks:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, idempotency_mismatch, idempotency_in_progress,
        invalid_parameter, outcome_unknown.
        """
        return await self._core.record(ops.RETRY_DELIVERY, models.Delivery, (webhook_id, delivery_id), {}, options)


class AsyncWebhooks(Resource):
    @cached_property
    def deliveries(self) -> AsyncWebhooksDeliveries:
        return AsyncWebhooksDeliveries(self._core)

    async def recover(
        self, webhook_id: str, /, *, options: AsyncOptions | None = None, **body: Unpack[inputs.RecoverWebhookRequest]
    ) -> models.Recovery:
        """Replay failed deliveries.

        Retries the failed deliveries of a time range, for example after an outage of your endpoint. Replays up to 10,000,
        oldest first; repeat the request while `has_more` is true. Returns 422 if the webhook is disabled.

        Requires the scope `webhooks:manage`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, missing_parameter, outcome_unknown.
        """
        return await self._core.record(ops.RECOVER_WEBHOOK, models.Recovery, (webhook_id,), body, options)

    async def create(
        self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.CreateWebhookRequest]
    ) -> models.WebhookWithSecret:
        """Create a webhook.

        Receives the events that occur from then on. Deliveries are signed as specified by Standard Webhooks. A secret is
        generated if none is sent. The secret is returned only in this response. A workspace can have 50 webhooks in each
        mode, or 500 on the plan `unlimited`; beyond that, `too_many_items` is returned.

        Requires the scope `webhooks:manage`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        too_many_items, outcome_unknown.
        """
        return await self._core.record(ops.CREATE_WEBHOOK, models.WebhookWithSecret, (), body, options)

    def list(
        self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListWebhooksQuery]
    ) -> AsyncPage[models.Webhook]:
        """List webhooks.

        Requires the scope `webhooks:manage`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return AsyncPage(self._core.listing(ops.LIST_WEBHOOKS, models.Webhook, (), query, options))

    async def delete(self, webhook_id: str, /, *, options: AsyncOptions | None = None) -> Deleted:
        """Delete a webhook.

        Pending deliveries are cancelled.

        Requires the scope `webhooks:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, precondition_failed, outcome_unknown.
        """
        return await self._core.nothing(ops.DELETE_WEBHOOK, (webhook_id,), options)

    @overload
    async def get(self, webhook_id: str, /, *, options: AsyncOptions | None = None) -> models.Webhook: ...
    @overload
    async def get(self, webhook_id: str, /, *, options: AsyncReadOptions) -> models.Webhook | NotModified: ...
    async def get(
        self, webhook_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.Webhook | NotModified:
        """Retrieve a webhook.

        Requires the scope `webhooks:manage`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_WEBHOOK, models.Webhook, (webhook_id,), {}, options)

    async def update(
        self,
        webhook_id: str,
        change: Callable[[models.Webhook], inputs.UpdateWebhookRequest] | None = None,
        /,
        *,
        options: AsyncOptions | None = None,
        **body: Unpack[inputs.UpdateWebhookRequest],
    ) -> models.ChangedWebhook:
        """Update a webhook.

        Changes only the fields that are sent. `status: disabled` cancels pending deliveries; `status: enabled` resumes with
        new events. The response contains the secret only if the request sets it.

        Requires the scope `webhooks:manage`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, too_many_items, outcome_unknown.
        """
        return await self._core.update(
            ops.GET_WEBHOOK, models.Webhook, ops.UPDATE_WEBHOOK, models.ChangedWebhook, (webhook_id,), change, body, options
        )

    async def rotate_secret(
        self, webhook_id: str, /, *, options: AsyncOptions | None = None, **body: Unpack[inputs.RotateWebhookSecretRequest]
    ) -> models.WebhookWithSecret:
        """Rotate the secret of a webhook.

        For 24 hours, deliveries are signed with both the old and the new secret. To replace the secret immediately, update
        the webhook with `secret` instead. The new secret is generated if none is sent, and is returned only in this
        response.

        Requires the scope `webhooks:manage`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, outcome_unknown.
        """
        return await self._core.record(ops.ROTATE_WEBHOOK_SECRET, models.WebhookWithSecret, (webhook_id,), body, options)

    async def test(self, webhook_id: str, /, *, options: AsyncOptions | None = None) -> models.WebhookTestResult:
        """Send a test event.

        Sends `webhook.test` to this webhook, even if it is disabled, and waits for the response of your endpoint. Returns
        200 even if your endpoint fails; check `success`.

        Requires the scope `webhooks:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, idempotency_mismatch, idempotency_in_progress,
        invalid_parameter, outcome_unknown.
        """
        return await self._core.record(ops.TEST_WEBHOOK, models.WebhookTestResult, (webhook_id,), {}, options)
