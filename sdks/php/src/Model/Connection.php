<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A channel that a connector of yours attaches */
final class Connection extends Model
{
    protected function __construct(
        array $raw,
        /** Id of the connection */
        public readonly string $id,
        /** Display name */
        public readonly string $name,
        /** Id of the inbox of its new conversations, or null */
        public readonly ?string $inbox_id,
        /**
         * The channel that the connector attaches; `custom` for any other (`custom`, `sms`, `whatsapp`, `messenger`,
         * `instagram`, `telegram`, `line`, `chat`)
         */
        public readonly string $type,
        /** Time of creation */
        public readonly string $created_at,
        /** Time of the last change */
        public readonly string $updated_at,
    ) {
        parent::__construct($raw);
    }
}
