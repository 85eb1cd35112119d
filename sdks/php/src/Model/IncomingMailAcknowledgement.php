<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** IncomingMailAcknowledgement of the API document. */
final class IncomingMailAcknowledgement extends Model
{
    protected function __construct(
        array $raw,
        /** `withheld`: none is sent, for the `reason`; else what became of it */
        public readonly string $status,
        /** Machine-readable cause of withholding it, or null */
        public readonly ?string $reason,
    ) {
        parent::__construct($raw);
    }
}
