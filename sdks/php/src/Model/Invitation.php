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
    ) {
        parent::__construct($raw);
    }
}
