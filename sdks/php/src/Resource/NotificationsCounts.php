<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Resource;
use Parley\Model;
use Parley\NotModified;
use Parley\Options;

/** The operations of notifications, counts. */
final class NotificationsCounts extends Resource
{
    /**
     * Count notifications.
     *
     * Counts the unread notifications of the user. They are those of the user of the credential; of an API key, the
     * user is its creator.
     *
     * Requires the scope `notifications:manage`. Errors: `insufficient_scope`.
     *
     * @return ($options is null ? Model\NotificationCounts : Model\NotificationCounts|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(?Options $options = null): Model\NotificationCounts|NotModified
    {
        return $this->requester->record(Model\NotificationCounts::class, new Call(
            'countNotifications',
            'GET',
            '/v1/notifications/counts',
        ), $options);
    }
}
