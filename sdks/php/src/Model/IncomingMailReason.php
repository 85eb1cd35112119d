<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** IncomingMailReason of the API document. */
final class IncomingMailReason extends Model
{
    protected function __construct(
        array $raw,
        /** Machine-readable cause */
        public readonly string $code,
        /** Cause in words */
        public readonly string $message,
    ) {
        parent::__construct($raw);
    }
}
