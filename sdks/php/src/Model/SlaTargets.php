<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** First-response targets in force, by priority */
final class SlaTargets extends Model
{
    protected function __construct(
        array $raw,
        /** Duration */
        public readonly string $urgent,
        /** Duration */
        public readonly string $high,
        /** Duration */
        public readonly string $normal,
        /** Duration */
        public readonly string $low,
    ) {
        parent::__construct($raw);
    }
}
