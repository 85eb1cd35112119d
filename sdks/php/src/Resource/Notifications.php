<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Requester;
use Parley\Core\Resource;
use Parley\Core\Url;
use Parley\Model;
use Parley\NotModified;
use Parley\Omit;
use Parley\Options;
use Parley\Page;

/** The operations of notifications. */
final class Notifications extends Resource
{
    public readonly NotificationsCounts $counts;
    public readonly NotificationsPush $push;
    public readonly NotificationsSettings $settings;
    public readonly NotificationsDevices $devices;

    public function __construct(Requester $requester)
    {
        parent::__construct($requester);
        // A property that is unset calls __get() when it is read first.
        unset($this->counts, $this->push, $this->settings, $this->devices);
    }

    public function __get(string $name): Resource
    {
        return match ($name) {
            'counts' => $this->counts = new NotificationsCounts($this->requester),
            'push' => $this->push = new NotificationsPush($this->requester),
            'settings' => $this->settings = new NotificationsSettings($this->requester),
            'devices' => $this->devices = new NotificationsDevices($this->requester),
            default => throw new \Error("Undefined property: $name"),
        };
    }

    /**
     * Retrieve a notification.
     *
     * They are those of the user of the credential; of an API key, the user is its creator.
     *
     * Requires the scope `notifications:manage`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\UserNotification : Model\UserNotification|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(string $notification_id, ?Options $options = null): Model\UserNotification|NotModified
    {
        return $this->requester->record(Model\UserNotification::class, new Call(
            'getNotification',
            'GET',
            Url::path('/v1/notifications/{notification_id}', $notification_id),
        ), $options);
    }

    /**
     * Update a notification.
     *
     * Marks a notification as read, or as unread. They are those of the user of the credential; of an API key, the user
     * is its creator.
     *
     * Requires the scope `notifications:manage`. Errors: `not_found`, `idempotency_mismatch`,
     * `idempotency_in_progress`, `precondition_failed`, `read_only_parameter`.
     *
     * @param bool|Omit $read Whether the user has read it
     * @throws \Parley\Exception\ParleyError
     */
    public function update(
        string $notification_id,
        bool|Omit $read = Omit::Value,
        ?Options $options = null,
    ): Model\UserNotification {
        return $this->requester->record(Model\UserNotification::class, new Call(
            'updateNotification',
            'PATCH',
            Url::path('/v1/notifications/{notification_id}', $notification_id),
            body: ['read' => $read],
        ), $options);
    }

    /**
     * Reads the record, and updates it if nobody else has changed it meanwhile; otherwise both again, five times.
     *
     * @param \Closure(Model\UserNotification): array<string, mixed> $change returns the arguments of `update`
     * @throws \Parley\Exception\PreconditionFailedError with the newest record
     * @throws \Parley\Exception\ParleyError
     */
    public function updateWith(
        string $notification_id,
        \Closure $change,
        ?Options $options = null,
    ): Model\UserNotification {
        $get = fn (Options $with) => $this->get($notification_id, options: $with);
        $update = fn (array $fields, Options $with) =>
            $this->update($notification_id, ...$fields, options: $with);
        return $this->requester->edit($get, $update, $change, $options);
    }

    /**
     * List notifications.
     *
     * Returns the notifications of the user, newest first. They are those of the user of the credential; of an API key,
     * the user is its creator. They are kept for 90 days, the newest 1000 of a user in each mode, and no longer than
     * their record.
     *
     * Requires the scope `notifications:manage`. Errors: `invalid_parameter`, `insufficient_scope`.
     *
     * @param Model\ListNotificationsRead::*|null $read Whether it was read: `true` or `false`
     * @param list<Model\NotificationCause::*>|null $cause Cause
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\UserNotification>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
        ?string $read = null,
        ?array $cause = null,
        ?int $page = null,
        ?int $per_page = null,
        ?string $cursor = null,
        ?string $sort = null,
        ?string $order = null,
        ?Options $options = null,
    ): Page {
        return new Page($this->requester, new Call(
            'listNotifications',
            'GET',
            '/v1/notifications',
            query: [
                'read' => $read, 'cause' => $cause, 'page' => $page, 'per_page' => $per_page, 'cursor' => $cursor,
                'sort' => $sort, 'order' => $order,
            ],
        ), $options, Model\UserNotification::class);
    }

    /**
     * Mark all notifications as read.
     *
     * Marks every notification of the user as read that exists at the time. They are those of the user of the
     * credential; of an API key, the user is its creator.
     *
     * Requires the scope `notifications:manage`. Errors: `insufficient_scope`, `idempotency_mismatch`,
     * `idempotency_in_progress`, `invalid_parameter`, `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function readAll(?Options $options = null): Model\ReadNotifications
    {
        return $this->requester->record(Model\ReadNotifications::class, new Call(
            'readAllNotifications',
            'POST',
            '/v1/notifications/read_all',
        ), $options);
    }
}
