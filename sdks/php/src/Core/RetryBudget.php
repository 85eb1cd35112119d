<?php

declare(strict_types=1);

namespace Parley\Core;

/** @internal Limits the retries of a client in an outage, in which they would only add load. */
final class RetryBudget
{
    private const CAPACITY = 20.0;
    private const PER_SUCCESS = 0.1;

    private float $left = self::CAPACITY;

    public function take(): bool
    {
        if ($this->left < 1) {
            return false;
        }
        $this->left -= 1;
        return true;
    }

    public function add(): void
    {
        $this->left = min(self::CAPACITY, $this->left + self::PER_SUCCESS);
    }
}
