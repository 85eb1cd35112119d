<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** What becomes of the mails of a sender */
final class SenderRule extends Model
{
    protected function __construct(
        array $raw,
        /** Id of the sender rule */
        public readonly string $id,
        /** The address, or the domain with its subdomains */
        public readonly string $sender,
        /**
         * `block`: mails of the sender are quarantined as `blocked`; `allow`: they are not quarantined as `spam` or
         * `flood`, unless the domain asks to refuse mails that nothing proves, and nothing proves them
         */
        public readonly string $action,
        /**
         * `manual`: an admin has made it; `released`: a mail of the sender was released from quarantine, where it was
         * as `spam` or `flood`
         */
        public readonly string $origin,
        /** Time of creation */
        public readonly string $created_at,
        /** Time of the last change */
        public readonly string $updated_at,
    ) {
        parent::__construct($raw);
    }
}
