<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A sender or recipient of a mail */
final class MailAddress extends Model
{
    protected function __construct(
        array $raw,
        /** E-mail address */
        public readonly string $address,
        /** Name beside the address, or null */
        public readonly ?string $name,
    ) {
        parent::__construct($raw);
    }
}
