<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A value of a view that stands for nothing any more */
final class ViewWarning extends Model
{
    protected function __construct(
        array $raw,
        /** Path of the value */
        public readonly string $param,
        /** What is wrong */
        public readonly string $message,
    ) {
        parent::__construct($raw);
    }
}
