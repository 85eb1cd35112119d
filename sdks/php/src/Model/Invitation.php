<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** The invitation */
final class Invitation extends Model
{
    protected function __construct(
        array $raw,
        /** The link, returned only in this response */
        public readonly string $url,
        /** Time at which the link ends */
        public readonly string $expires_at,
        /**
         * Whether the installation mails the link. An address gets three invitations in an hour and ten in a day, and a
         * workspace sends a hundred in an hour: those beyond are not mailed (servers before the next release do not
         * send it)
         */
        public readonly ?bool $mailed,
    ) {
        parent::__construct($raw);
    }
}
