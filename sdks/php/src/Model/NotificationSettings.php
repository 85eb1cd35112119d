<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** Where the notifications of a user arrive, by cause */
final class NotificationSettings extends Model
{
    protected const RECORDS = [
        'assigned' => NotificationChannels::class,
        'mentioned' => NotificationChannels::class,
        'reply' => NotificationChannels::class,
        'sla_warning' => NotificationChannels::class,
        'woken' => NotificationChannels::class,
    ];

    protected function __construct(
        array $raw,
        /** Notifications with the cause `assigned` */
        public readonly NotificationChannels $assigned,
        /** Notifications with the cause `mentioned` */
        public readonly NotificationChannels $mentioned,
        /** Notifications with the cause `reply` */
        public readonly NotificationChannels $reply,
        /** Notifications with the cause `sla_warning` */
        public readonly NotificationChannels $sla_warning,
        /** Notifications with the cause `woken` */
        public readonly NotificationChannels $woken,
    ) {
        parent::__construct($raw);
    }
}
