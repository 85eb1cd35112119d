<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Resource;
use Parley\Model;
use Parley\NotModified;
use Parley\Omit;
use Parley\Options;

/** The operations of notifications, settings. */
final class NotificationsSettings extends Resource
{
    /**
     * Retrieve the settings of notifications.
     *
     * Returns where the notifications of the user arrive; by default in the list and on the devices. They are those of
     * the user of the credential; of an API key, the user is its creator.
     *
     * Requires the scope `notifications:manage`. Errors: `insufficient_scope`.
     *
     * @return ($options is null ? Model\NotificationSettings : Model\NotificationSettings|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(?Options $options = null): Model\NotificationSettings|NotModified
    {
        return $this->requester->record(Model\NotificationSettings::class, new Call(
            'getNotificationSettings',
            'GET',
            '/v1/notifications/settings',
        ), $options);
    }

    /**
     * Change the settings of notifications.
     *
     * Changes only the channels that are sent, for notifications from now on. They are those of the user of the
     * credential; of an API key, the user is its creator.
     *
     * Requires the scope `notifications:manage`. Errors: `idempotency_mismatch`, `idempotency_in_progress`.
     *
     * @param array{in_app?: bool, push?: bool, mail?: bool}|Omit $assigned Channels of the cause `assigned`
     * @param array{in_app?: bool, push?: bool, mail?: bool}|Omit $mentioned Channels of the cause `mentioned`
     * @param array{in_app?: bool, push?: bool, mail?: bool}|Omit $reply Channels of the cause `reply`
     * @param array{in_app?: bool, push?: bool, mail?: bool}|Omit $sla_warning Channels of the cause `sla_warning`
     * @param array{in_app?: bool, push?: bool, mail?: bool}|Omit $woken Channels of the cause `woken`
     * @throws \Parley\Exception\ParleyError
     */
    public function update(
        array|Omit $assigned = Omit::Value,
        array|Omit $mentioned = Omit::Value,
        array|Omit $reply = Omit::Value,
        array|Omit $sla_warning = Omit::Value,
        array|Omit $woken = Omit::Value,
        ?Options $options = null,
    ): Model\NotificationSettings {
        return $this->requester->record(Model\NotificationSettings::class, new Call(
            'updateNotificationSettings',
            'PATCH',
            '/v1/notifications/settings',
            body: [
                'assigned' => $assigned, 'mentioned' => $mentioned, 'reply' => $reply, 'sla_warning' => $sla_warning,
                'woken' => $woken,
            ],
            objects: ['assigned', 'mentioned', 'reply', 'sla_warning', 'woken'],
        ), $options);
    }
}
