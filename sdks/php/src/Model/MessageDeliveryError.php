<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** MessageDeliveryError of the API document. */
final class MessageDeliveryError extends Model
{
    protected function __construct(
        array $raw,
        /** Machine-readable cause */
        public readonly string $code,
        /** Enhanced status code of the receiving mail server, or null */
        public readonly ?string $smtp_status,
        /** Cause in words */
        public readonly string $message,
    ) {
        parent::__construct($raw);
    }
}
