<?php

declare(strict_types=1);

namespace Parley\Core;

use Parley\Exception\CancelledError;

/** @internal Waits and deadlines, as seconds of a clock that never goes back. */
final class Clock
{
    /** How often a signal is asked, in seconds. */
    public const SIGNAL_INTERVAL = 0.05;

    /** @param float $scale multiplies every wait and time limit, for tests */
    public function __construct(private readonly float $scale, private readonly Pool $pool)
    {
    }

    public static function now(): float
    {
        return hrtime(true) / 1e9;
    }

    public function scaled(float $seconds): float
    {
        return $seconds * $this->scale;
    }

    public function after(float $seconds): float
    {
        return self::now() + $this->scaled($seconds);
    }

    /**
     * @param (\Closure(): bool)|null $signal
     * @throws CancelledError
     */
    public function sleepUntil(float $instant, ?\Closure $signal): void
    {
        $longest = $signal === null ? 1.0 : self::SIGNAL_INTERVAL;
        while (($left = $instant - self::now()) > 0) {
            if ($signal !== null && $signal()) {
                throw new CancelledError('cancelled while waiting for the next attempt');
            }
            if (!$this->pool->pause()) {
                usleep((int) ceil(1e6 * min($left, $longest)));
            }
        }
    }
}
