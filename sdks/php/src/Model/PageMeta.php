<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** Pagination of a list */
final class PageMeta extends Model
{
    protected function __construct(
        array $raw,
        /** Page number; null with `cursor` */
        public readonly ?int $current_page,
        /** Number of items per page */
        public readonly int $per_page,
        /** Number of pages; null with `cursor`, and if `total_count` is a lower bound */
        public readonly ?int $total_pages,
        /** Number of matching items */
        public readonly int $total_count,
        /** Accuracy of `total_count`: `eq` if exact, `gte` if counting stopped at 10,000, or at 1,000 with `q` */
        public readonly string $total_count_relation,
        /** Cursor of the next page, or null on the last one */
        public readonly ?string $next_cursor,
        /**
         * With `sort=updated_at` and `order=asc`, and for events with `order=asc`, on every page: the cursor to
         * continue with later, which misses no change and repeats those of the last minute; otherwise null
         */
        public readonly ?string $resume_cursor,
    ) {
        parent::__construct($raw);
    }
}
