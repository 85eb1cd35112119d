<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A label on conversations and tickets */
final class Tag extends Model
{
    protected function __construct(
        array $raw,
        /** Id of the tag */
        public readonly string $id,
        /** Name, in the spelling of its creation or first use */
        public readonly string $name,
        /** Color as `#rrggbb` */
        public readonly string $color,
        /** Number of conversations and tickets with this tag */
        public readonly int $count,
        /** Time of creation */
        public readonly string $created_at,
    ) {
        parent::__construct($raw);
    }
}
