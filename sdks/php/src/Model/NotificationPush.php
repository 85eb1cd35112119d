<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** Whether and with which key notifications are pushed */
final class NotificationPush extends Model
{
    protected function __construct(
        array $raw,
        /** Whether notifications are pushed */
        public readonly bool $available,
        /** Public key for `applicationServerKey` of `pushManager.subscribe`; null if nothing is pushed */
        public readonly ?string $public_key,
    ) {
        parent::__construct($raw);
    }
}
