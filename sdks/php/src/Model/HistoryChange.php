<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** HistoryChange of the API document. */
final class HistoryChange extends Model
{
    protected function __construct(
        array $raw,
        /** Value before the change */
        public readonly mixed $from,
        /** Value after the change */
        public readonly mixed $to,
    ) {
        parent::__construct($raw);
    }
}
