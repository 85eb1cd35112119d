<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** An address to which no mail is sent */
final class Suppression extends Model
{
    protected function __construct(
        array $raw,
        /** Id of the suppression */
        public readonly string $id,
        /** The address */
        public readonly string $address,
        /**
         * `bounced`: a mail to the address was refused for good; `complained`: its owner reported a mail as spam, which
         * nothing records yet; `manual`: an admin has listed it
         */
        public readonly string $reason,
        /** When it ends by itself, or null */
        public readonly ?string $expires_at,
        /** Time of creation */
        public readonly string $created_at,
        /** Time of the last change */
        public readonly string $updated_at,
    ) {
        parent::__construct($raw);
    }
}
