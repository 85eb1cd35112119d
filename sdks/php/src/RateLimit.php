<?php

declare(strict_types=1);

namespace Parley;

/** The state of the rate limit, as an answer has told it. */
final class RateLimit
{
    /**
     * @param int $limit requests a minute
     * @param int $remaining requests that are left in this window
     * @param int $reset end of the window, in Unix seconds by the clock of the server: to show it, not to wait for it
     */
    public function __construct(
        public readonly int $limit,
        public readonly int $remaining,
        public readonly int $reset,
    ) {
    }
}
