<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Resource;
use Parley\Core\Url;
use Parley\Model;
use Parley\Omit;
use Parley\Options;
use Parley\Page;
use Parley\Response;

/** The operations of notifications, devices. */
final class NotificationsDevices extends Resource
{
    /**
     * Register a device.
     *
     * Takes `endpoint` and `keys` of a PushSubscription, to which the notifications of the user are pushed from then
     * on; the endpoint and the keys are stored encrypted, and never shown. An endpoint that is registered already
     * becomes a device of this user, with its new keys. A user has at most 10 devices in each mode; beyond that,
     * `too_many_items` is returned. Where the installation has no key for push messages, a 422 says so. A device that
     * its push service no longer knows is removed.
     *
     * Requires the scope `notifications:manage`. Errors: `idempotency_mismatch`, `idempotency_in_progress`,
     * `read_only_parameter`, `missing_parameter`, `too_many_items`.
     *
     * @param string $endpoint URL at the push service, `endpoint` of the PushSubscription
     * @param array{p256dh: string, auth: string} $keys Keys with which payloads are encrypted, `keys` of the
     *   PushSubscription
     * @param string|null|Omit $name Name of the browser for its user, or null
     * @throws \Parley\Exception\ParleyError
     */
    public function create(
        string $endpoint,
        array $keys,
        string|null|Omit $name = Omit::Value,
        ?Options $options = null,
    ): Model\NotificationDevice {
        return $this->requester->record(Model\NotificationDevice::class, new Call(
            'createNotificationDevice',
            'POST',
            '/v1/notifications/devices',
            body: ['name' => $name, 'endpoint' => $endpoint, 'keys' => $keys],
            objects: ['keys'],
        ), $options);
    }

    /**
     * List devices.
     *
     * Returns the browsers to which notifications are pushed. They are those of the user of the credential; of an API
     * key, the user is its creator.
     *
     * Requires the scope `notifications:manage`. Errors: `invalid_parameter`, `insufficient_scope`.
     *
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\NotificationDevice>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
        ?int $page = null,
        ?int $per_page = null,
        ?string $cursor = null,
        ?string $sort = null,
        ?string $order = null,
        ?Options $options = null,
    ): Page {
        return new Page($this->requester, new Call(
            'listNotificationDevices',
            'GET',
            '/v1/notifications/devices',
            query: ['page' => $page, 'per_page' => $per_page, 'cursor' => $cursor, 'sort' => $sort, 'order' => $order],
        ), $options, Model\NotificationDevice::class);
    }

    /**
     * Remove a device.
     *
     * Nothing is pushed to it any more. They are those of the user of the credential; of an API key, the user is its
     * creator.
     *
     * Requires the scope `notifications:manage`. Errors: `insufficient_scope`, `not_found`, `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function delete(string $notification_device_id, ?Options $options = null): Response
    {
        return $this->requester->nothing(new Call(
            'deleteNotificationDevice',
            'DELETE',
            Url::path('/v1/notifications/devices/{notification_device_id}', $notification_device_id),
        ), $options);
    }
}
