<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** MailContentHeader of the API document. */
final class MailContentHeader extends Model
{
    protected function __construct(
        array $raw,
        /** Name of the field, in lower case */
        public readonly string $name,
        /** Its value in one line, as it came */
        public readonly string $value,
    ) {
        parent::__construct($raw);
    }
}
