<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Resource;
use Parley\Model;
use Parley\NotModified;
use Parley\Options;

/** The operations of notifications, push. */
final class NotificationsPush extends Resource
{
    /**
     * Retrieve the push configuration.
     *
     * Says whether the installation pushes notifications to browsers, and with which key (VAPID, RFC 8292). Test mode
     * pushes nothing.
     *
     * Requires the scope `notifications:manage`. Errors: `insufficient_scope`.
     *
     * @return ($options is null ? Model\NotificationPush : Model\NotificationPush|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(?Options $options = null): Model\NotificationPush|NotModified
    {
        return $this->requester->record(Model\NotificationPush::class, new Call(
            'getNotificationPush',
            'GET',
            '/v1/notifications/push',
        ), $options);
    }
}
