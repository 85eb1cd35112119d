<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** Author of the message */
final class MessageAuthor extends Model
{
    protected function __construct(
        array $raw,
        /** Type of the author (`contact`, `user`) */
        public readonly string $type,
        /** Id of the user or contact */
        public readonly string $id,
        /** Name of the author */
        public readonly ?string $name,
    ) {
        parent::__construct($raw);
    }
}
