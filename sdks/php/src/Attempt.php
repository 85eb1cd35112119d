<?php

declare(strict_types=1);

namespace Parley;

/** One request of a call. */
final class Attempt
{
    /**
     * @param int|null $status of the answer; null if there was none
     * @param string|null $error what failed, as the name of the class of errors without `Error`
     * @param float|null $delay seconds before the next attempt; null if there was none
     * @param string $requestId what was sent as X-Request-Id
     */
    public function __construct(
        public readonly ?int $status,
        public readonly ?string $error,
        public readonly ?float $delay,
        public readonly string $requestId,
    ) {
    }
}
