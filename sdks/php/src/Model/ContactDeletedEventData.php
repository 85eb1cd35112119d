<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** The deleted contact */
final class ContactDeletedEventData extends Model
{
    protected function __construct(
        array $raw,
        /** Id of the contact */
        public readonly string $id,
    ) {
        parent::__construct($raw);
    }
}
