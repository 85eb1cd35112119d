<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** The contact of a record */
final class ContactSummary extends Model
{
    protected function __construct(
        array $raw,
        /** Id of the contact */
        public readonly string $id,
        /** Full name of the contact */
        public readonly ?string $name,
        /** E-mail address of the contact */
        public readonly ?string $email,
        /** Phone number of the contact, as it was given */
        public readonly ?string $phone,
    ) {
        parent::__construct($raw);
    }
}
