<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A browser that gets push messages */
final class NotificationDevice extends Model
{
    protected function __construct(
        array $raw,
        /** Id of the notification device */
        public readonly string $id,
        /** Name that the user has given it, or null */
        public readonly ?string $name,
        /** Host of the push service of the browser */
        public readonly string $push_service,
        /** Time of creation */
        public readonly string $created_at,
    ) {
        parent::__construct($raw);
    }
}
